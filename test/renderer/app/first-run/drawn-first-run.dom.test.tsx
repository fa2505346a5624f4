import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FirstRun } from '#renderer/app/first-run/first-run.tsx';
import type { AccountsState, KeyCheck } from '#shared/contract/app.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { ONE_ACCOUNT, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The form while it asks, what it says of each answer, and what stands beside it. */

const NOBODY: AccountsState = { accounts: [], activeId: null, keyStorage: 'memory' };
const ACCEPTED: KeyCheck = { kind: 'accepted', earliest: '2024-01-01' as LocalDate, words: null };

const firstRun = async (replies: PageSetting['replies'] = {}, onBack: (() => void) | null = null) => {
  const page = await openPage({ accounts: NOBODY, replies }, () => <FirstRun onBack={onBack} />);
  return { ...page, calls: () => page.asked.map(({ call }) => call) };
};
const field = (of: 'base-url' | 'key' | 'name') => screen.getByTestId<HTMLInputElement>(`connect-${of}`);
const write = (of: 'base-url' | 'key' | 'name', value: string) =>
  fireEvent.change(field(of), { target: { value } });
const press = async (of: 'check' | 'submit') => {
  await act(async () => fireEvent.click(screen.getByTestId(`connect-${of}`)));
};
const said = () =>
  [...document.querySelectorAll('[role=alert], [data-testid=connect-accepted]')].map((each) =>
    readOf(each).join(' '),
  );
/** Whether each of the two presses can be made, and what the first says. */
const presses = () => {
  const [check, submit] = ['check', 'submit'].map((of) =>
    screen.getByTestId<HTMLButtonElement>(`connect-${of}`),
  );
  return [check?.textContent, check?.disabled, submit?.disabled];
};
const fill = () => {
  write('base-url', '  https://api.example.com ');
  write('key', ' secret ');
};

/** An answer that is given by the test. */
function awaited<T>() {
  const held: { give: (value: T) => void; refuse: (error: unknown) => void } = {
    give: () => {},
    refuse: () => {},
  };
  const answer = () =>
    new Promise<T>((resolve, reject) => {
      held.give = resolve;
      held.refuse = reject;
    });
  return { held, answer };
}

test('asks once at a time, first whether the key works, then for the account; spaces around are none of what is sent', async () => {
  const checks = awaited<KeyCheck>();
  const connects = awaited<AccountsState>();
  const done = vi.fn();
  const { asked } = await firstRun({ checkKey: checks.answer, connectAccount: connects.answer }, done);
  const [check, checking] = [text('connect.check'), text('connect.checking')];
  expect(presses()).toEqual([check, false, false]);
  fill();
  await press('submit');
  expect(presses()).toEqual([checking, true, true]);
  await act(async () => checks.held.give(ACCEPTED));
  expect(presses()).toEqual([check, true, true]);
  expect(done).not.toHaveBeenCalled();
  await act(async () => connects.held.refuse(new Error('full')));
  expect(presses()).toEqual([check, false, false]);
  expect(said()[1]).toBe(`${text('connect.failed')} ${text('failure.unforeseen', { detail: 'full' })}`);
  // The key was tried: what failed is what came after.
  await press('submit');
  expect(said()).toHaveLength(2);
  await act(async () => connects.held.give(ONE_ACCOUNT));
  expect(done).toHaveBeenCalledOnce();
  const sent = { baseUrl: 'https://api.example.com', key: 'secret', plan: 'pro' };
  expect(asked).toEqual([
    { call: 'checkKey', input: sent },
    { call: 'connectAccount', input: { ...sent, name: '' } },
    { call: 'connectAccount', input: { ...sent, name: '' } },
  ]);
});

