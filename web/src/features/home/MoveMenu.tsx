import { ArrowLeft, ArrowLeftToLine, ArrowRight, ArrowRightToLine } from 'lucide-react';
import { createPortal } from 'react-dom';
import { t } from '~/lib/i18n';
import { Menu } from '~/ui/Menu';
import { type Group, goalOf, MOVES } from './order';

const ICONS = {
  first: ArrowLeftToLine,
  forward: ArrowLeft,
  back: ArrowRight,
  last: ArrowRightToLine,
};

interface Props {
  /** That of the tile that is to be moved. */
  grip: HTMLElement;
  groups: Group[];
  onMove: (id: string, over: string) => void;
  onClosed: () => void;
}

/** Where a tile can go. There is one menu for all tiles, hung up at the grip that was clicked. */
export function MoveMenu({ grip, groups, onMove, onClosed }: Props) {
  const tile = grip.closest<HTMLElement>('.tile');
  const id = tile?.dataset.app ?? '';
  if (!tile) return null;
  const items = MOVES.map((move) => {
    const goal = goalOf(groups, id, move);
    const run = () => goal && onMove(id, goal);
    return { text: t(`home.moveTo.${move}`), icon: ICONS[move], disabled: !goal, run };
  });
  const close = () => {
    onClosed();
    // Whoever clicked elsewhere stays there.
    if (document.activeElement === document.body) grip.focus();
  };
  return createPortal(
    <Menu key={id} items={items} onClosed={close} container={grip.closest<HTMLElement>('main')}>
      <button
        type="button"
        className="move-hook"
        tabIndex={-1}
        aria-hidden
        aria-label={grip.getAttribute('aria-label') ?? undefined}
      />
    </Menu>,
    tile,
  );
}
