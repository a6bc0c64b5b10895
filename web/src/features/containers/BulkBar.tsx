import { FileDown, Play, RotateCw, ScrollText, Square } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { ExportDialog } from './ExportDialog';
import { type BulkResult, type Container, useActOnAll, type Verb } from './queries';

const ICONS = { start: Play, restart: RotateCw, stop: Square };
const VERBS: Verb[] = ['start', 'restart', 'stop'];

interface Props {
  containers: Container[];
  onRead: (containers: Container[]) => void;
  onClear: () => void;
}

/** What to do with all that were chosen: first what will happen, then what did. */
export function BulkBar({ containers, onRead, onClear }: Props) {
  const [open, setOpen] = useState<Verb | 'export' | null>(null);
  if (containers.length === 0) return null;
  const close = () => setOpen(null);
  return (
    <section className="bulk-bar" aria-label={t('containers.chosen')}>
      <span className="strong">{t('containers.count', { count: containers.length })}</span>
      {VERBS.map((verb) => (
        <Button key={verb} small icon={ICONS[verb]} onClick={() => setOpen(verb)}>
          {t(`containers.verb.${verb}`)}
        </Button>
      ))}
      <Button small icon={ScrollText} onClick={() => onRead(containers)}>
        {t('containers.logs')}
      </Button>
      <Button small icon={FileDown} onClick={() => setOpen('export')}>
        {t('containers.export')}
      </Button>
      <Button small look="quiet" onClick={onClear}>
        {t('containers.clear')}
      </Button>
      {open === 'export' && <ExportDialog containers={containers} onClose={close} />}
      {open && open !== 'export' && (
        <BulkDialog verb={open} containers={containers} onClose={close} />
      )}
    </section>
  );
}

interface DialogProps {
  verb: Verb;
  containers: Container[];
  onClose: () => void;
}

function BulkDialog({ verb, containers, onClose }: DialogProps) {
  const act = useActOnAll();
  const run = () =>
    act.mutate(
      { verb, containers },
      { onSuccess: ({ results }) => results.every(({ success }) => success) && onClose() },
    );
  const title = t(`containers.plan.${verb}`, { count: containers.length });
  if (act.data) return <Results result={act.data} onClose={onClose} />;
  const footer = (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button
        look={verb === 'start' ? 'primary' : 'danger primary'}
        busy={act.isPending}
        onClick={run}
      >
        {t(`containers.verb.${verb}`)}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      about={t(`containers.means.${verb}`)}
      footer={footer}
    >
      <ul className="list">
        {containers.map(({ id, name, image }) => (
          <li key={id} className="row apart">
            <span className="strong cut">{name}</span>
            <span className="small muted cut">{image}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Results({ result, onClose }: { result: BulkResult; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('containers.results')}>
      <ul className="list">
        {result.results.map(({ id, name, success, error }) => (
          <li key={id}>
            <p className="row apart">
              <span className="strong cut">{name}</span>
              <span className={success ? 'good' : 'bad'}>
                {success ? t('containers.done') : t('containers.failed')}
              </span>
            </p>
            {error && <p className="small muted break">{error}</p>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
