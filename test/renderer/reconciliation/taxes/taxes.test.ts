import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createQueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import { AMOUNT_PARTS, DATE_FIELDS, TEXT_FIELDS } from '#renderer/data/model/statement-fields.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { LedgerWithStatements } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import {
  inOrder,
  type TaxesQuery,
  type TaxFigure,
} from '#renderer/reconciliation/taxes/model/month-taxes.ts';
import { createTaxes } from '#renderer/reconciliation/taxes/worker/taxes.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  MATCH_COLUMNS,
  type Row,
  rowOf,
  storeOf,
} from '#test/renderer/reconciliation/matching/statement-world.ts';

/** The taxes of a month over statements and rows, against sums by hand. */

const ASKED: TaxesQuery = {
  month: '2026-10' as Month,
  scope: null,
  currency: 'ARS',
  today: '2026-11-20' as LocalDate,
};
const NOTHING = Object.fromEntries(
  [...TEXT_FIELDS, ...DATE_FIELDS, ...AMOUNT_PARTS].map((field) => [field, null]),
);
type Told = { readonly day: string | null; readonly net: string; readonly [field: string]: string | null };
const dayOf = (day: string | null) => (day === null ? null : { day, time: null, instant: null });
const lineOf = ({ day, paid = null, ...parts }: Told, at: number) =>
  ({
    ...{ ...NOTHING, line: at + 2, cells: [], operation: String(at), ...parts },
    ...{ date: dayOf(day), released: dayOf(paid) },
  }) as unknown as StatementLine;

type File = {
  readonly id: string;
  readonly kind?: string;
  /** The bank, and which of its accounts. */
  readonly layout?: string;
  readonly bankAccount?: number;
  readonly canal?: string;
  /** Channels whose orders the file names; its own unless said. */
  readonly channels?: readonly string[];
  readonly lines: readonly Told[];
};
const COLUMNS = [...MATCH_COLUMNS, 'Cobro de Impuestos', 'Reembolso de Impuestos'];

function taxesOf(
  files: readonly File[],
  rows: readonly Row[] = [rowOf({})],
  said: ReadonlyMap<string, unknown> = new Map(),
) {
  const listOf = () =>
    files.map(
      ({ id, kind = 'mercado-pago-releases', canal = 'Mercado', channels = [canal], lines, ...bank }) => {
        const days = lines.flatMap(({ day, paid }) => [day ?? [], paid ?? []].flat()).toSorted();
        return {
          ...{ id, name: `${id}.csv`, kind, layout: null, account: null, ...bank },
          accounts: channels.map((each) => ({ canal: each, cuenta: 'Uno', orders: 1 })),
          days: days.length === 0 ? null : { from: days[0], to: days.at(-1) },
        };
      },
    );
  const statements = {
    revision: () => files.length,
    list: listOf,
    lines: async (id: string) => (files.find((each) => each.id === id)?.lines ?? []).map(lineOf),
  };
  const annotationsOf = (kind: string) => (kind === 'account-vat' ? said : new Map());
  const store = storeOf(rows, 2, COLUMNS);
  return createTaxes({
    ledger: { statements, annotations: { of: annotationsOf } } as unknown as LedgerWithStatements,
    rows: () => createQueriedRows(store),
    answer: async (start) => atOnce(start()),
    pause: async () => undefined,
  });
}

const IIBB: Told = { day: '2026-10-03', net: '-12.50', movement: 'Retención IIBB Salta' };

