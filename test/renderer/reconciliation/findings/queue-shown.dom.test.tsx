import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { type Finding, type FindingCase, findingKey } from '#renderer/data/model/finding.ts';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import { caseKey, type ExceptionSaying, sayingOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { ExceptionsSection } from '#renderer/reconciliation/findings/screen/exceptions-section.tsx';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What of the queue is shown under its filters, with what it comes to; and where it stands again later. */

const one = (id: string, day: string | null, amount: string): FindingCase => ({
  ...{ id, name: `O-${id}`, month: day === null ? null : (day.slice(0, 7) as Month), rows: 1, evidence: 'e' },
  ...{ day: day as LocalDate | null, amount: amount as Decimal },
});
const found = (kind: string, Cuenta: string, ...cases: readonly FindingCase[]): Finding => ({
  ...{ kind, subject: { Canal: 'Uno', Cuenta }, evidence: 'e', rows: 1, orders: 1, amount: null },
  ...{ firstPurchase: null, lastPurchase: null, affects: [], cases },
});
const OVERDUE = found(
  'overdue',
  'A',
  ...[one('1', '2026-11-27', '10'), one('2', '2026-11-20', '20'), one('3', '2026-10-05', '30')],
  ...[one('4', '2026-11-21', '40'), one('5', '2026-10-06', '50'), one('6', '2026-11-22', '60')],
  ...[one('7', '2026-11-23', '70'), one('8', '2026-10-07', '80')],
);
const BLANK = found('overdue', '', one('9', null, '90'));
const say = (id: string, more: Partial<Omit<ExceptionSaying, 'of'>>) =>
  [
    id,
    sayingOf([{ finding: OVERDUE, cases: OVERDUE.cases?.filter((each) => each.id === id) ?? [] }], {
      ...{ state: 'explained', reason: null, note: '', owner: '', followUp: null, atMs: 1, ...more },
    }),
  ] as const;
const COME = '2026-11-01' as LocalDate;
/** Explained: 4 and 5, and 6 and 8 whose day has come; claimed: 7. */
const GROUPS = groupsOf({
  ...{ findings: [OVERDUE, BLANK], records: new Map(), scope: null, today: '2026-11-27' as LocalDate },
  sayings: new Map([say('4', {}), say('5', {}), say('6', { followUp: COME }), say('8', { followUp: COME })]),
  claimed: new Map([
    [caseKey(findingKey(OVERDUE), '7'), { number: 'R-0007', evidence: 'e', isRejected: false }],
  ]),
});
const NOVEMBER = '2026-11' as Month;

async function open(
  place: { readonly asked?: string; readonly month?: Month | null } = {},
  { dataReplies, ...setting }: PageSetting = {},
  groups = GROUPS,
) {
  let ask: (asked: string | null) => void = () => {};
  function Shown() {
    const [asked, setAsked] = useState(place.asked ?? null);
    ask = (next) => act(() => setAsked(next));
    return <ExceptionsSection asked={asked} month={place.month ?? null} onSection={() => {}} />;
  }
  const page = await openPage(
    {
      facts: { lastPurchase: '2026-11-27T10:00:00.000' as LocalDateTime },
      ...setting,
      dataReplies: {
        readExceptions: () => ({ revision: 1, rows: 1200, exceptions: [], groups }),
        ...dataReplies,
      },
    },
    () => (
      <InAccount>
        <Shown />
      </InAccount>
    ),
  );
  await screen.findByTestId('exceptions-open');
  return { ...page, ask: (asked: string | null) => ask(asked) };
}
const shown = () =>
  screen
    .queryAllByTestId('exception')
    .map((line) => /O-(\d)/u.exec(line.textContent ?? '')?.[1])
    .toSorted()
    .join('');
const totals = () =>
  [...document.querySelectorAll<HTMLElement>('[data-testid^=exceptions-total-]')].map(
    (each) => `${each.dataset.testid?.slice(17)} ${each.dataset.count} ${each.querySelector('data')?.value}`,
  );
const press = (id: string) => fireEvent.click(screen.getByTestId(id));
const chip = (when: 'month' | 'earlier') => {
  const found = screen.getAllByTestId('exception-chip').find(({ dataset }) => dataset.when === when);
  return found as HTMLElement;
};
const search = (words: string) =>
  fireEvent.change(screen.getByTestId('exceptions-search'), { target: { value: words } });

test('what is shown comes to a total, what is due to one of its own, and what is settled of the same months stands beside', async () => {
  await open();
  const all = () => [shown(), ...totals()];
  expect(all()).toEqual(['123689', 'open 4 150', 'due 2 140', 'explained 4 230', 'claimed 1 70']);
  fireEvent.click(chip('month'));
  expect(all()).toEqual(['126', 'open 2 30', 'due 1 60', 'explained 2 100', 'claimed 1 70']);
  expect(chip('month').getAttribute('aria-pressed')).toBe('true');
  // Pressed again it is left off; another takes its place.
  fireEvent.click(chip('month'));
  expect([shown(), chip('month').getAttribute('aria-pressed')]).toEqual(['123689', 'false']);
  fireEvent.click(chip('earlier'));
  expect(all()).toEqual(['389', 'open 2 120', 'due 1 80', 'explained 2 130']);
  fireEvent.click(chip('earlier'));
  search('o-6');
  await waitFor(() =>
    expect(all()).toEqual(['6', 'open 0 undefined', 'due 1 60', 'explained 4 230', 'claimed 1 70']),
  );
  search('');
  await waitFor(() => expect(shown()).toBe('123689'));
  press('exceptions-explained');
  expect(all()).toEqual(['4568', 'explained 4 230', 'claimed 1 70']);
  press('exceptions-claimed');
  expect(all()).toEqual(['7', 'claimed 1 70', 'explained 4 230']);
});

test('an age is told in words: today, some days, or not known', async () => {
  await open();
  const ages = screen
    .getAllByTestId('exception')
    .map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent))
    .map(
      (cells) =>
        `${/O-\d/u.exec(cells.join())?.[0]} ${cells.find((cell) => /^(hoy|—|\d+ d)$/u.test(cell ?? ''))}`,
    );
  expect(ages.toSorted()).toEqual(['O-1 hoy', 'O-2 7 d', 'O-3 53 d', 'O-6 5 d', 'O-8 51 d', 'O-9 —']);
});

