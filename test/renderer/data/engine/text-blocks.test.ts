import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { blocksOfTexts, blocksWith, TEXTS_A_BLOCK } from '#renderer/data/engine/filter/text-blocks.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { naivePlain } from './naive.ts';
import { createQueries } from './queries.ts';

/** Blocks of texts are passed over only where none of them contains what is looked for. */

test('each text that contains a needle lies in a block that may hold it', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '1', 'ñ', '€'), maxLength: 6 });
  const texts = fc.array(word, { maxLength: 200, size: 'max' });
  // Most are of one of the texts: a needle by itself is in few of them.
  const sought = texts.chain((all) =>
    fc.tuple(fc.constant(all), fc.oneof(word, fc.constantFrom(...all, 'ab1'), fc.constant(all.at(-1) ?? ''))),
  );
  fc.assert(
    fc.property(sought, ([texts, needle]) => {
      const offsets = new Uint32Array(texts.length + 1);
      for (const [at, text] of texts.entries()) offsets[at + 1] = (offsets[at] ?? 0) + text.length;
      const found = blocksWith(blocksOfTexts(texts.join(''), offsets), needle);
      expect(found === null).toBe(needle.length < 3);
      for (const [at, text] of texts.entries()) {
        if (found !== null && text.includes(needle)) expect(found).toContain(Math.floor(at / TEXTS_A_BLOCK));
      }
    }),
    { numRuns: randomCases(100) },
  );
});

it('passes over blocks without it, and none with it, wherever in its block it stands', () => {
  for (const place of [0, 1, 31, 32, 33, 63, 64, 100, 287, 288, 319]) {
    const texts = Array.from({ length: 320 }, (_, at) => (at === place ? 'aguja' : 'heno0'));
    const offsets = Uint32Array.from({ length: 321 }, (_, at) => at * 5);
    const blocks = blocksOfTexts(texts.join(''), offsets);
    for (const needle of ['agu', 'guj', 'uja', 'aguja'])
      expect(blocksWith(blocks, needle)).toEqual([Math.floor(place / TEXTS_A_BLOCK)]);
  }
});

describe('a search among many texts', () => {
  const COLUMNS = ['Orden', 'Producto'];
  const rows = Array.from({ length: 3_000 }, (_, at) => [
    `PED-${(at * 7919) % 100_003}`,
    `Camión ${at % 1_500} Ñandú`,
  ]);
  function filled() {
    const store = createColumnStore();
    const add = (some: readonly string[][]): void => {
      const { bytes, headerLength } = encodeSegment({ columns: COLUMNS, rows: some });
      store.addSegment(store.segments.length + 1, decodeSegment(bytes, headerLength), null);
      store.raiseRevision();
    };
    add(rows);
    const queries = createQueries(store);
    const found = (search: string) => queries.totals({ ...EVERYTHING, search }, []).rows;
    return { store, add, found };
  }
  const expected = (search: string, among: readonly string[][]) =>
    among.filter((row) => row.some((text) => naivePlain(text).includes(naivePlain(search)))).length;

  it.each(['1', '12', '423', '4242', 'ped-1', '9PED', 'camion 14', 'ñandu', '99 Ñ', 'Ñandúc', 'nada'])(
    'for %s finds every row that has it',
    (search) => {
      expect(filled().found(search)).toBe(expected(search, rows));
    },
  );

  it('finds the same rows where there is no room for their texts', () => {
    const { add, found } = filled();
    // As long as all that is kept, among more texts than are always kept.
    const others = Array.from({ length: 1_001 }, (_, at) => [`L${at}`, `y${at}`]);
    add([['L', 'x'.repeat(32_000_000)], ...others]);
    expect(found('xxxx')).toBe(1);
    add(rows);
    for (const search of ['12', '423', 'camion 14', 'ñandu', '99 Ñ', '9PED', 'nada'])
      expect([search, found(search)]).toEqual([search, expected(search, [...rows, ...others, ...rows])]);
  });

  it('finds what came later, and not what died', () => {
    const { store, add, found } = filled();
    const before = found('423');
    const more = Array.from({ length: 1_200 }, (_, at) => [`NUEVO-${at}`, 'Otro']);
    add(more);
    store.markDeleted(rows.flatMap(([orden = ''], row) => (orden.includes('423') ? [row] : [])));
    store.raiseRevision();
    expect(before).toBeGreaterThan(0);
    expect(found('423')).toBe(
      expected('423', [...rows.filter(([orden = '']) => !orden.includes('423')), ...more]),
    );
    expect(found('nuevo-11')).toBe(expected('nuevo-11', more));
  });
});
