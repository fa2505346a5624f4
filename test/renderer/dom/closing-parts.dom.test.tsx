import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { AdjustmentLine, TakenAdjustment } from '#renderer/reconciliation/closing/model/adjustment.ts';
import type { CloseOfMonth, DriftPage, DriftQuery } from '#renderer/reconciliation/closing/model/closes.ts';
import { AdjustmentView } from '#renderer/reconciliation/closing/screen/adjustment-view.tsx';
import { CloseAmounts } from '#renderer/reconciliation/closing/screen/close-amounts.tsx';
import { ClosePoints } from '#renderer/reconciliation/closing/screen/close-points.tsx';
import { ClosingSection } from '#renderer/reconciliation/closing/screen/closing-section.tsx';
import { DriftView } from '#renderer/reconciliation/closing/screen/drift-view.tsx';
import { MatchedLines } from '#renderer/reconciliation/closing/screen/matched-lines.tsx';
import { MissingOfMonth } from '#renderer/reconciliation/closing/screen/missing-of-month.tsx';
import type { useCloser } from '#renderer/reconciliation/closing/screen/use-closing.ts';
import type { OpenedOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { MonthMatch } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { MissingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import type { LocalDate, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { account, month as coverageOf } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { walked } from '#test/renderer/screens/reconciliation/walks.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';
import { buttonOf } from './shown.ts';

/** What the parts of a close say, each by itself: line by line, as it is read. */

const D = (value: string) => value as Decimal;
const MONTH = '2026-09' as Month;
const moment = (
  ...[year, at, day, hour = 0, minute = 0]: readonly [number, number, number, number?, number?]
) => new Date(year, at - 1, day, hour, minute).getTime();
const sums = (marketplace: string, comercial: string, total: string) => ({
  ...{ marketplace: D(marketplace), comercial: D(comercial) },
  total: D(total),
});

const inPage = (shown: React.ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <main data-testid="part">{shown}</main>
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));

describe('what a month is closed with', () => {
  const of = (Cuenta: string, rows: number, ventas: string, total: string | null) => ({
    ...{ Canal: 'A', Cuenta, rows, orders: 1 },
    sums: {
      ...{ Ventas: D(ventas), 'Rentabilidad Marketplace': D('3'), 'Rentabilidad Comercial': D('2') },
      ...(total === null ? {} : { 'Rentabilidad Total': D(total) }),
    },
  });

  test('stands by account with its rows and figures, and all of it below', async () => {
    await inPage(
      <CloseAmounts
        figures={[of('1', 3, '100.50', '10'), of('2', 1204, '20', null)]}
        scopes={[{ currency: 'ARS', scope: null }]}
      />,
    );
    expect(read()).toEqual([
      'Canal · Cuenta | Filas | Ventas | Marketplace | Comercial | Total',
      'A · 1 | 3 | 100,50 | 3,00 | 2,00 | 10,00',
      'A · 2 | 1.204 | 20,00 | 3,00 | 2,00 | —',
      'Todas las cuentas | 1.207 | 120,50 | 6,00 | 4,00 | 10,00',
    ]);
    expect(copiedOf(screen.getByRole('table'))).toEqual([
      'Canal · Cuenta | Filas | Ventas | Rentabilidad Marketplace | Rentabilidad Comercial | Rentabilidad Total',
      'A · 1 | 3 | 100,50 | 3 | 2 | 10',
      'A · 2 | 1.204 | 20 | 3 | 2 | ',
    ]);
  });

  test('is summed by currency where more than one account has it', async () => {
    const scope = (...all: readonly string[]) => ({
      accounts: all.map((Cuenta) => ({ Canal: 'A', Cuenta })),
      isExcluded: false,
    });
    await inPage(
      <CloseAmounts
        figures={[of('1', 3, '100.50', '10'), of('2', 4, '20', '-1.25'), of('3', 1, '7', '1')]}
        scopes={[
          { currency: 'ARS', scope: scope('1', '2') },
          { currency: 'CLP', scope: scope('3') },
        ]}
      />,
    );
    expect(read()).toEqual([
      'Canal · Cuenta | Filas | Ventas | Marketplace | Comercial | Total',
      'A · 1 · ARS | 3 | 100,50 | 3,00 | 2,00 | 10,00',
      'A · 2 · ARS | 4 | 20,00 | 3,00 | 2,00 | −1,25',
      'A · 3 · CLP | 1 | 7,00 | 3,00 | 2,00 | 1,00',
      'Todas en ARS | 7 | 120,50 | 6,00 | 4,00 | 8,75',
    ]);
  });
});

test('the steps before a close say how each stands, who signed it, and ask for the reasons of those that are open', async () => {
  const last = (owner: string) =>
    ({ owner, atMs: moment(2026, 10, 2), step: { count: 1, amount: null } }) as never;
  const walk = walked('2026-09', ['done', 'open', 'blocked', 'waived', 'open', 'done']);
  const steps = walk.steps.map((each) => {
    if (each.id === 'data') return { ...each, sign: { state: 'by-itself' as const, last: null } };
    if (each.id === 'rows') return { ...each, sign: { state: 'signed' as const, last: last('Ana') } };
    if (each.id === 'differences') return { ...each, amount: D('-7.05') };
    return each.id === 'bank' ? { ...each, sign: { state: 'fallen' as const, last: last('') } } : each;
  });
  const typed: unknown[] = [];
  const { user } = await inPage(
    <ClosePoints
      walk={{ ...walk, steps }}
      reasons={{ rows: 'lo debe el canal', data: 'de antes' }}
      onReason={(...said) => typed.push(said)}
    />,
  );
  expect(read()).toEqual([
    'Paso | Estado | Monto | Firma | Razón',
    '[1 Datos completos] | Igual a la fuente | — | automático |',
    '[2 Filas cuadran] | 3 filas no cuadran | — | Firmó Ana, 02-10-2026 | Razón para cerrar con «Filas cuadran» abierto: {lo debe el canal}',
    '[3 Costos] | 3 SKU · 0 filas | — | | Razón para cerrar con «Costos» abierto: {Por qué se cierra así}',
    '[4 Extractos] | No necesario | — | |',
    '[5 Diferencias] | 3 casos, 1 cuenta | −7,05 | | Razón para cerrar con «Diferencias» abierto: {Por qué se cierra así}',
    '[6 Banco y por cobrar] | 10 de 10 en el banco | — | Cambió; firmó alguien sin nombre, 02-10-2026 | Razón para cerrar con «Banco y por cobrar» abierto: {Por qué se cierra así}',
  ]);
  expect(screen.getAllByTestId('close-check').map(({ dataset }) => [dataset.check, dataset.value])).toEqual([
    ['data', 'yes'],
    ['rows', 'no'],
    ['costs', 'unknown'],
    ['statements', 'yes'],
    ['differences', 'no'],
    ['bank', 'no'],
  ]);
  expect(copiedOf(screen.getByRole('table')).map((line) => line.split(' | ').at(-1))).toEqual([
    'Razón',
    '',
    'lo debe el canal',
    '',
    '',
    '',
    '',
  ]);
  expect(copiedOf(screen.getByRole('table'))[2]).toEqual(
    '2 Filas cuadran | 3 filas no cuadran |  | Firmó Ana, 02-10-2026 | lo debe el canal',
  );
  await user.type(screen.getByRole('textbox', { name: /Costos/u }), 'x');
  expect(typed).toEqual([['costs', 'x']]);
  await user.click(screen.getByRole('button', { name: /Diferencias/u }));
  expect(window.location.hash).toBe('#reconciliation/2026-09/differences');
});

describe('what statements and the bank say of a month', () => {
  const amount = (count: number, ...all: readonly (readonly [string, string])[]) => ({
    ...{ payouts: count + 1, orders: count, amount: D(all[0]?.[1] ?? '0') },
    sums: all.map(([currency, sum]) => ({ currency, count, sum: D(sum) })),
  });
  const MATCH: MonthMatch = {
    ...{ revision: 1, hasStatements: true, orders: 1042, payouts: 7 },
    uncovered: amount(1, ['', '30.25']),
    differing: amount(2, ['CLP', '-7'], ['USD', '1.5']),
    missing: amount(3, ['', '1000.10']),
    short: amount(4, ['', '-4']),
    waiting: amount(5, ['', '50']),
  };

  test('is listed with the way to each, and unlike currencies apart', async () => {
    const led: Parameters<OnSection>[] = [];
    const { user } = await inPage(
      <MatchedLines month={MONTH} match={MATCH} onSection={(...to) => void led.push(to)} />,
    );
    expect(read()).toEqual([
      'Órdenes que ningún extracto tiene, de 1.042 | 1 | 30,25 | [Ver, Ver: Órdenes que ningún extracto tiene, de 1.042]',
      'Órdenes que difieren del extracto · CLP | 2 | −7,00 | [Ver, Ver: Órdenes que difieren del extracto]',
      'Órdenes que difieren del extracto · USD | | 1,50 |',
      'Pagos del mes que no llegaron al banco, de 7 | 4 | 1.000,10 | [Ver, Ver: Pagos del mes que no llegaron al banco, de 7]',
      'Pagos del mes que llegaron con otro monto | 5 | −4,00 | [Ver, Ver: Pagos del mes que llegaron con otro monto]',
      'Pagos del mes que aún no se pueden comprobar | 6 | 50,00 | [Ver, Ver: Pagos del mes que aún no se pueden comprobar]',
    ]);
    expect(copiedOf(screen.getByRole('table', { name: 'Extractos y banco del mes' }))).toEqual([
      'Extractos y banco del mes | Filas | Diferencia',
      'Órdenes que ningún extracto tiene, de 1.042 | 1 | 30,25',
      'Órdenes que difieren del extracto · CLP | 2 | -7',
      'Órdenes que difieren del extracto · USD |  | 1,5',
      'Pagos del mes que no llegaron al banco, de 7 | 4 | 1.000,10',
      'Pagos del mes que llegaron con otro monto | 5 | -4',
      'Pagos del mes que aún no se pueden comprobar | 6 | 50',
    ]);
    expect(
      screen
        .getAllByTestId(/^close-matched(-beside)?$/u)
        .map(({ dataset }) => [dataset.check, dataset.currency, dataset.value]),
    ).toEqual([
      ['uncovered', '', '1'],
      ['differing', 'CLP', '2'],
      ['differing', 'USD', undefined],
      ['missing', '', '4'],
      ['short', '', '5'],
      ['waiting', '', '6'],
    ]);
    for (const see of screen.getAllByRole('button')) await user.click(see);
    expect(led).toEqual([
      ['matches', { matches: { digest: null, state: 'only-here', month: MONTH } }],
      ['matches', { matches: { digest: null, state: 'different', month: MONTH } }],
      ['settlements', { payouts: { month: MONTH, state: 'missing' } }],
      ['settlements', { payouts: { month: MONTH, state: 'different' } }],
      ['settlements', { payouts: { month: MONTH, state: 'waiting' } }],
    ]);
  });

  test('is not known where there is no statement, which can be brought', async () => {
    const led: Parameters<OnSection>[] = [];
    const { user } = await inPage(
      <MatchedLines
        month={MONTH}
        match={{ ...MATCH, hasStatements: false }}
        onSection={(...to) => void led.push(to)}
      />,
    );
    expect(read()).toEqual(['No hay extractos de marketplaces: no se sabe. [Importar un extracto]']);
    await user.click(screen.getByRole('button'));
    expect(led).toEqual([['statements']]);
  });

  test('misses statements, told by account, of those that miss one', async () => {
    const missing = (canal: string, cuenta: string, ...counts: readonly number[]): MissingStatements => ({
      ...{ canal, cuenta, every: 7, lastDay: '2026-09-20' as LocalDate },
      months: counts.map((count) => ({ month: MONTH, count })),
    });
    const { view } = await inPage(
      <MissingOfMonth
        missing={[missing('A', '1', 2), missing('A', '2'), missing('', '', 1)]}
        onSection={() => {}}
      />,
    );
    expect(read()).toEqual([
      'A · 1: faltan 2',
      '(vacío) · (vacío): falta uno',
      '[Traer los extractos que faltan]',
    ]);
    expect(
      screen.getAllByTestId('close-missing-statement').map(({ dataset }) => [dataset.account, dataset.value]),
    ).toEqual([
      ['["A","1"]', '2'],
      ['["",""]', '1'],
    ]);
    view.unmount();
    await inPage(<MissingOfMonth missing={[missing('A', '2')]} onSection={() => {}} />);
    expect(read()).toEqual([]);
  });
});

const closeOf = (
  more: Partial<CloseOfMonth['close']> = {},
  state: CloseOfMonth['state'] = 'drifted',
): CloseOfMonth => ({
  ...{ month: MONTH, state, now: [], evidence: 'e' },
  close: {
    ...{ state: 'closed', snapshot: 's', checksum: 'c', readUntil: null, figures: [], ownCosts: [] },
    ...{ adjustments: [], seen: null, log: [] },
    ...more,
  },
});
const keyOf = (...names: readonly string[]) => JSON.stringify(names) as OrderKey;
type DriftedOrder = DriftPage['orders'][number];
const monthOrder = (key: OrderKey, total: string | null) => ({
  ...{ key, rows: 1, own: null },
  sums: total === null ? {} : { 'Rentabilidad Total': D(total), Ventas: D('10') },
});
function drifted(
  number: string,
  kind: DriftedOrder['kind'],
  [before, after, difference]: readonly [string | null, string | null, string],
  causes: readonly DriftedOrder['parts'][number]['cause'][],
): DriftedOrder {
  const key = keyOf('A', '1', number);
  return {
    ...{ key, kind, correlationIds: ['c1', 'c2'] },
    before: kind === 'new' ? null : monthOrder(key, before),
    after: kind === 'removed' ? null : monthOrder(key, after),
    differences: {
      ...{ Ventas: D('1'), 'Costo de Producto': D('2'), 'Rentabilidad Marketplace': D('3') },
      ...{ 'Rentabilidad Comercial': D('4'), 'Rentabilidad Total': D(difference) },
    },
    parts: causes.map((cause) => ({ cause, sums: sums('0', '0', difference) })),
  };
}
const ORDERS = [
  drifted('O-1', 'changed', ['100.00', '87.5', '-12.50'], ['product-cost', 'source']),
  drifted('', 'new', [null, '4', '4'], ['first']),
  drifted('O-3', 'removed', ['3.125', null, '-3.125'], ['decision']),
];
const byAccount: readonly AdjustmentLine[] = [
  { Canal: 'A', Cuenta: '1', causes: [{ cause: 'product-cost', sums: sums('0', '-12.50', '-12.50') }] },
  {
    ...{ Canal: 'A', Cuenta: '2' },
    causes: [
      { cause: 'source', sums: sums('1', '1', '1') },
      { cause: 'first', sums: sums('0.25', '0', '4') },
    ],
  },
];
const DRIFT: DriftPage = {
  ...{ revision: 1, total: 44, offset: 0, rows: 0, ventas: D('0'), byAccount, orders: ORDERS },
  sums: sums('1.25', '-11.50', '-7.50'),
  causes: [
    { cause: 'source', orders: 1, sums: sums('1', '1', '1') },
    { cause: 'product-cost', orders: 1300, sums: sums('0', '-12.50', '-12.50') },
    { cause: 'first', orders: 1, sums: sums('0.25', '0', '4') },
  ],
};
const MONTHS = ['2026-11' as Month, '2026-10' as Month];
function closer(more: Partial<ReturnType<typeof useCloser>> = {}) {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    async (...said: readonly unknown[]) =>
      void done.push([what, ...said]);
  const own = {
    ...{ close: note('close'), reopen: note('reopen'), see: note('see'), take: note('take') },
    ...{ untake: note('untake'), release: note('release'), monthsFor: () => MONTHS },
    ...{ isCounted: false, isFrozen: false, busy: false, failed: null },
    ...more,
  } as unknown as ReturnType<typeof useCloser>;
  return { own, done };
}

describe('what moved a closed month', () => {
  async function openDrift(
    drift: () => DriftPage | Promise<DriftPage> = () => DRIFT,
    setting: PageSetting = {},
  ) {
    const asked: DriftQuery[] = [];
    const opened: OpenedOrder[] = [];
    const page = await inPage(
      <DriftView close={closeOf()} closer={closer().own} onOpenOrder={(order) => opened.push(order)} />,
      {
        ...setting,
        dataReplies: {
          readDrift: ({ slot: _, ...query }: DriftQuery & { readonly slot?: string }) => {
            asked.push(query);
            return drift();
          },
        },
      },
    );
    return { ...page, calls: page.asked, asked, opened };
  }
  const table = (name: string) => screen.findByRole('table', { name });

  test('is told by cause, with the sum of all, and order by order', async () => {
    await openDrift();
    expect(readOf(await table('Por qué cambió'))).toEqual([
      'Por qué cambió | Órdenes que cambiaron | Marketplace | Comercial | Total',
      '[La fuente cambió la orden] | 1 | +1,00 | +1,00 | +1,00',
      '[Llegó o cambió el costo de producto] | 1.300 | 0 | −12,50 | −12,50',
      '[Se leyó por primera vez] | 1 | +0,25 | 0 | +4,00',
      'Diferencia | +1,25 | −11,50 | −7,50',
    ]);
    expect(readOf(await table('Órdenes que cambiaron'))).toEqual([
      'Orden | Cuenta | Causa | Al cierre | Ahora | Diferencia',
      '[O-1] | A · 1 | Llegó o cambió el costo de producto · La fuente cambió la orden | 100,00 | 87,50 | −12,50',
      '[(vacío)] | A · 1 | Nueva · Se leyó por primera vez | — | 4,00 | +4,00',
      '[O-3] | A · 1 | Ya no está · Tu decisión sobre filas que faltaban | 3,13 | — | −3,13',
    ]);
    expect(copiedOf(await table('Por qué cambió'))).toEqual([
      'Por qué cambió | Órdenes que cambiaron | Rentabilidad Marketplace | Rentabilidad Comercial | Rentabilidad Total',
      'La fuente cambió la orden | 1 | 1 | 1 | 1',
      'Llegó o cambió el costo de producto | 1.300 | 0 | -12,50 | -12,50',
      'Se leyó por primera vez | 1 | 0,25 | 0 | 4',
    ]);
    expect(copiedOf(await table('Órdenes que cambiaron'))).toEqual([
      'Orden | Cuenta | Causa | Rentabilidad Total · Al cierre | Rentabilidad Total · Ahora | Rentabilidad Total · Diferencia',
      'O-1 | A · 1 | Llegó o cambió el costo de producto · La fuente cambió la orden | 100,00 | 87,5 | -12,50',
      ' | A · 1 | Nueva · Se leyó por primera vez |  | 4 | 4',
      'O-3 | A · 1 | Ya no está · Tu decisión sobre filas que faltaban | 3,125 |  | -3,125',
    ]);
    expect(screen.getAllByTestId('drift-order').map(({ dataset }) => dataset.value)).toEqual([
      '-12.50',
      '4',
      '-3.125',
    ]);
  });

  test('is written as finely as any of its orders is, before the close or now', async () => {
    for (const [before, now] of [
      ['100', '100.50'],
      ['100.50', '100'],
    ] as const) {
      const orders = [drifted('O-9', 'changed', [before, now, '0'], ['source'])];
      const { view } = await openDrift(() => ({ ...DRIFT, orders, total: 1 }));
      expect(
        readOf(await table('Órdenes que cambiaron'))[1]
          ?.split(' | ')
          .slice(3, 5),
      ).toEqual([
        before.replace(/^100$/u, '100,00').replace('.', ','),
        now.replace(/^100$/u, '100,00').replace('.', ','),
      ]);
      view.unmount();
    }
  });

  test('is narrowed to a cause, and to all again by a second press; more of it are shown on asking', async () => {
    const { user, asked } = await openDrift();
    const cause = (name: string) => screen.findByRole('button', { name });
    const all = { month: MONTH, scope: null, cause: null, offset: 0, limit: 20 };
    await user.click(await cause('La fuente cambió la orden'));
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...all, cause: 'source' }));
    expect((await cause('La fuente cambió la orden')).getAttribute('aria-pressed')).toBe('true');
    await user.click(await cause('Se leyó por primera vez'));
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...all, cause: 'first' }));
    await user.click(await cause('Se leyó por primera vez'));
    await waitFor(() => expect(asked.at(-1)).toEqual(all));
    await user.click(screen.getByRole('button', { name: /\(41\)$/u }));
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...all, limit: 220 }));
  });

  test('is asked of the accounts in the currency in view', async () => {
    const currencies = { main: 'CLP', own: [{ Canal: 'A', Cuenta: '2', code: 'USD' }] };
    const exports = takingExports();
    const { asked, calls } = await openDrift(() => DRIFT, {
      accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
      ...exports.setting,
    });
    await screen.findAllByTestId('drift-order');
    const scope = { accounts: [{ Canal: 'A', Cuenta: '2' }], isExcluded: true };
    expect(asked.at(-1)).toEqual({ month: MONTH, scope, cause: null, offset: 0, limit: 20 });
    // What is proposed is of them too.
    expect(screen.getByTestId('drift-adjustment').dataset.value).toBe('-12.50');
    // And so are the files, of every order and cause.
    const moved = await exportBy(text('closing.drift-export'), { asked: calls }, exports);
    expect(asked.at(-1)).toEqual({
      ...{ month: MONTH, scope, cause: null, offset: 0, limit: Number.MAX_SAFE_INTEGER },
    });
    expect([moved.fileName, ...laidOut(moved.content)]).toEqual([
      'cuadra-lumbre-hogar_cambio-desde-el-cierre-compra-2026-09-01-2026-09-30-5q8n460h-clp.xlsx',
      'Cambio desde el cierre, 3',
      'Canal | Cuenta | Orden | Causa | Ventas · Al cierre [money] | Ventas · Ahora [money] | Ventas · Diferencia [money] | Costo de Producto · Al cierre [money] | Costo de Producto · Ahora [money] | Costo de Producto · Diferencia [money] | Rentabilidad Marketplace · Al cierre [money] | Rentabilidad Marketplace · Ahora [money] | Rentabilidad Marketplace · Diferencia [money] | Rentabilidad Comercial · Al cierre [money] | Rentabilidad Comercial · Ahora [money] | Rentabilidad Comercial · Diferencia [money] | Rentabilidad Total · Al cierre [money] | Rentabilidad Total · Ahora [money] | Rentabilidad Total · Diferencia [money] | correlation_id',
      'A | 1 | O-1 | Llegó o cambió el costo de producto · La fuente cambió la orden | 10 | 10 | 1 | — | — | 2 | — | — | 3 | — | — | 4 | 100.00 | 87.5 | -12.50 | c1 c2',
      'A | 1 |  | Se leyó por primera vez | — | 10 | 1 | — | — | 2 | — | — | 3 | — | — | 4 | — | 4 | 4 | c1 c2',
      'A | 1 | O-3 | Tu decisión sobre filas que faltaban | 10 | — | 1 | — | — | 2 | — | — | 3 | — | — | 4 | 3.125 | — | -3.125 | c1 c2',
    ]);
    const adjusted = await exportBy(text('closing.adjustment-export'), { asked: calls }, exports);
    expect([
      adjusted.fileName,
      ...laidOut(adjusted.content).map((each) => each.replace(/ \([^()]*\) \[local/u, ' (zone) [local')),
    ]).toEqual([
      'cuadra-lumbre-hogar_ajuste-2026-09-6if1nbjo-clp.xlsx',
      'Ajuste, 4',
      'Estado | Con fecha | Canal | Cuenta | Causa | Rentabilidad Marketplace [money] (0) | Rentabilidad Comercial [money] (-12.50) | Rentabilidad Total [money] (-12.50) | Quién | Cuándo (zone) [local-datetime]',
      'Propuesto | 2026-11 | A | 1 | Llegó o cambió el costo de producto | 0 | -12.50 | -12.50 |  | —',
    ]);
  });

  test('that cannot be read anew says so beside what was read last', async () => {
    let answer = async () => DRIFT;
    const { user } = await openDrift(() => answer());
    answer = () => Promise.reject(new Error('the worker is gone'));
    await user.click(await screen.findByRole('button', { name: 'La fuente cambió la orden' }));
    const failure = await screen.findByTestId('query-failure');
    expect(failure.textContent).toContain('the worker is gone');
    expect(screen.getAllByTestId('drift-order')).toHaveLength(3);
    answer = async () => ({ ...DRIFT, total: 1, orders: ORDERS.slice(0, 1) });
    await user.click(within(failure).getByRole('button'));
    await waitFor(() => expect(screen.getAllByTestId('drift-order')).toHaveLength(1));
    expect(screen.queryByTestId('query-failure')).toBeNull();
  });

  test('leads to each of its orders, among all of them', async () => {
    const { user, opened } = await openDrift();
    await user.click(await screen.findByRole('button', { name: 'O-3' }));
    expect(opened).toMatchObject([
      { at: 2, places: 2, orders: [{ order: 'O-1', channel: 'A' }, { order: '' }, { order: 'O-3', row: 2 }] },
    ]);
    expect(opened[0]?.orders[2]?.filters).toEqual([
      { column: 'Canal', values: ['A'] },
      { column: 'Cuenta', values: ['1'] },
      { column: 'Orden', values: ['O-3'] },
    ]);
  });

  test('is nothing where no cause is; it is looked for, and what fails is said and asked again', async () => {
    let answer = (): Promise<DriftPage> => new Promise(() => {});
    const waits = await openDrift(() => answer());
    expect(read()).toEqual(['Buscando qué cambió…']);
    waits.view.unmount();
    answer = () => Promise.reject(new Error('the worker is gone'));
    const { user } = await openDrift(() => answer());
    const failure = await screen.findByTestId('query-failure');
    expect(failure.textContent).toContain('the worker is gone');
    answer = async () => ({ ...DRIFT, causes: [], byAccount: [], orders: [], total: 0 });
    await user.click(within(failure).getByRole('button'));
    await screen.findByText('Nada cambió desde el cierre.');
    expect(read()).toEqual(['Nada cambió desde el cierre.']);
  });
});

