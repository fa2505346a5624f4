import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import type { Annotations } from '#renderer/data/model/annotations.ts';
import { BASIS_PARTS, type BasisPart } from '#renderer/data/model/statement-answers.ts';
import { basisKeys, basisOf, isSameBasis, isWhole } from '#renderer/reconciliation/matching/model/basis.ts';
import type { MatchLine } from '#renderer/reconciliation/matching/model/match-line.ts';
import type { ShownBasis, Tolerance } from '#renderer/reconciliation/matching/model/matches.ts';
import type { Task } from '#shared/base/tasks.ts';
import { apartEvidence } from './apart-evidence.ts';
import type { LinesOfStatements } from './match-groups.ts';
import type { StatementMatch } from './match-statement.ts';

type BasisInput = {
  readonly match: StatementMatch;
  readonly bases: Annotations<'statement-basis'>;
  readonly tolerance: Tolerance;
};

/** The basis of statements that were matched, and the one that their differences propose. */
export function* shownBasis(
  store: ColumnStore,
  { statements, lines }: LinesOfStatements,
  { match, bases, tolerance }: BasisInput,
): Task<ShownBasis> {
  const keys = [...new Set(statements.flatMap(basisKeys))];
  const [first = null, ...others] = statements.map((each) => basisOf(each, bases));
  const chosen = first !== null && others.every((other) => isSameBasis(first, other)) ? first : null;
  // Sections that one account is billed apart say nothing of another.
  const isOfOne = keys.length === 1 && match.facts.length <= 1;
  const proposal =
    isOfOne && chosen !== null && isWhole(chosen)
      ? yield* apartEvidence(store, match, tolerance.absolute)
      : null;
  return { chosen, keys, parts: partsOf(lines), proposal };
}

const hasPart =
  (part: Exclude<BasisPart, 'net'>) =>
  (line: MatchLine): boolean =>
    line[part] != null;

const partsOf = (lines: readonly MatchLine[]): readonly BasisPart[] =>
  BASIS_PARTS.filter((part) => part === 'net' || lines.some(hasPart(part)));
