import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { api, ok } from '~/api/client';
import { queryClient } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Moment } from '~/ui/Moment';
import { complain } from '~/ui/toasts';
import { nameIn } from './nameIn';

const dismissedQuery = queryOptions({
  queryKey: ['dismissed'],
  queryFn: () => ok(api.GET('/api/v1/discovery/dismissed')),
});

/** What is not proposed any more. It is asked for when somebody wants to see it. */
export function DismissedCard() {
  const [open, setOpen] = useState(false);
  const dismissed = useQuery({ ...dismissedQuery, enabled: open });
  const back = useMutation({
    mutationFn: (proposalId: string) =>
      ok(
        api.POST('/api/v1/discovery/proposals/{proposalId}/restore', {
          params: { path: { proposalId } },
        }),
      ),
    onSuccess: () => {
      for (const name of ['dismissed', 'proposals'])
        void queryClient.invalidateQueries({ queryKey: [name] });
    },
    onError: complain,
  });
  const list = dismissed.data?.dismissed ?? [];
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('discovery.dismissedOnes')}</summary>
      {dismissed.isSuccess && list.length === 0 && (
        <p className="muted">{t('discovery.dismissedNone')}</p>
      )}
      <ul className="list">
        {list.map(({ id, dismissedAt }) => (
          <li key={id} className="row wrap">
            <span className="grow break">{nameIn(id)}</span>
            <span className="small muted">
              <Moment at={dismissedAt} />
            </span>
            <Button small icon={Undo2} busy={back.isPending} onClick={() => back.mutate(id)}>
              {t('discovery.bringBack', { name: nameIn(id) })}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
