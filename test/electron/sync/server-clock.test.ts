import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundOfToday,
  type ClockState,
  createServerClock,
  NO_TIME,
  observeServerTime,
  type Sighting,
  type Verdict,
} from '#electron/sync/plan/server-clock.ts';
import { DAY_MS, HOUR_MS, instantFromMs, MINUTE_MS, SECOND_MS } from '#shared/domain/dates.ts';

const SEED = { seed: 20_261_122, numRuns: 400 };
const START = Date.parse('2026-05-20T15:30:00.000Z');

/** The server's today in a zone, as an answer without `to` names it. */
function todayIn(zoneHours: number, serverMs: number) {
  const day = new Date(serverMs + zoneHours * HOUR_MS).toISOString().slice(0, 10);
  return boundOfToday({ to: null }, { to: `${day}T23:59:59` });
}

describe('what an answer says of today', () => {
  it('holds the server’s present wherever its day is counted, and no more than two days around it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 24 * 3600 }),
        fc.integer({ min: -12, max: 14 }),
        (second, zone) => {
          const nowMs = START + second * SECOND_MS;
          const bound = todayIn(zone, nowMs);
          expect(bound?.fromMs).toBeLessThan(nowMs);
          expect(bound?.toMs).toBeGreaterThan(nowMs);
          expect(bound?.fromMs).toBeGreaterThan(nowMs - 2.6 * DAY_MS);
          expect(bound?.toMs).toBeLessThan(nowMs + 2.6 * DAY_MS);
        },
      ),
      SEED,
    );
  });

  it('goes from the day’s first instant at UTC+14 to its last at UTC-12, and an hour more', () => {
    expect(boundOfToday({ to: null }, { to: '2026-05-20T23:59:59' })).toEqual({
      fromMs: Date.parse('2026-05-19T09:00:00Z'),
      toMs: Date.parse('2026-05-21T13:00:00Z'),
    });
  });

  it('is nothing where the end that was asked for was given', () => {
    const meta = { to: '2026-05-20T23:59:59' };
    expect(boundOfToday({ to: '2026-05-20T23:59:59' }, meta)).toBeNull();
    expect(boundOfToday({ to: '2026-05-20' }, meta)).toBeNull();
    expect(boundOfToday({ to: '2026-05-20T10:00:00' }, meta)).toBeNull();
    expect(boundOfToday({ to: null }, { to: 'soon' })).toBeNull();
    expect(boundOfToday({ to: '2026-05-27T10:00:00' }, meta)).not.toBeNull();
    expect(boundOfToday({ to: '2026-05-27' }, { to: '2026-05-20' })).not.toBeNull();
  });
});

