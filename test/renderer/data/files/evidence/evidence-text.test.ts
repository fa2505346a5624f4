import { describe, expect, test } from 'vitest';
import {
  EVIDENCE_VERSION,
  evidenceText,
  parseEvidence,
  type WorkbookEvidence,
} from '#renderer/data/files/evidence/evidence.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** The JSON on a workbook's sheet of evidence, as anybody may have written it. */

const TABLE = {
  name: 'Filas',
  columns: [['Ventas', 'money']],
  sheets: [{ name: 'Filas', headingRow: 3, rows: 1 }],
  rows: 1,
  hash: 'a'.repeat(64),
  sums: { Ventas: '10.50' },
  layout: null,
} as const;
const PROOF = {
  account: 'a',
  content: {
    kind: 'rows',
    query: { selection: EVERYTHING, grouping: 'rows', sort: null, columns: ['Ventas'] },
  },
  readUntil: '2026-04-01T12:00:00.000Z',
  knownUntil: null,
  watermark: null,
  facts: [],
  longFigures: 0,
  cutTexts: 0,
  controls: [],
  charts: 1,
  drawn: [{ title: 't', shape: 'bars', ranges: [{ range: 'A1:A2', points: ['1', null] }] }],
  tables: [TABLE],
} as unknown as Omit<WorkbookEvidence, 'cuadra' | 'version'>;
const written = (): { [part: string]: unknown } => JSON.parse(evidenceText(PROOF));
const readingOf = (parts: { readonly [part: string]: unknown }) =>
  parseEvidence(JSON.stringify({ ...written(), ...parts }));
const kindOf = (parts: { readonly [part: string]: unknown }) => readingOf(parts).kind;

describe('evidence', () => {
  test('is read as it was written', () => {
    expect(readingOf({})).toEqual({
      kind: 'read',
      proof: { cuadra: 'export', version: EVIDENCE_VERSION, ...PROOF },
    });
  });

  test('of before lacks what was not told yet, which is not known then', () => {
    const { cutTexts: _, controls: __, charts: ___, drawn: ____, ...old } = written();
    const { layout: _____, ...table } = TABLE;
    const { ownCosts: ______, ...selection } = EVERYTHING;
    const query = { selection, grouping: 'rows', sort: null, columns: [] };
    const before = { ...old, version: 1, tables: [table], content: { kind: 'rows', query } };
    expect(parseEvidence(JSON.stringify(before))).toMatchObject({
      kind: 'read',
      proof: {
        ...{ version: 1, cutTexts: null, controls: null, charts: null, drawn: null },
        tables: [{ layout: null }],
        content: { query: { selection: { ownCosts: null } } },
      },
    });
    expect([1, 2, EVIDENCE_VERSION].map((version) => kindOf({ version }))).toEqual(['read', 'read', 'read']);
  });

  test('of a later program is newer, whatever else it holds; what is no evidence is damaged', () => {
    const later = { cuadra: 'export', version: EVIDENCE_VERSION + 1 };
    expect(parseEvidence(JSON.stringify(later))).toEqual({ kind: 'newer' });
    for (const text of ['', '{', 'null', '7', '{"cuadra":"export"}', '{"cuadra":"export","version":0}'])
      expect(parseEvidence(text)).toEqual({ kind: 'damaged' });
    expect(kindOf({ cuadra: 'import' })).toBe('damaged');
    expect(kindOf({ version: 1.5 })).toBe('damaged');
  });

  test.each([
    ['no table', { tables: [] }],
    ['a table on no sheet', { tables: [{ ...TABLE, sheets: [] }] }],
    [
      'a heading above the first row',
      { tables: [{ ...TABLE, sheets: [{ ...TABLE.sheets[0], headingRow: 0 }] }] },
    ],
    ['a hash that is too long', { tables: [{ ...TABLE, hash: 'a'.repeat(65) }] }],
    ['a hash that is too short', { tables: [{ ...TABLE, hash: 'a'.repeat(63) }] }],
    ['a hash of other letters', { tables: [{ ...TABLE, hash: 'g'.repeat(64) }] }],
    ['fewer rows than none', { tables: [{ ...TABLE, rows: -1 }] }],
    ['a sum that is no number', { tables: [{ ...TABLE, sums: { Ventas: 'x' } }] }],
    ['a column of no kind', { tables: [{ ...TABLE, columns: [['Ventas', 'colour']] }] }],
    ['a chart of no shape', { drawn: [{ title: 't', shape: 'pie', ranges: [] }] }],
    [
      'a control of no scope',
      { controls: [{ range: 'all', scope: 'x', there: 1, here: 1, agrees: true, checkedAt: '' }] },
    ],
    ['a part of a drawing', { charts: 0.5 }],
    ['a moment that is none', { readUntil: 'yesterday' }],
    ['a name that fills the sheet', { account: 'a'.repeat(40_001) }],
  ])('with %s is damaged', (_, parts) => expect(kindOf(parts)).toBe('damaged'));

  test('of several tables is of none that could be asked for again, but for figures', () => {
    const tables = [TABLE, TABLE];
    const figures = { kind: 'figures', selection: EVERYTHING, rows: 1, sums: { Ventas: '1' } };
    expect(kindOf({ tables })).toBe('damaged');
    expect(kindOf({ tables, content: null })).toBe('read');
    expect(kindOf({ tables, content: figures })).toBe('read');
    expect(kindOf({ content: null })).toBe('read');
    expect(kindOf({ content: figures })).toBe('read');
  });

  test('takes each question there is, as it is', () => {
    const scope = { accounts: [{ Canal: 'c', Cuenta: 'd' }], isExcluded: true };
    const selection = {
      ...EVERYTHING,
      period: { from: '2026-01-01', to: '2026-01-31' },
      periodColumn: 'Fecha de Pago',
      filters: [{ column: 'Canal', values: ['x'] }],
      numberFilters: [{ column: 'Ventas', from: '1.5', to: null }],
      dateFilters: [
        { column: 'Fecha de compra', beyond: { side: '<', day: '2000-01-01' } },
        { column: 'Fecha de compra', beyond: null },
      ],
      scope,
      dashboardPreset: true,
      search: 'x',
      ownCosts: { currency: 'CLP' },
    };
    const sort = { column: 'Ventas', direction: 'descending' };
    const changes = {
      ...{ runId: 'r', since: '2026-04-01T12:00:00.000Z', month: '2026-03', kinds: ['new', 'removed'] },
      ...{ canal: 'c', scope, search: '', onlyDifferent: true, grouping: 'cause', group: 'cost', sort: null },
    };
    for (const content of [
      { kind: 'rows', query: { selection, grouping: 'orders', sort, columns: ['Orden'] } },
      ...['cost', '', '2026-03', null].map((group) => ({ kind: 'changes', query: { ...changes, group } })),
      { kind: 'figures', selection, rows: 2, sums: {} },
    ])
      expect(readingOf({ content })).toMatchObject({ kind: 'read', proof: { content } });
    for (const content of [
      { kind: 'rows', query: { selection, grouping: 'lines', sort, columns: [] } },
      { kind: 'changes', query: { ...changes, group: 'x' } },
      { kind: 'changes', query: { ...changes, kinds: ['x'] } },
      { kind: 'figures', selection: { ...selection, period: { from: '2026-01-01' } }, rows: 2, sums: {} },
      { kind: 'other' },
    ])
      expect(kindOf({ content })).toBe('damaged');
  });
});
