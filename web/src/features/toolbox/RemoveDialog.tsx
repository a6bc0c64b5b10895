import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SwitchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { type Deployment, dataQuery, useRemove } from './queries';

interface Props {
  deployment: Deployment;
  onClose: () => void;
}

/** Removes a deployment: what goes and what stays is named before, and said again afterwards. */
export function RemoveDialog({ deployment, onClose }: Props) {
  const { id, service_name: name, container_names } = deployment;
  const [erase, setErase] = useState(false);
  const data = useQuery(dataQuery(id));
  const remove = useRemove(deployment);
  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        look="danger primary"
        busy={remove.isPending}
        onClick={() => remove.mutate(erase, { onSettled: onClose })}
      >
        {t('toolbox.remove')}
      </Button>
    </>
  );
  const title = t('toolbox.removeTitle', { name });
  return (
    <Dialog open onClose={onClose} title={title} about={t('toolbox.removeAbout')} footer={footer}>
      <div className="stack">
        {container_names.length > 0 && <Names title={t('toolbox.goes')} names={container_names} />}
        <Loaded query={data} height={90}>
          {({ volumes }) =>
            volumes.length === 0 ? (
              <p className="small muted">{t('toolbox.noData')}</p>
            ) : (
              <>
                <Names
                  title={erase ? t('toolbox.dataGoes') : t('toolbox.dataStays')}
                  names={volumes}
                />
                <SwitchField
                  label={t('toolbox.removeData')}
                  hint={t('toolbox.removeDataAbout')}
                  checked={erase}
                  onChange={setErase}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

function Names({ title, names }: { title: string; names: string[] }) {
  return (
    <section className="stack tight" aria-label={title}>
      <p className="label">{title}</p>
      <ul className="small">
        {names.map((name) => (
          <li key={name} className="break">
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
