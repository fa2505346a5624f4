import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Measure, measureOf } from '#renderer/screens/profitability/figures/measures.ts';
import { type ChartDimension, PivotChart } from '#renderer/screens/profitability/pivot/pivot-chart.tsx';
import { type PivotInput, readPivot } from '#renderer/screens/profitability/pivot/pivot-data.ts';
import { type PivotLine, pivotModel } from '#renderer/screens/profitability/pivot/pivot-model.ts';
import type { ChartKind } from '#renderer/screens/profitability/state/view-state.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { callerOf, OCTOBER, type Row } from '#test/renderer/screens/profitability/pivot-world.ts';
import { InAccount, openPage } from './page.tsx';
import { readOf } from './reading.ts';

/** Charts of a small company, drawn from their own model: all that is told beside them, and where each press leads. */

const CANAL = { column: 'Canal', unit: null } as const;
const SKU = { column: 'SKU Producto', unit: null } as const;
const MONTH = { column: 'Fecha de compra', unit: 'month' } as const;
const DAY = { column: 'Fecha de compra', unit: 'day' } as const;
const row = (Canal: string, sku: string, day: string, sales: bigint, result: bigint, cost: bigint): Row => ({
  ...{ Canal, 'SKU Producto': sku, day, order: `${Canal}${day}${sku}` },
  cents: { Ventas: sales, 'Rentabilidad Total': result, 'Costo de Producto': cost, Unidades: 100n },
});
/** One loses, one has rows without a cost, one has no date. */
const ROWS = [
  row('Uno', 'b', '2026-10-02', 10_000n, 4_000n, 3_000n),
  row('Uno', 'a', '2026-09-03', 30_000n, 3_000n, 9_000n),
  row('Dos', 'b', '2026-10-04', 40_000n, -8_000n, 20_000n),
  row('Dos', 'c', '2026-09-05', 4_000n, 400n, 2_000n),
  row('Tres', 'a', '2026-10-05', 5_000n, 3_500n, 1_000n),
  row('Tres', 'b', '2026-10-06', 5_000n, 4_000n, 0n),
  row('Tres', 'c', '', 1_000n, 100n, 100n),
];
const measure = (id: string): Measure => {
  const found = measureOf(id);
  if (found === null) throw new Error(id);
  return found;
};
const MEASURES = ['sum:Ventas', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total'].map(measure);
const dimension = (name: string, unit: ChartDimension['unit'] = null): ChartDimension => ({
  ...{ name, unit, isOfPeriods: true },
  nameOf: (value) => (value === '' ? 'sin' : value),
});

async function modelOf(part: Partial<PivotInput>) {
  const input: PivotInput = {
    ...{ selection: EVERYTHING, first: CANAL, second: null, place: 'nested', against: null, sort: null },
    ...{
      columns: ['Ventas', 'Rentabilidad Total', 'Costo de Producto', 'Unidades'],
      all: false,
      open: 'all',
    },
    ...part,
  };
  const result = await readPivot(callerOf(ROWS), input, 'slot');
  return pivotModel({
    ...{ result, second: input.second === null ? null : { isTime: input.second.unit !== null } },
    ...{ place: input.place, sort: input.sort, isOpen: () => true },
  });
}

const opened: string[] = [];
type Drawn = {
  readonly kind: ChartKind;
  readonly of: string;
  readonly part?: Partial<PivotInput>;
  readonly second?: ChartDimension | null;
  readonly first?: ChartDimension;
};
async function chartOf({ kind, of, part = {}, second = null, first = dimension('Canal') }: Drawn) {
  const model = await modelOf(part);
  const drawn = measure(of);
  const nameOf = ({ kind: each, first: value, leftOut }: PivotLine) =>
    each === 'group' ? first.nameOf(value ?? '') : each === 'total' ? 'todo' : `otros ${leftOut}`;
  return (
    <PivotChart
      key={`${kind} ${of} ${JSON.stringify(part)}`}
      kind={kind}
      view={{ sort: part.sort ?? null, scope: null, chart: { kind, measure: of } }}
      model={model}
      measure={drawn}
      measures={MEASURES}
      first={first}
      second={second}
      places={2}
      stale={false}
      nameOf={nameOf}
      onMeasure={(next) => opened.push(`measure ${next.kind}`)}
      onTable={() => opened.push('table')}
      onOpen={(line, band, column) =>
        opened.push(
          [line.first ?? line.kind, band.kind === 'value' ? band.value : band.kind, column ?? ''].join(' '),
        )
      }
      empty={<p>nada</p>}
    />
  );
}

let show: (shown: ReactElement) => void = () => {};
function Shown() {
  const [shown, setShown] = useState<ReactElement | null>(null);
  show = setShown;
  return shown;
}
const chart = () => screen.getByTestId('pivot-chart');
const plain = (lines: readonly string[]) => lines.map((line) => line.replace(/\s/gu, ' '));
const read = () => plain(readOf(chart()));
const key = (key: string) => fireEvent.keyDown(screen.getByTestId('chart-plot'), { key });
const pressed = () => opened.splice(0);
const marks = () => screen.getAllByTestId('chart-mark');

beforeAll(async () => {
  await Promise.all([
    import('#renderer/screens/profitability/pivot/bars-drawing.tsx'),
    import('#renderer/screens/profitability/pivot/lines-drawing.tsx'),
    import('#renderer/screens/profitability/pivot/scatter-drawing.tsx'),
    import('#renderer/screens/profitability/pivot/stacks-drawing.tsx'),
  ]);
}, 60_000);
beforeEach(() => {
  localStorage.clear();
  opened.length = 0;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

async function page() {
  await openPage({ facts: { lastPurchase: '2026-10-06T10:00:00.000' as LocalDateTime } }, () => (
    <InAccount>
      <Shown />
    </InAccount>
  ));
  return async (drawn: Drawn) => {
    const element = await chartOf(drawn);
    act(() => show(element));
  };
}
const ACROSS: Partial<PivotInput> = { second: MONTH, place: 'across' };
const COMPARED: Partial<PivotInput> = {
  selection: { ...EVERYTHING, period: OCTOBER },
  against: 'previous-period',
};

describe('a chart tells', () => {
  test('of bars and Paretos every mark with its figures and title', async () => {
    const draw = await page();
    await draw({ kind: 'bars', of: 'sum:Rentabilidad Total' });
    expect(read()).toEqual([
      'Rentabilidad Total por Canal',
      'Lo que bajaría si el costo que falta fuera como el cargado[Rentabilidad Total, Medida: Rentabilidad Total][, Guardar imagen: Rentabilidad Total por Canal, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '[Dos −76,00, Dos]',
      '[Uno 70,00, Uno]',
      '[Tres 76,00, Tres / 66,83 si el costo que falta fuera como el cargado]',
    ]);
    await draw({ kind: 'bars', of: 'rate:Rentabilidad Total', part: COMPARED });
    expect(read()).toEqual([
      'Rentabilidad Total % de Ventas por Canal',
      'Lo que bajaría si el costo que falta fuera como el cargado Período comparado[Rentabilidad Total % de Ventas, Medida: Rentabilidad Total % de Ventas][, Guardar imagen: Rentabilidad Total % de Ventas por Canal, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '[Dos −20,0−30,0, Dos / 10,0 % en el período comparado]',
      '[Tres 75,0—, Tres / 65,0 % si el costo que falta fuera como el cargado]',
      '[Uno 40,0+30,0, Uno / 10,0 % en el período comparado]',
    ]);
    await draw({ kind: 'pareto', of: 'sum:Ventas', part: COMPARED });
    expect(read()).toEqual([
      'Ventas por Canal',
      '% del total; la línea, lo acumulado[Ventas, Medida: Ventas][, Guardar imagen: Ventas por Canal, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '[Dos 400,0066,766,7, Dos / 40,00 en el período comparado]',
      '[Tres 100,0016,783,3, Tres / 0,00 en el período comparado]',
      '[Uno 100,0016,7100,0, Uno / 300,00 en el período comparado]',
    ]);
  });

  test('of two dimensions every part, which leads to its own rows', async () => {
    const draw = await page();
    await draw({
      kind: 'bars',
      of: 'sum:Ventas',
      part: { second: SKU, place: 'across' },
      second: dimension('SKU'),
    });
    expect(read()).toEqual([
      'Ventas por Canal › SKU',
      '[Ventas, Medida: Ventas][, Guardar imagen: Ventas por Canal › SKU, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '[Dos 440,00, Dos]',
      '[b400,00, Dos · b]',
      '[c40,00, Dos · c]',
      '[Uno 400,00, Uno]',
      '[b100,00, Uno · b]',
      '[a300,00, Uno · a]',
      '[Tres 110,00, Tres]',
      '[b50,00, Tres · b]',
      '[a50,00, Tres · a]',
      '[c10,00, Tres · c]',
    ]);
    fireEvent.click(marks()[1] as HTMLElement);
    fireEvent.click(marks()[0] as HTMLElement);
    fireEvent.click(screen.getByTestId('chart-as-table'));
    expect(pressed()).toEqual(['Dos b ', 'Dos own ', 'table']);
  });

  test('of months within groups the newest that is over stands out, until another one is reached', async () => {
    const draw = await page();
    await draw({ kind: 'bars', of: 'sum:Ventas', part: ACROSS, second: dimension('Mes', 'month') });
    const pale = () =>
      marks().map(
        (mark) => `${mark.dataset.key?.replace('\n', ' ')} ${mark.querySelector('i')?.style.opacity ?? '-'}`,
      );
    expect(pale()).toEqual([
      '=Dos -',
      '=Dos =2026-09 ',
      '=Dos =2026-10 0.42',
      '=Uno -',
      '=Uno =2026-09 ',
      '=Uno =2026-10 0.42',
      '=Tres -',
      '=Tres = 0.42',
      '=Tres =2026-10 0.42',
    ]);
    fireEvent.pointerEnter(marks()[2] as HTMLElement);
    expect(pale()).toEqual([
      '=Dos -',
      '=Dos =2026-09 0.42',
      '=Dos =2026-10 ',
      '=Uno -',
      '=Uno =2026-09 0.42',
      '=Uno =2026-10 ',
      '=Tres -',
      '=Tres = 0.42',
      '=Tres =2026-10 ',
    ]);
    fireEvent.pointerEnter(marks()[0] as HTMLElement);
    expect(pale()).toEqual([
      '=Dos -',
      '=Dos =2026-09 0.42',
      '=Dos =2026-10 ',
      '=Uno -',
      '=Uno =2026-09 0.42',
      '=Uno =2026-10 ',
      '=Tres -',
      '=Tres = 0.42',
      '=Tres =2026-10 ',
    ]);
  });

  test('of lines the time and the line in view, their sum, and what lies in no time', async () => {
    const draw = await page();
    await draw({ kind: 'lines', of: 'sum:Ventas', part: ACROSS, second: dimension('Mes', 'month') });
    expect(read()).toEqual([
      'Ventas por Canal › Mes',
      '[Ventas, Medida: Ventas][, Guardar imagen: Ventas por Canal › Mes, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '2026-09Dos 40,00',
      '[Dos40,00, Dos]',
      '[Uno300,00, Uno]',
      '[Tres0, Tres]',
      '[todo340,00, todo]',
      'punteado: sin terminar[sin 10,00]',
    ]);
    key('ArrowRight');
    key('ArrowDown');
    expect(read().slice(2)).toEqual([
      '2026-10 · sin terminarUno 100,00',
      '[Dos400,00, Dos]',
      '[Uno100,00, Uno]',
      '[Tres100,00, Tres]',
      '[todo600,00, todo]',
      'punteado: sin terminar[sin 10,00]',
    ]);
    key('Enter');
    fireEvent.pointerEnter(screen.getAllByTestId('chart-figure').at(-1) as HTMLElement);
    fireEvent.click(screen.getAllByTestId('chart-figure').at(-1) as HTMLElement);
    fireEvent.click(screen.getByTestId('chart-beside'));
    expect(pressed()).toEqual(['Uno 2026-10 ', 'total 2026-10 ', 'total  ']);
    expect(screen.getAllByTestId('chart-figure').map(({ dataset }) => dataset.look ?? '')).toEqual([
      '',
      'reached',
      '',
      'total',
    ]);
  });

  test('of one line its months, and what is held against it', async () => {
    const draw = await page();
    await draw({
      kind: 'lines',
      of: 'rate:Rentabilidad Total',
      part: { first: MONTH },
      first: dimension('Mes', 'month'),
    });
    expect(read()).toEqual([
      'Rentabilidad Total % de Ventas por Mes',
      'Lo que bajaría si el costo que falta fuera como el cargado[Rentabilidad Total % de Ventas, Medida: Rentabilidad Total % de Ventas][, Guardar imagen: Rentabilidad Total % de Ventas por Mes, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '2026-09',
      '[Total10,0, Total]',
      'punteado: sin terminar[sin 10,0]',
    ]);
    fireEvent.click(screen.getByTestId('chart-beside'));
    key('Home');
    key('Enter');
    expect(pressed()).toEqual([' own ', '2026-09 own ']);
    // Held against September, day by day.
    const daily: Partial<PivotInput> = { ...COMPARED, second: DAY, place: 'across' };
    await draw({ kind: 'lines', of: 'sum:Ventas', part: daily, second: dimension('Día', 'day') });
    expect(read()).toEqual([
      'Ventas por Canal › Día',
      'Período comparado[Ventas, Medida: Ventas][, Guardar imagen: Ventas por Canal › Día, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '2026-10-06Dos 0',
      '[Dos00, Dos / 0,00 en el período comparado]',
      '[Tres50,00+50,00, Tres / 0,00 en el período comparado]',
      '[Uno00, Uno / 0,00 en el período comparado]',
      '[todo50,00+50,00, todo / 0,00 en el período comparado]',
    ]);
  });

  test('of stacks the costs of the group in view, each leading to its own', async () => {
    const draw = await page();
    await draw({ kind: 'stacked', of: 'rate:Rentabilidad Total' });
    expect(read()).toEqual([
      'Costos y Rentabilidad Total % de Ventas, por Canal',
      '[Rentabilidad Total % de Ventas, Medida: Rentabilidad Total % de Ventas][, Guardar imagen: Costos y Rentabilidad Total % de Ventas, por Canal, Guardar imagen][, Ver como tabla, Ver como tabla]',
      '[Dos50,0−17,3, Dos]',
      '[Uno30,017,5, Uno]',
      '[Tres10,069,1, Tres / 60,8 % si el costo que falta fuera como el cargado]',
      'Dos',
      '[Ingreso Total—, Ingreso Total]',
      '[− Comisiones—, Comisiones]',
      '[− Envío, antes de ingresos—, Envío, antes de ingresos]',
      '[− Otros costos, antes de ingresos—, Otros costos, antes de ingresos]',
      '[− Descuentos y promociones—, Descuentos y promociones]',
      '[− Publicidad—, Publicidad]',
      '[− Almacenamiento Fulfillment—, Almacenamiento Fulfillment]',
      '[− Gestión de cuenta—, Gestión de cuenta]',
      '[− Financiamiento—, Financiamiento]',
      '[− Costo de Producto50,0, Costo de Producto]',
      '[= Rentabilidad Total−17,3, Rentabilidad Total]',
    ]);
    const figure = (line: string) =>
      screen.getAllByTestId('chart-figure').find(({ dataset }) => dataset.key === line) as HTMLElement;
    fireEvent.focus(screen.getAllByTestId('chart-mark')[1] as HTMLElement);
    fireEvent.click(figure('Costo de Producto'));
    fireEvent.click(figure('Rentabilidad Total'));
    fireEvent.click(figure('commissions'));
    fireEvent.click(screen.getAllByTestId('chart-mark')[2] as HTMLElement);
    expect(pressed()).toEqual([
      'Uno own Costo de Producto',
      'Uno own Rentabilidad Total',
      'Uno own Cobro de Comisiones',
      'Tres own Rentabilidad Total',
    ]);
    const pieces = await waitFor(() => {
      const found = [...screen.getByTestId('chart-plot').querySelectorAll('.recharts-bar-rectangle')];
      expect(found.length).toBeGreaterThan(3);
      return found;
    });
    for (const piece of pieces) fireEvent.click(piece);
    expect(pressed()).toEqual([
      'Dos own Costo de Producto',
      'Uno own Costo de Producto',
      'Tres own Costo de Producto',
      'Dos own Rentabilidad Total',
      'Uno own Rentabilidad Total',
      'Tres own Rentabilidad Total',
    ]);
  });

  test('of dots the one in view, and that there are none', async () => {
    const draw = await page();
    await draw({ kind: 'scatter', of: 'rate:Rentabilidad Total' });
    expect(read()).toEqual([
      'Rentabilidad Total % de Ventas contra Ventas, por Canal',
      '[Rentabilidad Total % de Ventas, Medida: Rentabilidad Total % de Ventas][, Guardar imagen: Rentabilidad Total % de Ventas contra Ventas, por Canal, Guardar imagen][, Ver como tabla, Ver como tabla]',
      'Dos · Ventas 440,00 · −17,3 %',
      'Hacia la derecha, Ventas en unidades de moneda; hacia arriba, % de Ventas. Vacío: falta costo, o más allá de ±100 %',
    ]);
    await waitFor(() => expect(screen.getAllByTestId('chart-dot')).toHaveLength(3));
    fireEvent.click(screen.getAllByTestId('chart-dot')[2] as Element);
    key('ArrowLeft');
    key('Enter');
    expect(pressed()).toEqual(['Tres own ', 'Uno own ']);
    const dots = screen.getAllByTestId('chart-dot').map((dot) => {
      const [, shown] = dot.querySelectorAll('circle');
      return [
        dot.getAttribute('data-key'),
        shown?.getAttribute('r'),
        shown?.getAttribute('fill'),
        dot.querySelectorAll('line').length,
      ].join(' ');
    });
    // The one in view is larger; one that lacks costs is hollow, with a line down to where they would bring it.
    expect(dots).toEqual(['=Dos 3.5 var(--scope-t) 0', '=Uno 5.5 var(--scope-t) 0', '=Tres 3.5 var(--bg) 1']);
    await draw({
      kind: 'scatter',
      of: 'rate:Rentabilidad Total',
      part: { selection: { ...EVERYTHING, filters: [{ column: 'Canal', values: ['no'] }] } },
    });
    expect(read()).toEqual([
      'Rentabilidad Total % de Ventas contra Ventas, por Canal',
      '[Rentabilidad Total % de Ventas, Medida: Rentabilidad Total % de Ventas][, Ver como tabla, Ver como tabla]',
      'nada',
    ]);
  });
});
