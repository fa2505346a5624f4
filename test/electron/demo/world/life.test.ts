import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorld, type WireRow, type World } from '#electron/demo/world/world.ts';
import { DAY_MS, HOUR_MS, type LocalDateTime, MINUTE_MS } from '#shared/domain/dates.ts';
import { multiset, NOW } from '#test/electron/demo/demo-api.ts';

const EVERYTHING = { itemTypes: null, paymentStatuses: null, itemStatuses: null };

function movingWorld(
  options: { readonly seed?: number; readonly orders?: number; readonly pulseMs?: number } = {},
) {
  let now = NOW;
  const world = createWorld({
    seed: options.seed ?? 3,
    orders: options.orders ?? 300,
    clock: () => now,
    ...(options.pulseMs === undefined ? {} : { pulseMs: options.pulseMs }),
  });
  const moveTo = (instant: number) => {
    now = instant;
  };
  return { world, moveTo };
}

type Place = { readonly id: number; readonly subOrder: number; readonly row: WireRow; readonly text: string };

/** Rows by place in the world. */
function snapshot(world: World): ReadonlyMap<string, Place> {
  return new Map(
    [...world.entries()].map(({ id, subOrder, item, row }) => [
      `${id}.${item}`,
      { id, subOrder, row, text: JSON.stringify(row) },
    ]),
  );
}

/** Sub-orders whose rows differ between two snapshots. */
function changedSubOrders(
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
): ReadonlySet<number> {
  const changed = new Set<number>();
  for (const [place, now] of after) if (before.get(place)?.text !== now.text) changed.add(now.id);
  for (const [place, then] of before) if (!after.has(place)) changed.add(then.id);
  return changed;
}

const updated = (row: WireRow | undefined) => row?.['Fecha de actualización'] ?? '';

describe('determinism', () => {
  test('the same seed, size and instant give the same rows in the same order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffffffff }),
        fc.integer({ min: 0, max: 60 }),
        (seed, orders) => {
          const answer = () => {
            const set = createWorld({ seed, orders, clock: () => NOW }).find(
              { date: 'purchase_date', from: 0, to: NOW },
              EVERYTHING,
            );
            return Array.from({ length: set.size }, (_, position) => set.cells(position));
          };
          expect(answer()).toEqual(answer());
        },
      ),
      { numRuns: 12 },
    );
  });

  test('another seed gives another world', () => {
    const rowsOf = (seed: number) => multiset(createWorld({ seed, orders: 50, clock: () => NOW }).truth());
    expect(rowsOf(1)).not.toEqual(rowsOf(2));
  });

  test('a world that time has passed over equals one begun later, in one step or in many', () => {
    const later = NOW + 9 * DAY_MS;
    const fresh = createWorld({ seed: 3, orders: 300, clock: () => later });
    const once = movingWorld();
    once.moveTo(later);
    const often = movingWorld();
    for (let instant = NOW; instant < later; instant += 7 * HOUR_MS) {
      often.moveTo(instant);
      often.world.now();
    }
    often.moveTo(later);
    expect(multiset(once.world.truth())).toEqual(multiset(fresh.truth()));
    expect(multiset(often.world.truth())).toEqual(multiset(fresh.truth()));
  });

  test('with a pulse too: in one step or in many', () => {
    const later = NOW + 90 * MINUTE_MS;
    const once = movingWorld({ pulseMs: 20_000 });
    once.moveTo(later);
    const often = movingWorld({ pulseMs: 20_000 });
    for (let instant = NOW; instant < later; instant += 47_000) {
      often.moveTo(instant);
      often.world.now();
    }
    often.moveTo(later);
    expect(multiset(once.world.truth())).toEqual(multiset(often.world.truth()));
  });

  test('a world started again is the one it was, in another month too, its pulse included', () => {
    const later = NOW + 20 * DAY_MS;
    const first = movingWorld({ pulseMs: 20_000 });
    first.moveTo(later);
    const again = createWorld({ seed: 3, orders: 300, beginsAt: NOW, clock: () => later, pulseMs: 20_000 });
    expect(new Date(later).getUTCMonth()).not.toBe(new Date(NOW).getUTCMonth());
    expect(multiset(again.truth())).toEqual(multiset(first.world.truth()));
  });

  test('with a clock that stands still nothing changes', () => {
    const { world } = movingWorld({ pulseMs: 20_000 });
    const before = snapshot(world);
    expect(changedSubOrders(before, snapshot(world)).size).toBe(0);
  });
});

