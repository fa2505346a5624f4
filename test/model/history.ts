import fc from 'fast-check';
import type { Source, SubOrder } from '#test/model/source.ts';

/** Random lives of a source and of the app that reads it: what happens, when it syncs, what moves under its eyes. */

export type Happening =
  /** An order is born with so many sub-orders, each with so many rows. */
  | { readonly kind: 'birth'; readonly rowsOfSubOrders: readonly number[] }
  /** One sub-order, or the whole order it belongs to, is changed. */
  | { readonly kind: 'change'; readonly pick: number; readonly wholeOrder: boolean }
  | { readonly kind: 'add-row'; readonly pick: number; readonly twin: boolean }
  | { readonly kind: 'remove-row'; readonly pick: number }
  | { readonly kind: 'cancel'; readonly pick: number }
  /** The purchase date is corrected by so many hours; the sub-order counts as updated. */
  | { readonly kind: 'move-purchase'; readonly pick: number; readonly hours: number };

export type Step =
  | {
      readonly kind: 'happen';
      readonly what: Happening /** Seconds by which its update stamp lies back. */;
      readonly lateSeconds: number;
    }
  | { readonly kind: 'wait'; readonly minutes: number }
  | {
      readonly kind: 'sync';
      readonly meanwhile: readonly { readonly afterRequests: number; readonly what: Happening }[];
    }
  /** The app is killed and started again. */
  | { readonly kind: 'restart' };

const pick = fc.nat(1000);
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('birth' as const),
      rowsOfSubOrders: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('change' as const), pick, wholeOrder: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add-row' as const), pick, twin: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove-row' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('move-purchase' as const),
      pick,
      hours: fc.integer({ min: -900, max: 200 }),
    }),
  },
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('happen' as const),
      what: happening,
      lateSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 540 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1000, max: 14_000 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      meanwhile: fc.array(fc.record({ afterRequests: fc.integer({ min: 0, max: 12 }), what: happening }), {
        maxLength: 3,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Changes to orders bought before this many days never come by `updated_at` (spec 4.2.7): another matter. */
const REACH_DAYS = 100;
const CHANNELS = [
  { canal: 'Norte', offsetHours: -3 },
  { canal: 'Sur', offsetHours: -6 },
] as const;

/** Does things to a source. Everything it does moves `Fecha de actualización`, as spec 3 says. */
export class Life {
  readonly source: Source;
  readonly #now: () => number;
  #born = 0;
  #serial = 0;

  constructor(source: Source, now: () => number) {
    this.source = source;
    this.#now = now;
  }

  /** Orders of the past months, so that the first load finds something. */
  populate(orders: number): void {
    for (let index = 0; index < orders; index += 1) {
      const age = (index * 7919) % (60 * 24);
      this.#birth(
        [1 + (index % 3), ...(index % 4 === 0 ? [1] : [])],
        this.#now() - age * HOUR_MS - index * 1537,
      );
    }
  }

  happen(what: Happening, lateSeconds = 0): void {
    const at = this.#now() - lateSeconds * 1000;
    switch (what.kind) {
      case 'birth':
        this.#birth(what.rowsOfSubOrders, at);
        return;
      case 'change':
        this.#touch(what.pick, at, what.wholeOrder, (subOrder) => {
          this.#serial += 1;
          subOrder.rows = subOrder.rows.map((row, index) =>
            index === 0 ? { ...row, ventas: `${this.#serial}.25` } : row,
          );
        });
        return;
      case 'add-row':
        this.#touch(what.pick, at, false, (subOrder) => {
          const first = subOrder.rows[0];
          this.#serial += 1;
          const fresh = { sku: `SKU-${this.#serial % 7}`, tipo: 'Orden', ventas: `${this.#serial}.50` };
          subOrder.rows = [...subOrder.rows, what.twin && first !== undefined ? { ...first } : fresh];
        });
        return;
      case 'remove-row':
        this.#touch(what.pick, at, false, (subOrder) => {
          if (subOrder.rows.length > 1) subOrder.rows = subOrder.rows.slice(1);
        });
        return;
      case 'cancel':
        this.#touch(what.pick, at, true, (subOrder) => {
          subOrder.estado = 'Cancelada';
        });
        return;
      case 'move-purchase':
        this.#touch(what.pick, at, false, (subOrder) => {
          const moved = Math.min(
            Date.parse(`${subOrder.purchase}Z`) + what.hours * HOUR_MS,
            this.#now() - 12 * HOUR_MS,
          );
          subOrder.purchase = new Date(moved).toISOString().slice(0, 23);
        });
        return;
    }
  }

  #birth(rowsOfSubOrders: readonly number[], at: number): void {
    this.#born += 1;
    const channel = CHANNELS[this.#born % CHANNELS.length] ?? CHANNELS[0];
    for (const [index, rows] of rowsOfSubOrders.entries()) {
      this.source.subOrders.push({
        canal: channel.canal,
        cuenta: 'A',
        orden: `O-${this.#born}`,
        suborden: `O-${this.#born}-${index}`,
        purchase: new Date(at + channel.offsetHours * HOUR_MS).toISOString().slice(0, 23),
        updatedMs: at,
        rows: Array.from({ length: rows }, (_, item) => ({
          sku: `SKU-${item}`,
          tipo: 'Orden',
          ventas: `${this.#born}.${item}0`,
        })),
        estado: 'Regular',
      });
    }
  }

  #touch(picked: number, at: number, wholeOrder: boolean, change: (subOrder: SubOrder) => void): void {
    const young = this.source.subOrders.filter(
      (subOrder) => Date.parse(`${subOrder.purchase}Z`) > this.#now() - REACH_DAYS * DAY_MS,
    );
    const target = young[picked % Math.max(1, young.length)];
    if (target === undefined) return;
    const touched = wholeOrder
      ? this.source.subOrders.filter(
          (subOrder) => subOrder.canal === target.canal && subOrder.orden === target.orden,
        )
      : [target];
    for (const subOrder of touched) {
      change(subOrder);
      // An update is never older than the one before it.
      subOrder.updatedMs = Math.max(at, subOrder.updatedMs + 1);
    }
  }
}
