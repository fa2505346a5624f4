import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import type { OrderFigures } from '#renderer/data/model/changes.ts';
import { type Change, notationOf } from '#renderer/reconciliation/explain/model/explanation.ts';
import { buildCube } from '#renderer/reconciliation/explain/worker/cube.ts';
import { explain } from '#renderer/reconciliation/explain/worker/explain.ts';
import { failedParts, measuresOf } from '#renderer/reconciliation/explain/worker/hypotheses.ts';
import { withPastStates } from '#renderer/reconciliation/explain/worker/past-states.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type NaiveRow, naiveSum, naiveUnits, PLACES } from '#test/renderer/data/engine/naive.ts';
import { plant, rowsUnder, sales, selection, storeOf } from './planted.ts';
import { sourceOnly } from './source-only.ts';

/** A figure that was taken down before the last readings changed some orders. */

const MEASURE = 'Rentabilidad Total';
const READ_AT = ['2026-04-01T08:00:00.000Z', '2026-04-02T08:00:00.000Z'] as UtcInstant[];

const figuresOf = (row: NaiveRow): OrderFigures => ({
  rows: 1,
  states: [row['Estado de Orden'] ?? ''],
  payments: [row['Estado de Pago'] ?? ''],
  amounts: { [MEASURE]: row[MEASURE] as Decimal, Ventas: row.Ventas as Decimal },
});

type Kind = 'cost' | 'state' | 'new';

/** A row as it was before it got its cost, before its state was another, before it came. */
function formerOf(row: NaiveRow, kind: Kind): NaiveRow | null {
  if (kind === 'new') return null;
  if (kind === 'cost') {
    const more = Number(row[MEASURE]) + 1234.56;
    return { ...row, [MEASURE]: more.toFixed(2) };
  }
  return { ...row, 'Estado de Orden': row['Estado de Orden'] === 'Regular' ? 'Devuelta' : 'Regular' };
}

function recordOf(run: number, changes: readonly OrderChange[]) {
  const at = READ_AT[run] ?? null;
  return {
    runId: `run-${run}`,
    purpose: 'changes' as const,
    windowId: `${run}`,
    window: { date: 'updated_at', from: at ?? '', to: at ?? '' } as never,
    readAt: at,
    changes,
  };
}

