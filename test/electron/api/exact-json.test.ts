import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNames, readExactly, TwoValuesError } from '#electron/api/answer.ts';

/** A value, and how it is to be written: numbers by their digits, texts with more escapes than they need. */
type Tree =
  | { readonly kind: 'number' | 'word'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly escapes: readonly boolean[] }
  | { readonly kind: 'list'; readonly items: readonly Tree[]; readonly space: string }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly space: string };
type Member = readonly [name: Extract<Tree, { kind: 'text' }>, value: Tree];

const escaped = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** As a server may write it. */
function write(tree: Tree): string {
  switch (tree.kind) {
    case 'number':
    case 'word':
      return tree.text;
    case 'text':
      return `"${tree.text
        .split('')
        .map((char, at) => (tree.escapes[at] === true ? escaped(char) : JSON.stringify(char).slice(1, -1)))
        .join('')}"`;
    case 'list':
      return `[${tree.space}${tree.items.map(write).join(`${tree.space},${tree.space}`)}${tree.space}]`;
    case 'object': {
      const colon = `${tree.space}:${tree.space}`;
      const members = tree.members.map(([name, value]) => write(name) + colon + write(value));
      return `{${tree.space}${members.join(`${tree.space},${tree.space}`)}${tree.space}}`;
    }
  }
}

/** As it is kept: one way to write each value, numbers by their digits. */
function kept(tree: Tree): string {
  switch (tree.kind) {
    case 'number':
    case 'word':
      return tree.text;
    case 'text':
      return JSON.stringify(tree.text);
    case 'list':
      return `[${tree.items.map(kept).join(',')}]`;
    case 'object':
      return `{${tree.members.map(([name, value]) => `${kept(name)}:${kept(value)}`).join(',')}}`;
  }
}

const char = fc.constantFrom('"', '\\', '/', '\n', ' ', ':', ',', '{', ']', 'ñ', 'a', '1');
const text = fc
  .tuple(fc.string({ unit: char, maxLength: 8 }), fc.array(fc.boolean(), { maxLength: 8 }))
  .map(([of, escapes]) => ({ kind: 'text', text: of, escapes }) as const);
const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ');
const { object } = fc.letrec<{ value: Tree; object: Extract<Tree, { kind: 'object' }> }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc
      .stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,3})?$/)
      .map((digits): Tree => ({ kind: 'number', text: digits })),
    fc.constantFrom('true', 'false', 'null').map((word): Tree => ({ kind: 'word', text: word })),
    text,
    fc.record({ kind: fc.constant('list' as const), items: fc.array(tie('value'), { maxLength: 4 }), space }),
    tie('object'),
  ),
  object: fc.record({
    kind: fc.constant('object' as const),
    members: fc.uniqueArray(fc.tuple(text, tie('value')), { maxLength: 5, selector: ([{ text: of }]) => of }),
    space,
  }),
}));

const WORDS = { true: true, false: false, null: null } as const;

function cellOf(tree: Tree): unknown {
  if (tree.kind === 'text') return tree.text;
  return tree.kind === 'word' ? WORDS[tree.text as keyof typeof WORDS] : kept(tree);
}

describe('what JSON.parse loses', () => {
  it('is kept: the digits of every number, however deep and however the rest is written', () => {
    fc.assert(
      fc.property(object, (tree) => {
        const read = readExactly(write(tree));
        const expected = Object.fromEntries(tree.members.map(([name, value]) => [name.text, cellOf(value)]));
        expect(Object.entries(read)).toEqual(Object.entries(expected));
        expect(() => checkNames(write(tree))).not.toThrow();
      }),
      { seed: 12, numRuns: 400 },
    );
  });

  it('is refused: another value for a name, at any depth; the same value said twice is one', () => {
    let twice = 0;
    fc.assert(
      fc.property(object, object, fc.array(fc.boolean(), { maxLength: 4 }), (outer, inner, path) => {
        const [first] = inner.members;
        fc.pre(first !== undefined);
        const wrap = (tree: Tree): Tree =>
          path.reduce<Tree>(
            (within, inList) =>
              inList
                ? { kind: 'list', items: [...outer.members.map(([, value]) => value), within], space: '' }
                : {
                    kind: 'object',
                    members: [[{ kind: 'text', text: 'of', escapes: [] }, within]],
                    space: ' ',
                  },
            tree,
          );
        const row = (members: readonly Member[]) =>
          write({
            kind: 'object',
            members: [
              [{ kind: 'text', text: 'x', escapes: [] }, wrap({ kind: 'object', members, space: '' })],
            ],
            space: '',
          });
        const [name, value] = first;
        const again = { ...name, escapes: Array.from(name.text, () => true) };
        const said = row([...inner.members, [again, value]]);
        expect(readExactly(said)).toEqual(readExactly(row(inner.members)));
        expect(() => checkNames(said)).not.toThrow();
        const other: Tree = { kind: 'list', items: [value], space: '' };
        const contradicted = row([...inner.members, [again, other]]);
        expect(() => readExactly(contradicted)).toThrow(TwoValuesError);
        expect(() => checkNames(contradicted)).toThrow(TwoValuesError);
        twice += 1;
      }),
      { seed: 12, numRuns: 300 },
    );
    expect(twice).toBeGreaterThan(200);
  });
});
