import { BASE_COLUMN_KEYS, COLUMNS } from '#shared/domain/column-catalogue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/dates.ts';

/**
 * A tiny source that answers GET /data like the service (spec 4), for thousands of random histories. It is not
 * the demo service and shares none of its code: a few orders, pages of a handful of rows (the server says which
 * page size is in effect), and every freedom that the specification leaves.
 */

export type Item = {
  readonly sku: string;
  readonly tipo: 'Orden' | 'Publicación' | 'Marketplace';
  readonly producto: string;
  readonly ventas: string;
  /** `Fecha de Pago`, often none, and sometimes one that no calendar reaches. */
  readonly paid?: string;
  /**
   * What stands in `Fecha de compra` instead of the sub-order's purchase: nothing readable, or a day that is far off. No
   * range that can be asked for holds such a row: it comes by changes alone.
   */
  readonly misdated?: string;
};

export type SubOrder = {
  canal: string;
  readonly cuenta: string;
  /** "" for a movement of the account. */
  readonly orden: string;
  readonly suborden: string;
  /** Local to the channel, no zone, with milliseconds. */
  purchase: string;
  /** Epoch milliseconds of `Fecha de actualización`. */
  updatedMs: number;
  /** Requests that had arrived when the last thing happened to it, told by an update or not: clocks may go back. */
  changedAfter: number;
  /** Its rows got their dates and no update told of it. */
  isDatedSilently?: boolean;
  items: readonly Item[];
  estado: 'Regular' | 'Cancelada' | 'Devuelta';
  pago: 'Pagado' | 'Informado' | 'Sin Información';
};

/** What the specification leaves open, or a server may do all the same. */
export type Freedom = {
  readonly pageSize: number;
  readonly fromInclusive: boolean;
  readonly toInclusive: boolean;
  /** Row dates are compared without their milliseconds. */
  readonly cutsSeconds: boolean;
  /** Rows are put in another order for every answer (same totals, other pages). */
  readonly reshuffles: boolean;
  /** What a later `to` is cut to (spec 4.2.8). */
  readonly clipsTo: 'end-of-day' | 'now';
  /** How the minute's and the day's requests are counted (spec 8). */
  readonly limitWindows: 'sliding' | 'fixed';
  /** The service allows only so many months where the plan promises more; null: what it promises (spec 4.2.4). */
  readonly reachMonths: number | null;
  /** Requests of every minute that another program uses up with the same key: ours are refused earlier then. */
  readonly othersTake: number;
  /** Every so manieth request fails in a way that passes; 0: none. */
  readonly failsEvery: number;
  /** The clock of the data (stamps, `meta`, the plan) is so far behind that of Date; below zero: ahead of it. */
  readonly dataBehindMinutes: number;
  /** The Date of every so manieth page is wrong, and that of every failure, as if from a proxy with a clock of its own; 0: none. */
  readonly liesEvery: number;
  readonly lieMinutes: number;
  /**
   * Whether changes bring rows whose own purchase date is far off, as rows of their sub-order; else they go by the date of
   * each row (spec 4.2.7 can be read both ways), and nothing ever brings such a row before its day comes.
   */
  readonly givesFarRows: boolean;
};

/** A service without whims: both bounds inclusive, whole days, its own limits. Tests change what they are about. */
export const HONEST: Freedom = {
  pageSize: 5,
  fromInclusive: true,
  toInclusive: true,
  cutsSeconds: false,
  reshuffles: false,
  clipsTo: 'end-of-day',
  limitWindows: 'sliding',
  reachMonths: null,
  othersTake: 0,
  failsEvery: 0,
  dataBehindMinutes: 0,
  liesEvery: 0,
  lieMinutes: 0,
  givesFarRows: true,
};

export type Plan = 'free' | 'pro';

/** What a history may have in it that has broken a copy before (the table of test/soak counts them). */
export const ODDITIES = [
  'undated rows',
  'far dates',
  'long numbers',
  'clocks that lied',
  'clocks set',
] as const;
export type Oddity = (typeof ODDITIES)[number];
/** Characters of an amount beyond which no binary number holds it. */
const LONG_NUMBER = 18;

