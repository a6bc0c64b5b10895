import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followEvents } from './api/live/follow';
import { startLive } from './api/live/link';
import { followSystem } from './api/live/system';
import { queryClient } from './api/queries';
import { App } from './app/App';
import { keepFiles } from './app/updates';
import { keepSession } from './features/session/keep';
import { keepLastSeen } from './features/session/lastSeen';
import { keepPreferences } from './features/session/preferences';
import { followLanguage, loadLanguage } from './lib/i18n';
import { applyTheme, followOtherTabs, onPrefs } from './lib/prefs';
import './ui/css/index.css';

applyTheme();
onPrefs(applyTheme);
followOtherTabs();
followLanguage();
startLive();
followEvents(queryClient);
followSystem();
keepSession();
keepLastSeen();
keepPreferences();

const root = document.getElementById('root');
void loadLanguage().then(() => {
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
});

if ('serviceWorker' in navigator && import.meta.env.PROD) keepFiles();
