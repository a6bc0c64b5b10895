import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import type { Container } from '../queries';
import { ManyLogs } from './ManyLogs';

interface Props {
  containers: Container[];
  onRemove: (name: string) => void;
  onClose: () => void;
}

/** The logs of those that were chosen, below the list. */
export function LogPanel({ containers, onRemove, onClose }: Props) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // In braces: some browsers answer with a promise, which is nothing to clean up with.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={place} className="stack tight log-panel" aria-label={t('containers.logs')}>
      <div className="row apart">
        <h2>{t('containers.logs')}</h2>
        <Button small look="quiet" icon={X} iconOnly onClick={onClose}>
          {t('containers.log.close')}
        </Button>
      </div>
      <ManyLogs containers={containers} onRemove={onRemove} />
    </section>
  );
}
