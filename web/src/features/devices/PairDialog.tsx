import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock, RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api, ok } from '~/api/client';
import { on } from '~/api/live/link';
import { countdown } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { Loaded } from '~/ui/Loaded';
import { QrImage } from '~/ui/QrImage';

interface Arrived {
  deviceName: string;
  pending: boolean;
}

/** How long the good news stays before the dialog closes itself. */
const JOY = 2500;

/** The device that came in since this was opened. */
function useArrival(): Arrived | null {
  const [arrived, setArrived] = useState<Arrived | null>(null);
  useEffect(() => {
    const hear = (pending: boolean) => (data: { deviceName: string }) =>
      setArrived({ deviceName: data.deviceName, pending });
    const ends = [on('device_paired', hear(false)), on('device_pending', hear(true))];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return arrived;
}

function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : until - now / 1000;
}

export function PairDialog({ onClose }: { onClose: () => void }) {
  const arrived = useArrival();
  useEffect(() => {
    if (!arrived) return;
    const timer = setTimeout(onClose, JOY);
    return () => clearTimeout(timer);
  }, [arrived, onClose]);
  return (
    <Dialog open onClose={onClose} title={t('devices.pair')} about={t('devices.pairAbout')}>
      {arrived ? <Welcome {...arrived} /> : <Code />}
    </Dialog>
  );
}

/** Where a phone without the app types the code. */
const pairAddress = (base: string): string => `${base.replace(/\/$/, '')}/_gh/pair`;

function Code() {
  // Each code is for one device and is made when it is shown.
  const code = useQuery({
    queryKey: ['pairing-code'],
    queryFn: () =>
      ok(api.GET('/api/v1/auth/qr')) as Promise<{
        qr: { u: string; c: string };
        code: string;
        expiresAt: number;
      }>,
    gcTime: 0,
    staleTime: 0,
  });
  const left = useSecondsLeft(code.data?.expiresAt);
  return (
    <Loaded query={code} height={340}>
      {({ qr, code: text }) => (
        <div className="pairing">
          <div className={left > 0 ? 'qr' : 'qr over'}>
            <QrImage text={JSON.stringify(qr)} label={t('devices.qr')} />
          </div>
          {left > 0 ? (
            <>
              <p>
                <span className="small muted">{t('devices.orType')} </span>
                <code className="pairing-code">{text}</code>
              </p>
              <p className="muted small numbers" role="timer">
                <Clock size={14} aria-hidden /> {t('devices.validFor', { time: countdown(left) })}
              </p>
            </>
          ) : (
            <Button look="primary" icon={RefreshCw} onClick={() => void code.refetch()}>
              {t('devices.newCode')}
            </Button>
          )}
          <p className="small muted break">
            {t('devices.withoutApp')} <a href={pairAddress(qr.u)}>{pairAddress(qr.u)}</a>
          </p>
        </div>
      )}
    </Loaded>
  );
}

function Welcome({ deviceName, pending }: Arrived) {
  return (
    <div className="pairing" role="status">
      <CircleCheck size={56} className="good" strokeWidth={1.5} aria-hidden />
      <h3>{t(pending ? 'devices.waits' : 'devices.isIn', { name: deviceName })}</h3>
    </div>
  );
}
