import { RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from '~/api/session';
import { Door } from '~/features/session/Door';
import { SignInAgain } from '~/features/session/SignInAgain';
import { useLanguage } from '~/lib/i18n';
import { Toasts } from '~/ui/toasts';
import { addressOf } from './navigation';
import { router } from './router';

const PairPage = lazy(async () => {
  const { PairPage } = await import('~/features/pair/PairPage');
  return { default: PairPage };
});

/** Nobody comes past the door without a session; the address stays what it is. */
export function App() {
  const language = useLanguage();
  const pairing = window.location.pathname === addressOf('pair');
  return (
    <>
      {pairing ? (
        <Suspense>
          <PairPage key={language} />
        </Suspense>
      ) : (
        <Inside key={language} />
      )}
      <Toasts />
    </>
  );
}

function Inside() {
  const session = useSession();
  if (!session) return <Door />;
  return (
    <>
      <RouterProvider router={router} />
      <SignInAgain />
    </>
  );
}
