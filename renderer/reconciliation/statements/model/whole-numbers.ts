import type { NotUnderstood, StatementReading } from './statement.ts';

/** Long numbers of a workbook that may have lost digits, held against those that are known to be whole. */

/** So many of one column that all end as rounded ones do are no chance. */
const MIN_DAMAGED = 3;

const isAsked = ({ why, field }: NotUnderstood): boolean =>
  why === 'maybe-lost-digits' && field !== undefined;

/** The numbers to be looked up among the orders. */
export const numbersInDoubt = ({ notUnderstood }: StatementReading): readonly string[] => [
  ...new Set(notUnderstood.filter(isAsked).map(({ text }) => text)),
];

/**
 * The reading without doubts about numbers that are found. Of those that are not, three or more of a column are damaged and no
 * number of their line; fewer stay with it, and are asked about.
 * @param known those of orders
 */
export function withKnownNumbers(reading: StatementReading, known: ReadonlySet<string>): StatementReading {
  const left = new Map<string, Set<string>>();
  for (const each of reading.notUnderstood) {
    if (!isAsked(each) || known.has(each.text)) continue;
    const own = left.get(each.column) ?? new Set();
    left.set(each.column, own.add(each.text));
  }
  const isDamaged = (each: NotUnderstood): boolean =>
    isAsked(each) && !known.has(each.text) && (left.get(each.column)?.size ?? 0) >= MIN_DAMAGED;
  const damaged = new Map<number, NotUnderstood[]>();
  for (const each of reading.notUnderstood) {
    if (isDamaged(each)) damaged.set(each.line, [...(damaged.get(each.line) ?? []), each]);
  }
  return {
    ...reading,
    notUnderstood: reading.notUnderstood.flatMap((each): readonly NotUnderstood[] => {
      if (isDamaged(each)) return [{ ...each, why: 'lost-digits' }];
      return isAsked(each) && known.has(each.text) ? [] : [each];
    }),
    lines:
      damaged.size === 0
        ? reading.lines
        : reading.lines.map((line) => {
            const own = damaged.get(line.line);
            if (own === undefined) return line;
            return { ...line, ...Object.fromEntries(own.map(({ field = '' }) => [field, null])) };
          }),
  };
}
