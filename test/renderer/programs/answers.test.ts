import { describe, expect, test } from 'vitest';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { columnNamed } from '#renderer/programs/asked-copy.ts';
import {
  MAX_PROGRAM_ROWS,
  type ProgramFailureCode,
  type ProgramQuestion,
  type QuestionOf,
} from '#shared/contract/program-questions.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { answerOf, copyAnswering, lineOf, linesOf, openAskedCopy, sale } from './asked-copy.ts';

/** Questions about figures, over the data worker: what they say is worked out by hand from these rows. */

const MARCH = '2026-03' as Month;
const ROWS = [
  sale(['O-1', '2026-03-02', 1000, 200, 300], {
    ...{ Marca: 'Álamo', Comprador: 'Ana Díaz', 'Correo del cliente': 'ana@x.cl' },
    'Fecha de Pago': '2026-05-04T00:00:00.000',
  }),
  sale(['O-2', '2026-03-10', 400, 100, null], { Marca: 'Boldo', 'SKU Producto': 'SKU-2' }),
  sale(['O-2', '2026-03-10', 200, 50, 30], {
    ...{ Marca: 'Boldo', 'SKU Producto': 'SKU-3', 'Nro. suborden': 'S-2' },
  }),
  // In dollars.
  sale(['O-3', '2026-03-31', 50.5, 5.25, 10], { Canal: 'Otro', Marca: 'Álamo' }),
  sale(['O-4', '2026-03-20', 70.5, 7.25, 0], { 'Estado de Orden': 'Cancelada', Marca: 'Álamo' }),
];
const PESOS = { accounts: [{ Canal: 'Otro', Cuenta: 'Principal' }], isExcluded: true };
const WHOLE = {
  ...{ rows: '4', orders: '3', Ventas: '1670.5', salesWithProductCost: '1200' },
  ...{ 'Costo de Marketplace': '357.25', 'Rentabilidad Marketplace': '1313.25' },
  ...{ '% Rentabilidad Marketplace': '78.61', 'Costo Comercial': '687.25', 'Costo Total': '687.25' },
  ...{ 'Rentabilidad Comercial': '983.25', '% Rentabilidad Comercial': '58.86' },
  ...{ 'Rentabilidad Total': '983.25', '% Rentabilidad Total': '58.86' },
};

const refusal = (code: ProgramFailureCode, message = '') => ({ code, message });

test('status tells the account and what its copy holds, without the columns of buyers where these are hidden', async () => {
  const { ask, copy } = await openAskedCopy(ROWS);
  const answer = await ask({ ask: 'status' });
  expect(answer.version).toBe(1);
  expect(answer.ask).toBe('status');
  expect(answer.evidence).toEqual({
    ...{ account: { id: 'a-1', name: 'Café Ñandú' }, app: '9.8.7', selection: EVERYTHING, currency: 'CLP' },
    ...{ revision: copy.facts.revision, rows: 5, orders: 4, readUntil: null },
  });
  expect(answer.table).toMatchObject({ total: null, leftOut: 0 });
  expect(answer.table.columns.map(({ kind }) => kind)).toEqual([...Array(8).fill('text'), 'count', 'count']);
  const [line] = linesOf(answer);
  expect(line).toMatchObject({
    ...{ account: 'Café Ñandú', accountId: 'a-1', kind: 'api', currency: 'CLP', rows: '5', orders: '4' },
    ...{ firstPurchase: '2026-03-02T12:00:00.000', lastPurchase: '2026-03-31T12:00:00.000' },
  });
  const columns = line?.columns?.split(', ') ?? [];
  expect(columns).toEqual(copy.facts.columns);
  const [hidden] = linesOf(await ask({ ask: 'status' }, { hidesBuyers: true }));
  const buyers = ['Comprador', 'Correo del cliente'];
  expect(columns).toEqual(expect.arrayContaining(buyers));
  expect(hidden?.columns?.split(', ')).toEqual(columns.filter((key) => !buyers.includes(key)));
});

