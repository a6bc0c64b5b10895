// One socket to the gateway, kept open: it authenticates, comes back after a loss, and never tries
// more often than the gateway allows. It knows nothing of tabs.

export interface Message {
  type: string;
  data?: unknown;
}

export type State =
  | { name: 'connecting' }
  | { name: 'open' }
  | { name: 'waiting'; until: number }
  | { name: 'refused' }
  | { name: 'closed' };

/** What a browser brings along, so that tests can bring something else. */
export interface Outside {
  now(): number;
  later(millis: number, run: () => void): () => void;
  socket(): Wire;
  /** Asks the socket's address without opening one, for how long to wait; `null`: nobody says. */
  askWait(): Promise<number | null>;
}

export type Wire = Pick<
  WebSocket,
  'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'readyState'
>;

/** The gateway takes three sockets at once, then one in ten seconds. */
const BURST = 3;
const PERIOD = 10_000;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
const PING_EVERY = 25_000;

export class Connection {
  #wire: Wire | null = null;
  #state: State = { name: 'closed' };
  #cancel: (() => void) | null = null;
  #cancelPing: (() => void) | null = null;
  #losses = 0;
  #attempts: number[] = [];

  constructor(
    private readonly outside: Outside,
    private readonly token: () => string | null,
    private readonly onState: (state: State) => void,
    private readonly onMessage: (message: Message) => void,
  ) {}

  get state(): State {
    return this.#state;
  }

  open(): void {
    if (this.#state.name === 'closed' || this.#state.name === 'refused') this.#connect();
  }

  /** Tries at once if that is allowed: the network is back, or somebody looks. */
  hurry(): void {
    if (this.#state.name === 'waiting' && this.#allowedAt() <= this.outside.now()) this.#connect();
  }

  say(message: Message): void {
    if (this.#state.name === 'open') this.#wire?.send(JSON.stringify(message));
  }

  close(): void {
    this.#drop();
    this.#become({ name: 'closed' });
  }

  #become(state: State): void {
    this.#state = state;
    this.onState(state);
  }

  #drop(): void {
    this.#cancel?.();
    this.#cancelPing?.();
    const wire = this.#wire;
    this.#wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }

  #allowedAt(): number {
    // There must be room for the question that may follow.
    const oldest = this.#attempts.at(1 - BURST);
    return oldest === undefined ? 0 : oldest + BURST * PERIOD;
  }

  #connect(): void {
    this.#drop();
    const token = this.token();
    if (token === null) {
      this.#become({ name: 'refused' });
      return;
    }
    this.#note();
    this.#become({ name: 'connecting' });
    let opened = false;
    const wire = this.outside.socket();
    this.#wire = wire;
    wire.onopen = () => {
      opened = true;
      wire.send(JSON.stringify({ type: 'auth', data: { token } }));
    };
    wire.onmessage = (event: MessageEvent) => this.#hear(String(event.data));
    wire.onclose = () => void this.#lost(opened);
  }

  #note(): void {
    this.#attempts = [...this.#attempts, this.outside.now()].slice(-BURST);
  }

  #hear(text: string): void {
    const message = parse(text);
    if (!message) return;
    if (message.type === 'auth_failed') {
      this.#drop();
      this.#become({ name: 'refused' });
      return;
    }
    if (message.type === 'hello') {
      this.#losses = 0;
      this.#become({ name: 'open' });
      this.#ping();
    }
    this.onMessage(message);
  }

  #ping(): void {
    this.#cancelPing = this.outside.later(PING_EVERY, () => {
      this.say({ type: 'ping' });
      this.#ping();
    });
  }

  async #lost(opened: boolean): Promise<void> {
    this.#drop();
    this.#losses += 1;
    const growing = Math.min(FIRST_PAUSE * 2 ** (this.#losses - 1), LONGEST_PAUSE);
    this.#wait(growing);
    if (opened) return;
    // A page cannot see why a socket was not opened; a plain request to its address can.
    this.#note();
    const told = await this.outside.askWait();
    if (told !== null && this.#state.name === 'waiting') this.#wait(Math.max(told, growing));
  }

  #wait(millis: number): void {
    this.#cancel?.();
    const until = Math.max(this.outside.now() + millis, this.#allowedAt());
    this.#become({ name: 'waiting', until });
    this.#cancel = this.outside.later(until - this.outside.now(), () => this.#connect());
  }
}

function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' && 'type' in value ? (value as Message) : null;
  } catch {
    return null;
  }
}
