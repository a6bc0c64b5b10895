import { signedOut, useSession } from '~/api/session';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SignInForm } from './SignInForm';

/** Stands over the page when a session ends, so that nothing is lost that was typed there. */
export function SignInAgain() {
  const session = useSession();
  if (!session?.ended) return null;
  // With the reason, as otherwise the browser would be asked whether it is still signed in.
  const leave = () => signedOut(t('session.ended'));
  const footer = (
    <Button look="quiet" onClick={leave}>
      {t('session.signOut')}
    </Button>
  );
  return (
    <Dialog open title={t('session.signIn')} about={t('session.again')} footer={footer}>
      <SignInForm notice={null} username={session.user.username} />
    </Dialog>
  );
}
