import { type Intercept, startService } from '#electron/demo/service/start-service.ts';
import type { WireRow, World } from '#electron/demo/world/world.ts';
import type { Plan } from '#shared/contract/app.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';

/** A demo service over real HTTP, with clocks that a test moves. */

export const KEY = 'key-of-the-test';
export const DISABLED_KEY = 'key-without-access';
export const NOW = Date.parse('2026-05-20T15:00:00.000Z');
export const ALL_CATEGORIES = 'income,costs,reimbursement,products,orders,channels,internal-cost';
/** Start of the Pro window at NOW. */
export const PRO_START = '2024-01-01';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: readonly WireRow[];
  readonly meta: Meta;
  readonly correlationId: unknown;
  /** Of an error. */
  readonly message: string;
};

type Meta = {
  readonly page: number;
  readonly pageSize: number;
  readonly count: number;
  readonly from: LocalDateTime;
  readonly to: LocalDateTime;
  readonly date: string;
  readonly totalRows: number;
  readonly totalPages: number;
  readonly window: { readonly field: string; readonly timezone: string; readonly purchaseDateFrom?: string };
  readonly fields: Readonly<Record<string, { readonly type: string; readonly timezone: string }>>;
};

export type DemoApi = {
  readonly world: World;
  readonly baseUrl: string;
  /** One request with the valid key. */
  readonly get: (query: Readonly<Record<string, string | number>>) => Promise<Answer>;
  readonly fetchRaw: (path: string, init?: RequestInit) => Promise<Answer>;
  /** All rows of a query, page by page. */
  readonly getAll: (query: Readonly<Record<string, string | number>>) => Promise<readonly WireRow[]>;
  readonly setNow: (instant: number) => void;
  /** Moves the clock of the rate limits. */
  readonly waitForLimits: (ms: number) => void;
  readonly close: () => Promise<void>;
};

export async function startDemoApi(
  options: {
    readonly orders?: number;
    readonly seed?: number;
    readonly now?: number;
    readonly plan?: Plan;
    readonly perMinute?: number;
    readonly perDay?: number;
    readonly keys?: readonly string[];
    readonly intercept?: Intercept;
  } = {},
): Promise<DemoApi> {
  let now = options.now ?? NOW;
  let limiterNow = 0;
  const { world, baseUrl, close } = await startService({
    keys: options.keys ?? [KEY],
    disabledKeys: [DISABLED_KEY],
    plan: options.plan ?? 'pro',
    orders: options.orders ?? 600,
    seed: options.seed ?? 11,
    clock: () => now,
    limits: { perMinute: options.perMinute ?? 100_000, perDay: options.perDay ?? 1_000_000 },
    limiterClock: () => limiterNow,
    ...(options.intercept === undefined ? {} : { intercept: options.intercept }),
  });
  const fetchRaw = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    const body = text === '' ? {} : JSON.parse(text);
    return {
      status: response.status,
      headers: response.headers,
      text,
      data: body.data ?? [],
      meta: body.meta,
      correlationId: body.correlation_id,
      message: body.message ?? '',
    };
  };
  const get: DemoApi['get'] = (query) => {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    return fetchRaw(`/data?${search}`, { headers: { 'Ocp-Apim-Subscription-Key': KEY } });
  };
  const getAll: DemoApi['getAll'] = async (query) => {
    const rows: WireRow[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await get({ ...query, page });
      if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.message}`);
      rows.push(...answer.data);
      pages = answer.meta.totalPages;
    }
    return rows;
  };
  return {
    world,
    baseUrl,
    get,
    getAll,
    fetchRaw,
    setNow: (instant) => {
      now = instant;
    },
    waitForLimits: (ms) => {
      limiterNow += ms;
    },
    close,
  };
}

/** Rows as a multiset: equal exactly when two lists hold the same rows as often, in whatever order. */
export function multiset(rows: Iterable<WireRow>): readonly string[] {
  const list = [...rows];
  const keys = [...new Set(list.flatMap((row) => Object.keys(row)))].sort();
  return list.map((row) => JSON.stringify(keys.map((key) => row[key] ?? null))).sort();
}
