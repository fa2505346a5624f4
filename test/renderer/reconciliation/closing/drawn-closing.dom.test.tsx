import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type FileContent, OUTDATED } from '#renderer/data/model/table-files.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { AdjustmentLine } from '#renderer/reconciliation/closing/model/adjustment.ts';
import type {
  CloseOfMonth,
  ClosePreview,
  DriftPage,
  DriftQuery,
} from '#renderer/reconciliation/closing/model/closes.ts';
import { basisOf } from '#renderer/reconciliation/closing/screen/close-checklist.tsx';
import { ClosingSection } from '#renderer/reconciliation/closing/screen/closing-section.tsx';
import { closedFigures } from '#renderer/reconciliation/closing/screen/month-detail.tsx';
import { STEP_IDS, type StepState } from '#renderer/reconciliation/month/model/month-steps.ts';
import ui from '#renderer/ui/controls.module.css';
import type { AccountsState } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { type Month, monthOf, type UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import { laidOut } from '#test/renderer/dom/laid-out.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { account, month as coverageOf } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { walked } from '#test/renderer/screens/reconciliation/walks.ts';

/** A month before its close and after, over answers that are made: what it is closed with, and what is written of it. */

const D = (value: string) => value as Decimal;
const MONTH = '2026-09' as Month;
const KNOWN = '2026-11-22T12:00:00.000Z' as UtcInstant;
const MONTHS = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23].map(
  (at) => `${2025 + Math.floor((at - 1) / 12)}-${String(((at - 1) % 12) + 1).padStart(2, '0')}`,
);
const figures = (Cuenta: string, total: string) => ({
  ...{ Canal: 'A', Cuenta, rows: 3, orders: 2 },
  sums: { Ventas: '10', 'Rentabilidad Total': total },
});
const sums = (total: string) => ({ marketplace: D('0'), comercial: D('0'), total: D(total) });
const moves = (Cuenta: string, total: string): AdjustmentLine => ({
  ...{ Canal: 'A', Cuenta },
  causes: [{ cause: 'source', sums: sums(total) }],
});
const DRIFT: DriftPage = {
  ...{ revision: 1, total: 0, offset: 0, rows: 0, ventas: D('0'), orders: [], sums: sums('-3') },
  causes: [{ cause: 'source', orders: 2, sums: sums('-3') }],
  byAccount: [moves('1', '-2.5'), moves('2', '-0.5')],
};
const closeOf = (state: CloseOfMonth['state'], more: Partial<CloseOfMonth['close']> = {}): CloseOfMonth =>
  ({
    ...{ month: MONTH, state, now: [figures('1', '97.5')], evidence: 'e' },
    close: {
      ...{
        state: 'closed',
        snapshot: 's1',
        checksum: 'c',
        readUntil: null,
        figures: [figures('1', '100.00')],
      },
      ...{ ownCosts: [], adjustments: [], seen: null, log: [] },
      ...more,
    },
  }) as never;
const MATCH = {
  ...{ revision: 1, hasStatements: false, orders: 3, payouts: 0 },
} as never;

/** What is set elsewhere while a month is looked at: own costs counted, another currency, another limit. */
function Beside() {
  const { change } = useSelection();
  const { choose } = useCurrency();
  const [, allow] = usePayoutTolerance();
  const presses = {
    'count-costs': () => change({ type: 'set-own-costs', on: true }),
    'in-dollars': () => choose('USD'),
    'allow-five': () => allow(D('5')),
  };
  return Object.entries(presses).map(([id, press]) => (
    <button key={id} type="button" data-testid={id} onClick={press} />
  ));
}

/** Of the one account in pesos, and of the other in dollars. */
const TWO_CURRENCIES: AccountsState = {
  accounts: [account({ currencies: { main: 'CLP', own: [{ Canal: 'A', Cuenta: '2', code: 'USD' }] } })],
  ...{ activeId: 'a', keyStorage: 'memory' },
};
const scopeOf = (isExcluded: boolean) => ({ accounts: [{ Canal: 'A', Cuenta: '2' }], isExcluded });

