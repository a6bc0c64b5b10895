import { useQuery } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { millis } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { Loaded } from '~/ui/Loaded';
import { LogBuffer } from '~/ui/log/buffer';
import { LogView } from '~/ui/log/LogView';
import { Moment } from '~/ui/Moment';
import { followOutput } from './output';
import { type Execution, executionQuery, useCancel } from './queries';
import { isOver, StatusTag, tookSeconds } from './state';

interface Props {
  id: string;
  name: string;
  onClose: () => void;
}

/** One run of a script: what it writes as it writes it, and how it ended. */
export function ExecutionDialog({ id, name, onClose }: Props) {
  const execution = useQuery(executionQuery(id));
  return (
    <Dialog open wide onClose={onClose} title={name}>
      <Loaded query={execution} height={300}>
        {(found) => <Output execution={found} name={name} />}
      </Loaded>
    </Dialog>
  );
}

const asLines = (texts: string[]) => texts.map((text) => ({ at: null, stream: 'stdout', text }));

function useOutput({ id, output, status }: Execution): LogBuffer {
  const [buffer] = useState(() => new LogBuffer());
  const over = isOver(status);
  useEffect(() => {
    if (!over) return followOutput(id, (lines) => buffer.append(asLines(lines)));
    // The record has all of it.
    buffer.clear();
    if (output) buffer.append(asLines(output.replace(/\n$/, '').split('\n')));
  }, [buffer, id, output, over]);
  return buffer;
}

function Output({ execution, name }: { execution: Execution; name: string }) {
  const { id, status, exitCode, errorMessage, triggeredBy, createdAt, isDryRun } = execution;
  const buffer = useOutput(execution);
  const cancel = useCancel(id);
  const seconds = tookSeconds(execution);
  return (
    <div className="stack">
      <p className="row wrap small muted">
        <StatusTag status={status} />
        {isDryRun && <span>{t('automation.dryRun')}</span>}
        {exitCode != null && exitCode !== 0 && (
          <span>{t('automation.exit', { code: exitCode })}</span>
        )}
        <span>
          {t('automation.by', { name: triggeredBy.replace(/^user:/, '') })}{' '}
          <Moment at={createdAt} />
        </span>
        {seconds !== null && <span>{t('automation.took', { time: millis(seconds * 1000) })}</span>}
        <span className="grow" />
        {!isOver(status) && (
          <Button
            small
            look="danger"
            icon={Square}
            busy={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('automation.cancel')}
          </Button>
        )}
      </p>
      {errorMessage && (
        <p className="notice bad break" role="alert">
          {errorMessage}
        </p>
      )}
      {execution.outputTruncated && <p className="notice warn">{t('automation.cut')}</p>}
      <LogView
        buffer={buffer}
        label={t('automation.output')}
        file={`${name}-${id}`}
        empty={t('automation.silent')}
      />
    </div>
  );
}