describe('totals', () => {
  test('are of the main currency, or of the one that is named; rates are of the sums', async () => {
    const { ask, copy } = await openAskedCopy(ROWS);
    const all = await ask({ ask: 'totals' });
    expect(linesOf(all)).toEqual([WHOLE]);
    expect(all.evidence).toMatchObject({ rows: 4, orders: 3, currency: 'CLP' });
    expect(all.evidence.selection).toEqual({ ...EVERYTHING, scope: PESOS });
    expect(all.table.total).toBeNull();
    const dollars = await ask({ ask: 'totals', currency: 'usd', scope: 'comercial' });
    expect(dollars.evidence).toMatchObject({
      ...{ currency: 'USD', rows: 1, orders: 1 },
      selection: { scope: { ...PESOS, isExcluded: false } },
    });
    expect(dollars.table.columns).toEqual([
      { key: 'rows', kind: 'count' },
      { key: 'orders', kind: 'count' },
      { key: 'Ventas', kind: 'decimal' },
      { key: 'Costo Comercial', kind: 'decimal' },
      { key: 'Rentabilidad Comercial', kind: 'decimal' },
      { key: '% Rentabilidad Comercial', kind: 'percent' },
      { key: 'salesWithProductCost', kind: 'decimal' },
    ]);
    expect(Object.values(linesOf(dollars)[0] ?? {})).toEqual([
      '1',
      '1',
      '50.5',
      '15.25',
      '35.25',
      '69.80',
      '50.5',
    ]);
    const scopes = ['marketplace', 'total', 'all'] as const;
    const columns = await Promise.all(
      scopes.map(async (scope) => linesOf(await ask({ ask: 'totals', scope }))),
    );
    expect(columns.map(([line]) => Object.keys(line ?? {}).length)).toEqual([7, 7, 13]);
    // A currency without a name is one for all rows.
    const account = { ...copy.account, currencies: { main: null, own: [] } };
    const unnamed = await ask({ ask: 'totals' }, { account });
    expect(unnamed.evidence).toMatchObject({ currency: null, rows: 5, selection: { scope: null } });
  });

  test('by a column or a part of the calendar, in the words of three languages, with their whole', async () => {
    const { ask } = await openAskedCopy(ROWS);
    const groupsBy = async (by: string, more: Partial<QuestionOf<'totals'>> = {}) => {
      const answer = await ask({ ask: 'totals', by, scope: 'marketplace', ...more });
      const { key = '' } = answer.table.columns[0] ?? {};
      return [
        key,
        ...linesOf(answer).map((line) => [line[key], line.rows, line['Rentabilidad Marketplace']]),
      ];
    };
    const marks = ['Marca', ['Álamo', '2', '863.25'], ['Boldo', '2', '450']];
    for (const word of ['Marca', 'marca', 'MARCA', 'brand'])
      expect([word, await groupsBy(word)]).toEqual([word, marks]);
    const calendar: readonly (readonly [words: readonly string[], key: string, values: readonly string[]])[] =
      [
        [['año', 'ano', 'Year'], 'year', ['2026']],
        [['trimestre', 'quarter'], 'quarter', ['2026-Q1']],
        [['mes', 'month', 'mês'], 'month', ['2026-03']],
        [['semana', 'week'], 'week', ['2026-W10', '2026-W11', '2026-W12']],
        [['día', 'dia', 'day'], 'day', ['2026-03-02', '2026-03-10', '2026-03-20']],
      ];
    for (const [words, key, values] of calendar) {
      for (const word of words) {
        const [told, ...groups] = await groupsBy(word);
        expect([word, told, groups.map((group) => group[0])]).toEqual([word, key, values]);
      }
    }
    const keys = ['channel', 'account', 'conta', 'sku', 'product', 'Producto', 'produto'];
    expect(await Promise.all(keys.map(async (word) => (await groupsBy(word))[0]))).toEqual([
      ...['Canal', 'Cuenta', 'Cuenta', 'SKU Producto', 'SKU Producto', 'SKU Producto', 'SKU Producto'],
    ]);
    await expect(groupsBy('category')).rejects.toMatchObject(refusal('unknown-column', 'Categoría'));
    // By the date that the period is of.
    const paid = await groupsBy('day', {
      periodColumn: 'Fecha de Pago',
      period: { month: '2026-05' as Month },
    });
    expect(paid).toEqual(['day', ['2026-05-04', '1', '800']]);
    const answer = await ask({ ask: 'totals', by: 'Canal' });
    expect(answer.table.columns[0]).toEqual({ key: 'Canal', kind: 'text' });
    expect(lineOf(answer, answer.table.total ?? [])).toEqual({ Canal: null, ...WHOLE });
    expect(answer.evidence).toMatchObject({ rows: 4, orders: 3 });
  });

  test('no more groups are told than an answer takes, and how many are left out', async () => {
    const totals = { revision: 7, rows: 9, orders: 8, sums: {}, ventasWithProductCost: null };
    const askOf = (count: number) => {
      const groups = Array.from({ length: count }, (_, at) => ({ value: `${at}`, totals }));
      const copy = copyAnswering({ readGroups: async () => ({ total: totals, groups }) });
      return answerOf({ ask: 'totals', by: 'Orden' }, copy);
    };
    const { table } = await askOf(MAX_PROGRAM_ROWS + 3);
    expect([table.rows.length, table.leftOut, table.rows.at(-1)?.[0]]).toEqual([10_000, 3, '9999']);
    expect((await askOf(MAX_PROGRAM_ROWS)).table).toMatchObject({ leftOut: 0 });
  });

  test('are of the rows that are meant: period, date, filters, dashboard, search and own costs', async () => {
    const { ask, service } = await openAskedCopy(ROWS);
    const rowsOf = async (more: Partial<QuestionOf<'totals'>>) => {
      const { evidence } = await ask({ ask: 'totals', ...more });
      return [evidence.rows, evidence.orders];
    };
    const days = (from: string, to: string) => ({ period: { from: from as LocalDate, to: to as LocalDate } });
    expect(await rowsOf({ period: { month: MARCH } })).toEqual([4, 3]);
    expect(await rowsOf(days('2026-03-10', '2026-03-20'))).toEqual([3, 2]);
    expect(await rowsOf(days('2026-03-11', '2026-03-19'))).toEqual([0, 0]);
    expect(await rowsOf({ period: { month: '2026-05' as Month }, periodColumn: 'Fecha de Pago' })).toEqual([
      1, 1,
    ]);
    expect(await rowsOf({ dashboard: true })).toEqual([3, 2]);
    expect(await rowsOf({ search: 'sku-3' })).toEqual([1, 1]);
    const filtered = await ask({
      ask: 'totals',
      filters: [
        { column: 'orden', values: ['O-2', 'O-1'] },
        { column: 'MARCA', values: ['Boldo', 'Zeta'] },
        { column: 'marca', values: ['Álamo', 'Boldo'] },
      ],
      ...{ dashboard: true, search: 'o-1', ownCosts: true, ...days('2026-03-01', '2026-03-31') },
    });
    // As the screens have it: conditions of a column are one, values and columns in the order of their texts.
    expect(filtered.evidence.selection).toEqual({
      ...EVERYTHING,
      ...{ scope: PESOS, dashboardPreset: true, search: 'o-1', ownCosts: { currency: 'CLP' } },
      ...days('2026-03-01', '2026-03-31'),
      filters: [
        { column: 'Marca', values: ['Álamo', 'Boldo', 'Zeta'] },
        { column: 'Orden', values: ['O-1', 'O-2'] },
      ],
    });
    expect(filtered.evidence.rows).toBe(1);
    // Own costs are of one currency.
    const inDollars = await ask({ ask: 'totals', currency: 'usd', ownCosts: true });
    expect(inDollars.evidence.selection).toMatchObject({
      scope: { ...PESOS, isExcluded: false },
      ownCosts: { currency: 'USD' },
    });
    const said = { sku: 'SKU-2', currency: 'CLP', from: null, to: null, cost: '100' as Decimal };
    await service.writeAnnotations({
      kind: 'own-cost',
      puts: [{ key: ownCostKey(said), value: { ...said, note: '', owner: 'Ana', atMs: 0 } }],
      deletes: [],
    });
    expect(linesOf(await ask({ ask: 'totals', ownCosts: false }))).toEqual([WHOLE]);
    expect(linesOf(await ask({ ask: 'totals', ownCosts: true }))).toMatchObject([
      {
        salesWithProductCost: '1600',
        'Rentabilidad Comercial': '883.25',
        'Rentabilidad Marketplace': '1313.25',
      },
    ]);
  });
});

