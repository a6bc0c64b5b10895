import { Play, RotateCw, Square } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { useActing } from './acting';
import { act, type Container } from './queries';
import { verbsFor } from './state';

export const ICONS = { start: Play, stop: Square, restart: RotateCw };

interface Props {
  container: Container;
  /** With their names beside the icons. */
  named?: boolean;
}

/** What can be done to a container as it is now. */
export function ActionButtons({ container, named }: Props) {
  const acting = useActing(container.id);
  return (
    <span className="row container-actions">
      {verbsFor(container).map((verb) => (
        <Button
          key={verb}
          small={!named}
          look={named ? 'plain' : 'quiet'}
          icon={ICONS[verb]}
          iconOnly={!named}
          busy={acting === verb}
          disabled={acting !== undefined}
          aria-label={t(`containers.do.${verb}`, { name: container.name })}
          onClick={() => void act(container, verb)}
        >
          {t(`containers.verb.${verb}`)}
        </Button>
      ))}
    </span>
  );
}