describe('history', () => {
  test('updates follow purchases: many within days, some months later, none in the future', () => {
    const { world } = movingWorld({ orders: 1000 });
    const rows = [...world.truth()];
    // Channels are behind UTC by 3 to 6 hours: the local text read as UTC is always earlier than the instant.
    const days = rows.map(
      (row) => (Date.parse(updated(row)) - Date.parse(`${row['Fecha de compra']}Z`)) / DAY_MS,
    );
    expect(Math.min(...days)).toBeGreaterThan(0);
    expect(rows.every((row) => Date.parse(updated(row)) <= NOW)).toBe(true);
    const share = (wanted: (days: number) => boolean) => days.filter(wanted).length / days.length;
    expect(share((late) => late < 30)).toBeGreaterThan(0.6);
    expect(share((late) => late > 120)).toBeGreaterThan(0.01);
  });

  test('purchases fill the Pro window, growing, and none is earlier', () => {
    const { world } = movingWorld({ orders: 1000 });
    const byYear = new Map<string, number>();
    for (const row of world.truth()) {
      const year = (row['Fecha de compra'] ?? '').slice(0, 4);
      byYear.set(year, (byYear.get(year) ?? 0) + 1);
    }
    expect([...byYear.keys()].sort()).toEqual(['2024', '2025', '2026']);
    expect(byYear.get('2025') ?? 0).toBeGreaterThan(byYear.get('2024') ?? 0);
  });
});

describe('time passes', () => {
  test('orders appear, orders change, and a change always moves Fecha de actualización', () => {
    const { world, moveTo } = movingWorld({ orders: 1000 });
    let before = snapshot(world);
    const seen = { fresh: 0, changed: 0, partial: 0 };
    for (let step = 1; step <= 5; step += 1) {
      const began = new Date(NOW + (step - 1) * 2 * DAY_MS).toISOString();
      moveTo(NOW + step * 2 * DAY_MS);
      const after = snapshot(world);
      const changed = changedSubOrders(before, after);
      for (const [place, { id, subOrder, row, text }] of after) {
        if (subOrder > 0 && changed.has(id) !== changed.has(id - 1)) seen.partial += 1;
        const old = before.get(place);
        if (old?.text === text) continue;
        if (old === undefined) seen.fresh += 1;
        else seen.changed += 1;
        if (updated(row) <= began || updated(row) <= updated(old?.row)) throw new Error(text);
      }
      before = after;
    }
    expect(seen.fresh).toBeGreaterThan(10);
    expect(seen.changed).toBeGreaterThan(50);
    expect(seen.partial).toBeGreaterThan(0);
  });

  test('a pulse brings changes and new orders within minutes, to old orders too', () => {
    const { world, moveTo } = movingWorld({ pulseMs: 20_000 });
    const before = snapshot(world);
    moveTo(NOW + 30 * MINUTE_MS);
    const after = snapshot(world);
    const changed = changedSubOrders(before, after);
    expect(changed.size).toBeGreaterThan(40);
    expect(after.size).toBeGreaterThan(before.size + 10);
    const old = [...after].filter(
      ([place, { row }]) =>
        updated(row) !== updated(before.get(place)?.row) &&
        Date.parse(`${row['Fecha de compra']}Z`) < NOW - 121 * DAY_MS,
    );
    expect(old.length).toBeGreaterThan(0);
  });

  test('within five minutes a pulse brings what no update tells, and an hour of it stays sound', () => {
    const { world, moveTo } = movingWorld({ orders: 2_000, pulseMs: 20_000 });
    const bought = (row: WireRow) => Date.parse(`${row['Fecha de compra']}Z`);
    const before = snapshot(world);
    moveTo(NOW + 5 * MINUTE_MS);
    const after = snapshot(world);
    const found = world.find(
      { date: 'updated_at', from: NOW + 1, to: NOW + DAY_MS, purchaseFrom: NOW - 120 * DAY_MS },
      EVERYTHING,
    );
    const named = new Set(
      Array.from({ length: found.size }, (_, position) => found.cells(position).join('|')),
    );
    const isKnown = (row: WireRow) => named.has(Object.values(row).join('|'));

    const gone = [...before].filter(([place]) => !after.has(place)).map(([, { row }]) => row);
    expect(gone.length).toBeGreaterThanOrEqual(3);
    expect(
      gone.every((row) => bought(row) < NOW - 120 * DAY_MS && row['Tipo de Dato'] !== 'Marketplace'),
    ).toBe(true);
    const corrected = [...after].filter(
      ([place, { row, text }]) => before.get(place)?.text !== text && bought(row) < NOW - 120 * DAY_MS,
    );
    expect(corrected.length).toBeGreaterThan(0);
    expect(corrected.some(([, { row }]) => isKnown(row))).toBe(false);
    const late = [...after].filter(
      ([place, { row }]) => !before.has(place) && bought(row) < NOW - 2 * DAY_MS,
    );
    expect(late.length).toBeGreaterThan(0);
    expect(late.every(([, { row }]) => isKnown(row))).toBe(true);

    // An hour later it is still the same company: little of it is gone.
    moveTo(NOW + 60 * MINUTE_MS);
    const hourLater = snapshot(world);
    const missing = [...before.keys()].filter((place) => !hourLater.has(place));
    expect(missing.length).toBeLessThan(60);
  });

  test('the first pulse change is there within a minute', () => {
    const { world, moveTo } = movingWorld({ pulseMs: 20_000 });
    const before = snapshot(world);
    moveTo(NOW + MINUTE_MS);
    expect(changedSubOrders(before, snapshot(world)).size).toBeGreaterThan(0);
  });

  test('an answer by update gives exactly what changed', () => {
    const { world, moveTo } = movingWorld({ pulseMs: 20_000 });
    const before = snapshot(world);
    moveTo(NOW + 20 * MINUTE_MS);
    const found = world.find({ date: 'updated_at', from: NOW + 1, to: NOW + DAY_MS }, EVERYTHING);
    const given = Array.from({ length: found.size }, (_, position) => found.cells(position)[11] ?? '');
    const after = snapshot(world);
    const changed = changedSubOrders(before, after);
    const expected = [...after.values()].filter(({ id }) => changed.has(id));
    expect(given.sort()).toEqual(expected.map(({ row }) => updated(row)).sort());
  });
});

