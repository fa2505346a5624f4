import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROW_NOTE } from '#renderer/data/engine/columns/segment.ts';
import type { ReadWindow } from '#renderer/data/storage/commit/planned-rows.ts';
import type { WindowPurpose } from '#shared/contract/run-log.ts';
import type { SyncWindow } from '#shared/domain/window.ts';
import { randomCases } from '#test/random-cases.ts';
import { changes, pagesOf, purchases, type Row, readWindow } from './ledger-fixtures.ts';
import { PlannedLedger } from './planned-ledger.ts';

/**
 * A source that lives, and a ledger that reads it: what the ledger holds must be what a naive reader of the rules
 * would hold. The source keeps sub-orders; an answer by update returns whole updated sub-orders (spec 4.2.7).
 */

type SubOrder = {
  readonly orden: string;
  readonly suborden: string;
  purchaseMs: number;
  updatedMs: number;
  /** Amounts, one a row. */
  amounts: readonly string[];
};

const START = Date.UTC(2026, 2, 1);
const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const local = (ms: number) => iso(ms).slice(0, 23);

function rowsOf(sub: SubOrder): readonly Row[] {
  return sub.amounts.map((ventas) => ({
    Canal: 'Uno',
    Cuenta: 'Principal',
    Orden: sub.orden,
    'Nro. suborden': sub.suborden,
    'Tipo de Dato': 'Orden',
    'SKU Producto': 'S',
    'Fecha de compra': local(sub.purchaseMs),
    'Fecha de actualización': iso(sub.updatedMs),
    Ventas: ventas,
  }));
}

function textsOf(subs: readonly SubOrder[]): readonly string[] {
  return subs
    .flatMap((sub) =>
      sub.amounts.map((ventas) =>
        [sub.orden, sub.suborden, local(sub.purchaseMs), iso(sub.updatedMs), ventas].join('|'),
      ),
    )
    .sort();
}

let windows = 0;
/** The source's answer: everything a second around the window, all on one page. */
function answer(
  source: readonly SubOrder[],
  window: SyncWindow,
  purpose: WindowPurpose = window.field === 'updated_at' ? 'changes' : 'verification',
): ReadWindow {
  windows += 1;
  const windowId = `w${windows}`;
  const from = Date.parse(window.field === 'updated_at' ? window.from : `${window.from}Z`) - 1000;
  const to = Date.parse(window.field === 'updated_at' ? window.to : `${window.to}Z`) + 1000;
  const rows = source
    .filter((sub) => {
      const ms = window.field === 'updated_at' ? sub.updatedMs : sub.purchaseMs;
      return ms >= from && ms <= to;
    })
    .flatMap(rowsOf);
  const pages = pagesOf(windowId, window, rows, { pages: 1 });
  return readWindow(pages, window, iso(to).slice(0, 19), purpose);
}

type Change =
  | {
      readonly kind: 'new';
      readonly order: number;
      readonly sub: number;
      readonly at: number;
      readonly amounts: readonly string[];
    }
  | { readonly kind: 'amounts'; readonly which: number; readonly amounts: readonly string[] }
  | { readonly kind: 'move'; readonly which: number; readonly at: number }
  /** The sub-order is gone; another of its order is updated. */
  | { readonly kind: 'vanish'; readonly which: number };

const amounts = fc.array(fc.constantFrom('1.00', '2.00', '2.0', '-3'), { minLength: 1, maxLength: 3 });
/** Hours since the start, with milliseconds that fall on both sides of windows' ends. */
const at = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.constantFrom(0, 1, 500, 999, 1000, 3_599_999))
  .map(([hour, ms]) => hour * HOUR + ms);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('new' as const),
      order: fc.integer({ min: 0, max: 4 }),
      sub: fc.integer({ min: 0, max: 3 }),
      at,
      amounts,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('amounts' as const), which: fc.nat(), amounts }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), which: fc.nat(), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('vanish' as const), which: fc.nat() }) },
);

/** Lets one thing happen in the source at an instant; every affected order has an updated sub-order afterwards. */
function happen(source: SubOrder[], event: Change, nowMs: number): void {
  if (event.kind === 'new') {
    const orden = `O-${event.order}`;
    const suborden = `${event.sub}`;
    if (source.some((sub) => sub.orden === orden && sub.suborden === suborden)) return;
    const purchaseMs = START + event.at;
    source.push({ orden, suborden, purchaseMs, updatedMs: nowMs, amounts: event.amounts });
    return;
  }
  const sub = source[source.length === 0 ? 0 : event.which % source.length];
  if (sub === undefined) return;
  if (event.kind === 'vanish') {
    const sibling = source.find((other) => other.orden === sub.orden && other !== sub);
    if (sibling === undefined) return;
    source.splice(source.indexOf(sub), 1);
    sibling.updatedMs = nowMs;
    return;
  }
  sub.updatedMs = nowMs;
  if (event.kind === 'amounts') sub.amounts = event.amounts;
  else sub.purchaseMs = START + event.at;
}

