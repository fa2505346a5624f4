import { COLUMNS } from '#shared/columns/catalogue.ts';

/**
 * A tiny source that answers GET /data like the service (spec 4), for thousands of random histories. It is not
 * the demo service and shares none of its code: a few orders, pages of a handful of rows (the server says which
 * page size is in effect), and every freedom the specification leaves: row order, inclusive or exclusive range
 * ends, rows that move between pages while they are read.
 */

export type SourceRow = { readonly sku: string; readonly tipo: string; readonly ventas: string };

export type SubOrder = {
  readonly canal: string;
  readonly cuenta: string;
  readonly orden: string;
  readonly suborden: string;
  /** Local to the channel, no zone, with milliseconds. */
  purchase: string;
  /** Epoch milliseconds of `Fecha de actualización`. */
  updatedMs: number;
  /** From when on the service shows this state: later than `updatedMs` for late arrivals. */
  rows: SourceRow[];
  estado: string;
};

export type Freedom = {
  readonly pageSize: number;
  /** Whether the service treats `to` as inclusive. */
  readonly endInclusive: boolean;
  /** Whether rows are put in another order for every page (same totals, other pages). */
  readonly reshuffles: boolean;
  readonly plan: 'free' | 'pro';
};

const COLUMN_KEYS = COLUMNS.map((column) => column.key);
const DAY_MS = 86_400_000;

/** The wire row of one item: every column of the catalogue, zero where the model has nothing to say. */
export function wireRow(subOrder: SubOrder, row: SourceRow): Record<string, string> {
  const wire: Record<string, string> = {};
  for (const column of COLUMNS) wire[column.key] = column.kind === 'text' ? '' : '0.00';
  wire.Canal = subOrder.canal;
  wire.Cuenta = subOrder.cuenta;
  wire.Orden = subOrder.orden;
  wire['Nro. suborden'] = subOrder.suborden;
  wire['SKU Producto'] = row.sku;
  wire.Producto = `Producto ${row.sku}`;
  wire['Tipo de Dato'] = row.tipo;
  wire['Fecha de compra'] = subOrder.purchase;
  wire['Fecha de actualización'] = new Date(subOrder.updatedMs).toISOString();
  wire['Fecha de Pago'] = '';
  wire['Estado de Orden'] = subOrder.estado;
  wire['Estado de Pago'] = 'Pagado';
  wire.Ventas = row.ventas;
  wire.Unidades = '1';
  wire['Ingreso Total'] = row.ventas;
  wire['Rentabilidad Marketplace'] = row.ventas;
  wire['Rentabilidad Comercial'] = row.ventas;
  wire['Rentabilidad Total'] = row.ventas;
  return wire;
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

export class Source {
  readonly subOrders: SubOrder[] = [];
  readonly freedom: Freedom;
  /** Requests answered so far. */
  requests = 0;
  /** Called before each answer: the place where a history changes the source while pages are read. */
  beforeAnswer: () => void = () => undefined;
  readonly #now: () => number;

  constructor(freedom: Freedom, now: () => number) {
    this.freedom = freedom;
    this.#now = now;
  }

  /** Midnight of the earliest day a request may start at (spec 4.2.4), as epoch-like milliseconds. */
  earliestMs(): number {
    const now = new Date(this.#now());
    return this.freedom.plan === 'pro'
      ? Date.UTC(now.getUTCFullYear() - 2, 0, 1)
      : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1);
  }

  /** All rows as the wire would carry them, for comparison. */
  rows(): Record<string, string>[] {
    return this.subOrders.flatMap((subOrder) => subOrder.rows.map((row) => wireRow(subOrder, row)));
  }

  /** The `fetch` of this source: one GET /data. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    init?.signal?.throwIfAborted();
    this.requests += 1;
    this.beforeAnswer();
    const url = new URL(input instanceof Request ? input.url : String(input));
    const { status, body } = this.#answer(url.searchParams);
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', date: new Date(this.#now()).toUTCString() },
    });
  };

  #answer(query: URLSearchParams): { readonly status: number; readonly body: unknown } {
    const field = query.get('date');
    const from = Date.parse(`${query.get('from')}Z`);
    const nowMs = this.#now();
    // «Today» of the service: the end of the current UTC day plus nothing; a later `to` is cut to it (4.2.8).
    const endOfToday = Math.floor(nowMs / DAY_MS) * DAY_MS + DAY_MS - 1000;
    const to = Math.min(
      query.get('to') === null ? endOfToday : Date.parse(`${query.get('to')}Z`),
      endOfToday,
    );
    if (from < this.earliestMs()) {
      const earliest = new Date(this.earliestMs()).toISOString().slice(0, 10);
      return { status: 400, body: { message: `Plan ${this.freedom.plan}: earliest date is ${earliest}` } };
    }
    const asked = query.get('to') === null ? to : Date.parse(`${query.get('to')}Z`);
    if (field === 'updated_at' && asked - from > 7 * DAY_MS) {
      return { status: 400, body: { message: 'updated_at range over 7 days' } };
    }
    const within = (ms: number) => ms >= from && (this.freedom.endInclusive ? ms <= to : ms < to);
    const matching = this.subOrders.filter((subOrder) => {
      const purchaseMs = Date.parse(`${subOrder.purchase}Z`);
      if (field === 'purchase_date') return within(purchaseMs);
      return within(subOrder.updatedMs) && purchaseMs >= from - 120 * DAY_MS;
    });
    const all = matching.flatMap((subOrder) => subOrder.rows.map((row) => wireRow(subOrder, row)));
    const rows = shuffled(all, this.freedom.reshuffles ? this.requests : all.length);
    const page = Number(query.get('page') ?? '1');
    const size = this.freedom.pageSize;
    const data = rows.slice((page - 1) * size, page * size);
    const asText = (ms: number) => new Date(ms).toISOString().slice(0, 19);
    return {
      status: 200,
      body: {
        data: data.map((row) => Object.fromEntries(COLUMN_KEYS.map((key) => [key, row[key]]))),
        meta: {
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
            ...(field === 'updated_at' ? { purchaseDateFrom: asText(from - 120 * DAY_MS) } : {}),
          },
          fields: {},
        },
        correlation_id: '00000000-0000-4000-8000-000000000000',
      },
    };
  }
}
