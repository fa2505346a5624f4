import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { onlyWith } from '#renderer/features/selection/selection-context.tsx';
import type { AnomaliesQuery } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { AnomaliesSection } from '#renderer/reconciliation/anomalies/screen/anomalies-section.tsx';
import { AccountDifferencesTable } from '#renderer/reconciliation/month/screen/account-differences.tsx';
import { AccountStatements } from '#renderer/reconciliation/month/screen/account-statements.tsx';
import { SignBar } from '#renderer/reconciliation/month/screen/sign-bar.tsx';
import { WaiveBar } from '#renderer/reconciliation/month/screen/waive-bar.tsx';
import { AllMonths } from '#renderer/screens/reconciliation/all-months.tsx';
import { MonthCellButton } from '#renderer/screens/reconciliation/month-cell-button.tsx';
import type { MonthCell } from '#renderer/screens/reconciliation/month-cells.ts';
import { MonthSteps } from '#renderer/screens/reconciliation/month-steps.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { step, walked } from '#test/renderer/screens/reconciliation/walks.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What the parts of a month say, line by line as it is read, made by hand. */

const D = (value: string) => value as Decimal;
const MONTH = '2026-09' as Month;
const AT = new Date(2026, 9, 5, 14, 7).getTime();
const inPage = (shown: React.ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <main data-testid="part">{shown}</main>
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));

/** What is written of parts: in which accounts, whose word it is, and where what was said goes. */
function written() {
  const told: unknown[] = [];
  const cuentaOf = (key: string) => (JSON.parse(key) as readonly string[])[3] ?? null;
  const setting: PageSetting = {
    dataReplies: {
      writeAnnotations: ({ kind, puts, deletes }: AnnotationChanges) => {
        const by = puts.map(({ key, value }) => [cuentaOf(key), (value as { owner: string }).owner]);
        told.push([kind, by, deletes.map(cuentaOf)]);
        return null;
      },
    },
  };
  return { told, setting };
}

