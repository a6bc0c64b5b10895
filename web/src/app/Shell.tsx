import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Badge } from './Badge';
import { OfflineBanner } from './OfflineBanner';
import { Palette } from './Palette';
import { SectionTabs } from './SectionTabs';
import { BottomBar, SideBar } from './SideBar';
import { ShortcutHelp, useShortcuts } from './shortcuts';

/** What stands around every page. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  useShortcuts(setOpen);
  const close = () => setOpen(null);
  return (
    <div className="shell">
      <a href="#content" className="button primary skip">
        {t('app.skip')}
      </a>
      <SideBar onFind={() => setOpen('palette')} />
      <div className="body">
        <header>
          <OfflineBanner />
        </header>
        <main id="content" className="main" tabIndex={-1}>
          <SectionTabs />
          <Outlet />
        </main>
      </div>
      <BottomBar onFind={() => setOpen('palette')} />
      {open === 'palette' && <Palette onClose={close} onHelp={() => setOpen('help')} />}
      <ShortcutHelp open={open === 'help'} onClose={close} />
      <Badge />
    </div>
  );
}
