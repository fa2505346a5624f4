import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Mutant } from '@stryker-mutator/api/core';
import { parseSync } from 'vite';
import { groupBy } from '#shared/base/group-by.ts';

/**
 * Small bugs that somebody thought of, who has not seen the tests: each behind a switch of its own, as Stryker's are. The
 * smallest expression or statement that holds what differs is there twice.
 */

export type Bug = {
  readonly file: string;
  /** A text that stands once in the file. */
  readonly original: string;
  readonly replacement: string;
  /** With which input a user would see what wrong. */
  readonly what: string;
};

/** Reads a file of them. Throws where it is none. */
export function readBugs(text: string): readonly Bug[] {
  const read: unknown = JSON.parse(text);
  if (!Array.isArray(read)) throw new Error('The file of bugs is not an array.');
  return read.map((one: Partial<Record<keyof Bug, unknown>>, at) => {
    const { file, original, replacement, what } = one;
    if (
      typeof file !== 'string' ||
      typeof original !== 'string' ||
      typeof replacement !== 'string' ||
      typeof what !== 'string'
    )
      throw new Error(`Bug ${at + 1} lacks its file, original, replacement or what.`);
    return { file, original, replacement, what };
  });
}

export type Switched = {
  readonly mutants: readonly Mutant[];
  /** The files with their bugs behind switches, by their absolute paths. */
  readonly sources: Readonly<Record<string, string>>;
};

/** All bugs behind switches. `say` is told which could not be put in, with the reason. */
export function switchedByHand(
  bugs: readonly Bug[],
  say: (text: string) => void,
  readSource: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): Switched {
  const mutants: Mutant[] = [];
  const sources: Record<string, string> = {};
  for (const [file, own] of groupBy([...bugs.entries()], ([, bug]) => bug.file)) {
    const source = readSource(file);
    const candidates = candidatesOf(file, source);
    const parts: Part[] = [];
    for (const [at, bug] of own) {
      const put = putIn(source, candidates, bug);
      if (typeof put === 'string') {
        say(`not put in: ${file}: ${put}: ${bug.what}`);
        continue;
      }
      const id = String(at);
      parts.push({ ...put, id });
      mutants.push({
        id,
        fileName: resolve(file),
        mutatorName: `by hand: ${bug.what}`,
        replacement: bug.replacement,
        location: {
          start: placeAt(source, put.bugStart),
          end: placeAt(source, put.bugStart + bug.original.length),
        },
      });
    }
    sources[resolve(file)] = `${SWITCH}${withSwitches(source, parts)}`;
  }
  return { mutants, sources };
}

/** Counts and answers as Stryker's switches do. On one line, so that the lines after it keep their distances. */
const SWITCH =
  'function hasBug$(id) { const s = (globalThis.__stryker__ ??= {});' +
  ' if (s.activeMutant === id) { if (s.hitCount !== undefined && ++s.hitCount > s.hitLimit) throw new Error("runs for ever"); return true; }' +
  ' const all = (s.mutantCoverage ??= { static: {}, perTest: {} });' +
  ' const own = s.currentTestId === undefined ? all.static : (all.perTest[s.currentTestId] ??= {});' +
  ' own[id] = (own[id] ?? 0) + 1; return false; }\n';

type Kind = 'expression' | 'statement';

/** A stretch of the source that is there twice, and how it reads with the bug. */
type Part = {
  readonly id: string;
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  readonly withBug: string;
};

/** What is to be there twice; or why it cannot be. */
function putIn(
  source: string,
  before: readonly Candidate[] | null,
  bug: Bug,
): (Omit<Part, 'id'> & { readonly bugStart: number }) | string {
  const bugStart = source.indexOf(bug.original);
  if (bugStart < 0) return 'the original does not stand there';
  if (source.indexOf(bug.original, bugStart + 1) >= 0) return 'the original stands there more than once';
  if (bug.original === bug.replacement) return 'nothing differs';
  const change = narrowed(bugStart, bug);
  const wrong = source.slice(0, change.start) + change.text + source.slice(change.end);
  const grown = wrong.length - source.length;
  const after = candidatesOf(bug.file, wrong);
  if (before === null || after === null) return 'it does not compile';
  const known = new Set(after.map(({ kind, start, end }) => `${kind} ${start} ${end}`));
  const holding = before
    .filter(({ start, end }) => start <= change.start && end >= change.end)
    .filter(({ kind, start, end }) => known.has(`${kind} ${start} ${end + grown}`))
    .toSorted((a, b) => a.end - a.start - (b.end - b.start));
  const [smallest] = holding;
  if (smallest === undefined) return 'no function runs it';
  const { kind, start, end } = smallest;
  return { kind, start, end, bugStart, withBug: wrong.slice(start, end + grown) };
}

/** What differs, without what both begin and end with. */
function narrowed(start: number, { original, replacement }: Bug) {
  const shorter = Math.min(original.length, replacement.length);
  let from = 0;
  while (from < shorter && original[from] === replacement[from]) from += 1;
  let less = 0;
  while (less < shorter - from && original.at(-1 - less) === replacement.at(-1 - less)) less += 1;
  return {
    start: start + from,
    end: start + original.length - less,
    text: replacement.slice(from, replacement.length - less),
  };
}

