import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLiveState } from '~/api/live/link';
import { useSession } from '~/api/session';
import { t } from '~/lib/i18n';

/** A short gap is nothing to speak of. */
const PATIENCE = 2500;

export function OfflineBanner() {
  const { name } = useLiveState();
  const ended = useSession()?.ended;
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (name === 'open') return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [name]);
  // Without a session there is no socket, although the gateway answers.
  if (!late || name === 'open' || ended) return null;
  return (
    <div className="offline" role="status">
      <CloudOff size={17} aria-hidden />
      {t('app.offline')}
    </div>
  );
}
