import { GripVertical, Star } from 'lucide-react';
import { memo } from 'react';
import type { Schemas } from '~/api/client';
import { AppIcon } from '~/features/apps/AppIcon';
import { healthText, healthTone } from '~/features/apps/health';
import { t } from '~/lib/i18n';
import { noteOpened } from '~/lib/open';
import { prefs, setPrefs } from '~/lib/prefs';
import { Dot } from '~/ui/Status';

interface Props {
  app: Schemas['AppView'];
  favourite: boolean;
  /** The element that says how the grip is used. */
  helpId: string;
}

function toggle(id: string, favourite: boolean): void {
  const others = prefs().favourites.filter((other) => other !== id);
  setPrefs({ favourites: favourite ? others : [...others, id] });
}

/** An app of the start page. The whole tile opens it, in a tab of its own without an opener. */
export const AppTile = memo(function AppTile({ app, favourite, helpId }: Props) {
  const love = favourite
    ? t('home.unlove', { name: app.name })
    : t('home.love', { name: app.name });
  return (
    <li className="tile" data-app={app.id}>
      <a
        href={app.url}
        target="_blank"
        rel="noopener noreferrer"
        draggable={false}
        onClick={noteOpened}
      >
        <AppIcon app={app} size={46} />
        <span className="grow">
          <span className="tile-name cut">{app.name}</span>
          <span className="tile-state small muted">
            <Dot tone={healthTone(app.healthStatus)} text="" />
            {healthText(app.healthStatus)}
            {app.peer && <span className="cut">· {app.peer.name}</span>}
          </span>
        </span>
      </a>
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
    </li>
  );
});