describe('what agrees', () => {
  const MS = 1;
  const BELIEVED: ClockState = { believed: { offsetMs: START, slackMs: 0 }, candidateMs: null };
  const sighting = (dateMs: number | null, part: Partial<Sighting> = {}): Sighting => ({
    dateMs,
    bound: null,
    monotonicMs: 0,
    wallMs: 0,
    ...part,
  });
  const verdictOf = (state: ClockState, dateMs: number | null, part: Partial<Sighting> = {}) =>
    observeServerTime(state, sighting(dateMs, part)).verdict;

  it('are times two minutes apart, either way, and none further', () => {
    const TOLERANCE = 2 * MINUTE_MS;
    const doubted: ClockState = { believed: null, candidateMs: START };
    const states: readonly (readonly [ClockState, Partial<Sighting>])[] = [
      [BELIEVED, {}],
      [doubted, {}],
      [NO_TIME, { wallMs: START }],
    ];
    for (const [state, part] of states) {
      for (const away of [0, TOLERANCE, -TOLERANCE])
        expect(verdictOf(state, START + away, part)).toBe('believed');
      for (const away of [TOLERANCE + MS, -TOLERANCE - MS])
        expect(verdictOf(state, START + away, part)).toBe('doubted');
    }
    // A time resumed may be later by as much as had passed unseen, and no earlier.
    const resumed: ClockState = { believed: { offsetMs: START, slackMs: HOUR_MS }, candidateMs: null };
    expect(verdictOf(resumed, START + HOUR_MS + TOLERANCE)).toBe('believed');
    expect(verdictOf(resumed, START + HOUR_MS + TOLERANCE + MS)).toBe('doubted');
    expect(verdictOf(resumed, START - TOLERANCE)).toBe('believed');
    expect(verdictOf(resumed, START - TOLERANCE - MS)).toBe('doubted');
  });

  it('is what lies on the bounds of the answer’s day, and nothing beyond them', () => {
    const bound = { fromMs: START, toMs: START + HOUR_MS };
    const near = (dateMs: number): ClockState => ({ believed: null, candidateMs: dateMs });
    for (const dateMs of [bound.fromMs, bound.toMs])
      expect(verdictOf(near(dateMs), dateMs, { bound })).toBe('believed');
    for (const dateMs of [bound.fromMs - MS, bound.toMs + MS])
      expect(verdictOf(near(dateMs), dateMs, { bound })).toBe('doubted');
  });

  it('an answer without a time keeps what is believed where its day allows and nothing else was said', () => {
    const day = (fromMs: number) => ({ bound: { fromMs, toMs: fromMs + HOUR_MS } });
    expect(verdictOf(NO_TIME, null)).toBe('doubted');
    expect(verdictOf(BELIEVED, null)).toBe('kept');
    expect(verdictOf(BELIEVED, null, day(START))).toBe('kept');
    expect(verdictOf(BELIEVED, null, day(START + MS))).toBe('doubted');
    // What has passed since counts.
    expect(verdictOf(BELIEVED, null, { ...day(START + MS), monotonicMs: MS })).toBe('kept');
    expect(verdictOf({ ...BELIEVED, candidateMs: START }, null)).toBe('doubted');
    expect(observeServerTime(BELIEVED, sighting(null)).state).toEqual(BELIEVED);
  });

  it('a Date is told from the monotonic clock by what it was then', () => {
    const later = { monotonicMs: 5 * HOUR_MS, wallMs: 9 };
    expect(verdictOf(BELIEVED, START + 5 * HOUR_MS, later)).toBe('believed');
    expect(verdictOf(BELIEVED, START, later)).toBe('doubted');
    const wallMs = START + 5 * HOUR_MS;
    expect(verdictOf(NO_TIME, wallMs, { monotonicMs: 5 * HOUR_MS, wallMs })).toBe('believed');
    // A clock that was never set: nothing has been heard that it could agree with.
    expect(verdictOf(NO_TIME, 0, { wallMs })).toBe('doubted');
    expect(observeServerTime(BELIEVED, sighting(START + 5 * HOUR_MS + 7, later)).state).toEqual({
      believed: { offsetMs: START + 7, slackMs: 0 },
      candidateMs: null,
    });
  });
});

type Event = {
  /** Passes awake, and asleep, before the answer. */
  readonly awakeMs: number;
  readonly asleepMs: number;
  /** What the Date is wrong by; null: there is none. */
  readonly lieMs: number | null;
  readonly saysToday: boolean;
};

const lie = fc.oneof(
  { weight: 5, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc
      .integer({ min: 5 * MINUTE_MS, max: 4_000 * DAY_MS })
      .chain((ms) => fc.constantFrom(ms, -ms)),
  },
);
const event: fc.Arbitrary<Event> = fc.record({
  awakeMs: fc.integer({ min: 200, max: 90 * SECOND_MS }),
  asleepMs: fc.constantFrom(0, 0, 0, 0, 3 * HOUR_MS, 9 * DAY_MS),
  lieMs: lie,
  saysToday: fc.boolean(),
});

