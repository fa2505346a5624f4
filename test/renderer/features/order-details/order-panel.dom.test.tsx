import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { OrderDifference, OrderFigures } from '#renderer/data/model/changes.ts';
import type { OrderIdentity } from '#renderer/features/order-details/order-data.ts';
import { OrderPanel } from '#renderer/features/order-details/order-panel.tsx';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import ui from '#renderer/ui/controls.module.css';
import figureStyles from '#renderer/ui/figure.module.css';
import { Icon } from '#renderer/ui/icon.tsx';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { InAccount, openPage, type PageSetting, type Row } from '#test/renderer/dom/page.tsx';
import { buttonOf, linesOf } from '#test/renderer/dom/shown.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The order beside the table, drawn whole: what it says of its rows, what is copied of it, and its keys. */

const row = (order: string, more: Row = {}): Row => ({
  ...{ Canal: 'Plaza', Cuenta: 'una', Orden: order, 'Nro. suborden': `${order}-1`, Comprador: 'Ana' },
  ...{ 'Tipo de Dato': 'Orden', 'Estado de Orden': 'Regular', 'Estado de Pago': 'Pagado' },
  'Fecha de compra': '2026-10-01T10:20:30.000',
  'Fecha de actualización': '2026-10-05T08:00:01.000Z',
  ...{ 'SKU Producto': 'S-1', Producto: 'Mesa', Variante: 'roja', Unidades: '1', Ventas: '100' },
  ...{ 'Costo de Marketplace': '30', 'Cobro de Comisiones': '30', 'Costo de Producto': '40.5' },
  ...{ 'Rentabilidad Marketplace': '70', '% Rentabilidad Marketplace': '70', 'Rentabilidad Total': '29.5' },
  ...more,
});
const ROWS = [
  // Bought in the same second as the other row, which is told once.
  row('P-1', { 'Fecha de compra': '2026-10-01T10:20:30.500' }),
  row('P-1', {
    ...{ 'Nro. suborden': 'P-1-2', 'SKU Producto': '', Producto: '', Variante: '', Unidades: '2' },
    ...{ 'Estado de Orden': 'Devuelta', 'Estado de Pago': 'No Pagado', 'Costo de Producto': '0' },
    ...{ Ventas: '50', 'Costo de Marketplace': '10', 'Rentabilidad Marketplace': '40' },
    ...{ 'Rentabilidad Total': '40', 'Cobro de Comisiones': 'x1', 'Cobro Logística Inversa': 'x2' },
    'Fecha de actualización': '2026-10-04T23:59:59.000Z',
  }),
  row('P-2', { Cuenta: 'dos', 'Estado de Orden': 'Cancelada' }),
  row('P-3', {
    ...{ 'Ingreso Total': '100', 'Cobro Total': '30', 'Cobros Comercial': '20', 'Reembolso Total': '5' },
    ...{ 'Costo de Producto': '40', 'Rentabilidad Comercial': '50', 'Rentabilidad Total': '35' },
  }),
  row('', { 'Tipo de Dato': 'Publicación', Producto: '', Ventas: '', 'Nro. suborden': '' }),
];

const identity = (order: string, at = 0): OrderIdentity => ({
  ...{ row: at, order, channel: 'Plaza' },
  filters: [{ column: 'Orden', values: [order] }],
});

const change = (more: Partial<OrderDifference>): OrderDifference => ({
  ...{
    Canal: 'Plaza',
    Cuenta: 'una',
    Orden: 'P-1',
    identity: {},
    purchase: null,
    kind: 'changed',
    changes: 1,
  },
  ...{ before: null, after: null, readAt: null, purpose: 'changes', columns: [], values: [] },
  ...{ windowFrom: '2026-09-01T00:00:00.000', windowTo: '2026-10-01T00:00:00.000', correlationIds: [] },
  ...more,
});

const payout = (key: string, more: object) => ({
  ...{
    key,
    source: 'statement',
    kind: 'ripley',
    settlement: key,
    currency: '',
    amount: '50',
    retained: '0',
  },
  ...{ day: null, isDated: true, lines: 1, unread: 0, statementIds: [], accounts: [], state: 'waiting' },
  ...{ why: 'no-bank', window: null, came: null, difference: null, differences: [], by: null },
  ...{ isExplained: false, deposits: [], together: [], suggestions: [], fallen: [], ...more },
});
const BANK = { identity: 'd', statementId: 's', file: 'b.csv', bank: 'bci', line: 1, day: '2026-10-09' };