async function open(
  states: readonly StepState[],
  {
    close = null,
    walk = {},
    fails = {},
    ...setting
  }: PageSetting & {
    readonly close?: CloseOfMonth | null;
    readonly walk?: Parameters<typeof walked>[2];
    readonly fails?: { [call: string]: Error };
  } = {},
) {
  const asked: unknown[] = [];
  const written: unknown[][] = [];
  const closes = { now: close };
  const write =
    (name: string, then: () => unknown = () => null) =>
    (input: unknown) => {
      const failure = fails[name];
      if (failure !== undefined) throw failure;
      written.push([name, input]);
      return then() as never;
    };
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'reconciliation.owner': ' Ana ' }));
  const page = await openPage(
    {
      // More than are listed at once: of a month by itself that says nothing.
      months: MONTHS.map((month) =>
        coverageOf({ month: month as Month, rows: 3, reach: 'live', lastReadAt: KNOWN }),
      ),
      knownUntil: KNOWN,
      ...setting,
      dataReplies: {
        readCloses: () => ({ revision: 1, months: closes.now === null ? [] : [closes.now] }),
        readClosePreview: (query) => {
          asked.push(query);
          return {
            revision: 1,
            figures: [figures('1', '12.25'), figures('2', '1')],
            evidence: 'seen',
          } as never;
        },
        readMonth: ({ month }) =>
          ({ revision: 1, walk: walked(month, states, walk), parts: [], gone: [] }) as never,
        readMonthMatch: () => MATCH,
        readStatements: () => [],
        readDrift: () => DRIFT,
        closeMonth: write('closeMonth', () => {
          closes.now = closeOf('closed');
          return null;
        }),
        reopenMonth: write('reopenMonth'),
        seeDrift: write('seeDrift'),
        takeAdjustment: write('takeAdjustment', () => ({ id: 't9' })),
        removeAdjustment: write('removeAdjustment'),
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <main data-testid="part">
          <ClosingSection month={MONTH} onOpenOrder={() => {}} onSection={() => {}} />
        </main>
        <Beside />
      </InAccount>
    ),
  );
  await screen.findByTestId('month-detail');
  return { ...page, calls: page.asked, asked, written, closes };
}
const DONE: readonly StepState[] = ['done', 'done', 'done', 'done', 'done', 'done'];
const lacks = () => screen.getByTestId('close-lacks').textContent;
const press = () => screen.getByTestId<HTMLButtonElement>('close-month');
const type = (id: string, value: string) => fireEvent.change(screen.getByTestId(id), { target: { value } });

