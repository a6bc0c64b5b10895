import { bytes, exactClock } from '~/lib/format';
import { t } from '~/lib/i18n';
import { endText, type Incident, limitOf, type Picture, pictureOf } from './picture';

/** The drawing stretches to the width there is; lines keep theirs. */
const WIDTH = 1000;
const HEIGHT = 100;
/** Below the curve: when something was said. */
const STRIP = 22;
const GAP = 6;

/** The minutes before an end: what it used, what it may use, when it spoke, and the end. */
export function IncidentPicture({ incident }: { incident: Incident }) {
  const picture = pictureOf(incident);
  const last = incident.stats.at(-1);
  const limit = limitOf(incident.stats);
  return (
    <figure className="incident-picture">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT + GAP + STRIP}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('containers.picture', { end: endText(incident) })}
      >
        <Memory picture={picture} />
        {picture.lines.map(({ x, level }, index) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change
            key={index}
            className={`said ${level}`}
            x1={x * WIDTH}
            x2={x * WIDTH}
            y1={HEIGHT + GAP}
            y2={HEIGHT + GAP + STRIP}
          />
        ))}
        <line className="end" x1={WIDTH} x2={WIDTH} y1={0} y2={HEIGHT + GAP + STRIP} />
      </svg>
      <p className="row apart small muted numbers">
        <span>{exactClock(picture.from).slice(0, 8)}</span>
        <span>{exactClock(picture.to).slice(0, 8)}</span>
      </p>
      <figcaption className="row wrap small muted">
        {last && (
          <span className="key memory">
            {t('containers.usedLast', { used: bytes(last.memoryUsed) })}
          </span>
        )}
        {limit !== null && (
          <span className={picture.limit === null ? undefined : 'key limit'}>
            {t('containers.limit', { limit: bytes(limit) })}
          </span>
        )}
        {incident.lines.length > 0 && (
          <span className="key said">
            {t('containers.lastLines', { count: incident.lines.length })}
            {picture.earlier > 0 && ` ${t('containers.earlier', { count: picture.earlier })}`}
          </span>
        )}
        <span className="key end">{t('containers.theEnd')}</span>
      </figcaption>
    </figure>
  );
}

function Memory({ picture: { memory, limit } }: { picture: Picture }) {
  const points = memory.map(({ x, y }) => `${x * WIDTH},${y * HEIGHT}`);
  const [first, last] = [memory[0], memory.at(-1)];
  return (
    <>
      {first && last && (
        <>
          <polygon
            className="area"
            points={`${first.x * WIDTH},${HEIGHT} ${points.join(' ')} ${last.x * WIDTH},${HEIGHT}`}
          />
          <polyline className="memory" points={points.join(' ')} />
        </>
      )}
      {limit !== null && (
        <line className="limit" x1={0} x2={WIDTH} y1={limit * HEIGHT} y2={limit * HEIGHT} />
      )}
      <line className="ground" x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
    </>
  );
}