/** The service's own limits (spec 8), written down again: the source shares no code with the app. */
const PER_MINUTE = 5;
const PER_DAY = 7200;
const REACH_MS = 120 * DAY_MS;
const LONGEST_MS = 7 * DAY_MS;

const MORE_COLUMNS = ['Fecha de Pago', 'Ingreso Total', 'Rentabilidad Comercial', 'Rentabilidad Total'];
/** The columns of this source's rows: the base set and a few more; every one more costs time and finds nothing. */
const SENT = COLUMNS.filter(({ key }) => BASE_COLUMN_KEYS.includes(key) || MORE_COLUMNS.includes(key));
export const SENT_COLUMNS: readonly string[] = SENT.map(({ key }) => key);
const BLANK_ROW: Readonly<Record<string, string>> = Object.fromEntries(
  SENT.map(({ key, kind }) => [key, kind === 'text' || kind === 'local-datetime' ? '' : '0.00']),
);

export type WireRow = Readonly<Record<string, string>>;

/** The wire row of one item: zero where the model has nothing to say. */
export function wireRow(subOrder: SubOrder, item: Item): WireRow {
  return {
    ...BLANK_ROW,
    Canal: subOrder.canal,
    Cuenta: subOrder.cuenta,
    Orden: subOrder.orden,
    'Nro. suborden': subOrder.suborden,
    'SKU Producto': item.sku,
    Producto: item.producto,
    'Tipo de Dato': item.tipo,
    'Fecha de compra': item.misdated ?? subOrder.purchase,
    'Fecha de actualización': new Date(subOrder.updatedMs).toISOString(),
    'Fecha de Pago': item.paid ?? '',
    'Estado de Orden': subOrder.estado,
    'Estado de Pago': subOrder.pago,
    Ventas: item.ventas,
    Unidades: item.tipo === 'Marketplace' ? '0' : '1',
    'Ingreso Total': item.ventas,
    'Rentabilidad Marketplace': item.ventas,
    'Rentabilidad Comercial': item.ventas,
    'Rentabilidad Total': item.ventas,
  };
}

