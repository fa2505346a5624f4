import { contentHash } from '#shared/base/content-hash.ts';
import { atOnce, mapInSteps, type Task } from '#shared/base/tasks.ts';
import { contentOf, type MatchLine } from './match-line.ts';

/**
 * The identity of a line for decisions: a hash of what it says, which of its equals it is, and whose statement says so.
 * Never where it stands in a file, nor how a file writes it: the same statement in another format, or a longer file
 * that holds it, has the same lines.
 */

/** Of a line whose statement it is: "" where that is not known. Lines of two accounts, or of two banks, are never one. */
export type ScopeOf = (line: number) => string;
const OF_NOBODY: ScopeOf = () => '';

/** The identity of each line. */
export const identitiesOf = (lines: readonly MatchLine[], scopeOf: ScopeOf = OF_NOBODY): readonly string[] =>
  atOnce(identitiesInSteps(lines, scopeOf));

/** The same, giving way. */
export function* identitiesInSteps(
  lines: readonly MatchLine[],
  scopeOf: ScopeOf = OF_NOBODY,
): Task<readonly string[]> {
  const contents = yield* contentsOf(lines);
  const nthOf = createCounts();
  return yield* mapInSteps(contents, (content, at) => {
    const scope = scopeOf(at);
    return identityOf(content, nthOf(content, scope), scope);
  });
}

/** What lines say never changes: hashing it takes longer than most of what is asked of lines after a commit. */
const hashedContents = new WeakMap<readonly MatchLine[], readonly string[]>();

function* contentsOf(lines: readonly MatchLine[]): Task<readonly string[]> {
  const known = hashedContents.get(lines);
  if (known !== undefined) return known;
  const made = yield* mapInSteps(lines, (line) => contentHash(contentOf(line)));
  hashedContents.set(lines, made);
  return made;
}

/** The same for those that are asked for. */
export function identityReader(
  lines: readonly MatchLine[],
  scopeOf: ScopeOf = OF_NOBODY,
): (at: number) => string {
  const contents = atOnce(contentsOf(lines));
  const nthOf = createCounts();
  const nths = Uint32Array.from(contents, (content, at) => nthOf(content, scopeOf(at)));
  return (at) => {
    const content = contents[at];
    return content === undefined ? '' : identityOf(content, nths[at] ?? 0, scopeOf(at));
  };
}

function createCounts(): (content: string, scope: string) => number {
  const seen = new Map<string, number>();
  return (content, scope) => {
    const key = `${content}@${scope}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return nth;
  };
}

/** Digits that tell whose a line is: a few accounts and banks are told apart. */
const SCOPE_DIGITS = 12;

const identityOf = (content: string, nth: number, scope: string): string =>
  scope === '' ? `${content}.${nth}` : `${content}.${nth}@${contentHash(scope).slice(0, SCOPE_DIGITS)}`;

const withoutScope = (identity: string): string => identity.split('@', 1)[0] ?? identity;

/**
 * Finds the place of the line that an identity names; undefined: it is not here. Whose it is may have become known, or be
 * unknown in another file: then it is the first line that says the same and is of nobody else.
 */
export function linePlaces(identities: readonly string[]): (identity: string) => number | undefined {
  const exact = new Map<string, number>();
  const ofAll = new Map<string, number>();
  for (const [at, identity] of identities.entries()) {
    if (!exact.has(identity)) exact.set(identity, at);
    const plain = withoutScope(identity);
    if (!ofAll.has(plain)) ofAll.set(plain, at);
  }
  return (identity) => {
    const own = exact.get(identity);
    if (own !== undefined) return own;
    const plain = withoutScope(identity);
    return identity === plain ? ofAll.get(plain) : exact.get(plain);
  };
}
