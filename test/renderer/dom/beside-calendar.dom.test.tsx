import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CopyFacts } from '#renderer/features/coverage/coverage-section.tsx';
import { DataQualityMark } from '#renderer/screens/panel/data-quality-mark.tsx';
import { ProfitabilityScreen } from '#renderer/screens/profitability/profitability-screen.tsx';
import type { LocalDate, LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { account, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';

/** What lies in no month, or was not compared, is said as what it is, and leads to its rows. */

const row = (purchase: string, paid: string, Ventas: string) => ({
  Canal: 'Austral',
  'Fecha de compra': `${purchase}T10:00:00.000`,
  'Fecha de Pago': paid === '' ? '' : `${paid}T10:00:00.000`,
  'Tipo de Dato': 'Orden',
  Ventas,
});

describe('the result by month of payment', () => {
  const rows = [
    row('2026-10-05', '2026-11-02', '100'),
    row('2026-10-06', '', '20.50'),
    row('2026-11-07', '', '0.25'),
    row('2026-11-08', '9999-12-31', '7'),
  ];
  const valueIn = (id: string) => screen.getByTestId(id).getAttribute('data-value');

  test.each([
    [text('pivot.no-date'), null, '2', '20.75'],
    ['Fecha fuera de rango (> 2199)', { side: '>', day: '2199-12-31' }, '1', '7.00'],
  ])('%s leads to its orders, whose totals are the column’s', async (name, beyond, count, sales) => {
    const { user } = await openPage({ rows }, () => (
      <InAccount>
        <ProfitabilityScreen />
        <SelectionProbe />
      </InAccount>
    ));
    await user.click(await screen.findByTestId('period'));
    const list = await screen.findByRole('dialog', { name: text('period.choose') });
    await user.click(within(list).getByRole('button', { name: 'Fecha de Pago' }));
    await user.keyboard('{Escape}');
    const column = await screen.findByRole('columnheader', { name });
    await user.click(within(column).getByRole('button', { name }));
    expect(probedSelection()).toMatchObject({
      period: null,
      periodColumn: 'Fecha de Pago',
      dateFilters: [{ column: 'Fecha de Pago', beyond }],
    });
    await waitFor(() => expect(valueIn('row-count')).toBe(count));
    expect(valueIn('total-ventas')).toBe(sales);
    expect(screen.getByTestId('period').textContent).toBe(name);
  });
});

test('rows in no month lead to their orders from the table of the trend, and from what is said of the copy', async () => {
  const rows = [
    row('2026-10-05', '2026-11-02', '100'),
    { ...row('2026-10-05', '2026-11-02', '8.25'), 'Fecha de compra': '' },
  ];
  const undated = [{ column: 'Fecha de compra', beyond: null }];
  const { user } = await openPage({ rows }, () => (
    <InAccount>
      <ProfitabilityScreen />
      <CopyFacts status={status()} undatedRows={1} outOfRangeRows={0} />
      <SelectionProbe />
    </InAccount>
  ));
  // Every row is in memory: there is nothing to say of it.
  expect(screen.queryByTestId('months-on-disk')).toBeNull();
  await user.click(screen.getByTestId('toggle-trend'));
  await user.click(await screen.findByTestId('trend-as-table'));
  const table = await screen.findByTestId('trend-table');
  // No currency has a name here, and the screen's head names the date: no dot stands alone.
  expect(
    within(screen.getByRole('region', { name: text('trend.title') })).queryByText(/^\s*·|·\s*$/),
  ).toBeNull();
  await user.click(within(table).getByRole('button', { name: text('pivot.no-date') }));
  expect(probedSelection()).toMatchObject({ period: null, dateFilters: undated });
  await waitFor(() => expect(screen.getByTestId('total-ventas').getAttribute('data-value')).toBe('8.25'));
  await user.click(screen.getByTestId('clear-filters'));
  expect(probedSelection().dateFilters).toEqual([]);
  await user.click(screen.getByTestId('copy-undated'));
  expect(probedSelection()).toMatchObject({ period: null, dateFilters: undated });
});

test('rows bought out of range are counted by the side they lie on, and open', async () => {
  const rows = [
    row('2026-10-05', '2026-11-02', '100'),
    row('1998-10-05', '2026-11-02', '3'),
    row('1998-10-06', '2026-11-02', '4'),
    row('2061-10-06', '2026-11-02', '5'),
  ];
  const present = '2026-11-20T12:00:00.000Z' as UtcInstant;
  const { user } = await openPage({ rows, present }, () => (
    <InAccount>
      <CopyFacts status={status()} undatedRows={0} outOfRangeRows={3} />
      <SelectionProbe />
    </InAccount>
  ));
  const links = await screen.findAllByTestId('open-out-of-range');
  expect(links.map((link) => link.querySelector('data')?.value)).toEqual(['1', '2']);
  for (const [at, side] of ['>', '<'].entries()) {
    await user.click(links[at] as HTMLElement);
    expect(probedSelection().dateFilters).toMatchObject([{ column: 'Fecha de compra', beyond: { side } }]);
  }
});

test('of rows bought out of range those of the currency in view are counted, as they open', async () => {
  const inDollars = { ...row('1998-10-06', '2026-11-02', '4'), Canal: 'Plaza', Cuenta: 'US' };
  const inPesos = { ...row('1998-10-05', '2026-11-02', '3'), Cuenta: '1' };
  const currencies = { main: 'CLP', own: [{ Canal: 'Plaza', Cuenta: 'US', code: 'USD' }] };
  await openPage(
    {
      rows: [inDollars, inDollars, inPesos],
      present: '2026-11-20T12:00:00.000Z' as UtcInstant,
      accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
    },
    () => (
      <InAccount>
        <CopyFacts status={status()} undatedRows={0} outOfRangeRows={3} />
      </InAccount>
    ),
  );
  const links = await screen.findAllByTestId('open-out-of-range');
  expect(links.map((link) => link.querySelector('data')?.value)).toEqual(['1']);
});

describe('the count beside the source’s own', () => {
  const at = (time: string) => time as LocalDateTime;
  const control = (from: string, to: string, range: Month | 'all') => ({
    range,
    scope: 'everything' as const,
    from: at(from),
    to: at(to),
    there: 8,
    here: 8,
    agrees: true,
    checkedAt: '2026-11-20T15:30:00.000Z' as UtcInstant,
    correlationId: 'c',
  });
  const month = (name: string, to: string) => ({
    month: name as Month,
    rows: 9,
    orders: 9,
    lastReadAt: null,
    controls: { everything: control(`${name}-01T00:00:00.000`, to, name as Month), dashboard: null },
  });
  const coverage = {
    revision: 1,
    months: [month('2026-10', '2026-10-31T23:59:59.000'), month('2026-11', '2026-11-19T23:59:59.000')],
    controls: {
      everything: control('2026-10-01T00:00:00.000', '2026-11-19T23:59:59.000', 'all'),
      dashboard: null,
    },
    search: null,
    undatedRows: 0,
    outOfRangeRows: 0,
  };
  const days = (from: string, to: string): Period => ({ from: from as LocalDate, to: to as LocalDate });

  test.each([
    [null, 'Hasta el 19-11: 8 filas aquí y en la API'],
    [days('2026-10-01', '2026-10-31'), 'oct 2026: 8 filas aquí y en la API'],
    [days('2026-11-01', '2026-11-30'), 'nov 2026 hasta el 19: 8 filas aquí y en la API'],
  ])('says which days were compared, and when', async (period, said) => {
    const { user } = await openPage({ rows: [row('2026-11-20', '', '1')] }, () => (
      <InAccount>
        <DataQualityMark status={null} coverage={coverage as never} period={period} />
      </InAccount>
    ));
    const mark = await screen.findByTestId('panel-quality');
    expect(mark.title).toContain(said);
    // The gravest of it: nothing differs, but no changes were read.
    expect(mark.dataset.value).toBe('info');
    await user.click(mark);
    // What was counted then stands beside newer counts.
    const counted = `${said} (contadas 20-11-2026 15:30 UTC)`;
    expect((await screen.findByTestId('panel-control')).textContent).toBe(counted);
    expect(screen.getByTestId('panel-control-when').dataset.value).toBe('2026-11-20T15:30:00.000Z');
  });
});

test('months whose rows wait on disk are counted beside what else is known of the copy', async () => {
  await openPage(
    {
      rows: [row('2026-10-05', '2026-11-02', '100')],
      boundRows: (bound) => ({ bound, heldBytes: 1, outBytes: 2, monthsOut: 3, isKept: true }),
    },
    () => (
      <InAccount>
        <CopyFacts status={status()} undatedRows={0} outOfRangeRows={0} />
      </InAccount>
    ),
  );
  const told = await screen.findByTestId('months-on-disk');
  expect(told.textContent).toBe(text('copy.on-disk', { count: 3 }));
  expect(told.dataset.value).toBe('3');
});
