import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangesHead, ChangesView } from '#renderer/data/client/change-rows.ts';
import { type ChangesRows, INITIAL_ROWS, KINDS } from '#renderer/features/changes/changes-state.ts';
import { useScreenParts } from '#renderer/features/preferences/screen-state.tsx';
import {
  ChangesFilters,
  NoChanges,
  useAnnouncedCount,
  useChangesState,
} from '#renderer/screens/changes/changes-filters.tsx';
import { ChangesSummary } from '#renderer/screens/changes/changes-summary.tsx';
import { SinceSeenSection } from '#renderer/screens/changes/since-seen-section.tsx';
import type { LocalDate, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf, choiceOf } from '#test/renderer/dom/shown.ts';
import { account, MINUTE, NOW, run, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The pieces of Cambios by themselves: what each says whole, and all that is asked by a press. */

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});

const draw = (drawn: ReactNode, setting: PageSetting = {}) =>
  openPage(setting, () => <InAccount>{drawn}</InAccount>);
const DAY = '2026-11-05' as LocalDate;
const HEAD = {
  ...{ revision: 1, total: 9, elsewhere: 0, sums: {}, rowsBefore: 0, rowsAfter: 0, groups: [] },
  ...{ counts: { new: 1200, changed: 2, removed: 0 }, canales: ['', 'Plaza', 'Tienda'] },
} as unknown as ChangesHead;
const LAST = run({ startedAtMs: NOW - 90 * MINUTE, endedAtMs: NOW - 30 * MINUTE });
const bought = (day: string) => ({ Canal: 'Plaza', Orden: day, 'Fecha de compra': `${day}T10:00:00.000` });
const choices = () => [...document.querySelectorAll('[role=menuitemradio]')].map((each) => each.textContent);

