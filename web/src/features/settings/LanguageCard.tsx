import { dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { LANGUAGES, languageName } from '~/lib/languages';
import { setPrefs, usePrefs } from '~/lib/prefs';
import { Card } from '~/ui/Card';
import { SelectField } from '~/ui/Field';

export function LanguageCard() {
  const { language, timeZone } = usePrefs();
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <Card title={t('settings.region')}>
      <div className="form-grid">
        <SelectField
          label={t('settings.language')}
          value={language ?? ''}
          onChange={(event) => {
            const chosen = LANGUAGES.find((each) => each === event.target.value);
            setPrefs({ language: chosen ?? null });
          }}
        >
          <option value="">{t('settings.asBrowser')}</option>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {languageName(each)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('settings.timeZone')}
          value={timeZone ?? ''}
          hint={t('settings.now', { time: dateTime(Date.now()) })}
          onChange={(event) => setPrefs({ timeZone: event.target.value || null })}
        >
          <option value="">{t('settings.asBrowser')}</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </SelectField>
      </div>
    </Card>
  );
}
