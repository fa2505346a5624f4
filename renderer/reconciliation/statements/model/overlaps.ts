import { DATE_FIELDS, TEXT_FIELDS, type TextField } from '#renderer/data/model/statement-fields.ts';
import { contentHash } from '#shared/base/content-hash.ts';
import { mapInSteps, type Task } from '#shared/base/tasks.ts';
import { amountValue, dateValue, numberValue, textValue } from './line-values.ts';
import type { StatementLine } from './statement.ts';
import type { StatementKind } from './statement-kinds.ts';

/**
 * Lines known by what they say, in whatever file and place: of equal lines the second is another than the first, so that
 * two real movements stay two, and a file read again brings nothing.
 */

/**
 * The identity of a movement in every file that holds it: neither its place nor the columns that the user chose for the
 * file count.
 */
export function* lineIdentities(kind: StatementKind, lines: readonly StatementLine[]): Task<string[]> {
  const counts = new Map<string, number>();
  return yield* mapInSteps(lines, (line) => {
    const content = contentHash(contentOf(kind, line));
    const count = (counts.get(content) ?? 0) + 1;
    counts.set(content, count);
    return count === 1 ? content : contentHash(`${content} ${count}`);
  });
}

function contentOf(kind: StatementKind, line: StatementLine): string {
  return JSON.stringify([
    kind,
    ...TEXT_FIELDS.map((field) => (isNumber(field) ? numberValue(line[field]) : textValue(line[field]))),
    ...DATE_FIELDS.map((field) => dateValue(line[field])),
    amountValue(line.net),
    // The balance tells two equal movements of a bank apart.
    amountValue(line.balance),
  ]);
}

const NUMBERS: readonly string[] = [
  'settlement',
  'order',
  'suborder',
  'sku',
  'operation',
] satisfies TextField[];
const isNumber = (field: string): boolean => NUMBERS.includes(field);

export type Overlap = {
  readonly identities: readonly string[];
  /** Indexes of the lines that no earlier import has. */
  readonly fresh: readonly number[];
  /** How many lines each earlier import has in common with this one, by its name; none are left out. */
  readonly shared: ReadonlyMap<string, number>;
};

/** Which lines are new, given the identities of all earlier imports. */
export function findOverlap(
  identities: readonly string[],
  earlier: ReadonlyMap<string, ReadonlySet<string>>,
): Overlap {
  const shared = new Map<string, number>();
  const fresh: number[] = [];
  for (const [at, identity] of identities.entries()) {
    let isKnown = false;
    for (const [name, known] of earlier) {
      if (!known.has(identity)) continue;
      isKnown = true;
      shared.set(name, (shared.get(name) ?? 0) + 1);
    }
    if (!isKnown) fresh.push(at);
  }
  return { identities, fresh, shared };
}
