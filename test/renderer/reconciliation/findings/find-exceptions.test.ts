import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { type Finding, findingKey } from '#renderer/data/model/finding.ts';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDate, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { AccountsScope } from '#shared/domain/selection.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { randomCases } from '#test/random-cases.ts';
import {
  isUnreadable,
  type NaiveRow,
  naiveDay,
  naiveDaysLater,
  naiveLacksCost,
  naiveOrder,
  naiveSum,
  naiveUnits,
  PRESENT,
} from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { WORLD_COLUMNS, type World, world } from '#test/renderer/data/engine/worlds.ts';
import { NAIVE_SUMS, naiveState } from '#test/renderer/reconciliation/rules/naive-rules.ts';

/** What is wrong with rows, against the slow way; and that it is the same however the rows came. */

const TRUTH: readonly NaiveRow[] = [...createWorld({ seed: 7, orders: 300, clock: () => NOW }).truth()];
const DOCUMENTED = ['total', 'comercial', 'income', 'refunds'];
const SALES = TRUTH.filter((row) => !naiveLacksCost(row) && row['Estado de Pago'] !== 'Sin Información');

/** Rows of the worlds have their present, those of the demo have none. */
function storeOf(segments: readonly (readonly NaiveRow[])[], present: UtcInstant | null = null): ColumnStore {
  const store = createColumnStore();
  store.setPresent(present);
  const columns = [...new Set([...WORLD_COLUMNS, ...Object.keys(TRUTH[0] ?? {})])].filter((column) =>
    segments.some((rows) => rows.some((row) => row[column] !== undefined)),
  );
  for (const [at, rows] of segments.entries()) {
    if (rows.length === 0) continue;
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
    const encoded = encodeSegment({ columns, rows: cells });
    store.addSegment(at + 1, decodeSegment(encoded.bytes, encoded.headerLength), null);
  }
  store.raiseRevision();
  return store;
}

const find = (store: ColumnStore, scope: AccountsScope | null = null): readonly Finding[] =>
  atOnce(
    createQueries(store).tasks.findings({
      scope,
      currency: null,
      thresholds: DEFAULT_THRESHOLDS,
      dismissed: NONE_DISMISSED,
    }),
  ).findings;
const byKey = (findings: readonly Finding[]) =>
  findings.toSorted((a, b) => (findingKey(a) < findingKey(b) ? -1 : 1));

const accountOf = (row: NaiveRow) => JSON.stringify([row.Canal ?? '', row.Cuenta ?? '']);
const dayOf = (row: NaiveRow) => naiveDay(row['Fecha de compra'] ?? null);
/** A purchase is believed until the day after the latest local day. */
const UNTIL = '2026-04-22';
const isFar = (day: string) => day < '2000-01-01' || day > UNTIL;

/** By kind, which rows it is of. */
function wrongRows(rows: readonly NaiveRow[]): { readonly [kind: string]: readonly NaiveRow[] } {
  const days = rows.map(dayOf).filter((day) => day !== null && !isFar(day));
  const last = days.reduce<string>((most, day) => ((day ?? '') > most ? (day ?? '') : most), '');
  const before = last === '' ? '' : `${naiveDaysLater(last, -30).slice(0, 7)}-01`;
  return {
    'missing-cost': rows.filter(naiveLacksCost),
    undated: rows.filter((row) => dayOf(row) === null),
    'out-of-range': rows.filter((row) => isFar(dayOf(row) ?? '2020-01-01')),
    'no-payment': rows.filter((row) => {
      const day = dayOf(row);
      return row['Estado de Pago'] === 'Sin Información' && day !== null && !isFar(day) && day < before;
    }),
  };
}

function expectLikeSlow(found: readonly Finding[], rows: readonly NaiveRow[]): void {
  const accounts = [...new Set(rows.map(accountOf))].sort();
  expect(found.map(({ subject }) => JSON.stringify([subject.Canal, subject.Cuenta])).sort()).toEqual(
    accounts,
  );
  for (const { subject, rows: count, orders, amount } of found) {
    const own = rows.filter((row) => accountOf(row) === JSON.stringify([subject.Canal, subject.Cuenta]));
    expect([count, orders]).toEqual([own.length, new Set(own.map(naiveOrder)).size]);
    expect(amount === null ? null : naiveUnits(amount)).toBe(naiveSum(own, 'Ventas'));
  }
}

