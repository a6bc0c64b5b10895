import { Compass } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Page } from '~/ui/Page';
import { Link } from './Link';

export function NotFound() {
  return (
    <Page title={t('app.notFound')}>
      <Empty icon={Compass} title={t('app.notFoundTitle')}>
        <p>{t('app.notFoundAbout')}</p>
        <Link to="" className="button">
          {t('app.toHome')}
        </Link>
      </Empty>
    </Page>
  );
}
