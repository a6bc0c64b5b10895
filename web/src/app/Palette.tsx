import * as Radix from '@radix-ui/react-dialog';
import { useQuery } from '@tanstack/react-query';
import { Keyboard, LogOut, type LucideIcon, Moon, SquareArrowOutUpRight, Sun } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { appsQuery } from '~/api/queries';
import { signOut } from '~/features/session/keep';
import { t } from '~/lib/i18n';
import { openApp } from '~/lib/open';
import { setPrefs } from '~/lib/prefs';
import { ranked } from '~/lib/search';
import { PLACES } from './navigation';
import { go } from './router';

export interface Entry {
  id: string;
  text: string;
  hint: string;
  icon: LucideIcon;
  run: () => void;
}

function useEntries(onHelp: () => void): Entry[] {
  const apps = useQuery(appsQuery).data;
  return useMemo(() => {
    const pages = PLACES.map(({ path, icon, name }) => {
      return { id: `page-${path}`, text: t(name), hint: t('app.page'), icon, run: () => go(path) };
    });
    const opened = (apps ?? []).map((app) => {
      const icon = SquareArrowOutUpRight;
      const run = () => openApp(app.url);
      return { id: `app-${app.id}`, text: app.name, hint: t('app.openApp'), icon, run };
    });
    const action = (id: string, text: string, icon: LucideIcon, run: () => void) => {
      return { id, text, hint: t('app.action'), icon, run };
    };
    return [
      ...pages,
      ...opened,
      action('light', t('app.light'), Sun, () => setPrefs({ theme: 'light' })),
      action('dark', t('app.dark'), Moon, () => setPrefs({ theme: 'dark' })),
      action('help', t('app.shortcuts'), Keyboard, onHelp),
      action('out', t('session.signOut'), LogOut, () => void signOut()),
    ];
  }, [apps, onHelp]);
}

/** What can be done to things. It is looked for once, when something is typed. */
function useVerbs(): [Entry[], (typed: string) => void] {
  const [verbs, setVerbs] = useState<Entry[]>([]);
  const looked = useRef(false);
  const look = (typed: string) => {
    if (looked.current) return;
    looked.current = true;
    // Without it the palette still opens apps and pages.
    import('./verbs').then(({ findVerbs }) => findVerbs(typed, setVerbs)).catch(() => {});
  };
  return [verbs, look];
}

export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const entries = useEntries(onHelp);
  const [verbs, look] = useVerbs();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const all = text.trim() === '' ? entries : [...entries, ...verbs];
  const found = ranked(all, text, (entry) => entry.text).slice(0, 50);
  const chosen = found[Math.min(at, found.length - 1)];

  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(chosen);
    if (!step || found.length === 0) return;
    event.preventDefault();
    const next = (at + step + found.length) % found.length;
    setAt(next);
    document.getElementById(`${id}-${found[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="shade" />
        <Radix.Content className="dialog palette" aria-describedby={undefined}>
          <Radix.Title className="hidden-text">{t('app.find')}</Radix.Title>
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
            aria-label={t('app.find')}
            placeholder={t('app.findHint')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value.trim() !== '') look(event.target.value);
              setAt(0);
            }}
            onKeyDown={press}
          />
          <div
            id={`${id}-list`}
            className="found"
            role="listbox"
            aria-label={t('app.find')}
            tabIndex={-1}
          >
            {found.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
              <div
                key={entry.id}
                id={`${id}-${entry.id}`}
                role="option"
                aria-selected={entry === chosen}
                onClick={() => run(entry)}
                onMouseMove={() => setAt(found.indexOf(entry))}
              >
                <entry.icon size={18} aria-hidden />
                <span className="cut">{entry.text}</span>
                <span className="hint">{entry.hint}</span>
              </div>
            ))}
          </div>
          {found.length === 0 && <p className="empty">{t('app.nothingFound')}</p>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
