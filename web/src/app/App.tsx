import { RouterProvider } from '@tanstack/react-router';
import { useSession } from '~/api/session';
import { Door } from '~/features/session/Door';
import { useLanguage } from '~/lib/i18n';
import { Toasts } from '~/ui/toasts';
import { router } from './router';

/** Nobody comes past the door without a session; the address stays what it is. */
export function App() {
  const session = useSession();
  const language = useLanguage();
  return (
    <>
      {session ? <RouterProvider key={language} router={router} /> : <Door key={language} />}
      <Toasts />
    </>
  );
}