describe('what rows show', () => {
  test('agrees with the slow way, by kind and account', () => {
    fc.assert(
      fc.property(world, ({ store, rows }) => {
        const found = find(store);
        for (const [kind, wrong] of Object.entries(wrongRows(rows))) {
          expectLikeSlow(
            found.filter((each) => each.kind === kind),
            wrong,
          );
        }
        for (const column of ['Ventas', 'Costo de Producto', 'Unidades', 'Costo Envío']) {
          const ofColumn = found.filter(
            ({ kind, subject }) => kind === 'unreadable' && subject.column === column,
          );
          const wrong = rows.filter((row) => isUnreadable(row[column] ?? null));
          expect(ofColumn.reduce((sum, each) => sum + each.rows, 0)).toBe(wrong.length);
          expect(ofColumn).toHaveLength(new Set(wrong.map(accountOf)).size);
        }
        const unknown = found.filter(({ kind }) => kind === 'unknown-column');
        // Of one that holds nothing in any row it is all the same.
        const isFilled = rows.some((row) => (row.Nueva ?? null) !== null);
        const names = unknown.map(({ subject }) => subject.column);
        expect(isFilled || names.length > 0 ? names : ['Nueva']).toEqual(['Nueva']);
      }),
      { numRuns: randomCases(24) },
    );
  });

  test('names broken documented rules by account, with what they are off', () => {
    const spoil = fc.array(
      fc.record({
        row: fc.nat({ max: SALES.length - 1 }),
        column: fc.constantFrom(...DOCUMENTED.map((id) => NAIVE_SUMS[id]?.[0] ?? '')),
        cents: fc.integer({ min: 1, max: 5000 }),
      }),
      { minLength: 1, maxLength: 9, size: 'max' },
    );
    fc.assert(
      fc.property(spoil, (spoils) => {
        const rows = SALES.map((row, at) => {
          const own = spoils.filter((each) => each.row === at);
          return Object.fromEntries([
            ...Object.entries(row),
            ...own.map(({ column, cents }) => [
              column,
              ((Math.round(Number(row[column]) * 100) + cents) / 100).toFixed(2),
            ]),
          ]) as NaiveRow;
        });
        const found = find(storeOf([rows])).filter(({ kind }) => kind === 'row-rule');
        for (const id of DOCUMENTED) {
          const failing = rows.flatMap((row) => {
            const state = naiveState(row, id);
            return state.state === 'fails' ? [{ row, off: state.off ?? 0n }] : [];
          });
          const ofRule = found.filter(({ subject }) => subject.rule === id);
          expect(ofRule.reduce((sum, each) => sum + each.rows, 0)).toBe(failing.length);
          const off = failing.reduce((sum, each) => sum + (each.off < 0n ? -each.off : each.off), 0n);
          expect(ofRule.reduce((sum, { amount }) => sum + (naiveUnits(amount) ?? 0n), 0n)).toBe(off);
          expect(ofRule).toHaveLength(new Set(failing.map(({ row }) => accountOf(row))).size);
        }
        expect(found.every(({ subject }) => DOCUMENTED.includes(subject.rule ?? ''))).toBe(true);
      }),
      { numRuns: randomCases(4) },
    );
  });

  test('says nothing of rows in which nothing is wrong', () => {
    expect(SALES.length).toBeGreaterThan(200);
    expect(find(storeOf([SALES.slice(0, 90), SALES.slice(90)]))).toEqual([]);
  });

  test('is the same however the rows came: in any order, in any segments, read again', () => {
    const dealt = fc.tuple(world, fc.infiniteStream(fc.nat({ max: 2 })), fc.nat());
    fc.assert(
      fc.property(dealt, ([{ store, rows }, stream, turn]: [World, Iterable<number>, number]) => {
        const segments: NaiveRow[][] = [[], [], []];
        const deal = stream[Symbol.iterator]();
        const turned = [...rows.slice(turn % (rows.length + 1)), ...rows.slice(0, turn % (rows.length + 1))];
        for (const row of turned) {
          const into = segments[deal.next().value ?? 0] ?? [];
          if (turn % 2 === 0) into.push(row);
          else into.unshift(row);
        }
        expect(byKey(find(storeOf(segments, PRESENT as UtcInstant)).filter(isOfRows))).toEqual(
          byKey(find(store).filter(isOfRows)),
        );
        // Read again: the former rows are dead, the same ones stand in another segment.
        const again = storeOf([rows, rows], PRESENT as UtcInstant);
        again.markDeleted(rows.keys());
        again.raiseRevision();
        expect(byKey(find(again).filter(isOfRows))).toEqual(byKey(find(store).filter(isOfRows)));
      }),
      { numRuns: randomCases(16) },
    );
  });

  test('has another evidence where a row came, went or changed, and the same key', () => {
    const [first = {}, second = {}, ...rest] = SALES;
    const lacking = { ...first, 'Costo de Producto': '0' };
    const evidenceOf = (rows: readonly NaiveRow[]) =>
      find(storeOf([rows])).filter(({ kind }) => kind === 'missing-cost');
    const before = evidenceOf([lacking, ...rest]);
    const more = {
      ...second,
      Canal: first.Canal,
      Cuenta: first.Cuenta,
      'Costo de Producto': '0',
    } as NaiveRow;
    const after = [
      evidenceOf([lacking, more, ...rest]),
      evidenceOf([{ ...lacking, Ventas: '1.01' }, ...rest]),
      evidenceOf([{ ...lacking, Orden: 'otra' }, ...rest]),
    ];
    expect(before).toHaveLength(1);
    const evidences = [before, ...after].map(([one]) => one?.evidence);
    expect(new Set(evidences).size).toBe(4);
    expect(new Set([before, ...after].map(([one]) => one && findingKey(one))).size).toBe(1);
  });

  test('lacks no cost where an own one is counted; where none is, the rows stay', () => {
    const sales: readonly NaiveRow[] = SALES.slice(0, 12).map((sale) => ({
      ...sale,
      'Costo de Producto': '0',
    }));
    const sku = sales[0]?.['SKU Producto'] ?? '';
    const cost: OwnCost = {
      sku,
      currency: null,
      from: null,
      to: null,
      cost: '3.50' as Decimal,
      note: '',
      owner: '',
      atMs: 1,
    };
    const store = storeOf([sales]);
    const queries = createQueries(store, () => new Map([[ownCostKey(cost), cost]]));
    const rowsLacking = (countsOwnCosts: boolean) =>
      atOnce(
        queries.tasks.findings({
          scope: null,
          currency: null,
          countsOwnCosts,
          thresholds: DEFAULT_THRESHOLDS,
          dismissed: NONE_DISMISSED,
        }),
      )
        .findings.filter(({ kind }) => kind === 'missing-cost')
        .reduce((sum, { rows }) => sum + rows, 0);
    const lacking = sales.filter(naiveLacksCost);
    const filled = lacking.filter(
      (each) => each['SKU Producto'] === sku && (naiveUnits(each.Unidades ?? null) ?? 0n) !== 0n,
    );
    expect(filled.length).toBeGreaterThan(0);
    expect(rowsLacking(false)).toBe(lacking.length);
    expect(rowsLacking(true)).toBe(lacking.length - filled.length);
  });

  test('looks at the accounts in view only, and their findings are those of all', () => {
    fc.assert(
      fc.property(world, ({ store }) => {
        const accounts = [{ Canal: 'Uno', Cuenta: 'Principal' }];
        const isOwn = ({ subject }: Finding) => subject.Canal === 'Uno' && subject.Cuenta === 'Principal';
        // What is unpaid is told from the last purchase in view.
        const steady = ({ kind }: Finding) => kind !== 'no-payment' && kind !== 'unknown-column';
        const all = find(store).filter(steady);
        const own = find(store, { accounts, isExcluded: false }).filter(steady);
        expect(byKey(own)).toEqual(byKey(all.filter(isOwn)));
      }),
      { numRuns: 30 },
    );
  });

  test('gives a sale until the month of thirty days before the last one to be paid', () => {
    const unpaid = (Orden: string, bought: string) =>
      ({ ...SALES[0], Orden, 'Fecha de compra': bought, 'Estado de Pago': 'Sin Información' }) as NaiveRow;
    const found = find(
      storeOf([
        [
          unpaid('a', '2026-02-28T23:59:59.999'),
          unpaid('b', '2026-03-01T00:00:00.000'),
          { ...SALES[1], 'Fecha de compra': '2026-04-01T08:00:00.000' } as NaiveRow,
        ],
      ]),
    ).find(({ kind }) => kind === 'no-payment');
    expect(found?.cases?.map(({ name }) => name)).toEqual(['a']);
  });

  test('of the accounts in view alone is the last sale, from which what is unpaid is told', () => {
    const sold = (Cuenta: string, Orden: string, month: string) =>
      ({
        ...SALES[0],
        ...{ Cuenta, Orden, 'Fecha de compra': `2026-${month}-10T08:00:00.000` },
        'Estado de Pago': 'Sin Información',
      }) as NaiveRow;
    const store = storeOf([[sold('Una', 'a', '01'), sold('Otra', 'b', '01'), sold('Una', 'c', '06')]]);
    const Canal = SALES[0]?.Canal ?? '';
    const unpaid = (scope: AccountsScope | null) =>
      find(store, scope).flatMap(({ kind, cases }) =>
        kind === 'no-payment' ? (cases ?? []).map(({ name }) => name) : [],
      );
    const only = (Cuenta: string) => ({ accounts: [{ Canal, Cuenta }], isExcluded: false });
    expect(unpaid(null).toSorted()).toEqual(['a', 'b']);
    expect([unpaid(only('Una')), unpaid(only('Otra'))]).toEqual([['a'], []]);
  });

  test('believes a purchase to the last moment of its last day, and says once of a day that it cannot be read', () => {
    const bought = (at: string, id: number) => ({ ...SALES[id], 'Fecha de compra': at }) as NaiveRow;
    const daysOf = (...days: readonly string[]) =>
      find(storeOf([days.map(bought)], PRESENT as UtcInstant))
        .filter(({ kind }) => ['out-of-range', 'undated', 'unreadable'].includes(kind))
        .map(({ kind, rows }) => `${kind} ${rows}`);
    expect(daysOf('2000-01-01T00:00:00.000', `${UNTIL}T23:59:59.999`)).toEqual([]);
    expect(daysOf(`${naiveDaysLater(UNTIL, 1)}T00:00:00.000`)).toEqual(['out-of-range 1']);
    expect(daysOf('1999-12-31T23:59:59.999')).toEqual(['out-of-range 1']);
    expect(daysOf('ayer')).toEqual(['undated 1']);
  });

  test('says which profitabilities each makes doubtful', () => {
    const [first = {}, second = {}, third = {}, fourth = {}] = SALES;
    const unread = ['Ventas', 'Cobro de Comisiones', 'Cobro por publicidad', 'Costo de Producto'];
    const told = ['Rentabilidad Comercial', 'Rentabilidad Marketplace', 'Unidades'];
    const rows: readonly NaiveRow[] = [
      { ...first, ...Object.fromEntries([...unread, ...told].map((column) => [column, 'x'])) },
      { ...second, 'Costo de Producto': '0' },
      { ...third, 'Fecha de compra': 'ayer' },
      { ...fourth, 'Fecha de compra': '1970-01-01T00:00:00.000' },
      ...DOCUMENTED.map((id) => ({ ...SALES[9], [NAIVE_SUMS[id]?.[0] ?? '']: '98765.43' })),
      { ...SALES[8], 'Fecha de compra': '2021-01-01T00:00:00.000', 'Estado de Pago': 'Sin Información' },
    ];
    const found = new Map(
      find(storeOf([rows])).map(({ kind, subject: { column, rule }, affects }) => [
        [kind, column, rule].filter((part) => part !== undefined).join(' '),
        affects.join(' '),
      ]),
    );
    const all = 'marketplace comercial total';
    expect(Object.fromEntries([...found].toSorted())).toMatchObject({
      'missing-cost': 'comercial total',
      'no-payment': all,
      undated: all,
      'out-of-range': all,
      'unreadable Ventas': all,
      'unreadable Cobro de Comisiones': all,
      'unreadable Cobro por publicidad': 'marketplace total',
      'unreadable Costo de Producto': 'comercial total',
      'unreadable Rentabilidad Comercial': 'comercial',
      'unreadable Rentabilidad Marketplace': 'marketplace',
      'unreadable Unidades': '',
      'row-rule total': 'total',
      'row-rule comercial': 'comercial',
      'row-rule income': all,
      'row-rule refunds': all,
    });
  });

  test('names broken rules of the accounts in view alone', () => {
    const column = NAIVE_SUMS[DOCUMENTED[0] ?? '']?.[0] ?? '';
    const broken = (Cuenta: string) => ({ ...SALES[0], Cuenta, [column]: '98765.43' }) as NaiveRow;
    const store = storeOf([['Una', 'Otra', 'Una'].map(broken)]);
    const Canal = SALES[0]?.Canal ?? '';
    const rowsOf = (accounts: readonly string[]) =>
      find(store, { accounts: accounts.map((Cuenta) => ({ Canal, Cuenta })), isExcluded: false })
        .filter(({ kind, subject }) => kind === 'row-rule' && subject.rule === DOCUMENTED[0])
        .map(({ subject, rows }) => [subject.Cuenta, rows]);
    expect(rowsOf(['Una'])).toEqual([['Una', 2]]);
    expect(rowsOf(['Otra'])).toEqual([['Otra', 1]]);
  });
});

