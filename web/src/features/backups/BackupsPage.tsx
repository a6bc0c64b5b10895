import { useQuery } from '@tanstack/react-query';
import { Archive, Plus } from 'lucide-react';
import { useState } from 'react';
import { until } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card, Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { Page } from '~/ui/Page';
import { BackupRow } from './BackupRow';
import { CreateDialog } from './CreateDialog';
import { backupsQuery, schedulerQuery } from './queries';

export default function BackupsPage() {
  const backups = useQuery(backupsQuery);
  const [creating, setCreating] = useState(false);
  const actions = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('backups.create')}
    </Button>
  );
  return (
    <Page title={t('backups.name')} about={t('backups.about')} actions={actions}>
      <Loaded query={backups} height={200}>
        {({ backups }) =>
          backups.length === 0 ? (
            <section className="card">
              <Empty icon={Archive} title={t('backups.none')}>
                <p>{t('backups.noneAbout')}</p>
              </Empty>
            </section>
          ) : (
            <ul className="card flush list">
              {backups.map((backup) => (
                <BackupRow key={backup.id} backup={backup} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ScheduleCard />
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function ScheduleCard() {
  const scheduler = useQuery(schedulerQuery);
  return (
    <Card title={t('backups.schedule')}>
      <Loaded query={scheduler} height={60}>
        {({ enabled, interval, retention, lastBackupAt, nextBackupAt }) => (
          <div className="stack tight">
            <p>{enabled ? t('backups.every', { interval, count: retention }) : t('backups.off')}</p>
            <p className="small muted">
              {lastBackupAt ? (
                <>
                  {t('backups.last')} <Moment at={lastBackupAt} />
                </>
              ) : (
                t('backups.never')
              )}
              {nextBackupAt && ` · ${t('backups.next', { when: until(nextBackupAt) })}`}
            </p>
            <p className="small muted">{t('backups.where')}</p>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
