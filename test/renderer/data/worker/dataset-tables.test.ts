import { expect, test } from 'vitest';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import type { AnnotationKind } from '#renderer/data/model/annotations.ts';
import type { OrderFigures } from '#renderer/data/model/changes.ts';
import { currencyBy, type DatasetTable } from '#renderer/data/model/dataset-tables.ts';
import { ACCOUNT_TABLE } from '#renderer/data/worker/account-table.ts';
import { CHANGE_TABLE } from '#renderer/data/worker/change-table.ts';
import { DECISION_TABLES } from '#renderer/data/worker/decision-tables.ts';
import { EXCEPTION_TABLE } from '#renderer/data/worker/exception-table.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { LocalDateTime, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { rowOf, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

/** Tables of an export for engines, made of what the worker has: each row whole. */

const leaveOut = (): void => {};

/** The rows of a table that has one part. */
async function rowsOf(table: DatasetTable<never>, source: object) {
  if (table.partBy !== null) throw new Error('It has parts.');
  return (await table.rows({ ...source, leaveOut } as never)).slice(0, 100);
}

const figures = (rows: number, total: string): OrderFigures => ({
  ...{ rows, states: ['Cancelada', 'Regular'], payments: ['Pagado'] },
  amounts: { Ventas: '10.00' as Decimal, 'Rentabilidad Total': total as Decimal },
});

test('changes stand in the month they were read in, each with what the order was and is', async () => {
  const index = createChangeIndex();
  const keys = ['["A","B","1"]', '["A",null,"2"]', '["C","B","3"]'] as OrderKey[];
  const [first, second, third] = keys as [OrderKey, OrderKey, OrderKey];
  const change = (order: OrderKey, before: OrderFigures | null, after: OrderFigures | null) => ({
    ...{ order, before, after, correlationIds: ['c1', 'c2'] },
    purchase: order === third ? null : ('2026-02-03T10:00:00.000' as LocalDateTime),
    ...(before === null || after === null ? {} : { columns: ['Ventas'] }),
  });
  const add = (readAt: string | null, changes: readonly ReturnType<typeof change>[]) =>
    index.add({
      ...{ runId: 'r', purpose: 'changes', windowId: `w${readAt}`, readAt: readAt as UtcInstant | null },
      window: { field: 'updated_at', from: '' as UtcInstant, to: '' as UtcInstant },
      changes,
    });
  add('2026-03-31T23:00:00.000Z', [
    change(first, null, figures(2, '3.00')),
    change(second, figures(1, '1'), null),
  ]);
  add('2026-04-01T00:00:00.000Z', [change(third, figures(1, '5'), figures(3, '4'))]);
  add(null, [change(first, figures(2, '3.00'), figures(2, '2.50'))]);
  const { parts } = CHANGE_TABLE as Extract<DatasetTable<never>, { readonly parts: unknown }>;
  const made = await parts({ ledger: { reads: { changes: async () => index } }, leaveOut } as never);
  expect([...made.keys()]).toEqual(['2026-03', '2026-04', '']);
  expect([...made.values()].map(({ rows }) => rows.length)).toEqual([2, 1, 1]);
  expect(new Set([...made.values()].map(({ stamp }) => stamp)).size).toBe(3);
  const rows = [...made.values()].flatMap((part) => part.rows.slice(0, 9));
  const states = '["Cancelada","Regular"]';
  const same = {
    correlacion: '["c1","c2"]',
    para: 'changes',
    marketplace_antes: null,
    marketplace_despues: null,
  };
  const more = { ...same, comercial_antes: null, comercial_despues: null };
  expect(rows).toEqual([
    {
      ...{ ...more, mes_lectura: '2026-03', n: 1, canal: 'A', cuenta: 'B', orden: '1', compra: '2026-02-03' },
      ...{ leido_en: '2026-03-31T23:00:00.000Z', filas_antes: null, filas_despues: 2, estados_antes: null },
      ...{ estados_despues: states, ventas_antes: null, ventas_despues: '10.00', total_antes: null },
      ...{ total_despues: '3.00', columnas: null },
    },
    {
      ...{ ...more, mes_lectura: '2026-03', n: 2, canal: 'A', cuenta: '', orden: '2', compra: '2026-02-03' },
      ...{ leido_en: '2026-03-31T23:00:00.000Z', filas_antes: 1, filas_despues: null, estados_despues: null },
      ...{ estados_antes: states, ventas_antes: '10.00', ventas_despues: null, total_antes: '1' },
      ...{ total_despues: null, columnas: null },
    },
    {
      ...{ ...more, mes_lectura: '2026-04', n: 3, canal: 'C', cuenta: 'B', orden: '3', compra: null },
      ...{ leido_en: '2026-04-01T00:00:00.000Z', filas_antes: 1, filas_despues: 3, estados_antes: states },
      ...{ estados_despues: states, ventas_antes: '10.00', ventas_despues: '10.00', total_antes: '5' },
      ...{ total_despues: '4', columnas: '["Ventas"]' },
    },
    {
      ...{ ...more, mes_lectura: '', n: 4, canal: 'A', cuenta: 'B', orden: '1', compra: '2026-02-03' },
      ...{ leido_en: null, filas_antes: 2, filas_despues: 2, estados_antes: states, estados_despues: states },
      ...{ ventas_antes: '10.00', ventas_despues: '10.00', total_antes: '3.00', total_despues: '2.50' },
      columnas: '["Ventas"]',
    },
  ]);
});