test('a month that runs is closed once all is there that it lacks, with what was typed; that can be taken back', async () => {
  const { user, asked, written, closes } = await open(['done', 'open', 'done', 'done', 'open', 'done'], {
    walk: { isRunning: true, knownUntil: '2026-09-07T10:00:00.000' as never },
  });
  await waitFor(() => expect(lacks()).not.toBe(''));
  await screen.findAllByTestId('close-amounts');
  expect(readOf(screen.getByTestId('part'))).toEqual([
    'Cierre de meses',
    'Septiembre de 2026Abierto',
    'Se cierra con lo que suma el mes ahora, por canal y cuenta',
    'Canal · Cuenta | Filas | Ventas | Marketplace | Comercial | Total',
    'A · 1 | 3 | 10,00 | — | — | 12,25',
    'A · 2 | 3 | 10,00 | — | — | 1,00',
    'Todas las cuentas | 6 | 20,00 | — | — | 13,25',
    'Antes de cerrar lo que queda abierto se cierra con su razón',
    'Paso | Estado | Monto | Firma | Razón',
    '[1 Datos completos] | Igual a la fuente | — | |',
    '[2 Filas cuadran] | 3 filas no cuadran | — | | Razón para cerrar con «Filas cuadran» abierto: {Por qué se cierra así}',
    '[3 Costos] | Todos con costo | — | |',
    '[4 Extractos] | Todas las cuentas | — | |',
    '[5 Diferencias] | 3 casos, 1 cuenta | — | | Razón para cerrar con «Diferencias» abierto: {Por qué se cierra así}',
    '[6 Banco y por cobrar] | 10 de 10 en el banco | — | |',
    'No hay extractos de marketplaces: no se sabe. [Importar un extracto]',
    'Septiembre de 2026 no ha terminado: se conoce hasta el día 7. Se cierra igual, y lo que llegue después será un cambio.',
    'Prepara{ Ana }Revisa{opcional}Nota del cierre{opcional}',
    'Cuadra no comprueba quién eres: los nombres quedan en el historial del mes tal como se escriben.',
    '[Cerrar septiembre de 2026, off]Falta: las razones de 2 pasos abiertos, confirmar que el mes sigue en curso',
  ]);
  expect(asked).toEqual([{ month: MONTH, ownCosts: [] }]);
  const reasons = screen.getAllByTestId('close-reason');
  expect(reasons.map(({ dataset }) => dataset.step)).toEqual(['rows', 'differences']);
  fireEvent.change(reasons[0] as HTMLElement, { target: { value: ' lo debe ' } });
  fireEvent.change(screen.getAllByTestId('close-reason')[1] as HTMLElement, { target: { value: '  ' } });
  const told = [lacks()];
  fireEvent.change(screen.getAllByTestId('close-reason')[1] as HTMLElement, { target: { value: 'así es' } });
  told.push(lacks());
  await user.click(screen.getByRole('checkbox'));
  told.push(lacks());
  expect(told).toEqual([
    'Falta: la razón de un paso abierto, confirmar que el mes sigue en curso',
    'Falta: confirmar que el mes sigue en curso',
    '',
  ]);
  expect(press().disabled).toBe(false);
  type('close-owner', ' ');
  expect([press().disabled, lacks()]).toEqual([
    true,
    text('closing.lacks', { what: text('closing.lacks-owner') }),
  ]);
  type('close-owner', ' Ana ');
  type('close-reviewer', ' Luis ');
  type('close-note', ' todo visto ');
  await user.click(press());
  await waitFor(() => expect(written).toHaveLength(1));
  // What was typed is of the close by now.
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '')['reconciliation.close']).toEqual({
      ...{ month: MONTH, reviewer: ' Luis ', note: '', reasons: {} },
    }),
  );
  expect(written[0]).toEqual([
    'closeMonth',
    {
      month: '2026-09',
      owner: 'Ana',
      ownCosts: [],
      note: 'todo visto',
      reviewer: 'Luis',
      reasons: [
        { step: 'rows', reason: 'fail', count: 3, amount: null, why: 'lo debe' },
        { step: 'differences', reason: 'differ', count: 3, amount: null, why: 'así es' },
      ],
      wasRunning: true,
      evidence: 'seen',
    },
  ]);
  await screen.findByTestId('undo-offer');
  expect(screen.getByTestId('undo-line').textContent).toEqual('cierre de septiembre de 2026Deshacer');
  await user.click(screen.getByTestId('undo-offer'));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]).toEqual(['reopenMonth', { month: '2026-09', owner: 'Ana', note: 'Cierre deshecho' }]);
  expect(closes.now?.state).toBe('closed');
});

test('what could not be closed keeps what was typed, and says why', async () => {
  const fails = { closeMonth: new RpcError(OUTDATED, 'others') as Error };
  const { user } = await open(['open', 'done', 'done', 'done', 'done', 'done'], { fails });
  await screen.findAllByTestId('close-amounts');
  type('close-reason', 'porque sí');
  type('close-note', 'nota');
  await waitFor(() => expect(lacks()).toBe(''));
  await user.click(press());
  await screen.findByText(text('closing.figures-moved'));
  const values = () =>
    ['close-reason', 'close-note'].map((id) => screen.getByTestId<HTMLInputElement>(id).value);
  expect(values()).toEqual(['porque sí', 'nota']);
  fails.closeMonth = new Error('the disk is full');
  await user.click(press());
  await screen.findByText(/the disk is full/u);
  expect(values()).toEqual(['porque sí', 'nota']);
});

