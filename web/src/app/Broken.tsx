import type { ErrorComponentProps } from '@tanstack/react-router';
import { Bug } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';

/** Stands where a page broke; the rest of the dashboard goes on. */
export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <section className="card" role="alert">
      <Empty icon={Bug} title={t('app.broken')}>
        <p>{t('app.brokenAbout')}</p>
        <p className="small muted break">{String(error)}</p>
        <Button onClick={reset}>{t('ui.again')}</Button>
      </Empty>
    </section>
  );
}
