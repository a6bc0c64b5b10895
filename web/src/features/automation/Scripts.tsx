import { useQuery } from '@tanstack/react-query';
import { FileTerminal, Play, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { grouped } from '~/lib/group';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card, Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { AddScript } from './AddScript';
import { ExecutionDialog } from './ExecutionDialog';
import { executionsQuery, type Script, useDelete, useExecute } from './queries';
import { RunDialog } from './RunDialog';
import { LastRun } from './state';

export function Scripts({ scripts }: { scripts: Script[] }) {
  const [adding, setAdding] = useState(false);
  const groups = [...grouped(scripts, ({ category }) => category || t('automation.other'))];
  return (
    <>
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
              <ScriptRow key={script.id} script={script} />
            ))}
          </ul>
        </Card>
      ))}
      {adding && <AddScript onClose={() => setAdding(false)} />}
    </>
  );
}

function ScriptRow({ script }: { script: Script }) {
  const [open, setOpen] = useState<'run' | 'delete' | null>(null);
  const [started, setStarted] = useState<string | null>(null);
  const execute = useExecute(script.id);
  const remove = useDelete('scripts', script.id);
  const executions = useQuery(executionsQuery).data?.executions ?? [];
  const last = executions.find(({ scriptId }) => scriptId === script.id);
  return (
    <li className="row wrap">
      <div className="grow">
        <h3>{script.name}</h3>
        <p className="small muted break">
          {script.description || <code>{script.scriptPath}</code>}
        </p>
        <LastRun execution={last} />
      </div>
      <Button
        small
        icon={Play}
        aria-label={t('automation.runName', { name: script.name })}
        onClick={() => setOpen('run')}
      >
        {t('automation.run')}
      </Button>
      <Button
        small
        look="quiet"
        icon={Trash2}
        iconOnly
        aria-label={t('automation.deleteName', { name: script.name })}
        onClick={() => setOpen('delete')}
      >
        {t('ui.delete')}
      </Button>
      {open === 'run' && (
        <RunDialog
          title={t('automation.runName', { name: script.name })}
          about={script.description}
          fields={script.parameters}
          run={execute}
          onStarted={({ id }) => {
            setOpen(null);
            setStarted(id);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {started && (
        <ExecutionDialog id={started} name={script.name} onClose={() => setStarted(null)} />
      )}
      <Confirm
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title={t('automation.deleteName', { name: script.name })}
        about={t('automation.deleteScriptAbout', { path: script.scriptPath })}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setOpen(null) })}
      />
    </li>
  );
}
