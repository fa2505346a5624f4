import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partPlace, type ReconciliationPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import type { MonthLine } from '#renderer/reconciliation/closing/screen/month-lines.ts';
import { STEP_IDS, STEP_STATES } from '#renderer/reconciliation/month/model/month-steps.ts';
import {
  monthCells,
  nextInStrip,
  STRIP_MONTHS,
  stripOf,
} from '#renderer/screens/reconciliation/month-cells.ts';
import { firstStep, stepAfter } from '#renderer/screens/reconciliation/month-walk.ts';
import { rememberedPlace, stepBack, type Walked, walkedTo } from '#renderer/screens/reconciliation/walked.ts';
import { type Month, shiftMonth } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { step, walked } from './walks.ts';

const OCTOBER = '2026-10' as Month;
const SEPTEMBER = '2026-09' as Month;
const statesOf = fc.array(fc.constantFrom(...STEP_STATES), {
  minLength: STEP_IDS.length,
  maxLength: STEP_IDS.length,
});

describe('«Siguiente»', () => {
  test('leads to what is open, after where one is, and round again', () => {
    const { steps } = walked('2026-10', ['done', 'done', 'open', 'done', 'open', 'done', 'blocked']);
    expect(firstStep({ steps })).toBe('costs');
    expect(stepAfter({ steps }, 'costs')?.id).toBe('differences');
    expect(stepAfter({ steps }, 'differences')?.id).toBe('costs');
    expect(stepAfter({ steps }, 'bank')?.id).toBe('costs');
  });

  test('passes over what waits for time alone, and stops at what can be mended', () => {
    const steps = [
      step('data', 'blocked', { reason: 'running' }),
      step('rows', 'done'),
      step('costs', 'done'),
      step('statements', 'blocked', { reason: 'running' }),
      step('differences', 'blocked', { reason: 'no-statement' }),
      step('bank', 'blocked', { reason: 'not-yet' }),
      step('close', 'blocked'),
    ];
    expect(firstStep({ steps })).toBe('differences');
  });

  test('never leads to where one is, nor to a step that is done; a closed month has none', () => {
    fc.assert(
      fc.property(statesOf, fc.constantFrom(...STEP_IDS), (states, at) => {
        const walk = walked('2026-10', states);
        const next = stepAfter(walk, at);
        expect(next?.id).not.toBe(at);
        if (walk.steps.at(-1)?.state === 'done') expect(next).toBeNull();
        else if (next !== null && next.id !== 'close') expect(['open', 'blocked']).toContain(next.state);
      }),
    );
  });
});

const at = (place: ReconciliationPlace, before: Walked | null = null) => walkedTo(before, place);

describe('what is remembered of a walk', () => {
  test('a tool leads back to the step that one came from, in its month', () => {
    const step = at(partPlace('differences', OCTOBER));
    const tool = at(partPlace('explain', null), at(partPlace('explain', OCTOBER), step));
    expect(stepBack(tool)).toEqual(partPlace('differences', OCTOBER));
    expect(stepBack(null)).toBeNull();
  });

  test('another month has steps of its own', () => {
    const next = at(
      { at: 'month', month: SEPTEMBER, part: null, item: null },
      at(partPlace('bank', OCTOBER)),
    );
    expect(stepBack(next)).toEqual({ at: 'month', month: SEPTEMBER, part: null, item: null });
  });

  test('the last place is gone back to, in the month that is chosen by now', () => {
    expect(rememberedPlace(null, OCTOBER)).toEqual({ at: 'months' });
    const tool = at(partPlace('exceptions', null, 'rate:1'), at(partPlace('bank', OCTOBER)));
    expect(rememberedPlace(tool, SEPTEMBER)).toEqual(partPlace('exceptions', null));
    const step = at(partPlace('bank', OCTOBER));
    expect(rememberedPlace(step, null)).toEqual(partPlace('bank', OCTOBER));
    expect(rememberedPlace(step, SEPTEMBER)).toEqual(partPlace('bank', SEPTEMBER));
  });

  test('is the same where nothing changes', () => {
    const before = at(partPlace('bank', OCTOBER));
    expect(walkedTo(before, partPlace('bank', OCTOBER, 'x'))).toBe(before);
  });
});

const line = (name: Month, more: Partial<MonthLine> = {}): MonthLine => ({
  month: name,
  coverage: month({ month: name }),
  isComplete: true,
  close: null,
  state: 'open',
  drift: null,
  ...more,
});

describe('the cells of months', () => {
  test('say what is open, what moved since a close, and nothing that is not known', () => {
    const lines = [
      line('2026-11' as Month),
      line(OCTOBER),
      line(SEPTEMBER, { state: 'drifted', drift: '-5' as Decimal }),
      line('2026-08' as Month, { state: 'closed' }),
      line('2026-07' as Month, { coverage: month({ month: '2026-07' as Month, reach: 'queued' }) }),
    ];
    const walks = [
      walked('2026-10', ['done', 'done', 'open'], { amount: '-883442' as Decimal }),
      walked('2026-11', [], { isRunning: true }),
    ];
    expect(
      monthCells(lines, walks).map(({ month: name, state, done, open, moved }) => [
        name,
        state,
        done?.count,
        open,
        moved,
      ]),
    ).toEqual([
      ['2026-07', 'unread', undefined, null, null],
      ['2026-08', 'closed', undefined, null, null],
      ['2026-09', 'moved', undefined, null, '-5'],
      ['2026-10', 'open', 2, '-883442', null],
      ['2026-11', 'running', 0, null, null],
    ]);
    expect(monthCells(lines, null).every(({ done }) => done === null)).toBe(true);
  });

  test('thirteen stand in the strip, the shown one always among them', () => {
    const all = Array.from({ length: 40 }, (_, back) => line(shiftMonth(OCTOBER, -back)));
    const cells = monthCells(all, null);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 39 }), (back) => {
        const shown = shiftMonth(OCTOBER, -back);
        const strip = stripOf(cells, shown).map(({ month: name }) => name);
        expect(strip).toHaveLength(STRIP_MONTHS);
        expect(strip).toContain(shown);
        expect(strip.toSorted()).toEqual(strip);
      }),
    );
    expect(stripOf(cells, null).at(-1)?.month).toBe(OCTOBER);
    expect(stripOf(cells.slice(0, 4), null)).toHaveLength(4);
  });

  test('are walked by arrows, no further than their ends', () => {
    const names = [SEPTEMBER, OCTOBER];
    expect(nextInStrip(names, SEPTEMBER, 'ArrowRight')).toBe(OCTOBER);
    expect(nextInStrip(names, OCTOBER, 'ArrowRight')).toBe(OCTOBER);
    expect(nextInStrip(names, OCTOBER, 'Home')).toBe(SEPTEMBER);
    expect(nextInStrip(names, SEPTEMBER, 'End')).toBe(OCTOBER);
  });
});
