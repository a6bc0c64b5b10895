// Shares one socket among the tabs of a browser. It runs in a worker that any page of this origin
// can reach, pages of apps, too. So it hears nothing and tells nothing before a tab has shown a
// token that the gateway takes, and it never gives a token away.
import { Connection, type Message, type Outside, type State } from './connection';

export type FromTab =
  | { kind: 'join'; token: string }
  | { kind: 'say'; message: Message }
  | { kind: 'hurry' }
  | { kind: 'leave' };
export type ToTab = { kind: 'state'; state: State } | { kind: 'message'; message: Message };

export interface Tab {
  post(message: ToTab): void;
}

interface Member {
  tab: Tab;
  token: string;
}

export class Switchboard {
  #members = new Map<Tab, Member>();
  #connection: Connection;
  #serving = '';

  constructor(
    outside: Outside,
    private readonly isGood: (token: string) => Promise<boolean>,
  ) {
    this.#connection = new Connection(
      outside,
      () => this.#anyToken(),
      (state) => this.#changed(state),
      (message) => this.#tell({ kind: 'message', message }),
    );
  }

  async hear(tab: Tab, said: FromTab): Promise<void> {
    if (said.kind === 'join') return this.#join(tab, said.token);
    const member = this.#members.get(tab);
    if (!member) return;
    if (said.kind === 'say') this.#connection.say(said.message);
    else if (said.kind === 'hurry') this.#connection.hurry();
    else this.#leave(tab);
  }

  async #join(tab: Tab, token: string): Promise<void> {
    // The gateway itself looks at the token of the first; those of others must be shown to it.
    const first = this.#members.size === 0;
    const known = this.#members.get(tab);
    if (!first && known?.token !== token && !(await this.isGood(token))) {
      return tab.post({ kind: 'state', state: { name: 'refused' } });
    }
    this.#members.set(tab, { tab, token });
    if (this.#members.size === 1 && !known) this.#connection.close();
    this.#connection.open();
    tab.post({ kind: 'state', state: this.#connection.state });
  }

  #leave(tab: Tab): void {
    const left = this.#members.get(tab);
    this.#members.delete(tab);
    if (this.#members.size === 0) this.#connection.close();
    // The socket ends with the token that it was opened with.
    else if (left?.token === this.#serving) {
      this.#connection.close();
      this.#connection.open();
    }
  }

  #anyToken(): string | null {
    const newest = [...this.#members.values()].at(-1);
    this.#serving = newest?.token ?? '';
    return newest?.token ?? null;
  }

  #changed(state: State): void {
    if (state.name !== 'refused') {
      this.#tell({ kind: 'state', state });
      return;
    }
    const refused = [...this.#members.values()].filter((each) => each.token === this.#serving);
    for (const { tab } of refused) {
      this.#members.delete(tab);
      tab.post({ kind: 'state', state });
    }
    if (this.#members.size > 0) queueMicrotask(() => this.#connection.open());
  }

  #tell(message: ToTab): void {
    for (const { tab } of this.#members.values()) tab.post(message);
  }
}
