import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { byColumn, byTime } from '#renderer/features/dimensions/dimensions.ts';
import { ChoiceBar } from '#renderer/screens/profitability/choices/choice-bar.tsx';
import { MeasuresChoice } from '#renderer/screens/profitability/choices/measures-choice.tsx';
import { MEASURE_SETS } from '#renderer/screens/profitability/figures/measures.ts';
import { useUndoable } from '#renderer/screens/profitability/profitability-screen.tsx';
import {
  INITIAL_VIEW,
  type PivotView,
  POINTS,
  type ProfitabilityView,
} from '#renderer/screens/profitability/state/view-state.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from './page.tsx';
import { readOf } from './reading.ts';
import { buttonOf, choiceOf } from './shown.ts';

/** The bar above the result and the pivot: what it says, and the view that comes of each press. */

beforeEach(() => localStorage.clear());

const START: ProfitabilityView = {
  ...INITIAL_VIEW,
  shows: 'pivot',
  statement: {
    ...INITIAL_VIEW.statement,
    columns: 'previous-year',
    values: 'rate',
    heat: true,
    open: ['other'],
  },
  pivot: {
    ...INITIAL_VIEW.pivot,
    measures: ['sum:Ventas', 'orders', 'rate:Rentabilidad Total'],
    sort: { column: 'orders', direction: 'ascending' },
    all: true,
    heat: false,
    against: 'previous-year',
  },
  trend: false,
};

async function bar(start: ProfitabilityView = START, hasShades = false) {
  const views: ProfitabilityView[] = [start];
  function Bar() {
    const [view, setView] = useState(start);
    return (
      <ChoiceBar
        view={view}
        hasShades={hasShades}
        onChange={(next) => {
          views.push(next);
          setView(next);
        }}
      />
    );
  }
  const facts = { unknownColumns: ['Columna nueva'] };
  const { user } = await openPage({ facts }, () => (
    <InAccount>
      <Bar />
    </InAccount>
  ));
  const newest = () => views.at(-1) ?? start;
  /** What a press changes, of the view and of the pivot in it. */
  const change = async (press: () => Promise<void>) => {
    const before = newest();
    await press();
    await waitFor(() => expect(newest()).not.toBe(before));
    const after = newest();
    const differing = (one: object, other: object) =>
      Object.fromEntries(
        [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
          const [was, is] = [one, other].map((each) => (each as { readonly [key: string]: unknown })[key]);
          return JSON.stringify(was) === JSON.stringify(is) ? [] : [[key, is]];
        }),
      );
    const { pivot, statement, ...rest } = differing(before, after);
    return {
      ...rest,
      ...(pivot === undefined ? {} : differing(before.pivot, after.pivot)),
      ...(statement === undefined ? {} : { statement: differing(before.statement, after.statement) }),
    };
  };
  const listed = (value: string) =>
    waitFor(() => {
      const found = document.querySelector<HTMLElement>(`[data-choice="${value}"]`);
      if (found === null) throw new Error(`No ${value}.`);
      return found;
    });
  let offered: readonly string[] = [];
  return {
    newest,
    choose: (list: string, value: string) =>
      change(async () => {
        fireEvent.click(screen.getByTestId(list));
        const item = await listed(value);
        const all = document.querySelectorAll<HTMLElement>('[data-choice]');
        offered = [...all].map(({ dataset }) => dataset.choice ?? '');
        fireEvent.click(item);
      }),
    pick: (menu: string, name: string) =>
      change(async () => {
        await user.click(screen.getByTestId(menu));
        await user.click(await choiceOf(name));
      }),
    /** The choices of the list that was opened last. */
    offered: () => offered,
    press: (id: string) => change(async () => void fireEvent.click(screen.getByTestId(id))),
    begin: (point: string | null) =>
      change(async () => {
        await user.click(screen.getByTestId('pivot-starts'));
        const items = await screen.findAllByRole('menuitem');
        const found = items.find(({ dataset }) => (dataset.choice ?? null) === point);
        await user.click(found as HTMLElement);
      }),
    read: () => readOf(document.querySelector(`section[aria-label="${text('bar.label')}"]`) as Element),
  };
}