test('a column is sorted by its greatest first, and turned round by a second press; another begins so again', async () => {
  await open();
  const heads = () =>
    [...document.querySelectorAll('th[aria-sort]')].flatMap((head) => {
      const sort = head.getAttribute('aria-sort');
      return sort === 'none' ? [] : [`${head.textContent?.replace(/ ?[↑↓]/u, '').trim()} ${sort}`];
    });
  const sort = (id: 'amount' | 'ages' | 'kind') => {
    const heading = text(`exception.${id}`);
    const head = [...document.querySelectorAll('th')].find((each) => each.textContent?.includes(heading));
    fireEvent.click(head?.querySelector('button') as HTMLElement);
    return heads().join();
  };
  const [amount, ages] = [text('exception.amount'), text('exception.ages')];
  expect(heads()).toEqual([`${ages} descending`]);
  expect([sort('amount'), sort('amount'), sort('ages'), sort('ages'), sort('amount')]).toEqual([
    `${amount} descending`,
    `${amount} ascending`,
    `${ages} descending`,
    `${ages} ascending`,
    `${amount} descending`,
  ]);
});

test('narrowed by an address to one account it says which, blank names too; where nothing is left all that is open is a press away', async () => {
  const { ask } = await open({ asked: 'list?kind=overdue&canal=Uno&cuenta=' });
  await waitFor(() => expect(shown()).toBe('9'));
  expect(screen.getByTestId('exceptions-only').textContent).toBe('Vencido y sin pagar · Uno · (vacío)');
  press('exceptions-accepted');
  search('x');
  await waitFor(() => expect(screen.queryByTestId('exceptions-none')).toBeNull());
  fireEvent.click(await screen.findByText(text('exception.show-open')));
  await waitFor(() => expect(shown()).toBe('123689'));
  expect([
    screen.queryByTestId('exceptions-only'),
    screen.getByTestId<HTMLInputElement>('exceptions-search').value,
  ]).toEqual([null, '']);
  // Who was led somewhere once stays where they went since.
  ask(caseKey(findingKey(OVERDUE), '4'));
  await waitFor(() => expect(shown()).toBe('4568'));
  press('exceptions-claimed');
  await waitFor(() => expect(shown()).toBe('7'));
  expect(screen.getByTestId('exceptions-claimed').getAttribute('aria-pressed')).toBe('true');
});

