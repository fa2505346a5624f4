import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import type { Claim } from '#renderer/reconciliation/claims/model/claims.ts';
import { createClaims } from '#renderer/reconciliation/claims/worker/claims.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { storeOf } from '#test/renderer/data/files/parquet/file-oracle.ts';

/** What claimed orders come to in rows and statements, held against plain sums over both. */

type Row = {
  readonly orden: number;
  readonly cuenta: string;
  readonly left: number;
  readonly isPaid: boolean;
};
type Line = {
  readonly file: number;
  readonly orden: number;
  readonly net: number;
  readonly isPayout: boolean;
  /** Named as the sub-order alone. */
  readonly isSub?: boolean;
};

const FILES = [
  { id: 'a', accounts: [{ canal: 'Uno', cuenta: 'A' }], days: { from: '2026-01-01', to: '2026-01-31' } },
  { id: 'b', accounts: [{ canal: 'Uno', cuenta: 'B' }], days: { from: '2026-02-01', to: '2026-02-28' } },
  // It names no order that is here: nobody knows whose it is.
  { id: 'c', accounts: [], days: { from: '2026-03-01', to: '2026-03-31' } },
  // What the bank says is no line of an order.
  { id: 'd', accounts: [], days: { from: '2026-04-01', to: '2026-04-30' }, kind: 'unknown' },
] as const;

const text = (cents: number): Decimal => (cents / 100).toFixed(2) as Decimal;

/** `imported`: how many of the lines are there by now. */
function claimsOver(
  rows: readonly Row[],
  lines: readonly Line[],
  claims: readonly Claim[] = [],
  imported: () => number = () => lines.length,
) {
  const store = storeOf([
    rows.map(({ orden, cuenta, left, isPaid }, at) => ({
      ...{ Canal: 'Uno', Cuenta: cuenta, Orden: String(orden), 'Nro. suborden': String(at) },
      ...{ 'Rentabilidad Marketplace': text(left), 'Estado de Pago': isPaid ? 'Pagado' : 'Pendiente' },
    })),
  ]);
  const list = FILES.map(
    (head) =>
      ({
        kind: 'falabella-transactions',
        ...head,
        layout: 'one',
        account: null,
      }) as unknown as ImportedStatement,
  );
  const linesOf = (id: string) =>
    lines.slice(0, imported()).flatMap(({ file, orden, net, isPayout, isSub = false }, at) =>
      FILES[file]?.id === id
        ? [
            {
              ...{
                line: at + 2,
                cells: [],
                order: isSub ? null : String(orden),
                suborder: isSub ? `00${orden}` : null,
                sku: `${at}`,
                net: text(net),
              },
              ...{ movement: isPayout ? 'payout' : null, settlement: null, operation: null, currency: null },
              ...{ description: null, date: null, released: null, balance: null },
            } as unknown as StatementLine,
          ]
        : [],
    );
  return createClaims({
    statements: { list: () => list.toReversed(), lines: async (id) => linesOf(id), revision: imported },
    annotations: createAnnotationIndex(
      claims.map((value) => ({ kind: 'claim', key: value.number, value: JSON.parse(JSON.stringify(value)) })),
    ),
    answer: async (_, start) => atOnce(start(store)),
    store: () => store,
    pause: async () => undefined,
  });
}

const row: fc.Arbitrary<Row> = fc.record({
  orden: fc.integer({ min: 1, max: 4 }),
  cuenta: fc.constantFrom('A', 'B'),
  left: fc.integer({ min: -500, max: 500 }),
  isPaid: fc.boolean(),
});
const anyLine: fc.Arbitrary<Line> = fc.record({
  file: fc.nat({ max: 2 }),
  orden: fc.integer({ min: 1, max: 4 }),
  net: fc.integer({ min: -500, max: 500 }),
  isPayout: fc.boolean(),
});