/** Measures, scopes and the comparison, as the bar says them. */
const COMPARED =
  'Valores[3 medidas, Valores: 3 medidas][Todos, on, Los alcances elegidos, lado a lado][M, Solo Marketplace, Solo Marketplace][C, Solo Comercial, Solo Comercial][T, Solo Total, Solo Total][Año anterior, Comparar: Año anterior]';
const ENDS = '[, Gráfico por mes, Gráfico por mes][Partir de]';

describe('the bar of the pivot', () => {
  test('says what is chosen, and each choice changes that alone', async () => {
    const { press, read, newest } = await bar(START, true);
    expect(read()).toEqual([
      `Filas[Canal, Filas: Canal]Luego por[Nada, Luego por: Nada]Columnas[Medidas, Columnas: Medidas]${COMPARED} menormayor[, Ver como: Tabla, Ver como: Tabla][, Sombrear cada medida de menor a mayor, Sombrear cada medida de menor a mayor]${ENDS}`,
    ]);
    expect([
      await press('scope-comercial'),
      await press('scope-all'),
      await press('toggle-heat'),
      await press('toggle-heat'),
      await press('toggle-trend'),
      await press('toggle-trend'),
    ]).toEqual([
      ...[{ scope: 'comercial' }, { scope: null }],
      ...[{ heat: true }, { heat: false }, { trend: true }, { trend: false }],
    ]);
    expect(newest().statement).toEqual(START.statement);
  });

  test('has its second dimension across or not at all', async () => {
    const { choose, offered } = await bar();
    expect(await choose('choose-columns', '/month')).toEqual({
      second: byTime('month'),
      place: 'across',
      sort: null,
    });
    // Any but that which is the first.
    expect(offered()).toEqual(expect.arrayContaining(['#none', 'Cuenta', '/month', 'Columna nueva']));
    expect(offered()).not.toContain('Canal');
    expect(await choose('choose-columns', '#none')).toEqual({ second: null });
  });

  test('is compared with nothing again', async () => {
    const { pick } = await bar();
    expect(await pick('choose-comparison', text('bar.no'))).toEqual({ against: null });
  });

  const pivot: PivotView = { ...START.pivot, second: byColumn('Cuenta'), place: 'across' };

  test('of a chart has the second dimension where it stands', async () => {
    const chart = { kind: 'bars', measure: 'orders' } as const;
    const { choose, read } = await bar({ ...START, pivot: { ...pivot, chart } });
    expect(read()).toEqual([
      `Filas[Canal, Filas: Canal]Luego por[Cuenta, Luego por: Cuenta]${COMPARED}[, Ver como: Barras, Ver como: Barras]${ENDS}`,
    ]);
    expect(await choose('choose-second', '#none')).toEqual({ second: null });
  });

  test('draws the table and goes back to it as it was', async () => {
    const { pick, newest } = await bar({ ...START, pivot });
    expect(await pick('choose-chart', text('chart.bars'))).toEqual({
      chart: { kind: 'bars', measure: 'orders' },
    });
    expect(await pick('choose-chart', text('bar.as-table'))).toEqual({ chart: undefined });
    expect(newest().pivot).toEqual(pivot);
  });

  test('another dimension is of all groups; the lines of the result stand among them', async () => {
    const losing: PivotView = { ...POINTS['losing-products'], second: byColumn('Canal') };
    const { choose } = await bar({ ...START, pivot: losing });
    expect(await choose('choose-rows', 'Canal')).toEqual({
      ...{ first: byColumn('Canal'), second: null, sort: null, losing: undefined },
    });
    expect(await choose('choose-rows', '#result')).toEqual({ shows: 'result' });
  });
});