describe('changes by hand', () => {
  const later = NOW + HOUR_MS;
  const someOrder = (world: World, subOrders: number) => {
    for (const { row, subOrder } of world.entries()) {
      if (subOrder !== subOrders - 1 || row['Estado de Orden'] !== 'Regular') continue;
      return { Canal: row.Canal ?? '', Cuenta: row.Cuenta ?? '', Orden: row.Orden ?? '' };
    }
    throw new Error(`No order with ${subOrders} sub-orders.`);
  };
  const rowsOf = (world: World, order: { Canal: string; Cuenta: string; Orden: string }) => [
    ...world.truth(
      (row) => row.Canal === order.Canal && row.Cuenta === order.Cuenta && row.Orden === order.Orden,
    ),
  ];

  test('a new order has the sub-orders and items asked for', () => {
    const { world } = movingWorld();
    const before = snapshot(world).size;
    const order = world.change({ kind: 'add-order', itemsOfSubOrders: [2, 3] });
    // Its second sub-order may follow some minutes later.
    const rows = rowsOf(world, order);
    expect(rows.filter((row) => row['Nro. suborden']?.endsWith('-1'))).toHaveLength(2);
    expect(rows[0]?.['Fecha de actualización']).toBe(new Date(NOW).toISOString());
    expect(snapshot(world).size).toBe(before + rows.length);
  });

  test('a change of one sub-order touches that sub-order and nothing else', () => {
    const { world, moveTo } = movingWorld();
    moveTo(later);
    const order = someOrder(world, 2);
    const before = snapshot(world);
    world.change({ kind: 'add-amount', target: order, subOrder: 1, column: 'Cobro de Envío', cents: 1234 });
    const after = snapshot(world);
    const changed = changedSubOrders(before, after);
    expect(changed.size).toBe(1);
    const [id] = changed;
    const row = after.get(`${id}.0`)?.row;
    expect(row?.['Nro. suborden']).toBe(`${order.Orden}-2`);
    expect(updated(row)).toBe(new Date(later).toISOString());
    const costBefore = Number(before.get(`${id}.0`)?.row['Costo de Marketplace']);
    expect(Number(row?.['Costo de Marketplace'])).toBeCloseTo(costBefore + 12.34, 6);
  });

  test('cancel, return, pay, refund, adjust and touch always move the update, even twice in one instant', () => {
    const { world } = movingWorld();
    const order = someOrder(world, 1);
    let last = rowsOf(world, order).map(updated)[0] ?? '';
    for (const kind of ['touch', 'pay', 'adjust', 'refund', 'cancel', 'touch'] as const) {
      world.change({ kind, target: order });
      const now = rowsOf(world, order).map(updated)[0] ?? '';
      expect(now > last).toBe(true);
      last = now;
    }
    expect(rowsOf(world, order)[0]).toMatchObject({
      'Estado de Orden': 'Cancelada',
      'Estado de Pago': 'Pagado',
    });
    const other = movingWorld({ seed: 4 }).world;
    const returned = someOrder(other, 1);
    other.change({ kind: 'return', target: returned });
    expect(rowsOf(other, returned).every((row) => row['Estado de Orden'] === 'Devuelta')).toBe(true);
  });

  test('rows and whole sub-orders can go and come', () => {
    const { world } = movingWorld();
    const order = world.change({ kind: 'add-order', itemsOfSubOrders: [3] });
    world.change({ kind: 'remove-row', target: order, item: 1 });
    expect(rowsOf(world, order)).toHaveLength(2);
    world.change({ kind: 'add-row', target: order });
    expect(rowsOf(world, order)).toHaveLength(3);
    world.change({ kind: 'remove-all', target: order });
    expect(rowsOf(world, order)).toHaveLength(0);
  });

  test('a moved purchase is found at its new date only', () => {
    const { world } = movingWorld();
    const order = world.change({ kind: 'add-order' });
    const to = '2025-03-04T05:06:07.008' as LocalDateTime;
    world.change({ kind: 'move-purchase', target: order, to });
    expect(rowsOf(world, order).map((row) => row['Fecha de compra'])).toEqual([to]);
    const at = Date.parse(`${to}Z`);
    const countAt = (from: number, until: number) => {
      const set = world.find({ date: 'purchase_date', from, to: until }, EVERYTHING);
      return Array.from({ length: set.size }, (_, position) => set.cells(position)[2]).filter(
        (number) => number === order.Orden,
      ).length;
    };
    expect(countAt(at, at + 1)).toBe(1);
    expect(countAt(at + 1, NOW + DAY_MS)).toBe(0);
    expect(countAt(0, NOW + DAY_MS)).toBe(1);
  });

  test('a row without order number is changed by its place', () => {
    const { world } = movingWorld({ orders: 400 });
    const blank = [...world.entries()].find(({ row }) => row.Orden === '');
    if (blank === undefined) throw new Error('No row without order number.');
    const before = snapshot(world);
    world.change({ kind: 'adjust', target: { id: blank.id } });
    expect([...changedSubOrders(before, snapshot(world))]).toEqual([blank.id]);
  });

  test('a change for a later instant waits for it', () => {
    const { world, moveTo } = movingWorld();
    const order = someOrder(world, 1);
    const before = multiset(rowsOf(world, order));
    world.change({ kind: 'touch', target: order, at: later });
    expect(multiset(rowsOf(world, order))).toEqual(before);
    moveTo(later);
    expect(rowsOf(world, order).map(updated)[0]).toBe(new Date(later).toISOString());
  });

  test('an unknown order and a column that follows from others are refused', () => {
    const { world } = movingWorld();
    expect(() => world.change({ kind: 'touch', target: { Canal: 'x', Cuenta: 'y', Orden: 'z' } })).toThrow(
      /z/,
    );
    const target = someOrder(world, 1);
    expect(() => world.change({ kind: 'add-amount', target, column: 'Cobro Total', cents: 1 })).toThrow(
      /Cobro Total/,
    );
  });
});