test('the figures of orders are the sums of their rows, of those paid, and of the lines that may be theirs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(anyLine, { maxLength: 12 }),
      async (rows, lines) => {
        const orders = ['A', 'B'].flatMap((Cuenta) =>
          [['1'], ['2', '3'], ['9']].map((numbers) => ({ Canal: 'Uno', Cuenta, numbers })),
        );
        const { figures } = await claimsOver(rows, lines).figures({ orders });
        const expected = orders.map(({ Cuenta, numbers }) => {
          const own = rows.filter((each) => each.cuenta === Cuenta && numbers.includes(String(each.orden)));
          const ofFile = Cuenta === 'A' ? [0, 2] : [1, 2];
          const said = lines.filter(
            (each) => ofFile.includes(each.file) && numbers.includes(String(each.orden)) && !each.isPayout,
          );
          const total = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0);
          return [
            total(own.map(({ left }) => left)),
            total(own.filter(({ isPaid }) => isPaid).map(({ left }) => left)),
            said.length === 0 ? null : total(said.map(({ net }) => net)),
          ];
        });
        const cents = (value: Decimal | null) => (value === null ? null : Math.round(Number(value) * 100));
        expect(figures.map((each) => [cents(each.rows), cents(each.paid), cents(each.lines)])).toEqual(
          expected,
        );
      },
    ),
    { numRuns: 120 },
  );
});

test('a refund is found in the statement that brings it, and in the rows', async () => {
  const before = { rows: text(1000), paid: text(0), lines: text(800) };
  const claim: Claim = {
    ...{ number: 'R-0001', Canal: 'Uno', Cuenta: 'A', currency: '', state: 'sent', deadline: null, of: [] },
    lines: [
      { key: 'k1', numbers: ['1'], amount: text(200), by: 'statements', before },
      { key: 'k2', numbers: ['2'], amount: text(300), by: 'rows', before: { ...before, lines: null } },
    ],
    ...{ claimed: text(500), file: { name: 'f', text: '', digest: '' }, log: [], atMs: 1 },
  };
  const rows: readonly Row[] = [
    { orden: 1, cuenta: 'A', left: 1000, isPaid: false },
    { orden: 2, cuenta: 'A', left: 1000, isPaid: false },
  ];
  const lines: readonly Line[] = [{ file: 0, orden: 1, net: 800, isPayout: false }];
  const recovered = async (of: readonly Row[], said: readonly Line[]) => {
    const { claims } = await claimsOver(of, said, [claim]).read({ scope: null });
    return claims.map((each) => [each.recovered, each.recoveredOf]);
  };
  expect((await recovered(rows, lines)).flat(2).map(Number)).toEqual([0, 0, 0]);
  const refund = { file: 2, orden: 1, net: 150, isPayout: false };
  expect((await recovered(rows, [...lines, refund])).flat(2).map(Number)).toEqual([1.5, 1.5, 0]);
  const corrected = [...rows, { orden: 2, cuenta: 'A', left: 900, isPaid: false }];
  expect((await recovered(corrected, [...lines, refund])).flat(2).map(Number)).toEqual([4.5, 1.5, 3]);
  const other = { accounts: [{ Canal: 'Uno', Cuenta: 'B' }], isExcluded: false };
  expect((await claimsOver(rows, lines, [claim]).read({ scope: other })).claims).toEqual([]);
});

const line = (orden: number, net: number, more: Partial<Line> = {}): Line => ({
  ...{ file: 0, orden, net, isPayout: false },
  ...more,
});
const claimOf = (number: string, cuenta: string, lines: readonly (readonly [string, number])[]): Claim => ({
  ...{ number, Canal: 'Uno', Cuenta: cuenta, currency: 'CLP', state: 'sent', deadline: null, of: [] },
  lines: lines.map(([order, amount], at) => ({
    ...{ key: `${number}/${at}`, numbers: [order], amount: text(amount), by: 'statements' },
    before: { rows: text(0), paid: text(0), lines: text(100) },
  })),
  claimed: text(lines.reduce((sum, [, amount]) => sum + amount, 0)),
  ...{ file: { name: 'f', text: 't', digest: 'd' }, log: [], atMs: 1 },
});

