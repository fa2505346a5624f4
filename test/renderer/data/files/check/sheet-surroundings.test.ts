import { describe, expect, test } from 'vitest';
import { type Surroundings, withSurroundings } from '#renderer/data/files/check/sheet-surroundings.ts';

/** What stands around the rows of a sheet, however the sheet comes in pieces. */

async function* piecesOf(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function read(...pieces: readonly string[]) {
  const told: Surroundings[] = [];
  let passed = '';
  for await (const piece of withSurroundings(piecesOf(pieces), (each) => told.push(each))) passed += piece;
  return { told, passed };
}
const refused = (reason: string, ...pieces: readonly string[]) =>
  expect(read(...pieces), pieces.join('|').slice(0, 80)).rejects.toMatchObject({ reason });

const HEAD = '<worksheet><cols><col min="1"/></cols>';
const TAIL = '<mergeCells/></worksheet>';
const ROWS = '<sheetData><row r="1"><c r="A1"/></row></sheetData>';
const SHEETS = [
  ROWS,
  '<sheetData/>',
  '<sheetData />',
  '<sheetData a=">"></sheetData>',
  '<sheetData\n></sheetData>',
];

describe('what stands around the rows', () => {
  test('is told once, and the pieces go on as they came, wherever the sheet is cut', async () => {
    for (const rows of SHEETS) {
      const sheet = HEAD + rows + TAIL;
      const expected = [[{ head: HEAD, tail: TAIL }], sheet];
      for (let at = 0; at <= sheet.length; at += 1) {
        const { told, passed } = await read(sheet.slice(0, at), sheet.slice(at));
        expect([told, passed], `${rows} at ${at}`).toEqual(expected);
      }
      // Pieces shorter than the tags that are looked for, and empty ones.
      const { told, passed } = await read(...sheet.split('').flatMap((sign) => [sign, '']));
      expect([told, passed], rows).toEqual(expected);
    }
  });

  test('has no rows, no second place for rows and no declarations', async () => {
    await refused('unreadable', '<worksheet></worksheet>');
    await refused('unreadable');
    for (const row of ['<row r="1"/>', '<row>', '<row/>', '<row\n>']) {
      await refused('unreadable', HEAD + row + ROWS + TAIL);
      await refused('unreadable', HEAD + ROWS + row + TAIL);
    }
    for (const second of ['<sheetData>', '<sheetData/>', '<sheetData a="b">', ROWS])
      await refused('unreadable', HEAD + ROWS + second + TAIL);
    for (const second of ['<sheetData>', '<sheetData/>'])
      await refused('unreadable', `${HEAD}<sheetData/>${second}${TAIL}`);
    const alike = '<rowBreaks/><sheetDataX/>';
    expect((await read(alike + ROWS + alike)).told).toEqual([{ head: alike, tail: alike }]);
    await refused('unreadable', `<!-- -->${HEAD}${ROWS}`);
    await refused('unreadable', HEAD, ROWS, `${TAIL}<`, '!-- -->');
    await refused('unreadable', HEAD, '<sheetData><', '', '!', '-- --></sheetData>');
  });

  test('is of four million characters at most, before and after the rows together', async () => {
    const half = 'x'.repeat(2_000_000);
    const { told } = await read(half + ROWS, half);
    expect([told[0]?.head.length, told[0]?.tail.length]).toEqual([2_000_000, 2_000_000]);
    await refused('too-large', half + ROWS, `${half}x`);
    await refused('too-large', `${half}${half}x`);
  });
});