test('a closed month that moved is looked at, adjusted in an open month, and reopened, each in somebody’s name', async () => {
  const close = closeOf('drifted');
  const { user, written } = await open(['done'], { close });
  await screen.findByTestId('drift-adjustment');
  expect(readOf(screen.getByTestId('part'))).toEqual([
    'Cierre de meses',
    'Septiembre de 2026Cambió tras el cierre Cambio desde el cierre −2,50',
    'Responsable{ Ana }',
    '[Libro del cierre][Marcar como visto][Reabrir septiembre de 2026]',
    'Por qué cambió | Órdenes que cambiaron | Marketplace | Comercial | Total',
    '[La fuente cambió la orden] | 2 | 0 | 0 | −3',
    'Diferencia | 0 | 0 | −3',
    'Ajuste propuesto: −3 de Rentabilidad Total en noviembre de 2026, por lo que cambió en septiembre de 2026 después de su cierre.',
    'Con fecha[Noviembre de 2026, Con fecha: Noviembre de 2026]',
    'Cuenta | Causa | Marketplace | Comercial | Total',
    'A · 1 | La fuente cambió la orden | 0 | 0 | −2,50',
    'A · 2 | La fuente cambió la orden | 0 | 0 | −0,50',
    'Ajuste | 0 | 0 | −3,00',
    '[Copiar ajuste][Marcar como tomado][Exportar, Exportar el ajuste, Exportar el ajuste]',
    'Órdenes que cambiaron[Exportar, Exportar lo que cambió, Exportar lo que cambió]',
    'Orden | Cuenta | Causa | Al cierre | Ahora | Diferencia',
    'Historial del mes',
  ]);
  await user.click(screen.getByTestId('see-drift'));
  await user.click(screen.getByTestId('adjustment-month'));
  const months = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
  // From the present month back to the one after it.
  expect(months.slice(-2)).toEqual(['Noviembre de 2026', 'Octubre de 2026']);
  await user.click(screen.getByRole('menuitemradio', { name: 'Octubre de 2026' }));
  await user.click(screen.getByTestId('take-adjustment'));
  await screen.findByTestId('undo-offer');
  expect(screen.getByTestId('undo-line').textContent).toEqual('ajuste de septiembre de 2026Deshacer');
  await user.click(screen.getByTestId('undo-offer'));
  await waitFor(() => expect(written).toHaveLength(3));
  await user.click(screen.getByTestId('reopen-month'));
  await waitFor(() => expect(written).toHaveLength(4));
  expect(written).toEqual([
    ['seeDrift', { month: '2026-09', owner: 'Ana', note: '' }],
    [
      'takeAdjustment',
      {
        month: '2026-09',
        datedIn: '2026-10',
        scope: null,
        evidence: '6105cd7a47d02e7511ee7b445b7bec55',
        owner: 'Ana',
        note: '−3,0 de Rentabilidad Total en octubre de 2026',
      },
    ],
    ['removeAdjustment', { month: '2026-09', id: 't9', owner: 'Ana', note: '' }],
    ['reopenMonth', { month: '2026-09', owner: 'Ana', note: '' }],
  ]);
});

