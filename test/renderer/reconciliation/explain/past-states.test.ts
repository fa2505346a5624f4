import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import type { OrderFigures } from '#renderer/data/model/changes.ts';
import { type Change, notationOf } from '#renderer/reconciliation/explain/model/explanation.ts';
import { explain } from '#renderer/reconciliation/explain/worker/explain.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
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
