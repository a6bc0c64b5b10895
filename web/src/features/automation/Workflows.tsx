import { useQuery } from '@tanstack/react-query';
import { FileText, Pencil, Play, Plus, Trash2, Workflow as WorkflowIcon } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { toast } from '~/ui/toasts';
import { askedOf } from './asked';
import { ExecutionDialog } from './ExecutionDialog';
import {
  type Run,
  runsQuery,
  type Script,
  useDelete,
  useRunWorkflow,
  type Workflow,
  workflowsQuery,
} from './queries';
import { RunDialog } from './RunDialog';
import { StatusTag } from './state';
import { WorkflowForm } from './WorkflowForm';

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
      {adding && <WorkflowForm scripts={scripts} onClose={() => setAdding(false)} />}
    </>
  );
}

function WorkflowCard({ workflow, scripts }: { workflow: Workflow; scripts: Script[] }) {
  const [asking, setAsking] = useState(false);
  const [changing, setChanging] = useState(false);
  const [starting, setStarting] = useState(false);
  const run = useRunWorkflow(workflow.id);
  const remove = useDelete('workflows', workflow.id);
  const runs = useQuery(runsQuery(workflow.id)).data?.executions ?? [];
  const last = runs[0];
  return (
    <li className="card stack">
      <div className="row wrap">
        <div className="grow">
          <h2>{workflow.name}</h2>
          {workflow.description && <p className="small muted">{workflow.description}</p>}
          {last && (
            <p className="row small muted">
              <StatusTag status={last.status} />
              {last.isDryRun && <span>{t('automation.dryRun')}</span>}
              <Moment at={last.startedAt} />
            </p>
          )}
        </div>
        <Button
          small
          icon={Play}
          aria-label={t('automation.runName', { name: workflow.name })}
          onClick={() => setStarting(true)}
        >
          {t('automation.run')}
        </Button>
        <Button
          small
          look="quiet"
          icon={Pencil}
          iconOnly
          aria-label={t('automation.changeName', { name: workflow.name })}
          onClick={() => setChanging(true)}
        >
          {t('automation.change')}
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
      <Steps workflow={workflow} scripts={scripts} last={last} />
      {starting && (
        <RunDialog
          title={t('automation.runName', { name: workflow.name })}
          about={workflow.description}
          fields={askedOf(workflow, scripts)}
          run={run}
          onStarted={() => {
            setStarting(false);
            toast(t('automation.started', { name: workflow.name }));
          }}
          onClose={() => setStarting(false)}
        />
      )}
      {changing && (
        <WorkflowForm workflow={workflow} scripts={scripts} onClose={() => setChanging(false)} />
      )}
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

interface StepsProps {
  workflow: Workflow;
  scripts: Script[];
  last: Run | undefined;
}

/** What runs after what, and how each of them did in the last run. */
function Steps({ workflow, scripts, last }: StepsProps) {
  const [shown, setShown] = useState<{ id: string; name: string } | null>(null);
  return (
    <>
      <ol className="steps">
        {workflow.steps.map((step, index) => {
          const name = scripts.find(({ id }) => id === step.scriptId)?.name ?? step.scriptId;
          const result = last?.steps[index];
          // A workflow that was changed since has other steps than its last run.
          const ran = result?.scriptId === step.scriptId ? result : undefined;
          const id = ran?.executionId;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a script may stand there twice
            <li key={index} className="row">
              <span className="step-number">{index + 1}</span>
              <span className="cut grow">{name}</span>
              {step.onFailure === 'continue' && (
                <span className="small muted">{t('automation.goesOn')}</span>
              )}
              {ran && <StatusTag status={ran.status} />}
              {id && (
                <Button
                  small
                  look="quiet"
                  icon={FileText}
                  iconOnly
                  onClick={() => setShown({ id, name })}
                >
                  {t('automation.stepOutput', { number: index + 1, name })}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {shown && <ExecutionDialog {...shown} onClose={() => setShown(null)} />}
    </>
  );
}