describe('what the user said', () => {
  const ask = (store: ColumnStore, costs: readonly OwnCost[], thresholds = DEFAULT_THRESHOLDS) => {
    const byKey = new Map(costs.map((cost) => [ownCostKey(cost), cost]));
    const query = { scope: null, currency: null, thresholds, dismissed: NONE_DISMISSED };
    return atOnce(createQueries(store, () => byKey).tasks.findings(query)).findings;
  };
  const costOf = (sku: string, cost: string, from: string | null = null): OwnCost => ({
    sku,
    currency: null,
    from: from as LocalDate | null,
    to: null,
    cost: cost as Decimal,
    note: '',
    owner: '',
    atMs: 0,
  });

  test('of a cost is found where the source brought another, by hand; the same cost is nothing', () => {
    const amount = fc.integer({ min: 0, max: 3 });
    const sold = fc.record({
      sku: fc.constantFrom('S1', 'S2'),
      units: fc.integer({ min: 1, max: 3 }),
      each: amount,
      day: fc.constantFrom('2026-03-02', '2026-03-09'),
    });
    fc.assert(
      fc.property(fc.array(sold, { maxLength: 12 }), amount, fc.boolean(), (sales, own, isLate) => {
        const [first = {}] = SALES;
        const rows = sales.map(
          ({ sku, units, each, day }, at): NaiveRow => ({
            ...first,
            Orden: `o${at}`,
            'SKU Producto': sku,
            Unidades: String(units),
            'Costo de Producto': String(units * each),
            'Fecha de compra': `${day}T10:00:00.000`,
          }),
        );
        const costs = [costOf('S1', `${own + 1}.5`, isLate ? '2026-03-05' : null), costOf('S2', '2')];
        const found = ask(storeOf([rows], PRESENT as UtcInstant), costs).filter(
          ({ kind }) => kind === 'own-cost-superseded',
        );
        const expected = costs.flatMap(({ sku, cost, from }) => {
          const loaded = sales.filter(
            (each) => each.sku === sku && each.each > 0 && (from === null || each.day >= from),
          );
          const source = loaded.reduce((sum, { units, each }) => sum + units * each, 0);
          const mine = loaded.reduce((sum, { units }) => sum + units * Number(cost), 0);
          return loaded.length === 0 || source === mine
            ? []
            : [[sku, from ?? undefined, loaded.length, loaded.length, source - mine]];
        });
        expect(
          found.map(({ subject, rows: count, orders, amount: at }) => [
            subject['SKU Producto'],
            subject.from,
            count,
            orders,
            Number(at),
          ]),
        ).toEqual(expected);
        for (const { firstPurchase, lastPurchase } of found) {
          expect(firstPurchase !== null && lastPurchase !== null && firstPurchase <= lastPurchase).toBe(true);
        }
      }),
      { numRuns: randomCases(24) },
    );
  });

  test('of how much is odd decides what the queue has', () => {
    const [first = {}] = SALES;
    const refunded: NaiveRow = { ...first, Orden: 'menos', Ventas: '-500' };
    const store = storeOf([[refunded, ...SALES]]);
    const kindsOf = (least: string) =>
      ask(store, [], {
        ...DEFAULT_THRESHOLDS,
        amounts: { ...DEFAULT_THRESHOLDS.amounts, 'negative-sale': least as Decimal },
      }).map(({ kind }) => kind);
    expect(kindsOf('500')).toContain('negative-sale');
    expect(kindsOf('500.01')).not.toContain('negative-sale');
  });
});

/** A column that no live row carries by now is still there while a segment has it. */
function isOfRows({ kind }: Finding): boolean {
  return kind !== 'unknown-column';
}
