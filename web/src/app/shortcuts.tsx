import { useEffect } from 'react';
import { t } from '~/lib/i18n';
import { Dialog } from '~/ui/Dialog';
import { PLACES } from './navigation';
import { go } from './router';

type Opener = (what: 'palette' | 'help') => void;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** How long the second letter may take. */
const PATIENCE = 1200;

export function useShortcuts(open: Opener): void {
  useEffect(() => {
    let armedAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return open('palette');
      }
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!plain || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      if (event.key === '?') return open('help');
      if (event.key === '/') {
        event.preventDefault();
        return document.querySelector<HTMLElement>('main input[type=search]')?.focus();
      }
      if (event.key === 'g') {
        armedAt = event.timeStamp;
        return;
      }
      const place = PLACES.find(({ letter }) => letter === event.key);
      if (place && event.timeStamp - armedAt < PATIENCE) go(place.path);
      armedAt = Number.NEGATIVE_INFINITY;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
}

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const rows: [string, string[]][] = [
    [t('app.find'), ['Ctrl', 'K']],
    [t('app.searchPage'), ['/']],
    [t('app.shortcuts'), ['?']],
    ...PLACES.map(({ name, letter }): [string, string[]] => [t(name), ['g', letter]]),
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('app.shortcuts')}>
      <ul className="list">
        {rows.map(([text, keys]) => (
          <li key={text} className="row apart">
            {text}
            <span className="row">
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
