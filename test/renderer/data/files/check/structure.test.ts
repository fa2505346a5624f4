import { describe, expect, test } from 'vitest';
import { createAlterations } from '#renderer/data/files/check/alterations.ts';
import { checkCharts, type FoundChart } from '#renderer/data/files/check/chart-check.ts';
import {
  checkStructure,
  checkSurroundings,
  type WorkbookStructure,
} from '#renderer/data/files/check/workbook-structure.ts';
import type { ChartRecord, TableEvidence } from '#renderer/data/files/evidence/evidence.ts';

/** What is told of a workbook's structure: one thing changed at a time, and each of them named. */

const told = (check: (alterations: ReturnType<typeof createAlterations>) => void) => {
  const alterations = createAlterations(null);
  check(alterations);
  return alterations.listed.map(({ kind, what, name, recorded, found, cell, count }) =>
    [kind, what, name, recorded, found, cell, count === 1 ? null : count]
      .filter((each) => each !== null && each !== '')
      .join(' '),
  );
};

describe('charts', () => {
  const range = (of: string, ...points: (string | null)[]) => ({ range: of, points });
  const RECORDED: ChartRecord = {
    title: 'Por mes',
    shape: 'columns',
    ranges: [range("'Por mes'!$A$4:$A$6", 'ene', 'feb', null), range('Filas!$B$4:$B$6', '1.5', '2', '3')],
  };
  const SECOND: ChartRecord = { title: 'Por canal', shape: 'bars', ranges: [] };
  const found = (parts: Partial<FoundChart> = {}): FoundChart => ({ ...RECORDED, bounds: [], ...parts });
  const of = (charts: readonly FoundChart[], recorded: readonly ChartRecord[] = [RECORDED]) =>
    told((alterations) => checkCharts(recorded, charts, alterations));

  test('that are as they were, in whatever order and writing, are told by none', () => {
    expect(of([found()])).toEqual([]);
    expect(of([{ ...SECOND, bounds: [] }, found()], [RECORDED, SECOND])).toEqual([]);
    const rewritten = [
      range('Por mes!A4:A6', 'ene', 'feb'),
      range("'Filas'!B4:B6", '1.50', ' 2', '3.00000000000000001'),
    ];
    expect(of([found({ ranges: rewritten })])).toEqual([]);
    const one: ChartRecord = { ...RECORDED, ranges: [range("'D''Or'!$B$4:$B$4", '1')] };
    expect(of([found({ ranges: [range("'D''Or'!$B$4", '1')] })], [one])).toEqual([]);
  });

  test('are told with what became of them', () => {
    expect(of([])).toEqual(['structure Por mes Por mes']);
    expect(of([found(), { ...SECOND, bounds: [] }])).toEqual(['structure Por canal Por canal']);
    expect(of([found({ title: 'Otro' })])).toEqual(['structure Por mes Por mes Otro']);
    expect(of([found({ shape: 'pieChart' })])).toEqual(['structure Por mes columns pieChart']);
    expect(of([found({ bounds: ['min 10', 'maxMin'] })])).toEqual(['structure Por mes min 10, maxMin']);
    expect(of([found({ ranges: RECORDED.ranges.slice(0, 1) })])).toEqual(['structure Por mes Filas!B4:B6']);
    const more = [...RECORDED.ranges, range('Filas!$C$4:$C$6')];
    expect(of([found({ ranges: more })])).toEqual(['structure Por mes Filas!C4:C6']);
    const moved = [RECORDED.ranges[0] ?? range(''), range('Filas!$B$4:$B$5', '1.5', '2', '3')];
    expect(of([found({ ranges: moved })])).toEqual(['structure Por mes Filas!B4:B6 Filas!B4:B5']);
  });

  test('are told with the first point of a range that is another', () => {
    const points = (...own: (string | null)[]) =>
      of([found({ ranges: [RECORDED.ranges[0] ?? range(''), range('Filas!$B$4:$B$6', ...own)] })]);
    expect(points('1.5', '2.1', '4')).toEqual(['structure Por mes: Filas!B4:B6 2 2.1']);
    expect(points('1.5', '2')).toEqual(['structure Por mes: Filas!B4:B6 3']);
    expect(points('1.5', '2', '3', '4')).toEqual(['structure Por mes: Filas!B4:B6 4']);
    expect(points('1.5', '', '3')).toEqual(['structure Por mes: Filas!B4:B6 2']);
    expect(points('1.5', 'x', '3')).toEqual(['structure Por mes: Filas!B4:B6 2 x']);
    expect(points('1.5', null, '3')).toEqual(['structure Por mes: Filas!B4:B6 2']);
  });
});

