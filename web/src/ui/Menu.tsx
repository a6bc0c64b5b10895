import * as Radix from '@radix-ui/react-dropdown-menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface MenuItem {
  text: string;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  run: () => void;
}

interface Props {
  items: MenuItem[];
  children: ReactNode;
  align?: 'start' | 'end';
  /** With it, the menu is open from the beginning; the focus goes where this puts it. */
  onClosed?: () => void;
  /** The part of the page that it belongs to, for those who go from part to part. */
  container?: HTMLElement | null;
}

export function Menu({ items, children, align = 'end', onClosed, container }: Props) {
  const close = (event: Event) => {
    event.preventDefault();
    onClosed?.();
  };
  return (
    <Radix.Root modal={false} defaultOpen={onClosed !== undefined}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          className="menu"
          align={align}
          sideOffset={6}
          collisionPadding={10}
          onCloseAutoFocus={onClosed && close}
        >
          {items.map(({ text, icon: Icon, danger, disabled, run }) => (
            <Radix.Item
              key={text}
              className={danger ? 'danger' : undefined}
              disabled={disabled}
              onSelect={run}
            >
              {Icon && <Icon size={16} aria-hidden />}
              {text}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
