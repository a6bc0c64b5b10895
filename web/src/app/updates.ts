import { whenOpen } from '~/api/live/link';
import { t } from '~/lib/i18n';
import { toast } from '~/ui/toasts';

/** As long as a page may stay open: nobody is to miss it. */
const A_DAY = 86_400_000;

type Workers = Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>;

/** Tells once when other files have taken the place of those that this page was opened with. */
export function whenReplaced(workers: Workers, tell: () => void): void {
  // The first that takes a page over is no news.
  let known = workers.controller !== null;
  let told = false;
  workers.addEventListener('controllerchange', () => {
    if (known && !told) {
      told = true;
      tell();
    }
    known = true;
  });
}

/** Keeps the dashboard's files for when the gateway is away, and says when there are newer ones. */
export function keepFiles(): void {
  const workers = navigator.serviceWorker;
  whenReplaced(workers, () => {
    // Not by itself: something may be half typed.
    const action = { text: t('app.reload'), run: () => window.location.reload() };
    toast(t('app.updated'), { action, millis: A_DAY });
  });
  // Without it, as with a certificate that the browser does not trust, all works but offline.
  workers.register('/_gh/sw.js', { scope: '/_gh/' }).then(lookAfterLosses, () => {});
}

/** A gateway that was away may be back as a newer one. */
function lookAfterLosses(worker: ServiceWorkerRegistration): void {
  let opened = false;
  whenOpen(() => {
    if (opened) worker.update().catch(() => {});
    opened = true;
  });
}
