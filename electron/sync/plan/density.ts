import { DAY_MS, localToMs } from '#shared/domain/dates.ts';
import { holdsRange, type LocalRange } from '#shared/domain/purchase-ranges.ts';

/** A range and the rows the server counted in it, with its bounds as milliseconds: they are compared very often. */
type Counted = LocalRange & { readonly rows: number; readonly fromMs: number; readonly toMs: number };

/** Estimates rows to expect in a range: from totals that the server has given. Forgotten with the process. */
export type Density = {
  /** The whole plan window, as the probe counted it. */
  readonly overall: (LocalRange & { readonly rows: number }) | null;
  /** Totals of single windows, latest last. */
  readonly known: readonly Counted[];
  /** Rows of the months that are stored. */
  readonly stored: readonly Counted[];
};

export const NO_DENSITY: Density = { overall: null, known: [], stored: [] };

/** An estimate from nearby totals needs so much time: less is distorted by nights, weekends and the running day. */
const MIN_SAMPLE_MS = 3 * DAY_MS;
const MAX_KNOWN = 60;

const lengthMs = (range: LocalRange) => localToMs(range.to) - localToMs(range.from);

function counted({ from, to }: LocalRange, rows: number): Counted {
  return { from, to, rows, fromMs: localToMs(from), toMs: localToMs(to) };
}

export function learnRows(density: Density, range: LocalRange, rows: number): Density {
  return { ...density, known: [...density.known, counted(range, rows)].slice(-MAX_KNOWN) };
}

/** Learns from the ledger's rows how many reading them again will bring. */
export function learnStored(
  density: Density,
  months: readonly { readonly range: LocalRange; readonly rows: number }[],
): Density {
  return { ...density, stored: months.map(({ range, rows }) => counted(range, rows)) };
}

/** Rows to expect in a range; null when nothing is known. */
export function predictRows(density: Density, range: LocalRange): number | null {
  const rate = (of: LocalRange & { readonly rows: number }) => of.rows / Math.max(1, lengthMs(of));
  // A total over just this range, or a window around it, says most.
  const around =
    density.known.findLast((one) => holdsRange(one, range)) ??
    density.stored.find((one) => holdsRange(one, range));
  if (around !== undefined) return rate(around) * lengthMs(range);
  const fromMs = localToMs(range.from);
  const toMs = localToMs(range.to);
  const nearby = density.known
    .map((one) => ({ one, away: Math.max(0, one.fromMs - toMs, fromMs - one.toMs) }))
    .sort((a, b) => a.away - b.away);
  let rows = 0;
  let length = 0;
  for (const { one } of nearby) {
    if (length >= MIN_SAMPLE_MS) break;
    rows += one.rows;
    length += one.toMs - one.fromMs;
  }
  if (length >= MIN_SAMPLE_MS || (density.overall === null && length > 0))
    return (rows / length) * lengthMs(range);
  return density.overall === null ? null : rate(density.overall) * lengthMs(range);
}
