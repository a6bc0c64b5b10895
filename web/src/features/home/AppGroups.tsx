import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
} from '@dnd-kit/sortable';
import type { CSSProperties } from 'react';
import type { Schemas } from '~/api/client';
import { t } from '~/lib/i18n';
import { setPrefs, usePrefs } from '~/lib/prefs';
import { AppTile } from './AppTile';
import { type Group, grouped, inOrder, matching, moved } from './order';

interface Props {
  apps: Schemas['AppView'][];
  question: string;
}

function groupName({ tag }: Group): string {
  if (tag === undefined) return t('home.favourites');
  return tag ?? t('home.others');
}

const columns = (count: number) => ({ '--columns': Math.min(count, 3) }) as CSSProperties;

export function AppGroups({ apps, question }: Props) {
  const { favourites, order } = usePrefs();
  const sensors = useSensors(
    // A click is not a drag, and a finger that scrolls is none either.
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ordered = inOrder(apps, order);
  const nameOf = (id: UniqueIdentifier | undefined) =>
    apps.find((app) => app.id === id)?.name ?? '';
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('home.picked', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id
        ? t('home.over', { name: nameOf(active.id), other: nameOf(over.id) })
        : undefined,
    onDragEnd: ({ active }) => t('home.dropped', { name: nameOf(active.id) }),
    onDragCancel: ({ active }) => t('home.dropped', { name: nameOf(active.id) }),
  };
  const groups = grouped(matching(ordered, question), favourites, apps.length > 5);
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const ids = ordered.map((app) => app.id);
    setPrefs({ order: moved(ids, String(active.id), String(over.id)) });
  };
  if (groups.length === 0) return <p className="muted">{t('home.noMatch', { question })}</p>;
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('home.dragHelp') } }}
    >
      <div className="groups">
        {groups.map((group) => (
          <section key={groupName(group)} className="app-group" aria-label={groupName(group)}>
            {groups.length > 1 && <h2>{groupName(group)}</h2>}
            <SortableContext items={group.apps.map((app) => app.id)} strategy={rectSortingStrategy}>
              <ul className="tiles" style={columns(group.apps.length)}>
                {group.apps.map((app) => (
                  <AppTile key={app.id} app={app} favourite={favourites.includes(app.id)} />
                ))}
              </ul>
            </SortableContext>
          </section>
        ))}
      </div>
    </DndContext>
  );
}
