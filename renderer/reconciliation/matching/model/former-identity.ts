import { contentHash } from '#shared/base/content-hash.ts';
import { mapInSteps, type Task } from '#shared/base/tasks.ts';
import type { MatchLine } from './match-line.ts';

/**
 * Identities of lines as they were made of the text of cells, until decisions were kept with their figures: what was said
 * then is found by them, once.
 */
export function formerIdentities(lines: readonly MatchLine[]): Task<readonly string[]> {
  const seen = new Map<string, number>();
  return mapInSteps(lines, (line) => {
    const content = contentHash(formerContent(line));
    const nth = (seen.get(content) ?? 0) + 1;
    seen.set(content, nth);
    return `${content}.${nth}`;
  });
}

export function formerContent(line: MatchLine): string {
  const { movement, settlement, order, suborder, sku, operation, currency, description, net } = line;
  const days = [line.date?.day ?? null, line.released?.day ?? null];
  return JSON.stringify([
    ...[movement, settlement, order, suborder, sku, operation, currency, description],
    ...days,
    net,
  ]);
}
