import { describe, expect, test } from 'vitest';
import { createAlterations } from '#renderer/data/files/check/alterations.ts';
import { checkEvidence } from '#renderer/data/files/check/evidence-check.ts';
import type { FileCell, FileRow } from '#renderer/data/files/check/sheet-rows.ts';
import type { WorkbookEvidence } from '#renderer/data/files/evidence/evidence.ts';
import {
  EVIDENCE_JSON_HEADING,
  type EvidenceCell,
  evidenceLines,
} from '#renderer/data/files/xlsx/evidence-lines.ts';

/** The readable evidence held against the record: each cell that was changed is told, where it stands, and no other. */

const SHEETS = [{ name: 'Filas', headingRow: 3, rows: 2 }];
const tableOf = (name: string) => ({
  ...{ name, columns: [['Orden', 'text'] as const, ['Ventas', 'money'] as const], sheets: SHEETS },
  hash: 'abc',
  layout: { isGrouped: false, totals: [null, { kind: 'sum', value: '12.50' }] },
});
const proofOf = (...names: readonly string[]) =>
  ({
    ...{ readUntil: null, knownUntil: null, watermark: null, controls: [], longFigures: 0, cutTexts: 7 },
    facts: [
      { name: 'Cuenta', value: 'Tienda' },
      { name: 'Nota', value: '' },
    ],
    tables: names.map(tableOf),
  }) as unknown as WorkbookEvidence;

function linesOf(proof: WorkbookEvidence) {
  const tables = proof.tables.map(({ name, columns, sheets, hash, layout }) => ({
    ...{ name, columns, sheets, hash, isGrouped: layout?.isGrouped ?? false, totals: layout?.totals ?? [] },
  }));
  const losses = { longFigures: proof.longFigures, cutTexts: proof.cutTexts ?? 0 };
  const known = { ...proof, controls: proof.controls ?? [] };
  return [...evidenceLines({ facts: proof.facts, tables, losses, known }), ...EVIDENCE_JSON_HEADING];
}

const number = (text: string): FileCell => ({ kind: 'number', text, style: 0 });
const words = (text: string): FileCell => ({ kind: 'text', text, style: 0 });
const formula = (text: string, value: string | null): FileCell => ({
  ...{ kind: 'formula', formula: text, style: 0 },
  value: value === null ? null : { kind: 'number', text: value },
});
function asSaved(cell: EvidenceCell): FileCell | null {
  if (cell.kind === 'text') return cell.text === '' ? null : words(cell.text);
  return cell.kind === 'count' ? number(String(cell.value)) : formula(cell.formula, cell.value);
}

/** The rows of a workbook as it was written, some cells put in another's place; null takes one away. */
function savedRows(
  proof: WorkbookEvidence,
  changed: { readonly [place: string]: FileCell | null } = {},
  hidden: readonly number[] = [],
): readonly FileRow[] {
  const places = new Map(Object.entries(changed));
  const lines = linesOf(proof);
  const count = Math.max(lines.length, ...[...places.keys()].map((place) => Number(place.split(' ')[0])));
  return Array.from({ length: count }, (_, at) => {
    const cells = new Map<number, FileCell>();
    for (const [column, cell] of (lines[at] ?? []).entries()) {
      const own = asSaved(cell);
      if (own !== null) cells.set(column, own);
    }
    for (const [place, cell] of places) {
      const [row = 0, column = 0] = place.split(' ').map(Number);
      if (row === at + 1 && cell !== null) cells.set(column, cell);
      if (row === at + 1 && cell === null) cells.delete(column);
    }
    return { number: at + 1, cells, isHidden: hidden.includes(at + 1) };
  });
}

function checked(proof: WorkbookEvidence, rows: readonly FileRow[], slack = 0) {
  const own = createAlterations(null);
  const tables = proof.tables.map(({ name }) => createAlterations(name));
  checkEvidence(proof, rows, own, (table) => ({
    alterations: tables[table] ?? own,
    // Of the column of amounts of one of the tables alone.
    slack: (column) => (column === 1 && tables[table] !== undefined ? slack : 99),
  }));
  return [own, ...tables].map(({ listed }) =>
    listed.map(({ kind, name, recorded, found, cell }) => [kind, name, recorded, found, cell]),
  );
}
const rowNamed = (proof: WorkbookEvidence, name: string) =>
  1 + linesOf(proof).findIndex(([first]) => first?.kind === 'text' && first.text === name);