test('what was taken of a month that is what it was again is told below that, and can be withdrawn', async () => {
  const [first] = byAccount as readonly [AdjustmentLine];
  const taken = { id: 't1', datedIn: '2026-10' as Month, owner: 'Ana', atMs: 1, lines: [first] };
  const { own, done } = closer();
  const { user } = await inPage(
    <DriftView close={closeOf({ adjustments: [taken] })} closer={own} onOpenOrder={() => {}} />,
    { dataReplies: { readDrift: () => ({ ...DRIFT, causes: [], byAccount: [], orders: [], total: 0 }) } },
  );
  await screen.findByText('Nada cambió desde el cierre.');
  expect(screen.getByTestId('drift-adjustment').dataset.value).toBe('12.50');
  await user.click(screen.getByTestId('untake-adjustment'));
  expect(done).toEqual([['untake', MONTH, 't1']]);
});

describe('the adjustment of a closed month', () => {
  const taken = (id: string, owner: string, total: string): TakenAdjustment => ({
    ...{ id, datedIn: '2026-10' as Month, owner, atMs: moment(2026, 10, 5, 14, 7) },
    lines: [{ Canal: 'A', Cuenta: '1', causes: [{ cause: 'source', sums: sums('0', '0', total) }] }],
  });

  test('is told in a sentence and by account with its causes, dated in an open month, and taken', async () => {
    const { own, done } = closer();
    const { user } = await inPage(<AdjustmentView close={closeOf()} drift={DRIFT} closer={own} />);
    expect(read()).toEqual([
      'Ajuste propuesto: −7,50 de Rentabilidad Total en noviembre de 2026, por lo que cambió en septiembre de 2026 después de su cierre.',
      'Con fecha[Noviembre de 2026, Con fecha: Noviembre de 2026]',
      'Cuenta | Causa | Marketplace | Comercial | Total',
      'A · 1 | Llegó o cambió el costo de producto | 0 | −12,50 | −12,50',
      'A · 2 | La fuente cambió la orden · Se leyó por primera vez | +1,25 | +1,00 | +5,00',
      'Ajuste | +1,25 | −11,50 | −7,50',
      '[Copiar ajuste][Marcar como tomado][Exportar, Exportar el ajuste, Exportar el ajuste]',
    ]);
    expect(copiedOf(screen.getByRole('table', { name: 'Ajuste' }))).toEqual([
      'Cuenta | Causa | Rentabilidad Marketplace | Rentabilidad Comercial | Rentabilidad Total',
      'A · 1 | Llegó o cambió el costo de producto | 0 | -12,50 | -12,50',
      'A · 2 | La fuente cambió la orden · Se leyó por primera vez | 1,25 | 1 | 5',
    ]);
    await user.click(screen.getByTestId('take-adjustment'));
    expect(done).toMatchObject([['take', { month: MONTH, lines: byAccount, taken: [] }, '2026-11']]);
    // It is dated in another open month, in what is said of it as well.
    await user.click(screen.getByTestId('adjustment-month'));
    const items = await screen.findAllByRole('menuitemradio');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Noviembre de 2026', 'Octubre de 2026']);
    await user.click(items[1] as HTMLElement);
    expect(read().slice(0, 2)).toEqual([
      'Ajuste propuesto: −7,50 de Rentabilidad Total en octubre de 2026, por lo que cambió en septiembre de 2026 después de su cierre.',
      'Con fecha[Octubre de 2026, Con fecha: Octubre de 2026]',
    ]);
    await user.click(screen.getByTestId('copy-adjustment'));
    await screen.findByText(text('proof.copied'));
    expect((await navigator.clipboard.readText()).split('\n')[0]).toBe(
      'Ajuste de octubre de 2026: lo que cambió en septiembre de 2026 después de su cierre',
    );
    await user.click(screen.getByTestId('take-adjustment'));
    expect(done.at(-1)?.[2]).toBe('2026-10');
  });

  test('of one account needs no sum; a month that it was dated in and that was closed since is no month for it', async () => {
    const [first] = byAccount as readonly [AdjustmentLine];
    let months: readonly Month[] = MONTHS;
    const { own, done } = closer({ monthsFor: () => months });
    function Again() {
      const [, draw] = useState(0);
      return (
        <>
          <button type="button" onClick={() => draw((at) => at + 1)}>
            again
          </button>
          <AdjustmentView close={closeOf()} drift={{ ...DRIFT, byAccount: [first] }} closer={own} />
        </>
      );
    }
    const { user } = await inPage(<Again />);
    await user.click(screen.getByTestId('adjustment-month'));
    await user.click((await screen.findAllByRole('menuitemradio'))[1] as HTMLElement);
    months = ['2026-12' as Month, '2026-11' as Month];
    await user.click(screen.getByText('again'));
    expect(read().slice(1)).toEqual([
      'Ajuste propuesto: −12,50 de Rentabilidad Total en diciembre de 2026, por lo que cambió en septiembre de 2026 después de su cierre.',
      'Con fecha[Diciembre de 2026, Con fecha: Diciembre de 2026]',
      'Cuenta | Causa | Marketplace | Comercial | Total',
      'A · 1 | Llegó o cambió el costo de producto | 0 | −12,50 | −12,50',
      '[Copiar ajuste][Marcar como tomado][Exportar, Exportar el ajuste, Exportar el ajuste]',
    ]);
    await user.click(screen.getByTestId('take-adjustment'));
    expect(done.at(-1)?.[2]).toBe('2026-12');
  });

  test('that was taken stands below, the newest first; what is left is told less that, and in words to copy', async () => {
    const close = closeOf({ adjustments: [taken('t1', '', '-6'), taken('t2', 'Ana', '-5.5')] });
    const { own, done } = closer({ failed: 'no se pudo' });
    const { user } = await inPage(<AdjustmentView close={close} drift={DRIFT} closer={own} />);
    expect(read()).toEqual([
      'Ajuste propuesto: 4 de Rentabilidad Total en noviembre de 2026, por lo que cambió en septiembre de 2026 después de su cierre.',
      'Con fecha[Noviembre de 2026, Con fecha: Noviembre de 2026]',
      'Cuenta | Causa | Marketplace | Comercial | Total',
      'A · 1 | La fuente cambió la orden · Llegó o cambió el costo de producto | 0 | −12,50 | −1,00',
      'A · 2 | La fuente cambió la orden · Se leyó por primera vez | +1,25 | +1,00 | +5,00',
      'Ajuste | +1,25 | −11,50 | +4,00',
      '[Copiar ajuste][Marcar como tomado][Exportar, Exportar el ajuste, Exportar el ajuste]',
      'no se pudo',
      'Tomado por Ana, 05-10-2026 14:07, con fecha octubre de 2026: −5,50[No se tomó]',
      'Tomado por alguien sin nombre, 05-10-2026 14:07, con fecha octubre de 2026: −6,00[No se tomó]',
    ]);
    await user.click(screen.getByTestId('copy-adjustment'));
    expect((await navigator.clipboard.readText()).split('\n')).toEqual([
      'Ajuste de noviembre de 2026: lo que cambió en septiembre de 2026 después de su cierre',
      'Ajuste propuesto: 4,00 de Rentabilidad Total en noviembre de 2026, por lo que cambió en septiembre de 2026 después de su cierre.',
      'A · 1: Rentabilidad Marketplace 0; Rentabilidad Comercial −12,50; Rentabilidad Total −1,00',
      '  La fuente cambió la orden: Rentabilidad Marketplace 0; Rentabilidad Comercial 0; Rentabilidad Total 11,5',
      '  Llegó o cambió el costo de producto: Rentabilidad Marketplace 0; Rentabilidad Comercial −12,50; Rentabilidad Total −12,50',
      'A · 2: Rentabilidad Marketplace 1,25; Rentabilidad Comercial 1; Rentabilidad Total 5',
      '  La fuente cambió la orden: Rentabilidad Marketplace 1; Rentabilidad Comercial 1; Rentabilidad Total 1',
      '  Se leyó por primera vez: Rentabilidad Marketplace 0,25; Rentabilidad Comercial 0; Rentabilidad Total 4',
      'Ya tomado antes: −11,5 de Rentabilidad Total.',
    ]);
    await user.click(screen.getAllByTestId('untake-adjustment')[1] as HTMLElement);
    expect(done).toEqual([['untake', MONTH, 't1']]);
  });

  test('of a month of which all was taken proposes nothing, and of one that moved by nothing is not there', async () => {
    const [first] = byAccount as readonly [AdjustmentLine];
    const all = { ...taken('t1', 'Ana', '0'), lines: [first] };
    const { own } = closer({ busy: true });
    const page = await inPage(
      <AdjustmentView
        close={closeOf({ adjustments: [all] })}
        drift={{ ...DRIFT, byAccount: [first] }}
        closer={own}
      />,
    );
    expect(read()).toEqual([
      'Nada más por ajustar: lo tomado ya cubre todo lo que cambió en septiembre de 2026.',
      '[Exportar, Exportar el ajuste, Exportar el ajuste]',
      'Tomado por Ana, 05-10-2026 14:07, con fecha octubre de 2026: −12,50[No se tomó, off]',
    ]);
    page.view.unmount();
    await inPage(<AdjustmentView close={closeOf()} drift={{ ...DRIFT, byAccount: [] }} closer={own} />);
    expect(read()).toEqual([]);
  });

  test('while something is written it is neither taken nor withdrawn', async () => {
    const close = closeOf({ adjustments: [taken('t1', 'Ana', '-6')] });
    await inPage(<AdjustmentView close={close} drift={DRIFT} closer={closer({ busy: true }).own} />);
    for (const id of ['take-adjustment', 'untake-adjustment'])
      expect(screen.getByTestId<HTMLButtonElement>(id).disabled).toBe(true);
  });
});

