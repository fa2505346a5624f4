import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Finding, FindingCase } from '#renderer/data/model/finding.ts';
import { type GroupsInput, groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import { type ExceptionSaying, sayingOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { ExceptionsSection } from '#renderer/reconciliation/findings/screen/exceptions-section.tsx';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What the queue of exceptions and the chosen ones say: line by line, as it is read. */

const TODAY = '2026-11-27' as LocalDate;
beforeEach(() => vi.setSystemTime(new Date(2026, 10, 27, 12)));
afterEach(() => vi.useRealTimers());
const one = (id: string, more: Partial<FindingCase> = {}): FindingCase => ({
  ...{ id, name: `O-${id}`, month: '2026-11' as Month, day: '2026-11-20' as LocalDate },
  ...{ amount: '1250.50' as Decimal, rows: 2, evidence: 'e', ...more },
});
const found = (kind: string, cases: readonly FindingCase[], more: Partial<Finding> = {}): Finding => ({
  ...{ kind, subject: { Canal: 'Uno', Cuenta: 'A' }, evidence: 'e', rows: 1, orders: cases.length },
  ...{ amount: null, firstPurchase: null, lastPurchase: null, affects: ['comercial', 'total'], cases },
  ...more,
});
const COSTS = found('missing-cost', [
  one('1'),
  one('2', { amount: '-3' as Decimal, day: '2026-10-25' as LocalDate, month: '2026-10' as Month }),
  one('3', { amount: null, day: null, month: null, name: '' }),
  one('4', { evidence: 'f', amount: '40' as Decimal, day: '2026-09-30' as LocalDate, rows: 1 }),
  one('5', { day: '2026-01-05' as LocalDate }),
  one('6'),
]);
const FILE = found(
  'statement-difference',
  [one('7', { day: null, month: null, account: { Canal: 'Uno', Cuenta: '' } })],
  {
    subject: { statement: 'abc', reason: 'only-there', currency: 'USD' },
    name: 'enero.csv',
    currency: 'USD',
    affects: [],
  },
);
const WHOLE = found('undated', [], {
  subject: { Canal: '', Cuenta: 'B' },
  amount: '7' as Decimal,
  rows: 3,
  affects: ['marketplace'],
});
const { cases: _, ...UNDATED } = WHOLE;

const say = (
  id: string,
  said: Partial<Omit<ExceptionSaying, 'of'>>,
  more: Partial<FindingCase> = {},
): ExceptionSaying =>
  sayingOf([{ finding: COSTS, cases: [one(id, more)] }], {
    ...{ state: 'accepted', reason: null, note: '', owner: 'Ana', followUp: null },
    atMs: new Date(2026, 10, 21, 9, 5).getTime(),
    ...said,
  });
const SAYINGS: readonly ExceptionSaying[] = [
  say('4', { note: 'era otra', reason: 'fee' }, { amount: '12.25' as Decimal }),
  say('5', { state: 'explained', reason: 'shipping', note: 'se verá', followUp: '2026-11-25' as LocalDate }),
  say('6', { note: 'así es', owner: '' }),
  say('6', { state: 'open', note: 'no sé', atMs: new Date(2026, 10, 20, 8, 0).getTime() }),
  say('9', { state: 'explained', note: 'ya no está' }, { name: 'O-9' }),
  say('2', { state: 'open', note: '' }, { amount: null }),
];

type Known = Partial<GroupsInput>;
const groups = (known: Known = {}) =>
  groupsOf({
    findings: [COSTS, FILE, UNDATED],
    records: new Map(),
    sayings: new Map(SAYINGS.map((each, at) => [`s${at}`, each])),
    claimed: new Map(),
    scope: null,
    today: TODAY,
    ...known,
  });

const inPage = (
  known: Known = {},
  props: Partial<Parameters<typeof ExceptionsSection>[0]> = {},
  lastPurchase: string | null = '2026-11-27T10:00:00.000',
  setting: PageSetting = {},
) => {
  const led: unknown[] = [];
  return openPage(
    {
      ...setting,
      facts: { lastPurchase: lastPurchase as LocalDateTime | null },
      annotations: SAYINGS.map((value, at) => ({
        kind: 'exception-saying' as const,
        key: `s${at}`,
        value: structuredClone(value) as never,
      })),
      dataReplies: {
        readExceptions: () => ({ revision: 1, rows: 1204, exceptions: [], groups: groups(known) }),
      },
    },
    () => (
      <InAccount>
        <ExceptionsSection asked={null} month={null} onSection={(...to) => led.push(to)} {...props} />
        <SelectionProbe />
      </InAccount>
    ),
  ).then(async (page) => {
    await waitFor(() => expect(screen.getByTestId('exceptions').dataset.value).not.toBe(''));
    return { ...page, led };
  });
};
const read = () => readOf(screen.getByTestId('exceptions'));
const chosen = () => readOf(screen.getByTestId('exception-chosen'));
const line = (name: string) =>
  screen
    .getAllByTestId('exception')
    .find((each) => within(each).queryByRole('button', { name }) !== null) as HTMLElement;

describe('the queue of exceptions', () => {
  test('reads by groups, ages, states and totals, of each currency its own', async () => {
    const { user } = await inPage();
    await user.click(screen.getByTestId('exceptions-open'));
    expect(read()).toEqual([
      'Excepciones',
      'de todas las filas de la cuenta, no solo de la selección[Reclamos][Exportar, Exportar las excepciones que se ven, Exportar las excepciones que se ven]',
      '[nov 2026 3][Anteriores 4][Abiertas 7, on][Explicadas 1][Aceptadas 1][Reclamadas 0][Resueltas 1][Todas 7, on][0–7 d 1][8–30 d 0][31–60 d 2][más de 60 d 1]Buscar excepción: {Buscar excepción}',
      '[Excepción, Ordenar por Excepción] | [Dónde, Ordenar por Dónde] | Afecta | Casos | [Monto, Ordenar por Monto] | [Antigüedad ↓, Ordenar por Antigüedad] | [Estado, Ordenar por Estado]',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto nov 2026][Ventas sin Costo de Producto] | nov 2026 · Uno · A | CCTT | 3 | 2.541,00 | 326 d |',
      'Elegir O-5: { }[O-5] | Envío · se verá | | | 1.250,50 | 326 d | Explicada seguimiento',
      'Elegir O-4: { }[O-4] | Comisión · era otra | | | 40,00 | 58 d | Abierta cambió',
      'Elegir O-1: { }[O-1] | | | | 1.250,50 | 7 d | Abierta',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto oct 2026][Ventas sin Costo de Producto] | oct 2026 · Uno · A | CCTT | 1 | −3,00 | 33 d |',
      'Elegir O-2: { }[O-2] | | | | −3,00 | 33 d | Abierta',
      'Elegir Extracto que no cuadra: { }[, on, Cerrar Extracto que no cuadra ][Extracto que no cuadra] | Solo en el extracto · enero.csv · USD · Uno | | 1 | 1.250,50 | — |',
      'Elegir O-7: { }[O-7] | | | | 1.250,50 | — | Abierta',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto ][Ventas sin Costo de Producto] | Uno · A | CCTT | 1 | — | — |',
      'Elegir sin número: { }[sin número] | | | | — | — | Abierta',
      'Elegir Filas sin fecha de compra: { }[, on, Cerrar Filas sin fecha de compra ][Filas sin fecha de compra] | (vacío) · B | MM | 1 | 7,00 | — |',
      'Elegir (vacío) · B: { }[(vacío) · B] | | | | 7,00 | — | Abierta',
      '(↑ ↓ recorren la cola, Intro abre, E explica, A acepta, O vuelve a abrir)',
      'Abierto: 6 casos2.545',
      'Con seguimiento para hoy o antes: 1 caso1.250,50',
      'Explicado, fuera de este total: 1 caso1.250,50',
    ]);
    expect(copiedOf(screen.getByRole('table'))).toEqual([
      'Excepción | Dónde | Afecta | Casos | Monto | Antigüedad | Estado',
      'Ventas sin Costo de Producto | nov 2026 · Uno · A | Rentabilidad Comercial, Rentabilidad Total | 3 | 2.541,00 | 326 | ',
      'O-5 | Envío · se verá | Rentabilidad Comercial, Rentabilidad Total |  | 1.250,50 | 326 | Explicada',
      'O-4 | Comisión · era otra | Rentabilidad Comercial, Rentabilidad Total |  | 40 | 58 | Abierta',
      'O-1 |  | Rentabilidad Comercial, Rentabilidad Total |  | 1.250,50 | 7 | Abierta',
      'Ventas sin Costo de Producto | oct 2026 · Uno · A | Rentabilidad Comercial, Rentabilidad Total | 1 | -3 | 33 | ',
      'O-2 |  | Rentabilidad Comercial, Rentabilidad Total |  | -3 | 33 | Abierta',
      'Extracto que no cuadra | Solo en el extracto · enero.csv · USD · Uno |  | 1 | 1.250,50 |  | ',
      'O-7 |  |  |  | 1.250,50 |  | Abierta',
      'Ventas sin Costo de Producto | Uno · A | Rentabilidad Comercial, Rentabilidad Total | 1 |  |  | ',
      'sin número |  | Rentabilidad Comercial, Rentabilidad Total |  |  |  | Abierta',
      'Filas sin fecha de compra | (vacío) · B | Rentabilidad Marketplace | 1 | 7 |  | ',
      '(vacío) · B |  | Rentabilidad Marketplace |  | 7 |  | Abierta',
    ]);
  });

  test('has in its file what is shown, one a line, however the groups stand', async () => {
    const exports = takingExports();
    const page = await inPage({}, {}, undefined, exports.setting);
    const { user } = page;
    const write = async () => {
      const { content, fileName } = await exportBy('Exportar las excepciones que se ven', page, exports);
      const said = new Date(2026, 10, 21, 9, 5).toISOString();
      return { lines: laidOut(content).map((each) => each.replace(said, '(said)')), fileName };
    };
    const shown = await write();
    expect(shown.lines).toEqual([
      'Excepciones, 2',
      'Excepción | Dónde | Número | Afecta | Monto [money] | Filas [count] | Día [local-datetime] | Días [count] | Estado | Razón | Nota | Seguir el | Reclamo | Responsable | Fecha del estado [utc-datetime]',
      'Ventas sin Costo de Producto | nov 2026 · Uno · A | O-1 | Rentabilidad Comercial, Rentabilidad Total | 1250.50 | 2 | 2026-11-20T00:00:00.000 | 7 | Abierta |  |  |  |  |  | —',
      'Ventas sin Costo de Producto | nov 2026 · Uno · A | O-4 | Rentabilidad Comercial, Rentabilidad Total | 40 | 1 | 2026-09-30T00:00:00.000 | 58 | Abierta | Comisión | era otra |  |  | Ana | (said)',
      'Ventas sin Costo de Producto | nov 2026 · Uno · A | O-5 | Rentabilidad Comercial, Rentabilidad Total | 1250.50 | 2 | 2026-01-05T00:00:00.000 | 326 | Explicada | Envío | se verá | 2026-11-25 |  | Ana | (said)',
      'Ventas sin Costo de Producto | oct 2026 · Uno · A | O-2 | Rentabilidad Comercial, Rentabilidad Total | -3 | 2 | 2026-10-25T00:00:00.000 | 33 | Abierta |  |  |  |  | Ana | (said)',
      'Ventas sin Costo de Producto | Uno · A |  | Rentabilidad Comercial, Rentabilidad Total | — | 2 | — | — | Abierta |  |  |  |  |  | —',
      'Extracto que no cuadra | Solo en el extracto · enero.csv · USD · Uno | O-7 |  | 1250.50 | 2 | — | — | Abierta |  |  |  |  |  | —',
      'Filas sin fecha de compra | (vacío) · B |  | Rentabilidad Marketplace | 7 | 3 | — | — | Abierta |  |  |  |  |  | —',
    ]);
    const [group] = screen.getAllByTestId('exception-group');
    await user.click(within(group as HTMLElement).getAllByRole('button')[0] as HTMLElement);
    expect((await write()).fileName).toBe(shown.fileName);
    await user.click(within(group as HTMLElement).getAllByRole('button')[0] as HTMLElement);
    await user.click(screen.getByTestId('exceptions-age-month'));
    expect((await write()).fileName).not.toBe(shown.fileName);
  });

  test('reads by its other states, each with what is of it', async () => {
    const { user } = await inPage();
    await user.click(screen.getByTestId('exceptions-accepted'));
    expect(read()).toEqual([
      'Excepciones',
      'de todas las filas de la cuenta, no solo de la selección[Reclamos][Exportar, Exportar las excepciones que se ven, Exportar las excepciones que se ven]',
      '[nov 2026 1][Anteriores 0][Abiertas 7][Explicadas 1][Aceptadas 1, on][Reclamadas 0][Resueltas 1][Todas 1, on][0–7 d 1][8–30 d 0][31–60 d 0][más de 60 d 0]Buscar excepción: {Buscar excepción}',
      '[Excepción, Ordenar por Excepción] | [Dónde, Ordenar por Dónde] | Afecta | Casos | [Monto, Ordenar por Monto] | [Antigüedad ↓, Ordenar por Antigüedad] | [Estado, Ordenar por Estado]',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto nov 2026][Ventas sin Costo de Producto] | nov 2026 · Uno · A | CCTT | 1 | 1.250,50 | 7 d |',
      'Elegir O-6: { }[O-6] | así es | | | 1.250,50 | 7 d | Aceptada',
      '(↑ ↓ recorren la cola, Intro abre, E explica, A acepta, O vuelve a abrir)',
      'Aceptado: 1 caso1.250,50',
      'Explicado, fuera de este total: 1 caso1.250,50',
    ]);
    await user.click(screen.getByTestId('exceptions-resolved'));
    expect(read()).toEqual([
      'Excepciones',
      'de todas las filas de la cuenta, no solo de la selección[Reclamos][Exportar, Exportar las excepciones que se ven, Exportar las excepciones que se ven]',
      '[nov 2026 1][Anteriores 0][Abiertas 7][Explicadas 1][Aceptadas 1][Reclamadas 0][Resueltas 1, on][Todas 1, on][0–7 d 1][8–30 d 0][31–60 d 0][más de 60 d 0]Buscar excepción: {Buscar excepción}',
      '[Excepción, Ordenar por Excepción] | [Dónde, Ordenar por Dónde] | Afecta | Casos | [Monto, Ordenar por Monto] | [Antigüedad ↓, Ordenar por Antigüedad] | [Estado, Ordenar por Estado]',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto nov 2026][Ventas sin Costo de Producto] | nov 2026 · Uno · A | CCTT | 1 | 1.250,50 | 7 d |',
      'Elegir O-9: { }[O-9] | | | | 1.250,50 | 7 d | Resuelta',
      '(↑ ↓ recorren la cola, Intro abre, E explica, A acepta, O vuelve a abrir)',
      'Resuelto: 1 caso1.250,50',
      'Explicado, fuera de este total: 1 caso1.250,50',
    ]);
    await user.click(screen.getByTestId('exceptions-claimed'));
    expect(read()).toEqual([
      'Excepciones',
      'de todas las filas de la cuenta, no solo de la selección[Reclamos][Exportar, Exportar las excepciones que se ven, Exportar las excepciones que se ven]',
      '[nov 2026 0][Anteriores 0][Abiertas 7][Explicadas 1][Aceptadas 1][Reclamadas 0, on][Resueltas 1][Todas 0, on][0–7 d 0][8–30 d 0][31–60 d 0][más de 60 d 0]Buscar excepción: {Buscar excepción}',
      'Ninguna excepción con estos filtros. [Ver todas las abiertas]',
      'Reclamado: 0 casos',
      'Explicado, fuera de este total: 1 caso1.250,50',
    ]);
    // From there one press shows all that is open, whatever was looked for, of whichever month.
    await user.type(screen.getByTestId('exceptions-search'), 'nada');
    await user.click(screen.getAllByTestId('exception-chip')[1] as HTMLElement);
    await user.click(screen.getByRole('button', { name: text('exception.show-open') }));
    expect(screen.getAllByTestId('exception')).toHaveLength(7);
    expect([
      screen.getByTestId<HTMLInputElement>('exceptions-search').value,
      screen.getAllByTestId('exception-chip').map((each) => each.getAttribute('aria-pressed')),
    ]).toEqual(['', ['false', 'false']]);
  });

  test('is of a month that one is in, and says it of nothing that is of it', async () => {
    const { user } = await inPage({}, { month: '2026-10' as Month });
    expect(read()).toEqual([
      'Excepciones',
      'oct 2026[Reclamos][Exportar, Exportar las excepciones que se ven, Exportar las excepciones que se ven]',
      '[oct 2026 1, on][Anteriores 3][Abiertas 1, on][Explicadas 0][Aceptadas 0][Reclamadas 0][Resueltas 0][Todas 1, on][0–7 d 0][8–30 d 0][31–60 d 1][más de 60 d 0]Buscar excepción: {Buscar excepción}',
      '[Excepción, Ordenar por Excepción] | [Dónde, Ordenar por Dónde] | Afecta | Casos | [Monto, Ordenar por Monto] | [Antigüedad ↓, Ordenar por Antigüedad] | [Estado, Ordenar por Estado]',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto oct 2026][Ventas sin Costo de Producto] | Uno · A | CCTT | 1 | −3 | 33 d |',
      'Elegir O-2: { }[O-2] | | | | −3 | 33 d | Abierta',
      '(↑ ↓ recorren la cola, Intro abre, E explica, A acepta, O vuelve a abrir)',
      'Abierto: 1 caso−3',
    ]);
    // A second press leaves the month off; what is shown is told first, and what is beside it once.
    await user.click(screen.getAllByTestId('exception-chip')[0] as HTMLElement);
    expect(screen.getAllByTestId('exception-group').length).toBe(5);
    await user.click(screen.getByTestId('exceptions-explained'));
    expect(screen.getAllByTestId(/^exceptions-total-/u).map(({ dataset }) => dataset.testid)).toEqual([
      'exceptions-total-explained',
    ]);
    // The queue of all months is left as it was.
    expect(
      Object.keys(JSON.parse(localStorage.getItem('cuadra.screens.a') ?? '{}')).filter((key) =>
        key.includes('queue'),
      ),
    ).toEqual(['reconciliation.month-queue']);
  });

  test('is narrowed to what an address asks; a press leaves that off', async () => {
    const { user } = await inPage({}, { asked: 'list?kind=undated&canal=&cuenta=B' });
    expect(await screen.findByTestId('exceptions-only')).toBeTruthy();
    expect(read()).toEqual([
      'Excepciones',
      'de todas las filas de la cuenta, no solo de la selección[Reclamos][Exportar, Exportar las excepciones que se ven, Exportar las excepciones que se ven]',
      '[Filas sin fecha de compra · (vacío) · B, Mostrar todas, no solo Filas sin fecha de compra · (vacío) · B, Mostrar todas, no solo Filas sin fecha de compra · (vacío) · B][nov 2026 0][Anteriores 1][Abiertas 1, on][Explicadas 0][Aceptadas 0][Reclamadas 0][Resueltas 0][Todas 1, on][0–7 d 0][8–30 d 0][31–60 d 0][más de 60 d 0]Buscar excepción: {Buscar excepción}',
      '[Excepción, Ordenar por Excepción] | [Dónde, Ordenar por Dónde] | Afecta | Casos | [Monto, Ordenar por Monto] | [Antigüedad ↓, Ordenar por Antigüedad] | [Estado, Ordenar por Estado]',
      'Elegir Filas sin fecha de compra: { }[, on, Cerrar Filas sin fecha de compra ][Filas sin fecha de compra] | (vacío) · B | MM | 1 | 7 | — |',
      'Elegir (vacío) · B: { }[(vacío) · B] | | | | 7 | — | Abierta',
      '(↑ ↓ recorren la cola, Intro abre, E explica, A acepta, O vuelve a abrir)',
      'Abierto: 1 caso7',
    ]);
    await user.click(screen.getByTestId('exceptions-only'));
    expect(screen.getAllByTestId('exception-group').length).toBe(5);
  });

  test('narrowed until nothing is left leads back to all that stands open, in every way', async () => {
    const { user } = await inPage({}, { asked: 'list?kind=undated&canal=&cuenta=B' });
    await user.click(screen.getByTestId('exceptions-explained'));
    await user.click(screen.getByTestId('exceptions-age-week'));
    expect(screen.queryByTestId('exception-group')).toBeNull();
    await user.click(screen.getByText(text('exception.show-open')));
    expect(screen.queryByTestId('exceptions-only')).toBeNull();
    expect(screen.getAllByTestId('exception-group').length).toBe(5);
  });

  test('of which nothing stands open says what was checked there, and nowhere else', async () => {
    const { user } = await inPage({ findings: [], sayings: new Map() });
    expect(screen.getByTestId('exceptions-none').textContent).toContain('1.204');
    await user.click(screen.getByTestId('exceptions-accepted'));
    expect(screen.queryByTestId('exceptions-none')).toBeNull();
    expect([
      screen.getByText(text('exception.none-here')) !== null,
      screen.queryByText(text('exception.show-open')),
    ]).toEqual([true, null]);
  });

  test('sorted by what has no order of its own keeps all; groups close and open again', async () => {
    const { user } = await inPage();
    const names = () =>
      screen.getAllByTestId(/^exception(?:-group)?$/u).map((each) => readOf(each).join(' '));
    for (const id of ['kind', 'where', 'amount', 'ages', 'state'] as const) {
      const press = screen.getByTitle(text('exception.sort-by', { column: text(`exception.${id}`) }));
      await user.click(press);
    }
    expect(names()).toEqual([
      'Elegir Extracto que no cuadra: { }[, on, Cerrar Extracto que no cuadra ][Extracto que no cuadra] | Solo en el extracto · enero.csv · USD · Uno | | 1 | 1.250,50 | — |',
      'Elegir O-7: { }[O-7] | | | | 1.250,50 | — | Abierta',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto nov 2026][Ventas sin Costo de Producto] | nov 2026 · Uno · A | CCTT | 3 | 2.541,00 | 326 d |',
      'Elegir O-1: { }[O-1] | | | | 1.250,50 | 7 d | Abierta',
      'Elegir O-5: { }[O-5] | Envío · se verá | | | 1.250,50 | 326 d | Explicada seguimiento',
      'Elegir O-4: { }[O-4] | Comisión · era otra | | | 40,00 | 58 d | Abierta cambió',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto oct 2026][Ventas sin Costo de Producto] | oct 2026 · Uno · A | CCTT | 1 | −3,00 | 33 d |',
      'Elegir O-2: { }[O-2] | | | | −3,00 | 33 d | Abierta',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto ][Ventas sin Costo de Producto] | Uno · A | CCTT | 1 | — | — |',
      'Elegir sin número: { }[sin número] | | | | — | — | Abierta',
      'Elegir Filas sin fecha de compra: { }[, on, Cerrar Filas sin fecha de compra ][Filas sin fecha de compra] | (vacío) · B | MM | 1 | 7,00 | — |',
      'Elegir (vacío) · B: { }[(vacío) · B] | | | | 7,00 | — | Abierta',
    ]);
    // By another column the greatest come first; a press more turns it round.
    const kinds = () => screen.getAllByTestId('exception-group').map(({ dataset }) => dataset.month);
    const byAge = () => screen.getByTitle(text('exception.sort-by', { column: text('exception.ages') }));
    await user.click(byAge());
    expect(kinds()).toEqual(['2026-11', '2026-10', '', '', '']);
    await user.click(byAge());
    expect(kinds()).toEqual(['', '', '', '2026-10', '2026-11']);
    await user.click(screen.getByTitle(text('exception.sort-by', { column: text('exception.state') })));
    const [first] = screen.getAllByTestId('exception-group');
    await user.click(within(first as HTMLElement).getAllByRole('button')[0] as HTMLElement);
    expect(names()).toEqual([
      'Elegir Extracto que no cuadra: { }[, Abrir Extracto que no cuadra ][Extracto que no cuadra] | Solo en el extracto · enero.csv · USD · Uno | | 1 | 1.250,50 | — |',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto nov 2026][Ventas sin Costo de Producto] | nov 2026 · Uno · A | CCTT | 3 | 2.541,00 | 326 d |',
      'Elegir O-1: { }[O-1] | | | | 1.250,50 | 7 d | Abierta',
      'Elegir O-5: { }[O-5] | Envío · se verá | | | 1.250,50 | 326 d | Explicada seguimiento',
      'Elegir O-4: { }[O-4] | Comisión · era otra | | | 40,00 | 58 d | Abierta cambió',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto oct 2026][Ventas sin Costo de Producto] | oct 2026 · Uno · A | CCTT | 1 | −3,00 | 33 d |',
      'Elegir O-2: { }[O-2] | | | | −3,00 | 33 d | Abierta',
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto ][Ventas sin Costo de Producto] | Uno · A | CCTT | 1 | — | — |',
      'Elegir sin número: { }[sin número] | | | | — | — | Abierta',
      'Elegir Filas sin fecha de compra: { }[, on, Cerrar Filas sin fecha de compra ][Filas sin fecha de compra] | (vacío) · B | MM | 1 | 7,00 | — |',
      'Elegir (vacío) · B: { }[(vacío) · B] | | | | 7,00 | — | Abierta',
    ]);
  });
});

