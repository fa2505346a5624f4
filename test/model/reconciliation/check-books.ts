import type { SourceRow } from './books.ts';
import type { Expected } from './expected.ts';
import {
  accountKeyOf,
  COLUMNS,
  FIGURES,
  type FigureName,
  figuresOf,
  MONTHS,
  monthOfDays,
  orderKeyOf,
  ownCostOf,
  sentRow,
  settlementsOf,
  total,
  unitsOf,
} from './oracle.ts';
import type { View } from './view.ts';
import { equal } from './violation.ts';

/** Rows, sums, own costs and settlements against the raw books. */

export function checkBooks(view: View, expected: Expected): void {
  checkRows(view, expected);
  checkSums(view, expected);
  checkSettlements(view, expected);
}

function checkRows({ rows }: View, { rows: expected }: Expected): void {
  equal('rows', rows.total, expected.length, 'rows');
  equal(
    'rows',
    rows.lines.map(({ cells }) => JSON.stringify(cells)).toSorted(),
    expected
      .map((row) => {
        const sent = sentRow(row);
        return JSON.stringify(COLUMNS.map((column) => sent[column] ?? null));
      })
      .toSorted(),
    'rows',
  );
}

type Sums = {
  readonly rows: number;
  readonly orders: number;
  readonly sums: { readonly [column: string]: string | undefined };
};

function expectSums(found: Sums | undefined, rows: readonly SourceRow[], what: string): void {
  equal('totals', found?.rows ?? 0, rows.length, `rows of ${what}`);
  equal('totals', found?.orders ?? 0, new Set(rows.map(orderKeyOf)).size, `orders of ${what}`);
  const sumOf = (name: FigureName) => total(rows.map((row) => figuresOf(row, 0n)[name]));
  for (const name of FIGURES) equal('totals', unitsOf(found?.sums[name]), sumOf(name), `${name} of ${what}`);
}

function checkSums({ byAccount, byMonth, ownCosts }: View, expected: Expected): void {
  const { rows } = expected;
  expectSums(byAccount.total, rows, 'everything');
  const found = byAccount.groups.flatMap(({ value, groups = [] }) =>
    groups.map((each) => [accountKeyOf({ canal: value, cuenta: each.value }), each.totals] as const),
  );
  const accounts = new Map(found);
  equal(
    'totals',
    [...accounts.keys()].toSorted(),
    [...new Set(rows.map(accountKeyOf))].toSorted(),
    'accounts',
  );
  for (const [key, sums] of accounts)
    expectSums(
      sums,
      rows.filter((row) => accountKeyOf(row) === key),
      key,
    );
  for (const month of MONTHS)
    expectSums(
      byMonth.get(month),
      rows.filter((row) => monthOfDays(row.bought) === month),
      month,
    );
  const own = rows.map((row) => ownCostOf(row, expected.ownCosts));
  equal('own-costs', ownCosts.rows, own.filter((amount) => amount !== 0n).length, 'rows with an own cost');
  equal('own-costs', unitsOf(ownCosts.amount), total(own), 'own costs');
}

function checkSettlements({ settlements }: View, { rows }: Expected): void {
  const expected = settlementsOf(rows);
  equal('settlements', settlements.total, expected.size, 'settlements');
  for (const found of settlements.settlements) {
    const { settlement, canal, cuenta } = found;
    const one = expected.get(JSON.stringify([settlement, canal, cuenta]));
    equal(
      'settlements',
      [
        found.rows,
        found.orders,
        unitsOf(found.ventas),
        unitsOf(found.rentabilidad),
        unitsOf(found.owed),
        found.pendingRows,
      ],
      [one?.rows, one?.orders, one?.ventas, one?.left, one?.owed, one?.pending],
      `settlement ${settlement} of ${canal} ${cuenta}`,
    );
  }
  const owed = new Map<string, bigint>();
  for (const { canal, cuenta, owed: amount } of expected.values()) {
    const key = accountKeyOf({ canal, cuenta });
    owed.set(key, (owed.get(key) ?? 0n) + amount);
  }
  equal(
    'settlements',
    settlements.owed.map((each) => [accountKeyOf(each), unitsOf(each.owed)]).toSorted(),
    [...owed].toSorted(),
    'what is owed',
  );
}