describe('orders', () => {
  test('come newest first, in the columns that their table opens with', async () => {
    const { ask } = await openAskedCopy(ROWS);
    const answer = await ask({ ask: 'orders' });
    const kinds = Object.fromEntries(answer.table.columns.map(({ key, kind }) => [key, kind]));
    expect(kinds).toMatchObject({
      ...{ Orden: 'text', 'Fecha de compra': 'text', Ventas: 'decimal', Unidades: 'decimal' },
      '% Rentabilidad Total': 'percent',
    });
    expect(
      linesOf(answer).map((line) => [line.Orden, line.Ventas, line.Unidades, line['Costo Envío']]),
    ).toEqual([
      ['O-4', '70.5', '1', null],
      ['O-2', '600', '2', null],
      ['O-1', '1000', '1', null],
    ]);
    expect(answer.table).toMatchObject({ total: null, leftOut: 0 });
    expect(answer.evidence).toMatchObject({ rows: 4, orders: 3, currency: 'CLP' });
    const paid = await ask({ ask: 'orders', periodColumn: 'Fecha de Pago' });
    expect(paid.table.columns.map(({ key }) => key)).toContain('Fecha de Pago');
  });

  test('in the columns, order, lines and number that are asked for', async () => {
    const { ask } = await openAskedCopy(ROWS);
    const columns = ['ventas', 'Sku producto', '% rentabilidad total'];
    const sort = { column: 'VENTAS', direction: 'ascending' } as const;
    const answer = await ask({ ask: 'orders', grouping: 'rows', columns, sort, limit: 3 });
    expect(answer.table.columns).toEqual([
      { key: 'Ventas', kind: 'decimal' },
      { key: 'SKU Producto', kind: 'text' },
      { key: '% Rentabilidad Total', kind: 'percent' },
    ]);
    expect(linesOf(answer).map(Object.values)).toEqual([
      ['70.5', 'SKU-1', '12.5'],
      ['200', 'SKU-3', '12.5'],
      ['400', 'SKU-2', '12.5'],
    ]);
    expect(answer.table.leftOut).toBe(1);
    // The evidence is of all, not of what is shown.
    expect(answer.evidence).toMatchObject({ rows: 4, orders: 3 });
    const last = await ask({
      ask: 'orders',
      columns: ['Orden'],
      sort: { ...sort, direction: 'descending' },
      limit: 1,
    });
    expect([last.table.rows, last.table.leftOut]).toEqual([[['O-1']], 2]);
    await expect(ask({ ask: 'orders', columns: ['Nada'] })).rejects.toMatchObject(
      refusal('unknown-column', 'Nada'),
    );
    await expect(ask({ ask: 'orders', sort: { ...sort, column: 'Nada' } })).rejects.toMatchObject(
      refusal('unknown-column', 'Nada'),
    );
  });

  test('are read page by page, up to the limit or the last', async () => {
    const pagesOf = async (total: number, limit?: number) => {
      const pages: (readonly [offset: number, limit: number])[] = [];
      const copy = copyAnswering({
        readTotals: async () => ({ revision: 2, rows: 1, orders: 1 }),
        readTableRows: async (page: { offset: number; limit: number }) => {
          pages.push([page.offset, page.limit]);
          const length = Math.max(0, Math.min(page.limit, total - page.offset));
          const lines = Array.from({ length }, (_, at) => ({ cells: [`O-${page.offset + at}`, undefined] }));
          return { revision: 2, total, lines };
        },
      });
      const { table } = await answerOf(
        { ask: 'orders', columns: ['Orden', 'Canal'], ...(limit && { limit }) },
        copy,
      );
      return { pages, lines: table.rows.length, last: table.rows.at(-1), leftOut: table.leftOut };
    };
    expect(await pagesOf(1203, 1100)).toEqual({
      pages: [
        [0, 500],
        [500, 500],
        [1000, 100],
      ],
      ...{ lines: 1100, last: ['O-1099', null], leftOut: 103 },
    });
    expect(await pagesOf(1000, 10_000)).toMatchObject({
      pages: [
        [0, 500],
        [500, 500],
      ],
      leftOut: 0,
    });
    expect(await pagesOf(2000, 1000)).toMatchObject({
      pages: [
        [0, 500],
        [500, 500],
      ],
      leftOut: 1000,
    });
    expect(await pagesOf(600)).toMatchObject({ pages: [[0, 100]], lines: 100, leftOut: 500 });
    expect(await pagesOf(0)).toMatchObject({ pages: [[0, 100]], lines: 0, leftOut: 0 });
  });
});

