import { screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ChoiceBar } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import { PivotScreen } from '#renderer/screens/profitability/pivot/pivot-screen.tsx';
import {
  type ChartKind,
  INITIAL_VIEW,
  type ProfitabilityView,
} from '#renderer/screens/profitability/state/view-state.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, probedSelection, type Row, SelectionProbe } from './page.tsx';

/** The pivot drawn as bars: from the table and back, by pointer and by keys, and from a mark to its orders. */

const row = (canal: string, sales: string, result: string, cost: string, day = '2026-10-05') => ({
  Canal: canal,
  'SKU Producto': sales === '300' ? 'b' : 'a',
  'Fecha de compra': `${day}T10:00:00.000`,
  Ventas: sales,
  'Rentabilidad Total': result,
  'Costo de Producto': cost,
  'Costo Total': cost,
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

const OCTOBER = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };

function Pivot() {
  const { change } = useSelection();
  const [view, setView] = useState<ProfitabilityView>({ ...INITIAL_VIEW, shows: 'pivot' });
  const job = useRef(() => null);
  return (
    <>
      <ChoiceBar view={view} onChange={setView} />
      <PivotScreen view={view.pivot} onChange={(pivot) => setView({ ...view, pivot })} job={job} />
      <output aria-label="screen">{useNavigation().address.screen}</output>
      <output aria-label="column">{useNavigation().address.detail}</output>
      <button type="button" onClick={() => change({ type: 'set-period', period: OCTOBER })}>
        octubre
      </button>
    </>
  );
}

async function chart(kind: ChartKind, rows: readonly Row[] = ROWS) {
  const page = await openPage({ rows }, () => (
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
    const words = () => screen.getByTestId('chart-seen').textContent?.replace(/[^\S ]/gu, ' ');
    const likely = text('chart.likely', { figure: '−6,8 %' });
    expect(words()).toBe(`Dos  · Ventas 350,00 · −2,1 % · ${likely}`);
    screen.getByTestId('chart-plot').focus();
    await user.keyboard('{ArrowLeft}');
    expect(seen()).toEqual(['100.10', '30.469530']);
    expect(words()).toBe('Uno  · Ventas 100,10 · 30,5 %');
    await user.hover(dots()[2] as HTMLElement);
    expect(seen()).toEqual(['40.00', '22.500000']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByLabelText('screen').textContent).toBe('orders'));
    expect(probedSelection().filters).toEqual([{ column: 'Canal', values: ['Tres'] }]);
  });

  const opened = async () => {
    await waitFor(() => expect(screen.getByLabelText('screen').textContent).toBe('orders'));
    const { filters, period } = probedSelection();
    return { filters, period };
  };
  const listed = () =>
    screen
      .getAllByTestId('chart-figure')
      .map(({ dataset, lastElementChild }) => [dataset.key, (lastElementChild as HTMLElement).dataset.value]);

  test('of lines each has its exact figure at the time in view; keys walk both, and lead to the orders', async () => {
    const { user } = await chart('lines', [...ROWS, row('Uno', '70', '20', '10', '2026-09-05')]);
    // October is not over: the newest month that is over is in view, which has Uno alone.
    expect(listed().map(([, value]) => Number(value))).toEqual([0, 70, 0, 70]);
    screen.getByTestId('chart-plot').focus();
    await user.keyboard('{ArrowRight}');
    expect(listed()).toEqual([
      ['=Dos', '350.00'],
      ['=Uno', '100.10'],
      ['=Tres', '40.00'],
      ['total', '490.10'],
    ]);
    await user.keyboard('{Home}{ArrowDown}');
    await user.keyboard('{Enter}');
    const september = { from: '2026-09-01', to: '2026-09-30' };
    expect(await opened()).toEqual({
      filters: [{ column: 'Canal', values: ['Uno'] }],
      period: september,
    });
  });

  test('lines are named at their ends, told apart by their strokes, months by their names, the axis by its unit', async () => {
    const { user } = await chart('lines', [...ROWS, row('Uno', '70', '20', '10', '2026-09-05')]);
    const plot = screen.getByTestId('chart-plot');
    await waitFor(() =>
      expect(screen.getAllByTestId('chart-line-name').map(({ textContent }) => textContent)).toEqual([
        'Dos',
        'Uno',
        'Tres',
      ]),
    );
    const strokes = [...plot.querySelectorAll('.recharts-line-curve')].map((line) =>
      line.getAttribute('stroke-dasharray'),
    );
    expect(new Set(strokes).size).toBeGreaterThan(3);
    expect(within(plot).getByText('sep 26')).toBeTruthy();
    expect(within(plot).getByText('oct')).toBeTruthy();
    expect(screen.getByTestId('chart-unit').textContent).toBe('');
    await user.click(screen.getByTestId('chart-measure'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Rentabilidad Total % de Ventas' }));
    await waitFor(() => expect(screen.getByTestId('chart-unit').textContent).toBe('%'));
  });

  test('a press on a point leads to its orders', async () => {
    const { user } = await chart('lines', [...ROWS, row('Uno', '70', '20', '10', '2026-09-05')]);
    const plot = screen.getByTestId('chart-plot');
    await waitFor(() => expect(plot.querySelectorAll('.recharts-line-curve').length).toBeGreaterThan(2));
    // The right end of the plot is October; its top the greatest, Dos.
    await user.pointer({ target: plot, coords: { clientX: 890, clientY: 20 }, keys: '[MouseLeft]' });
    expect((await opened()).filters).toEqual([{ column: 'Canal', values: ['Dos'] }]);
  });

  test('of lines the one in view has what missing costs may take from its margin, and legend', async () => {
    const { user } = await chart('lines', [...ROWS, row('Uno', '70', '20', '10', '2026-09-05')]);
    const missing = () =>
      [...screen.getByTestId('chart-plot').querySelectorAll('.recharts-area-area')].filter((area) =>
        /\d/.test(area.getAttribute('d') ?? ''),
      ).length;
    expect(screen.queryByText(text('chart.missing-cost'))).toBeNull();
    expect(missing()).toBe(0);
    await user.click(screen.getByTestId('chart-measure'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Rentabilidad Total' }));
    await screen.findByText(text('chart.missing-cost'));
    screen.getByTestId('chart-plot').focus();
    await user.keyboard('{End}');
    const dos = screen.getAllByTestId('chart-figure').find(({ dataset }) => dataset.key === '=Dos');
    expect(dos?.title).toContain(text('chart.likely', { figure: '−23,92' }));
    await user.hover(dos as HTMLElement);
    await waitFor(() => expect(missing()).toBe(1));
    await user.click(dos as HTMLElement);
    expect((await opened()).filters).toEqual([{ column: 'Canal', values: ['Dos'] }]);
  });

  test('of stacks the group in view has every line of its result, each leading to its orders', async () => {
    const { user } = await chart('stacked', [
      {
        ...row('Uno', '100', '37', '20'),
        'Ingreso Total': '104',
        'Cobro de Comisiones': '30',
        'Reembolso de Comisiones': '4',
        'Cobro por publicidad': '21',
      },
      { ...row('Dos', '50', '-5', '10'), 'Ingreso Total': '50', 'Cobro de Comisiones': '45' },
    ]);
    await waitFor(() => expect(keys()).toEqual(['=Uno', '=Dos']));
    // Costs and result.
    expect(figures()).toEqual([
      [67, 37],
      [55, -5],
    ]);
    const lineOf = (id: string) => Number(Object.fromEntries(listed())[id]);
    expect(['Ingreso Total', 'commissions', 'advertising', 'Costo de Producto'].map(lineOf)).toEqual([
      104, 26, 21, 20,
    ]);
    marks()[0]?.focus();
    await user.keyboard('{ArrowDown}');
    expect(['Ingreso Total', 'commissions', 'Rentabilidad Total'].map(lineOf)).toEqual([50, 45, -5]);
    await waitFor(() =>
      expect(
        screen.getByTestId('chart-plot').querySelectorAll('.recharts-bar-rectangle path').length,
      ).toBeGreaterThanOrEqual(6),
    );
    await user.click(
      screen
        .getAllByTestId('chart-figure')
        .find(({ dataset }) => dataset.key === 'commissions') as HTMLElement,
    );
    expect((await opened()).filters).toEqual([{ column: 'Canal', values: ['Dos'] }]);
    expect(screen.getByLabelText('column').textContent).toBe('Cobro de Comisiones');
  });

  test('of two dimensions each part is a bar of its own, with its figure and its orders', async () => {
    const { user } = await chart('bars');
    await user.click(screen.getByTestId('choose-second'));
    await user.click(await screen.findByRole('option', { name: 'SKU Producto' }));
    await waitFor(() => expect(keys()).toContain('=Dos\n=b'));
    expect(keys()).toEqual(['=Dos', '=Dos\n=b', '=Dos\n=a', '=Uno', '=Uno\n=a', '=Tres', '=Tres\n=a']);
    expect(figures().flat()).toEqual([350, 300, 50, 100.1, 100.1, 40, 40]);
    await user.click(marks()[1] as HTMLElement);
    expect((await opened()).filters).toEqual([
      { column: 'Canal', values: ['Dos'] },
      { column: 'SKU Producto', values: ['b'] },
    ]);
  });

  test('months within groups are of one hue, in their order; the one that is over stands out, then the one reached', async () => {
    const { user } = await chart('bars', [...ROWS, row('Dos', '70', '20', '10', '2026-09-05')]);
    await user.click(screen.getByTestId('choose-second'));
    await user.click(await screen.findByRole('option', { name: text('unit.month') }));
    await waitFor(() => expect(keys().slice(0, 3)).toEqual(['=Dos', '=Dos\n=2026-09', '=Dos\n=2026-10']));
    const samples = () =>
      marks()
        .flatMap((mark) => [...mark.querySelectorAll('i')])
        .map(({ style }) => [style.background, style.opacity !== '']);
    const inks = new Set(samples().map(([ink]) => ink));
    expect(inks.size).toBe(1);
    expect(samples().map(([, isPale]) => isPale)).toEqual([false, true, true, true]);
    await user.hover(marks()[2] as HTMLElement);
    expect(samples().map(([, isPale]) => isPale)).toEqual([true, false, false, false]);
  });

  test('held against a period without rows a bar has no second figure: it would be the first once more', async () => {
    const { user } = await chart('bars');
    await user.click(screen.getByRole('button', { name: 'octubre' }));
    await user.click(screen.getByTestId('choose-comparison'));
    await user.click(await screen.findByRole('menuitemradio', { name: text('bar.against-previous-period') }));
    await screen.findByText(text('pivot.against', { period: '1–30 sep 2026' }));
    expect(figures().map((each) => each.length)).toEqual([1, 1, 1]);
    expect(screen.queryByText(text('chart.before-legend'))).toBeNull();
  });

  test('compared, bars say by how much they differ, and the warning of unlike costs stands above', async () => {
    const { user } = await chart('bars', [...ROWS, row('Uno', '80', '20', '10', '2026-09-05')]);
    await user.click(screen.getByRole('button', { name: 'octubre' }));
    await user.click(screen.getByTestId('choose-comparison'));
    await user.click(await screen.findByRole('menuitemradio', { name: text('bar.against-previous-period') }));
    await waitFor(() => expect(figures()[0]).toHaveLength(3));
    const uno = figures()[keys().indexOf('=Uno')];
    expect(uno).toEqual([100.1, 20.1, 25.125]);
    // More sales are good news; more cost is none, whichever way its sign points.
    const toneOf = () =>
      marks()
        .find(({ dataset }) => dataset.key === '=Uno')
        ?.querySelectorAll('data')[1]?.className;
    const good = toneOf();
    expect(good).toContain('positive');
    await user.click(screen.getByTestId('chart-measure'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Costo Total' }));
    await waitFor(() => expect(toneOf()).toContain('negative'));
    await waitFor(() => expect(screen.getAllByTestId('chart-before').length).toBeGreaterThan(0));
    // October: 440.10 of 490.10 have a cost; September all.
    const warning = screen.getByTestId('coverage-gap-previous-period');
    expect(Number(warning.dataset.value)).toBeCloseTo((100 * 440.1) / 490.1 - 100, 5);
    await user.click(within(screen.getByTestId('pivot-chart')).getByTestId('chart-as-table'));
    await screen.findByRole('grid');
    expect(screen.getByTestId('coverage-gap-previous-period')).toBeTruthy();
    await user.click(screen.getByTestId('choose-comparison'));
    await user.click(await screen.findByRole('menuitemradio', { name: text('bar.no') }));
    await waitFor(() => expect(screen.queryByTestId('coverage-gap-previous-period')).toBeNull());
  });
});
