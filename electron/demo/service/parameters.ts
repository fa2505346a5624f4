import type { Plan } from '#shared/contract/app.ts';
import { CATEGORIES, type Category } from '#shared/domain/column-catalogue.ts';
import {
  DAY_MS,
  parseLocalDate,
  parseLocalDateTime,
  parseUtcInstant,
  SECOND_MS,
} from '#shared/domain/dates.ts';
import type { ItemStatus, ItemType, PaymentStatus, RowFilter } from '../world/sub-order-store.ts';
import { earliestFrom } from '../world/timeline.ts';

/** The query parameters of GET /data (spec 4.1), read and checked (spec 4.2). */

export type DataRequest = {
  readonly date: DateField;
  /** Milliseconds of the field's own clock, first included. */
  readonly from: number;
  /** Milliseconds of the field's own clock; the whole second is included. Already cut to today. */
  readonly to: number;
  readonly filter: RowFilter;
  readonly page: number;
  readonly limit: number;
  readonly categories: readonly Category[];
};

type ReadResult =
  | { readonly ok: true; readonly request: DataRequest }
  /** The message of the 400: the rejected value and the valid ones. */
  | { readonly ok: false; readonly message: string };

const PARAMETERS = 'date, from, to, item_type, payment_status, item_status, page, limit, categories';

const DATE_FIELDS = ['purchase_date', 'updated_at'] as const;
type DateField = (typeof DATE_FIELDS)[number];
const PAYMENT_STATUSES: readonly PaymentStatus[] = ['paid', 'unpaid', 'noinformation'];
const ITEM_STATUSES: readonly ItemStatus[] = ['paid', 'canceled', 'returned'];
/** The plural aliases remain valid (spec 4.1, 9). */
const ITEM_TYPES: Readonly<Record<string, ItemType>> = {
  order: 'order',
  publication: 'publication',
  marketplace: 'marketplace',
  orders: 'order',
  publications: 'publication',
};

const MIN_LIMIT = 100;
const MAX_LIMIT = 1000;
const MAX_UPDATED_SPAN_MS = 7 * DAY_MS;

class Rejection extends Error {}

function reject(message: string): never {
  throw new Rejection(message);
}

export function readParameters(query: URLSearchParams, plan: Plan, now: number): ReadResult {
  try {
    return { ok: true, request: read(query, plan, now) };
  } catch (error) {
    if (error instanceof Rejection) return { ok: false, message: error.message };
    throw error;
  }
}

function read(query: URLSearchParams, plan: Plan, now: number): DataRequest {
  for (const name of new Set(query.keys())) {
    if (!PARAMETERS.split(', ').includes(name)) {
      reject(`Unknown parameter "${name}". Valid parameters: ${PARAMETERS}.`);
    }
    if (query.getAll(name).length > 1) {
      reject(`Parameter "${name}" is given more than once. Send several values separated by commas.`);
    }
  }
  const date = readDateField(query.get('date'));
  const fromText = query.get('from');
  if (fromText === null) reject('Parameter "from" is required: YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS.');
  const from = readTime('from', fromText, date);
  const today = now - (((now % DAY_MS) + DAY_MS) % DAY_MS);
  const endOfToday = today + DAY_MS - SECOND_MS;
  const toText = query.get('to');
  const askedTo = toText === null ? endOfToday : readTime('to', toText, date);
  if (toText !== null && from > askedTo) reject(`"from" ${fromText} is after "to" ${toText}.`);
  const earliest = earliestFrom(plan, now);
  if (from < earliest) {
    const day = new Date(earliest).toISOString().slice(0, 10);
    reject(
      `"from" ${fromText} is before the window of plan ${PLAN_NAMES[plan]}. Earliest date allowed: ${day}.`,
    );
  }
  const to = Math.min(askedTo, endOfToday);
  if (date === 'updated_at' && to - from > MAX_UPDATED_SPAN_MS) {
    reject(
      `With date=updated_at a request spans at most 7 days; ${fromText} to ${toText ?? 'today'} is longer. Advance in windows of at most 7 days.`,
    );
  }
  return {
    date,
    from,
    to,
    filter: {
      itemTypes: readItemTypes(query.get('item_type')),
      paymentStatuses: readList('payment_status', query.get('payment_status'), PAYMENT_STATUSES),
      itemStatuses: readList('item_status', query.get('item_status'), ITEM_STATUSES),
    },
    page: readInteger('page', query.get('page'), 1, 1, Number.MAX_SAFE_INTEGER),
    limit: readInteger('limit', query.get('limit'), MAX_LIMIT, MIN_LIMIT, MAX_LIMIT),
    categories: readList('categories', query.get('categories'), CATEGORIES) ?? [],
  };
}

const PLAN_NAMES: Readonly<Record<Plan, string>> = { free: 'Free', pro: 'Pro' };

function readDateField(text: string | null): DateField {
  const field = DATE_FIELDS.find((known) => known === text);
  if (field !== undefined) return field;
  return text === null
    ? reject(`Parameter "date" is required. Valid values: ${DATE_FIELDS.join(', ')}.`)
    : reject(`Invalid value "${text}" in "date". Valid values: ${DATE_FIELDS.join(', ')}.`);
}

/** A day or a time on the filtered field's clock (spec 4.2.1, 4.2.2). `Z` is for updated_at only (spec 4.2.3). */
function readTime(name: 'from' | 'to', text: string, date: DateField): number {
  const day = parseLocalDate(text);
  if (day !== undefined) return Date.parse(`${day}T${name === 'from' ? '00:00:00' : '23:59:59'}Z`);
  const local = parseLocalDateTime(text);
  if (local !== undefined) return Date.parse(`${local}Z`);
  const instant = date === 'updated_at' ? parseUtcInstant(text) : undefined;
  if (instant !== undefined) return Date.parse(instant);
  return reject(
    `Invalid value "${text}" in "${name}". Valid: an existing date as YYYY-MM-DD or YYYY-MM-DDTHH:MM:SS, ` +
      `${date === 'updated_at' ? 'in UTC' : 'in the local time of the channel, without zone'}.`,
  );
}

function readList<Value extends string>(
  name: string,
  text: string | null,
  valid: readonly Value[],
): readonly Value[] | null {
  if (text === null) return null;
  return text.split(',').map((value) => {
    const known = valid.find((one) => one === value);
    return known ?? reject(`Invalid value "${value}" in "${name}". Valid values: ${valid.join(', ')}.`);
  });
}

function readItemTypes(text: string | null): readonly ItemType[] | null {
  const names = readList('item_type', text, Object.keys(ITEM_TYPES));
  return names === null ? null : names.flatMap((name) => ITEM_TYPES[name] ?? []);
}

function readInteger(name: string, text: string | null, fallback: number, low: number, high: number): number {
  if (text === null) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  const range =
    high === Number.MAX_SAFE_INTEGER ? `an integer from ${low}` : `an integer from ${low} to ${high}`;
  return reject(`Invalid value "${text}" in "${name}". Valid: ${range}.`);
}