describe('all months', () => {
  const KNOWN = '2026-11-22T12:00:00.000Z' as UtcInstant;
  const figures = (total: string, Cuenta = '1') => ({
    ...{ Canal: 'A', Cuenta, rows: 3, orders: 2 },
    sums: { 'Rentabilidad Total': total },
  });
  const months = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}` as Month,
    );
  const openAll = (all: readonly Month[], closes: readonly CloseOfMonth[], setting: PageSetting = {}) =>
    inPage(<ClosingSection onOpenOrder={() => {}} onSection={() => {}} />, {
      ...{
        months: all.map((of, at) =>
          coverageOf({ month: of, rows: 1000 + at, reach: 'live', lastReadAt: KNOWN }),
        ),
        knownUntil: KNOWN,
      },
      ...setting,
      dataReplies: { readCloses: () => ({ revision: 1, months: closes }), ...setting.dataReplies },
    });

  test('stand newest first, each with its rows, state and what moved it since', async () => {
    const [one, two, three, four] = months(4) as [Month, Month, Month, Month];
    const of = (
      month: Month,
      state: CloseOfMonth['state'],
      now: string,
      ownCosts: CloseOfMonth['close']['ownCosts'] = [],
    ) => ({
      ...closeOf({ figures: [figures('100.00')], ownCosts }, state),
      ...{ month, now: [figures(now)] },
    });
    await openAll(
      [one, two, three, four],
      [
        of(one, 'closed', '100.00'),
        of(two, 'drifted', '87.50', [{ currency: null, scope: null }]),
        of(three, 'seen', '100.5'),
        of(four, 'open', '3', [{ currency: null, scope: null }]),
      ],
    );
    await screen.findAllByTestId('close-line');
    expect(read()).toEqual([
      'Cierre de meses',
      'qué sumaba cada mes al cerrarlo y qué se movió después',
      'Mes | Filas | Estado | Cambio desde el cierre | Cerrar…',
      '[Abril de 2024] | 1.003 | Abierto | | [Cerrar…, Abrir la lista del cierre de abril de 2024]',
      '[Marzo de 2024] | 1.002 | Cerrado, cambios vistos | +0,50 |',
      '[Febrero de 2024] | 1.001 | Cambió tras el cierre con costos propios | −12,50✱ (Con costos propios donde la fuente no tiene costo) |',
      '[Enero de 2024] | 1.000 | Cerrado | 0 |',
    ]);
    expect(copiedOf(screen.getByRole('table'))).toEqual([
      'Mes | Filas | Estado | Cambio desde el cierre',
      '2024-04 | 1.003 | Abierto | ',
      '2024-03 | 1.002 | Cerrado, cambios vistos | 0,50',
      '2024-02 | 1.001 | Cambió tras el cierre | -12,50',
      '2024-01 | 1.000 | Cerrado | 0,00',
    ]);
    expect(screen.getAllByTestId('drift-total').map(({ dataset }) => dataset.value)).toEqual([
      '',
      '0.50',
      '-12.50',
      '0.00',
    ]);
  });

  test('are twelve at once, and more on asking', async () => {
    const { user } = await openAll(months(60), []);
    expect((await screen.findAllByTestId('close-line')).map(({ dataset }) => dataset.month)).toEqual(
      months(60).toReversed().slice(0, 12),
    );
    await user.click(buttonOf('Ver meses anteriores (48)'));
    expect(screen.getAllByTestId('close-line')).toHaveLength(36);
    await user.click(buttonOf('Ver meses anteriores (24)'));
    expect(screen.getAllByTestId('close-line')).toHaveLength(60);
    // Nothing is left: there is no way to none.
    expect(screen.queryByText(/anteriores/u)).toBeNull();
  });

  test('are of the accounts in the currency in view; rows are of all of them, which their heading says', async () => {
    const currencies = { main: 'CLP', own: [{ Canal: 'A', Cuenta: '2', code: 'USD' }] };
    const close = {
      ...closeOf({ figures: [figures('100.00'), figures('7.00', '2')] }),
      ...{ month: '2024-01' as Month, now: [figures('99.00'), figures('1.00', '2')] },
    };
    await openAll(months(1), [close], {
      accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
    });
    expect((await screen.findByTestId('drift-total')).dataset.value).toBe('-1.00');
    expect(readOf(screen.getAllByRole('row')[0] as HTMLElement)).toEqual([
      'Mes | Filas, todas las monedas | Estado | Cambio desde el cierre | Cerrar…',
    ]);
  });

  test('that are closed stay listed after their rows went; where there are neither, that is said', async () => {
    const [one] = months(1) as [Month];
    const gone = { months: [coverageOf({ month: one, rows: 0 })] };
    const page = await openAll([], [{ ...closeOf({ figures: [figures('1')] }), month: one }], gone);
    expect((await screen.findByTestId('close-line')).dataset.month).toBe(one);
    page.view.unmount();
    await openAll([], [], gone);
    await screen.findByText('Todavía no hay meses con filas.');
    expect(read()).toEqual([
      'Cierre de meses',
      'qué sumaba cada mes al cerrarlo y qué se movió después',
      'Todavía no hay meses con filas.',
    ]);
  });

  test('that cannot be read say so, and are read again', async () => {
    let fails = true;
    const readCloses = () => {
      if (fails) throw new Error('the worker is gone');
      return { revision: 1, months: [] };
    };
    const { user } = await openAll(months(1), [], { dataReplies: { readCloses } });
    const failure = await screen.findByTestId('query-failure');
    fails = false;
    await user.click(within(failure).getByRole('button'));
    await screen.findByTestId('close-line');
    expect(screen.queryByTestId('query-failure')).toBeNull();
  });

  test('open one at a time; the checklist of an open one is opened by either of its presses', async () => {
    const { user } = await openAll(months(2), [
      { ...closeOf({ figures: [figures('1')] }), month: months(1)[0] as Month, now: [figures('1')] },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Enero de 2024' }));
    expect((await screen.findByTestId('month-detail')).dataset.month).toBe('2024-01');
    expect(screen.getByTestId('reopen-month').textContent).toBe('Reabrir enero de 2024');
    await user.click(screen.getByRole('button', { name: 'Abrir la lista del cierre de febrero de 2024' }));
    expect(screen.getByTestId('month-detail').dataset.month).toBe('2024-02');
    await user.click(screen.getByTestId('close-list'));
    expect(screen.queryByTestId('month-detail')).toBeNull();
  });
});

test('the history of a month is told newest first: who, when, who reviewed it, what was open, and by how much it had moved', async () => {
  const log: CloseOfMonth['close']['log'] = [
    {
      ...{
        what: 'closed',
        owner: 'Ana',
        note: 'todo visto',
        atMs: moment(2026, 10, 2, 9, 5),
        reviewer: 'Luis',
        wasRunning: true,
      },
      reasons: [
        { step: 'costs', reason: 'missing', count: 2, amount: null, why: 'llega en enero' },
        { step: 'later', reason: 'x', count: 1, amount: null, why: 'de otra versión' },
      ],
    },
    {
      ...{ what: 'seen', owner: '', note: '', atMs: moment(2026, 10, 3, 10, 6) },
      drift: [{ Canal: 'A', Cuenta: '1', amount: D('0.125') }],
    },
    {
      ...{ what: 'reopened', owner: 'Sol', note: 'faltaba', atMs: moment(2026, 10, 4, 11, 7) },
      reviewer: '',
      reasons: [],
    },
  ];
  const close = { ...closeOf({ log }, 'open') };
  const KNOWN = '2026-11-22T12:00:00.000Z' as UtcInstant;
  await inPage(<ClosingSection month={MONTH} onOpenOrder={() => {}} onSection={() => {}} />, {
    months: [coverageOf({ month: MONTH, rows: 3 })],
    knownUntil: KNOWN,
    dataReplies: { readCloses: () => ({ revision: 1, months: [close] }) },
  });
  expect(readOf((await screen.findByTestId('close-log')).parentElement as HTMLElement)).toEqual([
    'Historial del mes',
    'Reabierto por Sol, 04-10-2026 11:07 · faltaba',
    'Cambios vistos por alguien sin nombre, 03-10-2026 10:06 · Diferencia vista +0,13',
    'Cerrado por Ana, 02-10-2026 09:05 · revisó Luis · antes de que terminara el mes · todo visto',
    'Costos: llega en enero',
    'later: de otra versión',
  ]);
});