test('says of each answer what it is of and what to do; it holds until key, address or plan are others', async () => {
  let answer: KeyCheck | Error = { kind: 'rejected', reason: 'unauthorized', words: 'Access denied' };
  const { calls } = await firstRun({
    checkKey: () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  fill();
  await press('check');
  const rejected = [
    `${text('check.unauthorized')} ${text('check.unauthorized-do')} ${text('connect.said')} Access denied`,
  ];
  expect(said()).toEqual(rejected);
  write('name', 'Casa');
  expect(said()).toEqual(rejected);
  // A key that was refused is asked about once more: the answer may be another one by now.
  answer = { ...ACCEPTED, words: 'Welcome' };
  await press('submit');
  expect(calls()).toEqual(['checkKey', 'checkKey', 'connectAccount']);
  expect(said()[0]).toBe(
    `${text('connect.works')} ${text('connect.works-note', { plan: 'Pro', day: '01-01-2024' })} ${text('connect.said')} Welcome`,
  );
  for (const of of ['base-url', 'key'] as const) {
    await press('check');
    expect(said()).toHaveLength(1);
    write(of, 'https://api.example.org');
    expect(said()).toEqual([]);
  }
  fireEvent.click(screen.getByRole('button', { name: text('plan.free') }));
  await press('check');
  expect(said()[0]).toContain(text('connect.works-note', { plan: 'Free', day: '01-01-2024' }));
  answer = new Error('offline');
  fireEvent.click(screen.getByRole('button', { name: text('plan.pro') }));
  await press('check');
  const failed = [`${text('connect.failed')} ${text('failure.unforeseen', { detail: 'offline' })}`];
  expect([said(), presses()]).toEqual([failed, [text('connect.check'), false, false]]);
  write('key', 'another');
  expect(said()).toEqual([]);
});

test('nothing is missing before one tries; then a key of spaces is, which the field says, and the address comes first', async () => {
  const { asked } = await firstRun();
  const faults = () =>
    (['base-url', 'key'] as const).map((of) => [
      field(of).getAttribute('aria-invalid'),
      field(of).getAttribute('aria-describedby'),
    ]);
  expect(faults()).toEqual([
    ['false', null],
    ['false', null],
  ]);
  write('key', '   ');
  await press('check');
  expect([faults(), document.activeElement]).toEqual([
    [
      ['true', null],
      ['true', 'connect-key-problem'],
    ],
    field('base-url'),
  ]);
  expect(document.getElementById('connect-key-problem')?.textContent).toBe(text('connect.key-missing'));
  write('base-url', ' https://api.example.com ');
  await press('check');
  expect([faults()[0], document.activeElement]).toEqual([['false', null], field('key')]);
  expect(asked).toEqual([]);
});

test('a key is shown by a press that tells so; one comes back by another, where there is an account', async () => {
  const back = vi.fn();
  const one = await firstRun({}, back);
  const eye = (shown: boolean) =>
    screen.getByRole('button', { name: text(shown ? 'connect.hide' : 'connect.show') });
  expect(eye(false).getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(eye(false));
  expect([field('key').type, eye(true).getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  fireEvent.click(screen.getByRole('button', { name: text('first.back') }));
  expect(back).toHaveBeenCalledOnce();
  one.view.unmount();
  await firstRun();
  expect(screen.queryByRole('button', { name: text('first.back') })).toBeNull();
});

test('a menu takes back what is typed, for there is nothing else', async () => {
  const { report } = await firstRun();
  const commanded = vi.fn(() => true);
  Object.defineProperty(document, 'execCommand', { configurable: true, value: commanded });
  act(() => field('key').focus());
  act(() => report('command', 'undo'));
  Reflect.deleteProperty(document, 'execCommand');
  expect(commanded).toHaveBeenCalledExactlyOnceWith('undo');
});

test('says what comes next and what is promised, and what the demo company holds', async () => {
  const { view } = await firstRun();
  const lists = [...view.container.querySelectorAll('ol, ul, table')].map((list) =>
    [...list.querySelectorAll('li, td')].map((each) =>
      (each.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
    ),
  );
  const steps = (['month', 'back', 'changes'] as const).map(
    (step) => text(`connect.next-${step}`) + text(`connect.next-${step}-note`),
  );
  const holds = (['channels', 'rows', 'scopes', 'sections', 'live'] as const).map((what) =>
    expect.stringContaining(text(`first.demo-${what}`)),
  );
  const promises = (['read-only', 'local', 'exact'] as const).map(
    (what) => `${text(`first.${what}`)} ${text(`first.${what}-note`)}`,
  );
  expect(lists).toEqual([steps, holds, promises]);
});

test('the demo company is opened by one press at a time, and again where it could not be', async () => {
  const opens = awaited<AccountsState>();
  const done = vi.fn();
  const { calls } = await firstRun({ openDemo: opens.answer }, done);
  const open = () => screen.getByTestId<HTMLButtonElement>('open-demo');
  fireEvent.click(open());
  expect(open().disabled).toBe(true);
  await act(async () => opens.held.refuse(new Error('no port')));
  expect([open().disabled, done.mock.calls.length]).toEqual([false, 0]);
  fireEvent.click(open());
  await act(async () => opens.held.give(ONE_ACCOUNT));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect([open().disabled, calls()]).toEqual([true, ['openDemo', 'openDemo']]);
});
