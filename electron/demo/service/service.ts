import type { Plan } from '#shared/contract/app.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/dates.ts';
import type { World } from '../world/world.ts';
import { answerData } from './answer.ts';
import { readParameters } from './parameters.ts';

/*
 * The emulated Order-Item Analytics Data API: electron/API.md, sections 2 to 8. Where that text is silent, this
 * service chooses (a client must not rely on any of it):
 *
 * Order of checks    path (404), method (405), key (401), access (403), limits (429), parameters (400).
 * Errors             body {"statusCode", "message", "correlation_id"}; messages in English.
 * 405                carries Allow: GET. HEAD and OPTIONS are refused like any other method.
 * 429                a sliding minute and a sliding 24 hours per key, on the machine's clock even where the world's
 *                    stands still; answers of every status but 401, 403, 404, 405 and 429 count; Retry-After in
 *                    whole seconds. Counts are forgotten when the service stops.
 * Parameters         names and values are taken literally: no trimming, lower case. A repeated parameter, an empty
 *                    value and a value that is no integer get 400. The same value twice in a list counts once.
 * page               default 1; below 1 is 400; beyond totalPages is an empty page with the true totals.
 * limit              100 to 1000, anything else is 400.
 * totalPages         0 when there are no rows.
 * from, to           milliseconds are accepted and used as sent; `Z` is accepted with updated_at only. from after to
 *                    is 400; from later than today is an empty answer.
 * Range ends         from is included to the millisecond; to is included with its whole second.
 * Today              the UTC date of the service's clock, up to 23:59:59, for both date fields: no channel of this
 *                    world is ahead of UTC. An absent `to` means the same end.
 * 7 days             measured from `from` to the effective `to`; exactly 7 days pass. An updated_at request without
 *                    `to` therefore runs to the end of today.
 * Plan window        the current month and year are those of the UTC date; it applies to both date fields, and not
 *                    to the purchase dates of an updated_at answer, which reach 120 days back from `from`.
 * purchaseDateFrom   from minus 120 days as plain clock time, compared with `Fecha de compra` as written.
 * Order of rows      by a hash of each row's place: rows of an order are scattered over the pages, the order is the
 *                    same for every request of a range, and a change moves no row but its own.
 * Missing values     text and dates are "", amounts "0.00"; Unidades has no decimals; a product cost that was never
 *                    loaded is "0". Fecha de Pago is "" until paid.
 * Marketplace rows   Orden is blank for most, an identifier for some; sub-order and package are blank; the payment
 *                    labels occur as for orders. Their Fecha de compra is midnight of the channel's day.
 * Canceled orders    keep Ventas and repeat it in Venta Cancelada; charges stay and their refunds are listed.
 * What happens       orders are born, paid, sent, settled, corrected, canceled and returned as they would be; one in 40
 *                    is corrected more than 120 days after its purchase, which no updated_at answer tells. Rows
 *                    that were removed leave no trace by updated_at, unless another row of their sub-order is left.
 *                    A world with a pulse (the demo, `npm run api`) adds late orders and rows that vanish:
 *                    world/pulse.ts says when.
 * Amounts            the model of profitability is written in world/amount-model.ts. Percentages are rounded half
 *                    away from zero to two decimals, and "0.00" where Ventas is 0.
 */

export type ServiceRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
};

export type ServiceResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export type ServiceOptions = {
  readonly world: World;
  readonly plan: Plan;
  readonly keys: readonly string[];
  /** Keys known but without access: 403. */
  readonly disabledKeys?: readonly string[];
  readonly limits: RateLimits;
  /** Milliseconds for the rate limits only. Default: the machine's clock. */
  readonly limiterClock?: () => number;
};

export type Service = { readonly handleRequest: (request: ServiceRequest) => ServiceResponse };

const KEY_HEADER = 'ocp-apim-subscription-key';

/** Makes the request handler of a world. It knows no sockets: the HTTP server only carries requests to it. */
export function createService(options: ServiceOptions): Service {
  const { world, plan } = options;
  const keys = new Set(options.keys);
  const disabledKeys = new Set(options.disabledKeys);
  const limiter = new RateLimiter(options.limits);
  const limiterClock = options.limiterClock ?? Date.now;

  const handle = (request: ServiceRequest, now: number): Omit<ServiceResponse, 'headers'> & Extra => {
    if (request.path !== '/data')
      return fail(404, `There is no ${request.path} here. The only resource is /data.`);
    if (request.method !== 'GET') {
      return { ...fail(405, `Method ${request.method} is not allowed. Use GET.`), headers: { Allow: 'GET' } };
    }
    const key = request.headers[KEY_HEADER];
    if (typeof key === 'string' && disabledKeys.has(key)) {
      return fail(
        403,
        'Access to the data API is not enabled for this account, or its subscription was revoked.',
      );
    }
    if (typeof key !== 'string' || !keys.has(key)) {
      return fail(401, 'Missing or invalid API key. Send it in the header Ocp-Apim-Subscription-Key.');
    }
    const refusal = limiter.admit(key, limiterClock());
    if (refusal !== null) {
      const { perMinute, perDay } = options.limits;
      const seconds = Math.max(1, Math.ceil(refusal.retryAfterMs / SECOND_MS));
      const limit =
        refusal.limit === 'minute' ? `${perMinute} requests per minute` : `${perDay} requests per day`;
      return {
        ...fail(429, `Limit of ${limit} exceeded. Try again in ${seconds} seconds.`),
        headers: { 'Retry-After': String(seconds) },
      };
    }
    const read = readParameters(request.query, plan, now);
    return read.ok ? { status: 200, body: answerData(world, read.request) } : fail(400, read.message);
  };

  return {
    handleRequest(request) {
      const now = world.now();
      const { status, body, headers } = handle(request, now);
      return {
        status,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          Date: new Date(now).toUTCString(),
          ...headers,
        },
        body,
      };
    },
  };
}

type Extra = { readonly headers?: Readonly<Record<string, string>> };

function fail(statusCode: number, message: string): Omit<ServiceResponse, 'headers'> {
  return {
    status: statusCode,
    body: JSON.stringify({ statusCode, message, correlation_id: crypto.randomUUID() }),
  };
}

/** The two limits of a key (spec 8), counted over the last minute and the last 24 hours. */

export type RateLimits = { readonly perMinute: number; readonly perDay: number };

/** Milliseconds until a request would pass, and which limit is in its way. */
type Refusal = { readonly retryAfterMs: number; readonly limit: 'minute' | 'day' };

class RateLimiter {
  readonly #limits: RateLimits;
  readonly #accepted = new Map<string, number[]>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Counts a request of a key at `now` (milliseconds of a clock that runs, even where the world's stands still). */
  admit(key: string, now: number): Refusal | null {
    const times = (this.#accepted.get(key) ?? []).filter((time) => time > now - DAY_MS);
    this.#accepted.set(key, times);
    const lastMinute = times.filter((time) => time > now - MINUTE_MS);
    const [firstOfMinute] = lastMinute;
    const [firstOfDay] = times;
    if (times.length >= this.#limits.perDay && firstOfDay !== undefined) {
      return { retryAfterMs: firstOfDay + DAY_MS - now, limit: 'day' };
    }
    if (lastMinute.length >= this.#limits.perMinute && firstOfMinute !== undefined) {
      return { retryAfterMs: firstOfMinute + MINUTE_MS - now, limit: 'minute' };
    }
    times.push(now);
    return null;
  }
}
