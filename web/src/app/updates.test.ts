import { expect, it, vi } from 'vitest';
import { whenReplaced } from './updates';

function workers(controller: object | null) {
  const target = new EventTarget();
  const replace = () => target.dispatchEvent(new Event('controllerchange'));
  const addEventListener = target.addEventListener.bind(target);
  return { replace, all: { controller, addEventListener } as unknown as ServiceWorkerContainer };
}

it('the first worker of a page is no news, the second is, once', () => {
  const { replace, all } = workers(null);
  const tell = vi.fn();
  whenReplaced(all, tell);
  replace();
  expect(tell).not.toHaveBeenCalled();
  replace();
  replace();
  expect(tell).toHaveBeenCalledTimes(1);
});

it('a page that was opened with one is told at once', () => {
  const { replace, all } = workers({});
  const tell = vi.fn();
  whenReplaced(all, tell);
  replace();
  expect(tell).toHaveBeenCalledTimes(1);
});
