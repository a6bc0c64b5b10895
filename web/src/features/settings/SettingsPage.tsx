import { t } from '~/lib/i18n';
import { Page } from '~/ui/Page';
import { AccessCard } from './AccessCard';
import { Appearance } from './Appearance';
import { AppsOriginCard } from './AppsOriginCard';
import { GatewayCard } from './GatewayCard';
import { LanguageCard } from './LanguageCard';
import { PasswordCard } from './PasswordCard';
import './settings.css';

export default function SettingsPage() {
  return (
    <Page title={t('settings.name')} about={t('settings.about')}>
      <div className="settings">
        <div className="stack">
          <Appearance />
          <LanguageCard />
          <PasswordCard />
        </div>
        <div className="stack">
          <AccessCard />
          <AppsOriginCard />
          <GatewayCard />
        </div>
      </div>
    </Page>
  );
}