test('of a closed month that is as it was, or was looked at, nothing is to be seen; what was proposed may be outdated', async () => {
  for (const state of ['closed', 'seen'] as const) {
    const { view } = await open(['done'], { close: closeOf(state) });
    await screen.findByTestId('reopen-month');
    expect(screen.queryByTestId('see-drift')).toBeNull();
    view.unmount();
  }
  const fails = { takeAdjustment: new RpcError(OUTDATED, 'others') as Error };
  const { user } = await open(['done'], { close: closeOf('drifted'), fails });
  await user.click(await screen.findByTestId('take-adjustment'));
  await screen.findAllByText(text('closing.adjustment-stale'));
  fails.takeAdjustment = new Error('the disk is full');
  await user.click(screen.getByTestId('take-adjustment'));
  expect((await screen.findAllByText(/the disk is full/u)).length).toBeGreaterThan(0);
  expect(screen.queryByTestId('undo-offer')).toBeNull();
  expect(screen.queryByText(text('closing.adjustment-stale'))).toBeNull();
});

test('a month that was closed and is open again has its checklist, and its history below', async () => {
  const log = [{ what: 'reopened', owner: 'Sol', note: '', atMs: 1 }] as never;
  await open(['done', 'done', 'done', 'done', 'done', 'open'], { close: closeOf('open', { log }) });
  await screen.findByTestId('close-month');
  // The bank alone stands open: what it lacks is told.
  await screen.findByText('No hay extractos de marketplaces: no se sabe.', { exact: false });
  expect(screen.queryByTestId('reopen-month')).toBeNull();
  expect(screen.getAllByTestId('close-log-line')).toHaveLength(1);
});

test('with own costs counted a month is closed with them, which is said, and what it comes to is asked with them', async () => {
  const { user, asked, written } = await open(['done', 'done', 'done', 'done', 'done', 'done']);
  await screen.findAllByTestId('close-amounts');
  expect(screen.queryByText(text('closing.will-count'))).toBeNull();
  await user.click(screen.getByTestId('count-costs'));
  await screen.findByText(text('closing.will-count'));
  const ownCosts = [{ currency: null, scope: null }];
  await waitFor(() => expect(asked.at(-1)).toEqual({ month: MONTH, ownCosts }));
  await waitFor(() => expect(press().disabled).toBe(false));
  await user.click(press());
  await waitFor(() => expect(written).toMatchObject([['closeMonth', { month: MONTH, ownCosts }]]));
});

test('nothing is closed before its figures are there, nor while its steps are read anew', async () => {
  let give: (preview: ClosePreview) => void = () => {};
  let walk = Promise.resolve({ revision: 1, walk: walked(MONTH, DONE), parts: [], gone: [] });
  const { commit } = await open(DONE, {
    dataReplies: {
      readClosePreview: () =>
        new Promise<ClosePreview>((resolve) => {
          give = resolve;
        }),
      readMonth: () => walk as never,
    },
  });
  await screen.findByTestId('close-month');
  const lacking = text('closing.lacks', { what: text('closing.lacks-figures') });
  expect([press().disabled, lacks()]).toEqual([true, lacking]);
  give({ revision: 1, figures: [figures('1', '1')], evidence: 'seen' } as never);
  await waitFor(() => expect([press().disabled, lacks()]).toEqual([false, '']));
  walk = new Promise(() => {});
  act(() => commit());
  await waitFor(() => expect([press().disabled, lacks()]).toEqual([true, lacking]));
});

test('what is missing is told where statements are open, what statements and the bank say where either lacks something', () => {
  const told = STEP_IDS.slice(0, 6).map((id, at) => {
    const states = STEP_IDS.map((_, of): StepState => (of === at ? 'open' : 'done'));
    const { missing, matched } = basisOf(walked(MONTH, states));
    return `${id} ${missing} ${matched}`;
  });
  expect(told).toEqual([
    ...['data false false', 'rows false false', 'costs false false'],
    ...['statements true false', 'differences false true', 'bank false true'],
  ]);
});

test('the workbook of a month that drifted is of what it was closed with, of the accounts in view', () => {
  const close = closeOf('drifted', { figures: [figures('1', '100.00'), figures('2', '7.5')] } as never);
  const scope = { accounts: [{ Canal: 'A', Cuenta: '2' }], isExcluded: false };
  expect([closedFigures(close, null), closedFigures(close, scope)]).toEqual([
    { rows: 6, sums: { Ventas: '20', 'Rentabilidad Total': '107.50' } },
    { rows: 3, sums: { Ventas: '10', 'Rentabilidad Total': '7.5' } },
  ]);
});

