import { act, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { targetKey } from '#renderer/data/model/targets.ts';
import { byColumn } from '#renderer/features/dimensions/dimensions.ts';
import type { TableJob } from '#renderer/features/export/export.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ChoiceBar } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import { StatementScreen } from '#renderer/screens/profitability/income-statement/statement-screen.tsx';
import { ShadesProvider } from '#renderer/screens/profitability/state/shades.ts';
import {
  INITIAL_VIEW,
  type ProfitabilityView,
  type StatementView,
} from '#renderer/screens/profitability/state/view-state.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Period } from '#shared/domain/selection.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, type Row, SelectionProbe } from './page.tsx';
import { readOf } from './reading.ts';

/** The statement as the grid draws it: figures, sections, keys, copies, shades, and the ways to the orders. */

const CHARGE = 'Cobro de Comisiones';
const REFUND = 'Reembolso de Comisiones';
const COLUMNS = [
  'Ventas',
  'Ingreso Total',
  CHARGE,
  REFUND,
  'Rentabilidad Total',
  'Costo de Producto',
] as const;

const row = (day: string, ...figures: readonly string[]) => ({
  Canal: 'Uno',
  'Fecha de compra': `${day}T10:00:00.000`,
  ...Object.fromEntries(COLUMNS.map((column, at) => [column, figures[at] ?? '0'])),
});
const ROWS = [
  row('2026-09-03', '100', '110.25', '20', '1.5', '50.125', '30'),
  row('2026-10-05', '200', '205', '30', '0', '99.99', '0'),
  row('2026-10-31', '0.01', '0.01', '0', '0', '-3', '0'),
  row('2026-11-20', '400', '401', '100', '10', '-7.5', '200'),
];
const MONTHS = ['2026-09', '2026-10', '2026-11'];

/** Sums in thousandths, by rows of its own; `month`: all of them where there is none. */
function sumOf(column: (typeof COLUMNS)[number], month = ''): number {
  const own = ROWS.filter((each) => each['Fecha de compra'].startsWith(month));
  return own.reduce((sum, each) => sum + Math.round(Number(each[column as keyof typeof each]) * 1000), 0);
}
const commissionsOf = (month?: string) => sumOf(CHARGE, month) - sumOf(REFUND, month);
const thousandths = (value: string | null | undefined) => Math.round(Number(value) * 1000);

// happy-dom lays nothing out: there is room for every column.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});

function Statement() {
  const [view, setView] = useState(INITIAL_VIEW.statement);
  const job = useRef(() => null);
  return <StatementScreen view={view} onChange={setView} job={job} />;
}

function Place() {
  return <output aria-label="screen">{useNavigation().address.screen}</output>;
}

let select: (period: Period) => void = () => {};
function Select() {
  const { change } = useSelection();
  select = (period) => change({ type: 'set-period', period });
  return null;
}

/** What the legend above the table is told. */
const toldShades = { isThere: false };
const tellShades = (isThere: boolean): void => {
  toldShades.isThere = isThere;
};

async function statement(
  rows: readonly Row[] = ROWS,
  annotations: NonNullable<PageSetting['annotations']> = [],
) {
  const page = await openPage({ rows, annotations }, () => (
    <InAccount>
      <ShadesProvider value={tellShades}>
        <Statement />
      </ShadesProvider>
      <Select />
      <SelectionProbe />
      <Place />
    </InAccount>
  ));
  const grid = await screen.findByRole('grid', { name: text('statement.label') });
  return { ...page, grid };
}

const lines = () =>
  [...document.querySelectorAll<HTMLElement>('[data-line]')].toSorted(
    (a, b) => Number(a.dataset.row) - Number(b.dataset.row),
  );
const names = () => lines().map(({ dataset }) => dataset.line);
function line(id: string): HTMLElement {
  const found = lines().find(({ dataset }) => dataset.line === id);
  if (found === undefined) throw new Error(`There is no line ${id}.`);
  return found;
}
function cell(id: string, column: string): HTMLElement {
  const found = line(id).querySelector<HTMLElement>(`[data-column="${column}"]`);
  if (found === null) throw new Error(`There is no cell ${column} of ${id}.`);
  return found;
}
const head = (id: string) => within(line(id)).getByRole('rowheader');
/** The class of shade, of 1 to 5. */
const shade = (element: HTMLElement) => /shade[1-5]/.exec(element.className)?.[0] ?? null;
async function focus(grid: HTMLElement) {
  await act(async () => grid.focus());
}

describe('the statement', () => {
  test('by months says which have the least and the most of their costs loaded, and nothing where all are alike', async () => {
    await statement();
    // September: all of 100; October: none of 200.01.
    const spread = await screen.findByTestId('coverage-spread');
    expect(spread.dataset.value).toBe('-100.000000');
    expect(spread.textContent).toContain('oct 2026');
    expect(spread.textContent).toContain('sep 2026');
  });

  test('says nothing of months whose costs are loaded alike', async () => {
    await statement(ROWS.filter((each: Row) => each['Costo de Producto'] !== '0'));
    expect(screen.queryByTestId('coverage-spread')).toBeNull();
  });

  test('holds the exact sums of every month, and of all of them at its end', async () => {
    const { user } = await statement();
    for (const month of MONTHS) {
      for (const column of ['Ingreso Total', 'Rentabilidad Total', 'Costo de Producto'] as const) {
        expect(thousandths(cell(column, `amount =${month}`).dataset.value)).toBe(sumOf(column, month));
      }
      expect(thousandths(cell('commissions', `amount =${month}`).dataset.value)).toBe(commissionsOf(month));
    }
    for (const column of ['Ingreso Total', 'Rentabilidad Total', 'Costo de Producto'] as const)
      expect(thousandths(screen.getByTestId(`line-${column}`).dataset.value)).toBe(sumOf(column));
    expect(thousandths(screen.getByTestId('line-commissions').dataset.value)).toBe(commissionsOf());
    // A share of Ventas, with six places.
    const rate = (100 * sumOf('Rentabilidad Total', '2026-09')) / sumOf('Ventas', '2026-09');
    expect(Number(cell('Rentabilidad Total', 'rate =2026-09').dataset.value)).toBeCloseTo(rate, 6);
    // What it is of stands in its title, and what a line counts in.
    const titles: string[] = [];
    for (const [id, column] of [
      ['commissions', 'rate =2026-09'],
      ['Rentabilidad Total', 'rate =2026-09'],
      ['Rentabilidad Total', 'rate =2026-10'],
      ['commissions', 'scopes'],
    ] as const) {
      await user.hover(cell(id, column));
      titles.push(cell(id, column).title.replace(/[^\S\n]/gu, ' '));
    }
    expect(titles).toEqual([
      '18,5 ÷ 100,00 (Comisiones ÷ Ventas)',
      '50,125 ÷ 100,00 (Rentabilidad Total ÷ Ventas)',
      '96,990 ÷ 200,01 (Rentabilidad Total ÷ Ventas)',
      'Entra en Rentabilidad Marketplace\nEntra en Rentabilidad Comercial\nEntra en Rentabilidad Total',
    ]);
  });

  test('draws all its rows, though the screen shows fewer, each with its name as header', async () => {
    const { grid } = await statement();
    expect(grid.getAttribute('aria-rowcount')).toBe(String(lines().length + 2));
    expect(lines().length * 26).toBeGreaterThan(300);
    expect(names().at(-1)).toBe('coverage');
    for (const each of lines()) expect(within(each).getAllByRole('rowheader')).toHaveLength(1);
    expect(head('commissions').textContent).toBe(`−${text('section.commissions')}`);
  });

  test('opens a section to its columns with a press, and closes it with keys', async () => {
    const { user, grid } = await statement();
    const folded = names();
    expect(head('commissions').getAttribute('aria-expanded')).toBe('false');
    expect(head('Costo de Producto').getAttribute('aria-expanded')).toBeNull();
    await user.click(head('commissions'));
    const added = names().filter((id) => !folded.includes(id));
    expect(added).toContain(`commissions/${CHARGE}`);
    expect(added.every((id) => id?.startsWith('commissions/'))).toBe(true);
    expect(head('commissions').getAttribute('aria-expanded')).toBe('true');
    expect(thousandths(screen.getByTestId(`line-commissions/${CHARGE}`).dataset.value)).toBe(sumOf(CHARGE));
    // Its name runs on over the next column, which says nothing of parts.
    const widths = ['name', 'scopes'].map((id) => Number.parseInt(cell('commissions', id).style.width, 10));
    expect(head(`commissions/${CHARGE}`).style.width).toBe(`${(widths[0] ?? 0) + (widths[1] ?? 0)}px`);
    await focus(grid);
    await user.keyboard('{ArrowLeft}');
    expect(names()).toEqual(folded);
    await user.keyboard('{ArrowRight}');
    expect(names()).not.toEqual(folded);
    // From a part to the line that holds it, and Enter on that.
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect(grid.getAttribute('aria-activedescendant')).toBe(head('commissions').id);
    await user.keyboard('{Enter}');
    expect(names()).toEqual(folded);
  });

  test('copies what is chosen, exactly, and with names when asked', async () => {
    const { user, grid } = await statement();
    await focus(grid);
    await user.click(cell('Ingreso Total', 'amount =2026-09'));
    await user.keyboard('{Control>}c{/Control}');
    expect(await navigator.clipboard.readText()).toMatch(/^110,250*$/);
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Control>}{Alt>}c{/Alt}{/Control}');
    const [header, figures] = (await navigator.clipboard.readText()).split('\n');
    expect(header?.split('\t')).toHaveLength(3);
    expect(figures?.split('\t').map((figure) => thousandths(figure.replace(',', '.')))).toEqual([
      sumOf('Ingreso Total', '2026-09'),
      Math.round((100_000 * sumOf('Ingreso Total', '2026-09')) / sumOf('Ventas', '2026-09')),
      sumOf('Ingreso Total', '2026-10'),
    ]);
    // Below, a line apart: whose figures they are, of which days, and of which reading of the rows.
    await user.keyboard('{Control>}{Alt>}{Shift>}c{/Shift}{/Alt}{/Control}');
    const lines = (await navigator.clipboard.readText()).split('\r\n');
    expect(lines.slice(0, 2).join('\n')).toBe(`${header?.trimEnd()}\n${figures?.trimEnd()}`);
    const facts = new Map(
      lines.slice(lines.indexOf('') + 1).map((line) => line.split('\t') as [string, string]),
    );
    expect(facts.get(text('fact.account'))).toBe(account().name);
    expect(facts.get(text('fact.period'))).toContain('Fecha de compra');
    expect(facts.get(text('fact.revision'))).toBe('01-04-2026 12:00:00 UTC');
  });

  test('shades rates within their line, the results’ too, but neither amounts nor what has no like', async () => {
    await statement();
    const shadesOf = (id: string) => MONTHS.map((month) => shade(cell(id, `rate =${month}`)));
    const rates = MONTHS.map((month) => sumOf('Rentabilidad Total', month) / sumOf('Ventas', month));
    const shades = shadesOf('Rentabilidad Total');
    expect(shades[rates.indexOf(Math.max(...rates))]).toBe('shade5');
    expect(shades[rates.indexOf(Math.min(...rates))]).toBe('shade1');
    expect(shadesOf('Ingreso Total')).toEqual([null, null, null]);
    expect(shade(cell('Rentabilidad Total', 'amount =2026-09'))).toBeNull();
    expect(shade(cell('Rentabilidad Total', 'rate whole'))).toBeNull();
    expect(toldShades).toEqual({ isThere: true });
  });

  test('leads from a cell, or from a month’s name, to the orders behind it', async () => {
    const { user } = await statement();
    const place = () => screen.getByLabelText('screen').textContent;
    await user.dblClick(cell('Rentabilidad Total', 'amount =2026-10'));
    await waitFor(() => expect(place()).toBe('orders'));
    expect(probedSelection().period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  });

  test('a month’s name leads to its orders', async () => {
    const { user } = await statement();
    const bands = screen.getAllByRole('button', { name: /2026/ });
    expect(bands).toHaveLength(MONTHS.length);
    await user.click(bands[0] as HTMLElement);
    expect(probedSelection().period).toEqual({ from: '2026-09-01', to: '2026-09-30' });
  });
});

test('its file and what stands below it are of the same figures; sections open beside each other', async () => {
  const job: { current: () => TableJob | null } = { current: () => null };
  const opened: (readonly string[])[] = [];
  function Held() {
    const [view, setView] = useState<StatementView>({
      ...INITIAL_VIEW.statement,
      columns: byColumn('Canal'),
      open: [],
    });
    return (
      <StatementScreen
        view={view}
        onChange={(next) => {
          opened.push(next.open);
          setView(next);
        }}
        job={job}
      />
    );
  }
  const year = row('2025-10-09', '100', '101', '44', '0', '40', '10');
  const { user } = await openPage({ rows: [...ROWS, { ...ROWS[0], Canal: 'Dos' }, year] }, () => (
    <InAccount>
      <Held />
      <Select />
      <SelectionProbe />
      <Place />
    </InAccount>
  ));
  await waitFor(() => expect(document.querySelector('[data-line=coverage]')).not.toBeNull());
  const below = () =>
    readOf(document.querySelector('footer') as Element).map((each) => each.replace(/\s/gu, ' '));
  type Content = {
    readonly table: {
      readonly columns: readonly { readonly name: string }[];
      readonly lines: Iterable<{ readonly cells: readonly unknown[] }>;
    };
  };
  const tableOf = (content: unknown, first = 2) => {
    const { columns, lines: all } = (content as Content).table;
    const cells = [...all].map(({ cells }) =>
      cells
        .map((each) =>
          typeof each === 'object' && each !== null ? (each as { value: string }).value : (each ?? '—'),
        )
        .join(' | '),
    );
    return [
      columns.map(({ name }) => name).join(' | '),
      cells.length,
      ...cells.slice(0, first),
      ...cells.slice(-2),
    ];
  };
  const written = job.current();
  const head4 = 'Sección | Línea | Nivel | Signo';
  const lines = [
    'Ingreso | Ingreso Total | 1 | suma | 817.26 | 102.156223 | 110.25 | 110.250000 | 927.51 | 103.055522',
    'Ingreso | Ventas | 2 | suma | 800.01 | 100.000000 | 100.00 | 100.000000 | 900.01 | 100.000000',
  ];
  const end = [
    'Resultado | Rentabilidad Total | 1 | resultado | 179.615 | 22.451594 | 50.125 | 50.125000 | 229.740 | 25.526383',
    'Cobertura | Ventas con Costo de Producto | 1 |  | 600.00 | 74.999063 | 100.00 | 100.000000 | 700.00 | 77.776914',
  ];
  const heads = `${head4} | Uno | Uno % | Dos | Dos % | Todo el período | Todo el período %`;
  expect([written?.fileName, written?.places, ...tableOf(written?.content)]).toEqual([
    ...['cuadra-rentabilidad-resultado-canal.csv', 2],
    ...[heads, 60, ...lines, ...end],
  ]);
  const blank = '0 |  | — | — | — | — | — | —';
  expect(tableOf(written?.inCsv, 4)).toEqual([
    ...[heads, 66, `Cuenta | Lumbre Hogar | ${blank}`],
    `Período | Todo el período · Fecha de compra | ${blank}`,
    `Zona | hora local del canal | ${blank}`,
    `Filtros | Sin filtros | ${blank}`,
    ...end,
  ]);
  expect(below()).toEqual([
    '6 órdenes y 6 filasVentas 900,01 Rentabilidad Marketplace— Rentabilidad Comercial— Rentabilidad Total229,74[De cobros a costos]Porcentajes: suma sobre suma de Ventas',
  ]);
  for (const id of ['commissions', 'shipping', 'commissions']) await user.click(cell(id, 'name'));
  expect(opened).toEqual([['commissions'], ['commissions', 'shipping'], ['shipping']]);
  await user.dblClick(cell('commissions', 'amount =Dos'));
  const dos = [{ column: 'Canal', values: ['Dos'] }];
  expect([decodeURIComponent(window.location.hash), probedSelection().filters]).toEqual([
    '#orders/Cobro de Comisiones',
    dos,
  ]);
  // Of one channel its column is all there is; what has a cost is of no column of the orders.
  await waitFor(() => expect(cell('coverage', 'amount whole').dataset.value).toBe('100.00'));
  await user.dblClick(cell('coverage', 'amount whole'));
  expect([window.location.hash, probedSelection().filters]).toEqual(['#orders', dos]);
});

test('two periods whose costs are not loaded alike say so above the lines', async () => {
  function Compared() {
    const { change } = useSelection();
    const job = useRef(() => null);
    const period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
    return (
      <>
        <button type="button" onClick={() => change({ type: 'set-period', period })}>
          octubre
        </button>
        <StatementScreen
          view={{ ...INITIAL_VIEW.statement, columns: 'previous-period' }}
          onChange={() => {}}
          job={job}
        />
      </>
    );
  }
  const { user } = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <Compared />
    </InAccount>
  ));
  await user.click(screen.getByRole('button', { name: 'octubre' }));
  // October has no cost at all, September's only row has one.
  const warning = await screen.findByTestId('coverage-gap-previous-period');
  expect(Number(warning.dataset.value)).toBe(-100);
  await user.click(within(warning).getByTestId('equal-coverage'));
  // Over rows that are none there is no rate.
  expect((await within(warning).findByTestId('equal-rate-total')).dataset.value).toBe('');
});

