import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnomaliesQuery } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { AnomaliesSection } from '#renderer/reconciliation/anomalies/screen/anomalies-section.tsx';
import { AllMonths } from '#renderer/screens/reconciliation/all-months.tsx';
import { MonthCellButton } from '#renderer/screens/reconciliation/month-cell-button.tsx';
import type { MonthCell } from '#renderer/screens/reconciliation/month-cells.ts';
import { MonthSteps } from '#renderer/screens/reconciliation/month-steps.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { walked } from '#test/renderer/screens/reconciliation/walks.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What the parts of a month say, line by line as it is read, made by hand. */

const D = (value: string) => value as Decimal;
const AT = new Date(2026, 9, 5, 14, 7).getTime();
const inPage = (shown: React.ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <main data-testid="part">{shown}</main>
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));

describe('all months', () => {
  const cell = (month: string, state: MonthCell['state'], more: Partial<MonthCell> = {}): MonthCell => ({
    ...{
      month: month as Month,
      state,
      rows: 3,
      done: { count: 3, of: 7 },
      open: null,
      moved: null,
      knownUntil: null,
    },
    ...more,
  });
  const CELLS = [
    cell('2025-11', 'closed', { done: { count: 7, of: 7 } }),
    cell('2025-12', 'moved', { moved: D('-12.5') }),
    cell('2026-01', 'running', { knownUntil: '2026-01-09' as LocalDate }),
    cell('2026-02', 'running', { done: null }),
    cell('2026-03', 'unread'),
    cell('2026-04', 'open', { open: D('7.50') }),
    cell('2026-05', 'open'),
  ];
  const walks = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      walked(
        `${2024 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
        ['done', 'open', 'waived', 'blocked', 'open'],
        { amount: D('7.5') },
      ),
    );

  test('are cells, each with how far it is and what is open or moved of it', async () => {
    const chosen: string[] = [];
    const said: unknown[] = [];
    for (const each of CELLS) {
      const page = await inPage(
        <MonthCellButton
          cell={each}
          hasYear
          isShown={each.state === 'open'}
          isTabStop
          onChoose={() => chosen.push(each.month)}
        />,
      );
      const press = screen.getByTestId('month-cell');
      said.push([
        press.textContent,
        press.title.replaceAll('\n', ' / '),
        press.dataset.value,
        press.getAttribute('aria-current'),
      ]);
      await page.user.click(press);
      page.view.unmount();
    }
    expect(said).toEqual([
      [
        'nov 25nov 2025: cerrado, sin cambios desde el cierre. 7 de 7 pasos. 7/7 igual',
        'nov 2025: cerrado, sin cambios desde el cierre / 7 de 7 pasos',
        '',
        null,
      ],
      [
        'dic 25dic 2025: cerrado, y cambió desde entonces. 3 de 7 pasos. 3/7 −12,50',
        'dic 2025: cerrado, y cambió desde entonces / 3 de 7 pasos',
        '-12.5',
        null,
      ],
      [
        'ene 26ene 2026: mes en curso. 3 de 7 pasos. 3/7al día 9',
        'ene 2026: mes en curso / 3 de 7 pasos',
        '',
        null,
      ],
      ['feb 26feb 2026: mes en curso. en curso', 'feb 2026: mes en curso', '', null],
      ['mar 26mar 2026: sin leer. 3 de 7 pasos. 3/7sin leer', 'mar 2026: sin leer / 3 de 7 pasos', '', null],
      ['abr 26abr 2026: abierto. 3 de 7 pasos. 3/77,50', 'abr 2026: abierto / 3 de 7 pasos', '7.50', 'true'],
      ['may 26may 2026: abierto. 3 de 7 pasos. 3/7leído', 'may 2026: abierto / 3 de 7 pasos', '', 'true'],
    ]);
    expect(chosen).toEqual(CELLS.map(({ month }) => month));
  });

  test('stand by year, and those that something is to be done about below, the newest first', async () => {
    const chosen: unknown[] = [];
    const { user } = await inPage(
      <AllMonths
        cells={CELLS}
        walks={[...walks(2), { ...walks(3)[2], close: { state: 'closed', drift: null, by: null } } as never]}
        isKnown
        shown={'2026-04' as Month}
        onChoose={(...to) => chosen.push(to)}
      />,
    );
    expect(read()).toEqual([
      'Todos los meses',
      'pasos hechos de siete y lo que falta explicar; al pulsar un mes se abre',
      '2025[novnov 2025: cerrado, sin cambios desde el cierre. 7 de 7 pasos. 7/7 igual, nov 2025: cerrado, sin cambios desde el cierre / 7 de 7 pasos][dicdic 2025: cerrado, y cambió desde entonces. 3 de 7 pasos. 3/7 −12,50, dic 2025: cerrado, y cambió desde entonces / 3 de 7 pasos]2026[eneene 2026: mes en curso. 3 de 7 pasos. 3/7al día 9, ene 2026: mes en curso / 3 de 7 pasos][febfeb 2026: mes en curso. en curso, feb 2026: mes en curso][marmar 2026: sin leer. 3 de 7 pasos. 3/7sin leer, mar 2026: sin leer / 3 de 7 pasos][abrabr 2026: abierto. 3 de 7 pasos. 3/77,50, abr 2026: abierto / 3 de 7 pasos][maymay 2026: abierto. 3 de 7 pasos. 3/7leído, may 2026: abierto / 3 de 7 pasos]',
      'Qué pide cada mes',
      'meses sin cerrar, paso por paso',
      'Mes | Datos completos | Filas cuadran | Costos | Extractos | Diferencias | Banco y por cobrar | Cierre | Por explicar',
      '[feb 2024] | [, feb 2024, Datos completos: Igual a la fuente, Igual a la fuente] | [3 filas no cuadran, feb 2024, Filas cuadran: 3 filas no cuadran] | [, feb 2024, Costos: No necesario, No necesario] | [–, feb 2024, Extractos: Llegan al terminar el mes, Llegan al terminar el mes] | [3 casos, 1 cuenta, feb 2024, Diferencias: 3 casos, 1 cuenta] | [3 pagos no llegaron, feb 2024, Banco y por cobrar: 3 pagos no llegaron] | [Listo para cerrar, feb 2024, Cierre: Listo para cerrar] | 7,50',
      '[ene 2024] | [, ene 2024, Datos completos: Igual a la fuente, Igual a la fuente] | [3 filas no cuadran, ene 2024, Filas cuadran: 3 filas no cuadran] | [, ene 2024, Costos: No necesario, No necesario] | [–, ene 2024, Extractos: Llegan al terminar el mes, Llegan al terminar el mes] | [3 casos, 1 cuenta, ene 2024, Diferencias: 3 casos, 1 cuenta] | [3 pagos no llegaron, ene 2024, Banco y por cobrar: 3 pagos no llegaron] | [Listo para cerrar, ene 2024, Cierre: Listo para cerrar] | 7,50',
    ]);
    expect(copiedOf(screen.getByRole('table'))).toEqual([
      'Mes | Datos completos | Filas cuadran | Costos | Extractos | Diferencias | Banco y por cobrar | Cierre | Por explicar',
      'feb 2024 | Igual a la fuente | 3 filas no cuadran | No necesario | Llegan al terminar el mes | 3 casos, 1 cuenta | 3 pagos no llegaron | Listo para cerrar | 7,5',
      'ene 2024 | Igual a la fuente | 3 filas no cuadran | No necesario | Llegan al terminar el mes | 3 casos, 1 cuenta | 3 pagos no llegaron | Listo para cerrar | 7,5',
    ]);
    await user.click(screen.getAllByTestId('month-cell')[0] as HTMLElement);
    const [line] = screen.getAllByTestId('month-waiting');
    for (const press of within(line as HTMLElement)
      .getAllByRole('button')
      .slice(0, 3))
      await user.click(press);
    expect(chosen).toEqual([
      ['2025-11', null],
      ['2024-02', null],
      ['2024-02', 'data'],
      ['2024-02', 'rows'],
    ]);
  });

  test('are walked by arrows from the one in view: one stop of Tab', async () => {
    const { user } = await inPage(
      <AllMonths cells={CELLS} walks={[]} isKnown shown={'2026-04' as Month} onChoose={() => {}} />,
    );
    const at = () => (document.activeElement as HTMLElement).dataset.month;
    const stops = () =>
      screen
        .getAllByTestId('month-cell')
        .filter(({ tabIndex }) => tabIndex === 0)
        .map(({ dataset }) => dataset.month);
    expect(stops()).toEqual(['2026-04']);
    screen.getAllByTestId('month-cell')[5]?.focus();
    await user.keyboard('{ArrowLeft}');
    expect([at(), stops()]).toEqual(['2026-03', ['2026-03']]);
    await user.keyboard('{Home}');
    await user.keyboard('{End}{ArrowUp}');
    expect(at()).toEqual('2026-05');
    await user.keyboard('{Control>}{ArrowLeft}{/Control}');
    expect(at()).toEqual('2026-05');
  });

  test('that are awaited, none, or not yet walked say so; of many the next ones are shown on asking', async () => {
    const all = (more: Partial<Parameters<typeof AllMonths>[0]>) =>
      inPage(<AllMonths cells={CELLS} walks={[]} isKnown shown={null} onChoose={() => {}} {...more} />);
    const last = async (more: Partial<Parameters<typeof AllMonths>[0]>) => {
      const page = await all(more);
      const said = read().at(-1);
      page.view.unmount();
      return said;
    };
    expect([await last({ cells: null }), await last({ cells: [] }), await last({ isKnown: false })]).toEqual([
      text('month.loading'),
      text('month.none'),
      text('month.next-loading'),
    ]);
    const { user } = await all({ walks: walks(40) });
    expect(screen.getAllByTestId('month-waiting')).toHaveLength(13);
    await user.click(screen.getByRole('button', { name: 'Mostrar más (27)' }));
    expect(screen.getAllByTestId('month-waiting')).toHaveLength(39);
  });
});

test('the steps of a month are links, each with its state, why, who signed it, and its figure', async () => {
  const walk = walked('2026-09', ['done', 'open', 'waived', 'blocked', 'open', 'done']);
  const last = { owner: 'Ana', atMs: AT, step: { count: 1, amount: null } } as never;
  const steps = walk.steps.map((each) =>
    each.id === 'data'
      ? { ...each, sign: { state: 'signed' as const, last } }
      : each.id === 'rows'
        ? { ...each, sign: { state: 'fallen' as const, last } }
        : each.id === 'differences'
          ? { ...each, amount: D('-7.5'), sign: { state: 'signed' as const, last } }
          : each,
  );
  const went: string[] = [];
  const { user, view } = await inPage(
    <MonthSteps
      walk={{ ...walk, steps }}
      shown="costs"
      name="Pasos"
      hrefOf={(id) => `#${id}`}
      onGo={(id) => went.push(id)}
    />,
  );
  const links = screen.getAllByRole('link');
  expect(
    links.map((each) => [
      each.getAttribute('href'),
      each.getAttribute('aria-current'),
      each.title.replaceAll('\n', ' / '),
      readOf(each).join(' / '),
    ]),
  ).toEqual([
    [
      '#data',
      null,
      'Igual a la fuente / Firmó Ana, 05-10-2026',
      '1 Datos completos, hecho. 10Firmó Ana, 05-10 (Igual a la fuente Firmó Ana, 05-10-2026)',
    ],
    [
      '#rows',
      null,
      '3 filas no cuadran / Cambió; firmó Ana, 05-10-2026',
      '2 Filas cuadran, por hacer. 3Cambió; firmó Ana, 05-10 (3 filas no cuadran Cambió; firmó Ana, 05-10-2026)',
    ],
    ['#costs', 'step', 'No necesario', '3 Costos, no necesario. 0No necesario (No necesario)'],
    [
      '#statements',
      null,
      'Llegan al terminar el mes',
      '4 Extractos, todavía no se puede. 7 de 10Llegan al terminar el mes (Llegan al terminar el mes)',
    ],
    [
      '#differences',
      null,
      '3 casos, 1 cuenta / Firmó Ana, 05-10-2026',
      '5 Diferencias, por hacer. −7,503 casos, 1 cuenta (3 casos, 1 cuenta Firmó Ana, 05-10-2026)',
    ],
    [
      '#bank',
      null,
      '10 de 10 en el banco',
      '6 Banco y por cobrar, hecho. 010 de 10 en el banco (10 de 10 en el banco)',
    ],
    ['#close', null, 'Listo para cerrar', '7 Cierre, por hacer. —Listo para cerrar (Listo para cerrar)'],
  ]);
  await user.click(links[4] as HTMLElement);
  expect(went).toEqual(['differences']);
  view.unmount();
  await inPage(
    <MonthSteps walk={null} shown={null} name="Pasos" hrefOf={(id) => `#${id}`} onGo={() => {}} />,
  );
  expect(screen.getByRole('navigation').getAttribute('aria-busy')).toBe('true');
  expect(readOf(screen.getAllByRole('link')[0] as HTMLElement)).toEqual(['1 Datos completos']);
});

