import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Choices } from '~/ui/Choices';
import type { Container } from '../queries';
import { LiveLog } from './LiveLog';
import { StoredLog } from './StoredLog';

type Kind = 'live' | 'previous' | 'stored';

/** With Docker the log goes on over a restart; a cluster keeps that of the instance before apart. */
const kindsOf = ({ runtime }: Container): Kind[] =>
  runtime === 'kubernetes' ? ['live', 'previous', 'stored'] : ['live', 'stored'];

export function ContainerLog({ container }: { container: Container }) {
  const [kind, setKind] = useState<Kind>('live');
  return (
    <>
      <div>
        <Choices
          label={t('containers.logs')}
          value={kind}
          onChange={setKind}
          options={kindsOf(container).map((value) => ({
            value,
            text: t(`containers.log.${value}`),
          }))}
        />
      </div>
      {kind === 'stored' ? (
        <StoredLog container={container} />
      ) : (
        <LiveLog key={kind} container={container} previous={kind === 'previous'} />
      )}
    </>
  );
}
