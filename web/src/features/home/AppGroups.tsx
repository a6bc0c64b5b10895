import { type CSSProperties, memo, useId, useMemo, useState } from 'react';
import type { Schemas } from '~/api/client';
import { t } from '~/lib/i18n';
import { setPrefs, usePrefs } from '~/lib/prefs';
import { AT_ONCE, Rest, useMore } from '~/ui/more';
import { AppTile } from './AppTile';
import { MoveMenu } from './MoveMenu';
import { type Group, grouped, inOrder, matching, moved, shares } from './order';
import { useArrange } from './useArrange';

interface Props {
  apps: Schemas['AppView'][];
  question: string;
  /** Whether tiles can be made favourites and put elsewhere. */
  arranging: boolean;
}

function groupName({ tag }: Group): string {
  if (tag === undefined) return t('home.favourites');
  return tag ?? t('home.others');
}

const columnsFor = (count: number) => Math.min(count, 3);

/** What the style sheet needs to keep room for tiles that are not in the page yet. */
function roomFor(left: number, columns: number): CSSProperties {
  return { '--rows': Math.ceil(left / columns), '--left': left } as CSSProperties;
}

export function AppGroups({ apps, question, arranging }: Props) {
  const { favourites, order } = usePrefs();
  const helpId = useId();
  const ordered = useMemo(() => inOrder(apps, order), [apps, order]);
  const found = useMemo(() => matching(ordered, question), [ordered, question]);
  const groups = useMemo(
    () => grouped(found, favourites, apps.length > 5),
    [found, favourites, apps.length],
  );
  const first = useMemo(() => shares(groups, AT_ONCE), [groups]);
  const [asked, setAsked] = useState<HTMLElement | null>(null);
  const { said, put, handlers } = useArrange({
    nameOf: (id) => apps.find((app) => app.id === id)?.name ?? '',
    onDrop: (id, over) => {
      const ids = ordered.map((app) => app.id);
      setPrefs({ order: moved(ids, id, over) });
    },
    onAsk: setAsked,
  });
  if (groups.length === 0) return <p className="muted">{t('home.noMatch', { question })}</p>;
  return (
    <div className="groups" {...handlers}>
      {groups.map((group, index) => (
        <AppGroup
          key={groupName(group)}
          group={group}
          first={first[index] ?? 0}
          question={question}
          titled={groups.length > 1}
          helpId={arranging ? helpId : undefined}
        />
      ))}
      {asked && (
        <MoveMenu grip={asked} groups={groups} onMove={put} onClosed={() => setAsked(null)} />
      )}
      <p id={helpId} hidden>
        {t('home.dragHelp')}
      </p>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </div>
  );
}

interface GroupProps {
  group: Group;
  /** How many of its tiles are in the page from the beginning. */
  first: number;
  question: string;
  titled: boolean;
  helpId: string | undefined;
}

const AppGroup = memo(function AppGroup({ group, first, question, titled, helpId }: GroupProps) {
  const { apps, tag } = group;
  const { there, add } = useMore(apps.length, first, question);
  const columns = columnsFor(apps.length);
  const left = apps.length - there;
  return (
    <section className="app-group" aria-label={groupName(group)}>
      {titled && <h2>{groupName(group)}</h2>}
      <ul className="tiles" style={{ '--columns': columns } as CSSProperties}>
        {apps.slice(0, there).map((app) => (
          <AppTile key={app.id} app={app} favourite={tag === undefined} helpId={helpId} />
        ))}
        {left > 0 && <Rest left={left} add={add} style={roomFor(left, columns)} />}
      </ul>
    </section>
  );
});
