import { act, cleanup, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { usePresent } from '#renderer/features/period/use-present.ts';
import { useOpenOrders, useSelection, WithPeriod } from '#renderer/features/selection/selection-context.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import {
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  SelectionProbe,
} from '#test/renderer/dom/page.tsx';
import { account, month } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** The selection of an account as it is remembered, told anew and taken back; the present that names of days are told from. */

const row = (purchase: string) => ({
  Canal: 'A',
  'Fecha de compra': `${purchase}T10:00:00.000`,
  Ventas: '1',
});
const read = (name: string) =>
  month({ month: name as Month, rows: 1, lastReadAt: '2026-11-22T10:00:00.000Z' as UtcInstant });
const SETTING: PageSetting = {
  rows: ['2026-09-05', '2026-10-05', '2026-11-20'].map(row),
  months: ['2026-09', '2026-10', '2026-11'].map(read),
  knownUntil: '2026-11-22T10:00:00.000Z' as UtcInstant,
};
const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: '', code: 'USD' }] };
const ACCOUNTS = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;

let control: ReturnType<typeof useSelection>;
let present: ReturnType<typeof usePresent>;
let currency: ReturnType<typeof useCurrency>;
let open: ReturnType<typeof useOpenOrders> = () => {};
function Held() {
  control = useSelection();
  present = usePresent();
  currency = useCurrency();
  open = useOpenOrders();
  return null;
}
const page = (setting: PageSetting = {}) =>
  openPage({ ...SETTING, ...setting }, () => (
    <InAccount>
      <Held />
      <SelectionProbe />
    </InAccount>
  ));
const change = (...given: Parameters<typeof control.change>) => act(() => control.change(...given));
const store = (parts: object) => localStorage.setItem('cuadra.screens.a', JSON.stringify(parts));
const stored = () =>
  (JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}') as { readonly selection?: unknown })
    .selection;
const span = (from: string, to: string) => ({ from, to }) as never;
const undo = ({ user }: Awaited<ReturnType<typeof page>>) => user.keyboard('{Control>}z{/Control}');

