import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { useParam } from './useParam';

interface Tab {
  value: string;
  text: string;
  content: ReactNode;
  /** Stays there while another one is shown, so that nothing typed is lost. */
  keep?: boolean;
}

/** Parts of one page, of which one is shown; which one stands in the address. */
export function PageTabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const first = tabs[0]?.value ?? '';
  const [asked, setAsked] = useParam('tab', first);
  const value = tabs.some((tab) => tab.value === asked) ? asked : first;
  return (
    <Radix.Root value={value} onValueChange={setAsked} className="stack">
      <Radix.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value}>
            {tab.text}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className="stack"
          forceMount={tab.keep || undefined}
          hidden={tab.value !== value}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
