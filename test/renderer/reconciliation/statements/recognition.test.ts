import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isHeaderRow, possibleHeaders } from '#renderer/reconciliation/statements/model/headers.ts';
import { readStatementAtOnce } from '#renderer/reconciliation/statements/model/read-statement.ts';
import {
  findCandidates,
  isPartial,
  matchHeader,
} from '#renderer/reconciliation/statements/model/recognition.ts';
import { LAYOUTS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** Which layout the names of a heading are of. */

const layouts = fc.constantFrom(...LAYOUTS);
const namesOf = (layout: (typeof LAYOUTS)[number]) => layout.columns.map(({ headers }) => headers[0] ?? '');
const headerOf = (headers: readonly string[]) => ({ at: 0, rows: 1 as const, headers });
const OTHERS = ['Otra columna', 'Nadie sabe', 'Zzz'];

describe('a heading held against a layout', () => {
  const drawn = layouts.chain((layout) =>
    fc.record({
      layout: fc.constant(layout),
      columns: fc.shuffledSubarray([...layout.columns]),
      others: fc.subarray(OTHERS),
      isBefore: fc.boolean(),
    }),
  );

  test('gets two for what it needs, one for the rest, less four for what it lacks and a quarter for a stranger', () => {
    fc.assert(
      fc.property(drawn, ({ layout, columns, others, isBefore }) => {
        const own = columns.map(({ headers }) => headers[0] ?? '');
        // Names that two columns share are one column's.
        fc.pre(new Set(own.map((name) => name.toLowerCase())).size === own.length);
        const names = isBefore ? [...others, ...own] : [...own, ...others];
        const { score, missing, unknown, columns: places } = matchHeader(layout, headerOf(names));
        const found = layout.columns.filter(({ key }) => places.has(key));
        const lost = layout.columns.filter(({ key, need }) => !places.has(key) && need !== 'optional');
        expect(missing).toEqual(lost);
        const points = found.reduce((sum, { need }) => sum + (need === 'needed' ? 2 : 1), 0);
        const less = lost.filter(({ need }) => need === 'needed').length * 4;
        expect(score).toBe(points - less - unknown.length / 4);
        expect(unknown.map((at) => names[at])).toEqual(expect.arrayContaining(others));
        for (const place of places.values()) expect(unknown).not.toContain(place);
        expect(new Set(places.values()).size).toBe(places.size);
      }),
      { numRuns: 300 },
    );
  });

  test('is of the layout whose names these are, whatever their order and whatever stands beside them', () => {
    const rowsOf = (names: readonly string[]) => [
      { line: 1, cells: [...names] },
      { line: 2, cells: names.map((_, at) => String(at + 1)) },
    ];
    fc.assert(
      fc.property(layouts, fc.subarray(OTHERS), fc.nat(), (layout, others, turn) => {
        const names = [...namesOf(layout), ...others];
        const turned = [...names.slice(turn % names.length), ...names.slice(0, turn % names.length)];
        const found = findCandidates(rowsOf(turned));
        const own = found.find((each) => each.layout === layout);
        expect([layout.id, own === undefined ? null : isPartial(own)]).toEqual([layout.id, false]);
        const [best] = found;
        const scores = found.map(({ score }) => score);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
        for (const { score } of found) expect((best?.score ?? 0) - score).toBeLessThanOrEqual(1.5);
      }),
      { numRuns: 200 },
    );
  });

  test('may lack a third of what it needs, at most two, and has four of its columns; a bank’s one of words', () => {
    const isFound = (layout: (typeof LAYOUTS)[number], lost: readonly string[]) => {
      const left = layout.columns.filter(({ key }) => !lost.includes(key));
      const found = findCandidates([
        { line: 1, cells: left.map(({ headers }) => headers[0] ?? '') },
        { line: 2, cells: left.map((_, at) => String(at + 1)) },
      ]);
      return found.some((each) => each.layout === layout);
    };
    const neededOf = ({ columns }: (typeof LAYOUTS)[number]) =>
      columns.filter(({ need }) => need === 'needed');
    let some = 0;
    for (const layout of LAYOUTS) {
      const needed = neededOf(layout);
      for (let count = 1; count <= Math.min(4, needed.length - 1); count += 1) {
        const lost = needed.slice(0, count);
        const isBank = layout.kind === 'bank';
        const may =
          !layout.needsChecks &&
          layout.columns.length - count >= 4 &&
          (isBank ? count === 1 && lost[0]?.reads === 'text' : count <= 2 && count * 20 <= needed.length * 7);
        const isOne = isFound(
          layout,
          lost.map(({ key }) => key),
        );
        if (!may) expect([layout.id, count, isOne]).toEqual([layout.id, count, false]);
        if (isOne) some += 1;
      }
    }
    expect(some).toBeGreaterThan(4);
  });

  test('of nothing that is known is of none', () => {
    expect(
      findCandidates([
        { line: 1, cells: OTHERS },
        { line: 2, cells: ['1', '2', '3'] },
      ]),
    ).toEqual([]);
  });
});

describe('rows that may be a heading', () => {
  const rowsOf = (...rows: readonly (readonly string[])[]) =>
    rows.map((cells, at) => ({ line: at + 1, cells }));

  test('are those that its names were read from, cell by cell, whatever blanks stand about them', () => {
    const isOf = (cells: readonly string[], headers: readonly string[]) =>
      isHeaderRow({ line: 1, cells }, headers);
    const names = ['Fecha', 'Monto', ''];
    expect(isOf(['Fecha', 'Monto', ''], names)).toBe(true);
    expect(isOf([' Fecha ', 'Monto\t'], names)).toBe(true);
    expect(isOf(['Fecha', 'Monto'], [' Fecha', 'Monto '])).toBe(true);
    for (const other of [
      ['Fecha', 'Abono'],
      ['Monto', 'Fecha'],
      ['Fecha', 'Monto', 'x'],
      ['FECHA', 'Monto'],
    ])
      expect(isOf(other, names)).toBe(false);
  });

  test('name at least two things, and figures are at most half of them', () => {
    const found = (...rows: readonly (readonly string[])[]) =>
      possibleHeaders(rowsOf(...rows)).map(({ at, rows: height, headers }) => [at, height, headers]);
    expect(found(['Título', ''], ['Día', '-$ 1.000,50'], [' Fecha', 'Monto '])).toEqual([
      [1, 1, ['Día', '-$ 1.000,50']],
      [1, 2, ['Día Fecha', '-$ 1.000,50 Monto']],
      [2, 1, ['Fecha', 'Monto']],
    ]);
    expect(found(['1', '(2,50)', 'x'])).toEqual([]);
  });

  test('are two where the second names things too: what stands above spans the empty cells at its right', () => {
    const found = possibleHeaders(rowsOf(['Fecha', 'Montos', '', 'Saldo'], ['', 'Cargo', 'Abono'], ['x']));
    expect(found).toEqual([
      { at: 0, rows: 1, headers: ['Fecha', 'Montos', '', 'Saldo'] },
      { at: 0, rows: 2, headers: ['Fecha', 'Montos Cargo', 'Montos Abono', 'Saldo'] },
      { at: 1, rows: 1, headers: ['', 'Cargo', 'Abono'] },
    ]);
  });

  test('stand among the first thirty', () => {
    const all = rowsOf(...Array.from({ length: 31 }, () => ['Fecha', 'Monto']));
    const single = possibleHeaders(all).filter(({ rows }) => rows === 1);
    expect(single.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, at) => at));
  });
});

