import { Download, ExternalLink } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';

const FILES = { pem: 'pem', der: 'crt', mobileconfig: 'mobileconfig' };

/** The gateway's own authority, for devices that shall trust it. */
export function TrustCard() {
  return (
    <Card title={t('certificates.trust')}>
      <div className="stack">
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