describe('taxes of a month', () => {
  test('figures are by tax, account and source, and open as their lines', async () => {
    const tool = taxesOf([
      { id: 'mp', lines: [IIBB, { ...IIBB, net: '-7.5', order: 'O-2' }, { ...IIBB, day: '2026-11-01' }] },
      { id: 'all', kind: 'mercado-pago-settlement', lines: [{ day: '2026-10-05', net: '90', taxes: '-10' }] },
    ]);
    const { figures } = await tool.page(ASKED);
    expect(figures.map(({ term, source, amount, lines }) => [term, source, amount, lines])).toEqual([
      ['IIBB', 'mercado-pago-releases', '-20', 2],
      [null, 'mercado-pago-settlement', '-10', 1],
    ]);
    const key = figures[0]?.key ?? '';
    const { total, lines } = await tool.lines({ ...ASKED, key, offset: 1, limit: 5 });
    expect(total).toBe(2);
    expect(lines).toEqual([
      {
        ...{ statement: 'mp.csv', line: 3, day: '2026-10-03', order: 'O-2', settlement: null },
        ...{ movement: 'Retención IIBB Salta', detail: null, amount: '-7.5' },
      },
    ]);
  });

  test('are those of the day on which it happened, else of that on which it is paid', async () => {
    const tool = taxesOf([
      {
        id: 'mp',
        lines: [
          { ...IIBB, net: '-1', day: '2026-10-31', paid: '2026-11-05' },
          { ...IIBB, net: '-2', day: '2026-09-30', paid: '2026-10-05' },
          { ...IIBB, net: '-4', day: null, paid: '2026-10-05' },
          { ...IIBB, net: '-8', day: null, paid: '2026-11-01' },
        ],
      },
    ]);
    const { figures, undated } = await tool.page(ASKED);
    expect([figures.map(({ amount, lines }) => [amount, lines]), undated]).toEqual([[['-5', 2]], 0]);
    const { lines } = await tool.lines({ ...ASKED, key: figures[0]?.key ?? '', offset: 0, limit: 9 });
    expect(lines.map(({ day, line }) => [day, line])).toEqual([
      ['2026-10-31', 2],
      ['2026-10-05', 4],
    ]);
  });

  test('of one month are looked at after those of another', async () => {
    const tool = taxesOf([{ id: 'mp', lines: [IIBB, { ...IIBB, net: '-3', day: '2026-11-01' }] }]);
    const amountsOf = async (month: string) =>
      (await tool.page({ ...ASKED, month: month as Month })).figures.map(({ amount }) => amount);
    expect(await amountsOf('2026-10')).toEqual(['-12.5']);
    expect(await amountsOf('2026-11')).toEqual(['-3']);
    expect(await amountsOf('2026-10')).toEqual(['-12.5']);
  });

  test('of a statement of several accounts are of them together, and never of one of them', async () => {
    const { figures } = await taxesOf([
      { id: 'a', lines: [IIBB] },
      { id: 'both', channels: ['Mercado', 'Otro'], lines: [{ ...IIBB, net: '-2' }] },
      { id: 'turned', channels: ['Otro', 'Mercado'], lines: [{ ...IIBB, net: '-4' }] },
    ]).page(ASKED);
    const told = figures.map(({ accounts, amount }) => `${accounts.map(({ Canal }) => Canal)} ${amount}`);
    expect(told.toSorted()).toEqual(['Mercado -12.5', 'Mercado,Otro -2', 'Otro,Mercado -4']);
  });

  test('rows stand by themselves, and what is charged takes money away', async () => {
    const taxed = (charged: string, back: string, day = '10-05') =>
      rowOf({
        ...{ 'Cobro de Impuestos': charged, 'Reembolso de Impuestos': back },
        'Fecha de compra': `2026-${day}T10:00:00.000`,
      });
    const { figures } = await taxesOf(
      [],
      [taxed('1.10', '0.30'), taxed('2.20', '0'), taxed('9', '9', '09-30')],
    ).page(ASKED);
    expect(figures.map(({ column, amount, currency }) => [column, amount, currency])).toEqual([
      ['Cobro de Impuestos', '-3.3', 'ARS'],
      ['Reembolso de Impuestos', '0.3', 'ARS'],
    ]);
  });

  test('what is not known is said: accounts without statements, lines without a day, VAT within charges', async () => {
    const tool = taxesOf(
      [
        {
          id: 'mp',
          lines: [
            { day: '2026-10-03', net: '90', gross: '100', commission: '-10' },
            { ...IIBB, day: null },
          ],
        },
      ],
      [rowOf({ Canal: 'Mercado' }), rowOf({ Canal: 'Falabella' })],
    );
    const page = await tool.page(ASKED);
    expect(page.withoutStatements).toEqual([{ Canal: 'Falabella', Cuenta: 'Uno' }]);
    expect(page.undated).toBe(1);
    expect(page.untold.map(({ amount, lines, currency }) => [amount, lines, currency])).toEqual([
      ['-10', 1, 'ARS'],
    ]);
  });

  test('an account misses statements where one of its rhythm is not there, though another of the month is', async () => {
    const week = (id: string, from: string, to: string): File => ({
      id,
      lines: [from, to].map((day) => ({ day, net: '1', order: id })),
    });
    const weeks = [
      week('a', '2026-09-21', '2026-09-27'),
      week('b', '2026-09-28', '2026-10-04'),
      week('c', '2026-10-05', '2026-10-11'),
      week('d', '2026-10-12', '2026-10-18'),
      week('e', '2026-10-19', '2026-10-25'),
      week('f', '2026-10-26', '2026-11-01'),
      week('g', '2026-11-02', '2026-11-08'),
      week('h', '2026-11-09', '2026-11-15'),
    ];
    const without = async (files: readonly File[]) =>
      (await taxesOf(files, [rowOf({ Canal: 'Mercado' })]).page(ASKED)).withoutStatements.length;
    expect(await without(weeks)).toBe(0);
    expect(await without(weeks.filter(({ id }) => id !== 'd'))).toBe(1);
  });

  test('accounts are told apart, each with its own figures and charges', async () => {
    const charge: Told = { day: '2026-10-03', net: '90', gross: '100', commission: '-10' };
    const { figures, untold } = await taxesOf([
      { id: 'mp', lines: [IIBB, charge] },
      { id: 'other', canal: 'Otro', lines: [{ ...IIBB, net: '-1' }, charge] },
    ]).page(ASKED);
    const whose = ({ accounts }: Pick<TaxFigure, 'accounts'>) => accounts.map(({ Canal }) => Canal).join();
    expect(figures.map((each) => [whose(each), each.amount])).toEqual([
      ['Mercado', '-12.5'],
      ['Otro', '-1'],
    ]);
    expect(untold.map((each) => `${whose(each)} ${each.amount}`).toSorted()).toEqual([
      'Mercado -10',
      'Otro -10',
    ]);
  });

  test('what differs in anything but its amount is a figure of its own, and opens as its own lines', async () => {
    const words = [
      ...['Retención IVA', 'Percepción IVA', 'Retención IVA SAT', 'Retención IVA 10/2026', 'Retención ISR'],
      'impuesto retenido',
    ];
    const lines = words.flatMap((movement, at): readonly Told[] => [
      { day: '2026-10-03', net: `-${at + 1}`, movement },
      { day: '2026-10-03', net: `-${at + 1}.5`, movement, currency: 'MXN' },
    ]);
    const tool = taxesOf([
      { id: 'mp', lines },
      { id: 'other', canal: 'Otro', lines: lines.slice(0, 1) },
      { id: 'all', kind: 'mercado-pago-settlement', lines: lines.slice(0, 1) },
    ]);
    const { figures } = await tool.page(ASKED);
    expect(figures).toHaveLength(14);
    for (const { key, amount } of figures) {
      const opened = await tool.lines({ ...ASKED, key, offset: 0, limit: 9 });
      expect([opened.total, opened.lines.map((each) => each.amount)]).toEqual([1, [amount]]);
    }
  });

  test('rows and accounts are those in view alone; charges of nobody known hold VAT where the currency has it', async () => {
    const row = (Canal: string, charged: string) => rowOf({ Canal, 'Cobro de Impuestos': charged });
    const charge = { day: '2026-10-03', net: '90', gross: '100', commission: '-10' };
    const tool = taxesOf(
      [
        { id: 'nobody', channels: [], lines: [charge, { ...charge, commission: '-3', currency: 'BRL' }] },
        { id: 'mp', lines: [IIBB] },
      ],
      [row('Mercado', '1'), row('Otro', '2'), row('Tercero', '4')],
    );
    const told = async (more: Partial<TaxesQuery>) => {
      const page = await tool.page({ ...ASKED, ...more });
      return [
        page.accounts.map(({ Canal }) => Canal),
        page.withoutStatements.map(({ Canal }) => Canal),
        page.figures.flatMap(({ source, amount }) => (source === 'rows' ? [amount] : [])),
        page.untold.map(({ amount, currency }) => `${amount} ${currency}`),
      ];
    };
    const scope = {
      accounts: ['Mercado', 'Tercero'].map((Canal) => ({ Canal, Cuenta: 'Uno' })),
      isExcluded: false,
    };
    expect([await told({}), await told({ scope })]).toEqual([
      [['Mercado', 'Otro', 'Tercero'], ['Otro', 'Tercero'], ['-1', '-2', '-4'], ['-10 ARS']],
      // Whose currency it is in nobody knows there: it may be one with VAT.
      [['Mercado', 'Tercero'], ['Tercero'], ['-1', '-4'], ['-10 ']],
    ]);
  });

  test('what names no currency has none where that in view has no name', async () => {
    const tool = taxesOf([{ id: 'mp', lines: [IIBB] }]);
    const query = { ...ASKED, currency: null };
    const [figure] = (await tool.page(query)).figures;
    expect(figure?.currency).toBe('');
    expect(await tool.lines({ ...query, key: figure?.key ?? '', offset: 0, limit: 5 })).toMatchObject({
      total: 1,
    });
    const ofRows = await taxesOf([], [rowOf({ 'Cobro de Impuestos': '1' })]).page(query);
    expect(ofRows.figures.map(({ currency }) => currency)).toEqual(['']);
  });

  test('figures stand by account, currency and tax, one of no name last', () => {
    const figure = (key: string, Canal: string | null, more: Partial<TaxFigure> = {}): TaxFigure => ({
      ...{ key, source: 'mercado-pago-releases', column: null, bank: null, currency: 'ARS' },
      accounts: Canal === null ? [] : [{ Canal, Cuenta: 'Uno' }],
      ...{ term: 'IVA', act: 'untold', authority: null, period: null, lines: 1 },
      amount: '-1' as Decimal,
      ...more,
    });
    const wanted = [
      figure('of a bank', null, { source: 'bank', bank: { layout: 'bci', account: 1 } }),
      figure('of its other account', null, { source: 'bank', bank: { layout: 'bci', account: 2 } }),
      figure('of another bank', null, { source: 'bank', bank: { layout: 'itau', account: 1 } }),
      figure('of nobody known', null),
      figure('ISR', 'Mercado', { term: 'ISR' }),
      figure('of charges', 'Mercado', { act: 'on-charges' }),
      figure('withheld', 'Mercado', { act: 'withheld' }),
      figure('of a month', 'Mercado', { act: 'withheld', period: '2026-09' as Month }),
      figure('of the SAT', 'Mercado', { act: 'withheld', authority: 'SAT' }),
      figure('of another source', 'Mercado', { source: 'unknown' }),
      figure('in dollars', 'Mercado', { currency: 'USD' }),
      figure('of another account', 'Otro'),
      figure('without a name', 'Mercado', { term: null }),
      figure('of a column', 'Mercado', { term: null, column: 'Cobro de Impuestos' }),
    ];
    expect(inOrder(wanted)).toEqual(wanted);
    expect(inOrder(wanted.toReversed()).map(({ key }) => key)).toEqual(wanted.map(({ key }) => key));
  });

  test('charges hold no VAT where there is none: by the currency, or by the word of the account', async () => {
    const charge = { day: '2026-10-03', net: '90', gross: '100', commission: '-10' };
    const files = (currency: string) => [{ id: 'mp', lines: [{ ...charge, currency }] }];
    const none = new Map([[accountKey('Mercado', 'Uno'), { rates: [] }]]);
    const some = new Map([[accountKey('Mercado', 'Uno'), { rates: ['17'] }]]);
    for (const [currency, said, count] of [
      ['ARS', new Map(), 1],
      ['ARS', none, 0],
      ['BRL', new Map(), 0],
      ['BRL', some, 1],
    ] as const) {
      const { untold } = await taxesOf(files(currency), undefined, said).page(ASKED);
      expect([currency, untold.length]).toEqual([currency, count]);
    }
  });

  test('a statement of several accounts holds VAT where one of them has it', async () => {
    const charge = { day: '2026-10-03', net: '90', gross: '100', commission: '-10', currency: 'BRL' };
    const files = [{ id: 'mp', channels: ['Otro', 'Mercado', 'Tercero'], lines: [charge] }];
    const rates = (...of: readonly (readonly string[])[]) =>
      new Map(['Otro', 'Mercado', 'Tercero'].map((each, at) => [accountKey(each, 'Uno'), { rates: of[at] }]));
    const count = async (said: ReadonlyMap<string, unknown>) =>
      (await taxesOf(files, undefined, said).page(ASKED)).untold.length;
    expect([await count(rates([], ['17'], [])), await count(rates([], [], []))]).toEqual([1, 0]);
  });

  test('those of two months that the words name are two figures, whose lines open page by page', async () => {
    const of = (period: string, net: string): Told => ({
      ...IIBB,
      net,
      movement: `Retención IIBB ${period}`,
    });
    const tool = taxesOf([
      {
        id: 'mp',
        lines: [
          of('09/2026', '-1'),
          of('10/2026', '-2'),
          of('09/2026', '-4'),
          of('09/2026', '-8'),
          of('', '-16'),
        ],
      },
    ]);
    const { figures } = await tool.page(ASKED);
    expect(figures.map(({ period, amount, lines }) => [period, amount, lines])).toEqual([
      [null, '-16', 1],
      ['2026-09', '-13', 3],
      ['2026-10', '-2', 1],
    ]);
    const key = figures[1]?.key ?? '';
    const pages = [0, 1, 2, 3].map(async (offset) => {
      const { total, lines } = await tool.lines({ ...ASKED, key, offset, limit: 1 });
      return [total, ...lines.map(({ amount }) => amount)];
    });
    expect(await Promise.all(pages)).toEqual([[3, '-1'], [3, '-4'], [3, '-8'], [3]]);
  });

  test('what was imported since is told, too', async () => {
    const files: File[] = [{ id: 'one', lines: [IIBB] }];
    const tool = taxesOf(files);
    const amounts = async () => (await tool.page(ASKED)).figures.map(({ amount }) => amount);
    expect(await amounts()).toEqual(['-12.5']);
    files.push({ id: 'two', lines: [{ ...IIBB, net: '-1' }] });
    expect(await amounts()).toEqual(['-13.5']);
  });

  test('currencies are never added, and only accounts in view are told', async () => {
    const tool = taxesOf([
      { id: 'mp', lines: [IIBB, { ...IIBB, currency: 'MXN' }] },
      { id: 'other', canal: 'Otro', lines: [IIBB] },
    ]);
    const scope = { accounts: [{ Canal: 'Mercado', Cuenta: 'Uno' }], isExcluded: false };
    const { figures } = await tool.page({ ...ASKED, scope });
    expect(figures.map(({ currency, amount }) => [currency, amount])).toEqual([
      ['ARS', '-12.5'],
      ['MXN', '-12.5'],
    ]);
  });

  test('a figure opens as lines of the accounts in view alone, and leaves those of others closed', async () => {
    const tool = taxesOf([
      { id: 'mp', lines: [IIBB] },
      {
        id: 'other',
        canal: 'Otro',
        lines: [
          { ...IIBB, net: '-3' },
          { ...IIBB, net: '-4' },
        ],
      },
    ]);
    const { figures } = await tool.page(ASKED);
    const scope = { accounts: [{ Canal: 'Mercado', Cuenta: 'Uno' }], isExcluded: false };
    const opened = await Promise.all(
      figures.map(async ({ key }) => {
        const asked = { ...ASKED, key, offset: 0, limit: 5 };
        return [(await tool.lines(asked)).total, (await tool.lines({ ...asked, scope })).total];
      }),
    );
    expect(opened).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test('an account has no statements where none of a marketplace touches a day of the month', async () => {
    const without = async (day: string | null, kind?: string) => {
      const file = { id: 'a', lines: [{ day, net: '1' }], ...(kind && { kind }) };
      const page = await taxesOf([file], [rowOf({ Canal: 'Mercado' })]).page(ASKED);
      return page.withoutStatements.length;
    };
    const counts = ['2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', null].map((day) => without(day));
    expect(await Promise.all(counts)).toEqual([1, 0, 0, 1, 1]);
    expect(await without('2026-10-05', 'bank')).toBe(1);
  });

  test('what is of nobody known is in view of all accounts, and a statement of several in that of each', async () => {
    const tool = taxesOf([
      { id: 'nobody', channels: [], lines: [IIBB] },
      { id: 'both', channels: ['Otro', 'Mercado'], lines: [{ ...IIBB, net: '-2' }] },
    ]);
    const scope = { accounts: [{ Canal: 'Mercado', Cuenta: 'Uno' }], isExcluded: false };
    const { figures } = await tool.page({ ...ASKED, scope });
    expect(figures.map(({ accounts, amount }) => [accounts.length, amount])).toEqual([
      [0, '-12.5'],
      [2, '-2'],
    ]);
  });

  test('lines without a day are counted where their statement may be of the month', async () => {
    const undated = { ...IIBB, day: null };
    const { undated: count } = await taxesOf([
      { id: 'of no day', lines: [undated, { day: null, net: '7', movement: 'payment' }] },
      {
        id: 'of September',
        lines: [
          { ...undated, net: '-2' },
          { day: '2026-09-05', net: '1' },
        ],
      },
    ]).page(ASKED);
    expect(count).toBe(1);
  });

  test('lines without a day are counted of the accounts in view, and of nobody known', async () => {
    const undated = { ...IIBB, day: null };
    const tool = taxesOf([
      { id: 'mp', lines: [undated] },
      {
        id: 'other',
        canal: 'Otro',
        lines: [
          { ...undated, net: '-2' },
          { ...undated, net: '-3' },
        ],
      },
      { id: 'nobody', channels: [], lines: [{ ...undated, net: '-4' }] },
    ]);
    const scope = (isExcluded: boolean) => ({ accounts: [{ Canal: 'Otro', Cuenta: 'Uno' }], isExcluded });
    const counts = [null, scope(false), scope(true)].map((each) => tool.page({ ...ASKED, scope: each }));
    expect((await Promise.all(counts)).map((page) => page.undated)).toEqual([4, 3, 2]);
  });

  test('a line that two files hold counts once', async () => {
    const { figures } = await taxesOf([
      { id: 'one', lines: [IIBB] },
      { id: 'two', lines: [IIBB, { ...IIBB, net: '-1' }] },
    ]).page(ASKED);
    expect(figures.map(({ amount, lines }) => [amount, lines])).toEqual([['-13.5', 2]]);
  });

  describe('in banks', () => {
    const said = (description: string, net: string): Told => ({ day: '2026-10-09', net, description });
    const SIRCREB = said('RET IIBB SIRCREB CABA 10/2026', '-30.10');
    const bank = (id: string, lines: readonly Told[], more: Partial<File> = {}): File => ({
      ...{ id, kind: 'bank', layout: 'itau', channels: [], lines, ...more },
    });

    test('a line that is one in its own words is told, apart from statements that may tell the same', async () => {
      const tool = taxesOf([
        { id: 'mp', lines: [{ ...IIBB, movement: 'Retención IIBB CABA' }] },
        bank('a', [
          SIRCREB,
          said('Impuesto Ley 25.413 débitos', '-6'),
          said('IVA comisión mantención', '-1.9'),
          // None of these is a tax.
          ...[said('Comisión mantención + IVA', '-11.9'), said('Transf. de Ventas SpA, IVA incluido', '119')],
          ...[said('RET EFECTIVO CAJERO', '-50'), said('Depósito', '7')],
        ]),
      ]);
      const { figures, untold } = await tool.page(ASKED);
      expect(
        figures.map(({ source, term, act, amount, lines }) => [source, term, act, amount, lines]),
      ).toEqual([
        ['bank', 'IIBB', 'withheld', '-30.1', 1],
        ['bank', 'IVA', 'on-charges', '-1.9', 1],
        ['bank', 'Ley 25.413', 'untold', '-6', 1],
        ['mercado-pago-releases', 'IIBB', 'withheld', '-12.5', 1],
      ]);
      expect(figures[0]).toMatchObject({
        ...{ accounts: [], bank: { layout: 'itau', account: 1 } },
        ...{ authority: 'CABA', period: '2026-10', currency: 'ARS' },
      });
      expect(untold).toEqual([]);
      const { lines } = await tool.lines({ ...ASKED, key: figures[0]?.key ?? '', offset: 0, limit: 5 });
      expect(lines).toMatchObject([
        { statement: 'a.csv', line: 2, movement: null, detail: SIRCREB.description, amount: '-30.1' },
      ]);
    });

    test('each of their accounts stands by itself, and what two extracts of one hold counts once', async () => {
      const { figures } = await taxesOf([
        bank('a', [SIRCREB]),
        bank('again', [SIRCREB, { ...SIRCREB, net: '-1' }]),
        bank('b', [SIRCREB], { bankAccount: 2 }),
        bank('c', [SIRCREB], { layout: 'bci' }),
      ]).page(ASKED);
      expect(figures.map(({ bank: of, amount, lines }) => [of?.layout, of?.account, amount, lines])).toEqual([
        ['bci', 1, '-30.1', 1],
        ['itau', 1, '-31.1', 2],
        ['itau', 2, '-30.1', 1],
      ]);
    });

    test('columns that the user named are a bank where they speak of no order, and no description of a product is read', async () => {
      const { figures } = await taxesOf([
        bank('mine', [SIRCREB, { ...SIRCREB, description: 'Depósito', taxes: '-2' }], { kind: 'unknown' }),
        { id: 'shop', kind: 'unknown', lines: [SIRCREB] },
        { id: 'mp', lines: [SIRCREB] },
      ]).page(ASKED);
      expect(
        figures.map(({ source, term, amount, bank: of }) => [source, term, amount, of !== null]),
      ).toEqual([
        ['unknown', 'IIBB', '-30.1', true],
        ['unknown', null, '-2', true],
      ]);
    });

    test('what names no currency is in none where accounts are in several', async () => {
      const scope = { accounts: [{ Canal: 'Mercado', Cuenta: 'Uno' }], isExcluded: true };
      const tool = taxesOf([bank('a', [SIRCREB, { ...SIRCREB, currency: 'USD' }])]);
      const query = { ...ASKED, scope };
      const { figures } = await tool.page(query);
      expect(figures.map(({ currency }) => currency)).toEqual(['', 'USD']);
      const [key = ''] = figures.map((each) => each.key);
      expect(await tool.lines({ ...query, key, offset: 0, limit: 5 })).toMatchObject({ total: 1 });
      expect((await tool.page(ASKED)).figures.map(({ currency }) => currency)).toEqual(['ARS', 'USD']);
    });
  });

  test('figures are the exact sums of the lines that they open as', async () => {
    const told = fc.record({
      day: fc.constantFrom('2026-10-01', '2026-10-31', '2026-09-30', '2026-11-01'),
      net: fc.integer({ min: -9_999, max: 9_999 }).map((cents) => `${cents / 100}`),
      movement: fc.constantFrom('IVA', 'Retención IIBB', 'impuesto', 'payment', 'ISR 09/2026'),
      currency: fc.constantFrom('ARS', 'MXN', null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 20 }), async (lines) => {
        const tool = taxesOf([{ id: 'mp', lines }]);
        const { figures } = await tool.page(ASKED);
        const cents = (amount: string): number => Math.round(Number(amount) * 100);
        let together = 0;
        for (const { key, amount, lines: count } of figures) {
          const behind = await tool.lines({ ...ASKED, key, offset: 0, limit: 100 });
          expect(behind.total).toBe(count);
          expect(behind.lines.reduce((sum, line) => sum + cents(line.amount), 0)).toBe(cents(amount));
          together += cents(amount);
        }
        const wanted = lines.filter(
          ({ day, movement }) => day.startsWith('2026-10') && movement !== 'payment',
        );
        expect(together).toBe(wanted.reduce((sum, { net }) => sum + cents(net), 0));
      }),
      { numRuns: 40 },
    );
  });
});
