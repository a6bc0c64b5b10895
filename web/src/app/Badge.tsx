import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { appsQuery, devicesQuery, healthQuery, proposalsQuery } from '~/api/queries';
import { concerns } from '~/features/home/concerns';

/** The number on the icon of the installed app, where the system shows one. */
function show(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // Refused where it is not installed: then there is no icon either.
  navigator.setAppBadge(count).catch(() => {});
}

/** As many as Home has lines that somebody should look at. */
export function Badge() {
  const { data: devices = [] } = useQuery(devicesQuery);
  const { data: proposals = [] } = useQuery(proposalsQuery);
  // Home asks for these, and it is where the app begins.
  const { data: apps = [] } = useQuery({ ...appsQuery, enabled: false });
  const { data: health } = useQuery({ ...healthQuery, enabled: false });
  const count = concerns({ apps, devices, proposals, health }).length;
  useEffect(() => show(count), [count]);
  // Whoever signs out is not told any more.
  useEffect(() => () => show(0), []);
  return null;
}
