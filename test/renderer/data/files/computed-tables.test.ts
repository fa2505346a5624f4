import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Formula, type TableCell, tableOf } from '#renderer/data/model/sheet-table.ts';
import { randomCases } from '#test/random-cases.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from './checked-workbook.ts';
import { withParts } from './edited-workbook.ts';
import { unzipped } from './unzipped.ts';
import { writeWorkbook } from './workbook-file.ts';

/** Tables of every formula, computed here in whole cents: none is called altered, and no value can be another unseen. */

const PLAN = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content: null } };

/** In cents; percentages in thousandths of a millionth. */
const money = (cents: bigint): string => {
  const size = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
};
const computed = (value: string, formula: Formula): TableCell => ({ value, formula });
const percent = (part: bigint, base: bigint): string => ((100 * Number(part)) / Number(base)).toFixed(9);

const cents = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const group = fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 4 });

function tableOfGroups(groups: readonly (readonly (readonly [bigint, bigint])[])[], sheetRows?: number) {
  const add = (values: readonly bigint[]): bigint => values.reduce((sum, each) => sum + each, 0n);
  const all = groups.flat();
  const [ones, others] = [add(all.map(([one]) => one)), add(all.map(([, other]) => other))];
  const lineOf = (name: string, one: bigint, other: bigint, below: number) => {
    const cell = (value: bigint): TableCell =>
      below === 0 ? money(value) : computed(money(value), { kind: 'subtotal', below });
    return {
      cells: [
        name,
        cell(one),
        cell(other),
        computed(money(one + other), { kind: 'sum', columns: [1, 2] }),
        computed(money(one - other), { kind: 'difference', column: 1, less: 2 }),
        other <= 0n
          ? null
          : computed(percent(one, other), { kind: 'rate', part: 1, base: 2, baseLine: null }),
        other === 0n
          ? null
          : computed(percent(one, other < 0n ? -other : other), { kind: 'change', part: 1, base: 2 }),
      ],
      depth: below === 0 ? (1 as const) : (0 as const),
    };
  };
  const lines = groups.flatMap((each, at) => [
    lineOf(`g${at}`, add(each.map(([one]) => one)), add(each.map(([, other]) => other)), each.length),
    ...each.map(([one, other], row) => lineOf(`g${at}-${row}`, one, other, 0)),
  ]);
  const sum = (value: bigint) => ({ kind: 'sum' as const, value: money(value) });
  const table = tableOf({
    name: 'Grupos',
    keyColumns: 1,
    columns: [
      { name: 'Grupo', kind: 'text', total: null },
      { name: 'Uno', kind: 'money', total: sum(ones) },
      { name: 'Otro', kind: 'money', total: sum(others) },
      { name: 'Suma', kind: 'money', total: null },
      { name: 'Diferencia', kind: 'money', total: null },
      { name: 'Tasa', kind: 'percent', total: null },
      { name: 'Cambio', kind: 'percent', total: null },
    ],
    lines,
  });
  return { table, plan: sheetRows === undefined ? PLAN : { ...PLAN, sheetRows } };
}

