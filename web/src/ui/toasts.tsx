import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { messageOf } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from './Button';

interface Toast {
  id: number;
  text: string;
  bad: boolean;
  action?: { text: string; run: () => void };
}

interface Options {
  action?: Toast['action'];
  bad?: boolean;
  millis?: number;
}

let toasts: Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: Toast[]): void {
  toasts = next.slice(-4);
  for (const listener of listeners) listener();
}

const remove = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Says something in passing. Returns what takes it away. */
export function toast(text: string, { action, bad = false, millis }: Options = {}): () => void {
  const id = ++last;
  set([...toasts, { id, text, bad, action }]);
  setTimeout(() => remove(id), millis ?? (bad || action ? 8000 : 4000));
  return () => remove(id);
}

export const complain = (error: unknown): void => void toast(messageOf(error), { bad: true });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className="toasts" aria-live="polite" aria-label={t('ui.messages')}>
      {shown.map(({ id, text, bad, action }) => (
        <div key={id} className={bad ? 'toast bad' : 'toast'} role={bad ? 'alert' : undefined}>
          <span className="grow break">{text}</span>
          {action && (
            <Button
              small
              onClick={() => {
                remove(id);
                action.run();
              }}
            >
              {action.text}
            </Button>
          )}
          <Button small icon={X} iconOnly onClick={() => remove(id)}>
            {t('ui.close')}
          </Button>
        </div>
      ))}
    </section>
  );
}