test('the workbook of a closed month is written by one press: of the accounts in view, as they were closed, by the limits on the screen', async () => {
  const scope = scopeOf(true);
  const exports = takingExports();
  const questions: [string, unknown][] = [];
  const answering =
    <T,>(name: string, answer: T) =>
    (query: unknown) => {
      questions.push([name, query]);
      return answer as never;
    };
  const row = (Cuenta: string, Ventas: string) => ({
    ...{ Canal: 'A', Cuenta, 'Tipo de Dato': 'Orden', Orden: `O-${Cuenta}`, Ventas },
    ...{ 'Rentabilidad Total': '1', 'Fecha de compra': '2026-09-05T10:00:00.000' },
  });
  const close = closeOf('drifted', {
    ...{ figures: [figures('1', '100.25'), figures('2', '7777')], ownCosts: [{ currency: 'CLP', scope }] },
    adjustments: [
      { id: 'a1', datedIn: '2026-10', owner: 'Ana', atMs: 1, lines: [moves('1', '-1'), moves('2', '-0.5')] },
    ],
  } as never);
  const page = await open(['done'], {
    close,
    accounts: TWO_CURRENCIES,
    rows: [row('1', '10.50'), row('2', '8888')],
    ...exports.setting,
    dataReplies: {
      readDrift: answering('drift', DRIFT),
      readPayouts: answering('payouts', { payouts: [] }),
      readReceivables: answering('receivables', { lines: [] }),
      readExceptions: answering('exceptions', { exceptions: [] }),
    },
  });
  await page.user.click(screen.getByTestId('count-costs'));
  await screen.findByTestId('drift');
  questions.length = 0;
  const press = screen.getByTestId('close-workbook');
  expect([press.textContent, press.getAttribute('aria-busy')]).toEqual([' Libro del cierre', 'false']);
  await page.user.click(press);
  await screen.findByTestId('export-done');
  const today = todayHere();
  expect(questions).toEqual([
    ['drift', { month: MONTH, scope, cause: null, offset: 0, limit: Number.MAX_SAFE_INTEGER }],
    ['payouts', { scope, day: today, tolerance: '1' }],
    ['receivables', { scope, month: MONTH, today }],
    [
      'exceptions',
      {
        ...{ scope, currency: 'CLP', countsOwnCosts: true, today, thresholds: DEFAULT_THRESHOLDS },
        tolerance: { absolute: '0', percent: '0' },
      },
    ],
  ]);
  expect(page.calls.find(({ call }) => call === 'exportFile')?.input).toEqual({
    fileName:
      'cuadra-lumbre-hogar_cierre-2026-09-compra-2026-09-01-2026-09-30-costos-propios-clp-83tfdgs9-clp.xlsx',
  });
  const book = exports.written[0]?.content as Extract<FileContent, { readonly kind: 'book' }>;
  expect(book.of?.selection).toMatchObject({ scope, ownCosts: { currency: 'CLP' } });
  const tables = book.tables.flatMap((each) => (each.kind === 'table' ? [laidOut(each.table)] : []));
  // What it was closed with stands beside what the rows come to now.
  expect(tables[0]?.filter((line) => /^(Ventas|Rentabilidad Total) \|/u.test(line))).toEqual([
    'Ventas | 10 | 100.000000 | 10.50 | 100.000000 | -0.50 | -4.761905 | 0.000000',
    'Rentabilidad Total | 100.25 | 1002.500000 | 1 | 9.523810 | 99.25 | 9925.000000 | 992.976190',
  ]);
  expect(tables.slice(-10).map(([name]) => name)).toEqual([
    ...['Cierre con costos propios, 2', 'Historial del mes, 0', 'Extractos que faltan, 2', 'Ajuste, 4'],
    ...['Cambio desde el cierre, 3', 'Pasos y razones, 1', 'Casos del mes, 1', 'Banco del mes, 2'],
    ...['Por cobrar del mes, 2', 'Excepciones del mes, 2'],
  ]);
  expect(tables.find(([name]) => name === 'Ajuste, 4')?.slice(2)).toEqual([
    expect.stringMatching(
      /^Tomado \| 2026-10 \| A \| 1 \| La fuente cambió la orden \| 0 \| 0 \| -1 \| Ana \| /u,
    ),
    `Propuesto | ${monthOf(today)} | A | 1 | La fuente cambió la orden | 0 | 0 | -1.5 |  | —`,
  ]);
  // The file of what moved says too that own costs count in it, as they did when it was closed.
  fireEvent.click(buttonOf(text('common.close'), screen.getByTestId('export-done').parentElement as never));
  const moved = await exportBy(text('closing.drift-export'), { asked: page.calls }, exports);
  expect(moved.fileName).toMatch(/-costos-propios-clp-\w+-clp\.xlsx$/u);
});

