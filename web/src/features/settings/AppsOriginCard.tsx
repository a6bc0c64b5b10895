import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { appsOriginQuery, queryClient } from '~/api/queries';
import { decideAppsOrigin, reaches } from '~/features/session/stay';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { complain, toast } from '~/ui/toasts';

type Mode = 'own' | 'shared';

async function change({ mode, port }: { mode: Mode; port: number }): Promise<void> {
  if (mode === 'own' && !(await reaches(port))) {
    toast(t('settings.unreached', { port: String(port) }), { bad: true });
    return;
  }
  queryClient.setQueryData(appsOriginQuery.queryKey, await decideAppsOrigin(mode));
}

/** Whether apps share the page's origin, and the way out. */
export function AppsOriginCard() {
  const place = useQuery(appsOriginQuery);
  const changing = useMutation({ mutationFn: change, onError: complain });
  return (
    <Card title={t('settings.appsOrigin')}>
      <Loaded query={place} height={90}>
        {({ mode, port }) => {
          const own = mode === 'own';
          const Icon = own ? ShieldCheck : ShieldAlert;
          return (
            <div className="stack">
              <p className="notice">
                <Icon size={17} aria-hidden />
                {own ? t('settings.ownOrigin', { port: String(port) }) : t('settings.sharedOrigin')}
              </p>
              {port && (
                <div>
                  <Button
                    busy={changing.isPending}
                    onClick={() => changing.mutate({ mode: own ? 'shared' : 'own', port })}
                  >
                    {own ? t('settings.share') : t('settings.separate', { port: String(port) })}
                  </Button>
                </div>
              )}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
