import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api, ok, type Schemas } from '~/api/client';
import { number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { TextField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { Tag } from '~/ui/Status';
import { VirtualList } from '~/ui/VirtualList';

interface Filter {
  action: string;
  actor: string;
}

const auditQuery = ({ action, actor }: Filter) => ({
  queryKey: ['audit', action, actor],
  queryFn: () => {
    const query = { limit: 1000, action: action || undefined, actor: actor || undefined };
    return ok(api.GET('/api/v1/audit-logs', { params: { query } }));
  },
  placeholderData: keepPreviousData,
});

export function AuditLog() {
  const [filter, setFilter] = useState<Filter>({ action: '', actor: '' });
  const audit = useQuery(auditQuery(filter));
  // Asked only when the form is sent: each letter would be a request.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    setFilter({ action: text('action'), actor: text('actor') });
  };
  return (
    <>
      <form className="row wrap audit-filter" onSubmit={submit}>
        <TextField
          label={t('activity.action')}
          name="action"
          placeholder="route.updated"
          list="audit-actions"
        />
        <TextField label={t('activity.actor')} name="actor" />
        <Button type="submit">{t('activity.filter')}</Button>
        <ActionNames logs={audit.data?.logs ?? []} />
      </form>
      <Loaded query={audit} height={300}>
        {({ logs, total }) =>
          logs.length === 0 ? (
            <Empty icon={ScrollText} title={t('activity.none')} />
          ) : (
            <>
              <p className="small muted">
                {t('activity.shown', { count: logs.length, total: number(total) })}
              </p>
              <div className="card flush">
                <VirtualList
                  items={logs}
                  keyOf={({ id }) => id}
                  rowHeight={76}
                  label={t('activity.audit')}
                >
                  {(entry) => <AuditRow entry={entry} />}
                </VirtualList>
              </div>
            </>
          )
        }
      </Loaded>
    </>
  );
}

function ActionNames({ logs }: { logs: Schemas['AuditItem'][] }) {
  const names = [...new Set(logs.map((entry) => entry.action))].sort();
  return (
    <datalist id="audit-actions">
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

function AuditRow({ entry }: { entry: Schemas['AuditItem'] }) {
  return (
    <div className="log-row">
      <div className="row wrap">
        <code className="strong">{entry.action}</code>
        {!entry.success && <Tag tone="bad">{t('activity.failed')}</Tag>}
        {entry.targetId && <span className="break">{entry.targetId}</span>}
      </div>
      <p className="small muted break">
        <Moment at={entry.timestamp} /> · {entry.actorId}
        {entry.actorIp && ` · ${entry.actorIp}`}
        {entry.error && ` · ${entry.error}`}
      </p>
      {entry.details && (
        <details className="small">
          <summary>{t('activity.details')}</summary>
          <pre className="mono">{JSON.stringify(entry.details, null, 2)}</pre>
        </details>
      )}
    </div>
  );
}
