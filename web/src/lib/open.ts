/** Opens an app in a tab of its own that knows nothing of ours. */
export function openApp(url: string): void {
  window.open(url, '_blank', 'noopener');
}