describe('what the list is narrowed by', () => {
  async function filters(rows: Partial<ChangesRows>, lastRun: typeof LAST | null = LAST) {
    const asked: unknown[] = [];
    const page = await draw(
      <div data-testid="filters">
        <ChangesFilters
          rows={{ ...INITIAL_ROWS, ...rows }}
          head={HEAD}
          lastRun={lastRun}
          day={DAY}
          onChange={(part) => asked.push(part)}
          onClear={() => asked.push('clear')}
        />
      </div>,
      { rows: ['2025-12-30', '2026-02-01'].map(bought) },
    );
    return { ...page, asked };
  }
  const question = () => screen.getByTestId('filters').querySelector('p')?.textContent;
  const read = () => readOf(screen.getByTestId('filters'));

  test('stands there whole, in words and in what is pressed; each press asks for its own', async () => {
    const { user, asked } = await filters({
      ...{ span: { kind: 'since', day: '2026-10-01' as LocalDate }, month: '2020-03' as Month },
      ...{
        kinds: ['changed'],
        canal: '',
        ofSelection: true,
        onlyDifferent: true,
        group: 'restated',
        search: '7',
      },
    });
    expect(question()).toBe(
      `Leídos desde el 01-10-2026 · Compras de mar 2020 · Cambiadas · Canal: (vacío) · ${text('changes.of-selection')} · Con diferencia · ${text('changes.group-restated')} · Búsqueda: 7`,
    );
    expect(read()).toEqual([
      [
        '[Última sincronización, 11:02][Desde fecha, on][Todo]Leídos desde las 00:00 de este día, hora de este equipo',
        '{01-10-2026} (Leídos desde las 00:00 de este día, hora de este equipo)',
        '[Compras de mar 2020, Mes de compra: Compras de mar 2020]',
        '[Nuevas 1.200][Cambiadas 2, on][Eliminadas 0]Solo de lo seleccionado (Todo el período)',
        '[, Ver los cambios de toda la cuenta, Ver los cambios de toda la cuenta][(vacío), Canal: (vacío)]',
        '[Con diferencia, on, Órdenes cuyos estados, filas o montos terminan distintos][Quitar todo]',
      ].join(''),
    ]);
    const counts = ['new', 'changed', 'removed'].map((kind) => screen.getByTestId(`changes-kind-${kind}`));
    expect(counts.map(({ dataset }) => dataset.value)).toEqual(['1200', '2', '0']);
    await user.click(screen.getByTestId('changes-month'));
    expect(choices()).toEqual([
      ...['Compras de cualquier mes', 'Compras de mar 2020', 'Compras de feb 2026', 'Compras de ene 2026'],
      'Compras de dic 2025',
    ]);
    await user.click(await choiceOf(text('changes.month-any')));
    await user.click(screen.getByTestId('changes-canal'));
    expect(choices()).toEqual(['Todos los canales', '(vacío)', 'Plaza', 'Tienda']);
    await user.click(await choiceOf('Tienda'));
    await user.click(screen.getByTestId('changes-canal'));
    await user.click(await choiceOf(text('changes.canal-any')));
    for (const kind of ['new', 'changed', 'removed'])
      fireEvent.click(screen.getByTestId(`changes-kind-${kind}`));
    fireEvent.click(screen.getByTestId('changes-only-different'));
    fireEvent.click(screen.getByText(text('changes.span-all')));
    fireEvent.click(screen.getByText(text('changes.span-last')));
    fireEvent.click(buttonOf(text('changes.of-selection-remove')));
    fireEvent.click(screen.getByTestId('changes-clear'));
    expect(asked).toEqual([
      ...[{ month: null }, { canal: 'Tienda' }, { canal: null }],
      ...[{ kinds: ['new', 'changed'] }, { kinds: KINDS }, { kinds: ['changed', 'removed'] }],
      ...[{ onlyDifferent: false }, { span: { kind: 'all' } }, { span: { kind: 'last' } }],
      ...[{ ofSelection: false }, 'clear'],
    ]);
  });

  test('begins with the last run, told by its end; a run that goes on by its beginning', async () => {
    const { asked, view } = await filters({});
    expect([question(), read()[0]]).toEqual([
      'Última sincronización (11:02)',
      expect.stringMatching(
        /^\[Última sincronización, on, 11:02\]\[Desde fecha\]\[Todo\]\[Compras de cualquier mes, Mes de compra: Compras de cualquier mes\]\[Nuevas 1.200, on\]\[Cambiadas 2, on\]\[Eliminadas 0, on\]\[Todos los canales, Canal: Todos los canales\]\[Con diferencia, [^\]]*\]$/,
      ),
    ]);
    expect(screen.queryByTestId('changes-clear')).toBeNull();
    fireEvent.click(screen.getByText(text('changes.span-since')));
    expect(asked).toEqual([{ span: { kind: 'since', day: DAY } }]);
    view.unmount();
    await filters({}, { ...LAST, endedAtMs: null });
    expect([question(), read()[0]]).toEqual([
      'Última sincronización',
      expect.stringMatching(/^\[Última sincronización, on, 10:02\]/),
    ]);
  });

  test('is of a run, or of what was read since, as long as one does not let go of that', async () => {
    const { asked, view } = await filters({ span: { kind: 'run', runId: 'r7' } });
    expect(read()[0]).toContain(
      `[Todo]${text('changes.of-run')}[, ${text('changes.of-run-remove')}, ${text('changes.of-run-remove')}]`,
    );
    fireEvent.click(buttonOf(text('changes.of-run-remove')));
    view.unmount();
    const at = '2026-11-20T11:00:07.000Z' as UtcInstant;
    const since = await filters({ span: { kind: 'after', at } });
    fireEvent.click(buttonOf(text('changes.read-after-clear')));
    expect([asked, since.asked]).toEqual([[{ span: { kind: 'last' } }], [{ span: { kind: 'last' } }]]);
  });
});