test('claims stand the newest number first, each with what came back of its own lines, and without its file', async () => {
  const rows: readonly Row[] = [1, 2, 3].map((orden) => ({ orden, cuenta: 'A', left: 0, isPaid: false }));
  const all = [
    claimOf('R-0002', 'A', [
      ['1', 500],
      ['2', 500],
    ]),
    claimOf('R-0010', 'A', [['3', 30]]),
    claimOf('R-0003', 'B', [['1', 500]]),
    // The same order once more.
    claimOf('R-0004', 'A', [['2', 500]]),
  ];
  const lines = [line(1, 110), line(2, 120, { isSub: true }), line(3, 190), line(1, 170, { file: 1 })];
  const { claims, channels } = await claimsOver(rows, lines, all).read({ scope: null });
  expect(claims.map(({ claim, recovered, recoveredOf }) => [claim.number, recovered, recoveredOf])).toEqual([
    ['R-0010', '0.30', ['0.30']],
    ['R-0004', '0.20', ['0.20']],
    ['R-0003', '0.70', ['0.70']],
    ['R-0002', '0.30', ['0.10', '0.20']],
  ]);
  const { file: _, of: __, ...told } = all[1] as Claim;
  expect(claims[0]?.claim).toEqual(told);
  expect(channels).toEqual(['Uno']);
});

test('what a statement brings that is imported since is in the next answer', async () => {
  let count = 1;
  const { read, figures } = claimsOver(
    [{ orden: 1, cuenta: 'A', left: 0, isPaid: false }],
    [line(1, 100), line(1, 40)],
    [claimOf('R-0001', 'A', [['1', 500]])],
    () => count,
  );
  const orders = [{ Canal: 'Uno', Cuenta: 'A', numbers: ['1'] }];
  const now = async () => [
    (await read({ scope: null })).claims[0]?.recovered,
    (await figures({ orders })).figures[0]?.lines,
  ];
  expect(await now()).toEqual(['0', '1.00']);
  count = 2;
  expect(await now()).toEqual(['0.40', '1.40']);
  expect((await figures({ orders: [] })).figures).toEqual([]);
});

test('figures are of the orders that are asked, of what can be read of their rows, and of no line of the bank', async () => {
  const rows: readonly Row[] = [
    { orden: 1, cuenta: 'A', left: 100, isPaid: true },
    { orden: 1, cuenta: 'A', left: Number.NaN, isPaid: true },
    { orden: 1, cuenta: 'A', left: 200, isPaid: true },
    { orden: 2, cuenta: 'A', left: 500, isPaid: false },
  ];
  const { figures } = claimsOver(rows, [line(1, 100), line(2, 70), line(2, 900, { file: 3 })]);
  const of = async (...numbers: readonly string[]) => {
    const { figures: own } = await figures({ orders: [{ Canal: 'Uno', Cuenta: 'A', numbers }] });
    return own.map((each) => [each.rows, each.paid, each.lines].map((value) => Number(value)));
  };
  expect(await of('1')).toEqual([[3, 3, 1]]);
  expect(await of('2')).toEqual([[5, 0, 0.7]]);
  expect(await of('1', '2')).toEqual([[8, 3, 1.7]]);
});

test('the marketplaces are those of the accounts in view, by their names', async () => {
  const store = storeOf([
    ['Zeta', 'Ñandú', '', 'Norte', 'Zeta'].map((Canal, at) => ({
      ...{ Canal, Cuenta: 'A', Orden: String(at), 'Nro. suborden': '1' },
      ...{ 'Rentabilidad Marketplace': '1', 'Estado de Pago': 'Pagado' },
    })),
  ]);
  const { read } = createClaims({
    statements: { list: () => [], lines: async () => [], revision: () => 1 },
    annotations: createAnnotationIndex([]),
    answer: async (_, start) => atOnce(start(store)),
    store: () => store,
    pause: async () => undefined,
  });
  const scope = { accounts: [{ Canal: 'Zeta', Cuenta: 'A' }], isExcluded: false };
  const channels = async (of: typeof scope | null) => (await read({ scope: of })).channels;
  expect(await channels(null)).toEqual(['Ñandú', 'Norte', 'Zeta']);
  expect(await channels(scope)).toEqual(['Zeta']);
  // All other accounts of a channel may be in view still.
  expect(await channels({ ...scope, isExcluded: true })).toEqual(['Ñandú', 'Norte', 'Zeta']);
});