type Shown = { readonly first?: OrderIdentity };

async function panel({ first = identity('P-1') }: Shown = {}, setting: PageSetting = {}) {
  const onClose = vi.fn();
  const onStep = vi.fn();
  let show: (next: OrderIdentity) => void = () => {};
  function Beside() {
    const [shown, setShown] = useState(first);
    const [isOpen, setOpen] = useState(false);
    show = setShown;
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          abrir
        </button>
        {isOpen ? <OrderPanel identity={shown} moneyPlaces={2} onClose={onClose} onStep={onStep} /> : null}
      </>
    );
  }
  const page = await openPage({ rows: ROWS, ...setting }, () => (
    <InAccount>
      <input aria-label="fuera" />
      <Beside />
    </InAccount>
  ));
  await page.user.click(buttonOf('abrir'));
  const aside = screen.getByTestId('order-panel');
  await waitFor(() => expect(aside.querySelector('[data-stale]')).not.toBeNull());
  return { ...page, aside, onClose, onStep, show: (next: OrderIdentity) => act(() => show(next)) };
}
const spaced = (element: Element | null | undefined): string | undefined =>
  element?.textContent?.replace(/\s/gu, ' ').trim();
const partsOf = (part: Element | null, of: string) => [...(part?.querySelectorAll(of) ?? [])].map(spaced);

