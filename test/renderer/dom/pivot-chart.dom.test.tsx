import { screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { ChoiceBar } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import { PivotScreen } from '#renderer/screens/profitability/pivot/pivot-screen.tsx';
import {
  type ChartKind,
  INITIAL_VIEW,
  type ProfitabilityView,
} from '#renderer/screens/profitability/state/view-state.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, SelectionProbe } from './page.tsx';

/** The pivot drawn as bars: from the table and back, by pointer and by keys, and from a mark to its orders. */

const row = (canal: string, sales: string, result: string, cost: string) => ({
  Canal: canal,
  'Fecha de compra': '2026-10-05T10:00:00.000',
  Ventas: sales,
  'Rentabilidad Total': result,
  'Costo de Producto': cost,
});
const ROWS = [
  row('Uno', '100.10', '30.5', '20'),
  row('Dos', '300', '-12.25', '100'),
  row('Dos', '50', '5', '0'),
  row('Tres', '40', '9', '5'),
];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => vi.restoreAllMocks());

function Pivot() {
  const [view, setView] = useState<ProfitabilityView>({ ...INITIAL_VIEW, shows: 'pivot' });
  const job = useRef(() => null);
  return (
    <>
      <ChoiceBar view={view} onChange={setView} />
      <PivotScreen view={view.pivot} onChange={(pivot) => setView({ ...view, pivot })} job={job} />
      <output aria-label="screen">{useNavigation().address.screen}</output>
    </>
  );
}

async function chart(kind: ChartKind) {
  const page = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <Pivot />
      <SelectionProbe />
    </InAccount>
  ));
  await screen.findByRole('grid');
  await page.user.click(screen.getByTestId('choose-chart'));
  await page.user.click(await screen.findByRole('menuitemradio', { name: text(`chart.${kind}`) }));
  await screen.findByTestId('pivot-chart');
  return page;
}

const marks = () => screen.getAllByTestId('chart-mark');
const figures = () =>
  marks().map((mark) =>
    [...mark.querySelectorAll<HTMLElement>('[data-value]')].map(({ dataset }) => Number(dataset.value)),
  );
const keys = () => marks().map(({ dataset }) => dataset.key);
const bars = async () => {
  const plot = screen.getByTestId('chart-plot');
  await waitFor(() =>
    expect(plot.querySelectorAll('.recharts-bar-rectangle path').length).toBeGreaterThan(0),
  );
  return [...plot.querySelectorAll<SVGPathElement>('.recharts-bar-rectangle path')];
};

describe('the pivot as a chart', () => {
  test('draws a bar for each group, the greatest first, with its exact figure beside', async () => {
    await chart('bars');
    expect(screen.queryByRole('grid')).toBeNull();
    expect(keys()).toEqual(['=Dos', '=Uno', '=Tres']);
    expect(figures()).toEqual([[350], [100.1], [40]]);
    const widths = (await bars()).map((bar) => Number(bar.getAttribute('width')));
    expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(100.1 / 350, 2);
  });

  test('draws another measure, losses the other way, and what missing costs may take from a result', async () => {
    const { user } = await chart('bars');
    expect(screen.queryByText(text('chart.missing-cost'))).toBeNull();
    await user.click(screen.getByTestId('chart-measure'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Rentabilidad Total' }));
    await waitFor(() => expect(keys()).toEqual(['=Uno', '=Tres', '=Dos']));
    expect(figures()).toEqual([[30.5], [9], [-7.25]]);
    // Of the sales of Dos a seventh has no cost; the rest cost a third of their price.
    expect(marks()[2]?.title).toContain(text('chart.likely', { figure: '−23,92' }));
    expect(screen.getByText(text('chart.missing-cost'))).toBeTruthy();
  });

  test('is walked by the arrows, and Enter leads to the orders of the mark', async () => {
    const { user } = await chart('bars');
    expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    marks()[0]?.focus();
    await user.keyboard('{ArrowDown}{End}{ArrowUp}');
    expect(document.activeElement).toBe(marks()[1]);
    expect(marks().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('screen').textContent).toBe('orders'));
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Uno'] }]);
  });

  test('a press leads there too, and the table is one press away', async () => {
    const { user } = await chart('bars');
    await user.click(within(screen.getByTestId('pivot-chart')).getByTestId('chart-as-table'));
    await screen.findByRole('grid');
    expect(screen.queryByTestId('pivot-chart')).toBeNull();
    await user.click(screen.getByTestId('choose-chart'));
    await user.click(await screen.findByRole('menuitemradio', { name: text('chart.bars') }));
    await screen.findByTestId('pivot-chart');
    await user.click(marks()[0] as HTMLElement);
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Dos'] }]);
  });

  test('of a Pareto each mark has its share and what all so far come to, the last 100 %', async () => {
    await chart('pareto');
    await waitFor(() => expect(figures().every((each) => each.length === 3)).toBe(true));
    const shares = figures().map(([, share]) => share ?? 0);
    expect(shares[0]).toBeCloseTo((100 * 350) / 490.1, 5);
    const sums = figures().map(([, , cumulative]) => cumulative ?? 0);
    expect(sums[1]).toBeCloseTo((100 * 450.1) / 490.1, 5);
    expect(sums.at(-1)).toBe(100);
    await waitFor(() =>
      expect(screen.getByTestId('chart-plot').querySelectorAll('.recharts-line-curve')).toHaveLength(1),
    );
  });

  test('of a scatter each dot stands where its sales and its margin are, and keys and pointer lead to its orders', async () => {
    const { user } = await chart('scatter');
    const dots = () => screen.getAllByTestId('chart-dot');
    await waitFor(() => expect(dots()).toHaveLength(3));
    expect(dots().map(({ dataset }) => dataset.key)).toEqual(['=Dos', '=Uno', '=Tres']);
    const places = dots().map((dot) => {
      const circle = dot.querySelector('circle');
      return { x: Number(circle?.getAttribute('cx')), y: Number(circle?.getAttribute('cy')) };
    });
    const [dos, uno, tres] = places;
    if (dos === undefined || uno === undefined || tres === undefined) throw new Error('Three dots.');
    // Ventas 350, 100.10 and 40; margins −2.07, 30.47 and 22.5 %.
    expect((dos.x - uno.x) / (dos.x - tres.x)).toBeCloseTo(249.9 / 310, 3);
    const margins = [-7.25 / 350, 30.5 / 100.1, 9 / 40] as const;
    expect((uno.y - dos.y) / (tres.y - dos.y)).toBeCloseTo(
      (margins[1] - margins[0]) / (margins[2] - margins[0]),
      3,
    );
    // What the missing cost of Dos may take from it.
    expect(dots().map((dot) => dot.querySelectorAll('line').length)).toEqual([1, 0, 0]);
    const seen = () =>
      [...screen.getByTestId('chart-seen').querySelectorAll<HTMLElement>('[data-value]')].map(
        ({ dataset }) => dataset.value,
      );
    expect(seen()).toEqual(['350.00', '-2.071429']);
    screen.getByTestId('chart-plot').focus();
    await user.keyboard('{ArrowLeft}');
    expect(seen()).toEqual(['100.10', '30.469530']);
    await user.hover(dots()[2] as HTMLElement);
    expect(seen()).toEqual(['40.00', '22.500000']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('screen').textContent).toBe('orders'));
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Tres'] }]);
  });
});
