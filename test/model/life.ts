import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts';
import type { Happening } from '#test/model/history.ts';
import { type Item, type Source, type SubOrder, type WireRow, ZONES } from '#test/model/source.ts';

/** What must happen to these orders comes by `updated_at` (spec 4.2.7), with room for a window's own length. */
const YOUNG_MS = 100 * DAY_MS;
/** And to these it never does. */
const OLD_MS = 121 * DAY_MS;

/** What no update tells of. */
const SILENT: ReadonlySet<Happening['kind']> = new Set(['change-old', 'vanish', 'vanish-channel']);

const CHANNELS = Object.keys(ZONES) as readonly (keyof typeof ZONES)[];
const PAYMENTS = ['Pagado', 'Informado', 'Sin Información'] as const;

const purchaseText = (ms: number) => new Date(ms).toISOString().slice(0, 23);
const purchaseMs = (subOrder: SubOrder) => Date.parse(`${subOrder.purchase}Z`);

/** Does things to a source. Everything but what vanishes moves `Fecha de actualización`, as spec 3 says. */
export class Life {
  readonly source: Source;
  /** False: nothing happens of which no update tells. */
  hasSilence = true;
  readonly #told = new Set<string>();
  readonly #now: () => number;
  readonly #prefix: string;
  #born = 0;
  #serial = 0;

  constructor(source: Source, now: () => number, prefix = 'O') {
    this.source = source;
    this.#now = now;
    this.#prefix = prefix;
  }

  /** Orders of the past, so that the first load finds something: most of the last weeks, some a year old. */
  populate(orders: number): void {
    for (let index = 0; index < orders; index += 1) {
      const days = index % 6 === 5 ? 60 + ((index * 7919) % 400) : (index * 7919) % 55;
      const at = this.#now() - days * DAY_MS - ((index * 104729) % (20 * 60)) * MINUTE_MS - index * 1537;
      this.#birth([1 + (index % 3), ...(index % 4 === 0 ? [1] : [])], at);
      if (index % 5 === 0) this.#movement(index % 10 === 0, at - 3 * HOUR_MS);
    }
  }

  /** An order bought and last changed at a moment of true time. */
  birthOf(rowsOfSubOrders: readonly number[], at: number): void {
    this.#birth(rowsOfSubOrders, at);
  }

