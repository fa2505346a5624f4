import type { MonthLine } from '#renderer/reconciliation/closing/screen/month-lines.ts';
import type { MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** What the cell of a month says. Pure. */

/** `moved`: it was closed, and its figures changed since. `running`: it is not over. */
export type CellState = 'unread' | 'running' | 'open' | 'closed' | 'moved';

export type MonthCell = {
  readonly month: Month;
  readonly state: CellState;
  /** Steps that are done or not needed, of all; null: it is not known yet. */
  readonly done: { readonly count: number; readonly of: number } | null;
  /** Differences that nobody explained; null: none is known. */
  readonly open: Decimal | null;
  /** By how much it moved since it was closed. */
  readonly moved: Decimal | null;
  /** Up to when a running one is known. */
  readonly knownUntil: LocalDate | null;
  readonly rows: number;
};

/** Of months as the close knows them and, once that is known, as they are walked; oldest first. */
export function monthCells(
  lines: readonly MonthLine[],
  walks: readonly MonthWalk[] | null,
): readonly MonthCell[] {
  const walkOf = new Map((walks ?? []).map((walk) => [walk.month, walk]));
  return lines.toReversed().map((line) => {
    const walk = walkOf.get(line.month) ?? null;
    return {
      month: line.month,
      state: stateOf(line, walk),
      done: walk === null ? null : { count: walk.done, of: walk.of },
      open: walk?.amount ?? null,
      moved: line.state === 'drifted' ? line.drift : null,
      knownUntil: walk?.knownUntil ?? null,
      rows: line.coverage.rows,
    };
  });
}

function stateOf(line: MonthLine, walk: MonthWalk | null): CellState {
  if (line.state === 'drifted') return 'moved';
  if (line.state === 'closed') return 'closed';
  if (line.coverage.reach === 'queued') return 'unread';
  return walk?.isRunning === true ? 'running' : 'open';
}

/** So many stand in the strip. */
export const STRIP_MONTHS = 13;

/** The months of the strip: the last ones, or those around `shown` where it is older. */
export function stripOf(cells: readonly MonthCell[], shown: Month | null): readonly MonthCell[] {
  const last = cells.length - STRIP_MONTHS;
  const at = shown === null ? -1 : cells.findIndex(({ month }) => month === shown);
  const from = at === -1 || at >= last ? last : Math.max(0, at - Math.floor(STRIP_MONTHS / 2));
  return cells.slice(Math.max(0, from), Math.max(0, from) + STRIP_MONTHS);
}

/** Where an arrow leads in a list of months; the same one at its ends. */
export function nextInStrip(months: readonly Month[], at: Month | null, key: string): Month | null {
  const here = months.indexOf(at ?? ('' as Month));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return months[Math.max(0, here - 1)] ?? null;
    case 'ArrowRight':
    case 'ArrowDown':
      return months[Math.min(months.length - 1, here + 1)] ?? null;
    case 'Home':
      return months[0] ?? null;
    case 'End':
      return months.at(-1) ?? null;
    default:
      return at;
  }
}
