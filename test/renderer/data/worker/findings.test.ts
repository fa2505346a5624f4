import { expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import type { FindingsQuery } from '#renderer/data/worker/findings.ts';
import { DEFAULT_THRESHOLDS, NONE_DISMISSED } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** What is found in the rows, asked again and again of one copy as the user says more beside it. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Tipo de Dato', 'Estado de Orden'],
  ...['Fecha de compra', 'Ventas', 'Unidades', 'Costo de Producto'],
];
const rowOf = (Orden: string, sku: string, cost: string, more: Row = {}): Row => ({
  ...{ Canal: 'A', Cuenta: 'B', Orden, 'Nro. suborden': '1', 'SKU Producto': sku, 'Tipo de Dato': 'Orden' },
  ...{ 'Estado de Orden': 'Regular', Ventas: '100', Unidades: '1', 'Costo de Producto': cost },
  'Fecha de compra': '2026-03-05T10:00:00.000',
  ...more,
});
const ROWS = [
  rowOf('1', 'S', '12'),
  rowOf('2', 'S', '0'),
  rowOf('3', 'T', '0', { Canal: 'C' }),
  rowOf('4', 'T', '8', { Ventas: '-50' }),
];
const costOf = (sku: string, cost: string): OwnCost => ({
  ...{ sku, currency: null, from: null, to: null, note: '', owner: '', atMs: 0, cost: cost as Decimal },
});
const ASKED: FindingsQuery = {
  ...{ scope: null, currency: 'CLP', countsOwnCosts: false },
  ...{ thresholds: DEFAULT_THRESHOLDS, dismissed: NONE_DISMISSED },
};

type Step = { readonly costs?: readonly OwnCost[]; readonly query?: Partial<FindingsQuery> };

test('follows what is said of costs, thresholds and accounts at once', () => {
  let costs: readonly OwnCost[] = [];
  const ask = createQueries(
    storeOf(ROWS, 2, COLUMNS),
    () => new Map(costs.map((cost) => [ownCostKey(cost), cost])),
  );
  const told = (of: typeof ask, query: Partial<FindingsQuery>) =>
    atOnce(of.tasks.findings({ ...ASKED, ...query })).findings.map(({ kind, rows, amount }) => [
      kind,
      rows,
      amount === null ? null : Number(amount),
    ]);
  const amounts = { ...DEFAULT_THRESHOLDS.amounts, 'negative-sale': '51' as Decimal };
  const missing = ['missing-cost', 1, 100];
  const negative = ['negative-sale', 1, 50];
  const list = { selection: EVERYTHING, thresholds: DEFAULT_THRESHOLDS, kind: 'negative-sale' } as const;
  const [dismissable] = atOnce(
    ask.tasks.anomalousOrders({ ...list, canal: null, isDismissed: false }, NONE_DISMISSED, 0, 9),
  ).lines;
  const odd = (evidence: 'evidence' | 'former') => {
    const { key = '', evidence: now = '' } = dismissable ?? {};
    return new Map([[key, { evidence: evidence === 'evidence' ? now : 'other', atMs: 1 }]]);
  };
  const steps: readonly (readonly [Step, readonly unknown[]])[] = [
    [{}, [missing, missing, negative]],
    [{ costs: [costOf('S', '10')] }, [missing, missing, negative, ['own-cost-superseded', 1, 2]]],
    [{ costs: [costOf('S', '15')] }, [missing, missing, negative, ['own-cost-superseded', 1, -3]]],
    [{ query: { countsOwnCosts: true } }, [missing, negative, ['own-cost-superseded', 1, -3]]],
    [{ costs: [costOf('T', '8')], query: { countsOwnCosts: true } }, [missing, negative]],
    [{ costs: [], query: { thresholds: { ...DEFAULT_THRESHOLDS, amounts } } }, [missing, missing]],
    [
      { query: { scope: { accounts: [{ Canal: 'A', Cuenta: 'B' }], isExcluded: false } } },
      [missing, negative],
    ],
    [{}, [missing, missing, negative]],
    [{ query: { dismissed: odd('evidence') } }, [missing, missing]],
    [{ query: { dismissed: odd('former') } }, [missing, missing, negative]],
    [{ query: { dismissed: odd('evidence') } }, [missing, missing]],
    [{ costs: [{ ...costOf('S', '10'), currency: 'USD' }] }, [missing, missing, negative]],
    [{ query: { currency: 'USD' } }, [missing, missing, negative, ['own-cost-superseded', 1, 2]]],
    [
      { query: { currency: 'USD', countsOwnCosts: true } },
      [missing, negative, ['own-cost-superseded', 1, 2]],
    ],
  ];
  for (const [step, expected] of steps) {
    costs = step.costs ?? costs;
    expect(told(ask, step.query ?? {})).toEqual(expected);
  }
});

test('tells how many rows were looked at, and of which revision; the same question again is the same answer', () => {
  const ask = createQueries(storeOf(ROWS, 2, COLUMNS));
  const scope = { accounts: [{ Canal: 'C', Cuenta: 'B' }], isExcluded: false };
  const of = (query: Partial<FindingsQuery>) => atOnce(ask.tasks.findings({ ...ASKED, ...query }));
  const { revision } = ask.rows.store;
  const told = [{}, { scope }, { scope: { ...scope, isExcluded: true } }].map((query) => {
    const { findings, ...facts } = of(query);
    return facts;
  });
  expect(told).toEqual([4, 1, 3].map((rows) => ({ revision, rows })));
  expect(of({ scope: { ...scope } })).toBe(of({ scope }));
});
