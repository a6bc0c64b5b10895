import type { Schemas } from '~/api/client';

interface Seen {
  apps: Schemas['AppView'][];
  devices: Schemas['DeviceView'][];
  /** What the preferences keep. */
  kept: string[];
}

export interface Step {
  id: 'letIn' | 'open' | 'pair';
  done: boolean;
}

/** The first steps with their state; none where all are done or nobody wants to see them. */
export function firstSteps({ apps, devices, kept }: Seen): Step[] {
  const steps: Step[] = [
    { id: 'letIn', done: apps.length > 0 },
    { id: 'open', done: kept.includes('opened') },
    { id: 'pair', done: devices.some(({ status }) => status !== 'pending') },
  ];
  return kept.includes('dismissed') || steps.every(({ done }) => done) ? [] : steps;
}
