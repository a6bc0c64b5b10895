import { t } from '~/lib/i18n';
import { rowsOf, spotOf } from './map';
import type { Peer } from './queries';

const ROW = 44;
const LEAST_ROWS = 3;

interface Props {
  /** What this gateway is called. */
  name: string;
  peers: Peer[];
}

/** This gateway among its peers; the list below says the same in words. */
export function PeerMap({ name, peers }: Props) {
  const spots = peers.map((_, index) => spotOf(index, peers.length));
  const connected = peers.filter(({ status }) => status === 'connected').length;
  const label = t('federation.map', { count: peers.length, connected });
  const height = Math.max(rowsOf(peers.length), LEAST_ROWS) * ROW;
  return (
    <div className="peer-map" role="img" aria-label={label} style={{ height }}>
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {spots.map(({ x, y }, index) => (
          <line
            key={peers[index]?.id}
            className={peers[index]?.status}
            x1={0.5}
            y1={0.5}
            x2={x}
            y2={y}
          />
        ))}
      </svg>
      <span className="peer-map-here cut">{name}</span>
      {peers.map((peer, index) => {
        const { x = 0, y = 0, side = 'right' } = spots[index] ?? {};
        const edge = side === 'right' ? { left: `${x * 100}%` } : { right: `${(1 - x) * 100}%` };
        return (
          <span
            key={peer.id}
            className={`peer-map-node ${side} ${peer.status}`}
            style={{ top: `${y * 100}%`, ...edge }}
            title={peer.name}
          >
            <span className="peer-map-dot" />
            <span className="peer-map-text">
              <span className="cut">{peer.name}</span>
              <span className="cut muted">
                {t('federation.apps', { count: peer.serviceCount })}
              </span>
            </span>
          </span>
        );
      })}
    </div>
  );
}
