import { Play, RotateCw, Square } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { useActing } from './acting';
import { type Container, useAct, type Verb } from './queries';
import { isUp } from './state';

const ICONS = { start: Play, stop: Square, restart: RotateCw };

interface Props {
  container: Container;
  /** With their names beside the icons. */
  named?: boolean;
}

/** What can be done to a container as it is now. */
export function ActionButtons({ container, named }: Props) {
  const act = useAct(container);
  const acting = useActing(container.id);
  const verbs: Verb[] = isUp(container) ? ['restart', 'stop'] : ['start'];
  return (
    <span className="row container-actions">
      {verbs.map((verb) => (
        <Button
          key={verb}
          small={!named}
          look={named ? 'plain' : 'quiet'}
          icon={ICONS[verb]}
          iconOnly={!named}
          busy={acting === verb}
          disabled={acting !== undefined}
          aria-label={t(`containers.do.${verb}`, { name: container.name })}
          onClick={() => act.mutate(verb)}
        >
          {t(`containers.verb.${verb}`)}
        </Button>
      ))}
    </span>
  );
}
