import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { DAILY_TIMES, type DailyTime, type Happening } from './history.ts';
import { dateMsOf, type Item, type Source, type SubOrder, type WireRow, ZONES } from './source.ts';

/** What must happen to these orders comes by `updated_at` (spec 4.2.7), with room for a window's own length. */
const YOUNG_MS = 100 * DAY_MS;
/** And to these it never does. */
const OLD_MS = 121 * DAY_MS;

/** What no update tells of. */
const SILENT: ReadonlySet<Happening['kind']> = new Set([
  'change-old',
  'vanish',
  'vanish-channel',
  'move-channel',
  'split',
  'swap',
]);

const CHANNELS = Object.keys(ZONES) as readonly (keyof typeof ZONES)[];
const PAYMENTS = ['Pagado', 'Informado', 'Sin Información'] as const;

/** Amounts as they come: some as long as any that is accepted, some longer, so that they are kept as text. */
function amountOf(serial: number, cents: string): string {
  if (serial % 13 === 5) return `${serial % 2 === 0 ? '' : '-'}${'7'.repeat(58)}.${cents}`;
  return serial % 37 === 9 ? `${'8'.repeat(70)}.${cents}` : `${serial}.${cents}`;
}

/** Payment dates: most are none, some stand for never. */
function paymentOf(serial: number): string {
  if (serial % 11 === 3) return '9999-12-31T00:00:00.000';
  return serial % 23 === 4 ? '0001-01-01T00:00:00.000' : '';
}

const purchaseText = (ms: number) => new Date(ms).toISOString().slice(0, 23);
const purchaseMs = (subOrder: SubOrder) => Date.parse(`${subOrder.purchase}Z`);

function firstMisdated({ items }: SubOrder): number {
  return items.findIndex(({ misdated }) => misdated !== undefined);
}

/** All rows, or the first one, with another text in the place of their purchase date. */
function withMisdated(items: readonly Item[], text: string, all: boolean): readonly Item[] {
  return items.map((item, index) => (all || index === 0 ? { ...item, misdated: text } : item));
}

