import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { onlyWith } from '#renderer/features/selection/selection-context.tsx';
import { AccountDifferencesTable } from '#renderer/reconciliation/month/screen/account-differences.tsx';
import { AccountStatements } from '#renderer/reconciliation/month/screen/account-statements.tsx';
import { SignBar } from '#renderer/reconciliation/month/screen/sign-bar.tsx';
import { WaiveBar } from '#renderer/reconciliation/month/screen/waive-bar.tsx';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { copiedOf, readOf } from '#test/renderer/dom/reading.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { step } from '#test/renderer/screens/reconciliation/walks.ts';

/** What the parts of a month’s steps say, line by line as it is read, made by hand; and what is written of them. */

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
      const undone = text(press === 'month-waive' ? 'month.undo-waived' : 'month.undo-unwaived');
      await waitFor(() => expect(screen.getByTestId('undo-line').textContent).toContain(undone));
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
    for (const press of ['sign-step', 'unsign-step']) {
      await user.click(screen.getByTestId(press));
      const id = press === 'sign-step' ? 'month.undo-signed' : 'month.undo-unsigned';
      const undone = text(id, { step: text('month.step-differences') });
      await waitFor(() => expect(screen.getByTestId('undo-line').textContent).toContain(undone));
    }
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