describe('differences by account', () => {
  const side = (
    cases: number,
    there: string | null = null,
    here: string | null = null,
    difference: string | null = null,
    currency = '',
  ) => ({
    ...{ cases, currency, statementAmount: there, ledgerAmount: here, difference },
  });
  const account = (cuenta: string, more: object) => ({
    ...{ account: { canal: 'A', cuenta }, cases: 4, orders: 10, open: side(0), explained: side(0) },
    ...more,
  });

  test('stand the most open first, with the sums of what is open and what is explained', async () => {
    const lines = [
      account('1', { open: side(1, '9', '10', '-1') }),
      account('2', {
        open: side(1200, '20.50', '0', '20.5'),
        cases: 1300,
        explained: side(2, '4', '5', '-1'),
      }),
      account('3', {}),
      account('4', { cases: 0, orders: 3 }),
      account('5', { cases: 0, orders: 0 }),
      account('', { account: null, open: side(1, '3', '0', '3') }),
    ];
    const led: unknown[] = [];
    const { user } = await inPage(
      <AccountDifferencesTable lines={lines as never} onSection={(...to) => led.push(to)} />,
    );
    expect(read()).toEqual([
      'Diferencias por cuenta',
      'extracto − tus órdenes, de lo que difiere',
      'Canal · Cuenta | Casos | Extracto | Tus órdenes | Diferencia | Herramientas',
      'A · 2 | 1.200 de 1.300 difieren | 20,50 | 0 | +20,50 | [Buscar la causa, Busca qué explica la cifra del extracto, en estas mismas órdenes][Tarifas, De A · 2, en este período][Anomalías, De A · 2, en este período][Puente, De A · 2, en este período]',
      'A · 1 | 1 de 4 difiere | 9,00 | 10,00 | −1,00 | [Buscar la causa, Busca qué explica la cifra del extracto, en estas mismas órdenes][Tarifas, De A · 1, en este período][Anomalías, De A · 1, en este período][Puente, De A · 1, en este período]',
      'Cuenta desconocida | 1 de 4 difiere | 3,00 | 0 | +3,00 |',
      'A · 3 | 4 iguales | | | |',
      'A · 4 | Sin casos | | | |',
      'Abierto: 1.202 casos | 32,50 | 10,00 | +22,50 |',
      'Explicado, fuera de este total: 2 casos | 4,00 | 5,00 | −1,00 |',
    ]);
    expect(copiedOf(screen.getByRole('table'))).toEqual([
      'Canal · Cuenta | Casos | Extracto | Tus órdenes | Diferencia',
      'A · 2 | 1200 | 20,50 | 0 | 20,5',
      'A · 1 | 1 | 9 | 10 | -1',
      'Cuenta desconocida | 1 | 3 | 0 | 3',
      'A · 3 | 0 |  |  | ',
      'A · 4 | 0 |  |  | ',
    ]);
    expect(
      screen.getAllByTestId('account-differences').map(({ dataset }) => [dataset.name, dataset.value]),
    ).toEqual([
      ['A · 2', '1200'],
      ['A · 1', '1'],
      ['', '1'],
      ['A · 3', '0'],
      ['A · 4', '0'],
    ]);
    expect([
      screen.getByTestId('account-open-sum').dataset.value,
      screen.getByTestId('account-explained-sum').dataset.value,
    ]).toEqual(['22.5', '-1']);
    await user.click(screen.getAllByTestId('difference-rates')[0] as HTMLElement);
    await user.click(screen.getAllByRole('button', { name: text('explain.find-cause') })[1] as HTMLElement);
    const only = (cuenta: string) => [
      { type: 'clear', keepsPeriod: true },
      onlyWith('Canal', 'A'),
      onlyWith('Cuenta', cuenta),
    ];
    expect(led).toEqual([
      ['rates', { only: only('2') }],
      ['explain', { only: only('1'), explain: { measure: 'Rentabilidad Marketplace', difference: '-1' } }],
    ]);
  });

  test('in unlike currencies have no sum, and where nothing is explained no line of it', async () => {
    const lines = [
      account('1', { open: side(1, '9', '10', '-1', 'CLP') }),
      account('2', { open: side(1, '9', '10', '-1', 'USD') }),
    ];
    await inPage(<AccountDifferencesTable lines={lines as never} onSection={() => {}} />);
    expect(screen.getByTestId('account-open-sum').dataset.value).toBe('');
    expect(screen.queryByTestId('account-explained-sum')).toBeNull();
  });

  test('that are all explained still say that nothing is open; of an account in unlike currencies no sum is made', async () => {
    const lines = [
      account('1', { explained: side(1, '9', '10', '-1') }),
      account('2', { explained: side(2, null, null, null) }),
    ];
    await inPage(<AccountDifferencesTable lines={lines as never} onSection={() => {}} />);
    expect(['open', 'explained'].map((of) => screen.getByTestId(`account-${of}-sum`).dataset.value)).toEqual([
      ...['0', ''],
    ]);
  });

  test('are none where no account has orders or cases', async () => {
    await inPage(
      <AccountDifferencesTable
        lines={[account('5', { cases: 0, orders: 0 })] as never}
        onSection={() => {}}
      />,
    );
    expect(read().at(-1)).toEqual('Sin órdenes este mes');
  });
});

const part = (cuenta: string | null, more: object = {}) => ({
  ...{
    account: cuenta === null ? null : { canal: 'A', cuenta },
    state: 'open',
    reason: 'gaps',
    count: 1,
    of: 3,
  },
  ...{
    amount: null,
    explained: { count: 0, amount: null },
    evidence: 'e',
    whole: '',
    rows: 0,
    waiver: null,
    fallen: null,
  },
  ...more,
});
const waiver = (owner: string, amount: string | null = null) => ({
  ...{ key: 'k', owner, note: '', atMs: AT },
  said: { reason: 'gaps', count: 2, amount: amount === null ? null : D(amount), evidence: 'e' },
});

