import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStandby } from '#electron/desktop/standby.ts';
import { endStandbyWhenIdle } from '#electron/programs/idle-end.ts';

/** When an app that was begun for a question ends. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begun(by: 'programs' | 'user' = 'programs') {
  const standby = createStandby(by);
  const seen = { ends: 0, isWriting: false };
  const end = () => {
    seen.ends += 1;
  };
  const askers = endStandbyWhenIdle({ standby, isWriting: () => seen.isWriting, end });
  const pass = (seconds: number): number => {
    vi.advanceTimersByTime(seconds * 1000);
    return seen.ends;
  };
  return { standby, seen, askers, pass };
}

it('ends ten seconds after the last program has gone, once', () => {
  const { askers, pass } = begun();
  expect(pass(9)).toBe(0);
  askers(1);
  expect(pass(3600)).toBe(0);
  askers(2);
  askers(1);
  expect(pass(60)).toBe(0);
  askers(0);
  expect(pass(9.9)).toBe(0);
  askers(1);
  askers(0);
  expect([pass(9.9), pass(0.2), pass(60)]).toEqual([0, 1, 1]);
});

it('ends where nobody ever came', () => {
  const { pass } = begun();
  expect([pass(9.9), pass(0.2)]).toEqual([0, 1]);
});

it('writes to its end first what is being written', () => {
  const { seen, pass } = begun();
  seen.isWriting = true;
  expect(pass(35)).toBe(0);
  seen.isWriting = false;
  expect(pass(10)).toBe(1);
});

it('does not end what its user opened meanwhile, or began', () => {
  const { standby, askers, pass } = begun();
  askers(1);
  standby.end('user');
  askers(0);
  expect(pass(3600)).toBe(0);
  const waiting = begun();
  waiting.standby.end('user');
  expect(waiting.pass(3600)).toBe(0);
  const ordinary = begun('user');
  ordinary.askers(1);
  ordinary.askers(0);
  expect(ordinary.pass(3600)).toBe(0);
});
