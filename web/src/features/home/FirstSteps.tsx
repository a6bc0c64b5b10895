import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { appsQuery, devicesQuery, proposalsQuery } from '~/api/queries';
import { Link } from '~/app/Link';
import { t } from '~/lib/i18n';
import { noteOpened } from '~/lib/open';
import { prefs, setPrefs, usePrefs } from '~/lib/prefs';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { firstSteps, type Step } from './steps';

const dismiss = () => setPrefs({ steps: [...prefs().steps, 'dismissed'] });

/** What is still to be done after set-up. It reads only what the page has read anyway. */
export function useFirstSteps(): Step[] {
  const apps = useQuery(appsQuery).data;
  const devices = useQuery(devicesQuery).data;
  const kept = usePrefs().steps;
  // Whoever may not see one of them cannot do these steps.
  return apps && devices ? firstSteps({ apps, devices, kept }) : [];
}

export function FirstSteps({ steps }: { steps: Step[] }) {
  const app = useQuery(appsQuery).data?.[0];
  const found = useQuery(proposalsQuery).data?.length ?? 0;
  if (steps.length === 0) return null;
  const links: Record<Step['id'], ReactNode> = {
    letIn: <Link to="discovery">{t('home.steps.letIn')}</Link>,
    open: app ? (
      <a href={app.url} target="_blank" rel="noopener noreferrer" onClick={noteOpened}>
        {t('home.steps.openName', { name: app.name })}
      </a>
    ) : (
      t('home.steps.open')
    ),
    pair: <Link to="devices">{t('home.steps.pair')}</Link>,
  };
  const close = (
    <Button small look="quiet" icon={X} iconOnly onClick={dismiss}>
      {t('home.steps.dismiss')}
    </Button>
  );
  return (
    <Card title={t('home.steps.name')} actions={close}>
      <ol className="list">
        {steps.map(({ id, done }) => (
          <li key={id} className="row">
            <Tick done={done} />
            <div className="grow">
              {links[id]}
              {id === 'letIn' && !done && <ByHand />}
            </div>
            {id === 'letIn' && !done && found > 0 && (
              <span className="small muted">{t('discovery.found', { count: found })}</span>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function ByHand() {
  return (
    <p className="small muted">
      {t('home.noAppsAbout')} <Link to="apps">{t('home.addByHand')}</Link>
    </p>
  );
}

function Tick({ done }: { done: boolean }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <>
      <Icon size={18} className={done ? 'good' : 'muted'} aria-hidden />
      <span className="hidden-text">{t(done ? 'home.steps.done' : 'home.steps.toDo')}</span>
    </>
  );
}
