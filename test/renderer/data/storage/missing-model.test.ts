import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROW_NOTE } from '#renderer/data/engine/columns/segment.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { Month } from '#shared/domain/dates.ts';
import { randomCases } from '#test/random-cases.ts';
import { pagesOf, purchases, type Row, readWindow } from './ledger-fixtures.ts';
import { PlannedLedger } from './planned-ledger.ts';

/**
 * Rule 11 against a naive model: rows that readings by purchase date no longer find stay until their month is
 * complete; then they go, or wait for the user where too much would go. The model is plain lists of rows and shares
 * no code with what it checks.
 */

const DAY = 86_400_000;
const FEBRUARY = Date.UTC(2026, 1, 1);
const MARCH = Date.UTC(2026, 2, 1);
const APRIL = Date.UTC(2026, 3, 1);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 23);
const monthOf = (ms: number) => iso(ms).slice(0, 7);

type SourceRow = {
  readonly canal: string;
  readonly cuenta: string;
  readonly orden: string;
  readonly suborden: string;
  purchaseMs: number;
  ventas: string;
};

/** 60 rows a month: orders of one or two sub-orders, one channel small enough to be emptied by a few losses. */
function population(): SourceRow[] {
  return Array.from({ length: 120 }, (_, index) => ({
    canal: index % 20 === 0 ? 'Dos' : 'Uno',
    cuenta: index % 8 === 1 ? 'Otra' : 'Principal',
    orden: `O-${Math.floor(index / 2)}`,
    suborden: `S-${index % 2}`,
    purchaseMs: (index < 60 ? FEBRUARY : MARCH) + (index % 28) * DAY + 1000,
    ventas: '10.00',
  }));
}

type Happening =
  | { readonly kind: 'vanish'; readonly which: number }
  | { readonly kind: 'vanish-channel'; readonly canal: string; readonly cuenta: string | null }
  | { readonly kind: 'return' }
  | { readonly kind: 'move'; readonly which: number; readonly days: number }
  | { readonly kind: 'change'; readonly which: number; readonly ventas: string }
  | { readonly kind: 'new'; readonly day: number };

type Step =
  | { readonly kind: 'happen'; readonly what: readonly Happening[] }
  /** Both months, or one, read newest first in parts; things may happen between two parts. */
  | {
      readonly kind: 'read';
      readonly months: readonly ('2026-02' | '2026-03')[];
      readonly cuts: readonly number[];
      readonly between: readonly Happening[];
      readonly purpose: 'history' | 'reread';
    }
  | { readonly kind: 'verify'; readonly from: number; readonly days: number }
  | { readonly kind: 'resolve'; readonly month: '2026-02' | '2026-03'; readonly decision: 'remove' | 'keep' };

const which = fc.nat(200);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('vanish' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('vanish-channel' as const),
      canal: fc.constantFrom('Uno', 'Dos'),
      cuenta: fc.constantFrom(null, 'Otra'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      which,
      days: fc.constantFrom(-31, -3, 2, 30),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      which,
      ventas: fc.constantFrom('1.00', '2.50'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('new' as const), day: fc.integer({ min: 0, max: 57 }) }),
  },
);
const month = fc.constantFrom('2026-02' as const, '2026-03' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('happen' as const),
      what: fc.array(happening, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      months: fc.constantFrom(['2026-03', '2026-02'] as const, ['2026-03'] as const, ['2026-02'] as const),
      cuts: fc.array(fc.integer({ min: 1, max: 27 }), { maxLength: 3 }),
      between: fc.array(happening, { maxLength: 2 }),
      purpose: fc.constantFrom('history' as const, 'reread' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('verify' as const),
      from: fc.integer({ min: 0, max: 50 }),
      days: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('resolve' as const),
      month,
      decision: fc.constantFrom('remove' as const, 'keep' as const),
    }),
  },
);

class Source {
  rows: SourceRow[] = population();
  #gone: SourceRow[] = [];
  #born = 0;