describe('a heading that only its rows tell', () => {
  const kindOf = (...rows: readonly (readonly string[])[]) => {
    const { kind, reasons } = readStatementAtOnce(
      rows.map((cells, at) => ({ line: at + 1, cells })),
      { today: '2026-05-01' as LocalDate, mappings: new Map() },
    );
    return [kind, ...reasons.flatMap((each) => (each.reason === 'refuted' ? [each.kind, each.check] : []))];
  };
  const BANK = ['Fecha', 'Concepto', 'Cargo', 'Abono', 'Saldo'];
  const moved = (day: number, amount: string, balance: string) => [
    `1${day}/02/2026`,
    'algo',
    '',
    amount,
    balance,
  ];

  test('is of a bank where the balance goes on in half of its steps, and asked of three lines at least', () => {
    const [first, right] = [moved(1, '100', '100'), moved(2, '50', '150')];
    expect(kindOf(BANK, first, right, moved(3, '7', '157'))).toEqual(['bank']);
    expect(kindOf(BANK, first, right, moved(3, '7', '999'))).toEqual(['bank']);
    expect(kindOf(BANK, first, moved(2, '50', '470'), moved(3, '7', '999'))[0]).toBe('unknown');
    expect(kindOf(BANK, first, moved(2, '50', '470'))).toEqual(['bank']);
    expect(kindOf(BANK, ...[1, 2, 3].map((day) => moved(day, '5', '')))[0]).toBe('unknown');
  });

  test('is that of the upper of two tables, and of none where only a balance would tell it', () => {
    const hites = ['ORDEN DE COMPRA', 'TIPO', 'TOTAL', 'COMISIÓN', 'SHIPPING', 'PAGO'];
    const state = ['FECHA', 'CONCEPTO', 'REFERENCIA', 'IMPORTE', 'ESTADO'];
    const [order, paid] = [
      ['1001', 'Venta', '1000', '100', '0', '900'],
      ['14/02/2026', 'uno', '77', '12,50', 'Confirmado'],
    ];
    expect([kindOf(hites, order, [''], state, paid), kindOf(state, paid, [''], hites, order)]).toEqual([
      ['hites'],
      ['bank'],
    ]);
    // What any table may be called is none above it.
    expect(kindOf(BANK, moved(1, '100', '100'), [''], hites, order)).toEqual(['hites']);
    expect(kindOf(BANK.slice(0, 4), ...[1, 2, 3].map((day) => moved(day, '5', '').slice(0, 4)))).toEqual([
      'unknown',
    ]);
  });

  test('without one name of its own is of its marketplace where half of the rows come out, and it has rows', () => {
    const header = ['ORDEN DE COMPRA', 'TOTAL', 'COMISIÓN', 'SHIPPING', 'PAGO'];
    const line = (at: number, paid: string) => [`10${at}`, '1000', '100', '100', paid];
    expect(kindOf(header, line(1, '800'), line(2, '800'))).toEqual(['hites']);
    expect(kindOf(header, line(1, '800'), line(2, '1'))).toEqual(['hites']);
    expect(kindOf(header, line(1, '2'), line(2, '1'))).toEqual(['unknown', 'hites', 'row-net']);
    expect(kindOf(header, ['Gracias'])).toEqual(['unknown', 'hites', 'row-net']);
  });
});
