import { useLocation } from '@tanstack/react-router';
import { ChevronsUpDown, Ellipsis, LogOut, Search, Settings } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '~/api/session';
import { signOut } from '~/features/session/keep';
import { t } from '~/lib/i18n';
import { Dialog } from '~/ui/Dialog';
import { Menu } from '~/ui/Menu';
import { Link } from './Link';
import { ENTRIES, type Entry, isInBar, pathOf } from './navigation';
import { go } from './router';
import { useWaiting, Waiting } from './waiting';

const COMMAND = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '') ? '⌘ K' : 'Ctrl K';

const sum = (counts: (number | undefined)[]): number =>
  counts.reduce<number>((total, count) => total + (count ?? 0), 0);

/** An entry is the current one on any of its pages. */
function useEntryLinks() {
  const waiting = useWaiting();
  const current = pathOf(useLocation().pathname);
  return ({ paths }: Entry) => ({
    count: sum(paths.map((path) => waiting[path])),
    current: paths.includes(current) ? ('page' as const) : undefined,
  });
}

export function SideBar({ onFind }: { onFind: () => void }) {
  const linkOf = useEntryLinks();
  const username = useSession()?.user.username ?? '';
  const item = (entry: Entry) => {
    const { path, icon: Icon, name } = entry;
    const { count, current } = linkOf(entry);
    return (
      <li key={path}>
        <Link to={path} aria-current={current}>
          <Icon size={18} strokeWidth={1.9} aria-hidden />
          {t(name)}
          <Waiting count={count} />
        </Link>
      </li>
    );
  };
  return (
    <aside className="side" aria-label="Gatehouse">
      <Link to="" className="brand">
        <img src="/_gh/icon.svg" alt="" width="28" height="28" />
        Gatehouse
      </Link>
      <button type="button" className="find" onClick={onFind}>
        <Search size={16} aria-hidden />
        {t('app.find')}
        <span className="kbd" aria-hidden>
          {COMMAND}
        </span>
      </button>
      <nav className="nav" aria-label={t('app.pages')}>
        <ul className="nav">{ENTRIES.map(item)}</ul>
      </nav>
      <footer>
        <Menu
          align="start"
          items={[
            { text: t('settings.name'), icon: Settings, run: () => go('settings') },
            { text: t('session.signOut'), icon: LogOut, run: () => void signOut() },
          ]}
        >
          <button type="button" className="who">
            <span className="avatar" aria-hidden>
              {username.slice(0, 1).toUpperCase()}
            </span>
            <span className="cut grow">{username}</span>
            <ChevronsUpDown size={15} aria-hidden />
          </button>
        </Menu>
      </footer>
    </aside>
  );
}

export function BottomBar({ onFind }: { onFind: () => void }) {
  const linkOf = useEntryLinks();
  const [more, setMore] = useState(false);
  return (
    <nav className="bar" aria-label={t('app.pages')}>
      {ENTRIES.filter(isInBar).map((entry) => {
        const { path, icon: Icon, name } = entry;
        const { count, current } = linkOf(entry);
        return (
          <Link key={path} to={path} aria-current={current}>
            <Icon size={21} strokeWidth={1.9} aria-hidden />
            {t(name)}
            <Waiting count={count} />
          </Link>
        );
      })}
      <button type="button" onClick={onFind}>
        <Search size={21} aria-hidden />
        {t('app.findShort')}
      </button>
      <button type="button" onClick={() => setMore(true)}>
        <Ellipsis size={21} aria-hidden />
        {t('ui.more')}
      </button>
      <Dialog open={more} onClose={() => setMore(false)} title={t('ui.more')}>
        <ul className="nav">
          {ENTRIES.filter((entry) => !isInBar(entry)).map((entry) => {
            const { path, icon: Icon, name } = entry;
            const { count, current } = linkOf(entry);
            return (
              <li key={path}>
                <Link to={path} aria-current={current} onClick={() => setMore(false)}>
                  <Icon size={19} aria-hidden />
                  {t(name)}
                  <Waiting count={count} />
                </Link>
              </li>
            );
          })}
        </ul>
        <div className="stack tight more-actions">
          <button type="button" className="button wide" onClick={() => void signOut()}>
            <LogOut size={17} aria-hidden />
            {t('session.signOut')}
          </button>
        </div>
      </Dialog>
    </nav>
  );
}
