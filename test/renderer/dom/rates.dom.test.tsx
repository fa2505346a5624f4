import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { slug } from '#shared/base/fold.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenFile } from './main-streams.ts';
import { InAccount, openPage, type PageSetting, Reconciliation, type Row } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** Rules of charges on the screen of reconciliation, and the rows that do not follow them. */

const money = (cents: number): string => (cents / 100).toFixed(2);

/** Sales charged 14 % to the cent; `more` cents above it. From `since` on, 16 %. */
function salesOf(count: number, more: (at: number) => number = () => 0, since = count): readonly Row[] {
  return Array.from({ length: count }, (_, at): Row => {
    const sales = 990_000 + at * at * 137_00;
    const percent = at < since ? 14 : 16;
    return {
      Canal: 'Austral',
      Cuenta: 'Tienda',
      Orden: `O-${at}`,
      'Nro. suborden': '1',
      'SKU Producto': `S-${at % 5}`,
      'Tipo de Dato': 'Orden',
      'Estado de Orden': 'Regular',
      'Estado de Pago': 'Pagado',
      Categoría: 'Hogar',
      'Fecha de compra': `2026-09-${String(1 + Math.floor((at * 30) / count)).padStart(2, '0')}T10:00:00.000`,
      Ventas: money(sales),
      Unidades: '1',
      'Cobro de Comisiones': money(Math.floor((sales * percent + 50) / 100) + more(at)),
    };
  });
}

const open = (rows: readonly Row[], setting: PageSetting = {}) =>
  openPage({ at: '#reconciliation/rates', rows, ...setting }, () => (
    <InAccount>
      <Reconciliation />
    </InAccount>
  ));
const said = () => screen.getByTestId('rates-said').textContent;

