import { prefs, setPrefs } from './prefs';

/** Opens an app in a tab of its own that knows nothing of ours. */
export function openApp(url: string): void {
  noteOpened();
  window.open(url, '_blank', 'noopener');
}

/** One of the first steps is done: nothing else tells that a person ever opened an app. */
export function noteOpened(): void {
  const { steps } = prefs();
  if (!steps.includes('opened')) setPrefs({ steps: [...steps, 'opened'] });
}