test('whose statements are there, miss or are not needed is told by account, and said in somebody’s name', async () => {
  const { told, setting } = written();
  const { user } = await inPage(
    <AccountStatements
      month={MONTH}
      parts={
        [
          part('1'),
          part('2', { state: 'done', reason: 'covered' }),
          part('3', { state: 'waived', waiver: waiver('Ana') }),
          part('4', { reason: 'none' }),
        ] as never
      }
    />,
    setting,
  );
  expect(read()).toEqual([
    'Extractos por cuenta',
    'de las cuentas que vendieron este mes',
    'Canal · Cuenta | Estado | no necesario',
    'A · 1 | Falta, según su frecuencia | [No necesario]',
    'A · 2 | Con extracto |',
    'A · 3 | No necesario | [Deshacer]',
    'A · 4 | Falta | [No necesario]',
  ]);
  expect(copiedOf(screen.getByRole('table'))).toEqual([
    'Canal · Cuenta | Estado',
    'A · 1 | Falta, según su frecuencia',
    'A · 2 | Con extracto',
    'A · 3 | No necesario',
    'A · 4 | Falta',
  ]);
  await user.click(screen.getAllByTestId('account-waive')[0] as HTMLElement);
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toContain(text('month.undo-waived')),
  );
  // Of that account alone, and of the other what was said of it.
  await user.click(screen.getByTestId('account-unwaive'));
  await waitFor(() => expect(told).toHaveLength(2));
  expect(told).toEqual([
    ['month-waiver', [['1', '']], []],
    ['month-waiver', [], ['3']],
  ]);
});

describe('a step that is not needed', () => {
  const bar = (parts: readonly object[], setting: PageSetting = {}) =>
    inPage(<WaiveBar month={MONTH} step="statements" parts={parts as never} />, setting);

  test('says who said so, of what; what was said of another figure is asked again', async () => {
    const { told, setting } = written();
    const { user } = await bar(
      [
        part('1'),
        part('2', { state: 'blocked' }),
        part('3', { state: 'waived', waiver: waiver('', '-7.50') }),
        part(null, { fallen: waiver('Ana', '3') }),
        part('4', { state: 'done' }),
      ],
      setting,
    );
    expect(read()).toEqual([
      'Todas las cuentas: Ana lo dio por no necesario el 05-10-2026 14:07, con 2 abiertos; la cifra cambió +3',
      'A · 3: no necesario, por alguien sin nombre, 05-10-2026 14:07 −7,50',
      '[Dar por no necesario, El paso cuenta como hecho mientras su cifra no cambie; queda quién lo dijo y cuándo][Deshacer]',
    ]);
    expect(screen.getByTestId('month-waive-bar').dataset.value).toBe('1');
    // All that stands open is said to be not needed, and what is waived alone is taken back.
    for (const press of ['month-waive', 'month-unwaive']) {
      // While one is written, none is pressed.
      await waitFor(() => expect(screen.getByTestId<HTMLButtonElement>(press).disabled).toBe(false));
      await user.click(screen.getByTestId(press));
    }
    await waitFor(() => expect(told).toHaveLength(2));
    expect(told).toEqual([
      [
        'month-waiver',
        [
          ['1', ''],
          ['2', ''],
          [null, ''],
        ],
        [],
      ],
      ['month-waiver', [], ['3']],
    ]);
  });

  test('is nothing to speak of where all is done, and is taken back where all is waived', async () => {
    const done = await bar([part('4', { state: 'done' })]);
    expect(read()).toEqual([]);
    done.view.unmount();
    const { view } = await bar([part('3', { state: 'waived', waiver: waiver('Ana') })]);
    expect([screen.queryByTestId('month-waive'), screen.getByTestId('month-unwaive').textContent]).toEqual([
      null,
      text('month.unwaive'),
    ]);
    view.unmount();
    // What waits for another step is not needed either, once that is said.
    const waits = await bar([part('2', { state: 'blocked' }), part('4', { state: 'done' })]);
    expect([screen.getByTestId('month-waive').textContent, screen.queryByTestId('month-unwaive')]).toEqual([
      text('month.waive', { count: 1 }),
      null,
    ]);
    waits.view.unmount();
    // What was said of another figure is told also where nothing is open by now.
    await bar([part('5', { state: 'done', fallen: waiver('Ana', '3') })]);
    expect(read()).toEqual([
      'A · 5: Ana lo dio por no necesario el 05-10-2026 14:07, con 2 abiertos; la cifra cambió +3',
    ]);
  });
});

