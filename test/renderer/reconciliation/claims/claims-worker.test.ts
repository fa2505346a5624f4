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
};

const FILES = [
  { id: 'a', accounts: [{ canal: 'Uno', cuenta: 'A' }], days: { from: '2026-01-01', to: '2026-01-31' } },
  { id: 'b', accounts: [{ canal: 'Uno', cuenta: 'B' }], days: { from: '2026-02-01', to: '2026-02-28' } },
  // It names no order that is here: nobody knows whose it is.
  { id: 'c', accounts: [], days: { from: '2026-03-01', to: '2026-03-31' } },
] as const;

const text = (cents: number): Decimal => (cents / 100).toFixed(2) as Decimal;

function claimsOver(rows: readonly Row[], lines: readonly Line[], claims: readonly Claim[] = []) {
  const store = storeOf([
    rows.map(({ orden, cuenta, left, isPaid }, at) => ({
      ...{ Canal: 'Uno', Cuenta: cuenta, Orden: String(orden), 'Nro. suborden': String(at) },
      ...{ 'Rentabilidad Marketplace': text(left), 'Estado de Pago': isPaid ? 'Pagado' : 'Pendiente' },
    })),
  ]);
  const list = FILES.map(
    (head) =>
      ({
        ...head,
        kind: 'falabella-transactions',
        layout: 'one',
        account: null,
      }) as unknown as ImportedStatement,
  );
  const linesOf = (id: string) =>
    lines.flatMap(({ file, orden, net, isPayout }, at) =>
      FILES[file]?.id === id
        ? [
            {
              ...{
                line: at + 2,
                cells: [],
                order: String(orden),
                suborder: null,
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
    statements: { list: () => list.toReversed(), lines: async (id) => linesOf(id), revision: () => 1 },
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
const line: fc.Arbitrary<Line> = fc.record({
  file: fc.nat({ max: 2 }),
  orden: fc.integer({ min: 1, max: 4 }),
  net: fc.integer({ min: -500, max: 500 }),
  isPayout: fc.boolean(),
});

test('the figures of orders are the sums of their rows, of those paid, and of the lines that may be theirs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(line, { maxLength: 12 }),
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