test('in another currency, or by another limit, what a month lacks before its close is asked and told anew', async () => {
  const asked: unknown[] = [];
  const ofSeptember = (Cuenta: string, from: string, to: string) => ({
    ...{ id: Cuenta + from, name: 'x.csv', digest: Cuenta + from, kind: 'mercado-pago-settlement' },
    ...{ layout: null, lines: 3, fresh: 3, nets: [], owner: '', importedAtMs: 0 },
    ...{ days: { from, to }, proof: { state: 'holds', gap: '0' } },
    accounts: [{ canal: 'A', cuenta: Cuenta, orders: 3 }],
  });
  const { user } = await open(['done', 'done', 'done', 'open', 'open', 'open'], {
    accounts: TWO_CURRENCIES,
    dataReplies: {
      readMonthMatch: (query) => {
        asked.push(query);
        return MATCH;
      },
      // A week each: of the one in pesos two are missing, of the other three.
      readStatements: () =>
        [
          ofSeptember('1', '2026-08-31', '2026-09-06'),
          ofSeptember('1', '2026-09-07', '2026-09-13'),
          ofSeptember('1', '2026-09-14', '2026-09-20'),
          ofSeptember('2', '2026-08-24', '2026-08-30'),
          ofSeptember('2', '2026-08-31', '2026-09-06'),
          ofSeptember('2', '2026-09-07', '2026-09-13'),
        ] as never,
    },
  });
  const missing = async (Cuenta: string) =>
    waitFor(() =>
      expect(screen.getAllByTestId('close-missing-statement').map(({ dataset }) => dataset.account)).toEqual([
        `["A","${Cuenta}"]`,
      ]),
    );
  await missing('1');
  expect(asked.at(-1)).toMatchObject({ scope: scopeOf(true), tolerance: '1' });
  await user.click(screen.getByTestId('in-dollars'));
  await missing('2');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ scope: scopeOf(false), tolerance: '1' }));
  await user.click(screen.getByTestId('allow-five'));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ scope: scopeOf(false), tolerance: '5' }));
});

test('in another currency what moved a closed month is that of its accounts, and what was seen of it', async () => {
  const log = [
    {
      ...{ what: 'seen', owner: 'Ana', note: '', atMs: 1, wasRunning: false },
      drift: [
        { Canal: 'A', Cuenta: '1', amount: D('-1.5') },
        { Canal: 'A', Cuenta: '2', amount: D('0.25') },
      ],
    },
  ];
  const close = {
    ...closeOf('drifted', { figures: [figures('1', '100'), figures('2', '20')], log } as never),
    now: [figures('1', '97.5'), figures('2', '21')],
  } as CloseOfMonth;
  const asked: DriftQuery[] = [];
  const { user } = await open(['done'], {
    ...{ close, accounts: TWO_CURRENCIES },
    dataReplies: {
      readDrift: (query) => {
        asked.push(query);
        return DRIFT;
      },
    },
  });
  const told = () => [
    asked.at(-1)?.scope?.isExcluded,
    ...['drift-total', 'close-log-drift', 'drift-adjustment'].map(
      (id) => screen.getByTestId(id).dataset.value,
    ),
  ];
  await screen.findByTestId('drift');
  expect(told()).toEqual([true, '-2.5', '-1.5', '-2.5']);
  await user.click(screen.getByTestId('in-dollars'));
  await waitFor(() => expect(told()).toEqual([false, '1', '0.25', '-0.5']));
  // It was not closed before its end, which is not said.
  expect(screen.getByTestId('close-log-line').textContent).not.toContain(text('closing.log-running'));
});