  happen(what: Happening): void {
    const target =
      this.rows[what.kind === 'return' || !('which' in what) ? 0 : what.which % this.rows.length];
    switch (what.kind) {
      case 'vanish':
        this.#drop((row) => row === target);
        return;
      case 'vanish-channel':
        this.#drop(({ canal, cuenta }) => canal === what.canal && (what.cuenta ?? cuenta) === cuenta);
        return;
      case 'return':
        this.rows.push(...this.#gone.splice(0));
        return;
      case 'move':
        if (target !== undefined) {
          const moved = target.purchaseMs + what.days * DAY;
          if (moved >= FEBRUARY && moved < APRIL) target.purchaseMs = moved;
        }
        return;
      case 'change':
        if (target !== undefined) target.ventas = what.ventas;
        return;
      case 'new':
        this.#born += 1;
        this.rows.push({
          canal: 'Uno',
          cuenta: 'Principal',
          orden: `N-${this.#born}`,
          suborden: 'S-0',
          purchaseMs: FEBRUARY + what.day * DAY,
          ventas: '7.00',
        });
    }
  }

  #drop(isGone: (row: SourceRow) => boolean): void {
    this.#gone.push(...this.rows.filter(isGone));
    this.rows = this.rows.filter((row) => !isGone(row));
    if (this.rows.length === 0) this.rows = this.#gone.splice(0, 1);
  }

  within(fromMs: number, toMs: number): readonly SourceRow[] {
    return this.rows.filter(({ purchaseMs }) => purchaseMs >= fromMs && purchaseMs < toMs);
  }
}

type NaiveRow = SourceRow & { isMissing: boolean };

/** What the rules say, in plain lists. */
class Naive {
  rows: NaiveRow[] = [];
  readonly held = new Set<string>();

