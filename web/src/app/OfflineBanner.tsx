import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLiveState } from '~/api/live/link';
import { useSession } from '~/api/session';
import { clock } from '~/lib/format';
import { t } from '~/lib/i18n';

/** A short gap is nothing to speak of. */
const PATIENCE = 2500;

export function OfflineBanner() {
  const { name } = useLiveState();
  const ended = useSession()?.ended;
  const [late, setLate] = useState(false);
  const [lostAt, setLostAt] = useState(Date.now);
  const isOpen = name === 'open';
  useEffect(() => {
    if (isOpen) return setLate(false);
    setLostAt(Date.now());
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isOpen]);
  // Without a session there is no socket, although the gateway answers.
  const isShown = late && !isOpen && !ended;
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-old', isShown);
    return () => root.removeAttribute('data-old');
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className="offline" role="status">
      <CloudOff size={17} aria-hidden />
      {t('app.offline', { time: clock(lostAt) })}
    </div>
  );
}
