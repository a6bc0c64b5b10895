import { useQuery } from '@tanstack/react-query';
import { FileTerminal, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useParam } from '~/app/useParam';
import { grouped } from '~/lib/group';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card, Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { AddScript } from './AddScript';
import { DayView } from './DayView';
import { EditScript } from './EditScript';
import { ExecutionDialog } from './ExecutionDialog';
import { executionsQuery, type Script, schedulesQuery, useDelete, useExecute } from './queries';
import { RunDialog } from './RunDialog';
import { LastRun } from './state';
import { When } from './When';

export function Scripts({ scripts }: { scripts: Script[] }) {
  const [adding, setAdding] = useState(false);
  // In the address, as the palette leads here to run one.
  const [asked, setAsked] = useParam('run');
  const groups = [...grouped(scripts, ({ category }) => category || t('automation.other'))];
  return (
    <>
      <DayView scripts={scripts} />
      <div className="row wrap">
        <Button look="primary" icon={Plus} onClick={() => setAdding(true)}>
          {t('automation.addScript')}
        </Button>
      </div>
      {scripts.length === 0 && (
        <section className="card">
          <Empty icon={FileTerminal} title={t('automation.noScripts')}>
            <p>{t('automation.noScriptsAbout')}</p>
          </Empty>
        </section>
      )}
      {groups.map(([category, members]) => (
        <Card key={category} title={category} flush>
          <ul className="list">
            {members.map((script) => (
              <ScriptRow
                key={script.id}
                script={script}
                asked={asked === script.id}
                onAsk={(on) => setAsked(on ? script.id : '')}
              />
            ))}
          </ul>
        </Card>
      ))}
      {adding && <AddScript onClose={() => setAdding(false)} />}
    </>
  );
}

interface RowProps {
  script: Script;
  /** How to run it is being asked. */
  asked: boolean;
  onAsk: (on: boolean) => void;
}

function ScriptRow({ script, asked, onAsk }: RowProps) {
  const [deleting, setDeleting] = useState(false);
  const [changing, setChanging] = useState(false);
  const [started, setStarted] = useState<string | null>(null);
  const execute = useExecute(script.id);
  const remove = useDelete('scripts', script.id);
  const executions = useQuery(executionsQuery).data?.executions ?? [];
  const schedules = useQuery(schedulesQuery).data?.schedules ?? [];
  const times = schedules.filter((each) => each.enabled && each.scriptId === script.id);
  const last = executions.find(({ scriptId }) => scriptId === script.id);
  return (
    <li className="row wrap">
      <div className="grow">
        <h3>{script.name}</h3>
        <p className="small muted break">
          {script.description || <code>{script.scriptPath}</code>}
        </p>
        <LastRun execution={last} />
        {times.map((schedule) => (
          <p key={schedule.id} className="small muted">
            <When schedule={schedule} />
          </p>
        ))}
      </div>
      <Button
        small
        icon={Play}
        aria-label={t('automation.runName', { name: script.name })}
        onClick={() => onAsk(true)}
      >
        {t('automation.run')}
      </Button>
      <Button
        small
        look="quiet"
        icon={Pencil}
        iconOnly
        aria-label={t('automation.changeName', { name: script.name })}
        onClick={() => setChanging(true)}
      >
        {t('automation.change')}
      </Button>
      <Button
        small
        look="quiet"
        icon={Trash2}
        iconOnly
        aria-label={t('automation.deleteName', { name: script.name })}
        onClick={() => setDeleting(true)}
      >
        {t('ui.delete')}
      </Button>
      {asked && (
        <RunDialog
          title={t('automation.runName', { name: script.name })}
          about={script.description}
          fields={script.parameters}
          run={execute}
          onStarted={({ id }) => {
            onAsk(false);
            setStarted(id);
          }}
          onClose={() => onAsk(false)}
        />
      )}
      {changing && <EditScript script={script} onClose={() => setChanging(false)} />}
      {started && (
        <ExecutionDialog id={started} name={script.name} onClose={() => setStarted(null)} />
      )}
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={t('automation.deleteName', { name: script.name })}
        about={t('automation.deleteScriptAbout', { path: script.scriptPath })}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setDeleting(false) })}
      />
    </li>
  );
}
