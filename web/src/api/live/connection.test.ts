import { describe, expect, it } from 'vitest';
import { Connection, type Message, type Outside, type State, type Wire } from './connection';

class FakeWire implements Wire {
  sent: Message[] = [];
  readyState = 1;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  send(text: unknown) {
    this.sent.push(JSON.parse(String(text)));
  }
  close() {}
  open() {
    this.onopen?.call(this as unknown as WebSocket, new Event('open'));
  }
  say(message: Message) {
    const event = { data: JSON.stringify(message) } as MessageEvent;
    this.onmessage?.call(this as unknown as WebSocket, event);
  }
  lose() {
    this.onclose?.call(this as unknown as WebSocket, {} as CloseEvent);
  }
}

class World implements Outside {
  time = 0;
  wires: FakeWire[] = [];
  wait: number | null = null;
  states: State[] = [];
  heard: Message[] = [];
  token: string | null = 'token';
  #timers: { at: number; run: () => void }[] = [];

  connection = new Connection(
    this,
    () => this.token,
    (state) => this.states.push(state),
    (message) => this.heard.push(message),
  );

  now = () => this.time;
  askWait = async () => this.wait;
  socket() {
    const wire = new FakeWire();
    this.wires.push(wire);
    return wire;
  }
  later(millis: number, run: () => void) {
    const timer = { at: this.time + millis, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }
  async pass(millis: number) {
    const end = this.time + millis;
    for (;;) {
      await Promise.resolve();
      const next = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.time = Math.max(this.time, next.at);
      next.run();
    }
    this.time = end;
  }
  last(): FakeWire {
    return this.wires.at(-1) as FakeWire;
  }
  welcome() {
    this.last().open();
    this.last().say({ type: 'auth_success' });
    this.last().say({ type: 'hello' });
  }
}

describe('the socket', () => {
  it('shows its token, is open after hello, and carries messages', () => {
    const world = new World();
    world.connection.open();
    world.welcome();
    expect(world.last().sent).toEqual([{ type: 'auth', data: { token: 'token' } }]);
    expect(world.connection.state.name).toBe('open');
    world.last().say({ type: 'config_reload', data: {} });
    expect(world.heard.map((message) => message.type)).toContain('config_reload');
  });

  it('comes back after a loss, with growing pauses', async () => {
    const world = new World();
    world.connection.open();
    world.welcome();
    world.last().lose();
    expect(world.connection.state).toEqual({ name: 'waiting', until: 1000 });
    await world.pass(1000);
    expect(world.wires).toHaveLength(2);
    world.welcome();
    expect(world.connection.state.name).toBe('open');
  });

  it('waits as long as the gateway asks it to', async () => {
    const world = new World();
    world.wait = 42_000;
    world.connection.open();
    world.last().lose();
    await world.pass(41_000);
    expect(world.wires).toHaveLength(1);
    await world.pass(2000);
    expect(world.wires).toHaveLength(2);
  });

  it('never tries more than the gateway allows, whoever hurries it', async () => {
    const world = new World();
    world.connection.open();
    for (let second = 0; second < 120; second++) {
      world.last().lose();
      await world.pass(1000);
      world.connection.hurry();
    }
    // Every failed attempt is followed by one question about the reason.
    expect(world.wires.length * 2).toBeLessThanOrEqual(3 + 12 + 2);
  });

  it('does not come back with a token that was refused', async () => {
    const world = new World();
    world.connection.open();
    world.last().open();
    world.last().say({ type: 'auth_failed' });
    world.last().lose();
    await world.pass(300_000);
    expect(world.connection.state.name).toBe('refused');
    expect(world.wires).toHaveLength(1);
  });
});