describe('an order beside the table', () => {
  test('says whose it is, its states, its moments, and its rows with what is not known of them', async () => {
    const { aside } = await panel();
    expect([aside.dataset.value, aside.getAttribute('aria-label')]).toEqual([
      'P-1',
      text('order.label', { order: 'P-1' }),
    ]);
    expect(partsOf(aside, 'header h2, header h2 + span')).toEqual([
      text('order.title', { order: 'P-1' }),
      'Plaza · una',
    ]);
    const tags = [...aside.querySelectorAll<HTMLElement>('p > [title]')].filter(({ className }) =>
      className.includes(`${ui.tag}`),
    );
    expect(tags.map((tag) => [tag.title, tag.textContent, tag.className])).toEqual([
      ['Estado de Orden', 'Regular', `${ui.tag} ${ui.good}`],
      ['Estado de Orden', 'Devuelta', `${ui.tag} ${ui.caution}`],
      ['Estado de Pago', 'Pagado', `${ui.tag} ${ui.good}`],
      ['Estado de Pago', 'No Pagado', `${ui.tag} ${ui.info}`],
    ]);
    // Bought by the channel's own clock; the last of its updates, by that of all.
    expect(partsOf(aside.querySelector('dl'), 'dd')).toEqual([
      `01-10-2026 10:20:30 ${text('zone.channel-hour')}`,
      '05-10-2026 08:00:01 UTC',
    ]);
    expect(spaced(aside.querySelector('h3'))).toBe(`${text('order.items')}2 filas, 2 subórdenes`);
    const items = aside.querySelector('table');
    expect(linesOf(items).slice(1)).toEqual([
      ['Mesa · roja'],
      ['S-1', '1', '100,00', '40,50', '29,50'],
      [text('filter.blank')],
      ['—', '2', '50,00', text('cell.not-loaded'), '40,00'],
      [text('orders.total-all'), '3', '150,00', '40,50', '69,50'],
    ]);
    const partial = [...(items?.querySelectorAll<HTMLElement>(`.${figureStyles.partial}`) ?? [])];
    expect(partial.map(({ dataset, title }) => [dataset.value, title])).toEqual(
      ['40', '40.5', '69.5'].map((value) => [value, text('cell.incomplete')]),
    );
    expect([...aside.querySelectorAll('th')].map(({ title }) => title)).toEqual([
      ...['', '', '', 'Costo de Producto', 'Rentabilidad Total'],
    ]);
  });

  test('recomputes its results and says of each whether it holds; what lacks a cost is marked so', async () => {
    const { aside } = await panel();
    const results = within(aside).getAllByTestId('check');
    expect(results.map((each) => [each.dataset.value, each.dataset.state, spaced(each)])).toEqual([
      [
        'Rentabilidad Marketplace',
        'observed',
        `MRentabilidad Marketplace110,0073,3 %150,00 − 40,00 · ${text('order.observed')}`,
      ],
      ['Rentabilidad Total', 'unknown', 'TRentabilidad Total69,5046,3 %'],
    ]);
    expect(
      results.map((each) =>
        [...each.querySelectorAll('data')].map(({ title }) => title.replace(/\s/gu, ' ')),
      ),
    ).toEqual([
      ['110', '110 ÷ 150 (Rentabilidad Marketplace ÷ Ventas)'],
      [`69,5 · ${text('cell.incomplete')}`, '69,5 ÷ 150 (Rentabilidad Total ÷ Ventas)'],
    ]);
    expect(results.map((each) => each.querySelectorAll(`.${figureStyles.partial}`).length)).toEqual([0, 1]);
    const cost = within(aside).getByTestId('check-product-cost');
    expect([cost.dataset.state, spaced(cost)]).toEqual([
      'missing',
      `Costo de Producto40,50${text('order.cost-missing', { count: 1, rows: 2 })}`,
    ]);
    expect(cost.querySelector('data')?.className).toContain(figureStyles.partial);
    const head = [...aside.querySelectorAll('h3')].map(spaced);
    expect(head).toContain(`${text('order.results')}${text('order.results-note')}`);
  });

  test('bears a sign on each result that holds or differs, with what it was recomputed from and by how much it differs', async () => {
    const { aside } = await panel({ first: identity('P-3', 2) });
    const checks = within(aside).getAllByTestId('check').slice(1);
    const drawn = (name: 'check' | 'warning') => {
      const { container, unmount } = render(<Icon name={name} />);
      const drawing = container.innerHTML;
      unmount();
      return drawing;
    };
    const [holds, differs] = [text('order.check-holds'), text('order.check-differs')];
    const named = (charges: string) => `Ingreso Total − ${charges} + Reembolso Total − Costo de Producto`;
    expect(
      checks.map((each) => {
        const sign = each.firstElementChild as HTMLElement;
        return [
          ...[each.dataset.value, each.dataset.state, sign.innerHTML, sign.title, sign.className],
          ...[sign.getAttribute('role'), sign.getAttribute('aria-label')],
          [...each.querySelectorAll('small')].map((small) => [spaced(small), small.title, small.className]),
        ];
      }),
    ).toEqual([
      [
        ...['Rentabilidad Comercial', 'differs', drawn('warning'), differs, ui.warning, 'img', differs],
        [
          ['100,00 − 20,00 + 5,00 − 40,00', `${named('Cobros Comercial')}\n${differs}`, ''],
          [text('order.difference', { amount: '5,0' }), '', ui.warning],
        ],
      ],
      [
        ...['Rentabilidad Total', 'holds', drawn('check'), holds, ui.positive, 'img', holds],
        [['100,00 − 30,00 + 5,00 − 40,00', `${named('Cobro Total')}\n${holds}`, '']],
      ],
      [...['Cobros Comercial', 'unknown', '', text('order.check-unknown'), ui.positive, null, null], []],
    ]);
    const head = [...aside.querySelectorAll('h3')].map(spaced);
    expect(head).toContain(`${text('order.results')}${text('order.results-note')}`);
  });

  test('has every column by section; those that say nothing stand behind a button', async () => {
    const { aside, user } = await panel();
    const facts = () =>
      [...aside.querySelectorAll('section[aria-label] dl > div')].map((each) =>
        [...each.querySelectorAll('dt, dd')].map((part) => part.textContent?.replace(/\u00a0/gu, ' ')),
      );
    const said = [
      ...[
        ['Canal', 'Plaza'],
        ['Cuenta', 'una'],
        ['Orden', 'P-1'],
      ],
      ...[
        ['Nro. suborden', 'P-1-1, P-1-2'],
        ['Tipo de Dato', 'Orden'],
        ['Comprador', 'Ana'],
      ],
      ...[
        ['Estado de Orden', 'Regular, Devuelta'],
        ['Estado de Pago', 'Pagado, No Pagado'],
      ],
      ['Fecha de actualización', '05-10-2026 08:00:01 UTC\n04-10-2026 23:59:59 UTC'],
      ['Fecha de compra', '01-10-2026 10:20:30'],
      ...[
        ['SKU Producto', 'S-1'],
        ['Producto', 'Mesa'],
        ['Variante', 'roja'],
      ],
      ...[
        ['Ventas', '150,00'],
        ['Unidades', '3'],
      ],
      // What could not be read is told of, beside the sum of the others, and where there is no other.
      ...[
        ['Cobro de Comisiones bruto', '+1 30,00'],
        ['% Cobro de Comisiones', '20,0 %'],
      ],
      ['Cobro Logística Inversa bruto', '+1 —'],
      ...[
        ['Costo de Marketplace', '40,00'],
        ['% Costo de Marketplace', '26,7 %'],
      ],
      ...[
        ['% Costo Producto', '27,0 %'],
        ['Costo de Producto', '40,50'],
      ],
      ...[
        ['Rentabilidad Marketplace', '110,00'],
        ['% Rentabilidad Marketplace', '73,3 %'],
      ],
      ...[
        ['Rentabilidad Total', '69,50'],
        ['% Rentabilidad Total', '46,3 %'],
      ],
    ];
    expect(facts()).toEqual(said);
    const rate = [...aside.querySelectorAll<HTMLElement>('dl [data-figure=percent]')].map((each) => [
      ...[each.dataset.value, each.title],
    ]);
    expect(rate[1]).toEqual(['26.666667', '40 ÷ 150 (Costo de Marketplace ÷ Ventas)']);
    // Only sections of costs lead to what they are made of.
    expect(
      [...aside.querySelectorAll<HTMLElement>('h3 button')].map(({ dataset }) => dataset.testid),
    ).toEqual(['bridge-commissions', 'bridge-other']);
    const button = screen.getByTestId('show-empty');
    const empty = COLUMNS.length - said.length;
    expect([button.textContent, button.getAttribute('aria-pressed')]).toEqual([
      ...[text('order.show-empty', { count: empty }), 'false'],
    ]);
    await user.click(button);
    expect([button.textContent, button.getAttribute('aria-pressed')]).toEqual([
      ...[text('order.hide-empty', { count: empty }), 'true'],
    ]);
    expect(facts()).toHaveLength(COLUMNS.length);
    expect(facts().filter((fact) => !said.some((each) => each[0] === fact[0]))).toEqual(
      expect.arrayContaining([
        ['Marca', '—'],
        ['Cobro de Envío bruto', '—'],
      ]),
    );
    await user.click(button);
    expect(facts()).toEqual(said);
  });

  test('tells its changes, the newest first: what was and what is, and by which reading', async () => {
    const figures = { rows: 2, states: ['Regular'], payments: ['No Pagado'], amounts: { Ventas: '100' } };
    const before = figures as never as OrderFigures;
    const { aside } = await panel(
      {},
      {
        dataReplies: {
          readOrderHistory: ({ identity: asked }) => ({
            revision: 1,
            changes:
              asked.Orden !== 'P-1' || asked.Canal !== 'Plaza' || asked.Cuenta !== 'una'
                ? []
                : [
                    change({
                      ...{ before, readAt: '2026-10-06T07:08:09.000Z' as never, purpose: 'reread' },
                      after: {
                        ...{ rows: 3, states: ['', 'Cancelada'], payments: [] },
                        amounts: { Ventas: '90.5', 'Rentabilidad Total': '-1' },
                      } as never as OrderFigures,
                      columns: ['Producto', 'Cobro de Envío', 'Marca'],
                      values: [
                        { column: 'Producto', before: ['Mesa'], after: ['Mesa', 'Silla'] },
                        { column: 'Cobro de Envío', before: ['2'], after: ['3.5'] },
                      ],
                      correlationIds: ['abcdefghij', 'other'],
                    }),
                    change({ before, after: before }),
                    change({ before, after: before, columns: null }),
                    change({ kind: 'removed', before }),
                    change({ kind: 'new', after: { ...before, rows: 1 } }),
                  ],
          }),
        },
      },
    );
    const log = await within(aside).findByTestId('order-log');
    expect([log.dataset.value, spaced(log.querySelector('h3'))]).toEqual([
      ...['5', `${text('order.log')}${text('order.log-count', { count: 5 })}`],
    ]);
    const rows = (count: number) => text('count.rows', { count, shown: String(count) });
    const lines = [...log.querySelectorAll('li')].map((line) => [
      spaced(line.querySelector('time')),
      ...partsOf(line, 'p'),
    ]);
    const read = (purpose: 'reread' | 'changes', ids = '—') =>
      `${text(`kind.${purpose}`)} · compras de sep 2026 ${ids}`;
    expect(lines).toEqual([
      [
        '06-10-2026 07:08 UTC',
        `${text('order.log-rows')} 2 → 3`,
        'Estado de Orden Regular → —, Cancelada',
        'Estado de Pago No Pagado → —',
        'Ventas 100,00 → 90,50',
        'Rentabilidad Total — → −1,00',
        'Producto Mesa → Mesa, Silla',
        'Cobro de Envío 2,00 → 3,50',
        `${text('changes.values-too-long', { count: 1, shown: '1' })} Marca`,
        read('reread', 'abcdefgh+1'),
      ],
      ['—', text('order.log-other'), read('changes')],
      ['—', text('changes.values-unknown'), read('changes')],
      ['—', text('order.log-went', { rows: rows(2) }), read('changes')],
      ['—', text('order.log-came', { rows: rows(1) }), read('changes')],
    ]);
    expect(log.querySelector('time')?.dateTime).toBe('2026-10-06T07:08:09.000Z');
    expect(within(aside).queryByText(text('order.log-none'))).toBeNull();
  });

  test('follows its money from its settlements over the statement to the bank, each with its own figure', async () => {
    const { aside } = await panel(
      {},
      {
        dataReplies: {
          readOrderPayouts: () =>
            ({
              ...{ revision: 1, amount: '10', hasStatements: true },
              settlements: [
                { settlement: 'L1', amount: '4', whole: '40' },
                { settlement: 'L2', amount: '6', whole: '60' },
              ],
              statement: {
                ...{ kind: 'ripley', state: 'different', isExplained: true, lines: 2, orders: 2 },
                files: ['uno.xlsx', 'dos.xlsx'],
                amounts: [
                  { currency: 'CLP', statementAmount: '9.5', ledgerAmount: '10', difference: '-0.5' },
                  { currency: 'USD', statementAmount: '3', ledgerAmount: '1', difference: '2' },
                ],
              },
              payouts: [
                payout('L1', { state: 'arrived', why: null, came: '49', deposits: [BANK] }),
                payout('L2', {}),
              ],
            }) as never,
        },
      },
    );
    await within(aside).findByTestId('order-chain');
    const steps = within(aside).getAllByTestId('chain-step');
    expect(steps.map((step) => [step.dataset.state, spaced(step.lastElementChild)])).toEqual([
      ['known', 'L1 4,00 de 40,00 que suma la liquidaciónL2 6,00 de 60,00 que suma la liquidación'],
      [
        'different',
        '9,50 CLP 3,00 USD difiere en −0,5 CLP · 2 USD Ripley · uno.xlsx · dos.xlsx · de 2 órdenes juntas · Explicado',
      ],
      [
        'arrived',
        '49,00 Llegó 09-10-2026 · BCI · Ripley · L150,00 En espera Ripley · L2 · no hay ningún extracto de banco',
      ],
    ]);
    const tags = [...aside.querySelectorAll(`[data-testid=order-chain] .${ui.tag}`)];
    expect(tags.map(({ className }) => className)).toEqual(
      [ui.caution, ui.good, ui.info].map((tone) => `${ui.tag} ${tone}`),
    );
  });

  test('says of its money what is not known of it, and what is the same once', async () => {
    const chain = { revision: 1, amount: '10', hasStatements: true, settlements: [], payouts: [] };
    const same = {
      ...{ kind: 'ripley', state: 'same', isExplained: false, lines: 1, orders: 1, files: ['uno.xlsx'] },
      amounts: [{ currency: 'CLP', statementAmount: '10', ledgerAmount: '10', difference: '0' }],
    };
    const undated = payout('L1', { state: 'arrived', why: null, deposits: [{ ...BANK, day: null }] });
    const chains: { readonly [order: string]: object } = {
      'P-1': { ...chain, hasStatements: false, statement: null },
      'P-2': { ...chain, statement: null },
      '': { ...chain, statement: same, payouts: [undated] },
    };
    const { aside, show } = await panel(
      {},
      { dataReplies: { readOrderPayouts: ({ identity: asked }) => chains[asked.Orden ?? ''] as never } },
    );
    const steps = () =>
      [...aside.querySelectorAll<HTMLElement>('[data-testid=chain-step]')].map((step) => [
        ...[step.dataset.state, spaced(step.lastElementChild)],
      ]);
    const unsettled = ['unknown', text('chain.order-unsettled')];
    const unpaid = ['unknown', text('chain.order-no-payout')];
    const unstated = ['unknown', text('chain.order-no-statements')];
    await waitFor(() => expect(steps()).toEqual([unsettled, unstated, unpaid]));
    show(identity('P-2', 1));
    const missing = ['unknown', text('chain.order-not-in-statement')];
    await waitFor(() => expect(steps()).toEqual([unsettled, missing, unpaid]));
    show(identity(''));
    await waitFor(() =>
      expect(steps()).toEqual([
        unsettled,
        ['same', `10,00 ${text('chain.order-same')} Ripley · uno.xlsx`],
        ['arrived', '50,00 Llegó — · BCI · Ripley · L1'],
      ]),
    );
    expect(aside.querySelector(`[data-value=statement] .${ui.tag}`)?.className).toBe(`${ui.tag} ${ui.good}`);
  });

  test('without a number is called so, bears what it is, and has no number to copy', async () => {
    const { aside, user } = await panel({ first: identity('') });
    expect([aside.dataset.value, aside.getAttribute('aria-label')]).toEqual(['', text('order.none')]);
    expect(aside.querySelector('h2')?.textContent).toBe(text('order.none'));
    expect(aside.querySelector('p > [title]')?.textContent).toBe('Publicación');
    expect(spaced(aside.querySelector('h3'))).toBe(`${text('order.items')}1 fila`);
    expect(linesOf(aside.querySelector('table'))[2]?.[2]).toBe('—');
    await user.click(screen.getByTestId('order-more'));
    const disabled = ['copy-number', 'copy-order'].map((id) =>
      screen.getByTestId(id).getAttribute('aria-disabled'),
    );
    expect(disabled).toEqual(['true', null]);
  });

  test('that is gone says so, and nothing else, until another one is shown', async () => {
    const { aside, show } = await panel({ first: identity('P-9') });
    expect(aside.querySelector('[data-stale]')?.textContent).toBe(text('order.gone'));
    show(identity('P-2', 1));
    await waitFor(() =>
      expect(spaced(aside.querySelector('h3'))).toBe(`${text('order.items')}1 fila, 1 suborden`),
    );
  });

  test('tells nobody who bought while amounts are covered', async () => {
    writeStored('cuadra.preferences', { hidesAmounts: true });
    const { aside } = await panel();
    expect(aside.textContent).toContain('Comprador');
    expect(aside.textContent).not.toContain('Ana');
  });
});

