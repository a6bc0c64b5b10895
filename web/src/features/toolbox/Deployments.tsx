import { useQuery } from '@tanstack/react-query';
import {
  Download,
  Ellipsis,
  ExternalLink,
  PackageOpen,
  Play,
  SlidersHorizontal,
  Square,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { appsQuery } from '~/api/queries';
import { bytes } from '~/lib/format';
import { t } from '~/lib/i18n';
import { openApp } from '~/lib/open';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Menu } from '~/ui/Menu';
import { Moment } from '~/ui/Moment';
import { Tag, type Tone } from '~/ui/Status';
import { type Progress, useProgress } from './progress';
import { type Deployment, deploymentsQuery, type Template, useChange } from './queries';
import { RedeployDialog } from './RedeployDialog';
import { RemoveDialog } from './RemoveDialog';

const TONES: Record<string, Tone> = { failed: 'bad', pending: 'accent', deploying: 'accent' };

export function Deployments({ templates }: { templates: Template[] }) {
  const deployments = useQuery(deploymentsQuery);
  return (
    <Loaded query={deployments} height={200}>
      {({ deployments }) =>
        deployments.length === 0 ? (
          <section className="card">
            <Empty icon={PackageOpen} title={t('toolbox.none')}>
              <p>{t('toolbox.noneAbout')}</p>
            </Empty>
          </section>
        ) : (
          <ul className="card flush list">
            {deployments.map((deployment) => (
              <DeploymentRow
                key={deployment.id}
                deployment={deployment}
                template={templates.find(({ id }) => id === deployment.service_template_id)}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

interface RowProps {
  deployment: Deployment;
  template: Template | undefined;
}

function DeploymentRow({ deployment, template }: RowProps) {
  const { id, service_name: name, status, error_message, created_at, route_id } = deployment;
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const progress = useProgress(id);
  const change = useChange(id);
  const app = useQuery(appsQuery).data?.find((each) => each.id === route_id);
  const busy = status === 'pending' || status === 'deploying';
  const up = status === 'deployed';
  const usable = template?.broken ? undefined : template;
  const items = [
    up
      ? { text: t('toolbox.stop'), icon: Square, run: () => change.mutate('stop') }
      : { text: t('toolbox.start'), icon: Play, run: () => change.mutate('start') },
    { text: t('toolbox.update'), icon: Download, run: () => change.mutate('update') },
    {
      text: t('toolbox.change'),
      icon: SlidersHorizontal,
      disabled: !usable,
      run: () => setOpen('change'),
    },
    { text: t('toolbox.remove'), icon: Trash2, danger: true, run: () => setOpen('remove') },
  ];
  return (
    <li>
      <div className="row wrap">
        <div className="grow">
          <h2 className="row">
            <span className="cut">{name}</span>
            {!up && <Tag tone={TONES[status] ?? 'plain'}>{t(`toolbox.status.${status}`)}</Tag>}
          </h2>
          <p className="small muted">
            {template?.name ?? deployment.service_template_id} · <Moment at={created_at} />
          </p>
          {error_message && <p className="small bad break">{error_message}</p>}
        </div>
        {up && app && (
          <Button small icon={ExternalLink} onClick={() => openApp(app.url)}>
            {t('toolbox.open')}
          </Button>
        )}
        {!busy && (
          <Menu items={items}>
            <Button small look="quiet" icon={Ellipsis} iconOnly>
              {t('toolbox.actions', { name })}
            </Button>
          </Menu>
        )}
      </div>
      {progress && <ProgressBar progress={progress} />}
      {open === 'change' && usable && (
        <RedeployDialog deployment={deployment} template={usable} onClose={close} />
      )}
      {open === 'remove' && <RemoveDialog deployment={deployment} onClose={close} />}
    </li>
  );
}

function ProgressBar({ progress }: { progress: Progress }) {
  const { step, service, current, total, message } = progress;
  const known = current !== undefined && total !== undefined && total > 0;
  return (
    <div className="stack tight progress" role="status">
      <p className="small">
        {t(`toolbox.step.${step}`)} {service}{' '}
        <span className="muted">{known ? `${bytes(current)} / ${bytes(total)}` : message}</span>
      </p>
      {known && (
        <div className="meter" aria-hidden>
          <span style={{ width: `${Math.min(100, (current / total) * 100)}%` }} />
        </div>
      )}
    </div>
  );
}
