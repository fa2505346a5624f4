import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { expectReleases } from '#renderer/reconciliation/payouts/model/forecast/expected.ts';
import {
  type AccountMoney,
  type ForecastMoney,
  NOT_YET,
} from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import { readForecastMoney } from '#renderer/reconciliation/payouts/worker/forecast/forecast-money.ts';
import {
  type ReleaseLine,
  statedDayReader,
  statementDays,
} from '#renderer/reconciliation/payouts/worker/forecast/statement-days.ts';
import { readSettlements } from '#renderer/reconciliation/payouts/worker/settlement-sums.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayNumber, dayOfNumber, type LocalDate, type UtcInstant } from '#shared/domain/dates.ts';
import { type Decimal, fromDecimal, rescale } from '#shared/domain/decimal.ts';
import {
  centsText,
  MATCH_COLUMNS,
  type Row,
  rowOf,
  storeOf,
} from '#test/renderer/reconciliation/matching/statement-world.ts';

const DAY = (text: string) => dayNumber(text as LocalDate);
const BEGIN = DAY('2026-09-01');

type Part = { kind: number; bought: number; came: number; rows: number; units: bigint; weight: number };
const keyOf = ({ kind, bought, came }: Part) => `${kind} ${bought} ${came}`;

function partsOf({ kind, bought, came, rows, units, weight }: AccountMoney): readonly Part[] {
  return [...kind.keys()]
    .map((at) => ({
      kind: kind[at] ?? 0,
      bought: bought[at] ?? 0,
      came: came[at] ?? 0,
      rows: rows[at] ?? 0,
      units: units[at] ?? 0n,
      weight: weight[at] ?? 0,
    }))
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Of which the user did not say whose it is. */
const ofNobody = (lines: readonly ReleaseLine[]) => ({ lines, account: null });

const read = (rows: readonly Row[], statements: readonly (readonly ReleaseLine[])[] = []): ForecastMoney => {
  const store = storeOf(rows);
  return atOnce(readForecastMoney(store, atOnce(statementDays(store, statements.map(ofNobody)))));
};

const plan = fc.record({
  orden: fc.integer({ min: 1, max: 12 }),
  canal: fc.constantFrom('A', 'B'),
  type: fc.constantFrom('Orden', 'Publicación', 'Marketplace'),
  cents: fc.integer({ min: -9_000, max: 90_000 }),
  bought: fc.option(fc.integer({ min: 0, max: 20 }), { freq: 8 }),
  paid: fc.option(fc.integer({ min: 0, max: 40 })),
  state: fc.constantFrom('Pagado', 'Informado', 'Sin Información', ''),
});
const timeOf = (at: number | null) => (at === null ? '' : `${dayOfNumber(BEGIN + at)}T08:00:00.000`);

test('money is what a slow look at each row gives, by kind and by both of its days', () => {
  fc.assert(
    fc.property(
      fc.array(plan, { minLength: 1, maxLength: 40 }),
      fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 40 })), {
        selector: ([order]) => order,
        maxLength: 4,
      }),
      (plans, said) => {
        const rows = plans.map(({ orden, canal, type, cents, bought, paid, state }) =>
          rowOf({
            Canal: canal,
            Orden: `${canal}${orden}`,
            'Tipo de Dato': type,
            'Fecha de compra': timeOf(bought),
            'Fecha de Pago': timeOf(paid),
            'Estado de Pago': state,
            'Rentabilidad Marketplace': centsText(cents),
          }),
        );
        const lines = said.map(
          ([order, at]): ReleaseLine => ({
            order: `A${order}`,
            suborder: null,
            day: BEGIN + at,
            size: { units: 1n, scale: 0 },
            settlement: null,
          }),
        );
        const money = read(rows, [lines]);
        const unit = 10 ** money.scale / 100;
        for (const canal of new Set(plans.map((each) => each.canal))) {
          const own = plans.filter((each) => each.canal === canal);
          const dayOf = new Map(canal === 'A' ? said : []);
          const parts = new Map<string, Part>();
          let [stated, undated] = [0, 0];
          for (const { orden, type, cents, bought, paid, state } of own) {
            const day = dayOf.get(orden) ?? paid;
            if (dayOf.has(orden)) stated += 1;
            if (day === null && state === 'Pagado') {
              undated += 1;
              continue;
            }
            const since = bought === null ? NO_DAY : BEGIN + bought;
            const part = {
              kind: type === 'Marketplace' ? 1 : 0,
              bought: since,
              came: day === null ? NOT_YET : Math.max(since, BEGIN + day),
              rows: 0,
              units: 0n,
              weight: 0,
            };
            const known = parts.get(keyOf(part)) ?? part;
            parts.set(keyOf(part), {
              ...known,
              rows: known.rows + 1,
              units: known.units + BigInt(cents * unit),
              weight: known.weight + Math.abs(cents * unit),
            });
          }
          const found = money.accounts.find((each) => each.canal === canal);
          expect(found).toMatchObject({ cuenta: 'Uno', stated, undated });
          const wanted = [...parts.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
          expect(found === undefined ? [] : partsOf(found)).toEqual(wanted);
        }
      },
    ),
    { numRuns: 25 },
  );
});