describe('what is remembered', () => {
  test.each([
    [{ kind: 'preset', preset: 'quarter' }, span('2026-10-01', '2026-11-20')],
    [{ kind: 'since', from: '2026-09-03' }, span('2026-09-03', '2026-11-20')],
    [{ kind: 'days', from: '2026-09-03', to: '2026-09-03' }, span('2026-09-03', '2026-09-03')],
    [{ kind: 'all' }, null],
    // Nobody chose days: those that a new account begins with.
    [null, span('2026-10-01', '2026-10-31')],
    [{ kind: 'days', from: '2026-09-04', to: '2026-09-03' }, span('2026-10-01', '2026-10-31')],
  ])('is told anew from the present, and stays while one reads: %j', async (period, days) => {
    const rows = { ...ALL_ROWS, search: 'x', periodColumn: 'Fecha de Pago' as const };
    store({ selection: { period, rows } });
    const one = await page();
    const expected: Selection = { ...EVERYTHING, search: 'x', periodColumn: 'Fecha de Pago', period: days };
    await waitFor(() => expect([control.isSettled, probedSelection()]).toEqual([true, expected]));
    const isRead = period !== null && !('to' in period && period.from > (period.to ?? ''));
    expect(control.meaning).toEqual(isRead ? period : null);
    act(() => one.commit([row('2027-02-03')]));
    await waitFor(() => expect(present.present?.lastPurchase).toBe('2027-02-03T10:00:00.000'));
    expect(probedSelection()).toEqual(expected);
    expect(stored()).toEqual({ period, rows });
  });

  test('is what was changed, with the meaning of its days; the currency is no part of it', async () => {
    store({ currency: 'USD' });
    const one = await page({ accounts: ACCOUNTS });
    const scope = { accounts: [{ Canal: 'B', Cuenta: '' }], isExcluded: false };
    await waitFor(() => expect(control.selection.period).toEqual(span('2026-10-01', '2026-10-31')));
    expect([stored(), control.meaning, control.selection.scope]).toEqual([undefined, null, scope]);
    change({ type: 'set-own-costs', on: true });
    const meaning = { kind: 'preset', preset: 'month-before' } as const;
    change({ type: 'set-period', period: span('2026-10-01', '2026-10-31'), meaning });
    expect(control.selection).toEqual({
      ...EVERYTHING,
      ...{ period: span('2026-10-01', '2026-10-31'), scope, ownCosts: { currency: 'USD' } },
    });
    expect(stored()).toEqual({ period: meaning, rows: { ...ALL_ROWS, ownCosts: true } });
    change([
      { type: 'search', text: 'a' },
      { type: 'set-filter', column: 'Canal', values: ['B'] },
    ]);
    change({ type: 'search', text: 'ab' });
    expect(stored()).toEqual({
      period: meaning,
      rows: {
        ...ALL_ROWS,
        ...{ ownCosts: true, search: 'ab', filters: [{ column: 'Canal', values: ['B'] }] },
      },
    });
    // The same once more is no step; several together were one, the letter after them another.
    change({ type: 'search', text: 'ab' });
    await undo(one);
    expect([control.selection.search, control.meaning]).toEqual(['a', meaning]);
    await undo(one);
    expect([control.selection.search, control.selection.filters]).toEqual(['', []]);
    // To mean the same days by another name is nothing to undo.
    await undo(one);
    expect([control.selection.ownCosts, control.meaning]).toEqual([null, null]);
    // In another currency it is the same selection, of its accounts and costs.
    change({ type: 'set-own-costs', on: true });
    act(() => currency.choose('CLP'));
    expect(control.selection).toMatchObject({
      ownCosts: { currency: 'CLP' },
      scope: { ...scope, isExcluded: true },
    });
    cleanup();
    store({ currency: 'XXX' });
    await page({ accounts: ACCOUNTS });
    expect([currency.code, currency.codes]).toEqual(['CLP', ['CLP', 'USD']]);
  });

  test('is undone to the days that moved by themselves, and to what they were meant as', async () => {
    const preset = { kind: 'preset', preset: 'quarter' } as const;
    store({ selection: { period: preset, rows: ALL_ROWS } });
    const one = await page();
    await waitFor(() => expect(control.selection.period).toEqual(span('2026-10-01', '2026-11-20')));
    change({ type: 'set-period', period: null });
    expect([control.meaning, stored()]).toEqual([
      { kind: 'all' },
      { period: { kind: 'all' }, rows: ALL_ROWS },
    ]);
    await undo(one);
    expect([control.selection.period, control.meaning]).toEqual([span('2026-10-01', '2026-11-20'), preset]);
    expect(stored()).toEqual({ period: preset, rows: ALL_ROWS });
  });
});

describe('days that are not known yet', () => {
  test('are waited for, but by those that have no name', async () => {
    const readCoverage = () => new Promise<never>(() => {});
    const settled = async (period: object) => {
      store({ selection: { period, rows: ALL_ROWS } });
      const { view } = await page({ dataReplies: { readCoverage } });
      const { isSettled } = control;
      view.unmount();
      return isSettled;
    };
    const days = { kind: 'days', from: '2026-09-03', to: '2026-09-04' };
    expect(await settled({ kind: 'all' })).toBe(true);
    expect([await settled(days), await settled({ kind: 'preset', preset: 'month-before' })]).toEqual([
      true,
      false,
    ]);
  });

  test('of a new account are all until a month is complete, and stay all once something was chosen', async () => {
    const open = month({ month: '2026-10' as Month, rows: 1, reach: 'queued' });
    let months = [open];
    const one = await page({ months });
    await waitFor(() => expect([control.isSettled, probedSelection()]).toEqual([true, EVERYTHING]));
    months.splice(0, 1, read('2026-10'));
    act(() => one.commit());
    await waitFor(() => expect(control.selection.period).toEqual(span('2026-10-01', '2026-10-31')));
    expect(control.isSettled).toBe(true);
    cleanup();
    localStorage.clear();
    months = [open];
    const other = await page({ months });
    await waitFor(() => expect(control.isSettled).toBe(true));
    // Whatever it was, also what was so already.
    change({ type: 'set-preset', on: false });
    months.splice(0, 1, read('2026-10'));
    act(() => other.commit());
    await waitFor(() => expect(present.present?.complete).toBe('2026-10'));
    expect(probedSelection()).toEqual(EVERYTHING);
  });
});

