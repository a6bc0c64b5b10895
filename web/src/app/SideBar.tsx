import { useQuery } from '@tanstack/react-query';
import { ChevronsUpDown, Ellipsis, LogOut, Search, Settings } from 'lucide-react';
import { useState } from 'react';
import { devicesQuery, proposalsQuery } from '~/api/queries';
import { useSession } from '~/api/session';
import { signOut } from '~/features/session/keep';
import { t } from '~/lib/i18n';
import { Dialog } from '~/ui/Dialog';
import { Menu } from '~/ui/Menu';
import { Link } from './Link';
import { PLACES, type Place } from './navigation';
import { go } from './router';

const GROUPS = ['main', 'people', 'gateway'] as const;
const COMMAND = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '') ? '⌘ K' : 'Ctrl K';

/** How many things wait for somebody on a page. */
function useWaiting(): Record<string, number> {
  const proposals = useQuery(proposalsQuery).data ?? [];
  const devices = useQuery(devicesQuery).data ?? [];
  const pending = devices.filter((device) => device.status === 'pending');
  return { discovery: proposals.length, devices: pending.length };
}

function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="count">
      {count}
      <span className="hidden-text"> {t('app.waiting')}</span>
    </span>
  );
}

export function SideBar({ onFind }: { onFind: () => void }) {
  const waiting = useWaiting();
  const username = useSession()?.user.username ?? '';
  const entry = ({ path, icon: Icon, name }: Place) => (
    <li key={path}>
      <Link to={path}>
        <Icon size={18} strokeWidth={1.9} aria-hidden />
        {t(name)}
        <Waiting count={waiting[path]} />
      </Link>
    </li>
  );
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
        {GROUPS.map((group) => (
          <div key={group}>
            {group !== 'main' && <div className="nav-label">{t(`app.group.${group}`)}</div>}
            <ul className="nav">{PLACES.filter((place) => place.group === group).map(entry)}</ul>
          </div>
        ))}
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
  const waiting = useWaiting();
  const [more, setMore] = useState(false);
  return (
    <nav className="bar" aria-label={t('app.pages')}>
      {PLACES.filter((place) => place.bar).map(({ path, icon: Icon, name }) => (
        <Link key={path} to={path}>
          <Icon size={21} strokeWidth={1.9} aria-hidden />
          {t(name)}
          <Waiting count={waiting[path]} />
        </Link>
      ))}
      <button type="button" onClick={() => setMore(true)}>
        <Ellipsis size={21} aria-hidden />
        {t('ui.more')}
      </button>
      <Dialog open={more} onClose={() => setMore(false)} title={t('ui.more')}>
        <ul className="nav">
          {PLACES.filter((place) => !place.bar).map(({ path, icon: Icon, name }) => (
            <li key={path}>
              <Link to={path} onClick={() => setMore(false)}>
                <Icon size={19} aria-hidden />
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
        <div className="stack tight more-actions">
          <button
            type="button"
            className="button wide"
            onClick={() => {
              setMore(false);
              onFind();
            }}
          >
            <Search size={17} aria-hidden />
            {t('app.find')}
          </button>
          <button type="button" className="button wide" onClick={() => void signOut()}>
            <LogOut size={17} aria-hidden />
            {t('session.signOut')}
          </button>
        </div>
      </Dialog>
    </nav>
  );
}