test('a case is told once, by the view that finds it first, of its own account and month before its group’s', async () => {
  const [clp, usd] = ['CLP', 'USD'].map((currency) => ({ currency, scope: null }));
  const each = (key: string, more: object = {}) => ({
    ...{ key, name: `N-${key}`, month: null, day: '2026-03-04', amount: '5.00', rows: 2, evidence: 'e' },
    ...{ state: 'open', isChanged: false, isDue: true, said: null, claim: null, ...more },
  });
  const said = {
    ...{ state: 'claimed', reason: 'other', note: 'n', owner: 'Ana', followUp: '2026-05-06', atMs: 7 },
    ...{ amount: '6', evidence: null },
  };
  const group = (head: object, cases: readonly object[]) => ({
    ...{ head: { kind: 'rate', ...head }, account: { Canal: 'A', Cuenta: 'B' }, month: '2026-03', cases },
  });
  const account = { Canal: 'X', Cuenta: 'Y' };
  const groups = new Map([
    [
      clp,
      [group({}, [each('1'), each('2', { account, month: '2026-04', said, claim: 'R-1', isChanged: true })])],
    ],
    [
      usd,
      [
        group({}, [each('1', { amount: '9' })]),
        { ...group({ currency: 'EUR' }, [each('3')]), account: null },
      ],
    ],
  ] as const);
  const rows = await rowsOf(EXCEPTION_TABLE as DatasetTable<never>, {
    views: [clp, usd],
    readExceptionGroups: async (view: never) => groups.get(view),
  });
  const plain = {
    ...{
      tipo: 'rate',
      canal: 'A',
      cuenta: 'B',
      mes: '2026-03',
      dia: '2026-03-04',
      importe: '5.00',
      filas: 2,
    },
    ...{
      moneda: 'CLP',
      estado: 'open',
      cambio: 'no',
      vence: 'si',
      responsable: null,
      motivo: null,
      nota: null,
    },
    ...{ seguimiento: null, importe_dicho: null, dicho_en: null, reclamo: null },
  };
  expect(rows).toEqual([
    { ...plain, excepcion: '1', numero: 'N-1' },
    {
      ...{ ...plain, excepcion: '2', numero: 'N-2', canal: 'X', cuenta: 'Y', mes: '2026-04', cambio: 'si' },
      ...{ responsable: 'Ana', motivo: 'other', nota: 'n', seguimiento: '2026-05-06', importe_dicho: '6' },
      ...{ dicho_en: 7, reclamo: 'R-1' },
    },
    { ...plain, excepcion: '3', numero: 'N-3', canal: null, cuenta: null, moneda: 'EUR' },
  ]);
});