type Candidate = Omit<Part, 'id' | 'withBug'>;

type SyntaxNode = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;

/** Where a node stands. */
type Place = {
  /** Another expression can stand where it does. */
  readonly canOtherStand: boolean;
  readonly isInFunction: boolean;
  /** Of `a?.b.c`, whose parts end together where there is no `a`. */
  readonly isInChain: boolean;
  readonly isInPattern: boolean;
};

/** Every stretch that functions run and that can be there twice; null: the source does not compile. */
function candidatesOf(file: string, source: string): readonly Candidate[] | null {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) return null;
  const found: Candidate[] = [];
  const visit = (node: SyntaxNode, place: Place): void => {
    const { type, start, end } = node;
    if (place.isInFunction) {
      if (place.canOtherStand && EXPRESSION.test(type)) found.push({ kind: 'expression', start, end });
      if (STATEMENT.test(type)) found.push({ kind: 'statement', start, end });
    }
    for (const [key, value] of Object.entries(node)) {
      if (isLeftAlone(node, key)) continue;
      const below = placeOf(node, key, place);
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, below);
    }
  };
  visit(program as unknown as SyntaxNode, {
    canOtherStand: false,
    isInFunction: false,
    isInChain: false,
    isInPattern: false,
  });
  return found;
}

/** What declares something is no statement here: its names would end with the braces. Its block is there twice. */
const STATEMENT = /^(Expression|If|Return|For|ForIn|ForOf|While|DoWhile|Switch|Throw|Try|Block)Statement$/;
const EXPRESSION = /(Expression|Literal)$|^(Identifier|JSXElement|JSXFragment)$/;
const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

/** Types, names, and what is assigned to. */
function isLeftAlone({ type, computed, shorthand }: SyntaxNode, key: string): boolean {
  if (/^TS/.test(type)) return key !== 'expression' || !/^TS(As|Satisfies|NonNull)Expression$/.test(type);
  if (/^(typeAnnotation|typeArguments|typeParameters|returnType|superClass|decorators|id|label)$/.test(key))
    return true;
  if (key === 'left')
    return /^(AssignmentPattern|AssignmentExpression|ForInStatement|ForOfStatement)$/.test(type);
  if (key === 'key' || key === 'property') return computed !== true;
  return type === 'Property' && shorthand === true;
}

function placeOf(node: SyntaxNode, key: string, place: Place): Place {
  const { type } = node;
  const isDefault = type === 'AssignmentPattern' && key === 'right';
  const isInPattern = !isDefault && (place.isInPattern || key === 'params' || key === 'param');
  const isInChain =
    type === 'ChainExpression' || (place.isInChain && /^(object|callee|expression)$/.test(key));
  return {
    isInFunction: place.isInFunction || FUNCTION.test(type) || type === 'PropertyDefinition',
    isInChain,
    isInPattern,
    canOtherStand: !isInPattern && !isInChain && canOtherStand(node, key),
  };
}

function canOtherStand({ type, operator, method, directive }: SyntaxNode, key: string): boolean {
  if (/^(callee|quasi|tag)$/.test(key)) return false;
  if (/^JSX/.test(type)) return /^JSX(ExpressionContainer|SpreadAttribute)$/.test(type);
  switch (type) {
    case 'UpdateExpression':
    case 'MethodDefinition':
    case 'ImportExpression':
    case 'MetaProperty':
      return false;
    case 'UnaryExpression':
      return operator !== 'delete';
    case 'Property':
      return method !== true;
    case 'ExpressionStatement':
      return typeof directive !== 'string';
    default:
      return true;
  }
}

/** The source with every part twice: those of several bugs lie in one another, or apart. */
function withSwitches(source: string, parts: readonly Part[]): string {
  return rendered(0, source.length, parts);

  function rendered(from: number, to: number, within: readonly Part[]): string {
    const outermost = within.filter(
      (one) =>
        !within.some(
          (other) =>
            other.start <= one.start && other.end >= one.end && other.end - other.start > one.end - one.start,
        ),
    );
    const stretches = [...groupBy(outermost, ({ start, end }) => `${start} ${end}`).values()].toSorted(
      ([a], [b]) => (a?.start ?? 0) - (b?.start ?? 0),
    );
    let text = '';
    let at = from;
    for (const bugs of stretches) {
      const [{ start, end, kind }] = bugs as [Part, ...Part[]];
      const inner = within.filter((one) => one.start >= start && one.end <= end && !bugs.includes(one));
      text += source.slice(at, start) + twice(kind, bugs, rendered(start, end, inner));
      at = end;
    }
    return text + source.slice(at, to);
  }
}

function twice(kind: Kind, bugs: readonly Part[], original: string): string {
  if (kind === 'expression')
    return `(${bugs.map(({ id, withBug }) => `hasBug$("${id}") ? (${withBug}) : `).join('')}(${original}))`;
  return `{ ${bugs.map(({ id, withBug }) => `if (hasBug$("${id}")) { ${withBug} } else `).join('')}{ ${original} } }`;
}

/** From 0, as Stryker's are. */
function placeAt(source: string, offset: number) {
  const lines = source.slice(0, offset).split('\n');
  return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}