test('rows of two accounts in turn, bought and paid on the same days, are each of their own', () => {
  const row = (Cuenta: string, cents: number, Orden: string) =>
    rowOf({
      ...{ Cuenta, Orden, 'Fecha de compra': timeOf(1), 'Fecha de Pago': timeOf(9) },
      'Rentabilidad Marketplace': centsText(cents),
    });
  const { accounts } = read(
    ['Uno', 'Dos', 'Uno', 'Dos', 'Dos'].map((cuenta, at) => row(cuenta, 10 ** at, `O-${at}`)),
  );
  expect(accounts.map(({ cuenta, units, rows, stated }) => [cuenta, [...units], [...rows], stated])).toEqual([
    ['Uno', [101n], [2], 0],
    ['Dos', [11_010n], [3], 0],
  ]);
});

test('without statements what is pending is what the settlements say is owed', () => {
  fc.assert(
    fc.property(
      fc.array(plan, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 45 }),
      (plans, at) => {
        const rows = plans.map(({ orden, canal, cents, bought, paid, state }) =>
          rowOf({
            Canal: canal,
            Orden: String(orden),
            'Fecha de compra': timeOf(bought),
            'Fecha de Pago': timeOf(paid),
            'Estado de Pago': state,
            'Rentabilidad Marketplace': centsText(cents),
          }),
        );
        const store = storeOf(rows);
        const known = BEGIN + at;
        const money = read(rows);
        const pending = money.accounts.reduce(
          (sum, account) => sum + expectReleases(account, { morning: known, known, isNow: true }).pending,
          0n,
        );
        const owed = atOnce(readSettlements(store, dayOfNumber(known))).reduce(
          (sum, each) => sum + rescale(fromDecimal(each.owed), money.scale).units,
          0n,
        );
        expect(pending).toBe(owed);
      },
    ),
    { numRuns: 25 },
  );
});

test('dates that no calendar reaches are no days to wait for, and amounts of any length are exact', () => {
  const huge = '123456789012345678901234567890.1234';
  const rows = [
    rowOf({ Orden: '1', 'Fecha de Pago': '9999-12-31T00:00:00.000', 'Rentabilidad Marketplace': huge }),
    rowOf({ Orden: '2', 'Fecha de Pago': '0001-01-01T00:00:00.000', 'Rentabilidad Marketplace': '5' }),
    rowOf({ Orden: '3', 'Fecha de Pago': '2026-10-09T00:00:00.000', 'Rentabilidad Marketplace': `-${huge}` }),
  ];
  const columns = [...MATCH_COLUMNS];
  const store = storeOf(rows, 1, columns);
  store.setPresent('2026-11-22T12:00:00.000Z' as UtcInstant);
  const { scale, accounts } = atOnce(readForecastMoney(store, atOnce(statementDays(store, []))));
  const { units } = rescale(fromDecimal(huge as Decimal), scale);
  const [account] = accounts;
  expect(account?.undated).toBe(1);
  const parts = account === undefined ? [] : partsOf(account);
  expect(parts.map(({ came, units: own }) => [came, own])).toEqual([
    [DAY('2026-10-09'), -units],
    [NOT_YET, units],
  ]);
  // So that doubles hold all of them together.
  const weights = parts.map(({ weight }) => weight);
  expect(weights[0]).toBe(weights[1]);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
  expect(weights[0]).toBeGreaterThan(0);
});