describe('a table of formulas', () => {
  it('is whole as it left, on one sheet or on several', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(group, { minLength: 1, maxLength: 6 }),
        fc.option(fc.integer({ min: 5, max: 12 }), { nil: undefined }),
        async (groups, sheetRows) => {
          const { table, plan } = tableOfGroups(groups, sheetRows);
          const end = await checkBytes(await writeWorkbook(table, plan), todayOf(table));
          expect(end).toMatchObject({ kind: 'done', check: { file: { altered: [], counts: {} } } });
        },
      ),
      { numRuns: randomCases(8) },
    );
  });

  it('has no formula over a part of its group, on however many sheets that is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(group, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 5, max: 9 }),
        async (groups, sheetRows) => {
          const { table, plan } = tableOfGroups(groups, sheetRows);
          const written = unzipped(await writeWorkbook(table, plan));
          const names = [...(written.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(
            ([, name = '']) => name,
          );
          // The last one is the evidence.
          const sheets = new Map(
            names.slice(0, -1).map((name, at) => {
              const xml = written.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '';
              const cells = new Map(
                [...xml.matchAll(/<c r="(B\d+)"[^>]*>(?:<f>([^<]*)<\/f>)?<v>([^<]*)</g)].map(
                  ([, place = '', formula, value = '']) => [place, { formula, value }],
                ),
              );
              return [name, { xml, cells }] as const;
            }),
          );
          const recorded = groups.map((each) => money(each.reduce((sum, [one]) => sum + one, 0n)));
          const found: string[] = [];
          for (const [name, { xml, cells }] of sheets) {
            for (const [place, { formula, value }] of cells) {
              const [, ranges] = /^SUBTOTAL\(9,(.*)\)$/.exec(formula ?? '') ?? [];
              if (ranges === undefined || place === 'B2') continue;
              let sum = 0n;
              for (const range of ranges.split(',')) {
                const [, other, from, to] = /^(?:'(.*)'!)?B(\d+):B(\d+)$/.exec(range) ?? [];
                const own = other === undefined ? cells : sheets.get(other)?.cells;
                for (let row = Number(from); row <= Number(to); row += 1)
                  sum += BigInt((own?.get(`B${row}`)?.value ?? 'none').replace('.', ''));
              }
              expect(`${name} ${place} ${formula} ${value}`).toBe(
                `${name} ${place} ${formula} ${money(sum)}`,
              );
            }
            // A line of a group, whichever way its figure is written.
            for (const row of xml.matchAll(/<row r="\d+"><c r="A\d+"[^>]*><is><t[^>]*>g\d+<.*?<\/row>/g))
              found.push(/<c r="B\d+"[^>]*>(?:<f>[^<]*<\/f>)?<v>([^<]*)</.exec(row[0])?.[1] ?? '');
          }
          expect(found).toEqual(recorded);
        },
      ),
      { numRuns: randomCases(10) },
    );
  });

  it('shows every value and every formula that is another', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(group, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.boolean(),
        async (groups, place, isFormula) => {
          const { table, plan } = tableOfGroups(groups);
          const bytes = await withParts(await writeWorkbook(table, plan), (parts) => {
            const path = 'xl/worksheets/sheet1.xml';
            const xml = parts.get(path) ?? '';
            const cells = [...xml.matchAll(/<f>([^<]*)<\/f><v>([^<]*)</g)];
            const [whole, formula = '', value = ''] = cells[place % cells.length] ?? [''];
            const at = cells[place % cells.length]?.index ?? 0;
            const other = isFormula
              ? `<f>${formula}+0</f><v>${value}<`
              : `<f>${formula}</f><v>${(Number(value) + 0.01 + Math.abs(Number(value)) * 1e-9).toFixed(9)}<`;
            parts.set(path, xml.slice(0, at) + other + xml.slice(at + whole.length));
          });
          const end = await checkBytes(bytes, todayOf(table));
          if (end.kind !== 'done') throw new Error('Not checked.');
          expect(end.check.file.counts[isFormula ? 'formula' : 'value']).toBeGreaterThan(0);
        },
      ),
      { numRuns: randomCases(13) },
    );
  });

  it('has a rate of nothing where its base became nothing, and of nothing else', async () => {
    const { table, plan } = tableOfGroups([[[1_000n, 2_000n]]]);
    const written = await writeWorkbook(table, plan);
    const checkedWith = async (base: string, value: string, isText = false) => {
      const bytes = await withParts(written, (parts) => {
        const path = 'xl/worksheets/sheet1.xml';
        const xml = (parts.get(path) ?? '')
          .replace('<c r="F5"', isText ? '<c r="F5" t="str"' : '<c r="F5"')
          .replace(/(<c r="C5"[^>]*><v>)[^<]*/, (_, before: string) => before + base)
          .replace(/(<c r="F5"[^>]*><f>[^<]*<\/f>)<v>[^<]*<\/v>/, (_, before: string) => before + value);
        expect(xml).not.toBe(parts.get(path));
        parts.set(path, xml);
      });
      const end = await checkBytes(bytes, todayOf(table));
      if (end.kind !== 'done') throw new Error('Not checked.');
      return end.check.file.altered
        .filter(({ kind, cell }) => kind === 'value' && cell?.endsWith('F5') === true)
        .map(({ recorded, found }) => [recorded, found]);
    };
    expect(await checkedWith('0', '')).toEqual([]);
    expect(await checkedWith('0', '<v></v>')).toEqual([]);
    // A program writes an empty text as the value of a formula that gives one.
    expect(await checkedWith('0', '<v></v>', true)).toEqual([]);
    expect(await checkedWith('0', '<v>50</v>')).toEqual([[null, '50']]);
    expect(await checkedWith('40', '')).toEqual([['25', null]]);
    expect(await checkedWith('40', '<v>25</v>')).toEqual([]);
  });

  it('on several sheets may lack the totals of its parts, and has no others', async () => {
    const cents = Array.from({ length: 6 }, (_, at): readonly [bigint, bigint] => [
      BigInt(100 * (at + 1)),
      7n,
    ]);
    const { table, plan } = tableOfGroups([cents], 6);
    const written = await writeWorkbook(table, plan);
    expect([...unzipped(written).keys()]).toContain('xl/worksheets/sheet3.xml');
    const checkedWith = async (value: string) => {
      const bytes = await withParts(written, (parts) => {
        const path = 'xl/worksheets/sheet1.xml';
        const xml = (parts.get(path) ?? '').replace(
          /(<c r="B2"[^>]*><f>[^<]*<\/f>)(?:<v>[^<]*<\/v>)?/,
          (_, before: string) => before + value,
        );
        parts.set(path, xml);
      });
      const end = await checkBytes(bytes, todayOf(table));
      if (end.kind !== 'done') throw new Error('Not checked.');
      return end.check.file.altered
        .filter(({ cell }) => cell?.endsWith('B2') === true)
        .map(({ kind }) => kind);
    };
    expect([await checkedWith(''), await checkedWith('<v></v>'), await checkedWith('<v>0.99</v>')]).toEqual([
      ...[[], [], ['value']],
    ]);
  });

  it('has nothing beside its title, nor beside the word of its totals', async () => {
    const { table, plan } = tableOfGroups([[[1_000n, 2_000n]]]);
    const written = await writeWorkbook(table, plan);
    const added = async (place: string) => {
      const bytes = await withParts(written, (parts) => {
        const path = 'xl/worksheets/sheet1.xml';
        const cell = `<c r="${place}" t="inlineStr"><is><t>x</t></is></c></row>`;
        const row = new RegExp(`(<row r="${place.slice(1)}".*?)</row>`);
        parts.set(
          path,
          (parts.get(path) ?? '').replace(row, (_, before: string) => before + cell),
        );
      });
      const end = await checkBytes(bytes, todayOf(table));
      if (end.kind !== 'done') throw new Error('Not checked.');
      return end.check.file.altered.map(({ kind, name, recorded, found, cell }) => [
        kind,
        name,
        recorded,
        found,
        cell,
      ]);
    };
    expect(await added('D1')).toEqual([['heading', '', null, 'x', 'Grupos!D1']]);
    expect(await added('D2')).toEqual([['heading', '', null, 'x', 'Grupos!D2']]);
  });
});