describe('rates', () => {
  test('says that all rows follow their rule, in words', async () => {
    await open(salesOf(40));
    await waitFor(() => expect(said()).toBe(text('rates.all-follow', { count: 1 })));
    expect(screen.getByTestId('rates').dataset.value).toBe('1');
    const rule = screen.getByTestId('rate-rule');
    expect(rule.dataset.value).toBe('0.00');
    expect(rule.textContent).toContain('Austral');
    expect(rule.textContent).toContain('14 % de Ventas');
    expect(within(rule).queryByRole('button')).toBeNull();
    expect(screen.getByTestId('rates-without-commission').dataset.value).toBe('0');
  });

  test('says in words how many rules rows break, also where these are charged too little', async () => {
    await open(salesOf(60, (at) => (at === 4 ? -1250 : 0)));
    await waitFor(() => expect(said()).toBe(text('rates.some-off', { count: 1 })));
  });

  test('says that there is nothing to check', async () => {
    await open(salesOf(3).map((row) => ({ ...row, 'Cobro de Comisiones': '0.00' })));
    await waitFor(() => expect(said()).toBe(text('rates.none-judged')));
  });

  test('says that there is no rule, and in how many rows', async () => {
    await open(salesOf(40, (at) => (at * 7919) % 5003));
    await waitFor(() => expect(said()).toBe(text('rates.no-rules')));
    expect(screen.getByTestId('rates-without-commission').dataset.value).toBe('40');
    expect(screen.queryAllByTestId('rate-rule')).toEqual([]);
  });

  test('names what was charged too much, lists its rows by size and opens the order', async () => {
    // One canceled, two not charged, three without a sale, four that cannot be read.
    const odd = [
      { 'Estado de Orden': 'Cancelada' },
      ...Array.from({ length: 2 }, () => ({ 'Cobro de Comisiones': '0.00' })),
      ...Array.from({ length: 3 }, () => ({ Ventas: '0.00' })),
      ...Array.from({ length: 4 }, () => ({ Ventas: 'N/D' })),
    ];
    const { user } = await open([
      ...salesOf(60, (at) => (at === 4 ? 1250 : at === 9 ? 90_000 : at === 12 ? -5 : 0)),
      ...salesOf(10).map((row, at) => ({ ...row, ...odd[at], Orden: `X-${at}` })),
    ]);
    await waitFor(() => expect(said()).toBe(text('rates.some-off', { count: 1 })));
    const rule = screen.getByTestId('rate-rule');
    expect(rule.dataset.value).toBe('912.50');
    expect(rule.dataset.under).toBe('0.05');
    expect(screen.getByTestId('rate-claim').dataset.value).toBe('912.50');
    expect(screen.getByTestId('rates-without-commission').title).toBe(
      text('rates.unjudged', { states: '1', uncharged: '2', unsold: '3', unreadable: '4' }),
    );
    const titles = [...rule.querySelectorAll<HTMLElement>('[title]')].map(({ title }) => title);
    expect(titles.filter((title) => / en /u.test(title))).toEqual(['912,50 en 2 filas', '0,05 en una fila']);
    await user.click(within(rule).getByRole('button'));
    expect((await screen.findByTestId('rate-deviations')).dataset.value).toBe('3');
    const orders = screen
      .getAllByTestId('rate-deviation')
      .map((line) => line.querySelector('button')?.textContent);
    expect(orders).toEqual(['O-9', 'O-4', 'O-12']);
    await user.click(screen.getByRole('button', { name: 'O-4' }));
    expect((await screen.findByTestId('order-panel')).dataset.value).toBe('O-4');
  });

  test('copies a claim: the rule, each order and the total; its file has its rows and is named by its channel', async () => {
    const wanted: { readonly content: object }[] = [];
    const { user, asked } = await open(
      salesOf(60, (at) => (at === 4 ? 1250 : at === 9 ? -700 : 0)),
      {
        dataStreams: {
          exportTable: async function* (input: (typeof wanted)[number]) {
            wanted.push(input);
            yield { kind: 'begun', lines: 1, revision: 1 };
            return null;
          } as never,
        },
        mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x/reclamo.csv' }) },
      },
    );
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await waitFor(() => expect(screen.getByTestId('rate-rule').dataset.value).toBe('12.50'));
    await user.click(within(screen.getByTestId('rate-rule')).getByRole('button'));
    await user.click(await screen.findByTestId('rate-copy'));
    await waitFor(() => expect(write).toHaveBeenCalled());
    const claim = write.mock.calls[0]?.[0] ?? '';
    expect(claim).toContain('Cobro de Comisiones: 14 % de Ventas');
    expect(claim).toContain(`${text('rates.claim')}: 12.50`);
    expect(claim).toContain('Orden: O-4');
    expect(claim).not.toContain('O-9');
    fireEvent.click(
      screen.getByTestId('rate-copy').parentElement?.querySelector('[aria-haspopup]') as Element,
    );
    fireEvent.click(await screen.findByTestId('export-csv'));
    await waitFor(() => expect(wanted).toHaveLength(1));
    expect(wanted[0]?.content).toMatchObject({
      kind: 'rate-deviations',
      query: { against: 'off', claimOnly: true },
      names: {
        table: text('rates.claim-title'),
        base: text('rates.base'),
        charged: text('rates.charged'),
        expected: text('proof.expected'),
        difference: text('proof.difference'),
        refunded: text('rates.refunded'),
        claim: text('rates.claim'),
      },
    });
    const file = asked.find(({ call }) => call === 'exportFile')?.input as { readonly fileName: string };
    expect(file.fileName).toContain(slug(`${text('rates.claim-title')} Austral`));
  });

  test('asks before a claim tells amounts that are covered', async () => {
    writeStored('cuadra.preferences', { hidesAmounts: true });
    const { user } = await open(salesOf(60, (at) => (at === 4 ? 1250 : at === 9 ? -700 : 0)));
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await waitFor(() => expect(screen.getByTestId('rate-rule').dataset.value).toBe('12.50'));
    await user.click(within(screen.getByTestId('rate-rule')).getByRole('button'));
    await user.click(await screen.findByTestId('rate-copy'));
    expect(screen.getByText(text('proof.copy-covered'))).toBeTruthy();
    expect(write).not.toHaveBeenCalled();
    await user.click(screen.getByTestId('rate-copy-covered'));
    await waitFor(() => expect(write.mock.calls[0]?.[0]).toContain(`${text('rates.claim')}: 12.50`));
  });

  test('says the rule before a change, and lists the rows against it', async () => {
    const { user } = await open(salesOf(90, () => 0, 60));
    await waitFor(() => expect(screen.getAllByTestId('rate-rule')).toHaveLength(2));
    expect(said()).toContain(text('rates.some-changed', { count: 1 }));
    const change = screen.getByTestId('rate-change');
    const more = salesOf(90, () => 0, 60)
      .slice(60)
      .reduce((sum, { Ventas }) => {
        const sales = Math.round(Number(Ventas) * 100);
        return sum + Math.floor((sales * 16 + 50) / 100) - Math.floor((sales * 14 + 50) / 100);
      }, 0);
    expect(change.dataset.value).toBe(money(more));
    const rule = change.closest('tr') as HTMLElement;
    expect(rule.textContent).toContain('16 % de Ventas');
    expect(rule.textContent).toContain(text('rates.since', { from: '21-09-2026' }));
    await user.click(within(rule).getByRole('button'));
    expect((await screen.findByTestId('rate-deviations')).dataset.value).toBe('30');
    // What is asked back is what the rule before would not have charged.
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(screen.getByTestId('rate-copy'));
    await waitFor(() => expect(write).toHaveBeenCalled());
    const [head = '', first = ''] = (write.mock.calls[0]?.[0] ?? '').split('\n\n');
    expect(head).toContain('Cobro de Comisiones: 14 % de Ventas (desde el 21-09-2026)');
    expect(head).toContain(`${text('rates.claim')}: ${money(more)}`);
    expect(first).toContain('Orden: O-89');
  });

  test('read whole: what is covered, each rule with what is off and asked back, and its rows', async () => {
    const { user } = await open(salesOf(90, (at) => (at === 4 ? 1250 : at === 9 ? -700 : 0), 60));
    await waitFor(() => expect(screen.getAllByTestId('rate-rule')).toHaveLength(2));
    expect(readOf(screen.getByTestId('rates'))).toEqual([
      'Tarifas',
      'la regla que da cada cobro al centavo, aprendida de las filas',
      'Una regla tiene filas que se desvían. Una regla cambió en una fecha.',
      'Cobro de Comisiones: 90 filas revisadas; todas tienen regla. (No se revisan: 0 de órdenes canceladas o devueltas, 0 sin cobro, 0 sin venta, 0 sin valor legible.)',
      'Regla | La siguen | Se desvían | De más | De menos | A reclamar',
      'Cobro de Comisiones',
      '[Austral, Ver las filas: Austral]14 % de Ventas; hasta el 20-09-2026 | 58 | 2 | 12,50 | 7,00 | 12,50',
      '[Austral, Ver las filas: Austral]16 % de Ventas; desde el 21-09-2026Antes: 14 % de Ventas. Desde el cambio, 30 filas cobran 468.328,70 más. | 30 | 0 | 0 | 0 | 0',
    ]);
    const rule = screen.getAllByTestId('rate-rule')[0] as HTMLElement;
    expect(copiedOf(rule.closest('table') as HTMLElement)).toEqual([
      'Regla | La siguen | Se desvían | De más | De menos | A reclamar',
      'Austral | 58 | 2 | 12,50 | 7,00 | 12,50',
      'Austral | 30 | 0 | 0,00 | 0,00 | 0,00',
    ]);
    await user.click(within(rule).getByRole('button'));
    const rows = await screen.findByTestId('rate-deviations');
    expect(readOf(rows)).toEqual([
      'Canal | Cuenta | Orden | Nro. suborden | Fecha de compra | SKU Producto | Base | Cobrado | Según la regla | Diferencia | Reembolsado | A reclamar | ID de solicitud',
      'Austral | Tienda | [O-4] | 1 | 02-09-2026 10:00 | S-4 | 12.092,00 | 1.705,38 | 1.692,88 | +12,50 | 0 | 12,50 | —',
      'Austral | Tienda | [O-9] | 1 | 04-09-2026 10:00 | S-4 | 20.997,00 | 2.932,58 | 2.939,58 | −7,00 | 0 | 0 | —',
    ]);
    expect(copiedOf(within(rows).getByRole('table'))[1]).toEqual(
      'Austral | Tienda | O-4 | 1 | 2026-09-02T10:00:00.000 | S-4 | 12.092,00 | 1.705,38 | 1.692,88 | 12,50 | 0,00 | 12,50 | ',
    );
    expect(within(rule).getByRole('button').getAttribute('aria-expanded')).toBe('true');
  });

  test('of rows that cannot be read it says so; asked again they are there', async () => {
    let fails = true;
    const { user } = await openPage(
      {
        ...{ at: '#reconciliation/rates', rows: salesOf(60, (at) => (at === 4 ? 1250 : 0)) },
        dataReplies: {
          readRateDeviations: () => {
            if (fails) throw new Error('the worker is gone');
            return { revision: 1, total: 0, offset: 0, lines: [] } as never;
          },
        },
      },
      () => (
        <InAccount>
          <Reconciliation />
        </InAccount>
      ),
    );
    await user.click(within(await screen.findByTestId('rate-rule')).getByRole('button'));
    const failure = await screen.findByTestId('query-failure');
    expect(failure.textContent).toContain('the worker is gone');
    fails = false;
    await user.click(within(failure).getByRole('button'));
    await waitFor(() => expect(screen.queryByTestId('query-failure')).toBeNull());
  });
});
