import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Settings } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '~/api/client';
import { configurationQuery } from '~/api/queries';
import { Link } from '~/app/Link';
import { t } from '~/lib/i18n';
import { Card, Empty } from '~/ui/Card';
import { Choices } from '~/ui/Choices';
import { SearchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { Tag } from '~/ui/Status';
import { bySection } from './sections';
import './settings.css';

type Setting = Schemas['SettingView'];

const KINDS = ['set', 'all'] as const;
type Kind = (typeof KINDS)[number];

/** What the configuration says, and where to change it. */
export default function ConfigurationPage() {
  const settings = useQuery(configurationQuery);
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Kind>('set');
  return (
    <Page
      title={t('settings.configuration')}
      about={
        <Link to="settings" exact className="row small">
          <ArrowLeft size={15} aria-hidden />
          {t('settings.name')}
        </Link>
      }
    >
      <p className="muted">{t('settings.configurationAbout')}</p>
      <div className="row wrap">
        <SearchField label={t('settings.find')} value={text} onChange={setText} />
        <Choices
          label={t('settings.which')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, text: t(`settings.kind.${value}`) }))}
        />
      </div>
      <Loaded query={settings} height={400}>
        {(found) => {
          const sections = bySection(found, { text, all: kind === 'all' });
          if (sections.length === 0) return <Empty icon={Settings} title={t('settings.noKey')} />;
          return sections.map(([section, entries]) => (
            <Card key={section} title={section} flush>
              <ul className="list">
                {entries.map((entry) => (
                  <SettingRow key={entry.key} setting={entry} />
                ))}
              </ul>
            </Card>
          ));
        }}
      </Loaded>
    </Page>
  );
}

function SettingRow({ setting }: { setting: Setting }) {
  const { key, value, source, written, meaning, variable, needsRestart, waits } = setting;
  return (
    <li className="stack tight">
      <p className="row wrap">
        <code className="strong break">{key}</code>
        <code className="break">{value || t('settings.empty')}</code>
        {waits && <Tag tone="warn">{t('settings.waits')}</Tag>}
      </p>
      <p className="small muted break">{meaning}</p>
      <p className="small muted break">
        {source === 'default' ? t('settings.isDefault', { variable }) : written}
        {needsRestart && ` · ${t('settings.restart')}`}
      </p>
    </li>
  );
}
