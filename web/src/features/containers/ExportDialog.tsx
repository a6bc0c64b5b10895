import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { api, ok } from '~/api/client';
import { t } from '~/lib/i18n';
import { saveFile } from '~/lib/saveFile';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { Loaded } from '~/ui/Loaded';
import { type Container, placeOf } from './queries';
import { stackOf } from './state';

interface Props {
  containers: Container[];
  onClose: () => void;
}

/** A compose file that brings these containers up again, without their secrets. */
export function ExportDialog({ containers, onClose }: Props) {
  const first = containers[0] as Container;
  const ids = containers.map(({ id }) => id);
  const found = useQuery({
    queryKey: ['export', ...ids],
    queryFn: () => {
      const stack_name = stackOf(first) || first.name;
      const whole = { include_networks: true, include_volumes: true, sanitize_secrets: true };
      const body = { container_ids: ids, stack_name, ...whole };
      const params = { query: placeOf(first) };
      return ok(api.POST('/api/v1/containers/batch/export/preview', { params, body }));
    },
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('containers.exportTitle', { count: containers.length })}
      about={t('containers.exportAbout')}
    >
      <Loaded query={found} height={240}>
        {({ content, filename, env_content, env_filename, warnings }) => (
          <div className="stack">
            {warnings.map((warning) => (
              <p key={warning} className="notice warn">
                {warning}
              </p>
            ))}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
            <pre className="code-block mono" tabIndex={0}>
              {content}
            </pre>
            <div className="row wrap">
              <Button look="primary" icon={Download} onClick={() => saveFile(filename, content)}>
                {filename}
              </Button>
              {env_content && (
                <Button
                  icon={Download}
                  onClick={() => saveFile(env_filename ?? '.env', env_content)}
                >
                  {env_filename ?? '.env'}
                </Button>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