describe('what is copied of it', () => {
  test('is its number, or all its rows; another order has been copied nowhere', async () => {
    const { aside, user, show } = await panel();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const said = () => aside.querySelector('header [role=status]')?.textContent;
    const copy = async (id: string) => {
      await user.click(screen.getByTestId('order-more'));
      fireEvent.click(await screen.findByTestId(id));
    };
    expect(said()).toBe('');
    await copy('copy-number');
    await waitFor(() => expect(said()).toBe(` · ${text('order.copied-number')}`));
    await copy('copy-order');
    await waitFor(() => expect(said()).toBe(` · ${text('order.copied-order')}`));
    const [number, whole] = written.mock.calls.map(([words]) =>
      words.split(/\r?\n/).filter((each) => each !== ''),
    );
    expect(number).toEqual(['P-1']);
    expect(whole?.map((each) => each.split('\t').slice(0, 3))).toEqual([
      ['Canal', 'Cuenta', 'Orden'],
      ['Plaza', 'una', 'P-1'],
      ['Plaza', 'una', 'P-1'],
    ]);
    show(identity('P-2', 1));
    await waitFor(() => expect(aside.dataset.value).toBe('P-2'));
    expect(said()).toBe('');
    expect(partsOf(aside, 'header h2 + span')).toEqual(['Plaza · dos']);
    await copy('copy-number');
    await waitFor(() => expect(said()).not.toBe(''));
    // A copy that failed takes back what was said of the one before.
    written.mockRejectedValue(new Error('no clipboard'));
    await copy('copy-order');
    await waitFor(() => expect(said()).toBe(''));
  });
});