describe('a list of nothing', () => {
  type Props = Parameters<typeof NoChanges>[0];
  const of = (span: ChangesRows['span']): Partial<Props> => ({ rows: { ...INITIAL_ROWS, span } });
  const note = text('changes.none-note');
  const ways = `[${text('changes.see-week')}][${text('changes.see-all')}]`;
  const all = { span: { kind: 'all' } };
  const week = { span: { kind: 'since', day: DAY } };
  const none = `${text('changes.none')}${note} / ${ways}`;
  const elsewhere = text('changes.none-but-elsewhere', { count: 1200, shown: '1.200' });
  const CASES: readonly (readonly [Partial<Props>, readonly unknown[]])[] = [
    [{}, [`${text('changes.none-last', { moment: '11:02' })}${note} / ${ways}`, week, all]],
    [{ lastRun: null }, [none, week, all]],
    [{ lastRun: null, noRuns: true }, [none, week, all]],
    [of({ kind: 'run', runId: 'r' }), [none, week, all]],
    [
      of({ kind: 'since', day: '2026-10-01' as LocalDate }),
      [`${text('changes.none-since', { day: '01-10-2026' })}${note} / [${text('changes.see-all')}]`, all],
    ],
    [of({ kind: 'all' }), [`${text('changes.none')}${note}`]],
    [
      { ...of({ kind: 'all' }), elsewhere: 1200 },
      [`${text('changes.none-in-currency', { currency: 'CLP' })}${elsewhere}`],
    ],
    [
      { rows: { ...INITIAL_ROWS, canal: '' }, elsewhere: 3 },
      [`${text('changes.none-filtered')}[${text('empty.clear')}]`, 'clear'],
    ],
    [{ asked: false }, ['']],
    [{ asked: false, noRuns: true }, [`${text('changes.none-yet')}${text('changes.none-yet-note')}`]],
    [
      { asked: false, noRuns: true, error: new Error('roto') },
      [
        `${text('changes.failed')}${text('failure.unforeseen', { detail: 'roto' })}[${text('sync.retry')}]`,
        'retry',
      ],
    ],
  ];

  test('says of which time, currency or filters it is, and why it is none; with the ways on that lead further', async () => {
    const told: unknown[] = [];
    const currencies = { main: 'CLP', own: [] };
    await draw(
      CASES.map(([part], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a case is its place
        <div key={at} data-testid="none">
          <NoChanges
            {...{ rows: INITIAL_ROWS, asked: true, elsewhere: 0, error: null, lastRun: LAST, noRuns: false }}
            weekAgo={() => DAY}
            onRetry={() => told.push('retry')}
            onClear={() => told.push('clear')}
            onChange={(change) => told.push(change)}
            {...part}
          />
        </div>
      )),
      { accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } },
    );
    const said = screen.getAllByTestId('none').map((part) => {
      told.length = 0;
      for (const press of part.querySelectorAll('button')) fireEvent.click(press);
      return [readOf(part).join(' / '), ...told];
    });
    expect(said).toEqual(CASES.map(([, expected]) => expected));
  });
});

test('the groups stand with their orders, rows and amounts; a press takes one, another lets it go, a way of grouping all', async () => {
  const group = (key: 'new' | 'restated' | '', orders: number, rows: number, ventas: string) => ({
    ...{ key, orders, rows },
    differences: { Ventas: ventas as Decimal, 'Rentabilidad Total': '-1.5' as Decimal },
  });
  const groups = [group('new', 1200, 1300, '10'), group('restated', 2, -3, '-7.25'), group('', 1, 0, '0')];
  const asked: unknown[] = [];
  const currencies = { main: 'CLP', own: [] };
  const summary = (part: object, head: object = { groups }) => (
    <ChangesSummary
      rows={{ ...INITIAL_ROWS, grouping: 'news', group: 'restated', ...part }}
      head={{ ...HEAD, ...head } as ChangesHead}
      places={2}
      isStale
      onChange={(change) => asked.push(change)}
    />
  );
  const { user, view } = await draw(
    <>
      <div data-testid="chosen">{summary({})}</div>
      <div data-testid="empty">{summary({}, { groups: [] })}</div>
      <div data-testid="nothing">{summary({ group: null }, { groups: [] })}</div>
    </>,
    { accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } },
  );
  const part = (id: string) => screen.getByTestId(id);
  expect(readOf(part('chosen'))).toEqual([
    '[Nuevas aparte, on][Por causa][Por mes de compra]',
    'Diferencia · CLP | Órdenes | Filas | Ventas | Marketplace (Rentabilidad Marketplace) | Comercial (Rentabilidad Comercial) | Total (Rentabilidad Total)',
    '[Nuevas] | 1.200 | +1.300 | +10,00 | — | — | −1,50 (Ver solo estas órdenes)',
    '[Ya leídas que cambiaron, on] | 2 | −3 | −7,25 | — | — | −1,50 (Volver a ver todas)',
    '[Sin fecha de compra] | 1 | 0 | 0 | — | — | −1,50 (Ver solo estas órdenes)',
  ]);
  expect(readOf(part('empty')).length).toBeGreaterThan(0);
  expect(readOf(part('nothing'))).toEqual([]);
  expect(
    [...part('chosen').querySelectorAll<HTMLElement>('[data-value]')].map(({ dataset }) => dataset.value),
  ).toEqual([
    ...['news', 'cause', 'month', '1200', '1300', '10', '', '', '-1.5', '2', '-3', '-7.25', '', '', '-1.5'],
    ...['1', '0', '0', '', '', '-1.5'],
  ]);
  expect(part('chosen').querySelector('section')?.dataset.stale).toBe('true');
  const row = (key: string) =>
    part('chosen').querySelector(`[data-testid="changes-group-${key}"]`) as HTMLElement;
  fireEvent.click(row('new'));
  fireEvent.click(row('new').querySelector('button') as HTMLElement);
  fireEvent.click(row('restated'));
  fireEvent.click(row('undated').querySelector('button') as HTMLElement);
  await user.click(part('chosen').querySelector('[data-testid="changes-grouping-month"]') as HTMLElement);
  expect(asked).toEqual([
    ...[{ group: 'new' }, { group: 'new' }, { group: null }, { group: '' }],
    { grouping: 'month', group: null },
  ]);
  view.unmount();
});

