/**
 * Whether a marketplace bills sections of the cost apart: then each order charged by them differs by exactly those charges,
 * and none of them agrees. It is told from the orders alone, and only where nothing else could be meant.
 */

/** Orders that are held against lines, in one way of counting them; whole units of one scale. */
export type ChargedReading = {
  /** The statement's surplus over the rows. */
  readonly difference: bigint;
  /** By section, what the rows are charged; positive where it costs the seller. */
  readonly charges: readonly bigint[];
};

/** The ways to count the same orders (whole, or as far as they are settled), the one that fits best first. */
export type ChargedOrders = readonly [ChargedReading, ...ChargedReading[]];

export type BilledApart = {
  /** Places of the sections. */
  readonly sections: readonly number[];
  /** Of the cases that differ, those that these sections explain to the last digit of the tolerance. */
  readonly explained: number;
  readonly differing: number;
};

/** Fewer may be chance. */
export const MIN_EXPLAINED = 3;
/** Of ten that differ so many must be explained, and of ten that are charged so many must differ. */
const MOST_OF_TEN = 9;
/** A charge near the tolerance is told from nothing by luck. */
const TIMES_TOLERANCE = 10n;

const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units);

/**
 * The sections that explain (nearly) all differences, and that (nearly) no order contradicts; null: there are none, or other
 * sections would do as well.
 * @param sections how many there are
 * @param tolerance in the units of the readings
 */
export function findBilledApart(
  all: readonly ChargedOrders[],
  sections: number,
  tolerance: bigint,
): BilledApart | null {
  const differing = all.filter(([best]) => sizeOf(best.difference) > tolerance).length;
  if (differing < MIN_EXPLAINED) return null;
  let best: (BilledApart & { readonly lead: number }) | null = null;
  let isAlone = true;
  for (let mask = 1; mask < 1 << sections; mask += 1) {
    const own = Array.from({ length: sections }, (_, at) => at).filter((at) => (mask >> at) % 2 === 1);
    const { explained, contradicted, isSupported } = weigh(all, own, tolerance);
    const isMost = explained * 10 >= differing * MOST_OF_TEN;
    const isClear = explained * 10 >= (explained + contradicted) * MOST_OF_TEN;
    if (!isSupported || !isMost || !isClear) continue;
    const lead = explained - contradicted;
    const isFewer = best !== null && lead === best.lead && own.length < best.sections.length;
    if (best === null || lead > best.lead || isFewer) {
      best = { sections: own, explained, differing, lead };
      isAlone = true;
    } else if (lead === best.lead && own.length === best.sections.length) isAlone = false;
  }
  return best === null || !isAlone
    ? null
    : { sections: best.sections, explained: best.explained, differing: best.differing };
}

function weigh(all: readonly ChargedOrders[], sections: readonly number[], tolerance: bigint) {
  let [explained, contradicted] = [0, 0];
  const support = sections.map(() => 0);
  const chargeOf = ({ charges }: ChargedReading): bigint =>
    sections.reduce((sum, at) => sum + (charges[at] ?? 0n), 0n);
  const isCharged = (reading: ChargedReading): boolean =>
    sizeOf(chargeOf(reading)) > tolerance * TIMES_TOLERANCE;
  for (const readings of all) {
    const fitting = readings.find(
      (reading) => isCharged(reading) && sizeOf(reading.difference - chargeOf(reading)) <= tolerance,
    );
    if (fitting !== undefined) {
      explained += 1;
      for (const [nth, at] of sections.entries()) {
        if ((fitting.charges[at] ?? 0n) !== 0n) support[nth] = (support[nth] ?? 0) + 1;
      }
    } else if (isCharged(readings[0])) contradicted += 1;
  }
  return { explained, contradicted, isSupported: support.every((count) => count >= MIN_EXPLAINED) };
}