describe('what stands around the rows', () => {
  const table = {
    columns: [
      ['Orden', 'text'],
      ['Ventas', 'money'],
      ['Costo', 'money'],
    ],
  } as unknown as TableEvidence;
  const around = (head: string, tail = '', of: TableEvidence | null = table) =>
    told((alterations) => checkSurroundings('Filas', of, { head, tail }, alterations));
  const col = (min: number, max: number, more: string) =>
    `<cols><col min="${min}" max="${max}" ${more}/></cols>`;

  test('hides nothing where columns are wide, rows are high and nothing is frozen above them', () => {
    expect(around(`<sheetFormatPr defaultRowHeight="15"/>${col(1, 3, 'width="12" hidden="0"')}`)).toEqual([]);
    expect(around(col(4, 9, 'hidden="1"'))).toEqual([]);
    expect(around('<sheetView topLeftCell="A9"/>')).toEqual([]);
    expect(around('<sheetView topLeftCell="A1"><pane state="frozen"/></sheetView>')).toEqual([]);
  });

  test('hides columns by a word or by their width, as far as the table goes', () => {
    expect(around(col(2, 2, 'hidden="1"'))).toEqual(['hidden columns-hidden Ventas Filas!B:B']);
    expect(around(col(2, 9, 'hidden="true"'))).toEqual(['hidden columns-hidden Ventas, Costo Filas!B:C 2']);
    expect(around(col(1, 1, 'width="0.5"'))).toEqual(['hidden columns-hidden Orden Filas!A:A']);
    expect(around(col(1, 1, 'width="0.51"'))).toEqual([]);
    expect(around(col(3, 2, 'hidden="1"'))).toEqual([]);
    expect(around(col(6, 7, 'hidden="1"'), '', null)).toEqual(['hidden columns-hidden Filas!F:F']);
    expect(around(col(7, 7, 'hidden="1"'), '', null)).toEqual([]);
  });

  test('hides rows by default, and those above where a sheet was frozen', () => {
    expect(around('<sheetFormatPr zeroHeight="1"/>')).toEqual(['hidden rows-hidden-by-default Filas']);
    expect(around('<sheetFormatPr defaultRowHeight="0"/>')).toEqual(['hidden rows-hidden-by-default Filas']);
    const frozen = (state: string) =>
      around(`<sheetView topLeftCell="B5"><pane state="${state}"/></sheetView>`);
    expect(frozen('frozen')).toEqual(['hidden row-hidden Filas!1:4 4']);
    expect(frozen('frozenSplit')).toEqual(['hidden row-hidden Filas!1:4 4']);
    expect(frozen('split')).toEqual([]);
  });

  test('merges cells, offers choices and formats by conditions, each named with its place', () => {
    expect(around('', '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="C1:C2"/></mergeCells>')).toEqual([
      ...['structure cells-merged Filas!A1:B2', 'structure cells-merged Filas!C1:C2'],
    ]);
    expect(around('', '<dataValidation sqref="A1"/>')).toEqual(['structure choices Filas!A1']);
    expect(around('', '<conditionalFormatting sqref="B2"/><x14:conditionalFormatting/>')).toEqual([
      ...['format conditional-format Filas!B2', 'format conditional-format Filas!'],
    ]);
  });
});

describe('the sheets of a workbook', () => {
  const tables = [{ sheets: [{ name: 'Filas' }, { name: 'Filas 2' }] }, { sheets: [{ name: 'Por mes' }] }];
  const NAMES = ['Filas', 'Filas 2', 'Por mes', 'Evidencia'];
  const of = (
    parts: Partial<WorkbookStructure> & { readonly named?: readonly string[] } = {},
    charts: number | null = 2,
  ) => {
    const { named = NAMES, ...others } = parts;
    const structure: WorkbookStructure = {
      sheets: named.map((name) => ({ name, isHidden: false })),
      ...{ names: [], foreignParts: [], drawn: 2, charts: [], countsFrom1904: false, isAsShown: false },
      ...{ savedBy: null, evidence: { head: '', tail: '' }, ...others },
    };
    const proof = { tables, charts, drawn: null } as never;
    return told((alterations) => checkStructure(proof, structure, alterations));
  };

  test('that are all there, or fewer, are told by nothing here', () => {
    expect(of()).toEqual([]);
    expect(of({ named: ['Filas', 'Por mes', 'Evidencia'] })).toEqual([]);
    expect(of({ drawn: 9 }, null)).toEqual([]);
  });

  test('are told where they were added, hidden or put in another order', () => {
    expect(of({ named: ['Mía', ...NAMES] })).toEqual(['structure sheet-added Mía']);
    const hidden = NAMES.map((name) => ({ name, isHidden: name === 'Filas 2' }));
    expect(of({ sheets: hidden })).toEqual(['hidden sheet-hidden Filas 2']);
    expect(of({ named: ['Filas', 'Por mes', 'Filas 2', 'Evidencia'] })).toEqual([
      'structure sheets-reordered Por mes',
    ]);
    expect(of({ named: ['Evidencia', 'Filas', 'Por mes'] })).toEqual([
      'structure sheets-reordered Evidencia',
    ]);
  });

  test('are told with names, parts and drawings that came, other days and rounded figures', () => {
    expect(of({ names: ['x'], foreignParts: ['xl/vbaProject.bin'] })).toEqual([
      ...['structure name-added x', 'structure part-added xl/vbaProject.bin'],
    ]);
    expect(of({ drawn: 3 })).toEqual(['structure drawings 3']);
    expect(of({ countsFrom1904: true })).toEqual(['format date-system']);
    expect(of({ isAsShown: true })).toEqual(['format number-disguised']);
    expect(of({ evidence: { head: '', tail: '<mergeCell ref="A1:A2"/>' } })).toEqual([
      'structure cells-merged Evidencia!A1:A2',
    ]);
  });
});