function textOf(units: bigint): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(PLACES + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES, -PLACES + 2)}` as Decimal;
}

const changed = fc.array(
  fc.record({ at: fc.nat(), kind: fc.constantFrom<Kind>('cost', 'cost', 'state', 'new'), run: fc.nat(1) }),
  { minLength: 4, maxLength: 20 },
);

describe('a figure from before the last readings', () => {
  it('is told as such, alone and with a change beside it', () => {
    const counts = { planted: 0, first: 0 };
    const missed: string[] = [];
    fc.assert(
      fc.property(
        sales,
        selection,
        changed,
        fc.nat(1),
        fc.array(fc.nat({ max: 1_000_000 }), { maxLength: 1 }),
        (drawn, base, wanted, cut, picks) => {
          const rows = drawn.map((row, index): NaiveRow => ({ ...row, Orden: `O-${index}` }));
          const before = new Map<number, { readonly kind: Kind; readonly run: number }>();
          for (const { at, kind, run } of wanted) before.set(at % rows.length, { kind, run });
          const log = createChangeIndex();
          for (const run of [0, 1]) {
            const changes = [...before].flatMap(([index, each]): OrderChange[] => {
              const row = rows[index];
              if (row === undefined || each.run !== run) return [];
              const former = formerOf(row, each.kind);
              const order = JSON.stringify([row.Canal, row.Cuenta, row.Orden]) as OrderKey;
              return [
                {
                  order,
                  purchase: null,
                  before: former === null ? null : figuresOf(former),
                  after: figuresOf(row),
                  correlationIds: [],
                },
              ];
            });
            log.add(recordOf(run, changes));
          }
          const past = rows.flatMap((row, index) => {
            const each = before.get(index);
            const former = each === undefined || each.run < cut ? row : formerOf(row, each.kind);
            return former === null ? [] : [former];
          });
          const planted = plant(base, picks, 'Ventas');
          const sumOf = (of: readonly NaiveRow[], changes: readonly Change[]) =>
            naiveSum(rowsUnder(of, base, changes), MEASURE) ?? 0n;
          const amount = sumOf(past, planted);
          if (amount === sumOf(rows, planted)) return;
          const answer = atOnce(
            explain(
              sourceOnly(storeOf(rows)),
              { selection: base, measure: MEASURE, amount: textOf(amount) },
              { log },
            ),
          );
          counts.planted += 1;
          const [first] = answer.results;
          const isKnown = first?.changes.some(({ kind }) => kind === 'before') ?? false;
          if (isKnown && naiveUnits(first?.remains ?? null) === 0n) counts.first += 1;
          else missed.push(`${notationOf(planted)} and ${READ_AT[cut]}: ${notationOf(first?.changes ?? [])}`);
        },
      ),
      { numRuns: 90 },
    );
    expect(counts.planted).toBeGreaterThan(20);
    expect(counts.first / counts.planted, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  });
});

describe('what orders were before', () => {
  const row = (Orden: string, amount: string) =>
    ({
      ...{ Canal: 'Uno', Cuenta: 'Principal', Orden, Ventas: '1.00', [MEASURE]: amount },
      ...{ 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular', 'Estado de Pago': 'Pagado' },
    }) as unknown as NaiveRow;
  const was = (amount: string, states: readonly string[], payments: readonly string[]): OrderFigures => ({
    ...{ rows: 2, states, payments },
    amounts: { [MEASURE]: amount as Decimal },
  });
  const change = (of: NaiveRow, before: OrderFigures | null): OrderChange => ({
    order: JSON.stringify([of.Canal, of.Cuenta, of.Orden]) as OrderKey,
    ...{ purchase: null, before, after: figuresOf(of), correlationIds: [] },
  });
  /** By reading, what was more or less in which states than there is now. */
  const told = (rows: readonly NaiveRow[], log: ReturnType<typeof createChangeIndex>) => {
    const stores = sourceOnly(storeOf(rows));
    const present = atOnce(buildCube(stores, EVERYTHING, measuresOf(stores, MEASURE)));
    const cube = withPastStates(present, stores.shown, log, failedParts(present, EVERYTHING), MEASURE);
    const stateAt = (cell: number, column: string) => {
      const text = cube.texts.find((each) => each.column === column);
      return text?.values[text.codes[cell] ?? 0] ?? '';
    };
    return cube.measures.flatMap(({ changes: [first], units }) => {
      if (first?.kind !== 'before') return [];
      // The same states may have several cells: what counts is their sum.
      const moved = new Map<string, number>();
      for (const [cell, sum] of units.entries()) {
        const states = ['Estado de Orden', 'Estado de Pago'].map((column) => stateAt(cell, column)).join('/');
        const more = (sum - (cube.measures[0]?.units[cell] ?? 0)) / 10 ** cube.scale;
        moved.set(states, (moved.get(states) ?? 0) + more);
      }
      const lines = [...moved].filter(([, more]) => more !== 0).map(([states, more]) => `${states} ${more}`);
      return [[first.readAt, ...lines.toSorted()]];
    });
  };

  it('are put where their one former state was; where they had several they stay where they are by that', () => {
    const [payments, states, both, alike] = [
      ...([row('1', '100.00'), row('2', '200.00'), row('3', '400.00'), row('3b', '7.00')] as const),
    ] as const;
    const [amount, came, gone, several] = [
      ...([row('4', '800.00'), row('5', '1600.00'), row('6', '3200.00'), row('7', '6400.00')] as const),
    ] as const;
    const log = createChangeIndex();
    log.add(
      recordOf(0, [
        change(payments, was('10.00', ['Devuelta'], ['Informado', 'Sin Información'])),
        change(states, was('20.00', ['Cancelada', 'Devuelta'], ['Informado'])),
        change(both, was('40.00', ['Cancelada'], ['Sin Información'])),
        change(alike, was('2.00', ['Cancelada'], ['Sin Información'])),
        change(several, was('640.00', ['Cancelada', 'Devuelta'], ['Informado', 'Sin Información'])),
        change(amount, was('80.00', ['Regular'], ['Pagado'])),
        change(came, null),
        change(gone, was('320.00', ['Devuelta'], ['Informado'])),
      ]),
    );
    expect(told([payments, states, both, alike, amount, came, several], log)).toEqual([
      [
        ...[READ_AT[0], 'Cancelada/Sin Información 42', 'Devuelta/Pagado 10', 'Regular/Informado 20'],
        // 100, 200, 400, 7 and 1600 stood elsewhere or nowhere; of 800 there were 80, and of 6400 there were 640.
        'Regular/Pagado -8787',
      ],
    ]);
  });

  it('are told by the first and the last change since, whatever came between', () => {
    const state = (of: NaiveRow, name: string) => ({ ...of, 'Estado de Orden': name }) as NaiveRow;
    const moved = state(row('1', '100.00'), 'Devuelta');
    const grown = state(row('3', '10.00'), 'Devuelta');
    const [back, between] = [row('2', '1000.00'), row('2', '600.00')];
    const log = createChangeIndex();
    log.add(
      recordOf(0, [
        {
          ...change(moved, was('40.00', ['Regular'], ['Pagado'])),
          after: was('50.00', ['Regular'], ['Pagado']),
        },
        {
          ...change(back, was('500.00', ['Regular'], ['Pagado'])),
          after: figuresOf(state(between, 'Cancelada')),
        },
        {
          ...change(grown, was('5.00', ['Regular'], ['Pagado'])),
          after: was('7.00', ['Devuelta'], ['Pagado']),
        },
      ]),
    );
    log.add(
      recordOf(1, [
        change(moved, was('50.00', ['Regular'], ['Pagado'])),
        change(back, figuresOf(state(between, 'Cancelada'))),
        change(grown, { ...was('7.00', ['Devuelta'], ['Pagado']), rows: 1 }),
      ]),
    );
    expect(told([moved, back, grown], log)).toEqual([
      // 40, 500 and 5 for 1000, then 50 for 1000 and 600 that were canceled; of 10 that are returned 7 were.
      [READ_AT[0], 'Devuelta/Pagado -110', 'Regular/Pagado -455'],
      [READ_AT[1], 'Cancelada/Pagado 600', 'Devuelta/Pagado -103', 'Regular/Pagado -950'],
    ]);
  });

  it('are told of each of the last eight runs, at its first reading, never of a first load or of no run', () => {
    const rows = Array.from({ length: 12 }, (_, at) => row(`${at}`, '100.00'));
    const log = createChangeIndex();
    const readAt = (run: number) => `2026-04-${String(run + 1).padStart(2, '0')}T08:00:00.000Z` as UtcInstant;
    for (const [at, each] of rows.entries()) {
      const of = {
        ...recordOf(0, [change(each, was(`${at}.00`, ['Regular'], ['Pagado']))]),
        readAt: readAt(at),
      };
      // The third is a first load, the fourth of no run, and the last of the same run as the one before it.
      log.add({
        ...of,
        runId: at === 3 ? null : `run-${at === 11 ? 10 : at}`,
        ...(at === 2 ? { purpose: 'history' as const } : {}),
      });
    }
    // Before a run all that came later was not there yet either: 100 less what each order was.
    const sumFrom = (from: number) =>
      rows.reduce((sum, _, at) => (at < from || at === 2 ? sum : sum + at - 100), 0);
    expect(told(rows, log)).toEqual(
      [1, 4, 5, 6, 7, 8, 9, 10].map((run) => [readAt(run), `Regular/Pagado ${sumFrom(run)}`]),
    );
  });
});
