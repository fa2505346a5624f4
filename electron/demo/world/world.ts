import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { anyCompany } from './any-company.ts';
import type { CompanyMaker } from './company.ts';
import {
  type Happening,
  happeningOf,
  type LifeEvent,
  type OrderName,
  type Target,
  type WorldChange,
} from './events.ts';
import { Agenda, InstantIndex } from './indexes.ts';
import {
  FIRST_EXTRA_SERIAL,
  MAX_ITEMS,
  MOVEMENT_SHARE,
  type OrderPlan,
  type OrderShape,
} from './order-plan.ts';
import { pulseInstant } from './pulse.ts';
import { hash } from './random.ts';
import { mergeEvents, type SubOrderState, stateAt } from './sub-order-state.ts';
import {
  createRowList,
  passingItems,
  type RowFilter,
  type RowRange,
  type RowRef,
  readRef,
  SubOrderStore,
} from './sub-order-store.ts';
import { createTimeline } from './timeline.ts';
import type { Cells } from './wire-row.ts';

/** The emulated seller: a function of (seed, orders, instant) and of the changes made by hand. */
export type World = ReturnType<typeof createWorld>;

export type WireRow = Readonly<Record<string, string>>;
/** `id` names the sub-order in the world, `subOrder` and `item` count from 0. */
export type WorldEntry = {
  readonly id: number;
  readonly subOrder: number;
  readonly item: number;
  readonly row: WireRow;
};

type RowSet = { readonly size: number; readonly cells: (position: number) => Cells };

export type WorldOptions = {
  readonly seed: number;
  /** Orders bought before the month of the world's beginning; a tenth more or so are there by its end. */
  readonly orders: number;
  /** UTC epoch milliseconds. A fixed clock makes a world where nothing happens of itself. */
  readonly clock: () => number;
  /** When the world is laid out and its pulse begins (UTC epoch ms); default: now. The same instant is the same world. */
  readonly beginsAt?: number;
  /** Whose orders they are. Default: the one of tests and benchmarks. */
  readonly company?: CompanyMaker;
  /** How often something more happens (see pulse.ts), so that a small world too is seen to live. Default: never. */
  readonly pulseMs?: number;
};

const CACHED_QUERIES = 12;

type Extra = { readonly purchase: number; readonly shape: OrderShape | undefined };

/**
 * Starts a world. Plans every order once: some 4 s and 150 MB for 600,000 orders. One function on purpose: all of it
 * moves one clock over one store.
 */
