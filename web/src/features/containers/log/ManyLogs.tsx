import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from '~/app/Link';
import { useParam } from '~/app/useParam';
import { t } from '~/lib/i18n';
import { Choices } from '~/ui/Choices';
import { LogBuffer } from '~/ui/log/buffer';
import { LogView } from '~/ui/log/LogView';
import type { Container } from '../queries';
import { type Following, followInto } from './follow';
import { LiveLog } from './LiveLog';

const VIEWS = ['merged', 'side'] as const;

interface Props {
  containers: Container[];
  /** Leaves one out; without it, all stay. */
  onRemove?: (name: string) => void;
}

/** What several containers say: in one log, in the order in which they say it, or side by side. */
export function ManyLogs({ containers, onRemove }: Props) {
  const [asked, setView] = useParam('view', 'merged');
  const view = VIEWS.find((each) => each === asked) ?? 'merged';
  return (
    <>
      {containers.length > 1 && (
        <div>
          <Choices
            label={t('containers.log.view')}
            value={view}
            onChange={setView}
            options={VIEWS.map((value) => ({ value, text: t(`containers.log.${value}`) }))}
          />
        </div>
      )}
      {view === 'side' && containers.length > 1 ? (
        <SideBySide containers={containers} onRemove={onRemove} />
      ) : (
        <Merged containers={containers} onRemove={onRemove} />
      )}
    </>
  );
}

function SideBySide({ containers, onRemove }: Props) {
  return (
    <div className="logs-side">
      {containers.map((container) => (
        <div key={container.id} className="stack tight">
          <div className="row apart">
            <Link to={`containers/${encodeURIComponent(container.name)}`} className="strong cut">
              {container.name}
            </Link>
            <Remove name={container.name} onRemove={onRemove} />
          </div>
          <LiveLog container={container} />
        </div>
      ))}
    </div>
  );
}

function Merged({ containers, onRemove }: Props) {
  const [buffer] = useState(() => new LogBuffer());
  const names = containers.map(({ name }) => name);
  return (
    <>
      <ul className="row wrap log-sources">
        {containers.map((container) => (
          <Source key={container.id} container={container} buffer={buffer} onRemove={onRemove} />
        ))}
      </ul>
      <LogView
        buffer={buffer}
        label={t('containers.logOf', { name: names.join(', ') })}
        file={names.join('+').slice(0, 80)}
        empty={t('containers.log.allSilent')}
        sources={names}
      />
    </>
  );
}

interface SourceProps extends Pick<Props, 'onRemove'> {
  container: Container;
  buffer: LogBuffer;
}

/** One of them: it is followed for as long as it stands here. */
function Source({ container, buffer, onRemove }: SourceProps) {
  const { id, name } = container;
  const [state, setState] = useState<Following>({ name: 'waiting' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id is another container
  useEffect(() => followInto(buffer, container, setState), [id, buffer]);
  return (
    <li className={state.name === 'refused' ? 'tag bad' : 'tag accent'}>
      {name}
      {state.name === 'refused' && `: ${state.why}`}
      <Remove name={name} onRemove={onRemove} />
    </li>
  );
}

function Remove({ name, onRemove }: Pick<Props, 'onRemove'> & { name: string }) {
  if (!onRemove) return null;
  return (
    <button
      type="button"
      className="tag-remove"
      aria-label={t('containers.log.remove', { name })}
      onClick={() => onRemove(name)}
    >
      <X size={13} aria-hidden />
    </button>
  );
}
