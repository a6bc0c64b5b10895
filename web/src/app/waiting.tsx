import { useQuery } from '@tanstack/react-query';
import { devicesQuery, proposalsQuery } from '~/api/queries';
import { t } from '~/lib/i18n';

/** How many things wait for somebody on a page. */
export function useWaiting(): Record<string, number> {
  const proposals = useQuery(proposalsQuery).data ?? [];
  const devices = useQuery(devicesQuery).data ?? [];
  const pending = devices.filter((device) => device.status === 'pending');
  return { discovery: proposals.length, devices: pending.length };
}

export function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="count">
      {count}
      <span className="hidden-text"> {t('app.waiting')}</span>
    </span>
  );
}
