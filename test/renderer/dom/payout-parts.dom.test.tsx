import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { Claim, ClaimStatus } from '#renderer/reconciliation/claims/model/claims.ts';
import { ClaimsSection } from '#renderer/reconciliation/claims/screen/claims-section.tsx';
import type { OnSection, PayoutsAsk } from '#renderer/reconciliation/parts/sections.ts';
import type {
  BankDeposit,
  PayoutsPage,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { PayoutsTable } from '#renderer/reconciliation/payouts/screen/payouts-table.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What payouts and claims say, line by line as it is read, over answers that are made. */

const D = (value: string) => value as Decimal;
const day = (value: string) => value as LocalDate;
const inPage = (shown: React.ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <main data-testid="part">{shown}</main>
      <SelectionProbe />
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));

describe('payouts', () => {
  const line = (identity: string, amount: string, more: Partial<BankDeposit> = {}): BankDeposit => ({
    ...{ identity, statementId: 's1', file: 'banco.csv', bank: 'bci', line: 12, day: day('2026-09-22') },
    ...{ description: `ABONO ${identity}`, document: `N${identity}`, words: 'abono', amount: D(amount) },
    ...{ currency: '', isExplained: false },
    ...more,
  });
  const payout = (settlement: string | null, amount: string, more: Partial<PayoutView> = {}): PayoutView => ({
    ...{ key: `k-${settlement}`, source: 'statement', kind: 'ripley', settlement, currency: '' },
    ...{ amount: D(amount), retained: D('0'), day: day('2026-09-20'), isDated: true, lines: 3, unread: 0 },
    ...{ statementIds: ['s0'], accounts: [{ canal: 'A', cuenta: '1' }], state: 'missing', why: null },
    ...{ window: { from: day('2026-09-18'), to: day('2026-09-27') }, came: null, difference: null },
    ...{
      differences: [],
      by: null,
      isExplained: false,
      deposits: [],
      together: [],
      suggestions: [],
      fallen: [],
    },
    ...more,
  });
  const ALL = [
    payout('L1', '80.10', {
      ...{ state: 'arrived', came: D('80.10'), difference: D('0.00'), by: 'amount' },
      deposits: [line('d1', '80.10'), line('d0', '0', { day: day('2026-09-23'), document: '' })],
    }),
    payout('L2', '50.00', {
      ...{ state: 'different', why: 'fee', came: D('49.05'), difference: D('-0.95'), by: 'settlement' },
      differences: [{ currency: '', amount: D('-0.95') }],
      deposits: [line('d2', '49.05', { day: null })],
      accounts: [
        { canal: 'A', cuenta: '1' },
        { canal: 'B', cuenta: '1' },
        { canal: 'B', cuenta: '2' },
      ],
    }),
    payout(null, '33.33', {
      isDated: false,
      suggestions: [
        {
          ...{ why: 'same-amount', candidates: 2, byChance: 0.2, deposits: [line('d3', '33.33')] },
          ...{
            payouts: [
              { key: 'k-L2', name: 'L2', amount: D('33.33') },
              { key: 'k-?', name: '?', amount: D('0') },
            ],
            remains: D('0.00'),
          },
        } as PayoutView['suggestions'][number],
      ],
    }),
    payout('L4', '10.00', { state: 'waiting', day: day('2026-10-31'), kind: null }),
    payout('L5', '11.00', { isExplained: true, day: null }),
    payout('L6', '12.00', { state: 'beside', day: day('2026-08-31') }),
  ];
  const PAGE: PayoutsPage = {
    ...{ revision: 1, payouts: ALL, ofRows: [], noChannel: { lines: 0, sums: [], listed: [] } },
    unexplained: {
      lines: 2,
      sums: [{ currency: '', count: 2, sum: D('133.33') }],
      listed: [
        line('d4', '100.00', { isExplained: true }),
        line('d5', '33.33', { description: '', words: '', day: day('2026-10-01') }),
      ],
    },
    bankDays: { from: day('2026-09-01'), to: day('2026-09-30') },
  };
  const open = (
    page: Partial<PayoutsPage> = {},
    props: { asked?: PayoutsAsk | null; month?: Month | null } = {},
    setting: PageSetting = {},
  ) =>
    inPage(
      <PayoutsTable
        asked={props.asked ?? null}
        {...(props.month === undefined ? {} : { month: props.month })}
      />,
      {
        ...setting,
        dataReplies: { readPayouts: () => ({ ...PAGE, ...page }), ...setting.dataReplies },
      },
    );
  const listed = () => screen.queryAllByTestId('payout-line').map(({ dataset }) => dataset.value);

  test('read from their sums to the money of nobody', async () => {
    await open();
    await screen.findAllByTestId('payout-line');
    expect(read()).toEqual([
      'Del pago al banco',
      'Lo que los marketplaces pagaron, según sus extractos y tus filas, contra las líneas de tus extractos de banco.',
      'Extractos de banco del 01-09-2026 al 30-09-2026.',
      'Pagos que no llegaron al banco33,33 1',
      'Pagos que llegaron con otro monto−0,95 1',
      'Pagos que aún no se pueden comprobar10 1',
      'Abonos del banco que ningún pago explica133,33 2',
      '[Todos, on][Sin línea de banco][Con diferencia]6 pagos[Exportar, Exportar los pagos, Exportar los pagos]Tolerancia{1} (Hasta esta diferencia, en unidades de la moneda, un pago cuenta como llegado)',
      'Tomar | Cuenta | Pago | Fecha de pago | Pagado | Al banco | Llegó el | Lo que dice el banco | Llegó | Diferencia | En el banco',
      'Tomar el pago Ripley · L1 para cruzar a mano: {off } (Ya llegó al banco) | 1 (A · 1) | [L1] (Ripley · L1) | 20-09-2026 | 80,10 | → | 22-09-202623-09-2026 | ABONO d1; ABONO d0 | 80,10 | 0 | Llegó · por monto y fecha (por monto y fecha)',
      'Tomar el pago Ripley · L2 para cruzar a mano: {off } (Ya llegó al banco) | 1; 2 (A · 1; B · 1; B · 2) | [L2] (Ripley · L2) | 20-09-2026 | 50,00 | → | — | ABONO d2 | 49,05 | −0,95 | Llegó otro monto · por su número · la diferencia parece una comisión del banco o de quien paga (por su número · la diferencia parece una comisión del banco o de quien paga)',
      'Tomar el pago Ripley · retiro para cruzar a mano: { } | 1 (A · 1) | [retiro] (Ripley · retiro) | 20-09-2026 (Última línea; el archivo no dice la fecha de pago) | 33,33 | → | — | | — | — | No llegó 1 sugerencia · los extractos de banco cubren sus días, del 18-09-2026 al 27-09-2026, y no está (los extractos de banco cubren sus días, del 18-09-2026 al 27-09-2026, y no está)',
      'Tomar el pago A · L4 (según tus filas) para cruzar a mano: { } | 1 (A · 1) | [L4] (A · L4 (según tus filas)) | 31-10-2026 | 10,00 | → | — | | — | — | En espera',
      'Tomar el pago Ripley · L5 para cruzar a mano: { } | 1 (A · 1) | [L5] (Ripley · L5) | — | 11,00 | → | — | | — | — | No llegó · los extractos de banco cubren sus días, del 18-09-2026 al 27-09-2026, y no está · Explicado (los extractos de banco cubren sus días, del 18-09-2026 al 27-09-2026, y no está · Explicado)',
      'Tomar el pago Ripley · L6 para cruzar a mano: { } | 1 (A · 1) | [L6] (Ripley · L6) | 31-08-2026 | 12,00 | → | — | | — | — | No va al banco',
      'Abonos del banco sin pago[Exportar, Exportar los abonos sin pago, Exportar los abonos sin pago]',
      'Tomar | Fecha | Lo que dice el banco | N.º de documento | Llegó | Archivo | Línea | Qué es',
      'Tomar la línea 12 de banco.csv para cruzar a mano: { } | 22-09-2026 | ABONO d4 · Explicado (ABONO d4) | Nd4 | 100,00 | banco.csv | 12 | [No es de un canal, Aparta esta línea y todas las que dicen «abono», hoy y en otros extractos]',
      'Tomar la línea 12 de banco.csv para cruzar a mano: { } | 01-10-2026 | — | Nd5 | 33,33 | banco.csv | 12 |',
    ]);
    const tables = within(screen.getByTestId('part')).getAllByRole('table');
    expect(tables.map(copiedOf)).toEqual([
      [
        'Cuenta | Pago | Fecha de pago | Pagado | Llegó el | Lo que dice el banco | Llegó | Diferencia | En el banco',
        'A · 1 | Ripley · L1 | 2026-09-20 | 80,10 | 2026-09-22 2026-09-23 | ABONO d1; ABONO d0 | 80,10 | 0,00 | Llegó',
        'A · 1; B · 1; B · 2 | Ripley · L2 | 2026-09-20 | 50,00 |  | ABONO d2 | 49,05 | -0,95 | Llegó otro monto',
        'A · 1 | Ripley · retiro | 2026-09-20 | 33,33 |  |  |  |  | No llegó',
        'A · 1 | A · L4 (según tus filas) | 2026-10-31 | 10,00 |  |  |  |  | En espera',
        'A · 1 | Ripley · L5 |  | 11,00 |  |  |  |  | No llegó',
        'A · 1 | Ripley · L6 | 2026-08-31 | 12,00 |  |  |  |  | No va al banco',
      ],
      [
        'Fecha | Lo que dice el banco | N.º de documento | Llegó | Archivo | Línea',
        '2026-09-22 | ABONO d4 | Nd4 | 100,00 | banco.csv | 12',
        '2026-10-01 |  | Nd5 | 33,33 | banco.csv | 12',
      ],
    ]);
    const boxes = screen.getAllByTestId<HTMLInputElement>('take-payout');
    expect(boxes.map(({ disabled }) => disabled)).toEqual([true, true, false, false, false, false]);
  });

  test('are narrowed to what did not come, or came otherwise', async () => {
    const { user } = await open();
    await screen.findAllByTestId('payout-line');
    const choose = (name: string) =>
      user.click(
        within(screen.getByRole('group', { name: text('chain.shown') })).getByRole('button', { name }),
      );
    await choose(text('chain.shown-open'));
    expect(listed()).toEqual(['33.33', '10.00', '11.00']);
    expect(screen.getByTestId('payout-count').textContent).toBe(
      text('chain.count', { count: 3, shown: '3' }),
    );
    await choose(text('chain.shown-different'));
    expect(listed()).toEqual(['50.00']);
    await choose(text('chain.shown-all'));
    expect(listed()).toHaveLength(6);
  });

  test('of a month are those of its days, with their sums and its bank lines, until all are asked for', async () => {
    const { user } = await open({}, { month: '2026-09' as Month });
    await screen.findAllByTestId('payout-line');
    expect(listed()).toEqual(['80.10', '50.00', '33.33']);
    expect(screen.getAllByTestId('unexplained-line').map(({ dataset }) => dataset.value)).toEqual(['100.00']);
    expect(screen.getByTestId('chain-waiting').dataset.value).toBe('0');
    expect(screen.getByTestId('led-to').textContent).toContain(
      text('chain.of-month', { month: 'septiembre de 2026' }),
    );
    await user.click(screen.getByTestId('led-to-end'));
    expect(listed()).toHaveLength(6);
    expect(screen.queryByTestId('led-to')).toBeNull();
    expect(screen.getAllByTestId('unexplained-line')).toHaveLength(2);
  });

  test('that one was led to are listed alone, of their month and state; a choice of one’s own ends that', async () => {
    const { user } = await open({}, { asked: { month: '2026-10' as Month, state: 'waiting' } });
    await screen.findAllByTestId('payout-line');
    expect(listed()).toEqual(['10.00']);
    await user.click(
      within(screen.getByRole('group', { name: text('chain.shown') })).getByRole('button', {
        name: text('chain.shown-different'),
      }),
    );
    expect(listed()).toEqual(['50.00']);
    expect(screen.queryByTestId('led-to')).toBeNull();
  });

  test('that one was led to out of another month stand beside the money of all days, until the month’s own are back', async () => {
    const { user } = await open(
      {},
      { asked: { month: '2026-10' as Month, state: 'waiting' }, month: '2026-09' as Month },
    );
    await screen.findAllByTestId('payout-line');
    const lines = () => screen.getAllByTestId('unexplained-line').map(({ dataset }) => dataset.value);
    const waiting = () => screen.getByTestId('chain-waiting').dataset.value;
    expect([listed(), lines(), waiting()]).toEqual([['10.00'], ['100.00', '33.33'], '1']);
    expect(screen.getByTestId('led-to').textContent).toContain(
      text('chain.led', { month: 'octubre de 2026', state: text('chain.state-waiting') }),
    );
    await user.click(screen.getByTestId('led-to-end'));
    expect([listed(), lines(), waiting()]).toEqual([['80.10', '50.00', '33.33'], ['100.00'], '0']);
  });

  test('are written as they are listed, and beside them the money of nobody and what is no channel’s, all of it', async () => {
    const exports = takingExports();
    const many = Array.from({ length: 21 }, (_, at) => line(`e${at}`, `${at}`));
    const page = await open(
      {
        unexplained: { ...PAGE.unexplained, listed: [...PAGE.unexplained.listed, ...many] },
        noChannel: {
          ...{ lines: 2, sums: [] },
          listed: [line('n1', '5', { currency: 'CLP' }), line('n2', '-1.5', { currency: 'USD', day: null })],
        },
      },
      { month: '2026-09' as Month },
      exports.setting,
    );
    await screen.findAllByTestId('payout-line');
    const write = async (name: string) => {
      const { fileName, content } = await exportBy(name, page, exports);
      return { fileName, lines: laidOut(content) };
    };
    const ofMonth = await write('Exportar los pagos');
    expect(ofMonth.lines).toEqual([
      'Del pago al banco, 1',
      'Cuenta | Pago | Fecha de pago | Pagado [money] (163.43) | En el banco | Llegó el | Lo que dice el banco | N.º de documento | Llegó [money] | Diferencia [money] | Cómo y por qué | Archivo | Línea',
      'A · 1 | Ripley · L1 | 2026-09-20 | 80.10 | Llegó | 2026-09-22 2026-09-23 | ABONO d1; ABONO d0 | Nd1 | 80.10 | 0.00 | por monto y fecha | banco.csv | 12 12',
      'A · 1; B · 1; B · 2 | Ripley · L2 | 2026-09-20 | 50.00 | Llegó otro monto |  | ABONO d2 | Nd2 | 49.05 | -0.95 | por su número · la diferencia parece una comisión del banco o de quien paga | banco.csv | 12',
      'A · 1 | Ripley · retiro | 2026-09-20 | 33.33 | No llegó |  |  |  | — | — | los extractos de banco cubren sus días, del 18-09-2026 al 27-09-2026, y no está |  | ',
    ]);
    const money = await write('Exportar los abonos sin pago');
    expect([money.lines.slice(0, 3), money.lines.length]).toEqual([
      [
        'Abonos del banco sin pago, 1',
        'Fecha | Lo que dice el banco | N.º de documento | Llegó [money] (310.00) | Archivo | Línea',
        '2026-09-22 | ABONO d4 | Nd4 | 100.00 | banco.csv | 12',
      ],
      24,
    ]);
    const apart = await write('Exportar las líneas que no son de un canal');
    expect(apart.lines).toEqual([
      'Líneas que no son de un canal, 1',
      'Fecha | Lo que dice el banco | N.º de documento | Llegó [money] | Moneda | Archivo | Línea',
      '2026-09-22 | ABONO n1 | Nn1 | 5 | CLP | banco.csv | 12',
      '— | ABONO n2 | Nn2 | -1.5 | USD | banco.csv | 12',
    ]);
    await page.user.click(screen.getByTestId('led-to-end'));
    const all = await write('Exportar los pagos');
    expect(all.lines).toHaveLength(8);
    await page.user.click(screen.getByRole('button', { name: text('chain.shown-different') }));
    const different = await write('Exportar los pagos');
    expect(different.lines).toHaveLength(3);
    // None of them is written over another.
    expect(new Set([ofMonth, all, different].map(({ fileName }) => fileName)).size).toBe(3);
  });

  test('are twenty at once, and so is the money of nobody', async () => {
    const many = Array.from({ length: 25 }, (_, at) => payout(`N${at}`, `${at}`, { key: `k${at}` }));
    const lines = Array.from({ length: 125 }, (_, at) => line(`e${at}`, `${at}`));
    const { user } = await open({ payouts: many, unexplained: { ...PAGE.unexplained, listed: lines } });
    await screen.findAllByTestId('payout-line');
    const more = (at: number) => screen.getAllByRole('button', { name: /^Mostrar más/u })[at] as HTMLElement;
    expect([listed().length, screen.getAllByTestId('unexplained-line').length]).toEqual([20, 20]);
    expect([more(0).textContent, more(1).textContent]).toEqual(['Mostrar más (5)', 'Mostrar más (105)']);
    await user.click(more(1));
    expect([listed().length, screen.getAllByTestId('unexplained-line').length]).toEqual([20, 120]);
    await user.click(more(0));
    expect(listed().length).toBe(25);
  });

  test('open into their bank lines, what may be one, and what is said of them', async () => {
    const { user } = await open();
    const opens = await screen.findAllByTestId('payout-open');
    const detail = () => screen.getByTestId('payout-detail');
    await user.click(opens[0] as HTMLElement);
    expect(readOf(detail())).toEqual([
      'Fecha | Lo que dice el banco | N.º de documento | Llegó | Archivo | Línea',
      '22-09-2026 | ABONO d1 | Nd1 | 80,10 | banco.csv | 12',
      '23-09-2026 | ABONO d0 | | 0 | banco.csv | 12',
      '[Separar][Ver las órdenes de su liquidación]',
    ]);
    expect(screen.queryByTestId('payout-note')).toBeNull();
    await user.click(screen.getByTestId('payout-orders'));
    expect(probedSelection().filters).toEqual([
      { column: 'N° de Liquidación', values: ['L1'] },
      { column: 'Canal', values: ['A'] },
      { column: 'Cuenta', values: ['1'] },
    ]);
    expect([probedSelection().period, window.location.hash]).toEqual([
      null,
      '#orders/Rentabilidad%20Marketplace',
    ]);
    await user.click(opens[1] as HTMLElement);
    await user.click(screen.getByTestId('payout-orders'));
    expect(probedSelection().filters).toEqual([{ column: 'N° de Liquidación', values: ['L2'] }]);
    await user.click(opens[2] as HTMLElement);
    expect(readOf(detail())).toEqual([
      'Fecha | Lo que dice el banco | N.º de documento | Llegó | Archivo | Línea',
      '22-09-2026 | ABONO d3 | Nd3 | 33,33 | banco.csv | 12',
      '1 línea del banco con Ripley · L2, k-?: 2 pagos o abonos de ese monto en esos días (por azar se esperan 0,200). Quedaría 0[Dar por conciliada][Separar]',
      'Nota: {Nota}Responsable{}[Explicar, off, La diferencia se queda a la vista, con tu nota. Escribe la nota primero.]',
    ]);
    expect(screen.queryByTestId('payout-orders')).toBeNull();
    expect(screen.queryByTestId('payout-part')).toBeNull();
    await user.click(opens[2] as HTMLElement);
    expect(screen.queryByTestId('payout-detail')).toBeNull();
  });

  test('and bank lines are taken by hand; lines alone are explained, with a note', async () => {
    const { user } = await open();
    await screen.findAllByTestId('payout-line');
    const bar = () => readOf(screen.getByTestId('payouts-by-hand'));
    await user.click(screen.getAllByTestId('take-bank-line')[0] as HTMLElement);
    expect(bar()).toEqual([
      'Pagado 0 0 pagosLlegó 100 1 línea del bancoDiferencia +100Toma algo de cada lado.Nota: {Nota}[Explicar, off, La diferencia se queda a la vista, con tu nota. Escribe la nota primero.][Cruzar a mano, off, Toma algo de cada lado.][Soltar]',
    ]);
    await user.type(screen.getByTestId('bank-line-note'), ' ');
    expect(screen.getByTestId<HTMLButtonElement>('bank-line-explain').disabled).toBe(true);
    await user.click(screen.getAllByTestId('take-payout')[2] as HTMLElement);
    expect(bar()).toEqual([
      'Pagado 33,33 1 pagoLlegó 100,00 1 línea del bancoDiferencia +66,67Razón de la diferencia: {Razón de la diferencia}[Cruzar a mano, off, Queda una diferencia: escribe la razón primero.][Soltar]',
    ]);
    await user.click(screen.getAllByTestId('take-payout')[2] as HTMLElement);
    await user.click(screen.getAllByTestId('take-bank-line')[0] as HTMLElement);
    expect(screen.queryByTestId('payouts-by-hand')).toBeNull();
  });

  test('what was said to be no channel’s is counted apart, by currency', async () => {
    const { user } = await open({
      unexplained: { lines: 0, sums: [], listed: [] },
      noChannel: {
        lines: 1200,
        sums: [
          { currency: 'CLP', count: 1199, sum: D('5') },
          { currency: '', count: 1, sum: D('-1.5') },
        ],
        listed: [line('n1', '5', { currency: 'CLP' }), line('n2', '-1.5')],
      },
    });
    const part = await screen.findByTestId('no-channel-lines');
    expect(readOf(part)).toEqual([
      '1.200 líneas no son de un canal 5,00 CLP −1,50 sin moneda',
      'No se comparan con ningún pago. Se reconocen por sus palabras, sin números ni meses.',
      '[Exportar, Exportar las líneas que no son de un canal, Exportar las líneas que no son de un canal]',
      'Fecha | Lo que dice el banco | N.º de documento | Llegó | Moneda | Archivo | Línea | Qué es',
      '22-09-2026 | ABONO n1 | Nn1 | 5,00 | CLP | banco.csv | 12 | [Puede ser de un canal, Vuelve a comparar con los pagos las líneas que dicen «abono»]',
      '22-09-2026 | ABONO n2 | Nn2 | −1,50 | sin moneda | banco.csv | 12 | [Puede ser de un canal, Vuelve a comparar con los pagos las líneas que dicen «abono»]',
    ]);
    expect(screen.getByText(text('chain.unexplained-none'))).toBeDefined();
    expect(screen.queryByRole('button', { name: text('chain.unexplained-export') })).toBeNull();
    expect(
      within(part)
        .getAllByTestId('no-channel-sum')
        .map(({ dataset }) => dataset.value),
    ).toEqual(['5', '-1.5']);
    await user.click(screen.getAllByTestId('channel-again')[0] as HTMLElement);
  });

  test('of a bank that has no file yet tell so; where nothing is known of either nothing is listed', async () => {
    const page = await open({ bankDays: null });
    expect((await screen.findByTestId('chain-bank-days')).textContent).toBe(text('chain.no-bank'));
    expect(screen.queryByRole('heading', { name: text('chain.unexplained') })).toBeNull();
    page.view.unmount();
    const none = await open({ bankDays: null, payouts: [] });
    expect(await screen.findByText(text('chain.none'))).toBeDefined();
    expect(screen.queryByTestId('chain-bank-days')).toBeNull();
    none.view.unmount();
    await open({ payouts: [] });
    expect((await screen.findByTestId('chain-bank-days')).textContent).toContain('01-09-2026');
    expect(screen.getByText(text('chain.none-shown'))).toBeDefined();
  });

  test('count as arrived up to a tolerance: what is none is marked, and changes nothing', async () => {
    const { user } = await open();
    const field = await screen.findByTestId<HTMLInputElement>('payout-tolerance');
    expect([field.value, field.dataset.value, field.title]).toEqual([
      '1',
      '1',
      text('chain.tolerance-about'),
    ]);
    await user.clear(field);
    await user.type(field, '-2');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.tab();
    expect([field.value, field.dataset.value]).toEqual(['-2', '1']);
    await user.clear(field);
    await user.tab();
    expect([field.value, field.dataset.value, field.getAttribute('aria-invalid')]).toEqual([
      '1',
      '1',
      'false',
    ]);
    await user.clear(field);
    await user.type(field, '2,5{Enter}');
    await waitFor(() => expect(field.dataset.value).toBe('2.5'));
  });
});