describe('the statement of one month', () => {
  const YEAR_AGO = row('2025-10-09', '100', '101', '44', '0', '40', '10');
  const october: Period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
  const columnIds = () =>
    [...document.querySelectorAll<HTMLElement>('[data-header]')].map(({ dataset }) => dataset.header);
  const value = (id: string, column: string) => cell(id, column).dataset.value;

  async function month(rows: readonly Row[], annotations: NonNullable<PageSetting['annotations']> = []) {
    const page = await statement(rows, annotations);
    await act(async () => select(october));
    await waitFor(() => expect(columnIds()).toContain('amount whole'));
    // One month has nothing beside it to be shaded against, and no legend.
    await waitFor(() => expect(toldShades).toEqual({ isThere: false }));
    return page;
  }

  test('stands beside its target, where that has one, with the difference line by line', async () => {
    const place = { measure: 'total', month: '2026-10' as Month, of: null, currency: null } as const;
    const said = { ...place, value: '50.5', owner: '', atMs: 0 };
    await month(ROWS, [{ kind: 'target', key: targetKey(place), value: said }]);
    await waitFor(() => expect(columnIds()).toContain('amount difference-target'));
    expect(value('Rentabilidad Total', 'amount before-target')).toBe('50.5');
    expect(thousandths(value('Rentabilidad Total', 'amount difference-target'))).toBe(
      sumOf('Rentabilidad Total', '2026-10') - 50_500,
    );
    // Lines without a target have none, and nothing to differ from.
    expect(value('Ingreso Total', 'amount before-target') ?? '').toBe('');
    expect(value('Ingreso Total', 'amount difference-target') ?? '').toBe('');
  });

  test('has the targets of several months beside the whole, added up, and a rate that each has', async () => {
    const month = { from: '2026-09-01' as LocalDate, to: '2026-10-31' as LocalDate };
    const said = (measure: 'total' | 'rate-total' | 'marketplace', name: string, value: string) => {
      const place = { measure, month: name as Month, of: null, currency: null } as const;
      return {
        kind: 'target' as const,
        ...{ key: targetKey(place), value: { ...place, value, owner: '', atMs: 0 } },
      };
    };
    await statement(ROWS, [
      ...[said('total', '2026-09', '20.25'), said('total', '2026-10', '30.5')],
      ...[said('rate-total', '2026-09', '12.5'), said('rate-total', '2026-10', '12.5')],
      // Of one of the months alone: of both together there is none.
      said('marketplace', '2026-10', '9'),
    ]);
    await act(async () => select(month));
    await waitFor(() => expect(columnIds()).toContain('amount difference-target'));
    expect(value('Rentabilidad Total', 'amount before-target')).toBe('50.75');
    expect(value('Rentabilidad Total', 'rate before-target')).toBe('12.5');
    expect(value('Rentabilidad Marketplace', 'amount before-target') ?? '').toBe('');
    const whole = sumOf('Rentabilidad Total', '2026-09') + sumOf('Rentabilidad Total', '2026-10');
    expect(thousandths(value('Rentabilidad Total', 'amount difference-target'))).toBe(whole - 50_750);
    const rate = (100 * whole) / (sumOf('Ventas', '2026-09') + sumOf('Ventas', '2026-10'));
    expect(Number(value('Rentabilidad Total', 'rate difference-target'))).toBeCloseTo(rate - 12.5, 5);
  });

  test('stands once, beside the month before and the same month a year before, each with its differences', async () => {
    await month([...ROWS, YEAR_AGO]);
    await waitFor(() =>
      expect(columnIds()).toEqual([
        'name',
        'scopes',
        ...['amount whole', 'rate whole'],
        ...['amount before-previous-period', 'rate before-previous-period'],
        ...['amount', 'change', 'rate'].map((part) => `${part} difference-previous-period`),
        ...['amount before-previous-year', 'rate before-previous-year'],
        ...['amount', 'change', 'rate'].map((part) => `${part} difference-previous-year`),
      ]),
    );
    const bands = [...document.querySelectorAll('[data-zone=strip] > [data-left]')];
    expect(bands.map(({ textContent }) => textContent)).toEqual([
      'oct 2026',
      'sep 2026',
      'Δ vs sep 2026',
      'oct 2025',
      'Δ vs oct 2025',
    ]);
    const income = (of: string) => sumOf('Ingreso Total', of);
    expect(thousandths(value('Ingreso Total', 'amount whole'))).toBe(income('2026-10'));
    expect(thousandths(value('Ingreso Total', 'amount before-previous-period'))).toBe(income('2026-09'));
    expect(thousandths(value('Ingreso Total', 'amount difference-previous-period'))).toBe(
      income('2026-10') - income('2026-09'),
    );
    expect(Number(value('Ingreso Total', 'change difference-previous-period'))).toBeCloseTo(
      (100 * (income('2026-10') - income('2026-09'))) / income('2026-09'),
      5,
    );
    expect(thousandths(value('Ingreso Total', 'amount difference-previous-year'))).toBe(
      income('2026-10') - 101_000,
    );
    // Points, and not percent, of a rate.
    expect(Number(value('Rentabilidad Total', 'rate difference-previous-year'))).toBeCloseTo(
      (100 * sumOf('Rentabilidad Total', '2026-10')) / sumOf('Ventas', '2026-10') - 40,
      5,
    );
  });

  test('colours a difference by whether it is good, not by its sign', async () => {
    await month([...ROWS, YEAR_AGO]);
    const look = (id: string, column: string) => {
      const { className, textContent } = cell(id, column);
      return [textContent?.[0], /positive|negative/.exec(className)?.[0]];
    };
    const against = 'change difference-previous-year';
    expect(look('Ingreso Total', against)).toEqual(['+', 'positive']);
    // 44 were charged, now 30.
    expect(look('commissions', against)).toEqual(['−', 'positive']);
    expect(look('commissions', 'amount difference-previous-period')).toEqual(['+', 'negative']);
  });

  test('leads from each figure to the orders of its own days', async () => {
    const { user } = await month([...ROWS, YEAR_AGO]);
    await user.dblClick(cell('commissions', 'amount before-previous-year'));
    await waitFor(() => expect(screen.getByLabelText('screen').textContent).toBe('orders'));
    expect(probedSelection().period).toEqual({ from: '2025-10-01', to: '2025-10-31' });
  });

  test('is not held against a period without rows', async () => {
    await month(ROWS);
    expect(columnIds()).toContain('change difference-previous-period');
    expect(columnIds().filter((id) => id?.includes('year'))).toEqual([]);
  });
});

