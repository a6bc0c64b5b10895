import { describe, expect, it } from 'vitest';
import type { Outside, Wire } from './connection';
import { Switchboard, type Tab, type ToTab } from './switchboard';

class FakeTab implements Tab {
  got: ToTab[] = [];
  post(message: ToTab) {
    this.got.push(message);
  }
  types() {
    return this.got.map((each) => (each.kind === 'message' ? each.message.type : each.state.name));
  }
}

function lab() {
  const wires: (Wire & { sent: string[] })[] = [];
  const outside: Outside = {
    now: () => 0,
    later: () => () => {},
    askWait: async () => null,
    socket() {
      const wire = { sent: [] as string[], readyState: 1 } as unknown as (typeof wires)[number];
      wire.send = (text) => void wire.sent.push(String(text));
      wire.close = () => {};
      wires.push(wire);
      return wire;
    },
  };
  const board = new Switchboard(outside, async (token) => token.startsWith('good'));
  const say = (type: string) => {
    const event = { data: JSON.stringify({ type }) } as MessageEvent;
    wires.at(-1)?.onmessage?.call(null as unknown as WebSocket, event);
  };
  const open = () => {
    wires.at(-1)?.onopen?.call(null as unknown as WebSocket, new Event('open'));
    say('hello');
  };
  return { board, wires, say, open };
}

describe('the switchboard', () => {
  it('opens one socket for all tabs and tells each of them', async () => {
    const { board, wires, say, open } = lab();
    const [one, two] = [new FakeTab(), new FakeTab()];
    await board.hear(one, { kind: 'join', token: 'good-1' });
    open();
    await board.hear(two, { kind: 'join', token: 'good-2' });
    say('config_reload');
    expect(wires).toHaveLength(1);
    expect(one.types()).toContain('config_reload');
    expect(two.types()).toEqual(['open', 'config_reload']);
  });

  it('tells nothing to a page that only pretends', async () => {
    const { board, say, open } = lab();
    const [mine, app] = [new FakeTab(), new FakeTab()];
    await board.hear(mine, { kind: 'join', token: 'good-1' });
    open();
    await board.hear(app, { kind: 'join', token: 'forged' });
    await board.hear(app, { kind: 'say', message: { type: 'system.watch' } });
    say('device_paired');
    expect(app.types()).toEqual(['refused']);
  });

  it('goes on with the token of another tab when one leaves', async () => {
    const { board, wires, open } = lab();
    const [one, two] = [new FakeTab(), new FakeTab()];
    await board.hear(one, { kind: 'join', token: 'good-1' });
    open();
    await board.hear(two, { kind: 'join', token: 'good-2' });
    await board.hear(one, { kind: 'leave' });
    open();
    expect(wires).toHaveLength(2);
    expect(wires[1]?.sent[0]).toContain('good-2');
  });
});
