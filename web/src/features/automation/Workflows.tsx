import { useQuery } from '@tanstack/react-query';
import { Play, Plus, Trash2, Workflow as WorkflowIcon } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { toast } from '~/ui/toasts';
import { AddWorkflow } from './AddWorkflow';
import {
  runsQuery,
  type Script,
  useDelete,
  useRunWorkflow,
  type Workflow,
  workflowsQuery,
} from './queries';
import { StatusTag } from './state';

export function Workflows({ scripts }: { scripts: Script[] }) {
  const workflows = useQuery(workflowsQuery);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className="row wrap">
        <Button
          look="primary"
          icon={Plus}
          disabled={scripts.length === 0}
          title={scripts.length === 0 ? t('automation.scriptFirst') : undefined}
          onClick={() => setAdding(true)}
        >
          {t('automation.addWorkflow')}
        </Button>
      </div>
      <Loaded query={workflows} height={160}>
        {({ workflows }) =>
          workflows.length === 0 ? (
            <section className="card">
              <Empty icon={WorkflowIcon} title={t('automation.noWorkflows')}>
                <p>{t('automation.noWorkflowsAbout')}</p>
              </Empty>
            </section>
          ) : (
            <ul className="stack">
              {workflows.map((workflow) => (
                <WorkflowCard key={workflow.id} workflow={workflow} scripts={scripts} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding && <AddWorkflow scripts={scripts} onClose={() => setAdding(false)} />}
    </>
  );
}

function WorkflowCard({ workflow, scripts }: { workflow: Workflow; scripts: Script[] }) {
  const [asking, setAsking] = useState(false);
  const run = useRunWorkflow(workflow.id);
  const remove = useDelete('workflows', workflow.id);
  const runs = useQuery(runsQuery(workflow.id)).data?.executions ?? [];
  const last = runs[0];
  const nameOf = (id: string) => scripts.find((script) => script.id === id)?.name ?? id;
  const start = () =>
    run.mutate(
      { parameters: {}, dryRun: false },
      { onSuccess: () => toast(t('automation.started', { name: workflow.name })) },
    );
  return (
    <li className="card stack">
      <div className="row wrap">
        <div className="grow">
          <h2>{workflow.name}</h2>
          {workflow.description && <p className="small muted">{workflow.description}</p>}
          {last && (
            <p className="row small muted">
              <StatusTag status={last.status} />
              <Moment at={last.startedAt} />
            </p>
          )}
        </div>
        <Button
          small
          icon={Play}
          busy={run.isPending}
          aria-label={t('automation.runName', { name: workflow.name })}
          onClick={start}
        >
          {t('automation.run')}
        </Button>
        <Button
          small
          look="quiet"
          icon={Trash2}
          iconOnly
          aria-label={t('automation.deleteName', { name: workflow.name })}
          onClick={() => setAsking(true)}
        >
          {t('ui.delete')}
        </Button>
      </div>
      <ol className="steps">
        {workflow.steps.map((step, index) => {
          const result = last?.steps[index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a script may stand there twice
            <li key={index} className="row">
              <span className="step-number">{index + 1}</span>
              <span className="cut grow">{nameOf(step.scriptId)}</span>
              {step.onFailure === 'continue' && (
                <span className="small muted">{t('automation.goesOn')}</span>
              )}
              {result && <StatusTag status={result.status} />}
            </li>
          );
        })}
      </ol>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('automation.deleteName', { name: workflow.name })}
        about={t('automation.deleteWorkflowAbout')}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
