import { expect } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { OrderChange } from '#renderer/data/engine/changes/change-record.ts';
import { type ColumnStore, createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { RowNote } from '#renderer/data/engine/columns/segment.ts';
import { believedPurchases, dateSpanAt } from '#renderer/data/model/date-span.ts';
import { judgeReadings } from '#renderer/data/storage/commit/judge-window.ts';
import { planResolution } from '#renderer/data/storage/commit/pending-removals.ts';
import {
  type CommitPlan,
  planCommit,
  type RowsPlan,
  type VerificationQueue,
} from '#renderer/data/storage/commit/plan-commit.ts';
import type { ReadWindow } from '#renderer/data/storage/commit/planned-rows.ts';
import { purchaseCounter, storedRowsOf } from '#renderer/data/storage/commit/stored-rows.ts';
import { encodeCollected, encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Month } from '#shared/domain/dates.ts';
import { naiveSum } from '#test/renderer/data/engine/naive.ts';
import type { Row } from './ledger-fixtures.ts';

const COLUMNS = [
  'Canal',
  'Cuenta',
  'Orden',
  'Nro. suborden',
  'Fecha de compra',
  'Fecha de actualización',
  'Estado de Orden',
  'Ventas',
];

/** The plans of commits carried out in memory, without a database; every commit's change log is replayed. */
export class PlannedLedger {
  readonly store: ColumnStore = createColumnStore();
  readonly changes = createChangeIndex();
  queue: VerificationQueue = new Map();
  held: ReadonlySet<Month> = new Set();
  #segments = 0;
  /** Every order's figures as the change log tells them. */
  readonly #given = new Map<string, string>();

  judge(read: ReadWindow) {
    const judgement = atOnce(
      judgeReadings(read, [read.pages], {
        stored: storedRowsOf(this.store),
        countRows: purchaseCounter(this.store),
        checkpoint: null,
      }),
    );
    if (judgement.kind !== 'settled') throw new Error('The model never reads badly.');
    return judgement;
  }

  commit(
    main: ReadWindow,
    verifiedBy: readonly ReadWindow[] = [],
    completes: readonly Month[] = [],
  ): CommitPlan {
    const plan = atOnce(
      planCommit({
        main,
        verifiedBy,
        stored: storedRowsOf(this.store),
        queue: this.queue,
        knownUntil: null,
        believed: believedPurchases(dateSpanAt(null)),
        completes,
        held: this.held,
        isNews: () => true,
      }),
    );
    this.queue = plan.queue;
    this.#apply(plan);
    return plan;
  }

  resolve(month: Month, decision: 'remove' | 'keep'): RowsPlan {
    const plan = planResolution(storedRowsOf(this.store), month, decision, this.held);
    this.#apply(plan);
    return plan;
  }

  #apply(plan: RowsPlan): void {
    for (const { row, note } of plan.notes) this.store.note(row, note);
    this.store.markDeleted(plan.remove);
    if (plan.insert.rows.length > 0) {
      const encoded = encodeSegment(plan.insert);
      if (plan.collected !== null) {
        const { rows, places } = plan.collected;
        expect(atOnce(encodeCollected(rows, places))).toEqual(encoded);
      }
      this.#segments += 1;
      this.store.addSegment(this.#segments, decodeSegment(encoded.bytes, encoded.headerLength), null);
    }
    this.store.raiseRevision();
    this.held = plan.held;
    this.#replay(plan.changes);
  }

  /** Replaying the log over what was gives what is (rule 13). */
  #replay(changes: readonly OrderChange[]): void {
    expect(new Set(changes.map(({ order }) => order)).size).toBe(changes.length);
    for (const { order, before, after } of changes) {
      expect(figuresText(before)).toBe(this.#given.get(order) ?? null);
      if (after === null) this.#given.delete(order);
      else this.#given.set(order, figuresText(after) ?? '');
    }
    expect(Object.fromEntries([...this.#given].sort())).toEqual(this.#figures());
  }

  /** The figures of every order, the slow way. */
  #figures(): { readonly [order: string]: string } {
    const orders = new Map<string, Row[]>();
    for (const { values } of this.rows()) {
      const key = JSON.stringify([values.Canal, values.Cuenta, values.Orden]);
      orders.set(key, [...(orders.get(key) ?? []), values]);
    }
    const distinct = (rows: readonly Row[], column: string) => [
      ...new Set(rows.map((row) => row[column] ?? '')),
    ];
    const figures = [...orders].map(([key, rows]) => [
      key,
      JSON.stringify([
        rows.length,
        distinct(rows, 'Estado de Orden').sort(),
        String(naiveSum(rows, 'Ventas')),
      ]),
    ]);
    return Object.fromEntries(figures.sort());
  }

  /** Every live row, by column, with what earlier readings made of it. */
  rows(): readonly { readonly values: Row; readonly note: RowNote }[] {
    return this.store.segments.flatMap((segment) =>
      Array.from({ length: segment.rowCount }, (_, at) => at)
        .filter((at) => segment.isLive[at] === 1)
        .map((at) => ({
          values: Object.fromEntries(
            COLUMNS.map((column) => [column, this.store.cell(segment.base + at, column)]),
          ),
          note: this.store.noteOf(segment.base + at),
        })),
    );
  }

  /** Every live row, in the source's terms, sorted. */
  contents(): readonly string[] {
    return this.rows()
      .map(({ values }) =>
        ['Orden', 'Nro. suborden', 'Fecha de compra', 'Fecha de actualización', 'Ventas']
          .map((column) => values[column])
          .join('|'),
      )
      .sort();
  }
}

function figuresText(figures: OrderChange['after']): string | null {
  if (figures === null) return null;
  const ventas = figures.amounts.Ventas === undefined ? null : naiveSum([figures.amounts], 'Ventas');
  return JSON.stringify([figures.rows, figures.states, String(ventas)]);
}