/** Does things to a source. Everything but what vanishes moves `Fecha de actualización`, as spec 3 says. */
export class Life {
  readonly source: Source;
  /** False: nothing happens of which no update tells. */
  hasSilence = true;
  readonly #given = new Set<string>();
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
      // Where months meet: there the controls' bounds are.
      if (index % 4 === 1) {
        const month = purchaseText(at).slice(0, 7);
        const day =
          index % 8 === 1 ? `${month}-01` : purchaseText(Date.parse(`${month}-01Z`) - DAY_MS).slice(0, 10);
        this.#movement(false, at, `${day}T${DAILY_TIMES[(index >> 2) % DAILY_TIMES.length]}`);
      }
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
      case 'daily-movement':
        this.#dailyMovement(what.at, at);
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
      case 'birth-misdated':
        if (this.#isTold(what.text)) {
          this.#birthMisdated(what.what, what.rowsOfSubOrders, at, what.text, what.all);
        }
        return;
      case 'misdate':
        if (!this.#isTold(what.text)) return;
        this.#touch(this.#pick(what.pick, this.#orders()), at, false, (subOrder) => {
          subOrder.items = withMisdated(subOrder.items, what.text, what.all);
        });
        return;
      case 'correct-date': {
        const target = this.#pick(what.pick, this.#misdated());
        if (target === undefined) {
          const born = what.pick % 3 === 0 ? 'movement' : 'order';
          this.#birthMisdated(born, [2, 1], at, '', what.all);
          return;
        }
        // Of a movement stamped before its clock was set back, nothing tells that what is stamped earlier came later.
        if (target.orden === '' && target.updatedMs > this.#now()) return;
        const get = (subOrder: SubOrder) => {
          // Of a movement without a number nothing tells that it has gone, where another like it stays.
          const isNumbered = subOrder.orden !== '';
          if (isNumbered && !what.isSilent && what.pick % 2 === 0 && subOrder.items.length > 1) {
            subOrder.items = subOrder.items.filter((_, index) => index !== firstMisdated(subOrder));
            return;
          }
          let left = what.all ? subOrder.items.length : 1;
          subOrder.items = subOrder.items.map((item) => {
            if (item.misdated === undefined || left === 0) return item;
            left -= 1;
            const { misdated: _, ...dated } = item;
            return dated;
          });
        };
        if (!what.isSilent) this.#touch(target, at, false, get);
        else if (this.hasSilence) {
          get(target);
          target.isDatedSilently = true;
          this.source.remember(target);
        }
        return;
      }
      case 'vanish':
        this.#vanish(this.#pick(what.pick, this.source.subOrders), what.what);
        return;
      case 'vanish-channel': {
        const picked = this.#pick(what.pick, this.source.subOrders);
        if (picked === undefined) return;
        this.#keep(
          (one) => one.canal !== picked.canal || one.purchase.slice(0, 7) !== picked.purchase.slice(0, 7),
        );
        return;
      }
      case 'move-channel':
        this.#moveChannel(this.#pick(what.pick, this.#orders()), at, what.wholeOrder);
        return;
      case 'split':
        this.#split(this.#pick(what.pick, this.#orders()), at);
        return;
      case 'swap': {
        const gone = this.#pick(what.pick, this.#orders());
        if (gone === undefined) return;
        this.#vanish(gone, 'row');
        this.#birth([1], at, gone.purchase);
      }
    }
  }

  /** Whether an update has told of this row's order: then its rows are replaced by what comes, however many (rule 5). */
  wasGiven(row: WireRow): boolean {
    return this.#given.has(`${row.Canal} ${row.Orden}`);
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

  #misdated(): SubOrder[] {
    return this.#young().filter((subOrder) => firstMisdated(subOrder) >= 0);
  }

  /** Whether rows with such a date come by changes, or things may happen of which no update tells. */
  #isTold(text: string): boolean {
    return this.hasSilence || this.source.freedom.givesFarRows || Number.isNaN(dateMsOf(text));
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
      ventas: amountOf(this.#serial, '50'),
      paid: paymentOf(this.#serial),
    };
  }

  #reprice(subOrder: SubOrder): void {
    this.#serial += 1;
    subOrder.items = subOrder.items.map((item, index) =>
      index === 0 ? { ...item, ventas: amountOf(this.#serial, '25') } : item,
    );
  }

  #birth(rowsOfSubOrders: readonly number[], at: number, purchase?: string): void {
    this.#born += 1;
    const canal = CHANNELS[this.#born % CHANNELS.length] ?? 'Norte';
    const orden = `${this.#prefix}-${this.#born}`;
    for (const [index, rows] of rowsOfSubOrders.entries()) {
      this.#add({
        canal,
        cuenta: this.#born % 2 === 0 ? 'A' : 'B',
        orden,
        suborden: `${orden}-${index}`,
        purchase: purchase ?? purchaseText(at + ZONES[canal]),
        updatedMs: at,
        changedAfter: this.source.requests,
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
        changedAfter: this.source.requests,
        items: [this.#item()],
        estado: 'Regular',
        pago: PAYMENTS[index % 3] ?? 'Pagado',
      });
    }
  }

  #birthMisdated(
    what: 'order' | 'movement',
    rowsOfSubOrders: readonly number[],
    at: number,
    text: string,
    all: boolean,
  ): void {
    const known = this.source.subOrders.length;
    if (what === 'order') this.#birth(rowsOfSubOrders, at);
    else this.#movement(all, at);
    const first = this.source.subOrders[known];
    if (first === undefined) return;
    first.items = withMisdated(first.items, text, what === 'movement' || all);
    this.source.remember(first);
  }

  /** Dated yesterday: the day is over where the account is. */
  #dailyMovement(time: DailyTime, at: number): void {
    this.#movement(false, at, `${purchaseText(at - DAY_MS).slice(0, 10)}T${time}`);
  }

  #moveChannel(target: SubOrder | undefined, at: number, wholeOrder: boolean): void {
    if (target === undefined) return;
    const { canal, orden } = target;
    const isDated = target.items.some(({ misdated }) => misdated === undefined);
    const to = CHANNELS[(CHANNELS.indexOf(canal as keyof typeof ZONES) + 1) % CHANNELS.length] ?? canal;
    const moved = wholeOrder
      ? this.source.subOrders.filter((one) => one.canal === canal && one.orden === orden)
      : [target];
    for (const one of moved) {
      one.canal = to;
      one.changedAfter = this.source.requests;
      // Without a date that can be asked for, what is told of one sub-order leads to none of the others.
      if (one === target || !isDated) one.updatedMs = Math.max(at, one.updatedMs + 1);
      this.source.remember(one);
    }
  }

  #split(target: SubOrder | undefined, at: number): void {
    const taken = target?.items.at(-1);
    if (target === undefined || taken === undefined || target.items.length < 2) return;
    target.items = target.items.slice(0, -1);
    // What is left is told only by what tells of it from here on.
    target.changedAfter = this.source.requests;
    this.#born += 1;
    const orden = `${this.#prefix}-${this.#born}`;
    this.#add({ ...target, orden, suborden: `${orden}-0`, updatedMs: at, items: [taken] });
  }

  #movement(twins: boolean, at: number, purchase?: string): void {
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
      purchase: purchase ?? purchaseText(at + ZONES[canal]),
      updatedMs: at,
      changedAfter: this.source.requests,
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
    this.#given.add(`${target.canal} ${target.orden}`);
    for (const subOrder of touched) {
      change(subOrder);
      subOrder.changedAfter = this.source.requests;
      delete subOrder.isDatedSilently;
      // An update is never older than the one before it, but where that one's clock has been set back since.
      subOrder.updatedMs = subOrder.updatedMs > this.#now() ? at : Math.max(at, subOrder.updatedMs + 1);
      this.source.remember(subOrder);
    }
  }

  #vanish(target: SubOrder | undefined, what: 'row' | 'sub-order' | 'order'): void {
    if (target === undefined) return;
    if (what === 'row' && target.items.length > 1) {
      target.changedAfter = this.source.requests;
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