const EPOCH = Date.UTC(2026, 3, 1);

describe('reading changes', () => {
  test('with every verification leaves exactly the source', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 5 }), (days) => {
        const source: SubOrder[] = [];
        const ledger = new PlannedLedger();
        for (const [day, events] of days.entries()) {
          const from = EPOCH + day * 24 * HOUR;
          for (const [index, event] of events.entries()) happen(source, event, from + index * HOUR);
          const main = answer(source, changes(iso(from), iso(from + 24 * HOUR)));
          const { verification } = ledger.judge(main);
          const plan = ledger.commit(
            main,
            verification.map(({ from: first, to }) => answer(source, purchases(first, to))),
          );
          expect(plan.result.ordersQueued).toBe(0);
          expect(ledger.contents()).toEqual(textsOf(source));
          expect(ledger.store.liveRows).toBe(textsOf(source).length);
        }
      }),
      { numRuns: randomCases(32) },
    );
  });

  test('without verification loses no row, and reading the queue afterwards leaves exactly the source', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 4 }), (days) => {
        const source: SubOrder[] = [];
        const ledger = new PlannedLedger();
        for (const [day, events] of days.entries()) {
          const from = EPOCH + day * 24 * HOUR;
          for (const [index, event] of events.entries()) happen(source, event, from + index * HOUR);
          ledger.commit(answer(source, changes(iso(from), iso(from + 24 * HOUR))));
          const held = [...ledger.contents()];
          for (const text of textsOf(source)) {
            const place = held.indexOf(text);
            expect(place, text).toBeGreaterThanOrEqual(0);
            held.splice(place, 1);
          }
          // Whatever is too much belongs to an order that is listed as "por verificar".
          const queued = [...ledger.queue.keys()].map((key) => (JSON.parse(key) as string[])[2]);
          for (const text of held) expect(queued).toContain(text.split('|')[0]);
        }
        for (const instants of [...ledger.queue.values()]) {
          for (const ms of instants) ledger.commit(answer(source, purchases(local(ms), local(ms + 1))));
        }
        expect(ledger.queue.size).toBe(0);
        expect(ledger.contents()).toEqual(textsOf(source));
      }),
      { numRuns: randomCases(32) },
    );
  });
});

describe('reading purchases', () => {
  test('of a whole source twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (events) => {
        const source: SubOrder[] = [];
        for (const event of events) happen(source, event, EPOCH);
        const ledger = new PlannedLedger();
        const all = purchases(local(START), local(START + 48 * HOUR));
        ledger.commit(answer(source, all));
        const again = ledger.commit(answer([...source].reverse(), all));
        expect(again).toMatchObject({ remove: [], changes: [], insert: { rows: [] } });
        expect(again.result.ordersUnchanged).toBe(new Set(source.map(({ orden }) => orden)).size);
      }),
      { numRuns: 60 },
    );
  });
});

describe('rows whose purchase date is unreadable', () => {
  const undated = (ventas: string): Row => ({
    Canal: 'Uno',
    Cuenta: 'Principal',
    Orden: 'O-1',
    'Nro. suborden': '1',
    'Fecha de compra': 'ayer',
    'Fecha de actualización': iso(EPOCH),
    Ventas: ventas,
  });
  const read = (rows: readonly Row[]): ReadWindow => {
    windows += 1;
    const window = purchases(local(START), local(START + 48 * HOUR));
    const pages = pagesOf(`u${windows}`, window, rows, { pages: 1 });
    return readWindow(pages, window, pages[0]?.page.meta.to ?? '');
  };

  test('replace those of their order, and stay where none came', () => {
    const ledger = new PlannedLedger();
    ledger.commit(read([undated('1.00'), undated('1.00')]));
    expect(ledger.store.liveRows).toBe(2);
    ledger.commit(read([undated('2.00')]));
    expect(ledger.contents()).toEqual([`O-1|1|ayer|${iso(EPOCH)}|2.00`]);
    const dated = { ...undated('5.00'), 'Nro. suborden': '2', 'Fecha de compra': local(START) };
    ledger.commit(read([dated]));
    expect(ledger.store.liveRows).toBe(2);
    // Nothing comes: the dated row is missing, the undated one nobody can miss.
    const { notes } = ledger.commit(read([]));
    expect(notes).toEqual([{ row: 3, note: ROW_NOTE.gone }]);
    expect(ledger.store.liveRows).toBe(2);
  });

  test('that several answers of one commit bring are as many as one of them brought', () => {
    const ledger = new PlannedLedger();
    const twins = [undated('1.00'), undated('1.00'), undated('3.00')];
    const plan = ledger.commit(read(twins), [read(twins.slice(1)), read(twins)]);
    expect(plan.insert.rows).toHaveLength(3);
    expect(ledger.contents()).toEqual(
      ['1.00', '1.00', '3.00'].map((ventas) => `O-1|1|ayer|${iso(EPOCH)}|${ventas}`),
    );
  });
});