describe('the keys of an order beside the table', () => {
  test('lead to the orders beside it, by its buttons and by up and down, but not from its menu', async () => {
    const { aside, user, onStep } = await panel();
    const steps = () => onStep.mock.calls.splice(0).map(([direction]) => direction);
    await user.click(buttonOf(text('order.previous'), aside));
    await user.click(buttonOf(text('order.next'), aside));
    expect(steps()).toEqual([-1, 1]);
    const inside = buttonOf(text('order.next'), aside);
    expect(fireEvent.keyDown(inside, { key: 'ArrowUp' })).toBe(false);
    fireEvent.keyDown(inside, { key: 'ArrowDown' });
    for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
      fireEvent.keyDown(inside, { key: 'ArrowDown', [held]: true });
    fireEvent.keyDown(inside, { key: 'ArrowLeft' });
    expect(steps()).toEqual([-1, 1]);
    await user.click(screen.getByTestId('order-more'));
    fireEvent.keyDown(await screen.findByTestId('copy-order'), { key: 'ArrowDown' });
    expect(steps()).toEqual([]);
  });

  test('close it by Escape, unless something in front of it is open; the focus goes back to what opened it', async () => {
    const { aside, user, onClose } = await panel();
    const closed = () => onClose.mock.calls.splice(0).length;
    const elsewhere = screen.getByRole('textbox', { name: 'fuera' });
    const opener = buttonOf('abrir');
    buttonOf(text('order.next'), aside).focus();
    fireEvent.keyDown(aside, { key: 'Escape' });
    expect([closed(), document.activeElement]).toEqual([1, opener]);
    opener.blur();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect([closed(), document.activeElement]).toEqual([1, opener]);
    // Who is elsewhere stays there.
    elsewhere.focus();
    await user.keyboard('{Escape}');
    expect([closed(), document.activeElement]).toEqual([1, elsewhere]);
    await user.click(screen.getByTestId('order-more'));
    await screen.findByTestId('copy-order');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(closed()).toBe(0);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    // Whatever floats, and takes no key itself.
    const floating = document.createElement('div');
    floating.className = `${ui.positioner}`;
    floating.innerHTML = '<div data-open></div>';
    document.body.append(floating);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    floating.remove();
    expect(closed()).toBe(0);
    await user.click(buttonOf(text('order.close'), aside));
    expect([closed(), document.activeElement]).toEqual([1, opener]);
  });
});

