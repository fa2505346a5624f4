import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CheckStep } from '#renderer/data/model/export-check.ts';
import { type TableCell, tableOf } from '#renderer/data/model/sheet-table.ts';
import { randomCases } from '#test/random-cases.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from './checked-workbook.ts';
import { type Parts, withParts } from './edited-workbook.ts';
import { writeWorkbook } from './workbook-file.ts';

/** One cell of a workbook that is another, wherever it stands; and what a person or a program can do to the whole of it. */

const computed = (value: string, less: number): TableCell => ({
  value,
  formula: { kind: 'difference', column: 2, less },
});
const table = (name: string, first: number) =>
  tableOf({
    name,
    keyColumns: 1,
    columns: [
      { name: 'Orden', kind: 'text', total: null },
      { name: 'Fecha', kind: 'local-datetime', total: null },
      { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: `${3 * first + 3}.00` } },
      { name: 'Costo', kind: 'money', total: { kind: 'sum', value: '6.00' } },
      { name: 'Queda', kind: 'money', total: null },
    ],
    lines: [0, 1, 2].map((at) => ({
      cells: [
        `${name}-${at}`,
        `2026-03-0${at + 1}T10:00:00.000`,
        `${first + at}.00`,
        `${at + 1}.00`,
        computed(`${first - 1}.00`, 3),
      ],
    })),
  });
const ORDERS = table('Órdenes', 800);
const TABLES = [ORDERS, table('Canales', 50)];
const PLAN = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content: null } };

let file = new Uint8Array();
beforeAll(async () => {
  file = new Uint8Array(await writeWorkbook(TABLES, PLAN));
});

const SHEET = (at: number) => `xl/worksheets/sheet${at}.xml`;
const check = async (edit: (parts: Parts) => void): Promise<CheckStep> =>
  checkBytes(await withParts(file, edit), todayOf(ORDERS));

/** What is said of it, each with where; «refused» where nothing can be said at all. */
async function toldOf(edit: (parts: Parts) => void): Promise<readonly string[]> {
  const end = await check(edit);
  if (end.kind !== 'done') return ['refused'];
  const { altered } = end.check.file;
  return altered.map(({ kind, what, cell, name }) => [kind, what ?? '', cell ?? '', name ?? ''].join(' | '));
}

/** Changes one cell of a sheet's XML to something else. */
function mutated(cell: string, how: number): string {
  const [, formula] = /<f>([^<]*)<\/f>/.exec(cell) ?? [];
  const [, value] = /<v>([^<]*)<\/v>/.exec(cell) ?? [];
  const [, words] = /<t[^>]*>([^<]*)<\/t>/.exec(cell) ?? [];
  if (words !== undefined) return cell.replace(`>${words}<`, `>${words}.<`);
  switch (how) {
    case 0:
      return cell.replace(`<v>${value}<`, `<v>${Number(value) + 1}<`);
    case 1:
      return formula === undefined
        ? cell.replace('<v>', `<f>${value}+0</f><v>`)
        : cell.replace(`<f>${formula}</f>`, `<f>${formula}+0</f>`);
    case 2:
      return formula === undefined ? '' : cell.replace(`<f>${formula}</f>`, '');
    default:
      return cell.replace(/<c r="([A-Z]+\d+)"[^>]*>.*<\/c>/, '<c r="$1" t="str"><v>otra cosa</v></c>');
  }
}

describe('any one cell', () => {
  it('that is another is told, in every sheet, and on which', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.nat(),
        fc.integer({ min: 0, max: 3 }),
        async (sheet, place, how) => {
          let cell = '';
          let next = '';
          const recorded = await toldOf((parts) => {
            const xml = parts.get(SHEET(sheet)) ?? '';
            const cells = [...xml.matchAll(/<c r="[A-Z]+\d+"[^>]*>.*?<\/c>/g)];
            const found = cells[place % cells.length];
            cell = found?.[0] ?? '';
            next = mutated(cell, how);
            const at = found?.index ?? 0;
            parts.set(SHEET(sheet), xml.slice(0, at) + next + xml.slice(at + cell.length));
          });
          expect(cell).not.toBe('');
          fc.pre(next !== cell);
          expect(recorded, `${sheet}: ${cell} → ${next}`).not.toEqual([]);
          const name = ['Órdenes', 'Canales', 'Evidencia'][sheet - 1] ?? '';
          if (sheet < 3) expect(recorded.join('\n'), `${cell} → ${next}`).toContain(name);
        },
      ),
      { numRuns: randomCases(25) },
    );
  });
});

const replaced = (part: string | RegExp, from: string | RegExp, to: string) => (parts: Parts) => {
  const before = [...parts.values()].join('');
  for (const [name, text] of parts)
    if (typeof part === 'string' ? name === part : part.test(name)) parts.set(name, text.replace(from, to));
  if (before === [...parts.values()].join('')) throw new Error(`Nothing to edit: ${from}`);
};
const swapped = (parts: Parts): void => {
  const xml = parts.get('xl/workbook.xml') ?? '';
  const [one = '', other = ''] = xml.match(/<sheet [^>]*\/>/g) ?? [];
  parts.set('xl/workbook.xml', xml.replace(one + other, other + one));
};

describe('the workbook', () => {
  it.each<[string, (parts: Parts) => void, RegExp]>([
    [
      'a sheet taken out',
      replaced('xl/workbook.xml', /<sheet name="Canales"[^>]*\/>/, ''),
      /Canales|refused/,
    ],
    ['a sheet renamed', replaced('xl/workbook.xml', 'name="Canales"', 'name="Otros"'), /Canales|Otros/],
    ['sheets in another order', swapped, /structure \| sheets-reordered .* Canales/],
    [
      'a sheet put in',
      replaced('xl/workbook.xml', '</sheets>', '<sheet name="Más" sheetId="99" r:id="rId1"/></sheets>'),
      /Más/,
    ],
    [
      'choices for a cell',
      replaced(
        SHEET(1),
        '<autoFilter',
        '<dataValidations count="1"><dataValidation type="list" sqref="C4"><formula1>"1,2"</formula1></dataValidation></dataValidations><autoFilter',
      ),
      /structure \| choices \| Órdenes!C4/,
    ],
    [
      'a formula of another workbook',
      replaced(SHEET(1), /<f>C5-D5<\/f>/, '<f>[1]Hoja1!A1</f>'),
      /formula \|.*Órdenes/,
    ],
    [
      'another workbook that it takes from',
      (parts) => {
        parts.set('xl/externalLinks/externalLink1.xml', '<externalLink/>');
      },
      /structure \| part-added .*externalLink1/,
    ],
    [
      'white figures',
      (parts) => {
        replaced(
          'xl/styles.xml',
          /<fonts count="(\d+)">/,
          '<fonts count="99"><font><color rgb="FFFFFFFF"/></font>',
        )(parts);
      },
      /format/,
    ],
  ])('tells %s', async (_name, edit, what) => {
    expect((await toldOf(edit)).join('\n')).toMatch(what);
  });
});
