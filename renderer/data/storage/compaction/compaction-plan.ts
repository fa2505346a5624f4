/**
 * Which segments are to be merged next (FORMAT.md: small ones together, dead rows physically away). Pure.
 *
 * A segment is of the tier that its rows, dead ones included, put it in; each tier holds segments four times as large
 * as the one below. FAN_IN segments of a tier, less than a third of whose rows are dead, always fill a segment of a
 * higher tier, so that a row climbs with every merge: it is written again at most TIERS times for growth. Segments a
 * third of whose rows are dead are written again for their sake: what is written then is at most twice what died.
 */

export type CompactionCandidate = {
  readonly id: number;
  readonly rowCount: number;
  readonly liveRows: number;
};

/** Segments grow to about so many rows. */
const TARGET_ROWS = 50_000;
/** No merge makes a larger one: rows of segments up to 2^16 are listed in two bytes each. */
export const MAX_ROWS = 65_536;
/** A segment from here on is as large as it gets: it is not merged for growth any more. */
const FULL_ROWS = TARGET_ROWS / 2;
const TIER_RATIO = 4;
/** So many segments of a tier become one. */
const FAN_IN = 8;
const WORTH_ROWS = 1_000;
const TIERS = tierOf(FULL_ROWS - 1) + 1;

/**
 * Rows written by merges <= added x of rows ever added + died x of rows that died. A row climbs at most TIERS tiers;
 * each row that dies pays for the two rows that its segment's rewriting writes at most, and for the climb that these
 * may have to repeat from the tier or two below that the smaller segment falls to.
 */
export const WRITE_AMPLIFICATION = { added: TIERS, died: 6 };

/** The tier of a segment that may still grow: 0 below 4 rows, 1 below 16, and so on. */
function tierOf(rowCount: number): number {
  let tier = 0;
  for (let most = TIER_RATIO; rowCount >= most; most *= TIER_RATIO) tier += 1;
  return tier;
}

/** The ids of the segments to merge now, ascending; null where nothing is worth it. */
export function planCompaction(segments: readonly CompactionCandidate[]): readonly number[] | null {
  const halfDead = segments.filter(isHalfDead);
  const deadRows = halfDead.reduce((sum, { rowCount, liveRows }) => sum + rowCount - liveRows, 0);
  // Few dead rows are not worth a transaction of their own.
  if (deadRows >= WORTH_ROWS || halfDead.length >= FAN_IN) return fitting(halfDead);
  const growing = segments.filter((each) => each.rowCount < FULL_ROWS && !isHalfDead(each));
  for (let tier = 0; tier < TIERS; tier += 1) {
    const own = growing.filter(({ rowCount }) => tierOf(rowCount) === tier);
    if (own.length >= FAN_IN) return fitting(own);
  }
  return null;
}

function isHalfDead({ rowCount, liveRows }: CompactionCandidate): boolean {
  return (rowCount - liveRows) * 3 >= rowCount;
}

/** As many of them, the oldest first, as one segment takes. */
function fitting(segments: readonly CompactionCandidate[]): readonly number[] {
  const ids: number[] = [];
  let rows = 0;
  for (const { id, liveRows } of [...segments].sort((a, b) => a.id - b.id)) {
    if (ids.length > 0 && rows + liveRows > MAX_ROWS) break;
    ids.push(id);
    rows += liveRows;
    if (rows >= TARGET_ROWS) break;
  }
  return ids;
}
