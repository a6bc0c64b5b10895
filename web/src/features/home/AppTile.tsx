import { GripVertical, Star } from 'lucide-react';
import { memo } from 'react';
import type { Schemas } from '~/api/client';
import { AppIcon } from '~/features/apps/AppIcon';
import { t } from '~/lib/i18n';
import { noteOpened } from '~/lib/open';
import { prefs, setPrefs } from '~/lib/prefs';

interface Props {
  app: Schemas['AppView'];
  favourite: boolean;
  /** While the page is arranged: the element that says how the grip is used. */
  helpId: string | undefined;
}

function toggle(id: string, favourite: boolean): void {
  const others = prefs().favourites.filter((other) => other !== id);
  setPrefs({ favourites: favourite ? others : [...others, id] });
}

/**
 * An app of the start page. The whole tile opens it, in a tab of its own without an opener. Of an
 * app that is well, nothing is said.
 */
export const AppTile = memo(function AppTile({ app, favourite, helpId }: Props) {
  const broken = app.healthStatus === 'unhealthy';
  return (
    <li className={broken ? 'tile broken' : 'tile'} data-app={app.id}>
      <a
        href={app.url}
        target="_blank"
        rel="noopener noreferrer"
        draggable={false}
        onClick={noteOpened}
      >
        <AppIcon app={app} size={38} />
        <span className="grow">
          <span className="tile-name cut">{app.name}</span>
          {broken && <span className="tile-state small bad">{t('apps.health.unhealthy')}</span>}
          {!broken && app.peer && <span className="small muted cut">{app.peer.name}</span>}
        </span>
      </a>
      {helpId && <Tools app={app} favourite={favourite} helpId={helpId} />}
    </li>
  );
});

interface ToolsProps extends Props {
  helpId: string;
}

function Tools({ app, favourite, helpId }: ToolsProps) {
  const love = t(favourite ? 'home.unlove' : 'home.love', { name: app.name });
  return (
    <div className="tile-tools">
      <button
        type="button"
        className={favourite ? 'tool loved' : 'tool'}
        aria-label={love}
        aria-pressed={favourite}
        title={love}
        onClick={() => toggle(app.id, favourite)}
      >
        <Star size={15} fill={favourite ? 'currentColor' : 'none'} aria-hidden />
      </button>
      <button
        type="button"
        className="tool grip"
        aria-describedby={helpId}
        aria-label={t('home.move', { name: app.name })}
        title={t('home.move', { name: app.name })}
      >
        <GripVertical size={15} aria-hidden />
      </button>
    </div>
  );
}
