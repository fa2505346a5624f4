import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '#renderer/features/preferences/stored.ts';
import { ProfitabilityScreen } from '#renderer/screens/profitability/profitability-screen.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, type Row } from './page.tsx';

/** The result and the pivot on paper: every line and figure of them, and how they get there. */

const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10'] as const;
const CHANNELS = ['Plaza', 'Tienda', 'Austral'] as const;
const ROWS: readonly Row[] = MONTHS.flatMap((month, at) =>
  CHANNELS.map((Canal, of) => ({
    Canal,
    Cuenta: 'una',
    Orden: `P-${at}-${of}`,
    'Fecha de compra': `${month}-05T10:00:00.000`,
    'SKU Producto': `S${of}`,
    Ventas: `${1000 * (at + 1) + of}.25`,
    'Ingreso Total': `${1000 * (at + 1) + of}.25`,
    'Costo de Producto': '10.00',
    'Rentabilidad Total': `${100 * (at + 1) + of}.50`,
  })),
);

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(200);
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

async function openResult(setting: Partial<PageSetting> = {}) {
  const page = await openPage({ rows: ROWS, ...setting }, () => (
    <InAccount>
      <ProfitabilityScreen />
    </InAccount>
  ));
  await screen.findByRole('grid');
  return page;
}

const print = (step: 'beforeprint' | 'afterprint') => act(async () => window.dispatchEvent(new Event(step)));
const valuesOf = (table: HTMLElement): readonly string[] =>
  [...table.querySelectorAll<HTMLElement>('[data-value]')].map(({ dataset }) => dataset.value ?? '');

test('the result: lines and months that nobody scrolled to, each figure as exact as on the screen, and the table comes back', async () => {
  await openResult();
  await waitFor(() => expect(document.querySelectorAll('[data-row]').length).toBeGreaterThan(5));
  const onScreen = new Set(valuesOf(screen.getByRole('grid')));
  expect(screen.queryByTestId('statement-paper')).toBeNull();
  await print('beforeprint');
  const paper = screen.getByTestId('statement-paper');
  const printed = valuesOf(paper);
  for (const value of onScreen) expect(printed).toContain(value);
  // Each month's income, and that of all: sums of three rows, in exact hundredths.
  for (const [at] of MONTHS.entries()) expect(printed).toContain(`${3 * 1000 * (at + 1) + 3}.75`);
  expect(printed).toContain('30015.00');
  for (const table of paper.querySelectorAll('table')) {
    expect(table.querySelector('thead')?.textContent).not.toBe('');
    const lengths = [...table.querySelectorAll('tbody tr')].map((line) => line.children.length);
    expect(new Set(lengths)).toEqual(new Set([table.querySelectorAll('col').length]));
  }
  await print('afterprint');
  expect(screen.queryByTestId('statement-paper')).toBeNull();
});

test('the pivot: its groups by months, under the months’ names, and its total', async () => {
  const page = await openResult();
  await page.user.click(screen.getByTestId('pivot-starts'));
  await page.user.click(await screen.findByRole('menuitem', { name: text('start.channel-month') }));
  await waitFor(() => expect(screen.getAllByTestId('pivot-row').length).toBeGreaterThan(2));
  await print('beforeprint');
  const paper = screen.getByTestId('pivot-paper');
  const printed = valuesOf(paper);
  for (const row of ROWS) expect(printed).toContain(row.Ventas);
  expect(paper.querySelector('[data-paper=total]')?.textContent).toContain('30.015');
  expect(paper.querySelector('[data-paper=subtotal]')).toBeNull();
  expect([...paper.querySelectorAll('thead tr:first-child th')].map((name) => name.textContent)).toEqual(
    expect.arrayContaining(['jul 2026', 'oct 2026', text('pivot.total')]),
  );
  await print('afterprint');
});

test('in the browser the menu gives way, then the browser’s own dialog opens', async () => {
  const page = await openResult();
  const menus: (readonly [number, string | undefined])[] = [];
  const { dataset } = document.documentElement;
  vi.stubGlobal('print', () => {
    menus.push([document.querySelectorAll('[role=menu]').length, dataset.paper]);
  });
  await page.user.click(screen.getByTestId('export-menu'));
  const entry = await screen.findByTestId('export-pdf');
  expect(entry.textContent).toBe(text('export.as-pdf-browser'));
  await page.user.click(entry);
  await waitFor(() => expect(menus).toEqual([[0, 'lying']]));
  await print('afterprint');
  expect(dataset.paper).toBeUndefined();
  expect(page.asked.map(({ call }) => call)).not.toContain('exportPaper');
  vi.unstubAllGlobals();
});

test('in the desktop app the main process prints it into the file that was chosen, covered amounts only when told to', async () => {
  writeStored('cuadra.preferences', { hidesAmounts: true });
  const page = await openResult({
    replies: {
      readHostInfo: () => ({ host: 'desktop', version: '1' }),
    },
    mainStreams: {
      // biome-ignore lint/correctness/useYield: nobody feeds it.
      exportPaper: async function* () {
        return { kind: 'file', path: '/tmp/x.pdf' };
      },
    },
  });
  await page.user.click(screen.getByTestId('export-menu'));
  await page.user.click(await screen.findByTestId('export-pdf'));
  expect(await screen.findByText(text('export.stays-covered'))).toBeTruthy();
  const exports = () => page.asked.filter(({ call }) => call === 'exportPaper');
  expect(exports()).toEqual([]);
  await page.user.click(screen.getByTestId('export-covered'));
  const done = await screen.findByTestId('export-done');
  expect(done.dataset.path).toBe('/tmp/x.pdf');
  expect(exports()).toHaveLength(1);
  expect(exports()[0]?.input).toEqual({ fileName: expect.stringMatching(/^cuadra-.+\.pdf$/) });
});

test('a print that fails leaves no file, and says why', async () => {
  const page = await openResult({
    replies: {
      readHostInfo: () => ({ host: 'desktop', version: '1' }),
    },
    mainStreams: {
      // biome-ignore lint/correctness/useYield: it fails before.
      exportPaper: async function* () {
        throw new Error('no room');
      },
    },
  });
  await page.user.click(screen.getByTestId('export-menu'));
  await page.user.click(await screen.findByTestId('export-pdf'));
  expect(await screen.findByText(/no room/)).toBeTruthy();
  expect(page.asked.map(({ call }) => call)).toContain('cancelStream');
  expect(screen.queryByTestId('export-done')).toBeNull();
});
