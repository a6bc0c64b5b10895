import { useQuery } from '@tanstack/react-query';
import { Plus, ShieldCheck, Upload } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { CertificateRow } from './CertificateRow';
import { GenerateDialog } from './GenerateDialog';
import { ImportDialog } from './ImportDialog';
import { certificatesQuery } from './queries';
import { TrustCard } from './TrustCard';

export default function CertificatesPage() {
  const certificates = useQuery(certificatesQuery);
  const [open, setOpen] = useState<'generate' | 'import' | null>(null);
  const close = () => setOpen(null);
  const actions = (
    <>
      <Button icon={Upload} onClick={() => setOpen('import')}>
        {t('certificates.import')}
      </Button>
      <Button look="primary" icon={Plus} onClick={() => setOpen('generate')}>
        {t('certificates.generate')}
      </Button>
    </>
  );
  return (
    <Page title={t('certificates.name')} about={t('certificates.about')} actions={actions}>
      <Loaded query={certificates} height={200}>
        {({ certificates }) =>
          certificates.length === 0 ? (
            <section className="card">
              <Empty icon={ShieldCheck} title={t('certificates.none')}>
                <p>{t('certificates.noneAbout')}</p>
              </Empty>
            </section>
          ) : (
            <ul className="card flush list">
              {certificates.map((certificate) => (
                <CertificateRow key={certificate.domain} certificate={certificate} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <TrustCard />
      {open === 'generate' && <GenerateDialog onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
    </Page>
  );
}
