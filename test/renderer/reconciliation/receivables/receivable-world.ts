import fc from 'fast-check';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { createReleaseLines } from '#renderer/reconciliation/payouts/worker/forecast/release-lines.ts';
import { createReceivables } from '#renderer/reconciliation/receivables/worker/receivables.ts';
import type { StatementStore } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import {
  centsText,
  type Row,
  rowOf,
  storeOf,
} from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Rows and statements for the tests of receivables. Days count from the first of August 2026. */

export const dayText = (at: number): string => new Date(Date.UTC(2026, 7, 1 + at)).toISOString().slice(0, 10);
export const TODAY = dayText(100);
export const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11'] as const;

export type Plan = {
  readonly canal: string;
  /** Absent: the one that most channels have. */
  readonly cuenta?: string;
  readonly orden: number;
  readonly ventas: number;
  readonly left: number;
  readonly bought: number | null;
  readonly paid: number | null;
  readonly state: string;
  readonly settlement?: string;
};

export const plan: fc.Arbitrary<Plan> = fc.record({
  canal: fc.constantFrom('A', 'B'),
  orden: fc.integer({ min: 1, max: 9 }),
  ventas: fc.integer({ min: -50_000, max: 90_000 }),
  left: fc.integer({ min: -9_000, max: 90_000 }),
  bought: fc.option(fc.integer({ min: -20, max: 115 }), { freq: 8 }),
  paid: fc.option(fc.integer({ min: -10, max: 130 })),
  state: fc.constantFrom('Pagado', 'Informado', ''),
});

/** What a statement says of orders of the account A: the day, from the first of August on, by order. */
export type StatedDays = ReadonlyMap<number, number>;
export const statedDays: fc.Arbitrary<StatedDays> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -5, max: 120 })), {
    selector: ([order]) => order,
    maxLength: 4,
  })
  .map((all) => new Map(all));

const timeOf = (at: number | null): string => (at === null ? '' : `${dayText(at)}T08:00:00.000`);

export const rowsOf = (plans: readonly Plan[]): readonly Row[] =>
  plans.map(({ canal, cuenta = 'Uno', orden, ventas, left, bought, paid, state, settlement = '' }) =>
    rowOf({
      Canal: canal,
      Cuenta: cuenta,
      Orden: `${canal}${orden}`,
      'Fecha de compra': timeOf(bought),
      'Fecha de Pago': timeOf(paid),
      'Estado de Pago': state,
      'N° de Liquidación': settlement,
      Ventas: centsText(ventas),
      'Rentabilidad Marketplace': centsText(left),
    }),
  );

export const storeOfPlans = (plans: readonly Plan[]) => storeOf(rowsOf(plans));

/**
 * The tool over rows and at most one statement, all of whose lines name one settlement or none; `meanwhile`: what another says,
 * which comes in while that one is read; `store`: the rows, where they change meanwhile.
 */
export function receivablesOf(
  plans: readonly Plan[],
  said: StatedDays,
  {
    settlement = null,
    meanwhile = new Map(),
    store = storeOfPlans(plans),
    isDamaged = false,
  }: {
    settlement?: string | null;
    meanwhile?: StatedDays;
    store?: ReturnType<typeof storeOfPlans>;
    /** The statement cannot be read any more. */
    isDamaged?: boolean;
  } = {},
) {
  const stated = [said, meanwhile];
  const linesOf = (each: StatedDays) =>
    [...each].map(([orden, day]) => ({
      order: `A${orden}`,
      suborder: null,
      settlement,
      released: { day: dayText(day), time: null, instant: null },
      net: '1',
    }));
  let count = said.size === 0 ? 0 : 1;
  const statements = {
    revision: () => count,
    list: () =>
      stated.slice(0, count).map((_, at) => ({ id: `s${at}`, kind: 'mercado-pago', account: null })),
    lines: (id: string) => {
      if (isDamaged) return Promise.reject(new CorruptLedgerError('Its lines are gone.'));
      if (meanwhile.size > 0) count = stated.length;
      return Promise.resolve(linesOf(stated[Number(id.slice(1))] ?? said));
    },
  } as unknown as StatementStore;
  return createReceivables({
    statements,
    releaseLines: createReleaseLines(statements, () => Promise.resolve()),
    store: () => store,
    answer: <T>(_: string | undefined, start: (rows: typeof store) => Task<T>) =>
      Promise.resolve(atOnce(start(store))),
    answerWhenIdle: <T>(start: (rows: typeof store) => Task<T>) => Promise.resolve(atOnce(start(store))),
  });
}