describe('a question is refused', () => {
  test('where it is of another account, month, currency or column than there is', async () => {
    const { ask, copy } = await openAskedCopy(ROWS);
    const expectRefused = async (question: ProgramQuestion, code: ProgramFailureCode, detail: string) =>
      await expect(ask(question)).rejects.toMatchObject(refusal(code, detail));
    for (const account of ['a-1', 'Café Ñandú', 'cafe nandu']) {
      expect((await ask({ ask: 'totals', account })).evidence.account.id).toBe('a-1');
    }
    await expectRefused({ ask: 'status', account: 'Otra' }, 'other-account-open', 'Café Ñandú');
    await expectRefused({ ask: 'totals', account: 'OTRA' }, 'other-account-open', 'Café Ñandú');
    await expectRefused({ ask: 'totals', account: 'a-2' }, 'other-account-open', 'Café Ñandú');
    await expectRefused({ ask: 'orders', account: 'a-3' }, 'unknown-account', 'Café Ñandú, Otra');
    await expectRefused({ ask: 'totals', currency: 'EUR' }, 'unknown-currency', 'CLP, USD');
    await expectRefused({ ask: 'totals', filters: [{ column: 'x', values: ['1'] }] }, 'unknown-column', 'x');
    for (const month of ['2026-02', '2026-04'] as Month[]) {
      await expectRefused({ ask: 'totals', period: { month } }, 'unknown-month', '2026-03 – 2026-03');
      await expectRefused({ ask: 'exceptions', month }, 'unknown-month', '2026-03 – 2026-03');
      await expectRefused({ ask: 'journal', month }, 'unknown-month', '2026-03 – 2026-03');
    }
    // The first and the last month are there, whatever day of them was the first.
    const askOf = async (month: string, more: Partial<LedgerFacts>) =>
      (await ask({ ask: 'totals', period: { month: month as Month } }, { facts: { ...copy.facts, ...more } }))
        .evidence.rows;
    const firstPurchase = '2026-01-31T23:00:00.000' as LocalDateTime;
    expect(await askOf('2026-01', { firstPurchase })).toBe(0);
    expect(await askOf('2026-03', { firstPurchase })).toBe(4);
    await expect(askOf('2025-12', { firstPurchase })).rejects.toMatchObject({ message: '2026-01 – 2026-03' });
    for (const unknown of [{ firstPurchase: null }, { lastPurchase: null }])
      expect(await askOf('2020-01', unknown)).toBe(0);
  });

  test('a column is the one that is spelled so, before one that only reads alike', async () => {
    const copy = copyAnswering({});
    const facts = { ...copy.facts, columns: ['MARCA', 'Marca', 'Categoría'] };
    const named = ['Marca', 'MARCA', 'marca', 'categoria'].map((word) =>
      columnNamed(word, { ...copy, facts }),
    );
    expect(named).toEqual(['Marca', 'MARCA', 'MARCA', 'Categoría']);
  });

  test('while nothing was read, but for what the copy is', async () => {
    const { ask } = await openAskedCopy([]);
    const questions: readonly ProgramQuestion[] = [
      { ask: 'totals' },
      { ask: 'orders' },
      { ask: 'exceptions' },
      { ask: 'journal', month: MARCH },
    ];
    for (const question of questions)
      await expect(ask(question)).rejects.toMatchObject(refusal('no-rows-yet', 'Café Ñandú'));
    expect(linesOf(await ask({ ask: 'status' }))).toMatchObject([{ rows: '0', firstPurchase: null }]);
  });

  test('where it would tell who bought, to whom that is hidden', async () => {
    const { ask } = await openAskedCopy(ROWS);
    const byBuyer: readonly (readonly [question: ProgramQuestion, detail: string])[] = [
      [{ ask: 'totals', by: 'comprador' }, 'Comprador'],
      [{ ask: 'totals', by: 'CÓMPRADOR' }, 'Comprador'],
      [{ ask: 'totals', filters: [{ column: 'Comprador', values: ['Ana Díaz'] }] }, 'Comprador'],
      [{ ask: 'orders', columns: ['Orden', 'correo del cliente'] }, 'Correo del cliente'],
      [{ ask: 'orders', sort: { column: 'Comprador', direction: 'ascending' } }, 'Comprador'],
      // It looks into names, too.
      [{ ask: 'totals', search: 'Ana' }, 'search'],
    ];
    for (const [question, detail] of byBuyer) {
      await expect(ask(question, { hidesBuyers: true })).rejects.toMatchObject(
        refusal('buyers-hidden', detail),
      );
      expect((await ask(question)).evidence.rows).toBeGreaterThan(0);
    }
    const hidden = await ask({ ask: 'orders', search: '' }, { hidesBuyers: true });
    expect(hidden.evidence.rows).toBe(4);
    expect(JSON.stringify(hidden)).not.toMatch(/Ana|@/);
  });
});