describe('what is chosen of them', () => {
  test('says of one what it is, what to do, and what was said of it', async () => {
    const { user, led } = await inPage();
    await user.click(line('O-1'));
    expect(chosen()).toEqual([
      'Ventas sin Costo de Producto',
      'O-1 nov 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Monto1.250,50',
      'Filas2',
      'Día20-11-2026 · 7 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
      'Carga el costo de estos SKU, o acepta la excepción si no lo tienen.',
      '[Ver en Costos sin cargar][Ver las órdenes]',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'NotaEstadoAbiertaExplicadaAceptadaResponsable{}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Marcar como explicada][Aceptar]',
      '[Reclamar 1.250,50]',
      'Reclamable hasta el 19-01-2027, 60 días (propuesta)',
    ]);
    await user.click(line('O-4'));
    // Nobody accepted what it is by now.
    expect(screen.getByTestId('exception-state').dataset.value).toBe('open');
    expect(chosen()).toEqual([
      'Ventas sin Costo de Producto',
      'O-4 nov 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Cambió desde que se marcó como aceptada',
      'Antes12,25',
      'Ahora40,00',
      'Monto40',
      'Filas1',
      'Día30-09-2026 · 58 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
      'Carga el costo de estos SKU, o acepta la excepción si no lo tienen.',
      '[Ver en Costos sin cargar][Ver las órdenes]',
      'Razón[Comisión, on][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'Notaera otraEstadoAbiertaExplicadaAceptadaResponsable{Ana}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Marcar como explicada][Aceptar]',
      '[Reclamar 40]',
      'Reclamable hasta el 29-11-2026, 60 días (propuesta)',
      'Historial',
      '21-11-2026 09:05 Ana: Aceptada 12,25 Comisiónera otra',
    ]);
    await user.click(line('O-5'));
    expect(screen.getByTestId('exception-state').dataset.value).toBe('explained');
    expect(chosen()).toEqual([
      'Ventas sin Costo de Producto',
      'O-5 nov 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Monto1.250,50',
      'Filas2',
      'Día05-01-2026 · 326 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
      'Carga el costo de estos SKU, o acepta la excepción si no lo tienen.',
      '[Ver en Costos sin cargar][Ver las órdenes]',
      'Razón[Comisión][Envío, on][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'Notase veráEstadoAbiertaExplicadaAceptadaResponsable{Ana}',
      'Seguir el{25-11-2026} (Desde ese día vuelve a estar a la vista)',
      '[Volver a abrir]',
      'Historial',
      '21-11-2026 09:05 Ana: Explicada 1.250,50 Envío · seguir el 25-11-2026se verá',
    ]);
    await user.click(line('O-7'));
    expect(chosen()).toEqual([
      'Extracto que no cuadra',
      'O-7 Solo en el extracto · enero.csv · USD · Uno',
      '[, Cerrar, Cerrar]',
      'Monto1.250,50',
      'Líneas2',
      'Líneas del extracto que no son de ninguna orden de aquí. El monto las suma, sin signo.',
      'Abre los casos, decide qué corresponde con qué o explica la diferencia. Si falla el archivo mismo, pídelo de nuevo.',
      '[Ver en Cruce con extractos]',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'NotaEstadoAbiertaExplicadaAceptadaResponsable{}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Marcar como explicada][Aceptar]',
      '[Reclamar 1.250,50]',
    ]);
    await user.click(screen.getByTestId('exception-to-section'));
    expect(led).toEqual([
      [
        'matches',
        {
          matches: {
            digest: 'abc',
            state: 'only-there',
          },
          month: null,
        },
      ],
    ]);
    await user.click(screen.getByTestId('exceptions-accepted'));
    await user.click(line('O-6'));
    expect(chosen()).toEqual([
      'Ventas sin Costo de Producto',
      'O-6 nov 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Monto1.250,50',
      'Filas2',
      'Día20-11-2026 · 7 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
      'Carga el costo de estos SKU, o acepta la excepción si no lo tienen.',
      '[Ver en Costos sin cargar][Ver las órdenes]',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'Notaasí esEstadoAbiertaExplicadaAceptadaResponsable{}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Volver a abrir]',
      'Historial',
      '21-11-2026 09:05 sin nombre: Aceptada 1.250,50 así es',
      '20-11-2026 08:00 Ana: Abierta 1.250,50 no sé',
    ]);
    await user.click(screen.getByTestId('exceptions-resolved'));
    await user.click(line('O-9'));
    expect(chosen()).toEqual([
      'Ventas sin Costo de Producto',
      'O-9 nov 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Ya no se encuentra en las filas. Lo que se dijo de ella se conserva.',
      'Monto1.250,50',
      'Filas2',
      'Día20-11-2026 · 7 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
      'Carga el costo de estos SKU, o acepta la excepción si no lo tienen.',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'Notaya no estáEstadoAbiertaExplicadaAceptadaResponsable{Ana}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Volver a abrir]',
      'Historial',
      '21-11-2026 09:05 Ana: Explicada 1.250,50 ya no está',
    ]);
  });

  test('says of what is one matter, of a group, and of some how many they are', async () => {
    const { user } = await inPage();
    const boxes = screen.getAllByTestId('exception-group');
    const undated = boxes.find(({ dataset }) => dataset.kind === 'undated') as HTMLElement;
    await user.click(undated);
    expect(chosen()).toEqual([
      'Filas sin fecha de compra',
      '(vacío) · B',
      '[, Cerrar, Cerrar]',
      'Monto7',
      'Filas3',
      'Sin una fecha de compra que se pueda leer, ningún período las incluye. El monto es de Ventas.',
      'Corrige la fecha donde se origina, o tenlas en cuenta al cerrar.',
      '[Ver las órdenes]',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'NotaEstadoAbiertaExplicadaAceptadaResponsable{}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Marcar como explicada][Aceptar]',
      '[Reclamar 7]',
    ]);
    const costs = boxes.find(
      ({ dataset }) => dataset.kind === 'missing-cost' && dataset.month === '2026-11',
    ) as HTMLElement;
    await user.click(costs);
    expect(chosen()).toEqual([
      'Ventas sin Costo de Producto',
      'nov 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Monto2.541',
      'Casos3',
      'Filas5',
      'Días05-01-2026 – 20-11-2026 · 326 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
      'Carga el costo de estos SKU, o acepta la excepción si no lo tienen.',
      '[Ver en Costos sin cargar][Ver las órdenes]',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'NotaEstadoAbiertaExplicadaAceptadaResponsable{}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Marcar como explicada][Aceptar]',
      '[Reclamar 1.290,50]',
      'Reclamable hasta el 29-11-2026, 60 días (propuesta)',
    ]);
    await user.click(within(line('O-1')).getByRole('checkbox'));
    expect(readOf(costs).join(' ')).toEqual(
      'Elegir Ventas sin Costo de Producto: { }[, on, Cerrar Ventas sin Costo de Producto nov 2026][Ventas sin Costo de Producto, on] | nov 2026 · Uno · A | CCTT | 3 | 2.541,00 | 326 d |',
    );
    expect(within(costs).getByRole<HTMLInputElement>('checkbox').indeterminate).toBe(true);
    // One that is picked is what the next thing is said of.
    expect(chosen().slice(0, 2)).toEqual(['Ventas sin Costo de Producto', 'O-1 nov 2026 · Uno · A']);
    await user.click(within(line('O-7')).getByRole('checkbox'));
    // What is picked stays so where it is not shown.
    await user.click(screen.getByTestId('exceptions-accepted'));
    expect(screen.getByTestId('exception-chosen').dataset.count).toBe('2');
    await user.click(screen.getByTestId('exceptions-open'));
    expect(chosen()).toEqual([
      '2 excepciones',
      'de 2 grupos',
      '[, Cerrar, Cerrar]',
      'Monto2.501',
      'Casos2',
      'Filas4',
      'Días20-11-2026 · 7 d',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'NotaEstadoAbiertaExplicadaAceptadaResponsable{}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      '[Marcar como explicada][Aceptar]',
      '[Reclamar 2.501]',
      '2 reclamos, uno por cuenta',
    ]);
    await user.click(within(line('O-1')).getByRole('checkbox'));
    await user.click(within(line('O-7')).getByRole('checkbox'));
    expect(screen.getByTestId('exception-chosen').dataset.count).toBe('3');
  });

  test('of an order of its own days leads to it alone; of a group to its days', async () => {
    // Of no purchase that is known nothing is so many days ago.
    const { user } = await inPage({}, {}, null);
    await user.click(line('O-1'));
    expect(chosen()).toContain('Día20-11-2026');
    await user.click(screen.getByTestId('exception-to-orders'));
    expect(probedSelection()).toEqual({
      dashboardPreset: false,
      dateFilters: [],
      filters: [
        {
          column: 'Canal',
          values: ['Uno'],
        },
        {
          column: 'Cuenta',
          values: ['A'],
        },
        {
          column: 'Orden',
          values: ['O-1'],
        },
      ],
      numberFilters: [
        {
          column: 'Costo de Producto',
          from: '0',
          to: '0',
        },
      ],
      ownCosts: null,
      period: {
        from: '2026-11-20',
        to: '2026-11-20',
      },
      periodColumn: 'Fecha de compra',
      scope: null,
      search: '',
    });
  });

  test('is what was claimed, with its number; what it is by now it is not', async () => {
    const key = groups()[0]?.cases[0]?.key ?? '';
    const other =
      groups()
        .flatMap(({ cases }) => cases)
        .find(({ name }) => name === 'O-2')?.key ?? '';
    const { user, led } = await inPage({
      claimed: new Map([
        [key, { number: 'R-0001', evidence: 'e', isRejected: false }],
        [other, { number: 'R-0002', evidence: 'otra', isRejected: false }],
      ]),
    });
    await user.click(line('O-2'));
    expect(chosen().slice(0, 8)).toEqual([
      'Ventas sin Costo de Producto',
      'O-2 oct 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Cambió desde que se reclamó en R-0002',
      'Monto−3',
      'Filas2',
      'Día25-10-2026 · 33 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
    ]);
    expect(chosen().at(-1)).toBe('21-11-2026 09:05 Ana: Abierta');
    await user.click(screen.getByTestId('exceptions-claimed'));
    await user.click(line('O-1'));
    expect(chosen()).toEqual([
      'Ventas sin Costo de Producto',
      'O-1 nov 2026 · Uno · A',
      '[, Cerrar, Cerrar]',
      'Monto1.250,50',
      'Filas2',
      'Día20-11-2026 · 7 d',
      'Estas ventas no tienen costo cargado: con ellas, Comercial y Total son lo más que pueden ser. El monto es de Ventas.',
      'Carga el costo de estos SKU, o acepta la excepción si no lo tienen.',
      '[Ver en Costos sin cargar][Ver las órdenes]',
      'Razón[Comisión][Envío][Retención][Reclamo][Duplicado][Redondeo][Otro]',
      'NotaEstadoAbiertaExplicadaAceptadaResponsable{}',
      'Seguir el{31-10-2026} (Desde ese día vuelve a estar a la vista)',
      'En el reclamo R-0001.[Ver reclamos]',
    ]);
    await user.click(screen.getByTestId('exception-claim-see'));
    expect(led).toEqual([['claims']]);
  });
});