  read(
    fromMs: number,
    toMs: number,
    came: readonly SourceRow[],
    completes: string | null,
    verifies: boolean,
  ) {
    const isSame = (row: SourceRow, other: SourceRow) =>
      row.orden === other.orden && row.suborden === other.suborden && row.purchaseMs === other.purchaseMs;
    const before = this.rows.map((row) => ({ row, was: this.#noteOf(row) }));
    const inRange = (row: SourceRow) => row.purchaseMs >= fromMs && row.purchaseMs < toMs;
    const lost = this.rows.filter((row) => inRange(row) && !came.some((other) => isSame(row, other)));
    for (const row of lost) row.isMissing = true;
    this.rows = [
      ...this.rows.filter((row) => !inRange(row) || lost.includes(row)),
      ...came.map((row) => ({ ...row, isMissing: false })),
    ];
    const decided = new Set(completes === null ? [] : [completes]);
    if (verifies) for (const row of lost) decided.add(monthOf(row.purchaseMs));
    for (const { row, was } of before) {
      if (was !== 'there' && this.held.has(monthOf(row.purchaseMs))) {
        if (!this.rows.includes(row) || this.#noteOf(row) !== was) decided.add(monthOf(row.purchaseMs));
      }
    }
    for (const each of decided) {
      const all = this.#month(each);
      const missing = all.filter(({ isMissing }) => isMissing);
      const gone = missing.filter((row) => this.#noteOf(row) === 'gone');
      const isOver =
        gone.length / all.length > 0.05 + 1e-9 ||
        gone.some((row) => {
          const isLeft = (other: NaiveRow) => !other.isMissing && other.canal === row.canal;
          const isLeftInAccount = (other: NaiveRow) => isLeft(other) && other.cuenta === row.cuenta;
          return !all.some(isLeft) || !all.some(isLeftInAccount);
        });
      if (isOver) {
        this.held.add(each);
        continue;
      }
      const goes =
        each === completes || this.held.has(each) ? missing : missing.filter((row) => lost.includes(row));
      this.rows = this.rows.filter((row) => !goes.includes(row));
      this.held.delete(each);
    }
  }

  resolve(each: string, decision: 'remove' | 'keep'): void {
    if (!this.held.has(each)) return;
    const missing = this.#month(each).filter(({ isMissing }) => isMissing);
    if (decision === 'remove') this.rows = this.rows.filter((row) => !missing.includes(row));
    else for (const row of missing) row.isMissing = false;
    this.held.delete(each);
  }

  #month(each: string): readonly NaiveRow[] {
    return this.rows.filter(({ purchaseMs }) => monthOf(purchaseMs) === each);
  }

  /** A missing row moved where its item stands at another date: one row that is there explains the latest one. */
  #noteOf(row: NaiveRow): 'there' | 'gone' | 'moved' {
    if (!row.isMissing) return 'there';
    const items = this.rows.filter(({ orden, suborden }) => orden === row.orden && suborden === row.suborden);
    // In this source no item ever stands at two dates.
    const there = items.find(({ isMissing }) => !isMissing);
    if (there === undefined) return 'gone';
    const explained = items
      .filter((other) => other.isMissing && other.purchaseMs !== there.purchaseMs)
      .sort((x, y) => y.purchaseMs - x.purchaseMs)[0];
    return explained === row ? 'moved' : 'gone';
  }

  texts(): readonly string[] {
    return this.rows.map((row) => `${textOf(row)}|${this.#noteOf(row)}`).sort();
  }
}

function textOf({ canal, cuenta, orden, suborden, purchaseMs, ventas }: SourceRow): string {
  return [canal, cuenta, orden, suborden, iso(purchaseMs), ventas].join('|');
}

function wireOf(row: SourceRow): Row {
  return {
    Canal: row.canal,
    Cuenta: row.cuenta,
    Orden: row.orden,
    'Nro. suborden': row.suborden,
    'SKU Producto': 'S',
    'Tipo de Dato': 'Orden',
    'Estado de Orden': 'Regular',
    'Fecha de compra': iso(row.purchaseMs),
    'Fecha de actualización': `${iso(row.purchaseMs)}Z`,
    Ventas: row.ventas,
  };
}

const NOTES = { [ROW_NOTE.none]: 'there', [ROW_NOTE.gone]: 'gone', [ROW_NOTE.moved]: 'moved' };

/** The product's ledger in the model's words. */
function textsOf(ledger: PlannedLedger): readonly string[] {
  const columns = ['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'Fecha de compra', 'Ventas'];
  return ledger
    .rows()
    .map(({ values, note }) => `${columns.map((column) => values[column]).join('|')}|${NOTES[note]}`)
    .sort();
}

let windows = 0;
function answer(source: Source, fromMs: number, toMs: number, purpose: WindowPurpose) {
  windows += 1;
  const window = purchases(iso(fromMs), iso(toMs));
  const rows = source.within(fromMs - 1000, toMs + 1000).map(wireOf);
  const pages = pagesOf(`w${windows}`, window, rows, { pages: 1 });
  return readWindow(pages, window, pages[0]?.page.meta.to ?? '', purpose);
}

/** [from, to) of a month's parts, newest first. */
function partsOf(each: string, cuts: readonly number[]): readonly (readonly [number, number])[] {
  const start = each === '2026-02' ? FEBRUARY : MARCH;
  const end = each === '2026-02' ? MARCH : APRIL;
  const points = [...new Set([start, ...cuts.map((day) => start + day * DAY), end])].sort((a, b) => a - b);
  return points
    .slice(1)
    .map((to, index) => [points[index] ?? start, to] as const)
    .reverse();
}

describe('rows that the source no longer gives', () => {
  test('stay, go and wait as the rules say, after any sequence of readings and decisions', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 9 }), (steps) => {
        const source = new Source();
        const ledger = new PlannedLedger();
        const naive = new Naive();
        const read = (fromMs: number, toMs: number, purpose: WindowPurpose, completes: string | null) => {
          ledger.commit(
            answer(source, fromMs, toMs, purpose),
            [],
            completes === null ? [] : [completes as Month],
          );
          naive.read(fromMs, toMs, source.within(fromMs, toMs), completes, purpose === 'verification');
          expect(textsOf(ledger)).toEqual(naive.texts());
          expect([...ledger.held].sort()).toEqual([...naive.held].sort());
        };
        const readMonth = (
          each: string,
          cuts: readonly number[],
          purpose: 'history' | 'reread',
          between: () => void,
        ) => {
          const parts = partsOf(each, cuts);
          for (const [index, [fromMs, toMs]] of parts.entries()) {
            read(fromMs, toMs, purpose, index === parts.length - 1 ? each : null);
            between();
          }
        };
        readMonth('2026-03', [], 'history', () => {});
        readMonth('2026-02', [14], 'history', () => {});
        for (const each of steps) {
          switch (each.kind) {
            case 'happen':
              for (const what of each.what) source.happen(what);
              break;
            case 'read':
              for (const one of each.months) {
                readMonth(one, each.cuts, each.purpose, () => {
                  for (const what of each.between) source.happen(what);
                });
              }
              break;
            case 'verify':
              read(
                FEBRUARY + each.from * DAY,
                FEBRUARY + (each.from + each.days) * DAY,
                'verification',
                null,
              );
              break;
            case 'resolve':
              ledger.resolve(each.month as Month, each.decision);
              naive.resolve(each.month, each.decision);
              expect(textsOf(ledger)).toEqual(naive.texts());
          }
        }
        // The source falls quiet: a complete reading and the user's word leave exactly what it has.
        for (const one of ['2026-03', '2026-02', '2026-03']) readMonth(one, [9, 20], 'reread', () => {});
        for (const one of [...ledger.held]) ledger.resolve(one, 'remove');
        expect(textsOf(ledger)).toEqual(source.rows.map((row) => `${textOf(row)}|there`).sort());
      }),
      { numRuns: randomCases(8) },
    );
  });
});
