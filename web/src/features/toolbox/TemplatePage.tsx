import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, Compass } from 'lucide-react';
import { Link } from '~/app/Link';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { DeployForm } from './DeployForm';
import { templatesQuery } from './queries';
import './toolbox.css';

export default function TemplatePage() {
  const { templateId } = useParams({ strict: false }) as { templateId: string };
  const templates = useQuery(templatesQuery);
  return (
    <Loaded query={templates} height={400}>
      {({ services }) => {
        const template = services.find(({ id }) => id === templateId);
        if (!template || template.broken) {
          return (
            <Page title={t('toolbox.gone')} about={<Back />}>
              <Empty icon={Compass} title={t('toolbox.gone')} />
            </Page>
          );
        }
        const about = (
          <>
            <Back />
            {template.description}
          </>
        );
        return (
          <Page title={template.name} about={about}>
            <DeployForm key={template.id} template={template} />
          </Page>
        );
      }}
    </Loaded>
  );
}

function Back() {
  return (
    <Link to="toolbox" exact className="row small">
      <ArrowLeft size={15} aria-hidden />
      {t('toolbox.name')}
    </Link>
  );
}