  happen(what: Happening, lateSeconds = 0): void {
    const at = this.#now() - lateSeconds * 1000;
    if (!this.hasSilence && SILENT.has(what.kind)) return;
    switch (what.kind) {
      case 'birth':
        this.#birth(what.rowsOfSubOrders, at);
        return;
      case 'movement':
        this.#movement(what.twins, at);
        return;
      case 'burst': {
        // It takes many requests, which would be many more where some of them fail.
        const { failsEvery, othersTake } = this.source.freedom;
        if (failsEvery + othersTake === 0) this.#burst(what.share, at);
        return;
      }
      case 'change':
        this.#touch(this.#pick(what.pick, this.#young()), at, what.wholeOrder, (subOrder) =>
          this.#reprice(subOrder),
        );
        return;
      case 'change-old':
        this.#touch(this.#pick(what.pick, this.#old()), at, true, (subOrder) => this.#reprice(subOrder));
        return;
      case 'add-row':
        this.#touch(this.#pick(what.pick, this.#orders()), at, false, (subOrder) => {
          const first = subOrder.items[0];
          subOrder.items = [
            ...subOrder.items,
            what.twin && first !== undefined ? { ...first } : this.#item(),
          ];
        });
        return;
      case 'remove-row':
        this.#touch(this.#pick(what.pick, this.#orders()), at, false, (subOrder) => {
          if (subOrder.items.length > 1) subOrder.items = subOrder.items.slice(1);
        });
        return;
      case 'cancel':
        this.#touch(this.#pick(what.pick, this.#orders()), at, true, (subOrder) => {
          subOrder.estado = what.pick % 2 === 0 ? 'Cancelada' : 'Devuelta';
        });
        return;
      case 'move-purchase':
        this.#touch(this.#pick(what.pick, this.#orders()), at, what.wholeOrder, (subOrder) => {
          const moved = Math.min(purchaseMs(subOrder) + what.hours * HOUR_MS, this.#now() - 12 * HOUR_MS);
          // Never out of the reach of `updated_at`: that would be a change nobody can be told of.
          if (moved > this.#now() - YOUNG_MS) subOrder.purchase = purchaseText(moved);
        });
        return;
      case 'vanish':
        this.#vanish(this.#pick(what.pick, this.source.subOrders), what.what);
        return;
      case 'vanish-channel': {
        const picked = this.#pick(what.pick, this.source.subOrders);
        if (picked === undefined) return;
        this.#keep(
          (one) => one.canal !== picked.canal || one.purchase.slice(0, 7) !== picked.purchase.slice(0, 7),
        );
      }
    }
  }

  /** Whether an update has told of this row's order: then its rows are replaced by what comes, however many (rule 5). */
  wasTold(row: WireRow): boolean {
    return this.#told.has(`${row.Canal} ${row.Orden}`);
  }

  /** The month of some purchase, for a user who wants it read again. */
  monthOf(pick: number): string | undefined {
    return this.#pick(pick, this.source.subOrders)?.purchase.slice(0, 7);
  }

  #pick(pick: number, from: readonly SubOrder[]): SubOrder | undefined {
    return from[pick % Math.max(1, from.length)];
  }

  #young(): SubOrder[] {
    return this.source.subOrders.filter((one) => purchaseMs(one) > this.#now() - YOUNG_MS);
  }

  #orders(): SubOrder[] {
    return this.#young().filter((one) => one.orden !== '');
  }

  #old(): SubOrder[] {
    return this.source.subOrders.filter((one) => purchaseMs(one) < this.#now() - OLD_MS);
  }

  #item(): Item {
    this.#serial += 1;
    return {
      sku: `SKU-${this.#serial % 7}`,
      tipo: this.#serial % 5 === 0 ? 'Publicación' : 'Orden',
      producto: `Producto ${this.#serial % 7}`,
      ventas: `${this.#serial}.50`,
    };
  }

  #reprice(subOrder: SubOrder): void {
    this.#serial += 1;
    subOrder.items = subOrder.items.map((item, index) =>
      index === 0 ? { ...item, ventas: `${this.#serial}.25` } : item,
    );
  }

  #birth(rowsOfSubOrders: readonly number[], at: number): void {
    this.#born += 1;
    const canal = CHANNELS[this.#born % CHANNELS.length] ?? 'Norte';
    const orden = `${this.#prefix}-${this.#born}`;
    for (const [index, rows] of rowsOfSubOrders.entries()) {
      this.#add({
        canal,
        cuenta: this.#born % 2 === 0 ? 'A' : 'B',
        orden,
        suborden: `${orden}-${index}`,
        purchase: purchaseText(at + ZONES[canal]),
        updatedMs: at,
        items: Array.from({ length: rows }, () => this.#item()),
        estado: 'Regular',
        pago: PAYMENTS[(this.#born + index) % 3] ?? 'Pagado',
      });
    }
  }

  /** Orders of one row each, bought and updated at one instant, evenly spread over the labels that filters name. */
  #burst(share: number, at: number): void {
    const rows = Math.ceil(this.source.freedom.pageSize * (1 + share)) + 1;
    for (let index = 0; index < rows; index += 1) {
      this.#born += 1;
      const orden = `${this.#prefix}-${this.#born}`;
      this.#add({
        canal: 'Norte',
        cuenta: 'A',
        orden,
        suborden: `${orden}-0`,
        purchase: purchaseText(at + ZONES.Norte),
        updatedMs: at,
        items: [this.#item()],
        estado: 'Regular',
        pago: PAYMENTS[index % 3] ?? 'Pagado',
      });
    }
  }

  #movement(twins: boolean, at: number): void {
    this.#born += 1;
    const canal = CHANNELS[this.#born % CHANNELS.length] ?? 'Norte';
    const item: Item = {
      sku: 'Sin SKU',
      tipo: 'Marketplace',
      producto: `Storage fee ${this.#prefix}${this.#born}`,
      ventas: '0.00',
    };
    this.#add({
      canal,
      cuenta: 'A',
      orden: '',
      suborden: '',
      purchase: purchaseText(at + ZONES[canal]),
      updatedMs: at,
      items: twins ? [item, { ...item }] : [item],
      estado: 'Regular',
      pago: 'Sin Información',
    });
  }

  #add(subOrder: SubOrder): void {
    this.source.subOrders.push(subOrder);
    this.source.remember(subOrder);
  }

  #touch(
    target: SubOrder | undefined,
    at: number,
    wholeOrder: boolean,
    change: (subOrder: SubOrder) => void,
  ): void {
    if (target === undefined) return;
    const touched =
      wholeOrder && target.orden !== ''
        ? this.source.subOrders.filter((one) => one.canal === target.canal && one.orden === target.orden)
        : [target];
    this.#told.add(`${target.canal} ${target.orden}`);
    for (const subOrder of touched) {
      change(subOrder);
      // An update is never older than the one before it.
      subOrder.updatedMs = Math.max(at, subOrder.updatedMs + 1);
      this.source.remember(subOrder);
    }
  }

  #vanish(target: SubOrder | undefined, what: 'row' | 'sub-order' | 'order'): void {
    if (target === undefined) return;
    if (what === 'row' && target.items.length > 1) {
      target.items = target.items.slice(1);
      return;
    }
    const isOrder = what === 'order' && target.orden !== '';
    this.#keep((one) =>
      isOrder ? one.canal !== target.canal || one.orden !== target.orden : one !== target,
    );
  }

  #keep(stays: (subOrder: SubOrder) => boolean): void {
    const kept = this.source.subOrders.filter(stays);
    this.source.subOrders.splice(0, this.source.subOrders.length, ...kept);
  }
}