describe('a sign-off', () => {
  const signed = (count: number, amount: string | null, owner = 'Ana') => ({
    owner,
    atMs: AT,
    step: { count, of: 1200, amount },
  });
  const bar = (
    of: object,
    parts: readonly object[] = [part('1')],
    gone: readonly string[] = [],
    setting: PageSetting = {},
  ) => inPage(<SignBar month={MONTH} step={of as never} parts={parts as never} gone={gone} />, setting);
  const differences = (state: 'done' | 'open' | 'blocked', sign: object) => ({
    ...step('differences', state),
    sign,
  });

  test('reads as it stands: asked, signed, fallen, by itself, and what cannot be signed', async () => {
    const bars: readonly (readonly [string, object, readonly object[]])[] = [
      ['asked', differences('open', { state: 'none', last: null }), [part('1')]],
      ['signed', differences('done', { state: 'signed', last: signed(0, null) }), [part('1')]],
      ['signed, some open', differences('open', { state: 'signed', last: signed(3, null, '') }), [part('1')]],
      ['fallen', differences('open', { state: 'fallen', last: signed(3, '7.5') }), [part('1')]],
      [
        'an amount that is no difference',
        { ...step('data', 'open'), sign: { state: 'signed', last: signed(3, '7.5') } },
        [part('1')],
      ],
      ['by itself', differences('done', { state: 'by-itself', last: null }), [part('1')]],
      ['blocked', differences('blocked', { state: 'none', last: null }), [part('1')]],
      ['blocked and signed', differences('blocked', { state: 'signed', last: signed(1, null) }), [part('1')]],
      ['of no part', differences('done', { state: 'none', last: null }), []],
    ];
    const said: string[][] = [];
    for (const [name, of, parts] of bars) {
      const page = await bar(of, parts);
      said.push([name, ...read()]);
      page.view.unmount();
    }
    expect(said).toEqual([
      [
        'asked',
        'Responsable{}[Firmar paso, off, Deja tu nombre y la hora con la cifra de ahora; si la cifra cambia, la firma cae y se pide otra vez]Escribe tu nombre para firmar.',
      ],
      ['signed', 'Firmó Ana, 05-10-2026 14:07, con 1.200[Quitar firma]'],
      ['signed, some open', 'Firmó alguien sin nombre, 05-10-2026 14:07, con 3 de 1.200[Quitar firma]'],
      [
        'fallen',
        'La cifra cambió. Firmó Ana, 05-10-2026 14:07, con +7,50Responsable{}[Firmar de nuevo, off, Deja tu nombre y la hora con la cifra de ahora; si la cifra cambia, la firma cae y se pide otra vez]Escribe tu nombre para firmar.[Quitar firma]',
      ],
      ['an amount that is no difference', 'Firmó Ana, 05-10-2026 14:07, con 7,50[Quitar firma]'],
      [
        'by itself',
        'Se marca por sí mismoResponsable{}[Firmar paso, off, Deja tu nombre y la hora con la cifra de ahora; si la cifra cambia, la firma cae y se pide otra vez]Escribe tu nombre para firmar.',
      ],
      ['blocked'],
      ['blocked and signed', 'Firmó Ana, 05-10-2026 14:07, con 1 de 1.200[Quitar firma]'],
      ['of no part'],
    ]);
  });

  test('takes a name, which is said beside it', async () => {
    const { told, setting } = written();
    const gone = JSON.stringify([MONTH, 'differences', 'A', '9']);
    const fallen = differences('open', { state: 'fallen', last: signed(3, null) });
    const { user } = await bar(fallen, [part('1'), part('2', { state: 'done' })], [gone], setting);
    const sign = screen.getByTestId<HTMLButtonElement>('sign-step');
    const lacks = screen.getByTestId('sign-lacks');
    expect([sign.disabled, sign.getAttribute('aria-describedby'), lacks.textContent]).toEqual([
      true,
      lacks.id,
      text('month.sign-lacks'),
    ]);
    await user.type(screen.getByTestId('sign-owner'), ' ');
    expect(sign.disabled).toBe(true);
    await user.type(screen.getByTestId('sign-owner'), 'Ana');
    expect([sign.disabled, lacks.textContent]).toEqual([false, '']);
    // It is of all accounts of the step; of those that are gone nothing stays, nor of any once it is taken back.
    for (const press of ['sign-step', 'unsign-step']) await user.click(screen.getByTestId(press));
    await waitFor(() => expect(told).toHaveLength(2));
    expect(told).toEqual([
      [
        'month-sign-off',
        [
          ['1', 'Ana'],
          ['2', 'Ana'],
        ],
        ['9'],
      ],
      ['month-sign-off', [], ['1', '2', '9']],
    ]);
  });
});

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
