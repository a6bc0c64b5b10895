import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Choices } from '~/ui/Choices';
import { LogView } from '~/ui/log/LogView';
import type { Container } from '../queries';
import { useContainerLog } from './follow';
import { StoredLog } from './StoredLog';

const KINDS = ['live', 'stored'] as const;

export function ContainerLog({ container }: { container: Container }) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>('live');
  return (
    <>
      <div>
        <Choices
          label={t('containers.logs')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, text: t(`containers.log.${value}`) }))}
        />
      </div>
      {kind === 'live' ? <LiveLog container={container} /> : <StoredLog container={container} />}
    </>
  );
}

function LiveLog({ container }: { container: Container }) {
  const { buffer, state } = useContainerLog(container);
  return (
    <>
      {state.name === 'refused' && (
        <p className="notice bad" role="alert">
          {state.why}
        </p>
      )}
      <LogView
        buffer={buffer}
        label={t('containers.logOf', { name: container.name })}
        file={container.name}
        empty={t('containers.log.silent')}
      />
      {state.name === 'ended' && <p className="small muted">{t('containers.log.ended')}</p>}
    </>
  );
}
