import * as Radix from '@radix-ui/react-dropdown-menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface MenuItem {
  text: string;
  icon?: LucideIcon;
  danger?: boolean;
  run: () => void;
}

interface Props {
  items: MenuItem[];
  children: ReactNode;
  align?: 'start' | 'end';
}

export function Menu({ items, children, align = 'end' }: Props) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" align={align} sideOffset={6} collisionPadding={10}>
          {items.map(({ text, icon: Icon, danger, run }) => (
            <Radix.Item key={text} className={danger ? 'danger' : undefined} onSelect={run}>
              {Icon && <Icon size={16} aria-hidden />}
              {text}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