export function createWorld(options: WorldOptions) {
  const { seed, orders, clock, pulseMs } = options;
  const start = Math.min(options.beginsAt ?? clock(), clock());
  const company = (options.company ?? anyCompany)(seed, start);
  const timeline = createTimeline(seed, Math.round(orders / (1 - MOVEMENT_SHARE)), start);
  const natural = timeline.countUntil(start);
  const store = new SubOrderStore(Math.ceil(natural * 1.2));
  const byPurchase = new InstantIndex((id) => store.purchaseLocal(id));
  const byUpdate = new InstantIndex((id) => store.updated(id));
  const agenda = new Agenda();
  const extraEvents = new Map<number, LifeEvent[]>();
  const extraOrders = new Map<number, Extra>();
  const queries = new Map<string, { readonly version: number; readonly keys: Float64Array }>();

  let now = start;
  let version = 0;
  let nextSerial = 0;
  let nextExtra = FIRST_EXTRA_SERIAL;
  let nextPurchase = 0;
  let pulses = 0;
  let nextPulse = pulseInstant(start, pulseMs, pulses);

  /** Rows of one order follow each other nearly always: its plan, which nothing changes, is made once for them. */
  let lastPlan: OrderPlan | null = null;
  const planOf = (serial: number): OrderPlan => {
    if (lastPlan?.serial === serial) return lastPlan;
    const extra = extraOrders.get(serial);
    const purchase = extra?.purchase ?? timeline.purchaseOf(serial);
    lastPlan = company.planOrder(serial, purchase, extra?.shape);
    return lastPlan;
  };

  const stateOf = (id: number, order: OrderPlan, instant: number): SubOrderState => {
    const plan = order.subOrders[store.position(id)];
    if (plan === undefined) throw new RangeError(`No sub-order ${id}.`);
    return stateAt(plan, mergeEvents(plan.events, extraEvents.get(id) ?? []), instant);
  };

  /** Enters an order; gives the positions of its sub-orders. */
  const enter = (order: OrderPlan, instant: number): readonly number[] =>
    order.subOrders.map((plan, position) => {
      const state = stateAt(plan, plan.events, instant);
      const id = store.add(order.serial, position, order.kind === 'movement', state);
      if (state.next !== Number.POSITIVE_INFINITY) agenda.add(state.next, id);
      return id;
    });

  const enterLive = (order: OrderPlan, instant: number): readonly number[] => {
    const ids = enter(order, instant);
    for (const id of ids) {
      byPurchase.moved(id);
      if (store.updated(id) !== 0) byUpdate.moved(id);
    }
    version += 1;
    return ids;
  };

  /** Brings a sub-order's light facts up to an instant. */
  const refresh = (id: number, instant: number): void => {
    const before = store.updated(id);
    const bought = store.purchaseLocal(id);
    const state = stateOf(id, planOf(store.serial(id)), instant);
    store.update(id, state);
    if (state.updated !== before) byUpdate.moved(id);
    if (state.purchaseLocal !== bought) byPurchase.moved(id);
    if (state.next !== Number.POSITIVE_INFINITY) agenda.add(state.next, id);
    version += 1;
  };

  /** Lets something happen to a sub-order, never at or before its last update, so that each change shows as one. */
  const happen = (id: number, at: number, what: Happening): void => {
    const instant = Math.max(at, store.updated(id) + 1);
    extraEvents.set(
      id,
      [...(extraEvents.get(id) ?? []), { at: instant, ...what }].sort((a, b) => a.at - b.at),
    );
    if (at > now) agenda.add(instant, id);
    else refresh(id, instant);
  };

  const addExtra = (
    purchase: number,
    shape: OrderShape | undefined,
    firstSeen: number,
  ): readonly number[] => {
    const serial = nextExtra;
    nextExtra += 1;
    // Dated so that its first sub-order is first seen at the wanted instant, unless its purchase is given.
    const draft = company.planOrder(serial, purchase, shape);
    const delay = (draft.subOrders[0]?.events[0]?.at ?? purchase) - purchase;
    const bought = purchase === firstSeen ? firstSeen - delay : purchase;
    extraOrders.set(serial, { purchase: bought, shape });
    return enterLive(planOf(serial), Math.max(now, firstSeen));
  };

  const pulse = (at: number): void => {
    const draw = company.drawPulse(store, pulses, at);
    pulses += 1;
    if (draw === 'new-order') addExtra(at, undefined, at);
    else if ('kind' in draw) {
      // Known from now on, and updated now: it comes with the changes, however long ago it was bought.
      for (const id of addExtra(draw.purchasedAt, undefined, at)) happen(id, at, { kind: 'touched' });
    } else for (const { id, what } of draw) happen(id, at, what);
  };

  /** Lets time pass, event by event, so that a world moved in one step or in many is the same. */
  const advance = (): void => {
    const target = clock();
    while (true) {
      const next = Math.min(agenda.earliest, nextPurchase, nextPulse);
      if (next > target) break;
      now = Math.max(now, next);
      if (next === nextPurchase) {
        enterLive(planOf(nextSerial), now);
        nextSerial += 1;
        nextPurchase = timeline.purchaseOf(nextSerial);
      } else if (next === agenda.earliest) refresh(agenda.take(), now);
      else {
        pulse(next);
        nextPulse = pulseInstant(start, pulseMs, pulses);
      }
    }
    now = Math.max(now, target);
  };

  const writeCells = ({ id, item }: RowRef): Cells => {
    const order = planOf(store.serial(id));
    const state = stateOf(id, order, Math.max(now, store.updated(id)));
    return company.writeRow(order, store.position(id), item, state);
  };

  /** Rows of a range in the order of the answer. The handle stays good until the world changes. */
  const find = (range: RowRange, filter: RowFilter): RowSet => {
    advance();
    const name = JSON.stringify([range, filter]);
    let found = queries.get(name);
    if (found === undefined || found.version !== version) {
      const list = createRowList(seed, store);
      const index = range.date === 'purchase_date' ? byPurchase : byUpdate;
      const purchaseFrom = range.purchaseFrom ?? Number.NEGATIVE_INFINITY;
      index.forEach(range.from, range.to, (id) => {
        if (store.purchaseLocal(id) >= purchaseFrom) list.add(id, passingItems(store, id, filter));
      });
      found = { version, keys: list.sorted() };
    }
    // The last one asked for is the last to be forgotten.
    queries.delete(name);
    queries.set(name, found);
    for (const oldest of queries.keys()) {
      if (queries.size <= CACHED_QUERIES) break;
      queries.delete(oldest);
    }
    const { keys } = found;
    return { size: keys.length, cells: (position) => writeCells(readRef(keys[position] ?? 0)) };
  };

  /** As `truth`, with each row's place, for changes by hand: those bought after an instant of their channel's clock (ms). */
  function* entries(boughtAfter = Number.NEGATIVE_INFINITY): Generator<WorldEntry> {
    advance();
    for (let id = 0; id < store.size; id += 1) {
      if (store.updated(id) === 0 || store.purchaseLocal(id) <= boughtAfter) continue;
      for (let item = 0; item <= MAX_ITEMS; item += 1) {
        if (((store.present(id) >> item) & 1) === 0) continue;
        yield { id, subOrder: store.position(id), item, row: toWireRow(writeCells({ id, item })) };
      }
    }
  }

  /** Every row there is now, as sent with all categories. For tests: adds up to what the service must give. */
  function* truth(wanted: (row: WireRow) => boolean = () => true): Generator<WireRow> {
    for (const { row } of entries()) if (wanted(row)) yield row;
  }

  const nameOf = (id: number): OrderName => {
    const order = planOf(store.serial(id));
    return { Canal: order.channel.name, Cuenta: order.account.name, Orden: order.number };
  };

  const idsOf = (target: Target, subOrder: number | undefined): readonly number[] => {
    if ('id' in target) return [target.id];
    const ids: number[] = [];
    for (let id = 0; id < store.size; id += 1) {
      const name = nameOf(id);
      if (name.Orden !== target.Orden || name.Canal !== target.Canal || name.Cuenta !== target.Cuenta)
        continue;
      if (subOrder === undefined || store.position(id) === subOrder) ids.push(id);
    }
    if (ids.length === 0 || target.Orden === '') {
      throw new RangeError(`No order ${target.Canal} / ${target.Cuenta} / ${target.Orden}.`);
    }
    return ids;
  };

  /** Makes a change by hand. Gives the order it concerns. Throws when there is no such order. */
  const change = (wanted: WorldChange): OrderName => {
    advance();
    const at = wanted.at ?? now;
    if (wanted.kind === 'add-order') {
      const shape = { itemsOfSubOrders: wanted.itemsOfSubOrders ?? [1] };
      const [id] = addExtra(wanted.purchasedAt ?? at, shape, at);
      if (id === undefined) throw new RangeError('An order needs a sub-order.');
      return nameOf(id);
    }
    const ids = idsOf(wanted.target, wanted.subOrder);
    const [first] = ids;
    if (first === undefined) throw new RangeError('No such order.');
    for (const id of ids) happen(id, at, happeningOf(wanted, hash(id, store.updated(id), 0, 0xad)));
    return nameOf(first);
  };

  function* ordersSince(local: number) {
    for (let id = 0; id < store.size; id += 1) {
      const isFirst = store.position(id) === 0;
      if (isFirst && store.purchaseLocal(id) >= local) yield { id, order: planOf(store.serial(id)) };
    }
  }

  // The world as it is at its beginning.
  for (; nextSerial < natural; nextSerial += 1) enter(planOf(nextSerial), start);
  nextPurchase = timeline.purchaseOf(nextSerial);
  for (const [id, events] of company.plant?.(ordersSince) ?? []) {
    extraEvents.set(id, [...events]);
    refresh(id, start);
  }
  const all = Uint32Array.from({ length: store.size }, (_, id) => id);
  byPurchase.build(all);
  byUpdate.build(all.filter((id) => store.updated(id) !== 0));
  advance();

  return {
    now: (): number => {
      advance();
      return now;
    },
    find,
    truth,
    entries,
    change,
  };
}

/** Of this module itself: where tests run it, each look at what another module exports is a call, 160 of them a row. */
const KEYS = COLUMNS.map(({ key }) => key);

/** Copied for each row: objects of one shape are made many times faster than from entries. */
const BLANK_ROW: WireRow = Object.fromEntries(KEYS.map((key) => [key, '']));

/** Cells as the object the service sends with every category. */
export function toWireRow(cells: Cells): WireRow {
  const row = { ...BLANK_ROW };
  for (let position = 0; position < KEYS.length; position += 1) {
    const key = KEYS[position];
    if (key !== undefined) row[key] = cells[position] ?? '';
  }
  return row;
}