test('months that moved are told with the one that runs last; each leads to its changes since it was seen', async () => {
  const sold = (day: string, Ventas: string, total: string) => ({
    ...bought(day),
    ...{ Ventas, 'Rentabilidad Total': total },
  });
  const seen = (atMs: number, rows: number, Ventas: string, total: string) => ({
    ...{ atMs, rows },
    sums: { Ventas, 'Rentabilidad Total': total },
  });
  const october = new Date(2026, 9, 31, 23, 30).getTime();
  const kept = {
    '2026-08': seen(1, 1, '10', '1'),
    '2026-10': seen(october, 3, '100', '50'),
    '2026-11': seen(NOW - 2 * MINUTE, 1, '5', '1'),
  };
  localStorage.setItem('cuadra.seen.a', JSON.stringify({ null: kept }));
  const stored = () => JSON.parse(localStorage.getItem('cuadra.seen.a') ?? '{}').null;
  const asked: unknown[] = [];
  const { user } = await draw(
    <div data-testid="seen">
      <SinceSeenSection isLedTo={false} places={1} onChange={(change) => asked.push(change)} />
    </div>,
    {
      rows: [
        ...[sold('2026-08-03', '10', '1'), sold('2026-09-03', '8', '2')],
        ...[sold('2026-10-03', '200', '40'), sold('2026-11-03', '5', '2')],
      ],
      status: status({ historyComplete: true }),
    },
  );
  const toggle = await screen.findByTestId('seen-toggle');
  const read = () => readOf(screen.getByTestId('seen'));
  expect(read()).toEqual(['[Desde que miraste3 meses se movieron, 2 ya completos]']);
  await user.click(toggle);
  expect(read()).toEqual([
    '[Desde que miraste3 meses se movieron, 2 ya completos, on][Dar todo por visto]',
    'Diferencia | Filas | Ventas | Marketplace, pp (Rentabilidad Marketplace, puntos de Ventas) | Comercial, pp (Rentabilidad Comercial, puntos de Ventas) | Total, pp (Rentabilidad Total, puntos de Ventas) | Visto | Visto',
    '[oct 2026, Ver las órdenes que cambiaron desde ese día] | −2 | +100,0 | 0 | — | 0 | — | −10,0 | −30,0 | 31-10 23:30 | [Visto, Dar por visto oct 2026]',
    '[sep 2026, Ver las órdenes que cambiaron desde ese día] | +1 | +8,0 | 0 | — | 0 | — | +2,0 | — | — | [Visto, Dar por visto sep 2026]',
    '[nov 2026, Ver las órdenes que cambiaron desde ese día] en curso | 0 | 0 | 0 | — | 0 | — | +1,0 | +20,0 | 11:30 | [Visto, Dar por visto nov 2026]',
  ]);
  expect(
    [...screen.getByTestId('seen-months').querySelectorAll<HTMLElement>('[data-value]')].map(
      ({ dataset }) => dataset.value,
    ),
  ).toEqual([
    ...['-2', '100', '0', '', '0', '', '-10', '-30.00', '1', '8', '0', '', '0', '', '2', ''],
    ...['0', '0', '0', '', '0', '', '1', '20.00'],
  ]);
  for (const month of ['2026-09', '2026-10'])
    fireEvent.click(screen.getByTestId(`seen-${month}`).querySelector('button') as HTMLElement);
  expect(asked).toEqual([
    { grouping: 'month', group: '2026-09', span: { kind: 'all' } },
    { grouping: 'month', group: '2026-10', span: { kind: 'since', day: '2026-10-31' } },
  ]);
  await user.click(screen.getByTestId('seen-tick-all'));
  expect(stored()).toEqual({
    '2026-08': kept['2026-08'],
    '2026-09': seen(NOW, 1, '8', '2'),
    '2026-10': seen(NOW, 1, '200', '40'),
    '2026-11': seen(NOW, 1, '5', '2'),
  });
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(stored()).toEqual(kept));
});

