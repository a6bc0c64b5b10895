import { useQuery } from '@tanstack/react-query';
import { Download, ExternalLink, ShieldAlert, ShieldCheck } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { findTrust } from './trust';

const trustQuery = { queryKey: ['trust'], queryFn: () => findTrust(), staleTime: 0 };

const FILES = { pem: 'pem', der: 'crt', mobileconfig: 'mobileconfig' };

/** The gateway's own authority, for devices that shall trust it. */
export function TrustCard() {
  return (
    <Card title={t('certificates.trust')}>
      <div className="stack">
        <ThisBrowser />
        <p className="muted">{t('certificates.trustAbout')}</p>
        <div className="row wrap">
          {Object.entries(FILES).map(([format, ending]) => (
            <a
              key={format}
              className="button"
              href={`/_gh/trust/gatehouse-ca.${ending}`}
              download={`gatehouse-ca.${ending}`}
            >
              <Download size={17} aria-hidden />
              {t(`certificates.file.${format}`)}
            </a>
          ))}
          <a className="button" href="/_gh/trust" target="_blank" rel="noopener noreferrer">
            <ExternalLink size={17} aria-hidden />
            {t('certificates.help')}
          </a>
        </div>
      </div>
    </Card>
  );
}

/** Whether the very browser that shows this has done it already. */
function ThisBrowser() {
  const trust = useQuery(trustQuery).data;
  if (trust === 'untrusted') {
    return (
      <p className="notice warn" role="status">
        <ShieldAlert size={17} aria-hidden />
        {t('certificates.untrusted')}
      </p>
    );
  }
  return trust === 'trusted' ? (
    <p className="row" role="status">
      <ShieldCheck size={17} className="good" aria-hidden />
      {t('certificates.trusted')}
    </p>
  ) : null;
}
