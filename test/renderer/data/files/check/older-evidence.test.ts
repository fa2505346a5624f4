import { describe, expect, test } from 'vitest';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { CHECKED_PLAN, checkBytes, todayOf } from '#test/renderer/data/files/checked-workbook.ts';
import { type Parts, withParts } from '#test/renderer/data/files/edited-workbook.ts';
import { writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** Workbooks whose evidence, of all tables or of some, knows their sums alone, as evidence of before does. */

const PLAN = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content: null } };
const tableCalled = (name: string) =>
  tableOf({
    name,
    keyColumns: 1,
    columns: [
      { name: 'Orden', kind: 'text', total: null },
      { name: 'Ventas', kind: 'money', total: { kind: 'sum', value: '30.00' } },
    ],
    lines: ['10.00', '20.00'].map((amount, at) => ({ cells: [`A-${at}`, amount] })),
  });
const LAYOUT = /"layout":\{.*?"marks":"[^"]*"\}/;

/** @param older of how many tables nothing but the sums is known */
async function stateOf(
  names: readonly string[],
  older: number,
  edit: (parts: Parts) => void = () => {},
  facts: typeof PLAN.facts = PLAN.facts,
) {
  const tables = names.map(tableCalled);
  const written = await writeWorkbook(tables, { ...PLAN, facts });
  const bytes = await withParts(new Uint8Array(written), (parts) => {
    const path = `xl/worksheets/sheet${names.length + 1}.xml`;
    let xml = parts.get(path) ?? '';
    if (older > 0) xml = xml.replace('"version":3', '"version":2');
    for (let at = 0; at < older; at += 1) xml = xml.replace(LAYOUT, '"layout":null');
    parts.set(path, xml);
    edit(parts);
  });
  const end = await checkBytes(bytes, todayOf(tables[0] ?? tableCalled('')));
  if (end.kind !== 'done') throw new Error(JSON.stringify(end));
  const { altered, unchecked } = end.check.file;
  return { told: altered.map(({ kind, recorded, found }) => `${kind} ${recorded} → ${found}`), unchecked };
}
const inEvidence = (sheets: number, from: string, to: string) => (parts: Parts) => {
  const path = `xl/worksheets/sheet${sheets + 1}.xml`;
  const xml = parts.get(path) ?? '';
  expect(xml).toContain(from);
  parts.set(path, xml.replace(from, to));
};

describe('evidence of before', () => {
  test('says what it leaves unchecked, of all tables or of one of them', async () => {
    expect(await stateOf(['Una'], 0)).toEqual({ told: [], unchecked: [] });
    for (const [names, older] of [
      [['Una'], 1],
      [['Una', 'Otra'], 1],
      [['Una', 'Otra'], 2],
    ] as const)
      expect(await stateOf(names, older)).toEqual({ told: [], unchecked: ['older-evidence'] });
  });

  test('may have several facts of one name, each by itself', async () => {
    const facts = ['uno', 'dos', 'tres'].map((value) => ({ name: 'Filtro', value }));
    expect((await stateOf(['Una'], 1, undefined, facts)).told).toEqual([]);
    const altered = inEvidence(1, '>dos<', '>otro<');
    expect((await stateOf(['Una'], 1, altered, facts)).told).toEqual(['evidence dos → uno']);
  });

  test('has its rows and facts looked at all the same', async () => {
    const facts = inEvidence(1, '>Demo<', '>Otra<');
    expect((await stateOf(['Una'], 1, facts)).told).toEqual(['evidence Demo → Otra']);
    const sum = inEvidence(1, '>30.00</t>', '>30.01</t>');
    expect((await stateOf(['Una'], 1, sum)).told).toEqual(['evidence 30.00 → 30.01']);
    // Words that its record says nothing of are told where the record is whole.
    const words = inEvidence(1, '</c></row><row r="2"', '</c><c r="C1" t="str"><v>x</v></c></row><row r="2"');
    expect((await stateOf(['Una'], 1, words)).told).toEqual([]);
    expect((await stateOf(['Una'], 0, words)).told).toEqual(['evidence null → x']);
  });
});