test('where nothing waits it says what was checked, under what is open alone', async () => {
  const settled = groupsOf({
    ...{
      findings: [],
      records: new Map(),
      claimed: new Map(),
      scope: null,
      today: '2026-11-27' as LocalDate,
    },
    sayings: new Map([say('4', {})]),
  });
  await open({}, {}, settled);
  expect(screen.getByTestId('exceptions-none').textContent).toContain('1.200');
  press('exceptions-accepted');
  expect([screen.queryByTestId('exceptions-none'), screen.queryByText(text('exception.show-open'))]).toEqual([
    null,
    null,
  ]);
  expect(screen.getByTestId('exceptions').textContent).toContain(text('exception.none-here'));
});

test('in a month it begins with that, whatever words it was left with elsewhere; and is left there by itself', async () => {
  const kept = { state: 'claimed', age: 'all', search: 'zzz', sort: 'age', isDescending: true, chosen: null };
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'reconciliation.queue': kept }));
  await open({ month: NOVEMBER });
  expect([shown(), screen.getByTestId<HTMLInputElement>('exceptions-search').value]).toEqual(['126', '']);
  expect(chip('month').getAttribute('aria-pressed')).toBe('true');
  press('exceptions-explained');
  const stored = () => JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}');
  await waitFor(() => expect(stored()['reconciliation.month-queue']?.state).toBe('explained'));
  expect(stored()['reconciliation.queue']).toEqual(kept);
});

test('its file is of what is shown; which groups stand open makes no other file of it', async () => {
  const exports = takingExports();
  const page = await open({}, exports.setting);
  fireEvent.click(chip('month'));
  const file = async () => {
    const { fileName, content } = await exportBy(text('exception.export-title'), page, exports);
    const { table } = content as { readonly table: { readonly rows?: readonly unknown[] } };
    return [fileName, JSON.stringify(table).match(/O-\d/gu)?.toSorted().join()];
  };
  const before = await file();
  expect(before[1]).toBe('O-1,O-2,O-6');
  for (const row of screen.getAllByTestId('exception-group'))
    fireEvent.click(row.querySelector('button') as HTMLElement);
  expect(shown()).toBe('');
  expect(await file()).toEqual(before);
});

test('what could not be kept of the chosen one is told once; what is said of several is undone as of several, in the name of before', async () => {
  let isDown = true;
  await open(
    {},
    {
      dataReplies: {
        writeAnnotations: () => {
          if (isDown) throw new Error('the worker is gone');
          return null;
        },
      },
    },
  );
  const named = (id: string) =>
    screen
      .getAllByTestId('exception')
      .find(({ textContent }) => textContent?.includes(`O-${id}`)) as HTMLElement;
  fireEvent.click(named('1'));
  fireEvent.change(screen.getByTestId('exception-owner'), { target: { value: 'Sol' } });
  press('exception-accept');
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toHaveLength(1),
  );
  isDown = false;
  press('exception-accept');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  fireEvent.click(named('2'));
  const owner = () => screen.getByTestId<HTMLInputElement>('exception-owner');
  expect(owner().value).toBe('Sol');
  fireEvent.change(owner(), { target: { value: '' } });
  press('exception-accept');
  for (const id of ['1', '2']) fireEvent.click(named(id).querySelector('input') as HTMLElement);
  // Nobody’s name is no name: the one said last stays.
  expect([screen.getByTestId('exception-chosen').dataset.count, owner().value]).toEqual(['2', 'Sol']);
  press('exception-explain');
  (document.activeElement as HTMLElement).blur();
  await waitFor(() => expect(screen.getByTestId<HTMLSelectElement>('exception-state').value).toBe('open'));
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toContain(
      text('exception.undo-several', { count: 2 }),
    ),
  );
});
