import { Ellipsis, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Confirm } from '~/ui/Dialog';
import { Menu } from '~/ui/Menu';
import { Tag, type Tone } from '~/ui/Status';
import { toast } from '~/ui/toasts';
import { type Certificate, useDeleteCertificate, useRenew } from './queries';

/** Nothing renews it, and somebody should. */
const SOON = 21;

export function toneOf({ expires_in_days, auto_renew }: Certificate): Tone {
  if (expires_in_days < 0) return 'bad';
  return expires_in_days < SOON && !auto_renew ? 'warn' : 'plain';
}

export function CertificateRow({ certificate }: { certificate: Certificate }) {
  const { domain, sans, issuer, not_after, expires_in_days, auto_renew, in_use } = certificate;
  const [asking, setAsking] = useState(false);
  const renew = useRenew();
  const remove = useDeleteCertificate();
  const others = sans.filter((name) => name !== domain);
  const run = () =>
    renew.mutate(domain, { onSuccess: () => toast(t('certificates.renewed', { domain })) });
  return (
    <li className="row wrap">
      <div className="grow">
        <h2 className="row wrap">
          <span className="break">{domain}</span>
          {in_use && <Tag tone="accent">{t('certificates.inUse')}</Tag>}
          <span title={dateTime(not_after)}>
            <Tag tone={toneOf(certificate)}>
              {expires_in_days < 0
                ? t('certificates.expired')
                : t('certificates.days', { count: expires_in_days })}
            </Tag>
          </span>
        </h2>
        {others.length > 0 && <p className="small muted break">{others.join(', ')}</p>}
        <p className="small muted">
          {t('certificates.from', { name: issuer })} ·{' '}
          {auto_renew ? t('certificates.auto') : t('certificates.byHand')}
        </p>
        <details className="small">
          <summary>{t('certificates.fingerprint')}</summary>
          <code className="break">{certificate.fingerprint}</code>
          <p>
            {t('certificates.pin')} <code className="break">{certificate.spki_pin}</code>
          </p>
        </details>
      </div>
      <Menu
        items={[
          { text: t('certificates.renew'), icon: RotateCw, run },
          {
            text: t('ui.delete'),
            icon: Trash2,
            danger: true,
            run: () => setAsking(true),
          },
        ]}
      >
        <Button small look="quiet" icon={Ellipsis} iconOnly busy={renew.isPending}>
          {t('certificates.actions', { domain })}
        </Button>
      </Menu>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('certificates.deleteTitle', { domain })}
        about={in_use ? t('certificates.deleteInUse') : t('certificates.deleteAbout')}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(domain, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