test('of a store without rows there is nothing to tell', () => {
  const store = createColumnStore();
  expect(atOnce(readForecastMoney(store, atOnce(statementDays(store, []))))).toEqual({
    scale: 0,
    accounts: [],
  });
});

test('a statement’s day is that of the order’s largest line; a number of several orders tells nothing', () => {
  const rows = [
    rowOf({ Orden: '1', 'Rentabilidad Marketplace': '1' }),
    rowOf({ Orden: '2', 'Rentabilidad Marketplace': '1' }),
    rowOf({ Orden: '2', Cuenta: 'Dos', 'Rentabilidad Marketplace': '1' }),
  ];
  const store = storeOf(rows);
  const line = (order: string, at: number, units: bigint): ReleaseLine => ({
    order,
    suborder: null,
    day: BEGIN + at,
    size: { units, scale: 0 },
    settlement: null,
  });
  const days = (...statements: readonly (readonly ReleaseLine[])[]) =>
    [...atOnce(statementDays(store, statements.map(ofNobody))).ofOrder]
      .filter((day) => day !== NO_DAY)
      .map((day) => day - BEGIN);
  expect(days([line('1', 9, 5n), line('1', 3, 50n), line('1', 1, 7n), line('2', 4, 1n)])).toEqual([3]);
  // Of two as large, the earlier; in whichever statement it is.
  expect(days([line('1', 9, 5n)], [line('1', 3, 5n)])).toEqual([3]);
  expect(days([line('1', 3, 5n)], [line('1', 9, 5n)])).toEqual([3]);
  expect(days([line('7', 3, 5n)])).toEqual([]);
});

test('of an order over several settlements each statement’s line tells the day of its own, whatever else is told', () => {
  const rows = ['L-1', 'L-2', ''].map((settlement) =>
    rowOf({ Orden: '1', 'N° de Liquidación': settlement, 'Estado de Pago': '' }),
  );
  const store = storeOf([...rows, rowOf({ Orden: '2', 'Estado de Pago': '' })]);
  const line = (order: string, at: number, settlement: string | null): ReleaseLine => ({
    ...{ order, suborder: null, day: BEGIN + at, size: { units: BigInt(at), scale: 0 }, settlement },
  });
  const days = (...statements: readonly (readonly ReleaseLine[])[]) => {
    const statedIn = statedDayReader(store, atOnce(statementDays(store, statements.map(ofNobody))));
    return [...store.segments.entries()].flatMap(([index, segment]) => {
      const dayAt = statedIn(index, segment);
      return Array.from({ length: segment.rowCount }, (_, row) => dayAt(row)).map((day) =>
        day === NO_DAY ? null : day - BEGIN,
      );
    });
  };
  const [named, other] = [line('1', 5, 'L-1'), line('2', 9, null)];
  const told = [5, null, null, 9];
  expect(days([named, other])).toEqual(told);
  expect(days([other, named])).toEqual(told);
  expect(days([named], [other])).toEqual(told);
  expect(days([other], [named])).toEqual(told);
  expect(days([named, line('1', 7, 'L-2'), line('1', 3, 'L-2'), line('1', 8, 'L-3')])).toEqual([
    ...[5, 7, null, null],
  ]);
  // Where nobody names a settlement, the day is of the whole order.
  expect(days([line('1', 5, null), other])).toEqual([5, 5, 5, 9]);
  expect(days([line('1', 5, 'L-3'), other])).toEqual([5, 5, 5, 9]);
});

test('the first row of a segment counts, whosever it is and whatever it does not tell', () => {
  const blank = { 'Fecha de compra': '', 'Tipo de Dato': 'Marketplace', 'Estado de Pago': '' };
  const row = (Cuenta: string, cells: Row = blank) =>
    rowOf({ Cuenta, Orden: Cuenta, 'Rentabilidad Marketplace': '1', ...cells });
  // Each segment begins with an account that no other has.
  const { accounts } = read([row('Uno'), row('Uno', {}), row('Dos'), row('Dos')]);
  const counted = accounts.map(({ cuenta, rows, undated }) => [cuenta, [...rows], undated]);
  expect(counted).toEqual([
    ['Uno', [1], 1],
    ['Dos', [2], 0],
  ]);
});