/** A date as rows write it, on the zoneless axis; NaN where it is unreadable, and for days that there are not. */
export function dateMsOf(text: string): number {
  const ms = Date.parse(`${text}Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text.slice(0, 10) ? Number.NaN : ms;
}

/** One text a row, equal exactly when the rows are. */
export function printOfRow(row: WireRow): string {
  return SENT_COLUMNS.map((column) => row[column]).join(' | ');
}

/** Deterministic shuffle: the order depends on the seed alone. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const result = [...items];
  let state = (seed * 2654435761 + 1) >>> 0;
  for (let last = result.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = state % (last + 1);
    const [a, b] = [result[last], result[other]];
    if (a !== undefined && b !== undefined) {
      result[last] = b;
      result[other] = a;
    }
  }
  return result;
}

const ITEM_TYPES = { order: 'Orden', publication: 'Publicación', marketplace: 'Marketplace' } as const;
const PAYMENTS = { paid: 'Pagado', unpaid: 'Informado', noinformation: 'Sin Información' } as const;
const STATES = { paid: 'Regular', canceled: 'Cancelada', returned: 'Devuelta' } as const;

function allowed(query: URLSearchParams, name: string, labels: { readonly [key: string]: string }) {
  const asked = query.get(name);
  return asked === null ? null : new Set(asked.split(',').map((key) => labels[key]));
}

export type SourceAnswer = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
};

/** How a request that fails ends: with an answer, or with none. */
export type Failing = SourceAnswer | 'reset';

const refusal = (message: string) => ({ status: 400, body: JSON.stringify({ message }) });
const asText = (ms: number) => new Date(ms).toISOString().slice(0, 19);

export class Source {
  readonly subOrders: SubOrder[] = [];
  readonly freedom: Freedom;
  plan: Plan;
  /** Requests that arrived so far. */
  requests = 0;
  /** Requests that asked something else than the one before: those that only tried again do not count. */
  questions = 0;
  #lastQuestion = '';
  /** What a request did that no client may do. */
  readonly offences: string[] = [];
  /** What was odd in what this source held and answered so far. */
  readonly oddities = new Set<Oddity>();
  /** Print of every row that ever was. */
  readonly everHeld = new Set<string>();
  /** Called when a request has arrived, before it is answered: the place where things happen meanwhile. */
  beforeAnswer: (query: URLSearchParams) => void = () => undefined;
  /** False: the limits are not what a test is about. */
  isLimited = true;
  /** What the server's clocks were set by, for good. */
  clockSetMs = 0;
  /** What becomes of a row on its way, the same every time: odd values and columns. */
  dress: (row: WireRow) => { readonly [column: string]: unknown } = (row) => row;
  readonly #now: () => number;
  readonly #arrivals: number[] = [];
  readonly #answers: number[] = [];
  readonly #served: number[] = [];
  /** Answers with a page so far. */
  #pages = 0;

  constructor(freedom: Freedom, plan: Plan, now: () => number) {
    this.freedom = freedom;
    this.plan = plan;
    this.#now = now;
  }

  /** The clock that Date is read from, epoch milliseconds. */
  readonly dateMs = (): number => this.#now() + this.clockSetMs;

  /** The clock of the data: what is stamped, what `today` is, how far the plan reaches. */
  readonly dataMs = (): number => this.dateMs() - this.freedom.dataBehindMinutes * MINUTE_MS;

  /** Midnight of the earliest day a request may start at (spec 4.2.4), on the zoneless axis. */
  earliestMs(atMs = this.dataMs()): number {
    const now = new Date(atMs);
    const { reachMonths } = this.freedom;
    if (this.plan === 'pro' && reachMonths !== null) {
      return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - reachMonths, 1);
    }
    return this.plan === 'pro'
      ? Date.UTC(now.getUTCFullYear() - 2, 0, 1)
      : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
  }

  /** All rows as the wire would carry them, for comparison. */
  rows(): WireRow[] {
    return this.subOrders.flatMap((subOrder) => subOrder.items.map((item) => wireRow(subOrder, item)));
  }

  /** When its rows were bought, on the zoneless axis; NaN for a row without a readable date. */
  readonly purchases = (scope: 'everything' | 'dashboard'): readonly number[] =>
    this.subOrders.flatMap(({ purchase, items, pago, estado }) => {
      const isOut = scope === 'dashboard' && (pago === 'Sin Información' || estado !== 'Regular');
      const counted = isOut
        ? []
        : items.filter(({ tipo }) => scope === 'everything' || tipo !== 'Marketplace');
      return counted.map(({ misdated }) => dateMsOf(misdated ?? purchase));
    });

  /** Notes the rows of a sub-order as having been. */
  remember(subOrder: SubOrder): void {
    for (const item of subOrder.items) {
      this.everHeld.add(printOfRow(wireRow(subOrder, item)));
      if (item.misdated !== undefined) {
        this.oddities.add(Number.isNaN(dateMsOf(item.misdated)) ? 'undated rows' : 'far dates');
      }
      if (item.ventas.length > LONG_NUMBER) this.oddities.add('long numbers');
    }
  }

  /** One GET /data, as a server would see it. */
  respond(query: URLSearchParams): Failing {
    this.requests += 1;
    const serial = this.requests;
    if (query.toString() !== this.#lastQuestion) this.questions += 1;
    this.#lastQuestion = query.toString();
    const isOverLimit = this.#countArrival() || this.#isTakenByOthers();
    this.beforeAnswer(query);
    this.#answers.push(this.#now());
    this.#offendIfOver(this.#answers, 'answers');
    const { liesEvery, lieMinutes } = this.freedom;
    const dated = (isLie: boolean) => ({
      'content-type': 'application/json',
      date: new Date(this.dateMs() + (isLie ? lieMinutes * MINUTE_MS : 0)).toUTCString(),
    });
    const badHeaders = dated(liesEvery > 0);
    if (isOverLimit) return { status: 429, headers: badHeaders, body: '{"message":"Too many requests"}' };
    const failure = this.#failure(serial, badHeaders);
    if (failure === 'cut') {
      const whole = this.#answer(query, serial);
      // A refusal that is cut says nothing that a client could go by.
      if (whole.status !== 200) return { ...whole, headers: badHeaders };
      const body = whole.body.slice(0, Math.floor(whole.body.length * ((serial % 97) / 97)));
      return { status: whole.status, headers: badHeaders, body };
    }
    if (failure !== null) return failure;
    const { status, body } = this.#answer(query, serial);
    if (status !== 200) return { status, headers: badHeaders, body };
    this.#pages += 1;
    const isLie = liesEvery > 0 && this.#pages % liesEvery === 0;
    if (isLie) this.oddities.add('clocks that lied');
    return { status, headers: dated(isLie), body };
  }

  /** The `fetch` of this source. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted();
    const url = new URL(input instanceof Request ? input.url : String(input));
    const answer = this.respond(url.searchParams);
    if (answer === 'reset') throw new TypeError('fetch failed');
    return thinResponse(answer);
  };

  #failure(serial: number, headers: SourceAnswer['headers']): Failing | 'cut' | null {
    const { failsEvery } = this.freedom;
    if (failsEvery === 0 || serial % failsEvery !== 0) return null;
    switch (Math.floor(serial / failsEvery) % 6) {
      case 0:
        return { status: 503, headers: { ...headers, 'content-type': 'text/html' }, body: '<h1>Busy</h1>' };
      case 1:
        return 'reset';
      case 2:
        return { status: 429, headers: { ...headers, 'retry-after': '7' }, body: '{}' };
      case 3:
        return { status: 429, headers, body: '{"message":"slow down"}' };
      case 4:
        return { status: 200, headers: { ...headers, 'content-type': 'text/html' }, body: '<html></html>' };
      default:
        return 'cut';
    }
  }

  /** True when this request would fit but for another program. Refused requests do not count. */
  #isTakenByOthers(): boolean {
    const { othersTake, limitWindows } = this.freedom;
    if (othersTake === 0) return false;
    const now = this.#now();
    const since = limitWindows === 'fixed' ? Math.floor(now / MINUTE_MS) * MINUTE_MS : now - MINUTE_MS;
    if (this.#served.filter((at) => at >= since).length >= PER_MINUTE - othersTake) return true;
    this.#served.push(now);
    return false;
  }

  /** True when this request is one too many, which is an offence. */
  #countArrival(): boolean {
    this.#arrivals.push(this.#now());
    return this.#offendIfOver(this.#arrivals, 'arrivals');
  }

  #offendIfOver(times: readonly number[], what: string): boolean {
    if (!this.isLimited) return false;
    const now = this.#now();
    const isOver = (spanMs: number, most: number) => {
      // A fixed window begins with the clock's own minute or day; within it the count starts anew.
      const since =
        this.freedom.limitWindows === 'fixed' ? Math.floor(now / spanMs) * spanMs : now - spanMs + 1;
      const first = times[times.length - 1 - most];
      return first !== undefined && first >= since;
    };
    const isOffence = isOver(MINUTE_MS, PER_MINUTE) || isOver(DAY_MS, PER_DAY);
    if (isOffence) this.offences.push(`limits: too many ${what} at ${asText(now)}`);
    return isOffence;
  }

  #answer(query: URLSearchParams, serial: number): { readonly status: number; readonly body: string } {
    const field = query.get('date');
    const fromText = query.get('from') ?? '';
    const toText = query.get('to');
    const from = Date.parse(`${fromText}${fromText.includes('T') ? '' : 'T00:00:00'}Z`);
    const nowMs = this.dataMs();
    const endOfDay = Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS - SECOND_MS;
    const latest = this.freedom.clipsTo === 'now' ? Math.floor(nowMs / SECOND_MS) * SECOND_MS : endOfDay;
    const asked =
      toText === null ? latest : Date.parse(`${toText}${toText.includes('T') ? '' : 'T23:59:59'}Z`);
    const to = Math.min(asked, latest);
    if (from < this.earliestMs()) {
      const earliest = new Date(this.earliestMs()).toISOString().slice(0, 10);
      return refusal(`Plan ${this.plan}: earliest date is ${earliest}, asked from ${fromText}`);
    }
    if (field === 'updated_at') {
      if (toText === null) this.offences.push('request: updated_at without to');
      if (asked - from > LONGEST_MS) {
        this.offences.push(`request: updated_at over 7 days, ${fromText} to ${toText}`);
        return refusal('updated_at range over 7 days');
      }
    }
    const all = this.#matching(query, field, from, to);
    // The order of rows is free; that of one answer is its own where it reshuffles.
    const rows = shuffled(all, this.freedom.reshuffles ? serial : all.length);
    const page = Number(query.get('page') ?? '1');
    // As if a row here were many: a page is the share of it that is asked for of 1000 (spec 4.1).
    const size = Math.max(
      1,
      Math.floor((this.freedom.pageSize * Number(query.get('limit') ?? '1000')) / 1000),
    );
    const data = rows.slice((page - 1) * size, page * size).map((row) => this.dress(row));
    const meta = {
      page,
      pageSize: size,
      count: data.length,
      from: asText(from),
      to: asText(to),
      date: field,
      totalRows: rows.length,
      totalPages: Math.ceil(rows.length / size),
      window: {
        field: field === 'purchase_date' ? 'Fecha de compra' : 'Fecha de actualización',
        timezone: field === 'purchase_date' ? 'local' : 'UTC',
        ...(field === 'updated_at' ? { purchaseDateFrom: asText(from - REACH_MS) } : {}),
      },
      fields: {},
    };
    const id = `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
    return { status: 200, body: JSON.stringify({ data, meta, correlation_id: id }) };
  }

  #matching(query: URLSearchParams, field: string | null, from: number, to: number): WireRow[] {
    const { fromInclusive, toInclusive, cutsSeconds } = this.freedom;
    const within = (exactMs: number) => {
      const ms = cutsSeconds ? Math.floor(exactMs / SECOND_MS) * SECOND_MS : exactMs;
      return (fromInclusive ? ms >= from : ms > from) && (toInclusive ? ms <= to : ms < to);
    };
    const types = allowed(query, 'item_type', ITEM_TYPES);
    const payments = allowed(query, 'payment_status', PAYMENTS);
    const states = allowed(query, 'item_status', STATES);
    const rows: WireRow[] = [];
    const isMisdatedIn = (text: string, isSubOrderIn: boolean): boolean => {
      const ownMs = dateMsOf(text);
      if (field === 'purchase_date') return within(ownMs);
      const isFar = ownMs < from - REACH_MS || ownMs > this.dataMs() + DAY_MS;
      return isSubOrderIn && (this.freedom.givesFarRows || !isFar);
    };
    for (const subOrder of this.subOrders) {
      const purchaseMs = Date.parse(`${subOrder.purchase}Z`);
      const isIn =
        field === 'purchase_date'
          ? within(purchaseMs)
          : within(subOrder.updatedMs) && purchaseMs >= from - REACH_MS;
      if (payments?.has(subOrder.pago) === false || states?.has(subOrder.estado) === false) continue;
      for (const item of subOrder.items) {
        const isHere = item.misdated === undefined ? isIn : isMisdatedIn(item.misdated, isIn);
        if (isHere && types?.has(item.tipo) !== false) rows.push(wireRow(subOrder, item));
      }
    }
    return rows;
  }
}

/** As much of a Response as the client looks at: a real one costs more than all the rest of a request. */
function thinResponse({ status, headers, body }: SourceAnswer): Response {
  const bytes = new TextEncoder().encode(body);
  let isRead = false;
  const reader = {
    read: async () => {
      if (isRead) return { done: true, value: undefined };
      isRead = true;
      return { done: false, value: bytes };
    },
    cancel: async () => undefined,
  };
  const thin = {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    body: { getReader: () => reader },
  };
  return thin as unknown as Response;
}

export const ZONES = { Norte: -3 * HOUR_MS, Sur: -6 * HOUR_MS, Este: 2 * HOUR_MS } as const;