describe('the bar of the result', () => {
  const RESULT: ProfitabilityView = { ...START, shows: 'result' };

  test('says what is chosen; its shades and the trend are its own', async () => {
    const { press, read, newest } = await bar(RESULT);
    expect(read()).toEqual([
      `Filas[Líneas del resultado, Filas: Líneas del resultado]Columnas[Año anterior, Columnas: Año anterior]Valores[% de Ventas, Valores: % de Ventas][, on, Sombrear por % de Ventas dentro de cada línea, Sombrear por % de Ventas dentro de cada línea]${ENDS}`,
    ]);
    expect([await press('toggle-heat'), await press('toggle-trend')]).toEqual([
      { statement: { heat: false } },
      { trend: true },
    ]);
    expect(newest().pivot).toEqual(START.pivot);
  });

  test('has its values and columns changed one by one', async () => {
    const { choose, pick } = await bar(RESULT);
    expect([
      await pick('choose-values', text('panel.amount')),
      await choose('choose-columns', 'Fecha de Pago/week'),
    ]).toEqual([
      { statement: { values: 'amount' } },
      { statement: { columns: { column: 'Fecha de Pago', unit: 'week' } } },
    ]);
  });

  test('begins again by months, and gives way to a dimension that no catalogue knows', async () => {
    const { begin, choose } = await bar(RESULT);
    expect([await begin(null), await choose('choose-rows', 'Columna nueva')]).toEqual([
      { statement: { columns: byTime('month') } },
      { shows: 'pivot', first: byColumn('Columna nueva'), sort: null, all: false },
    ]);
  });
});

test('another table is a step to undo, to what it was before; folds, shades and the trend are none', async () => {
  let view = START;
  let change: (next: ProfitabilityView) => void = () => {};
  function Held() {
    const [held, set] = useState(START);
    view = held;
    change = useUndoable(held, set);
    return null;
  }
  await openPage({}, () => (
    <InAccount>
      <Held />
    </InAccount>
  ));
  const to = (next: Partial<ProfitabilityView>) => act(() => change({ ...view, ...next }));
  const undo = () => {
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    return view;
  };
  const { pivot, statement } = START;
  const steps: readonly Partial<ProfitabilityView>[] = [
    { pivot: { ...pivot, measures: ['orders'] } },
    { pivot: { ...pivot, measures: ['orders'], heat: true } },
    { statement: { ...statement, open: [], heat: false } },
    { trend: true },
    { statement: { ...statement, open: [], heat: false, values: 'both' } },
    { shows: 'result' },
  ];
  const views = steps.map((next) => {
    to(next);
    return view;
  });
  expect(undo()).toEqual(views[4]);
  expect(undo()).toEqual(views[3]);
  expect(undo()).toEqual(START);
  expect(undo()).toEqual(START);
});

