import { describe, expect, test } from 'vitest';
import type { OrderDifference } from '#renderer/data/model/changes.ts';
import { cellMessage, changedDifference } from '#renderer/features/changes/changed-values.tsx';
import { groupsOfNow, isAllThere } from '#renderer/features/changes/use-since-seen.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { monthsToAct } from '#renderer/features/coverage/month-popover.tsx';
import { placeWords, verdictOf } from '#renderer/features/export-check/check-result.tsx';
import { identityOf, openedNow } from '#renderer/screens/changes/changes-screen.tsx';
import {
  amountId,
  changeCells,
  changeFoot,
  changeGroups,
  changesSums,
  inOneYear,
  sortColumnOf,
} from '#renderer/screens/changes/changes-table.tsx';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** What stands in the table of changes, line by line, and what little is decided beside it and beside a checked file. */

type Side = NonNullable<OrderDifference['before']>;
const side = (rows: number, sales: string, total: string, more: Partial<Side> = {}): Side => ({
  ...{ rows, states: ['Regular'], payments: ['Informado'] },
  amounts: { Ventas: sales as Decimal, 'Rentabilidad Total': total as Decimal },
  ...more,
});
const change = (part: Partial<OrderDifference>): OrderDifference => ({
  ...{ Canal: 'Plaza', Cuenta: 'Uno', Orden: '7', identity: { Orden: '7', Canal: 'Plaza', Cuenta: 'Uno' } },
  ...{ purchase: '2026-10-05T10:20:30.000' as LocalDateTime, kind: 'changed', before: null, after: null },
  ...{ changes: 2, readAt: null, purpose: 'changes', windowFrom: 'from', windowTo: 'to' },
  ...{ correlationIds: [], columns: null, values: null },
  ...part,
});
const CHANGED = change({
  before: side(2, '100', '-5.5'),
  after: side(3, '80', '4', { states: ['Cancelada'], payments: ['Informado'] }),
  correlationIds: ['a', 'b', 'c'],
});
const NEW = change({
  ...{
    kind: 'new',
    Orden: ' ',
    Cuenta: 'Dos',
    purchase: null,
    after: side(1, '30', '0'),
    correlationIds: ['d'],
  },
});
const REMOVED = change({ kind: 'removed', before: side(1, '10.25', '1') });
const COLUMNS = [
  ...['Orden', 'change', 'purchase', 'Canal', 'Cuenta'],
  ...['Ventas', 'Rentabilidad Total', 'Rentabilidad Comercial'].flatMap((column) =>
    (['before', 'after', 'difference'] as const).map((of) => amountId(column, of)),
  ),
  ...['states', 'payments', 'rows:before', 'rows:after', 'read', 'purpose', 'changes', 'correlation'],
];

