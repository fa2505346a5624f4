import type { Month } from '#shared/domain/dates.ts';
import { xOf } from './trend-geometry.ts';

/** Which months are named under the chart, and where: no two names touch, at any width and in any language. Pure. */

export type MonthLabel = {
  readonly month: number;
  readonly text: string;
  /** The middle of the name. */
  readonly x: number;
  readonly px: number;
};

type Labelled = {
  readonly months: readonly Month[];
  /** Always named; of its neighbours those that leave it room. */
  readonly inView: number;
  readonly ofMonthPx: number;
  /** The width of the plot, which no name leaves. */
  readonly widthPx: number;
  readonly nameOf: (month: Month) => string;
  readonly textPx: (text: string) => number;
};

/** Between two names. */
export const LABEL_GAP_PX = 5;

/** All months, or every 2nd, 3rd, 6th or 12th counted from January, or some years. */
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

export function monthLabels(labelled: Labelled): readonly MonthLabel[] {
  const { months, inView } = labelled;
  for (const step of STEPS) {
    const named = months.flatMap((month, at) =>
      monthNumber(month) % step === 0 || at === inView ? [at] : [],
    );
    const labels = withoutNeighbours(named, labelled);
    if (labels.every((label, at) => at === 0 || !touches(labels[at - 1], label))) return labels;
  }
  return placed([inView], labelled);
}

/** Months since January of the year 0. */
function monthNumber(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

/** The names without those that touch the one in view. Which is the first, and bears the year, may change by it. */
function withoutNeighbours(named: readonly number[], labelled: Labelled): readonly MonthLabel[] {
  const labels = placed(named, labelled);
  const own = labels.find(({ month }) => month === labelled.inView);
  const kept = labels.filter((label) => label === own || !touches(own, label));
  return kept.length === labels.length
    ? labels
    : withoutNeighbours(
        kept.map(({ month }) => month),
        labelled,
      );
}

function touches(left: MonthLabel | undefined, right: MonthLabel): boolean {
  return left !== undefined && Math.abs(right.x - left.x) < (left.px + right.px) / 2 + LABEL_GAP_PX;
}

/** The first name and every January bear their year. */
function placed(named: readonly number[], labelled: Labelled): readonly MonthLabel[] {
  const { months, widthPx, ofMonthPx, nameOf, textPx } = labelled;
  return named.flatMap((at): readonly MonthLabel[] => {
    const month = months[at];
    if (month === undefined) return [];
    const hasYear = at === named[0] || month.endsWith('-01');
    const text = hasYear ? `${nameOf(month)} ${month.slice(2, 4)}` : nameOf(month);
    const px = textPx(text);
    const x = Math.max(px / 2, Math.min(xOf(at, ofMonthPx), widthPx - px / 2));
    return [{ month: at, text, x, px }];
  });
}
