import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elements, plainText } from '#renderer/data/files/check/sheet-rows.ts';
import { createPieceTest } from '#renderer/data/files/check/xml-scan.ts';
import { createMergedScan } from '#renderer/data/files/intake/merged-cells.ts';

/** Parts of a workbook come in pieces that end anywhere: what is read of them is what the whole text says. */

const cut = (text: string, places: readonly number[]): readonly string[] => {
  const at = [...new Set([0, ...places.map((place) => place % (text.length + 1)), text.length])];
  return at.toSorted((a, b) => a - b).map((from, index, all) => text.slice(from, all[index + 1] ?? from));
};
const places = fc.array(fc.nat(), { maxLength: 40 });

const row = fc.oneof(
  fc
    .tuple(fc.nat(99), fc.string({ unit: fc.constantFrom('a', '&amp;', ' ', '<c>', '</c>'), maxLength: 5 }))
    .map(([number, content]) => `<row r="${number}">${content}</row>`),
  fc.constantFrom('<row/>', '<row r="1" />', '<row a=">">x</row>', '<row></row>'),
);
const beside = fc.constantFrom('', ' ', '<rows/>', '\n', '</sheetData>', '<rowBreaks count="1"/>');
const sheet = fc.array(fc.tuple(beside, row), { maxLength: 8 }).map((pairs) => ({
  text: `<sheetData>${pairs.map((pair) => pair.join('')).join('')}`,
  rows: pairs.map(([, own]) => own),
}));

async function* eachOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function elementsOf(pieces: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const some of elements(eachOf(pieces), 'row')) found.push(...some);
  return found;
}

describe('a part that comes in pieces', () => {
  test('has the rows of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, places, async ({ text, rows: expected }, at) => {
        expect(await elementsOf(cut(text, at))).toEqual(expected);
        expect(await elementsOf([...text])).toEqual(expected);
      }),
    );
  });

  test('is refused for what it declares, over any seam', async () => {
    await fc.assert(
      fc.asyncProperty(
        sheet,
        fc.constantFrom('<!DOCTYPE x>', '<![CDATA[x]]>'),
        fc.nat(),
        places,
        async ({ text }, declaration, place, at) => {
          const to = place % (text.length + 1);
          const told = text.slice(0, to) + declaration + text.slice(to);
          for (const pieces of [cut(told, at), [...told]])
            await expect(elementsOf(pieces)).rejects.toMatchObject({ reason: 'unreadable' });
        },
      ),
    );
  });

  test('is known to hold a word where the whole does, and not before it came', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '!', 'E', 'x'), maxLength: 30 }),
        places,
        (text, at) => {
          const isThere = createPieceTest(/<!E/, 3);
          let come = '';
          let isFound = false;
          for (const piece of cut(text, at)) {
            come += piece;
            isFound ||= isThere(piece);
            expect(isFound).toBe(come.includes('<!E'));
          }
        },
      ),
    );
  });

  test('has the merged cells that stand behind its rows, and none from among them', () => {
    const merge = fc.tuple(
      fc.constantFrom('A', 'C', 'AB'),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(sheet, fc.array(merge, { maxLength: 6 }), places, ({ text: rows }, merges, at) => {
        const told = merges.map(
          ([letters, line, more]) => `<mergeCell ref="${letters}${line}:${letters}${line + more}"/>`,
        );
        const text = `<mergeCell ref="A1:A9"/>${rows.replaceAll('</sheetData>', '')}</sheetData><mergeCells>${told.join('')}</mergeCells>`;
        const expected = merges.map(([letters, line, more]) => ({
          column: { A: 0, C: 2, AB: 27 }[letters],
          line,
          lastLine: line + more,
        }));
        for (const pieces of [cut(text, at), [...text], [text]]) {
          const scan = createMergedScan('Hoja');
          for (const piece of pieces) scan.add(piece);
          expect(scan.end()).toEqual(expected);
        }
      }),
    );
  });
});

test('a text is what its escapes stand for, and itself where it has none', () => {
  expect(plainText('a & b'.replace('&', '&amp;'))).toBe('a & b');
  expect(plainText('uno\r\ndos\rtres')).toBe('uno\ndos\ntres');
  expect(plainText('_x0041__x00e1_')).toBe('Aá');
  expect(plainText('&#65;&#x42;&lt;&nbsp;')).toBe('AB<&nbsp;');
  expect(plainText('Cargo por envío')).toBe('Cargo por envío');
});
