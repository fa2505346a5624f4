import type { Task } from '#shared/base/tasks.ts';
import type { Finding } from '#shared/domain/finding.ts';
import type { FinderInput } from './gathering.ts';
import {
  type Finder,
  missingCostFindings,
  noPaymentFindings,
  outOfRangeFindings,
  ruleFindings,
  undatedFindings,
  unknownColumnFindings,
  unreadableFindings,
} from './row-findings.ts';

/**
 * Everything that is looked for in the rows. A tool that finds something else is added here, and its kind with its gravity
 * in `shared/domain/exceptions.ts`, its words under `exception.kind-…`.
 */
const FINDERS: readonly Finder[] = [
  ruleFindings,
  missingCostFindings,
  noPaymentFindings,
  unreadableFindings,
  undatedFindings,
  outOfRangeFindings,
  unknownColumnFindings,
];

/** What the rows of a scope show. What coverage shows is `completeness-findings.ts`. */
export function* findExceptions(input: FinderInput): Task<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const find of FINDERS) findings.push(...(yield* find(input)));
  return findings;
}
