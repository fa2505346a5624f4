import { dayCodesOf } from '#renderer/data/engine/columns/calendar.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';
import {
  type AccountCodes,
  type AccountNames,
  accountCodes,
} from '#renderer/data/engine/scan/account-codes.ts';
import { addColumn, createUnitSums, scaleFor, type UnitSums } from '#renderer/data/engine/scan/unit-sums.ts';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import {
  type AccountMoney,
  type ForecastMoney,
  NOT_YET,
} from '#renderer/reconciliation/payouts/model/forecast/forecast-money.ts';
import type { Task } from '#shared/base/tasks.ts';
import { DAY_MS, dayNumber } from '#shared/domain/dates.ts';
import { type StatedDays, statedDayReader } from './statement-days.ts';

const AMOUNT = 'Rentabilidad Marketplace';
const ROWS_AT_ONCE = 8192;
const PAID = 'Pagado';
const MOVEMENT = 'Marketplace';

type Account = AccountNames & {
  /** The number of each part by its two days. */
  readonly parts: Map<number, number>;
  stated: number;
  undated: number;
};
type Parts = {
  readonly kind: number[];
  readonly bought: number[];
  readonly came: number[];
  readonly rows: number[];
};

/** Years of four digits, before and after 1970, as days that two of make one exact number. */
const EARLIEST = -0x200000;
const DAYS = 0x800000;

/**
 * All rows' money by channel, account, kind, day of purchase and day of release. Paid is what the rows say is paid, on their
 * payment date; where a statement names a day for the row, that one.
 */
export function* readForecastMoney(store: ColumnStore, stated: StatedDays): Task<ForecastMoney> {
  const accounts: Account[] = [];
  const codes = accountCodes(store);
  const parts: Parts = { kind: [], bought: [], came: [], rows: [] };
  const accountOf: number[] = [];
  const partOfRows: Int32Array[] = [];
  const statedIn = statedDayReader(store, stated);
  const span = { first: dayNumber(store.dates.from), last: dayNumber(store.dates.to) };
  for (const [index, segment] of store.segments.entries()) {
    const into = new Int32Array(segment.retired ? 0 : segment.rowCount).fill(-1);
    partOfRows.push(into);
    if (segment.retired) continue;
    yield* placeRows(store, segment, index, {
      statedDay: statedIn(index, segment),
      span,
      accounts,
      codes,
      parts,
      accountOf,
      into,
    });
    yield;
  }
  const { scale, isSafe } = scaleFor(store, AMOUNT, 0);
  const sums = createUnitSums(accountOf.length, isSafe);
  const sizes = createUnitSums(accountOf.length, isSafe);
  const both: UnitSums = {
    ...sums,
    add: (part, units) => {
      sums.add(part, units);
      sizes.add(part, Math.abs(units));
    },
    addBig: (part, units) => {
      sums.addBig(part, units);
      sizes.addBig(part, units < 0n ? -units : units);
    },
  };
  for (const [index, segment] of store.segments.entries()) {
    if (segment.retired) continue;
    const partOf = partOfRows[index] ?? new Int32Array(0);
    addColumn(segment, AMOUNT, scale, both, (row) => partOf[row] ?? -1);
    yield;
  }
  const weightOf = weights(sizes, accountOf.length);
  yield;
  const places = accounts.map((): number[] => []);
  for (const [part, account] of accountOf.entries()) places[account]?.push(part);
  return {
    scale,
    accounts: accounts.map(({ canal, cuenta, stated: own, undated }, at): AccountMoney => {
      const numbers = places[at] ?? [];
      return {
        canal,
        cuenta,
        kind: Uint8Array.from(numbers, (part) => parts.kind[part] ?? 0),
        bought: Int32Array.from(numbers, (part) => parts.bought[part] ?? NO_DAY),
        came: Int32Array.from(numbers, (part) => parts.came[part] ?? NOT_YET),
        rows: Uint32Array.from(numbers, (part) => parts.rows[part] ?? 0),
        units: numbers.map((part) => sums.of(part)),
        weight: Float64Array.from(numbers, weightOf),
        stated: own,
        undated,
      };
    }),
  };
}

type Places = {
  /** That statements name for a row; NO_DAY: none does. */
  readonly statedDay: (row: number) => number;
  /** Days that calendars reach: what lies outside is no day. */
  readonly span: { readonly first: number; readonly last: number };
  readonly accounts: Account[];
  readonly codes: AccountCodes;
  readonly parts: Parts;
  /** Of each part the place of its account. */
  readonly accountOf: number[];
  /** Of each row its part, -1: it is in none. */
  readonly into: Int32Array;
};

/** Long, for all of it is about one row at a time. */
function* placeRows(store: ColumnStore, segment: StoredSegment, index: number, places: Places): Task<void> {
  const { statedDay, span, accounts, codes, parts, accountOf, into } = places;
  const { isLive, purchaseMs, rowCount } = segment;
  const placeOf = codes.placesIn(index, segment);
  const [states, types] = [store.dictionary('Estado de Pago'), store.dictionary('Tipo de Dato')];
  const [state, type] = [states.codesOf(index, segment), types.codesOf(index, segment)];
  const payments = dayCodesOf(segment, 'Fecha de Pago');
  let [place, lastKey, part] = [-1, -1, -1];
  for (let row = 0; row < rowCount; row += 1) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
    if (isLive[row] !== 1) continue;
    const own = placeOf[row] ?? 0;
    if (own !== place) {
      [place, lastKey] = [own, -1];
      const names = codes.accounts[place];
      if (names !== undefined) accounts[place] ??= { ...names, parts: new Map(), stated: 0, undated: 0 };
    }
    const account = accounts[place];
    if (account === undefined) continue;
    const ms = purchaseMs[row] ?? Number.NaN;
    const bought = Number.isNaN(ms) ? NO_DAY : Math.floor(ms / DAY_MS);
    const said = statedDay(row);
    const code = payments.codes?.[row] ?? 0;
    const paid = said !== NO_DAY ? said : code === 0 ? NO_DAY : (payments.days[code] ?? NO_DAY);
    if (said !== NO_DAY) account.stated += 1;
    let came = NOT_YET;
    if (paid === NO_DAY ? states.texts[rowCode(state, row)] === PAID : paid < span.first) {
      account.undated += 1;
      continue;
    }
    // A date that stands for «never», or a mistyped year, is no day to wait for.
    if (paid !== NO_DAY && paid <= span.last) came = Math.max(paid, bought);
    const kind = types.texts[rowCode(type, row)] === MOVEMENT ? 1 : 0;
    const days =
      (bought === NO_DAY ? 0 : bought - EARLIEST) * DAYS + (came === NOT_YET ? 0 : came - EARLIEST);
    const key = 2 * days + kind;
    if (key !== lastKey) {
      part = account.parts.get(key) ?? -1;
      if (part < 0) {
        part = accountOf.push(place) - 1;
        parts.kind.push(kind);
        parts.bought.push(bought);
        parts.came.push(came);
        parts.rows.push(0);
        account.parts.set(key, part);
      }
      lastKey = key;
    }
    parts.rows[part] = (parts.rows[part] ?? 0) + 1;
    into[row] = part;
  }
}

/** The sizes as doubles whose sums are exact: where all of them together are too large, the last digits are left out. */
function weights(sizes: UnitSums, parts: number): (part: number) => number {
  let all = 0n;
  for (let part = 0; part < parts; part += 1) all += sizes.of(part);
  let unit = 1n;
  while (all / unit > BigInt(Number.MAX_SAFE_INTEGER)) unit *= 10n;
  return (part) => Number(sizes.of(part) / unit);
}