describe('the evidence of one table', () => {
  const proof = proofOf('Filas');
  const changes = (changed: { readonly [place: string]: FileCell | null }, slack = 0) =>
    checked(proof, savedRows(proof, changed), slack)[0];

  test('as it was written is as it was written', () => {
    expect(checked(proof, savedRows(proof))).toEqual([[], []]);
  });

  test('a text that was changed, taken away, put where none was, or below it all', () => {
    expect(changes({ '1 1': words('Otra') })).toEqual([
      ['evidence', 'Cuenta', 'Tienda', 'Otra', 'Evidencia!B1'],
    ]);
    expect(changes({ '1 1': null })).toEqual([['evidence', 'Cuenta', 'Tienda', null, 'Evidencia!B1']]);
    expect(changes({ '2 1': words('x') })).toEqual([['evidence', 'Nota', null, 'x', 'Evidencia!B2']]);
    expect(changes({ '1 4': number('3') })).toEqual([['evidence', 'Cuenta', null, '3', 'Evidencia!E1']]);
    const below = linesOf(proof).length + 2;
    expect(changes({ [`${below} 0`]: words('Más') })).toEqual([
      ['evidence', 'Más', null, 'Más', `Evidencia!A${below}`],
    ]);
  });

  test('a count is a number, however it is written', () => {
    const row = rowNamed(proof, 'Textos cortados a 32.767 caracteres');
    expect(changes({ [`${row} 1`]: number('7.0') })).toEqual([]);
    const name = 'Textos cortados a 32.767 caracteres';
    expect(changes({ [`${row} 1`]: number('8') })).toEqual([
      ['evidence', name, '7', '8', `Evidencia!B${row}`],
    ]);
    expect(changes({ [`${row} 1`]: words('siete') })).toEqual([
      ['evidence', name, '7', 'siete', `Evidencia!B${row}`],
    ]);
    expect(changes({ [`${row} 1`]: formula('7', '7') })).toEqual([
      ['evidence', name, '7', '=7', `Evidencia!B${row}`],
    ]);
    expect(changes({ [`${row} 1`]: null })).toEqual([['evidence', name, '7', null, `Evidencia!B${row}`]]);
  });

  test('a sum is its formula, and what that comes to as near as a program adds', () => {
    const row = rowNamed(proof, 'Ventas');
    const sum = "SUM('Filas'!B4:B5)";
    const at = (cell: FileCell | null, slack = 0) => changes({ [`${row} 2`]: cell }, slack);
    const told = (recorded: string, found: string | null) => [
      ['evidence', 'Ventas', recorded, found, `Evidencia!C${row}`],
    ];
    expect(at(formula(sum, '12.5'))).toEqual([]);
    expect(at(formula(sum, '12.75'), 0.25)).toEqual([]);
    expect(at(formula(sum, '12.25'), 0.25)).toEqual([]);
    expect(at(formula(sum, '12.76'), 0.25)).toEqual(told('12.50', '12.76'));
    expect(at(formula(sum, null), 99)).toEqual(told('12.50', null));
    expect(at(formula("SUM('Filas'!B4:B4)", '12.50'))).toEqual(told(`=${sum}`, "=SUM('Filas'!B4:B4)"));
    expect(at(number('12.50'))).toEqual(told(`=${sum}`, '12.50'));
    expect(at(null)).toEqual(told(`=${sum}`, null));
  });

  test('a row that is hidden is told where it holds anything', () => {
    const empty = 1 + linesOf(proof).findIndex((line) => line.length === 0);
    expect(empty).toBeGreaterThan(1);
    expect(checked(proof, savedRows(proof, {}, [2, empty]))[0]).toEqual([
      ['hidden', '', null, null, 'Evidencia!2:2'],
    ]);
  });
});

test('of several tables each is told its own, by its name', () => {
  const proof = proofOf('Filas', 'Otra');
  const row = rowNamed(proof, 'Otra: Ventas');
  const [own, first, second] = checked(
    proof,
    savedRows(proof, { '1 1': words('x'), [`${row} 2`]: number('1') }),
  );
  expect(own).toEqual([['evidence', 'Cuenta', 'Tienda', 'x', 'Evidencia!B1']]);
  expect(first).toEqual([]);
  expect(second).toEqual([['evidence', 'Ventas', "=SUM('Filas'!B4:B5)", '1', `Evidencia!C${row}`]]);
});

test('a table whose name begins another’s has its own lines alone', () => {
  for (const names of [
    ['Resultado', 'Resultado por canal'],
    ['Resultado por canal', 'Resultado'],
  ]) {
    const proof = proofOf(...names);
    const rows = ['Resultado por canal', 'Resultado'].map((name) => rowNamed(proof, `${name}: Ventas`));
    const changed = Object.fromEntries(rows.map((row, at) => [`${row} 1`, words(`1${at}`)]));
    const [own, ...told] = checked(proof, savedRows(proof, changed));
    expect([own, told]).toEqual([
      [],
      names.map((name) => {
        const at = name === 'Resultado' ? 1 : 0;
        return [['evidence', 'Ventas', '12.50', `1${at}`, `Evidencia!B${rows[at]}`]];
      }),
    ]);
  }
});
