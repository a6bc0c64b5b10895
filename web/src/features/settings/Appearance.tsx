import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { t } from '~/lib/i18n';
import { ACCENTS, setPrefs, THEMES, usePrefs } from '~/lib/prefs';
import { Card } from '~/ui/Card';
import { Choices } from '~/ui/Choices';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

export function Appearance() {
  const { theme, accent } = usePrefs();
  return (
    <Card title={t('settings.appearance')}>
      <div className="stack">
        <div className="row wrap apart">
          <span className="label">{t('settings.theme')}</span>
          <Choices
            label={t('settings.theme')}
            value={theme}
            onChange={(next) => setPrefs({ theme: next })}
            options={THEMES.map((value) => {
              const Icon = ICONS[value];
              const text = (
                <>
                  <Icon size={15} aria-hidden />
                  {t(`settings.themes.${value}`)}
                </>
              );
              return { value, text };
            })}
          />
        </div>
        <div className="row wrap apart">
          <span className="label">{t('settings.accent')}</span>
          <div className="accents">
            {ACCENTS.map((each) => (
              <button
                key={each}
                type="button"
                data-accent={each}
                aria-label={t(`settings.accents.${each}`)}
                title={t(`settings.accents.${each}`)}
                aria-pressed={each === accent}
                onClick={() => setPrefs({ accent: each })}
              >
                {each === accent && <Check size={16} strokeWidth={3} aria-hidden />}
              </button>
            ))}
          </div>
        </div>
      </div>
    </Card>
  );
}