/** Lives events through the clock. The wall is wrong by so much. */
function liveThrough(events: readonly Event[], wallErrorMs: number) {
  let state: ClockState = NO_TIME;
  let trueMs = START;
  let monotonicMs = 77;
  const seen: { readonly verdict: Verdict; readonly errorMs: number | null; readonly sighting: Sighting }[] =
    [];
  for (const { awakeMs, asleepMs, lieMs, saysToday } of events) {
    trueMs += awakeMs + asleepMs;
    monotonicMs += awakeMs;
    const sighting: Sighting = {
      dateMs: lieMs === null ? null : Math.floor((trueMs + lieMs) / SECOND_MS) * SECOND_MS,
      bound: saysToday ? todayIn(0, trueMs) : null,
      monotonicMs,
      wallMs: trueMs + wallErrorMs,
    };
    const heard = observeServerTime(state, sighting);
    state = heard.state;
    const believedMs = state.believed === null ? null : state.believed.offsetMs + monotonicMs;
    seen.push({
      verdict: heard.verdict,
      errorMs: believedMs === null ? null : believedMs - trueMs,
      sighting,
    });
  }
  return seen;
}

describe('the server’s clock', () => {
  it('is never ahead of the truth where no two answers in a row are wrong alike', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 30 }),
        fc.constantFrom(0, 3 * DAY_MS + HOUR_MS),
        (events, wall) => {
          // Wrong alike: agreeing within the tolerance, or with a wall clock that is wrong.
          const honest = events.map((one, index): Event => {
            const before = events.slice(0, index).map(({ lieMs }) => lieMs ?? 0);
            const isAlike = (other: number) => Math.abs((one.lieMs ?? 0) - other) < 20 * DAY_MS;
            return one.lieMs !== null && one.lieMs !== 0 && (before.some(isAlike) || isAlike(wall))
              ? { ...one, lieMs: 0 }
              : one;
          });
          for (const { errorMs } of liveThrough(honest, wall)) {
            if (errorMs !== null) expect(errorMs).toBeLessThanOrEqual(2 * MINUTE_MS);
          }
        },
      ),
      SEED,
    );
  });

  it('is right after two honest answers in a row, whatever came before and wherever the wall clock stands', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), fc.constantFrom(0, 3 * DAY_MS), (events, wall) => {
        const honest: Event = { awakeMs: 1000, asleepMs: 0, lieMs: 0, saysToday: true };
        const last = liveThrough([...events, honest, honest], wall).at(-1);
        expect(last?.verdict).toBe('believed');
        expect(Math.abs(last?.errorMs ?? DAY_MS)).toBeLessThanOrEqual(SECOND_MS);
      }),
      SEED,
    );
  });

  it('never believes a Date outside the day that the answer itself speaks of', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 12 }), (events) => {
        for (const { verdict, sighting } of liveThrough(events, 0)) {
          const { dateMs, bound } = sighting;
          if (verdict !== 'believed') continue;
          expect(dateMs).not.toBeNull();
          if (bound === null) continue;
          expect(dateMs).toBeGreaterThanOrEqual(bound.fromMs);
          expect(dateMs).toBeLessThanOrEqual(bound.toMs);
        }
      }),
      SEED,
    );
  });

  it('needs one answer at first where this machine’s clock agrees, else two; a wrong one between them does not count', () => {
    const at = (second: number, lieMs: number, wallErrorMs: number): Sighting => ({
      dateMs: START + second * SECOND_MS + lieMs,
      bound: null,
      monotonicMs: second * SECOND_MS,
      wallMs: START + second * SECOND_MS + wallErrorMs,
    });
    const verdicts = (sightings: readonly Sighting[]) => {
      let state = NO_TIME;
      return sightings.map((sighting) => {
        const heard = observeServerTime(state, sighting);
        state = heard.state;
        return heard.verdict;
      });
    };
    expect(verdicts([at(0, 0, 30_000)])).toEqual(['believed']);
    expect(verdicts([at(0, 0, HOUR_MS), at(9, 0, HOUR_MS)])).toEqual(['doubted', 'believed']);
    expect(
      verdicts([at(0, 0, HOUR_MS), at(9, DAY_MS, HOUR_MS), at(18, 0, HOUR_MS), at(27, 0, HOUR_MS)]),
    ).toEqual(['doubted', 'doubted', 'doubted', 'believed']);
  });

  it('is not moved by one Date that agrees with this machine’s clock once another time is believed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 5 * MINUTE_MS, max: 4_000 * DAY_MS }),
        fc.boolean(),
        (awayMs, isAhead) => {
          const serverMs = START + (isAhead ? awayMs : -awayMs);
          const at = (second: number, dateMs: number): Sighting => ({
            dateMs: dateMs + second * SECOND_MS,
            bound: null,
            monotonicMs: second * SECOND_MS,
            wallMs: START + second * SECOND_MS,
          });
          // Two of the server, then one of the proxy before it, whose clock shows the present.
          const first = observeServerTime(NO_TIME, at(0, serverMs));
          const second = observeServerTime(first.state, at(1, serverMs));
          expect([first.verdict, second.verdict]).toEqual(['doubted', 'believed']);
          const proxy = observeServerTime(second.state, at(2, START));
          expect(proxy).toMatchObject({ verdict: 'doubted', state: { believed: second.state.believed } });
          expect(observeServerTime(proxy.state, at(3, serverMs)).verdict).toBe('believed');
          // A machine that slept, or a clock set right: the next answer says the same.
          expect(observeServerTime(proxy.state, at(3, START)).verdict).toBe('believed');
        },
      ),
      SEED,
    );
  });

  it('an impossible Date decides nothing between what is believed and what the answer before said', () => {
    const today = todayIn(0, START);
    const at = (second: number, dateMs: number): Sighting => ({
      dateMs,
      bound: today,
      monotonicMs: second * SECOND_MS,
      wallMs: 0,
    });
    const believed = { believed: { offsetMs: START, slackMs: 0 }, candidateMs: null };
    const impossible = observeServerTime(believed, at(1, START + 50 * DAY_MS));
    expect(impossible).toEqual({ state: believed, verdict: 'doubted' });
    const setBack = observeServerTime(believed, at(1, START - HOUR_MS));
    expect(setBack.verdict).toBe('doubted');
    expect(observeServerTime(setBack.state, at(2, START + 50 * DAY_MS))).toEqual({
      state: setBack.state,
      verdict: 'doubted',
    });
    expect(observeServerTime(setBack.state, at(3, START - HOUR_MS)).verdict).toBe('believed');
  });

  it('resumes an earlier time until an answer says how much later it is', () => {
    let ms = 0;
    const clock = createServerClock({ monotonicMs: () => ms, wallMs: () => 0 });
    expect(clock.nowMs()).toBeNull();
    expect(clock.latestMs()).toBeNull();
    expect(clock.now()).toBeNull();
    ms += HOUR_MS;
    clock.resume(instantFromMs(START), 10 * MINUTE_MS);
    ms += MINUTE_MS;
    expect(clock.nowMs()).toBe(START + MINUTE_MS);
    expect(clock.latestMs()).toBe(START + 11 * MINUTE_MS);
    expect(clock.observeServerTime(instantFromMs(START + 8 * MINUTE_MS), null)).toBe('believed');
    expect(clock.now()).toBe(instantFromMs(START + 8 * MINUTE_MS));
    expect(clock.latestMs()).toBe(clock.nowMs());
    expect(clock.observeServerTime(null, null)).toBe('kept');
    expect(clock.observeServerTime(instantFromMs(START + 30 * MINUTE_MS), null)).toBe('doubted');
    expect(clock.now()).toBe(instantFromMs(START + 8 * MINUTE_MS));
  });
});
