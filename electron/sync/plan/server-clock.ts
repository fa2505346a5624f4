import type { DataQuery } from '#electron/api/client.ts';
import type { Clock } from '#electron/api/clock.ts';
import type { PageMeta } from '#shared/contract/page.ts';
import {
  dayOf,
  FURTHEST_AHEAD_OF_UTC_MS,
  FURTHEST_BEHIND_UTC_MS,
  HOUR_MS,
  instantFromMs,
  instantToMs,
  type LocalDateTime,
  localToMs,
  MINUTE_MS,
  parseLocalDate,
  parseLocalDateTime,
  shiftDay,
  startOfDay,
  type UtcInstant,
} from '#shared/domain/dates.ts';

/**
 * The server's time (rule 15). A proxy stamps its own Date, and a stored time ahead of the truth loses changes. So a
 * Date is believed only when a second witness agrees: the time believed before plus the monotonic clock, the answer
 * just before, or, as long as no time is believed, this machine's clock. Later that clock is no witness: if the
 * server's is set to another time, it could only confirm a proxy.
 */

/** Clocks that differ by less are taken to agree: Date has whole seconds, and an answer may take a minute to arrive. */
export const CLOCK_TOLERANCE_MS = 2 * MINUTE_MS;

/** The clock of the data may differ from that of the answers by so much, on top of the zones. */
const BOUND_SLACK_MS = HOUR_MS;

type TimeBound = { readonly fromMs: number; readonly toMs: number };

/** The server's today by an answer whose absent or later `to` was cut to it (spec 4.2.8), in some zone; else null. */
export function boundOfToday(query: Pick<DataQuery, 'to'>, meta: Pick<PageMeta, 'to'>): TimeBound | null {
  const effective = readMetaTime(meta.to);
  const asked = query.to === null ? null : readMetaTime(query.to);
  if (effective === null || (asked !== null && effective >= asked)) return null;
  const today = dayOf(effective);
  return {
    fromMs: localToMs(startOfDay(today)) - FURTHEST_AHEAD_OF_UTC_MS - BOUND_SLACK_MS,
    toMs: localToMs(startOfDay(shiftDay(today, 1))) + FURTHEST_BEHIND_UTC_MS + BOUND_SLACK_MS,
  };
}

/** The times of a good answer and of this machine's clocks at its arrival; epoch milliseconds, `monotonicMs` apart. */
export type Sighting = {
  readonly dateMs: number | null;
  readonly bound: TimeBound | null;
  readonly monotonicMs: number;
  readonly wallMs: number;
};

export type ClockState = {
  /** Server's time minus the monotonic clock, and how much further ahead it may be; null until a Date is believed. */
  readonly believed: { readonly offsetMs: number; readonly slackMs: number } | null;
  /** Offset of the latest Date that nothing agreed with. */
  readonly candidateMs: number | null;
};

export const NO_TIME: ClockState = { believed: null, candidateMs: null };

/** `believed`: its Date is the server's time. `kept`: it has none, and the time before fits. `doubted`: ask again. */
export type Verdict = 'believed' | 'kept' | 'doubted';

const isWithin = (ms: number, bound: TimeBound | null) =>
  bound === null || (ms >= bound.fromMs && ms <= bound.toMs);

/** Adjusts the believed time by one good answer. Pure. */
export function observeServerTime(
  state: ClockState,
  { dateMs, bound, monotonicMs, wallMs }: Sighting,
): { readonly state: ClockState; readonly verdict: Verdict } {
  const { believed, candidateMs } = state;
  if (dateMs === null) {
    const fits = believed !== null && isWithin(believed.offsetMs + monotonicMs, bound);
    // Where the answer before disagreed with what is believed, this one has not said which of them is right.
    return { state, verdict: fits && candidateMs === null ? 'kept' : 'doubted' };
  }
  // It cannot be, and what is believed may be wrong as well: the server's clock may have been set since.
  if (!isWithin(dateMs, bound)) return { state, verdict: 'doubted' };
  const offsetMs = dateMs - monotonicMs;
  const agrees = (otherMs: number, slackMs = 0) =>
    offsetMs >= otherMs - CLOCK_TOLERANCE_MS && offsetMs <= otherMs + slackMs + CLOCK_TOLERANCE_MS;
  const isBelieved =
    (believed !== null && agrees(believed.offsetMs, believed.slackMs)) ||
    (candidateMs !== null && agrees(candidateMs)) ||
    (believed === null && agrees(wallMs - monotonicMs));
  return isBelieved
    ? { state: { believed: { offsetMs, slackMs: 0 }, candidateMs: null }, verdict: 'believed' }
    : { state: { believed, candidateMs: offsetMs }, verdict: 'doubted' };
}

/** The server's time as it is believed now. */
export type ServerClock = ReturnType<typeof createServerClock>;

export function createServerClock(clock: Pick<Clock, 'monotonicMs' | 'wallMs'>) {
  let state = NO_TIME;
  /** Epoch milliseconds; null until a time is believed. */
  const nowMs = () =>
    state.believed === null ? null : Math.floor(state.believed.offsetMs + clock.monotonicMs());
  /** As `nowMs`, but the latest it can be where an earlier time was resumed. */
  const latestMs = () => {
    const ms = nowMs();
    return ms === null ? null : ms + (state.believed?.slackMs ?? 0);
  };
  return {
    /** To be called with every good answer at its arrival. */
    observeServerTime: (serverDate: UtcInstant | null, bound: TimeBound | null): Verdict => {
      const observed = observeServerTime(state, {
        dateMs: serverDate === null ? null : instantToMs(serverDate),
        bound,
        monotonicMs: clock.monotonicMs(),
        wallMs: clock.wallMs(),
      });
      state = observed.state;
      return observed.verdict;
    },
    /** A time that was believed at most `slackMs` ago, by which to begin until an answer comes. */
    resume: (at: UtcInstant, slackMs: number): void => {
      state = { believed: { offsetMs: instantToMs(at) - clock.monotonicMs(), slackMs }, candidateMs: null };
    },
    nowMs,
    latestMs,
    now: (): UtcInstant | null => {
      const ms = nowMs();
      return ms === null ? null : instantFromMs(ms);
    },
  };
}

/** A time of `meta` (spec 2.3), also with a `Z` or as a bare day, which ends at 23:59:59 (spec 4.2.1); else null. */
export function readMetaTime(text: string): LocalDateTime | null {
  const bare = text.endsWith('Z') ? text.slice(0, -1) : text;
  const day = parseLocalDate(bare);
  return parseLocalDateTime(day === undefined ? bare : `${day}T23:59:59`) ?? null;
}
