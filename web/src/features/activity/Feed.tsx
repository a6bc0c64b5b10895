import { useQuery } from '@tanstack/react-query';
import { Moon } from 'lucide-react';
import { useState } from 'react';
import { activityQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { rank } from '~/lib/search';
import { Empty } from '~/ui/Card';
import { Choices } from '~/ui/Choices';
import { SearchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { VirtualList } from '~/ui/VirtualList';
import { ActivityRow } from './ActivityRow';

const CLASSES = ['all', 'success', 'info', 'warning', 'danger'] as const;
type Class = (typeof CLASSES)[number];

export function Feed() {
  const activity = useQuery(activityQuery);
  const [text, setText] = useState('');
  const [kind, setKind] = useState<Class>('all');
  return (
    <>
      <div className="row wrap apart">
        <Choices
          label={t('activity.kind')}
          value={kind}
          onChange={setKind}
          options={CLASSES.map((value) => ({ value, text: t(`activity.class.${value}`) }))}
        />
        <SearchField label={t('activity.search')} value={text} onChange={setText} />
      </div>
      <Loaded query={activity} height={300}>
        {(items) => {
          const shown = items.filter(
            (item) =>
              (kind === 'all' || item.iconClass === kind) &&
              (text === '' || rank(`${item.message} ${item.details}`, text) !== null),
          );
          if (shown.length === 0) return <Empty icon={Moon} title={t('activity.none')} />;
          return (
            <div className="card flush">
              <VirtualList
                items={shown}
                keyOf={(item) => item.id}
                rowHeight={68}
                label={t('activity.feed')}
              >
                {(item) => (
                  <div className="log-row">
                    <ActivityRow item={item} />
                  </div>
                )}
              </VirtualList>
            </div>
          );
        }}
      </Loaded>
    </>
  );
}