describe('the statement of several months', () => {
  const several: Period = { from: '2026-09-01' as LocalDate, to: '2026-10-31' as LocalDate };
  const atEnd = () =>
    [...document.querySelectorAll<HTMLElement>('[data-zone=end] [data-header]')].map(
      ({ dataset }) => dataset.header,
    );

  test('has all of them at its end, and beside it how they changed against the year before', async () => {
    await statement([...ROWS, row('2025-09-30', '100', '150', '0', '0', '75', '10')]);
    await act(async () => select(several));
    await waitFor(() =>
      expect(atEnd()).toEqual([
        'amount whole',
        'rate whole',
        'change difference-previous-year',
        'rate difference-previous-year',
      ]),
    );
    const now = ['2026-09', '2026-10'].reduce((sum, each) => sum + sumOf('Ingreso Total', each), 0);
    const change = cell('Ingreso Total', 'change difference-previous-year');
    expect(Number(change.dataset.value)).toBeCloseTo((100 * (now - 150_000)) / 150_000, 5);
  });

  test('is held against the period before where the year before has no rows, and else against nothing', async () => {
    await statement([...ROWS, row('2026-07-15', '10', '10', '0', '0', '5', '0')]);
    await act(async () => select(several));
    await waitFor(() => expect(atEnd()).toContain('change difference-previous-period'));
    await act(async () => select({ from: '2026-07-01' as LocalDate, to: '2026-10-31' as LocalDate }));
    await waitFor(() => expect(atEnd()).toEqual(['amount whole', 'rate whole']));
  });
});

test('the result by month, ready made, brings back the months as columns', async () => {
  const seen: ProfitabilityView[] = [];
  const view = {
    ...INITIAL_VIEW,
    shows: 'pivot',
    statement: { ...INITIAL_VIEW.statement, columns: { column: 'Canal', unit: null } },
  } as const;
  const { user } = await openPage({ rows: ROWS }, () => (
    <InAccount>
      <ChoiceBar view={view} onChange={(next) => seen.push(next)} />
    </InAccount>
  ));
  await user.click(screen.getByTestId('pivot-starts'));
  await user.click(await screen.findByRole('menuitem', { name: text('start.result') }));
  expect(seen).toEqual([{ ...view, shows: 'result', statement: INITIAL_VIEW.statement }]);
});