test('a month that ended while its close was confirmed is not said to have run', async () => {
  let isRunning = true;
  const knownUntil = '2026-09-23T10:00:00.000' as never;
  const { user, written, commit } = await open(DONE, {
    dataReplies: {
      readMonth: () =>
        ({ revision: 1, walk: walked(MONTH, DONE, { isRunning, knownUntil }), parts: [], gone: [] }) as never,
    },
  });
  await user.click(await screen.findByRole('checkbox'));
  isRunning = false;
  act(() => commit());
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  await waitFor(() => expect(press().disabled).toBe(false));
  await user.click(press());
  await waitFor(() => expect(written).toMatchObject([['closeMonth', { wasRunning: false }]]));
});

test('what statements and the bank say is not told while it is read anew', async () => {
  let answer = Promise.resolve(MATCH);
  const { commit } = await open(['done', 'done', 'done', 'done', 'open', 'done'], {
    dataReplies: { readMonthMatch: () => answer },
  });
  await screen.findByTestId('close-matched-none');
  answer = new Promise(() => {});
  act(() => commit());
  await waitFor(() => expect(screen.queryByTestId('close-matched-none')).toBeNull());
});

test('months whose coverage cannot be read say so, and are read again', async () => {
  let fails = true;
  const { user } = await openPage(
    {
      dataReplies: {
        readCloses: () => ({ revision: 1, months: [] }),
        readCoverage: () => {
          if (fails) throw new Error('the worker is gone');
          return { revision: 1, months: [], knownUntil: null } as never;
        },
      },
    },
    () => (
      <InAccount>
        <ClosingSection onOpenOrder={() => {}} onSection={() => {}} />
      </InAccount>
    ),
  );
  const failure = await screen.findByTestId('query-failure');
  fails = false;
  await user.click(within(failure).getByRole('button'));
  await screen.findByText('Todavía no hay meses con filas.');
  expect(screen.queryByTestId('query-failure')).toBeNull();
});

test('the steps before a close are marked as they stand, and names and notes are bounded', async () => {
  const { view } = await open(['done', 'open', 'blocked', 'waived', 'done', 'done']);
  await waitFor(() => expect(screen.getAllByTestId('close-check')).toHaveLength(6));
  const tones = screen
    .getAllByTestId('close-check')
    .map((line) => [ui.good, ui.caution].map((tone) => line.querySelector(`.${tone}`) !== null).join(' '));
  const [good, caution, neither] = ['true false', 'false true', 'false false'];
  expect(tones).toEqual([good, caution, neither, good, good, good]);
  const longest = ['close-owner', 'close-reviewer', 'close-note', 'close-reason'].map(
    (id) => screen.getAllByTestId<HTMLInputElement>(id)[0]?.maxLength,
  );
  expect(longest).toEqual([200, 200, 1000, 1000]);
  view.unmount();
});

test('the figures of a month that was closed with the own costs of one currency are marked so', async () => {
  const ownCosts = [{ currency: null, scope: null }];
  await open(['done'], { close: closeOf('drifted', { ownCosts } as never) });
  await screen.findByTestId('drift');
  expect(screen.getAllByTestId('own-cost-mark').length).toBeGreaterThan(1);
});
