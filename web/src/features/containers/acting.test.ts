import { expect, it, vi } from 'vitest';
import { began, ended, isActing, succeeded } from './acting';

it('what was begun here goes on when it went well, once', () => {
  const then = vi.fn();
  began('wiki', 'stop', then);
  expect(isActing('wiki')).toBe(true);
  succeeded('wiki');
  succeeded('wiki');
  expect(isActing('wiki')).toBe(false);
  expect(then).toHaveBeenCalledTimes(1);
});

it('what failed, and what somebody else did, goes nowhere', () => {
  const then = vi.fn();
  began('wiki', 'stop', then);
  ended('wiki');
  succeeded('wiki');
  succeeded('of another tab');
  expect(then).not.toHaveBeenCalled();
});
