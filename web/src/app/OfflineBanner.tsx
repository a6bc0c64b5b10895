import { CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLiveState } from '~/api/live/link';
import { t } from '~/lib/i18n';

/** A short gap is nothing to speak of. */
const PATIENCE = 2500;

export function OfflineBanner() {
  const { name } = useLiveState();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (name === 'open') return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [name]);
  if (!late || name === 'open') return null;
  return (
    <div className="offline" role="status">
      <CloudOff size={17} aria-hidden />
      {t('app.offline')}
    </div>
  );
}