test('what was said is told as it was said, kind by kind; costs as they count, and targets', async () => {
  const said = { reason: 'r', amount: '3' };
  const by = { owner: 'Ana', atMs: 5 };
  const all: { readonly [kind in AnnotationKind]?: object } = {
    'exception-saying': { state: 'accepted', reason: 'other', note: 'n', ...by },
    'match-decision': { verdict: 'matched', note: 'n', said: { there: '4' }, ...by },
    'payout-decision': { verdict: 'rejected', note: 'n', said: null, ...by },
    'no-channel': { description: 'd', ...by },
    'receivable-allowance': { amount: '8', ...by },
    'month-waiver': { said, note: 'w', ...by },
    'month-sign-off': { said, ...by },
    claim: {
      ...{ state: 'sent', claimed: '9', atMs: 6 },
      log: [
        { owner: 'Ana', note: 'first' },
        { owner: 'Eva', note: 'last' },
      ],
    },
    'own-cost': {
      ...{ sku: 'S', currency: 'USD', from: null, to: '2026-03-31', cost: '119', vat: '19', note: '', ...by },
    },
    target: { measure: 'ventas', month: '2026-03', of: null, currency: null, value: '7', ...by },
  };
  const annotations = { of: (kind: AnnotationKind) => new Map(kind in all ? [['k', all[kind]]] : []) };
  const [decisions, ownCosts, targets] = await Promise.all(
    DECISION_TABLES.map((table) => rowsOf(table as DatasetTable<never>, { ledger: { annotations } })),
  );
  const told = decisions?.map(({ tipo, que, motivo, quien, nota, importe, en, detalle }) => {
    expect(JSON.parse(`${detalle}`)).toEqual(all[tipo as AnnotationKind]);
    return [tipo, que, motivo, quien, nota, importe, en];
  });
  expect(told).toEqual([
    ['exception-saying', 'accepted', 'other', 'Ana', 'n', null, 5],
    ['match-decision', 'matched', null, 'Ana', 'n', '4', 5],
    ['payout-decision', 'rejected', null, 'Ana', 'n', null, 5],
    ['no-channel', 'no-channel', null, 'Ana', 'd', null, 5],
    ['receivable-allowance', 'allowance', null, 'Ana', null, '8', 5],
    ['month-waiver', 'waived', 'r', 'Ana', 'w', '3', 5],
    ['month-sign-off', 'signed-off', 'r', 'Ana', null, '3', 5],
    ['claim', 'sent', null, 'Eva', 'last', '9', 6],
  ]);
  expect(ownCosts).toEqual([
    {
      ...{ sku: 'S', moneda: 'USD', desde: '', hasta: '2026-03-31', costo: '100', costo_ingresado: '119' },
      ...{ iva: '19', nota: '', quien: 'Ana', en: 5 },
    },
  ]);
  expect(targets).toEqual([
    { mes: '2026-03', medida: 'ventas', columna: '', valor: '', moneda: '', meta: '7', quien: 'Ana', en: 5 },
  ]);
});

test('each account of a channel is told with its rows and its currency', async () => {
  const rows = ['A/B', 'A/C', 'D/B', 'D/B'].map((account, at) => {
    const [Canal = '', Cuenta = ''] = account.split('/');
    return rowOf({ Orden: `${at}`, Canal, Cuenta });
  });
  const { rows: latest } = createQueries(storeOf([...rows, rowOf({ Orden: '9', Canal: 'D', Cuenta: null })]));
  const own = [{ Canal: 'A', Cuenta: 'B' }];
  const told = await rowsOf(ACCOUNT_TABLE as DatasetTable<never>, {
    ...{
      latest: { rows: latest },
      scheduler: { answer: async (_: unknown, task: () => never) => atOnce(task()) },
    },
    currencyOf: currencyBy([
      { currency: 'USD', scope: { accounts: own, isExcluded: false } },
      { currency: null, scope: { accounts: own, isExcluded: true } },
    ]),
  });
  expect(told.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))).toEqual([
    { canal: 'A', cuenta: 'B', moneda: 'USD', filas: 1 },
    { canal: 'A', cuenta: 'C', moneda: '', filas: 1 },
    { canal: 'D', cuenta: '', moneda: '', filas: 1 },
    { canal: 'D', cuenta: 'B', moneda: '', filas: 2 },
  ]);
});