test('kinds of what is odd read whole; one opens by channel, or as what was put aside of it', async () => {
  const group = (kind: string, more: object) => ({
    ...{
      kind,
      orders: 0,
      rows: 0,
      amount: D('0'),
      firstPurchase: null,
      lastPurchase: null,
      dismissed: 0,
      channels: [],
    },
    ...more,
  });
  const asked: { readonly kind: string; readonly canal: string | null; readonly isDismissed: boolean }[] = [];
  const { user } = await inPage(<AnomaliesSection onOpenOrder={() => {}} />, {
    dataReplies: {
      readAnomalies: (_: AnomaliesQuery) =>
        ({
          revision: 1,
          groups: [
            group('negative-sale', {
              ...{
                orders: 1200,
                rows: 1300,
                amount: D('1000.50'),
                firstPurchase: '2026-09-01T10:00:00.000',
                lastPurchase: '2026-09-30T10:00:00.000',
                dismissed: 2,
              },
              channels: [
                { canal: 'A', orders: 1000, amount: D('900.5') },
                { canal: '', orders: 200, amount: D('100') },
              ],
            }),
            group('margin', {
              dismissed: 1,
              firstPurchase: '2026-09-01T10:00:00.000',
              lastPurchase: '2026-09-01T11:00:00.000',
            }),
          ],
        }) as never,
      readAnomalousOrders: ({ kind, canal, isDismissed }) => {
        asked.push({ kind, canal, isDismissed });
        return { revision: 1, total: 0, offset: 0, lines: [] } as never;
      },
    },
  });
  await screen.findAllByTestId('anomaly-group');
  expect(read()).toEqual([
    'Anomalías',
    'filas que cuadran y aun así llaman la atención[Umbrales][Exportar, Exportar las anomalías, Exportar las anomalías]',
    'Un tipo de anomalía en la selección.',
    'Anomalía | Órdenes | Filas | Monto en juego | Compras | Descartadas',
    '[Venta negativa]las filas regulares de la orden suman menos que cero: no hay venta que corregir | 1.200 | 1.300 | 1.000,50 | 01-09-2026 – 30-09-2026 | [2, Ver las descartadas: Venta negativa]',
    'Margen fuera de lo usualla Rentabilidad Total de la fila está lejos de lo que el SKU suele dejar en esa cuenta; una línea por SKU | 0 | 0 | 0 | 01-09-2026 | [1, Ver las descartadas: Margen fuera de lo usual]',
  ]);
  expect(copiedOf(screen.getByRole('table'))).toEqual([
    'Anomalía | Órdenes | Filas | Monto en juego | Compras | Descartadas',
    'Venta negativa | 1.200 | 1.300 | 1.000,50 | 01-09-2026 – 30-09-2026 | 2',
    'Margen fuera de lo usual | 0 | 0 | 0 | 01-09-2026 | 1',
  ]);
  expect(screen.getByTestId('anomalies').dataset.value).toBe('1200');
  const kind = screen.getByRole('button', { name: text('anomaly.kind.negative-sale') });
  await user.click(kind);
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ kind: 'negative-sale', canal: null, isDismissed: false }),
  );
  expect(kind.getAttribute('aria-expanded')).toBe('true');
  const channels = screen.getAllByTestId('anomaly-channel');
  expect(channels.flatMap(readOf)).toEqual(['[A · 1.000 · 900,50]', '[(vacío) · 200 · 100,00]']);
  await user.click(within(channels[1] as HTMLElement).getByRole('button'));
  await waitFor(() => expect(asked.at(-1)?.canal).toBe(''));
  await user.click(within(channels[1] as HTMLElement).getByRole('button'));
  expect(
    within(channels[1] as HTMLElement)
      .getByRole('button')
      .getAttribute('aria-pressed'),
  ).toBe('false');
  await user.click(screen.getAllByTestId('anomaly-dismissed')[0] as HTMLElement);
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ kind: 'negative-sale', canal: null, isDismissed: true }),
  );
  expect([screen.queryByTestId('anomaly-channel'), kind.getAttribute('aria-expanded')]).toEqual([
    null,
    'false',
  ]);
  await user.click(screen.getAllByTestId('anomaly-dismissed')[0] as HTMLElement);
  await user.click(screen.getByTestId('anomaly-thresholds'));
  expect(screen.getByTestId('anomaly-thresholds').getAttribute('aria-expanded')).toBe('true');
  const [least] = screen.getAllByTestId<HTMLInputElement>(/^anomaly-least-/u);
  await user.clear(least as HTMLElement);
  await user.type(least as HTMLElement, '-1');
  expect([least?.getAttribute('aria-invalid'), screen.getByRole('alert').id]).toEqual([
    'true',
    least?.getAttribute('aria-describedby'),
  ]);
  await user.click(screen.getByTestId('anomaly-reset'));
  expect(screen.queryByRole('alert')).toBeNull();
});
