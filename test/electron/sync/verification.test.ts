import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDivisible } from '#electron/sync/plan/history.ts';
import type { RunContext } from '#electron/sync/run/context.ts';
import { createBudget } from '#electron/sync/run/traffic.ts';
import { readVerification } from '#electron/sync/run/verification.ts';
import type { WindowReading } from '#electron/sync/run/window-reading.ts';
import type { VerificationRange } from '#shared/contract/ledger.ts';
import { HOUR_MS, type LocalDateTime, localFromMs, localToMs } from '#shared/domain/dates.ts';
import type { SyncWindow } from '#shared/domain/window.ts';

/**
 * Reads ranges whose windows end as the script says, in turn; at its end everything settles. So do windows that cannot be
 * cut, unless they are said not to.
 */
async function verify(
  ranges: readonly VerificationRange[],
  script: readonly WindowReading['kind'][],
  secondsSettle = true,
) {
  const asked: SyncWindow[] = [];
  const unsettled: SyncWindow[] = [];
  const written: unknown[] = [];
  const kinds = [...script];
  const run = {
    journal: {
      writeUnsettled: async (report: { readonly window: SyncWindow }, doubt: string) => {
        written.push([report.window, doubt]);
      },
    },
    budgets: { verification: createBudget(1_000_000) },
    checkpoint: () => ({ earliest: '2024-01-01' }),
    size: () => ({ maxPages: 10, pageRows: 100, hasTwins: false }),
    read: async (window: SyncWindow) => {
      asked.push(window);
      const next = kinds.shift() ?? 'settled';
      const kind = secondsSettle && !isDivisible(window) ? 'settled' : next;
      switch (kind) {
        case 'unsettled':
          unsettled.push(window);
          return { kind, doubt: 'rows', report: { window } };
        case 'too-many':
        case 'suspect':
          return { kind, totalRows: 2_500 };
        case 'clipped':
          return { kind, until: localFromMs(localToMs(window.to as LocalDateTime) - 1) };
        default:
          return { kind, report: { window } };
      }
    },
  } as unknown as RunContext;
  const settled = await readVerification(run, ranges);
  return { asked, unsettled, written, settled: settled.map(({ report }) => report.window) };
}

const start = Date.parse('2026-03-01T00:00:00Z');
const rangeOf = (hour: number, hours: number, storedRows: number): VerificationRange => ({
  from: localFromMs(start + hour * HOUR_MS),
  to: localFromMs(start + (hour + hours) * HOUR_MS),
  storedRows,
});
const ranges = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 5_000 })), { maxLength: 4 })
  .map((all) => all.map(([hours, rows], at) => rangeOf(at * 50, hours, rows)).reverse());
/** Endings after which the same purchases are read in another way. */
const cuts = fc.array(fc.constantFrom('too-many', 'suspect', 'unsettled', 'too-old', 'settled'), {
  maxLength: 12,
}) as fc.Arbitrary<WindowReading['kind'][]>;

describe('orders that are verified (rule 5)', () => {
  it('are read over every instant that was asked for, however often a window had to be cut', async () => {
    await fc.assert(
      fc.asyncProperty(ranges, cuts, async (wanted, script) => {
        const { settled } = await verify(wanted, script);
        const pieces = settled.map(({ from, to }) => [from, to]).sort();
        const joined: string[][] = [];
        for (const [from = '', to = ''] of pieces) {
          const last = joined.at(-1);
          if (last?.[1] === from) last[1] = to;
          else joined.push([from, to]);
        }
        expect(joined).toEqual(wanted.map(({ from, to }) => [from, to]).sort());
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('are read newest first', async () => {
    const { settled } = await verify([rangeOf(100, 8, 4_000), rangeOf(0, 2, 10)], []);
    expect(settled.length).toBeGreaterThan(2);
    expect(settled.map(({ from }) => from)).toEqual(
      settled
        .map(({ from }) => from)
        .toSorted()
        .reverse(),
    );
  });

  it('whose window would not settle are written down, each window once', async () => {
    await fc.assert(
      fc.asyncProperty(ranges, cuts, async (wanted, script) => {
        const { unsettled, written } = await verify(wanted, script);
        expect(written).toEqual(unsettled.map((window) => [window, 'rows']));
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('are given up where a window of a second would not settle, and nothing else is', async () => {
    const second = { ...rangeOf(0, 1, 1), to: localFromMs(start + 1_000) };
    const { asked, settled, written } = await verify(
      [rangeOf(100, 1, 1), second],
      ['settled', 'unsettled'],
      false,
    );
    expect(asked.at(-1)).toEqual({ field: 'purchase_date', from: second.from, to: second.to });
    expect(asked.filter((window) => !isDivisible(window))).toHaveLength(1);
    expect([settled.length, written.length]).toEqual([1, 1]);
  });

  it('are read as far as the server tells today', async () => {
    const { settled } = await verify([rangeOf(0, 1, 1)], ['clipped']);
    expect(settled).toEqual([
      { field: 'purchase_date', from: localFromMs(start), to: localFromMs(start + HOUR_MS - 1) },
    ]);
  });
});