test('several changes together are one step, which no letter of a search goes on with', async () => {
  const one = await page();
  change({ type: 'set-period', period: null });
  change({ type: 'search', text: 'a' });
  const filter = { type: 'set-filter', column: 'Canal', values: ['A'] } as const;
  change([filter, { type: 'search', text: 'ab' }]);
  change({ type: 'search', text: 'abc' });
  const steps: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    await undo(one);
    steps.push(`${control.selection.search} ${control.selection.filters.length}`);
  }
  expect(steps).toEqual(['ab 1', 'a 0', ' 0']);
});

test('within the days of a month all is of what was bought in them; what they are already is left as it is', async () => {
  let inner = control;
  function Inner() {
    inner = useSelection();
    return null;
  }
  const october = span('2026-10-01', '2026-10-31');
  await openPage(SETTING, () => (
    <InAccount>
      <Held />
      <WithPeriod period={october}>
        <Inner />
      </WithPeriod>
    </InAccount>
  ));
  change({ type: 'set-period', period: null });
  change({ type: 'set-period-column', column: 'Fecha de Pago' });
  expect(inner.selection).toEqual({ ...EVERYTHING, period: october });
  expect(control.selection).toEqual({ ...EVERYTHING, periodColumn: 'Fecha de Pago' });
  act(() => inner.change({ type: 'search', text: 'x' }));
  expect(control.selection).toEqual({ ...EVERYTHING, period: october, search: 'x' });
  expect(inner.selection).toBe(control.selection);
});

describe('the present', () => {
  test('is the last purchase and the last complete month, as they become', async () => {
    const months = [read('2026-09')];
    const { commit } = await page({ months });
    const lastPurchase = '2026-11-20T10:00:00.000';
    await waitFor(() =>
      expect(present).toEqual({ present: { lastPurchase, complete: '2026-09' }, isKnown: true }),
    );
    months.push(read('2026-10'));
    act(() => commit());
    await waitFor(() => expect(present.present).toEqual({ lastPurchase, complete: '2026-10' }));
    act(() => commit([row('2026-12-01')]));
    await waitFor(() =>
      expect(present.present).toEqual({ lastPurchase: '2026-12-01T10:00:00.000', complete: '2026-10' }),
    );
  });

  test('is of no month that lost rows; of no purchase there is none', async () => {
    const from = '2026-10-31T00:00:00.000' as LocalDateTime;
    const damage = { foundAtMs: 0, rowsLost: 1, from, to: from, outsidePlan: false };
    await page({ facts: { damage } });
    await waitFor(() => expect(present).toMatchObject({ present: { complete: '2026-09' }, isKnown: true }));
    cleanup();
    await page({ rows: [], months: [] });
    await waitFor(() => expect(present).toEqual({ present: null, isKnown: true }));
  });

  test('is known too where nobody can say which months are complete: nothing waits for it', async () => {
    const readCoverage = () => {
      throw new Error('It cannot be read.');
    };
    await page({ dataReplies: { readCoverage } });
    await waitFor(() => expect([present.isKnown, control.isSettled]).toEqual([true, true]));
    expect([present.present?.complete, probedSelection()]).toEqual([null, EVERYTHING]);
  });
});

test('a mark leads to the orders, and its step back to where one was, once for each', async () => {
  const one = await openPage({ ...SETTING, at: '#profitability/x' }, () => (
    <InAccount>
      <Held />
      <SelectionProbe />
    </InAccount>
  ));
  change({ type: 'set-period', period: null });
  const filter = { type: 'set-filter', column: 'Canal', values: ['A'] } as const;
  const hash = () => decodeURIComponent(window.location.hash);
  act(() => open({ only: [filter], at: 'Unidades' }));
  const first = hash();
  expect(first).toMatch(/^#orders\/.*Unidades/);
  // There already, by another column: sorted by it now, whatever it is about besides.
  act(() => open({ by: 'Ventas', at: 'Unidades' }));
  expect([hash(), first]).toEqual(['#orders/Ventas', expect.not.stringMatching(/^#orders\/Unidades$/)]);
  act(() => open({ only: [{ type: 'search', text: 'x' }], by: 'Ventas' }));
  await undo(one);
  expect([hash(), probedSelection().search, probedSelection().filters]).toEqual([
    '#orders/Ventas',
    '',
    [{ column: 'Canal', values: ['A'] }],
  ]);
  await undo(one);
  expect([hash(), probedSelection().filters.length]).toEqual([first, 1]);
  await undo(one);
  expect([hash(), probedSelection()]).toEqual(['#profitability/x', EVERYTHING]);
});