test('until the next order is whole the one before stays under its own name, shown to be of before', async () => {
  const given = new Map<string, () => void>();
  const orderOf = (selection: Selection) => selection.filters[0]?.values[0] ?? '';
  const { aside, show, onStep } = await panel(
    {},
    {
      dataReplies: {
        readTableRows: ({ selection, columns }) => {
          const order = orderOf(selection);
          const cells = columns.map((column) => (column === 'Orden' ? order : null));
          const line = { id: order, cells, rows: 1, unreadable: [], mixed: [], productCostMissing: false };
          const page = { revision: 1, total: 1, offset: 0, lines: [line] };
          return order === 'P-1' ? page : new Promise((resolve) => given.set(order, () => resolve(page)));
        },
        readTotals: () =>
          ({ revision: 1, rows: 1, orders: 1, sums: {}, unreadable: {}, rowsWithoutProductCost: 0 }) as never,
      },
    },
  );
  const shown = () => [
    aside.dataset.value,
    aside.querySelector('h2')?.textContent,
    aside.querySelector<HTMLElement>('[data-stale]')?.dataset.stale,
  ];
  show(identity('P-2', 1));
  await waitFor(() => expect(given.size).toBe(1));
  await waitFor(() => expect(shown()[2]).toBe('true'));
  expect(shown()).toEqual(['P-1', text('order.title', { order: 'P-1' }), 'true']);
  await act(async () => given.get('P-2')?.());
  await waitFor(() => expect(shown()).toEqual(['P-2', text('order.title', { order: 'P-2' }), 'false']));
  expect(onStep).not.toHaveBeenCalled();
});
