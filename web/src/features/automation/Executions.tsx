import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useParam } from '~/app/useParam';
import { millis } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Choices } from '~/ui/Choices';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { ExecutionDialog } from './ExecutionDialog';
import { type Execution, executionsQuery, type Script } from './queries';
import { isOver, StatusTag, tookSeconds } from './state';

const FILTERS = ['all', 'running', 'failed'] as const;
type Filter = (typeof FILTERS)[number];

const PASSES: Record<Filter, (execution: Execution) => boolean> = {
  all: () => true,
  running: ({ status }) => !isOver(status),
  failed: ({ status }) => isOver(status) && status !== 'completed',
};

export function Executions({ scripts }: { scripts: Script[] }) {
  const executions = useQuery(executionsQuery);
  const [asked, setFilter] = useParam('status', 'all');
  const filter = FILTERS.find((each) => each === asked) ?? 'all';
  const [open, setOpen] = useState<Execution | null>(null);
  const nameOf = (id: string) => scripts.find((script) => script.id === id)?.name ?? id;
  return (
    <>
      <div>
        <Choices
          label={t('automation.runs')}
          value={filter}
          onChange={setFilter}
          options={FILTERS.map((value) => ({ value, text: t(`automation.filter.${value}`) }))}
        />
      </div>
      <Loaded query={executions} height={240}>
        {({ executions, total }) => {
          const shown = executions.filter(PASSES[filter]);
          if (shown.length === 0) {
            return <Empty icon={History} title={t('automation.noRuns')} />;
          }
          return (
            <>
              <ul className="card flush list">
                {shown.map((execution) => (
                  <li key={execution.id}>
                    <button
                      type="button"
                      className="execution-row"
                      onClick={() => setOpen(execution)}
                    >
                      <span className="strong cut grow">{nameOf(execution.scriptId)}</span>
                      {execution.status !== 'completed' && <StatusTag status={execution.status} />}
                      <Took execution={execution} />
                      <span className="small muted">
                        <Moment at={execution.createdAt} />
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
              {total > executions.length && (
                <p className="small muted">
                  {t('automation.newest', { count: executions.length, total })}
                </p>
              )}
            </>
          );
        }}
      </Loaded>
      {open && (
        <ExecutionDialog id={open.id} name={nameOf(open.scriptId)} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function Took({ execution }: { execution: Execution }) {
  const seconds = tookSeconds(execution);
  return seconds === null ? null : (
    <span className="small muted numbers">{millis(seconds * 1000)}</span>
  );
}