describe('the table of changes', () => {
  test('has each change whole: what it is of, before, after and by how much', () => {
    const cells = changeCells({ text, formats, places: 0, shortDates: true });
    const shown = (line: OrderDifference) =>
      COLUMNS.map((column) => `${cells(line, column).text} ${cells(line, column).tone}`);
    expect([CHANGED, NEW, REMOVED].map((line) => shown(line).join(' | '))).toEqual(
      [
        [
          ...['7 plain', 'estado, montos, filas 2 → 3 plain', '05-10 10:20 soft', 'Plaza plain', 'Uno plain'],
          ...['100 plain', '80 plain', '−20 negative', '−6 negative', '4 plain', '+10 positive'],
          ...[
            '— none',
            '— none',
            '— none',
            'Regular → Cancelada plain',
            'Informado soft',
            '2 plain',
            '3 plain',
          ],
          ...['— none', 'Cambios soft', '2 soft', 'a +2 soft'],
        ],
        [
          ...['Sin número de orden soft', 'Nueva plain', '— none', 'Plaza plain', 'Dos plain'],
          ...['— none', '30 plain', '+30 positive', '— none', '0 zero', '0 zero'],
          ...['— none', '— none', '— none', 'Regular soft', 'Informado soft', '— none', '1 plain'],
          ...['— none', 'Cambios soft', '2 soft', 'd soft'],
        ],
        [
          ...['7 plain', 'Eliminada plain', '05-10 10:20 soft', 'Plaza plain', 'Uno plain'],
          ...['10 plain', '— none', '−10 negative', '1 plain', '— none', '−1 negative'],
          ...['— none', '— none', '— none', 'Regular soft', 'Informado soft', '1 plain', '— none'],
          ...['— none', 'Cambios soft', '2 soft', '— none'],
        ],
      ].map((texts) => texts.join(' | ')),
    );
    expect(cells(CHANGED, 'correlation').title).toBe('a\nb\nc');
    expect(cells(CHANGED, 'purpose').title).toBe('from – to');
    const whole = changeCells({ text, formats, places: 2, shortDates: false });
    expect([whole(CHANGED, 'purchase').text, whole(REMOVED, amountId('Ventas', 'before')).text]).toEqual([
      '05-10-2026 10:20',
      '10,25',
    ]);
  });

  test('tells no gain of an amount that is covered, nor of one that is shown as nothing', () => {
    const hidden = formatsOf({ ...DEFAULT_CHOICES, hidesAmounts: true });
    const cells = changeCells({ text, formats: hidden, places: 2, shortDates: true });
    const shown = (column: string) =>
      (['before', 'after', 'difference'] as const).map((of) => {
        const { text: words, tone } = cells(CHANGED, amountId(column, of));
        return [words, tone];
      });
    const covered = [hidden.cover, 'plain'];
    expect([shown('Ventas'), shown('Rentabilidad Total')]).toEqual([
      [covered, covered, covered],
      [covered, covered, covered],
    ]);
    const foot = changeFoot(changesSums([CHANGED]), 2, hidden)(amountId('Rentabilidad Total', 'difference'));
    expect([foot?.text, foot?.tone]).toEqual(covered);
    const little = change({ before: side(1, '1', '1'), after: side(1, '1.004', '0.996') });
    const rounded = changeCells({ text, formats, places: 2, shortDates: true });
    expect(
      ['Ventas', 'Rentabilidad Total'].map((column) => rounded(little, amountId(column, 'difference')).tone),
    ).toEqual(['zero', 'zero']);
    expect(rounded(little, amountId('Ventas', 'difference')).text).not.toContain('+');
  });

  test('adds its lines up, side by side, and each under its column', () => {
    const sums = changesSums([CHANGED, NEW, REMOVED]);
    expect([sums.rowsBefore, sums.rowsAfter, sums.sums.Ventas, sums.sums['Rentabilidad Total']]).toEqual([
      3,
      4,
      { before: '110.25', after: '110', difference: '-0.25' },
      { before: '-4.5', after: '4', difference: '8.5' },
    ]);
    const foot = changeFoot(sums, 2, formats);
    const under = (column: string) => foot(column)?.text ?? null;
    expect(COLUMNS.map(under)).toEqual([
      ...[null, null, null, null, null, '110,25', '110,00', '−0,25', '−4,50', '4,00', '+8,50'],
      ...['0', '0', '0', null, null, '3', '4', null, null, null, null],
    ]);
    expect([
      changeFoot(null, 0, formats)('rows:before')?.text,
      changeFoot(null, 0, formats, '…')('Ventas:after')?.text,
    ]).toEqual(['—', '…']);
  });

  test('is sorted by differences alone, and its amounts fold one by one', () => {
    expect(COLUMNS.flatMap((column) => sortColumnOf(column) ?? [])).toEqual([
      'Ventas',
      'Rentabilidad Total',
      'Rentabilidad Comercial',
    ]);
    const folded: (readonly string[])[] = [];
    const groups = changeGroups(['Ventas'], (next) => folded.push(next), text);
    expect(groups.map(({ id, fold }) => [id, fold?.folded ?? null])).toEqual([
      ['pinned', null],
      ['order', null],
      ...AMOUNT_COLUMNS.map((column) => [column, column === 'Ventas']),
      ['states', null],
      ['rows', null],
      ['reading', null],
    ]);
    for (const { fold } of groups) fold?.toggle();
    expect(folded).toEqual([[], ...AMOUNT_COLUMNS.slice(1).map((column) => ['Ventas', column])]);
  });

  test('needs no year where all purchases known are of one', () => {
    const of = (...days: readonly (string | null)[]) =>
      inOneYear({
        pages: new Map(
          [
            [0, days.slice(0, 1)],
            [1, days.slice(1)],
          ].map(([page, some]) => [page, (some as string[]).map((purchase) => ({ purchase }))]),
        ),
      } as never);
    expect([of(), of(null), of('2026-01-01', null, '2026-12-31'), of('2026-12-31', '2027-01-01')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('leads to the rows that its order is told by, a blank of them too', () => {
    const line = {
      ...NEW,
      Orden: ' 9 ',
      identity: { Orden: '', Canal: 'Plaza', 'Nro. Paquete': null },
    } as never;
    expect(identityOf(line, 4)).toEqual({
      ...{ row: 4, order: '9', channel: 'Plaza' },
      filters: [
        { column: 'Orden', values: [''] },
        { column: 'Canal', values: ['Plaza'] },
        { column: 'Nro. Paquete', values: [''] },
      ],
    });
  });
});

describe('the values of a changed column', () => {
  test('say what was blank, what was not there, and what it held', () => {
    const said = (cell: string | null, column = 'Estado de Despacho') =>
      cellMessage(column, cell, text, formats);
    expect([said(null), said(''), said('Listo'), said('2026-10-05T10:20:30.000', 'Fecha de compra')]).toEqual(
      ['—', '(vacío)', 'Listo', '05-10-2026 10:20'],
    );
  });

  test('differ by their figures, where both sides are one', () => {
    const of = (column: string, before: readonly (string | null)[], after: readonly (string | null)[]) =>
      changedDifference({ column, before, after } as never);
    expect(of('Ventas', ['10.50'], ['8'])).toEqual({ kind: 'money', value: '-2.50' });
    expect(of('Unidades', ['1'], ['3'])).toEqual({ kind: 'count', value: '2' });
    expect([
      of('Ventas', ['1', '2'], ['3']),
      of('Ventas', ['1'], ['x']),
      of('Ventas', [], ['1']),
      of('Canal', ['1'], ['2']),
    ]).toEqual([null, null, null, null]);
  });
});

test('what was seen is held against the answer to what is asked now, not to another view', () => {
  const groups = [{ value: '2026-10' }] as never;
  const answer = { input: EVERYTHING, output: { groups } as never };
  expect(groupsOfNow(answer, { ...EVERYTHING })).toBe(groups);
  expect(groupsOfNow(answer, { ...EVERYTHING, scope: { accounts: [], isExcluded: true } })).toBeNull();
  expect(groupsOfNow({ ...answer, output: null }, EVERYTHING)).toBeNull();
});

test('nothing is held against what was seen while rows are lost or the history is being read', () => {
  const ledger = (damage: object | null) => ({ kind: 'open', accountId: 'a', facts: { damage } }) as never;
  const read = { historyComplete: true };
  expect([
    isAllThere(ledger(null), read),
    isAllThere(ledger({ count: 1 }), read),
    isAllThere(ledger(null), { historyComplete: false }),
    isAllThere(ledger(null), null),
    isAllThere({ kind: 'none' }, read),
  ]).toEqual([true, false, false, false, false]);
});

test('a change opened beside the list tells what its line says now, or what it said where another stands', () => {
  const opened = { line: CHANGED, row: 3 };
  const now = { ...CHANGED, after: side(9, '7', '7'), changes: 3 };
  const [shown, other, gone] = [now, { ...now, identity: { Orden: '8' } }, undefined].map((line) =>
    openedNow(opened, line),
  );
  expect(shown?.line).toBe(now);
  expect(shown?.row).toBe(3);
  expect([other, gone, openedNow(null, now)]).toEqual([
    { line: CHANGED, row: null },
    { line: CHANGED, row: null },
    { line: null, row: null },
  ]);
});

test('months are read again, compared and taken off the list where that can be', () => {
  const of = (
    name: string,
    reach: 'live' | 'blind' | 'queued' | 'outside',
    reread: 'requested' | 'control' | null = null,
  ) => month({ month: name as never, reach, reread: reread as never });
  const months = [
    of('01', 'live'),
    of('02', 'blind', 'requested'),
    of('03', 'queued'),
    of('04', 'outside', 'control'),
    of('05', 'live', 'control'),
  ];
  expect(monthsToAct(months)).toEqual({
    toReread: ['01', '05'],
    toCheck: ['01', '02', '05'],
    toCancel: ['02', '04', '05'],
  });
});

describe('a checked file', () => {
  test('is altered, whole in what could be checked, or whole, whoever saved it; charts take nothing from that', () => {
    const file = { altered: [], savedBy: null, unchecked: [] } as const;
    const said = (part: object) => verdictOf({ ...file, ...part }, text);
    const whole = { tone: 'good', words: text('export-check.whole') };
    const inPart = { tone: 'caution', words: text('export-check.whole-in-part') };
    expect(said({})).toEqual(whole);
    expect(said({ unchecked: ['charts'] })).toEqual(whole);
    expect(said({ unchecked: ['charts', 'look'] })).toEqual(inPart);
    expect(said({ unchecked: ['look'], savedBy: 'Excel' })).toEqual(inPart);
    expect(said({ savedBy: '' })).toEqual({ tone: 'good', words: text('export-check.saved-by-other') });
    expect(said({ savedBy: 'Excel' }).words).toBe(text('export-check.saved-by', { program: 'Excel' }));
    expect(said({ altered: [{}], unchecked: ['look'], savedBy: 'Excel' })).toEqual({
      tone: 'bad',
      words: text('export-check.altered'),
    });
  });

  test('tells where it was altered: the cell and its column, the sheet and its thing', () => {
    const at = (table: string | null, cell: string | null, name: string) =>
      placeWords({ table, cell, name } as never);
    expect([
      at('Hoja', 'B2', 'Ventas'),
      at('Hoja', 'B2', ''),
      at('Hoja', null, 'Filtro'),
      at(null, null, 'Libro'),
    ]).toEqual([...['B2 · Ventas', 'B2', 'Hoja: Filtro', 'Libro']]);
  });
});
