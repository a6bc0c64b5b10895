import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { LogBuffer } from '~/ui/log/buffer';
import { LogView } from '~/ui/log/LogView';
import type { Container } from '../queries';
import { type Following, followInto } from './follow';

interface Props {
  containers: Container[];
  onRemove: (name: string) => void;
  onClose: () => void;
}

/** What several containers say, in one log, in the order in which they say it. */
export function LogPanel({ containers, onRemove, onClose }: Props) {
  const [buffer] = useState(() => new LogBuffer());
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // In braces: some browsers answer with a promise, which is nothing to clean up with.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const names = containers.map(({ name }) => name);
  return (
    <section ref={place} className="stack tight log-panel" aria-label={t('containers.logs')}>
      <div className="row wrap">
        <h2>{t('containers.logs')}</h2>
        <ul className="row wrap grow">
          {containers.map((container) => (
            <Source
              key={container.id}
              container={container}
              buffer={buffer}
              onRemove={() => onRemove(container.name)}
            />
          ))}
        </ul>
        <Button small look="quiet" icon={X} iconOnly onClick={onClose}>
          {t('containers.log.close')}
        </Button>
      </div>
      <LogView
        buffer={buffer}
        label={t('containers.logOf', { name: names.join(', ') })}
        file={names.join('+').slice(0, 80)}
        empty={t('containers.log.allSilent')}
        sources={names}
      />
    </section>
  );
}

interface SourceProps {
  container: Container;
  buffer: LogBuffer;
  onRemove: () => void;
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
      <button
        type="button"
        className="tag-remove"
        aria-label={t('containers.log.remove', { name })}
        onClick={onRemove}
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  );
}