describe('what was asked of the list', () => {
  type State = ReturnType<typeof useChangesState>;
  async function opened(detail: string | null = null) {
    const held: { state: State | null; kept: unknown } = { state: null, kept: null };
    function Held() {
      held.state = useChangesState(detail, 'a');
      held.kept = useScreenParts().parts['changes.rows'];
      return null;
    }
    const page = await draw(<Held />);
    const now = (): State => {
      if (held.state === null) throw new Error('Not drawn.');
      return held.state;
    };
    return {
      ...page,
      now,
      kept: () => held.kept,
      change: (part: Partial<ChangesRows>) => act(() => now().change(part)),
    };
  }

  test('is kept while it is something, taken back step by step; what is typed is one step', async () => {
    const { user, now, kept, change } = await opened();
    change({ onlyDifferent: true });
    for (const search of ['1', '12', '123']) change({ search });
    for (const day of ['2026-10-01', '2026-10-02'] as LocalDate[]) change({ span: { kind: 'since', day } });
    const whole = { ...INITIAL_ROWS, onlyDifferent: true, search: '123' };
    const since = { kind: 'since', day: '2026-10-02' };
    expect(now().rows).toEqual({ ...whole, span: since });
    expect(kept()).toEqual({ ...whole, span: since });
    expect([now().since, localStorage.getItem('cuadra.changes.a')]).toEqual([
      '2026-10-02',
      '{"day":"2026-10-02"}',
    ]);
    const back = async () => {
      await user.keyboard('{Control>}z{/Control}');
      return now().rows;
    };
    expect([await back(), await back(), await back()]).toEqual([
      whole,
      { ...INITIAL_ROWS, onlyDifferent: true },
      INITIAL_ROWS,
    ]);
    expect(kept()).toBeUndefined();
    act(() => now().changeTable({ sort: 'Ventas' }));
    act(() => now().changeTable({ folded: [] }));
    expect(now().table).toEqual({ sort: 'Ventas', folded: [] });
  });

  test('by an address is of the day that this account was asked for last', async () => {
    localStorage.setItem('cuadra.changes.b', '{"day":"2026-01-01"}');
    localStorage.setItem('cuadra.changes.a', '{"day":"2026-10-07"}');
    const { now, kept } = await opened('2026-09');
    const rows = { ...INITIAL_ROWS, month: '2026-09', span: { kind: 'since', day: '2026-10-07' } };
    expect([now().rows, now().since]).toEqual([rows, '2026-10-07']);
    expect(kept()).toEqual(rows);
  });
});

test('how many orders are found is said of another question, once its answer is there; not of how one begins', async () => {
  const [first, other] = ['a', 'b'].map((search) => ({ search }) as unknown as ChangesView['query']);
  const held: { show: (view: ChangesView) => void } = { show: () => {} };
  const of = (query: ChangesView['query'] | undefined, total: number, stale = false) =>
    ({ query, head: { ...HEAD, total }, stale }) as unknown as ChangesView;
  function Counted() {
    const [view, show] = useState(of(first, 3));
    held.show = (next) => act(() => show(next));
    useAnnouncedCount(view);
    return null;
  }
  await draw(<Counted />);
  vi.useFakeTimers();
  try {
    const heard = (view: ChangesView) => {
      held.show(view);
      act(() => void vi.advanceTimersByTime(600));
      return screen.getByTestId('live-region').textContent;
    };
    expect([
      heard(of(first, 4)),
      heard(of(other, 1200, true)),
      heard({ ...of(other, 0), head: null }),
      heard(of(other, 1200)),
      heard(of(other, 7)),
      heard(of(first, 1)),
    ]).toEqual(['', '', '', '1.200 órdenes', '1.200 órdenes', '1 orden']);
  } finally {
    vi.useRealTimers();
  }
});
