import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { api, ok } from '~/api/client';
import { Problem } from '~/api/problem';
import { whySignedOut } from '~/api/session';
import { t } from '~/lib/i18n';
import { Skeleton } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Away } from './Away';
import { forget } from './lastSeen';
import { SetupForm } from './SetupForm';
import { SignInForm } from './SignInForm';
import { resume } from './stay';

const setupQuery = {
  queryKey: ['setup'],
  queryFn: () => ok(api.GET('/api/v1/auth/setup-status')),
};

/** Asked once: whoever signed out here does not come back by it. */
const resumeQuery = { queryKey: ['resume'], queryFn: resume, staleTime: Infinity, retry: false };

/** Where nobody is signed in: the first administrator is made, or somebody signs in. */
export function Door() {
  const setup = useQuery(setupQuery);
  const first = setup.data?.setupRequired ?? false;
  const stays = setup.data?.staysSignedIn ?? false;
  const resumed = useQuery({ ...resumeQuery, enabled: stays && whySignedOut() === null });
  const isAway = setup.error instanceof Problem && setup.error.status === 0;
  const { refetch } = setup;
  const onBack = useCallback(() => void refetch(), [refetch]);
  const nobody = setup.isSuccess && (!stays || resumed.data === false);
  useEffect(() => {
    if (nobody) void forget().catch(() => {});
  }, [nobody]);
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
          {({ setupRequired }): ReactNode => {
            if (setupRequired) return <SetupForm onTaken={() => void setup.refetch()} />;
            if (resumed.isLoading) return <Skeleton height={240} />;
            return <SignInForm notice={whySignedOut()} stays={stays} />;
          }}
        </Loaded>
        {isAway && <Away onBack={onBack} />}
      </div>
    </main>
  );
}
