import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import { type AccountMoney, MONEY_KINDS, NOT_YET } from './forecast-money.ts';

/**
 * How long money takes from its purchase to its release, as a life table: of the money that had not come by an age, which part
 * came at it. Money that has not come yet counts for the ages that it has seen, so that young purchases neither shorten the
 * delays nor lengthen them. Weighed by money; by the weekday of the purchase where that has rows enough, for who pays on
 * Fridays pays Monday's sales sooner than Saturday's.
 */

/** A payment later than this, or that never came, is expected no more. */
export const LONGEST_DELAY = 365;
/** Days that are looked back on: channels change their ways. */
const LEARNT_DAYS = 183;
/** Of fewer paid rows, or a shorter history, nothing is foretold. */
export const MIN_ROWS = 30;
export const MIN_DAYS = 56;

/** Of each age in days the part of the money that has not come before it: 1 at age 0, never growing. */
export type Curve = Float64Array;

export type Delays = {
  /** Paid rows that it was learnt from. */
  readonly rows: number;
  /** From the first purchase on. */
  readonly days: number;
  /** Of sales, where there are enough. */
  readonly usual: Curve;
  /** Of money of a kind that was bought on a day. */
  readonly curve: (kind: number, day: number) => Curve;
};

const WEEKDAYS = 7;
const weekdayOf = (day: number): number => ((day % WEEKDAYS) + WEEKDAYS) % WEEKDAYS;

/** An account's delays as known on the morning of a day. */
export function learnDelays({ kind, bought, came, rows, weight }: AccountMoney, morning: number): Delays {
  const since = morning - LEARNT_DAYS;
  const tables = MONEY_KINDS.map(() => Array.from({ length: WEEKDAYS }, createTable));
  let first = morning;
  for (let at = 0; at < bought.length; at += 1) {
    const day = bought[at] ?? NO_DAY;
    if (day === NO_DAY || day >= morning || day < since - LONGEST_DELAY) continue;
    first = Math.min(first, day);
    const end = came[at] ?? NOT_YET;
    const hasCome = end < morning;
    const from = Math.max(0, since - day);
    const to = Math.min(LONGEST_DELAY, (hasCome ? end : morning - 1) - day);
    const table = tables[kind[at] ?? 0]?.[weekdayOf(day)];
    if (to < from || table === undefined) continue;
    const own = weight[at] ?? 0;
    table.rows += rows[at] ?? 0;
    add(table.risk, from, own);
    add(table.risk, to + 1, -own);
    if (hasCome && end - day <= LONGEST_DELAY) {
      add(table.released, end - day, own);
      table.paid += rows[at] ?? 0;
    }
  }
  const ofKind = tables.map((own) => own.reduce(merge, createTable()));
  const all = ofKind.reduce(merge, createTable());
  const whole = curveOf(all);
  const curves = tables.map((own, at) => {
    const table = ofKind[at] ?? all;
    const usual = isInformative(table) ? curveOf(table) : whole;
    return { usual, ofWeekday: own.every(isInformative) ? own.map(curveOf) : null };
  });
  return {
    rows: all.paid,
    days: morning - first,
    usual: curves[0]?.usual ?? whole,
    curve: (own, day) => curves[own]?.ofWeekday?.[weekdayOf(day)] ?? curves[own]?.usual ?? whole,
  };
}

export const isEnough = ({ rows, days }: Delays): boolean => rows >= MIN_ROWS && days >= MIN_DAYS;

/** The part of money of an age that comes within so many days. */
export function shareWithin(curve: Curve, age: number, days: number): number {
  const last = curve.length - 1;
  const left = curve[Math.min(age, last)] ?? 0;
  if (left === 0 || days <= 0) return 0;
  return 1 - (curve[Math.min(age + days, last)] ?? 0) / left;
}

/** Days within which such a part of all money comes; null: so much never does. */
export function daysUntil(curve: Curve, part: number): number | null {
  const at = curve.findIndex((left) => left <= 1 - part);
  // A payment due at an age is not left at the next.
  return at < 0 ? null : at - 1;
}

type Table = {
  /** Money that had not come before an age, as steps from one age to the next. */
  readonly risk: Float64Array;
  readonly released: Float64Array;
  /** Those that were looked at, and of them those that came. */
  rows: number;
  paid: number;
};

/** A part of the rows has a curve of its own where it has enough of them, be they paid or not. */
const isInformative = ({ rows }: Table): boolean => rows >= MIN_ROWS;

const createTable = (): Table => ({
  risk: new Float64Array(LONGEST_DELAY + 2),
  released: new Float64Array(LONGEST_DELAY + 2),
  rows: 0,
  paid: 0,
});

function add(values: Float64Array, at: number, value: number): void {
  values[at] = (values[at] ?? 0) + value;
}

function merge(all: Table, other: Table): Table {
  for (let age = 0; age < all.risk.length; age += 1) {
    add(all.risk, age, other.risk[age] ?? 0);
    add(all.released, age, other.released[age] ?? 0);
  }
  all.rows += other.rows;
  all.paid += other.paid;
  return all;
}

function curveOf({ risk, released }: Table): Curve {
  const left = new Float64Array(LONGEST_DELAY + 2).fill(1);
  let money = 0;
  for (let age = 0; age <= LONGEST_DELAY; age += 1) {
    money += risk[age] ?? 0;
    const part = money > 0 ? (released[age] ?? 0) / money : 0;
    left[age + 1] = (left[age] ?? 0) * (1 - part);
  }
  return left;
}