describe('claims', () => {
  const moment = (minute: number) => new Date(2026, 9, 5, 14, minute).getTime();
  const claim = (number: string, more: Partial<Claim> = {}): Claim => ({
    ...{
      number,
      Canal: 'A',
      Cuenta: '1',
      currency: 'CLP',
      state: 'to-send',
      deadline: day('2026-11-30'),
      of: [],
    },
    lines: [
      {
        key: 'k1',
        numbers: ['O-1', 'B-1'],
        amount: D('10.00'),
        by: 'rows',
        before: { rows: D('0'), paid: D('0'), lines: null },
      },
      {
        key: 'k2',
        numbers: [],
        amount: D('2.50'),
        by: 'payment',
        before: { rows: D('0'), paid: D('0'), lines: null },
      },
    ],
    ...{ claimed: D('12.50'), file: { name: `${number}.csv`, text: 'a;b\n', digest: '0123456789abcdef' } },
    log: [
      { state: 'to-send', note: '', owner: 'Ana', atMs: moment(1) },
      { state: 'sent', note: 'por correo', owner: '', atMs: moment(2) },
    ],
    atMs: moment(1),
    ...more,
  });
  const status = (of: Claim, recovered: string, recoveredOf: readonly string[] = []): ClaimStatus => {
    const { file: _, of: __, ...own } = of;
    return { claim: own, recovered: D(recovered), recoveredOf: recoveredOf.map(D) };
  };
  const CLAIMS = [
    status(claim('R-0001'), '12.49', ['10.00', '2.49']),
    status(claim('R-0002', { state: 'sent', deadline: null, Cuenta: '2', claimed: D('5') }), '5.00'),
    status(claim('R-0003', { state: 'paid', currency: '', claimed: D('1') }), '1'),
  ];
  async function open(
    claims: readonly ClaimStatus[] | Error | null,
    asked: string | null = null,
    setting: PageSetting = {},
  ) {
    const led: Parameters<OnSection>[] = [];
    const kept = new Map<string, Map<string, unknown>>([
      [
        'claim',
        new Map([
          ['R-0001', claim('R-0001')],
          ['R-0002', claim('R-0002', { state: 'sent' })],
        ]),
      ],
      [
        'claim-rule',
        new Map([['B', { days: 30, owner: 'Ana', atMs: 1 } satisfies Annotation<'claim-rule'>]]),
      ],
    ]);
    const written: unknown[] = [];
    const page = await inPage(<ClaimsSection asked={asked} onSection={(...to) => void led.push(to)} />, {
      ...setting,
      dataReplies: {
        readClaims: () => {
          if (claims instanceof Error) throw claims;
          return claims === null
            ? (new Promise(() => {}) as never)
            : { revision: 1, claims, channels: ['A', 'B'] };
        },
        readAnnotations: ({ kind }) =>
          [...(kept.get(kind) ?? [])].map(([key, value]) => ({ key, value })) as never,
        writeAnnotations: (changes) => {
          written.push(changes);
          return null;
        },
      },
    });
    return { ...page, led, written };
  }

  test('read with how far each is, what was claimed and came back, by currency, and the days that each marketplace takes them', async () => {
    await open(CLAIMS);
    await screen.findAllByTestId('claim-row');
    await screen.findAllByTestId('claim-rule');
    expect(read()).toEqual([
      'Reclamos',
      'lo que pediste a cada canal, y lo que volvió[Exportar, Exportar los reclamos, Exportar los reclamos]',
      'Responsable{}',
      'Reclamo | Canal | Cuenta | Casos | Hasta | Estado | Reclamado | Recuperado | Moneda',
      '[R-0001] | A | 1 | 2 | 30-11-2026 | Por enviarEnviadoAceptadoRechazadoPagado | 12,50 | 12,49 | CLP',
      '[R-0002] | A | 2 | 2 | — | Por enviarEnviadoAceptadoRechazadoPagado[Volvió todo: marcar pagado] | 5,00 | 5,00 | CLP',
      '[R-0003] | A | 1 | 2 | 30-11-2026 | Por enviarEnviadoAceptadoRechazadoPagado | 1,00 | 1,00 |',
      '2 reclamos CLP | 17,50 | 17,49 |',
      '1 reclamo | 1,00 | 1,00 |',
      'Plazos para reclamar',
      'Días desde la compra o el vencimiento. Los propuestos no salen de ningún contrato: pon los de tus canales.',
      'Canal | Días | Origen',
      'A | Días para reclamar a A: {60} | propuesta',
      'B | Días para reclamar a B: {30} | tuyo [Volver a la propuesta, Volver a la propuesta para B]',
    ]);
    expect(screen.getAllByRole('table').map(copiedOf)).toEqual([
      [
        'Reclamo | Canal | Cuenta | Casos | Hasta | Estado | Reclamado | Recuperado | Moneda',
        'R-0001 | A | 1 | 2 | 2026-11-30 | Por enviar | 12,50 | 12,49 | CLP',
        'R-0002 | A | 2 | 2 |  | Enviado | 5 | 5,00 | CLP',
        'R-0003 | A | 1 | 2 | 2026-11-30 | Pagado | 1 | 1 | ',
      ],
      ['Canal | Días | Origen', 'A | 60 | propuesta', 'B | 30 | tuyo'],
    ]);
    expect(screen.getAllByTestId<HTMLSelectElement>('claim-state').map(({ value }) => value)).toEqual([
      'to-send',
      'sent',
      'paid',
    ]);
    expect(
      screen
        .getAllByTestId('claim-rule')
        .map(({ dataset }) => [dataset.canal, dataset.days, dataset.proposal]),
    ).toEqual([
      ['A', '60', 'true'],
      ['B', '30', 'false'],
    ]);
  });

  test('open into their lines, their file and what was said of them, and close; one that was sent is not withdrawn', async () => {
    const { user, written } = await open(CLAIMS, 'R-0001');
    const detail = await screen.findByTestId('claim-detail');
    await screen.findByTestId('claim-file');
    expect(readOf(detail)).toEqual([
      'Número | Reclamado | Recuperado | Se ve en',
      'O-1, B-1 | 10,00 | 10,00 | filas y extractos',
      'sin número | 2,50 | 2,49 | no tiene número de orden: márcalo tú',
      '[Guardar el archivo] R-0001.csv · SHA-256 0123456789ab… (0123456789abcdef)',
      '[Retirar]',
      '05-10-2026 14:02 sin nombre: Enviadopor correo',
      '05-10-2026 14:01 Ana: Por enviar',
    ]);
    expect(copiedOf(within(detail).getByRole('table'))).toEqual([
      'Número | Reclamado | Recuperado | Se ve en',
      'O-1, B-1 | 10,00 | 10,00 | filas y extractos',
      'sin número | 2,50 | 2,49 | no tiene número de orden: márcalo tú',
    ]);
    expect(screen.getByTestId('claim-digest').dataset.value).toBe('0123456789abcdef');
    await user.click(screen.getByTestId('claim-withdraw'));
    await waitFor(() => expect(written).toEqual([{ kind: 'claim', puts: [], deletes: ['R-0001'] }]));
    await user.click(screen.getByRole('button', { name: 'R-0002' }));
    expect(screen.getAllByTestId('claim-detail')).toHaveLength(1);
    expect(screen.queryByTestId('claim-withdraw')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'R-0002' }));
    expect(screen.queryByTestId('claim-detail')).toBeNull();
  });

  test('are written with all that is listed', async () => {
    const exports = takingExports();
    const page = await open(CLAIMS, null, exports.setting);
    const { content } = await exportBy('Exportar los reclamos', page, exports);
    expect(laidOut(content)).toEqual([
      'Reclamos, 3',
      'Reclamo | Canal | Cuenta | Casos [count] | Hasta | Estado | Reclamado [money] | Recuperado [money] | Moneda',
      'R-0001 | A | 1 | 2 | 2026-11-30 | Por enviar | 12.50 | 12.49 | CLP',
      'R-0002 | A | 2 | 2 |  | Enviado | 5 | 5.00 | CLP',
      'R-0003 | A | 1 | 2 | 2026-11-30 | Pagado | 1 | 1 | ',
    ]);
  });

  test('are moved on in somebody’s name, and marked as paid by one press where all of it came back', async () => {
    const { user, written } = await open(CLAIMS);
    await user.type(await screen.findByTestId('claim-owner'), ' Ana ');
    const paid = screen.getAllByTestId('claim-mark-paid');
    expect(paid).toHaveLength(1);
    await user.click(paid[0] as HTMLElement);
    await waitFor(() => expect(written).toHaveLength(1));
    expect(written[0]).toMatchObject({
      kind: 'claim',
      puts: [
        { key: 'R-0002', value: { state: 'paid', log: [{}, {}, { state: 'paid', owner: 'Ana', note: '' }] } },
      ],
      deletes: [],
    });
    await user.selectOptions(screen.getAllByTestId('claim-state')[0] as HTMLElement, 'rejected');
    await waitFor(() => expect(written).toHaveLength(2));
    expect(written[1]).toMatchObject({ puts: [{ key: 'R-0001', value: { state: 'rejected' } }] });
    // What it is by now is no step.
    await user.selectOptions(screen.getAllByTestId('claim-state')[1] as HTMLElement, 'sent');
    expect(written).toHaveLength(2);
    const label = text('claim.undo-state', { number: 'R-0001' });
    expect(screen.getByTestId('undo-line').textContent).toContain(label);
  });

  test('are taken within the days that one says: whole ones, from one up; what is none changes nothing', async () => {
    const { user, written } = await open(CLAIMS);
    const fields = await screen.findAllByTestId<HTMLInputElement>('claim-days');
    const say = async (days: string) => {
      await user.clear(fields[0] as HTMLElement);
      await user.type(fields[0] as HTMLElement, days);
      await user.tab();
    };
    for (const days of ['60', '0', '10001', '1,5', 'x', '-3']) await say(days);
    expect(written).toEqual([]);
    expect(fields[0]?.value).toBe('60');
    await user.clear(fields[0] as HTMLElement);
    await user.type(fields[0] as HTMLElement, '10000{Enter}');
    await waitFor(() => expect(written).toHaveLength(1));
    expect(written[0]).toMatchObject({
      kind: 'claim-rule',
      puts: [{ key: 'A', value: { days: 10_000, owner: '' } }],
      deletes: [],
    });
    await say('1');
    await waitFor(() => expect(written).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: text('claim.rule-withdraw-of', { canal: 'B' }) }));
    await waitFor(() =>
      expect(written.at(-1)).toMatchObject({ kind: 'claim-rule', puts: [], deletes: ['B'] }),
    );
  });

  test('are none until some are made of exceptions; awaited or failed, they say so', async () => {
    const none = await open([]);
    expect(readOf(await screen.findByTestId('claims-none'))).toEqual([
      'Ningún reclamo todavía.Elige una excepción, varias o un grupo, y pulsa «Reclamar».[Ir a Excepciones]',
    ]);
    await none.user.click(within(screen.getByTestId('claims-none')).getByRole('button'));
    expect(none.led).toEqual([['exceptions']]);
    none.view.unmount();
    const awaited = await open(null);
    expect(read()).toEqual([
      'Reclamos',
      'lo que pediste a cada canal, y lo que volvió',
      'Buscando lo que volvió de cada reclamo…',
    ]);
    awaited.view.unmount();
    await open(new Error('the worker is gone'));
    expect((await screen.findByTestId('query-failure')).textContent).toContain('the worker is gone');
    expect(screen.queryByText(text('claim.loading'))).toBeNull();
  });
});
