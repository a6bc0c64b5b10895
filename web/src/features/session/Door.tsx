import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { api, ok } from '~/api/client';
import { whySignedOut } from '~/api/session';
import { t } from '~/lib/i18n';
import { Loaded } from '~/ui/Loaded';
import { SetupForm } from './SetupForm';
import { SignInForm } from './SignInForm';

const setupQuery = {
  queryKey: ['setup'],
  queryFn: () => ok(api.GET('/api/v1/auth/setup-status')),
};

/** Where nobody is signed in: the first administrator is made, or somebody signs in. */
export function Door() {
  const setup = useQuery(setupQuery);
  const first = setup.data?.setupRequired ?? false;
  const title = first ? t('session.welcome') : t('session.signIn');
  useEffect(() => {
    document.title = `${title} · Gatehouse`;
  }, [title]);
  return (
    <main className="door">
      <div className="door-card">
        <header className="door-head">
          <img src="/_gh/icon.svg" alt="" width="56" height="56" />
          <div>
            <h1>{title}</h1>
            <p>{first ? t('session.setupAbout') : t('session.signInAbout')}</p>
          </div>
        </header>
        <Loaded query={setup} height={240}>
          {({ setupRequired }): ReactNode =>
            setupRequired ? (
              <SetupForm onTaken={() => void setup.refetch()} />
            ) : (
              <SignInForm notice={whySignedOut()} />
            )
          }
        </Loaded>
      </div>
    </main>
  );
}