describe('the measures', () => {
  const MEASURES = ['sum:Ventas', 'orders', 'rate:Rentabilidad Total'];
  async function choice(start: readonly string[] = MEASURES) {
    let chosen = start;
    function Choice() {
      const [measures, setMeasures] = useState(start);
      chosen = measures;
      return <MeasuresChoice chosen={measures} onChange={setMeasures} />;
    }
    await openPage({}, () => (
      <InAccount>
        <Choice />
      </InAccount>
    ));
    const open = async () => {
      fireEvent.click(screen.getByTestId('pivot-measures'));
      return screen.findByRole('dialog');
    };
    const dialog = await open();
    const named = (id: 'measure.earlier' | 'measure.later' | 'measure.remove', name: string) =>
      buttonOf(text(id, { name }), dialog);
    return {
      dialog,
      open,
      chosen: () => chosen,
      press: (button: Element) => {
        fireEvent.click(button);
        return chosen;
      },
      named,
      of: (id: string) => dialog.querySelector<HTMLElement>(`[data-measure="${id}"]`) as HTMLElement,
      set: (id: string) => dialog.querySelector<HTMLElement>(`[data-measure-set="${id}"]`) as HTMLElement,
      pressed: () =>
        [...dialog.querySelectorAll<HTMLElement>('[data-measure], [data-measure-set]')]
          .filter((button) => button.getAttribute('aria-pressed') === 'true')
          .map(({ dataset }) => dataset.measure ?? dataset.measureSet),
    };
  }
  const RATE = 'Rentabilidad Total % de Ventas';

  test('go one place on or back, no further than the ends, and out but for the last', async () => {
    const { press, named, dialog, chosen, set, pressed } = await choice();
    const list = () => readOf(dialog.querySelector('ol') as Element);
    expect(list()).toEqual([
      'Ventas[, off, Ventas: antes, Ventas: antes][, Ventas: después, Ventas: después][, Ventas: quitar, Ventas: quitar]',
      'Órdenes[, Órdenes: antes, Órdenes: antes][, Órdenes: después, Órdenes: después][, Órdenes: quitar, Órdenes: quitar]',
      `${RATE}[, ${RATE}: antes, ${RATE}: antes][, off, ${RATE}: después, ${RATE}: después][, ${RATE}: quitar, ${RATE}: quitar]`,
    ]);
    expect([
      press(named('measure.later', 'Ventas')),
      press(named('measure.later', 'Ventas')),
      press(named('measure.earlier', RATE)),
      press(named('measure.remove', text('measure.orders'))),
      press(named('measure.remove', 'Ventas')),
    ]).toEqual([
      ['orders', 'sum:Ventas', 'rate:Rentabilidad Total'],
      ['orders', 'rate:Rentabilidad Total', 'sum:Ventas'],
      ['rate:Rentabilidad Total', 'orders', 'sum:Ventas'],
      ['rate:Rentabilidad Total', 'sum:Ventas'],
      ['rate:Rentabilidad Total'],
    ]);
    expect(list()).toEqual([
      `${RATE}[, off, ${RATE}: antes, ${RATE}: antes][, off, ${RATE}: después, ${RATE}: después][, off, ${RATE}: quitar, ${RATE}: quitar]`,
    ]);
    press(named('measure.remove', RATE));
    expect(chosen()).toEqual(['rate:Rentabilidad Total']);
    expect(screen.getByTestId('pivot-measures').getAttribute('aria-label')).toBe(
      `${text('bar.values')}: ${text('measure.count', { count: 1 })}`,
    );
    press(set('scopes'));
    expect(chosen()).toEqual(MEASURE_SETS.scopes);
    expect(pressed()).toEqual(['scopes', ...MEASURE_SETS.scopes]);
  });

  test('begin anew with what is pressed next, unless that is taken back or the list is closed', async () => {
    const { press, dialog, pressed, open } = await choice([...MEASURE_SETS.total]);
    const anew = () => screen.getByTestId('measures-anew');
    expect(pressed()).toEqual(['total', 'sum:Ventas', 'sum:Rentabilidad Total', 'rate:Rentabilidad Total']);
    press(anew());
    expect([pressed(), anew().getAttribute('aria-pressed'), dialog.querySelector('ol')]).toEqual([
      [],
      'true',
      null,
    ]);
    press(anew());
    expect([pressed()[0], anew().getAttribute('aria-pressed')]).toEqual(['total', 'false']);
    press(anew());
    fireEvent.click(screen.getByTestId('pivot-measures'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await open();
    expect(screen.getByTestId('measures-anew').getAttribute('aria-pressed')).toBe('false');
  });

  test('are found by their words, those of the set too; each says in full what it is of, and what tells nothing is not offered', async () => {
    const { dialog, press, of } = await choice();
    const field = within(dialog).getByLabelText(text('measure.find'));
    const found = () =>
      [...dialog.querySelectorAll<HTMLElement>('[data-measure]')].map(({ dataset }) => dataset.measure);
    const find = (value: string) => {
      fireEvent.change(field, { target: { value } });
      return found();
    };
    expect(find('ventas')).toEqual(['ticket', 'coverage', 'sum:Ventas', 'share:Ventas', 'per-unit:Ventas']);
    expect(find('unidades')).toEqual(['sum:Unidades', 'share:Unidades']);
    expect(find('por orden')).toEqual(['ticket']);
    expect(dialog.textContent).not.toContain(text('columns.not-found'));
    expect(of('ticket').getAttribute('aria-label')).toBe(text('measure.ticket'));
    expect(find('nada de esto')).toEqual([]);
    expect(dialog.textContent).toContain(text('columns.not-found'));
    find('rentabilidad total');
    expect(of('share:Rentabilidad Total').getAttribute('aria-label')).toBe(
      `${text('measure.kind-share')}: Rentabilidad Total % del total`,
    );
    expect(press(of('share:Rentabilidad Total'))).toEqual([...MEASURES, 'share:Rentabilidad Total']);
  });
});
