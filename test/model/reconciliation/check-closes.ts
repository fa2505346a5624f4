import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import type { SourceRow } from './books.ts';
import type { ClosedMonth, Expected, ExpectedClose } from './expected.ts';
import { accountKeyOf, closedMonth, FIGURES, movedOrders, NO_ORDER, total, unitsOf } from './oracle.ts';
import type { View } from './view.ts';
import { equal, hold, shown } from './violation.ts';

/** Closed months: what they held, what became of them, and who did what. */

export function checkCloses(view: View, expected: Expected): void {
  equal(
    'closes',
    view.closes.months.map(({ month }) => month),
    [...expected.closes.keys()].toSorted(),
    'months that were ever closed',
  );
  for (const found of view.closes.months) {
    const close = expected.closes.get(found.month);
    if (close !== undefined) checkClose(found, close, { view, expected });
  }
}

type Context = { readonly view: View; readonly expected: Expected };

function checkClose(found: CloseOfMonth, close: ExpectedClose, context: Context): void {
  const { month, state } = found;
  const { expected } = context;
  equal(
    'closes',
    found.close.log.map(({ what }) => what),
    close.log,
    `the log of ${month}`,
  );
  checkFigures(found.close.figures, close.orders, `figures of ${month} as it was closed`);
  const now = closedMonth(expected, month, close.countsOwnCosts);
  checkFigures(found.now, now, `figures of ${month} by now`);
  equal('decisions-kept', found.close.adjustments, close.adjustments, `adjustments of ${month}`);
  if (close.isOpen) {
    equal('closes', state, 'open', `the state of ${month}`);
    return;
  }
  const moved = movedOrders(close.orders, now);
  if (moved.size === 0) equal('closes', state, 'closed', `the state of ${month}`);
  else {
    const isSeen = close.seen !== null && movedOrders(close.seen, now).size === 0;
    const allowed = isSeen ? (close.isFresh ? ['seen'] : ['seen', 'drifted']) : ['drifted'];
    hold('closes', allowed.includes(state), () => `${month} is ${state} where it may be ${allowed.join()}`);
  }
  checkDrift(month, moved, context);
}

type Figures = CloseOfMonth['now'];

function checkFigures(found: Figures, orders: ClosedMonth, what: string): void {
  const accountOf = (key: string): string => JSON.stringify((JSON.parse(key) as string[]).slice(0, 2));
  const accounts = new Map<string, { rows: number; orders: number; sums: bigint[] }>();
  for (const [key, { rows, sums }] of orders) {
    const known = accounts.get(accountOf(key)) ?? { rows: 0, orders: 0, sums: FIGURES.map(() => 0n) };
    known.rows += rows;
    known.orders += 1;
    known.sums = known.sums.map((sum, at) => sum + (sums[FIGURES[at] ?? ''] ?? 0n));
    accounts.set(accountOf(key), known);
  }
  equal(
    'closes',
    found
      .map(({ Canal, Cuenta, rows, orders: count, sums }) => [
        accountKeyOf({ canal: Canal, cuenta: Cuenta } satisfies Pick<SourceRow, 'canal' | 'cuenta'>),
        rows,
        count,
        FIGURES.map((name) => unitsOf(sums[name])),
      ])
      .toSorted(),
    [...accounts].map(([key, { rows, orders: count, sums }]) => [key, rows, count, sums]).toSorted(),
    what,
  );
}

function checkDrift(month: string, moved: ReturnType<typeof movedOrders>, { view }: Context): void {
  const drift = view.drifts.get(month);
  if (drift === undefined) throw new Error(`Nobody read the drift of ${month}.`);
  equal(
    'drift',
    drift.orders.map(({ key }) => key as string).toSorted(),
    [...moved.keys()].toSorted(),
    `orders of ${month} that moved`,
  );
  for (const { key, kind, differences, parts } of drift.orders) {
    const [was, is] = moved.get(key) ?? [NO_ORDER, NO_ORDER];
    equal(
      'drift',
      FIGURES.map((name) => unitsOf(differences[name])),
      FIGURES.map((name) => (is.sums[name] ?? 0n) - (was.sums[name] ?? 0n)),
      `what became of ${key}`,
    );
    equal(
      'drift',
      kind,
      was.rows === 0 ? 'new' : is.rows === 0 ? 'removed' : 'changed',
      `what befell ${key}`,
    );
    equal(
      'drift',
      total(parts.map(({ sums }) => unitsOf(sums.total))),
      (is.sums['Rentabilidad Total'] ?? 0n) - (was.sums['Rentabilidad Total'] ?? 0n),
      `the parts of what became of ${key}`,
    );
  }
  const differenceOf = (name: string) =>
    total([...moved.values()].map(([was, is]) => (is.sums[name] ?? 0n) - (was.sums[name] ?? 0n)));
  equal(
    'drift',
    [
      unitsOf(drift.ventas),
      unitsOf(drift.sums.marketplace),
      unitsOf(drift.sums.comercial),
      unitsOf(drift.sums.total),
      drift.rows,
    ],
    [
      differenceOf('Ventas'),
      differenceOf('Rentabilidad Marketplace'),
      differenceOf('Rentabilidad Comercial'),
      differenceOf('Rentabilidad Total'),
      [...moved.values()].reduce((rows, [was, is]) => rows + is.rows - was.rows, 0),
    ],
    `what became of ${month}: ${shown([...moved.keys()])}`,
  );
  const byAccount = total(
    drift.byAccount.flatMap(({ causes }) => causes.map(({ sums }) => unitsOf(sums.total))),
  );
  const byCause = total(drift.causes.map(({ sums }) => unitsOf(sums.total)));
  equal(
    'drift',
    [byAccount, byCause],
    [unitsOf(drift.sums.total), unitsOf(drift.sums.total)],
    'parts of a drift',
  );
}
