import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Tag } from '~/ui/Status';
import type { Plan } from './queries';

/** What will happen, in the order in which it does. */
export function PlanCard({ plan }: { plan: Plan }) {
  const rights = rightsOf(plan.privileges);
  return (
    <>
      <Card title={t('toolbox.will')}>
        <div className="stack">
          {plan.refusal && (
            <p className="notice bad" role="alert">
              {plan.refusal}
            </p>
          )}
          {plan.warnings.map((warning) => (
            <p key={warning} className="notice warn">
              {warning}
            </p>
          ))}
          <ul className="list plan">
            {plan.services.map(({ name, image, image_present, ports }) => (
              <li key={name} className="row wrap apart">
                <span className="break">
                  {t('toolbox.run')} <code>{image}</code>
                  {ports.length > 0 && <span className="muted small"> {ports.join(', ')}</span>}
                </span>
                <span className="small muted">
                  {image_present ? t('toolbox.here') : t('toolbox.pulled')}
                </span>
              </li>
            ))}
            {plan.networks.map((name) => (
              <li key={`network-${name}`}>{t('toolbox.network', { name })}</li>
            ))}
            {plan.volumes.map((name) => (
              <li key={`volume-${name}`} className="row wrap apart">
                <span className="break">{t('toolbox.volume', { name })}</span>
                <span className="small muted">{t('toolbox.kept')}</span>
              </li>
            ))}
            {plan.folders.map((path) => (
              <li key={`folder-${path}`}>{t('toolbox.folder', { path })}</li>
            ))}
            {plan.route && <li>{t('toolbox.address', { path: plan.route.path })}</li>}
          </ul>
        </div>
      </Card>
      <Card
        title={t('toolbox.privileges')}
        actions={
          <Tag tone={rights.length === 0 ? 'good' : 'warn'}>
            {rights.length === 0 ? t('toolbox.ordinary') : t('toolbox.more')}
          </Tag>
        }
      >
        {rights.length === 0 ? (
          <p className="small muted">{t('toolbox.ordinaryAbout')}</p>
        ) : (
          <ul className="list">
            {rights.map((right) => (
              <li key={right} className="small break">
                {right}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <details className="card">
        <summary>{t('toolbox.compose')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <pre className="code-block mono" tabIndex={0}>
          {plan.compose}
        </pre>
      </details>
    </>
  );
}

/** What its containers could do to the machine, one line each. */
export function rightsOf(privileges: Plan['privileges']): string[] {
  return Object.entries(privileges).flatMap(([kind, values]) =>
    values.map((value) => t(`toolbox.right.${kind}`, { value })),
  );
}
