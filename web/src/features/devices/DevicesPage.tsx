import { useQuery } from '@tanstack/react-query';
import { QrCode, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { devicesQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { DeviceCard } from './DeviceCard';
import { PairDialog } from './PairDialog';
import './devices.css';

/** Those that wait come first, then those that are here. */
const place = (status: string): number => ({ pending: 0, online: 1 })[status] ?? 2;

export default function DevicesPage() {
  const devices = useQuery(devicesQuery);
  const [pairing, setPairing] = useState(false);
  const pair = (
    <Button look="primary" icon={QrCode} onClick={() => setPairing(true)}>
      {t('devices.pair')}
    </Button>
  );
  return (
    <Page title={t('devices.name')} about={t('devices.about')} actions={pair}>
      <Loaded query={devices} height={200}>
        {(found) => {
          if (found.length === 0) {
            return (
              <section className="card">
                <Empty icon={Smartphone} title={t('devices.none')}>
                  <p>{t('devices.noneAbout')}</p>
                </Empty>
              </section>
            );
          }
          const sorted = [...found].sort(
            (a, b) => place(a.status) - place(b.status) || a.deviceName.localeCompare(b.deviceName),
          );
          return (
            <ul className="devices">
              {sorted.map((device) => (
                <DeviceCard key={device.deviceId} device={device} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
    </Page>
  );
}
