import { t } from '~/lib/i18n';
import { LogView } from '~/ui/log/LogView';
import type { Container } from '../queries';
import { useContainerLog } from './follow';

interface Props {
  container: Container;
  /** What the instance before the last restart said. */
  previous?: boolean;
}

/** What a container says, as it says it. */
export function LiveLog({ container, previous = false }: Props) {
  const { buffer, state } = useContainerLog(container, previous);
  const { name } = container;
  return (
    <>
      {state.name === 'refused' && (
        <p className="notice bad" role="alert">
          {state.why}
        </p>
      )}
      <LogView
        buffer={buffer}
        label={t(previous ? 'containers.previousLogOf' : 'containers.logOf', { name })}
        file={previous ? `${name}-previous` : name}
        empty={t('containers.log.silent')}
      />
      {state.name === 'ended' && !previous && (
        <p className="small muted">{t('containers.log.ended')}</p>
      )}
    </>
  );
}
