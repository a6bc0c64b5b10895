import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from './Button';
import { Empty, Skeleton } from './Card';

interface Props<T> {
  query: UseQueryResult<T>;
  height?: number;
  children: (data: T) => ReactNode;
}

/** What was read, or what stands there until it is, or why it is not. */
export function Loaded<T>({ query, height = 160, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) {
    return (
      <div role="status">
        <span className="hidden-text">{t('ui.loading')}</span>
        <Skeleton height={height} />
      </div>
    );
  }
  return (
    <Empty icon={CloudOff} title={t('ui.notLoaded')}>
      <p>{messageOf(query.error)}</p>
      <Button onClick={() => void query.refetch()}>{t('ui.again')}</Button>
    </Empty>
  );
}
