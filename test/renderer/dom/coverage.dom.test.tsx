import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { ControlLine, ControlTable, FindDifference } from '#renderer/features/coverage/control-totals.tsx';
import { CoverageGrid, CoverageLegend } from '#renderer/features/coverage/coverage-grid.tsx';
import {
  CopyFacts,
  CoverageSection,
  useCoverageClock,
} from '#renderer/features/coverage/coverage-section.tsx';
import type { CoverageClock } from '#renderer/features/coverage/coverage-state.ts';
import { MonthFacts, SelectedMonths } from '#renderer/features/coverage/month-popover.tsx';
import { CoverageSpread, CoverageWarning } from '#renderer/features/equal-coverage/coverage-warning.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SyncActivity } from '#shared/contract/app.ts';
import type { Search } from '#shared/contract/checkpoint.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import {
  account,
  activity,
  control,
  DAY,
  held,
  instant,
  MINUTE,
  month,
  NOW,
  status,
} from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting, probedSelection, SelectionProbe } from './page.tsx';

/** What has been read of each month: the calendar, a month's facts with what can be done, and the control of totals. */

const CLOCK: CoverageClock = { nowMs: NOW, changesReadAtMs: NOW - 4 * MINUTE, freshMs: 90 * MINUTE };
const of = (name: string, part: Partial<MonthCoverage> = {}) => month({ month: name as Month, ...part });
const DIFFERS = { everything: control(6046, 6043), dashboard: null };
const SEARCH: Search = {
  range: '2025-03' as Month,
  scope: 'everything',
  difference: 3,
  countedAt: instant(NOW - 4 * MINUTE),
  left: [],
  isOver: true,
};
const coverage = (months: readonly MonthCoverage[], part: Partial<Coverage> = {}): Coverage => ({
  revision: 1,
  knownUntil: null,
  months,
  controls: { everything: null, dashboard: null },
  search: null,
  undatedRows: 0,
  outOfRangeRows: 0,
  ...part,
});

const draw = (drawn: ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      {drawn}
      <SelectionProbe />
    </InAccount>
  ));

describe('the calendar', () => {
  const MONTHS = [
    of('2024-12', { reach: 'outside', partial: true }),
    of('2025-01', { reach: 'queued', rows: 0, lastReadAt: null }),
    of('2025-02', { reach: 'queued', rows: 7 }),
    of('2025-03', { reread: 'requested', unsettled: true, controls: DIFFERS }),
    of('2025-04', { reach: 'live' }),
  ];
  const grid = async (running: SyncActivity | null = null) => {
    const told: { opened: (string | null)[]; chosen: readonly Month[]; anchor: HTMLElement | null } = {
      opened: [],
      chosen: [],
      anchor: null,
    };
    function Held() {
      const [selected, setSelected] = useState<ReadonlySet<Month>>(new Set());
      const [opened, setOpened] = useState<string | null>(null);
      told.chosen = [...selected];
      return (
        <CoverageGrid
          coverage={coverage(MONTHS)}
          activity={running}
          clock={CLOCK}
          selected={selected}
          onSelect={setSelected}
          opened={opened}
          onOpen={(next) => {
            told.opened.push(next);
            setOpened(next);
          }}
          onAnchor={(cell) => {
            told.anchor = cell;
          }}
        />
      );
    }
    return { ...(await draw(<Held />)), told };
  };
  const cell = (name: string) => screen.getByTestId(`coverage-${name}`);
  const reached = () => screen.getAllByRole('gridcell').filter((each) => each.tabIndex === 0);

  test('has a row a year with its twelve months, each with its rows, its state and its note', async () => {
    await grid();
    const rows = screen.getAllByRole('row');
    expect(rows).toHaveLength(3);
    expect(within(rows[0] as HTMLElement).getAllByRole('columnheader')).toHaveLength(13);
    expect(screen.getAllByRole('rowheader').map((each) => each.textContent)).toEqual(['2024', '2025']);
    expect(within(rows[2] as HTMLElement).getAllByRole('gridcell')).toHaveLength(12);
    // What was never read has no rows to tell of; what was read in part has.
    expect(MONTHS.map(({ month: name }) => cell(name).querySelector('b')?.textContent)).toEqual([
      ...['6.043', '', '7', '6.043', '6.043'],
    ]);
    expect(MONTHS.map(({ month: name }) => cell(name).dataset.states)).toEqual([
      ...['partial', 'queued', 'queued', 'reread differs unsettled blind', 'live'],
    ]);
    expect(cell('2025-03').dataset.state).toBe('reread');
    expect(cell('2025-03').textContent).toBe('Marzo de 20256.043por releer');
    expect(cell('2025-03').querySelectorAll('[aria-hidden] i')).toHaveLength(3);
    expect(cell('2025-04').querySelector('[aria-hidden]')).toBeNull();
    expect(reached()).toEqual([cell('2025-04')]);
  });

  test('is walked by arrows; blank and Ctrl choose months, Shift all that it passes, Escape none', async () => {
    const { user, told } = await grid();
    act(() => cell('2025-04').focus());
    await user.keyboard('{ArrowLeft}');
    expect([document.activeElement, reached()]).toEqual([cell('2025-03'), [cell('2025-03')]]);
    await user.keyboard(' ');
    expect([told.chosen, cell('2025-03').getAttribute('aria-selected')]).toEqual([['2025-03'], 'true']);
    await user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
    expect(told.chosen.toSorted()).toEqual(['2025-01', '2025-02', '2025-03']);
    await user.keyboard(' ');
    expect(told.chosen.toSorted()).toEqual(['2025-02', '2025-03']);
    fireEvent.click(cell('2025-04'), { ctrlKey: true });
    fireEvent.click(cell('2025-02'), { metaKey: true });
    expect(told.chosen.toSorted()).toEqual(['2025-03', '2025-04']);
    await user.keyboard('x');
    expect(told.chosen).toHaveLength(2);
    await user.keyboard('{Escape}');
    expect([told.chosen, told.opened]).toEqual([[], []]);
    await user.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
    expect(told.chosen.toSorted()).toEqual(['2025-01', '2025-02']);
  });

  test('a press opens a month, and another on the same one closes it', async () => {
    const { user, told } = await grid();
    await user.click(cell('2025-02'));
    expect([cell('2025-02').getAttribute('aria-expanded'), told.anchor]).toEqual(['true', cell('2025-02')]);
    expect(cell('2025-03').getAttribute('aria-expanded')).toBe('false');
    await user.click(cell('2025-03'));
    await user.click(cell('2025-03'));
    expect(told.opened).toEqual(['2025-02', '2025-03', null]);
    expect(told.anchor).toBeNull();
    expect(reached()).toEqual([cell('2025-03')]);
  });

  test.each([
    [{ page: 2, pages: 8 }, '25%', '2 de 8'],
    [{ page: 9, pages: 8 }, '100%', '9 de 8'],
    [{ page: 1, pages: null }, '0%', 'leyendo'],
    [{ page: 1, pages: 0 }, '0%', '1 de 0'],
  ])('shows how far the reading of a month is: %j', async (pages, width, note) => {
    await grid(activity({ from: '2025-02-01T00:00:00.000', to: '2025-02-28T00:00:00.000', ...pages }));
    expect(cell('2025-02').querySelector<HTMLElement>('i > i')?.style.width).toBe(width);
    expect(cell('2025-02').textContent).toBe(`Febrero de 20257${note}`);
    expect(cell('2025-03').querySelector('i > i')).toBeNull();
  });

  test('is explained: the usual grounds always, the others while they occur', async () => {
    const legend = (usual: boolean, months = MONTHS) => (
      <div data-testid={`${usual} ${months.length}`}>
        <CoverageLegend months={months} activity={null} usual={usual} />
      </div>
    );
    await draw(
      <>
        {legend(true)}
        {legend(false)}
        {legend(true, [])}
        {legend(false, [])}
      </>,
    );
    const said = (id: string) =>
      within(screen.getByTestId(id))
        .queryAllByRole('listitem')
        .map((each) => each.textContent);
    const usual = (['live', 'blind', 'due', 'queued'] as const).map((state) => text(`legend.${state}`));
    const rare = (['reread', 'partial', 'unsettled', 'differs'] as const).map((state) =>
      text(`legend.${state}`),
    );
    expect(['true 5', 'false 5', 'true 0', 'false 0'].map(said)).toEqual([usual, rare, usual, []]);
  });
});

describe('a month', () => {
  const facts = (
    part: Partial<MonthCoverage>,
    more: { asksCheck?: boolean } = {},
    setting: PageSetting = {},
  ) => draw(<MonthFacts month={of('2025-03', part)} activity={null} clock={CLOCK} {...more} />, setting);
  const isOff = (id: string) => screen.getByTestId<HTMLButtonElement>(id).disabled;

  test('says its rows and orders, when it was read and what holds of it', async () => {
    await facts({ ordersToVerify: 2, unsettled: true, rereadDue: true });
    expect(screen.getByTestId('month-rows').dataset.value).toBe('6043');
    expect(screen.getByTestId('month-orders').dataset.value).toBe('4021');
    expect(screen.getByTestId('month-rows').closest('p')?.textContent).toBe(
      '6.043 filas, 4.021 órdenes, 2 órdenes por verificar',
    );
    expect(screen.getByTestId('month-last-read').textContent).toContain('hace 12 d');
    expect(screen.getByTestId('month-last-read').dataset.value).toBe(instant(NOW - 12 * DAY));
    const states = screen.getByTestId('month-last-read').nextElementSibling;
    expect([...(states?.children ?? [])].map((each) => each.textContent)).toEqual([
      text('coverage.unsettled'),
      text('coverage.due'),
    ]);
    expect(screen.queryByTestId('held-decision')).toBeNull();
    expect(screen.queryByTestId('search-2025-03')).toBeNull();
  });

  test('that was never read says so, and leads to its changes and to its orders', async () => {
    const { user } = await facts({ lastReadAt: null });
    expect(screen.getByTestId('month-last-read').textContent).toBe(text('month.never-read'));
    expect(screen.getByTestId('month-rows').closest('p')?.textContent).toBe('6.043 filas, 4.021 órdenes');
    await user.click(screen.getByRole('button', { name: text('month.changes') }));
    expect(window.location.hash).toBe('#changes/2025-03');
    await user.click(screen.getByRole('button', { name: text('month.orders') }));
    expect([window.location.hash, probedSelection().period]).toEqual([
      '#orders',
      { from: '2025-03-01', to: '2025-03-31' },
    ]);
  });

  test.each([
    ['blind', null, [false, false, null]],
    ['live', null, [false, false, null]],
    ['blind', 'requested', [true, false, false]],
    ['blind', 'scheduled', [false, false, false]],
    ['queued', null, [true, true, null]],
    ['outside', null, [true, true, null]],
  ] as const)(
    'that is %s, to be read again: %s, can be asked for what there is to ask',
    async (reach, reread, off) => {
      const { user, asked } = await facts({ reach, reread });
      const ids = ['reread', 'check', 'cancel-reread'].map((id) => `month-${id}`);
      expect(ids.map((id) => (screen.queryByTestId(id) === null ? null : isOff(id)))).toEqual(off);
      for (const [at, id] of ids.entries()) {
        if (screen.queryByTestId(id) === null) continue;
        // While one is asked none can be pressed.
        if (off[at] === false) await waitFor(() => expect(isOff(id)).toBe(false));
        await user.click(screen.getByTestId(id));
      }
      const calls = ['rereadMonths', 'checkMonths', 'cancelRereads'].filter((_, at) => off[at] === false);
      expect(asked).toEqual(calls.map((call) => ({ call, input: { months: ['2025-03'] } })));
    },
  );

  test('whose asking fails says why, and a press is not made twice meanwhile', async () => {
    let fail: (error: Error) => void = () => {};
    const { user } = await facts(
      {},
      {},
      {
        replies: {
          rereadMonths: () =>
            new Promise((_, reject) => {
              fail = reject;
            }),
        },
      },
    );
    await user.click(screen.getByTestId('month-reread'));
    expect([isOff('month-reread'), isOff('month-check'), screen.queryByRole('alert')]).toEqual([
      true,
      true,
      null,
    ]);
    fail(new Error('no room'));
    expect((await screen.findByRole('alert')).textContent).toContain('no room');
    expect(isOff('month-reread')).toBe(false);
  });

  test('whose rows the source no longer gives is decided in two presses, with what goes said before', async () => {
    const emptied = [
      { Canal: 'Austral', Cuenta: 'una' },
      { Canal: 'Bodega', Cuenta: null },
    ];
    const { user, asked } = await facts({ held: { ...held(414), emptied } });
    const decision = screen.getByTestId('held-decision');
    expect([decision.dataset.rows, decision.dataset.month]).toEqual(['414', '2025-03']);
    expect(decision.textContent).toContain('414 filas de 6.043 (6,9');
    expect(decision.textContent).toContain('12 órdenes');
    expect(decision.textContent).toContain(`${text('held.emptied')} Austral (una), Bodega`);
    // It is asked about below, not said above too.
    expect(screen.queryByText(text('coverage.held'))).toBeNull();
    await user.click(screen.getByTestId('held-remove'));
    const confirm = () => screen.getByTestId<HTMLButtonElement>('held-confirm');
    expect([confirm().textContent, confirm().dataset.decision]).toEqual(['Quitar 414 filas', 'remove']);
    expect(within(decision).getByText(text('held.remove-note', { month: 'marzo de 2025' }))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: text('common.cancel') }));
    expect([screen.queryByTestId('held-confirm'), asked]).toEqual([null, []]);
    await user.click(screen.getByTestId('held-keep'));
    expect(confirm().textContent).toBe('Conservar 414 filas');
    await user.click(confirm());
    expect(asked).toEqual([{ call: 'resolveMissing', input: { month: '2025-03', decision: 'keep' } }]);
  });

  test('of no rows has no share of them, and what fails is said', async () => {
    const { user } = await facts(
      { held: { ...held(1), rows: 0 } },
      {},
      {
        replies: {
          resolveMissing: () => {
            throw new Error('no room');
          },
        },
      },
    );
    expect(screen.getByTestId('held-decision').textContent).toContain('(0');
    expect(screen.getByTestId('held-decision').textContent).not.toContain(text('held.emptied'));
    await user.click(screen.getByTestId('held-remove'));
    await user.click(screen.getByTestId('held-confirm'));
    expect((await screen.findByText(/no room/)).getAttribute('role')).toBe('alert');
  });

  test('several are asked for as one, each as far as there is something to ask', async () => {
    let cleared = 0;
    const months = [
      of('2025-01', { reach: 'queued' }),
      of('2025-02', { reread: 'requested' }),
      of('2025-03'),
    ];
    const { user, asked } = await draw(
      <SelectedMonths
        months={months}
        onClear={() => {
          cleared += 1;
        }}
      />,
    );
    const said = text('coverage.chosen', { count: 3 });
    expect(screen.getByRole('group', { name: said }).textContent).toContain(said);
    for (const id of ['reread', 'check', 'cancel-reread'])
      await user.click(screen.getByTestId(`selected-${id}`));
    expect(asked.map(({ input }) => input)).toEqual([
      { months: ['2025-03'] },
      { months: ['2025-02', '2025-03'] },
      { months: ['2025-02'] },
    ]);
    await user.click(screen.getByRole('button', { name: text('coverage.unchoose') }));
    expect(cleared).toBe(1);
  });
});

describe('the control of totals', () => {
  const figure = (id: string) => screen.getByTestId(id).getAttribute('data-value');

  test('of a month has a line of each scope, compared or not', async () => {
    await draw(<ControlTable range="2025-03" controls={DIFFERS} nowMs={NOW} />);
    const ids = ['here', 'there', 'difference'].map((id) => `control-2025-03-everything-${id}`);
    expect(ids.map(figure)).toEqual(['6043', '6046', '3']);
    const [all, dashboard] = ['everything', 'dashboard'].map((id) =>
      screen.getByTestId(`control-2025-03-${id}`),
    );
    expect([all?.dataset.agrees, dashboard?.dataset.agrees]).toEqual(['false', '']);
    expect(all?.textContent).toContain(text('control.differs'));
    expect(all?.textContent).toContain('hace 4 min');
    expect(dashboard?.textContent).toBe(`${text('preset.name')}———${text('control.never')}`);
    expect(screen.getByTestId('control-2025-03-compared').textContent).toBe(
      'compras del 01-03-2025 al 31-03-2025',
    );
    expect(all?.querySelector('td:last-child')?.getAttribute('title')?.split('\n')).toEqual([
      'compras del 01-03-2025 al 31-03-2025',
      expect.stringMatching(/ UTC$/),
      '07b7e6c3',
    ]);
  });

  test('that agrees says so; where the dashboard alone was compared it says which days', async () => {
    await draw(
      <ControlTable range="x" controls={{ everything: null, dashboard: control(5, 5) }} nowMs={NOW} />,
    );
    expect(screen.getByTestId('control-x-dashboard').textContent).toContain(text('control.agrees-short'));
    expect(screen.getByTestId('control-x-dashboard').dataset.agrees).toBe('true');
    expect(screen.getByTestId('control-x-compared')).toBeTruthy();
  });

  test('that nobody made has no days', async () => {
    await draw(<ControlTable range="x" controls={{ everything: null, dashboard: null }} nowMs={NOW} />);
    expect(screen.queryByTestId('control-x-compared')).toBeNull();
  });

  test('of all says what is here and there, and leads to the newest month that differs', async () => {
    const led: Month[] = [];
    const months = [
      of('2025-01', { controls: { everything: control(9, 1), dashboard: null } }),
      of('2025-02', { controls: { everything: control(1, 3), dashboard: null } }),
      of('2025-03', { controls: { everything: control(1, 1), dashboard: null } }),
    ];
    const controls = {
      everything: control(10, 8, { range: 'all' }),
      dashboard: control(4, 4, { range: 'all' }),
    };
    const { user, asked } = await draw(
      <ControlLine
        controls={controls}
        search={null}
        months={months}
        nowMs={NOW}
        onMonth={(each) => led.push(each)}
      />,
    );
    expect(['here', 'there'].map((id) => figure(`control-all-everything-${id}`))).toEqual(['8', '10']);
    expect(screen.getByTestId('control-all-everything').textContent).toContain('faltan 2');
    expect(screen.getByTestId('control-all-dashboard').textContent).toContain(text('control.agrees'));
    expect(screen.getByTestId('control-all-dashboard').dataset.agrees).toBe('true');
    expect(screen.getByTestId('control-all-compared').textContent).toContain('01-03-2025');
    const see = screen.getByTestId('control-month');
    expect([see.textContent, see.nextElementSibling?.textContent]).toEqual([
      'Ver febrero de 2025',
      'sobran 2',
    ]);
    await user.click(see);
    await user.click(screen.getByTestId('find-difference-all'));
    expect([led, asked]).toEqual([['2025-02'], [{ call: 'findDifferences', input: { ranges: ['all'] } }]]);
  });

  test('of all that was not made says so, and leads nowhere', async () => {
    await draw(
      <ControlLine
        controls={{ everything: null, dashboard: null }}
        search={null}
        months={[of('2025-03')]}
        nowMs={NOW}
        onMonth={() => {}}
      />,
    );
    expect(screen.getAllByText(text('control.never-all'))).toHaveLength(2);
    expect(
      ['control-month', 'control-all-compared', 'search-all'].map((id) => screen.queryByTestId(id)),
    ).toEqual([null, null, null]);
  });

  test('is searched for where it differs, with how the search stands', async () => {
    const find = (search: Search | null, controls: MonthCoverage['controls']) => (
      <FindDifference range={'2025-03' as Month} controls={controls} search={search} nowMs={NOW} />
    );
    const agrees = { everything: control(1, 1), dashboard: null };
    const { user, asked, view } = await draw(find(SEARCH, DIFFERS), {
      replies: {
        findDifferences: () => {
          throw new Error('no line');
        },
      },
    });
    const shown = screen.getByTestId('search-2025-03');
    expect([shown.dataset.over, shown.textContent]).toEqual([
      'true',
      `${text('search.stands', { ago: 'hace 4 min', difference: 'faltan 3' })}${text('control.find')}`,
    ]);
    await user.click(screen.getByTestId('find-difference'));
    expect(asked).toEqual([{ call: 'findDifferences', input: { ranges: ['2025-03'] } }]);
    expect((await screen.findByRole('alert')).textContent).toContain('no line');
    view.unmount();
    await draw(
      <>
        {find({ ...SEARCH, difference: 0 }, agrees)}
        <div data-testid="nothing">{find(null, agrees)}</div>
        {find(null, DIFFERS)}
      </>,
    );
    const [mended, asking] = screen.getAllByTestId('search-2025-03');
    expect(mended?.textContent).toBe(text('search.mended', { ago: 'hace 4 min' }));
    expect([asking?.textContent, asking?.dataset.over]).toEqual([text('control.find'), '']);
    expect(screen.getByTestId('nothing').textContent).toBe('');
  });
});

describe('the section of the copy', () => {
  const section = (dataReplies: NonNullable<PageSetting['dataReplies']>, led: string | null = null) =>
    draw(<CoverageSection status={status()} month={led} />, { dataReplies });
  const MONTHS = [of('2025-02'), of('2025-03')];

  test('opens the month that it was led to beside its cell; chosen ones take the place of the legend', async () => {
    const { user } = await section({ readCoverage: () => coverage(MONTHS) }, '2025-03');
    const details = await screen.findByTestId('month-details');
    expect(details.dataset.month).toBe('2025-03');
    expect(within(details).getByText('Marzo de 2025')).toBeTruthy();
    await user.click(within(details).getByRole('button', { name: text('common.close') }));
    await waitFor(() => expect(screen.queryByTestId('month-details')).toBeNull());
    expect(window.location.hash).toBe('#sync');
    const legend = text('legend.live');
    expect(screen.getByText(legend)).toBeTruthy();
    fireEvent.click(screen.getByTestId('coverage-2025-02'), { ctrlKey: true });
    expect(screen.getByRole('group', { name: text('coverage.chosen', { count: 1 }) })).toBeTruthy();
    expect(screen.queryByText(legend)).toBeNull();
    await user.click(screen.getByRole('button', { name: text('coverage.unchoose') }));
    expect(screen.getByText(legend)).toBeTruthy();
    fireEvent.click(screen.getByTestId('coverage-2025-02'));
    expect((await screen.findByTestId('month-details')).dataset.month).toBe('2025-02');
  });

  test('says where nothing was read yet, and what lies in no month', async () => {
    const { user } = await section({
      readCoverage: () => coverage([], { undatedRows: 1200, outOfRangeRows: 0 }),
    });
    expect(await screen.findByText(text('coverage.empty'))).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    const undated = screen.getByTestId('copy-undated');
    expect([undated.dataset.value, undated.textContent]).toEqual([
      '1200',
      text('copy.undated', { count: 1200, shown: '1.200' }),
    ]);
    expect(screen.queryByTestId('copy-out-of-range')).toBeNull();
    await user.click(undated);
    expect(window.location.hash).toBe('#orders//Fecha%20de%20compra');
    expect(probedSelection().dateFilters).toEqual([{ column: 'Fecha de compra', beyond: null }]);
  });

  test('leads to the rows on either side of the calendar', async () => {
    const bought = (day: string) => ({ Canal: 'A', Orden: day, 'Fecha de compra': `${day}T10:00:00.000` });
    const { user } = await draw(
      <CopyFacts status={status({ knownUntil: null })} undatedRows={0} outOfRangeRows={3} />,
      {
        rows: ['1970-01-01', '1970-01-02', '2026-03-01', '2999-01-01'].map(bought),
        present: '2026-04-01T00:00:00.000Z' as UtcInstant,
        facts: { lastUpdate: null },
      },
    );
    expect(screen.getByTestId('copy-out-of-range').dataset.value).toBe('3');
    const sides = await screen.findAllByTestId('open-out-of-range');
    expect(sides.map(({ textContent }) => textContent)).toEqual(['> 2027: 1', '< 2000: 2']);
    const chosen = () => probedSelection().dateFilters?.map(({ column, beyond }) => [column, beyond?.side]);
    await user.click(sides[0] as HTMLElement);
    expect(chosen()).toEqual([['Fecha de compra', '>']]);
    await user.click(screen.getAllByTestId('open-out-of-range')[1] as HTMLElement);
    expect(chosen()).toEqual([['Fecha de compra', '<']]);
  });

  test('that cannot be read says so, and is asked again by a press', async () => {
    let isBroken = true;
    const { user } = await section({
      readCoverage: () => {
        if (isBroken) throw new Error('broken');
        return coverage(MONTHS);
      },
    });
    const failed = await screen.findByText(text('coverage.failed'), { exact: false });
    isBroken = false;
    await user.click(within(failed).getByRole('button', { name: text('sync.retry') }));
    expect(await screen.findByRole('grid', { name: text('coverage.grid') })).toBeTruthy();
    expect(screen.queryByText(text('coverage.failed'), { exact: false })).toBeNull();
  });

  test('tells all that is open about it', async () => {
    await draw(
      <CopyFacts
        status={status({
          knownUntil: instant(NOW),
          ordersToVerify: 1200,
          unsettledWindows: 2,
          earliestNotice: 'only 90 days',
        })}
        undatedRows={0}
        outOfRangeRows={0}
      />,
      { facts: { lastUpdate: instant(NOW), unknownColumns: ['Nueva', 'Otra'] } },
    );
    const said = screen.getAllByRole('listitem').map((each) => each.textContent ?? '');
    expect(said).toHaveLength(6);
    const [known, updated, ...others] = said;
    expect(known).toContain(text('copy.known'));
    expect(updated).toMatch(new RegExp(`^${text('copy.last-update')} .* UTC$`));
    expect(others).toEqual([
      text('copy.to-verify', { count: 1200, shown: '1.200' }),
      text('copy.unsettled', { count: 2, shown: '2' }),
      `${text('copy.unknown')} Nueva, Otra`,
      `${text('copy.earliest')} only 90 days`,
    ]);
  });

  test('of which nothing is open tells nothing', async () => {
    await draw(<CopyFacts status={status({ knownUntil: null })} undatedRows={0} outOfRangeRows={0} />, {
      facts: { lastUpdate: null },
    });
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  test.each([
    [[account({ id: 'b', syncEveryMinutes: 5 }), account({ syncEveryMinutes: 30 })], 45],
    [[account({ syncEveryMinutes: null as never })], 90],
  ])(
    'calls its changes fresh for half as long again as its own account’s schedule: %#',
    async (accounts, minutes) => {
      let freshMs = 0;
      function Clock() {
        ({ freshMs } = useCoverageClock(status()));
        return null;
      }
      await openPage({ accounts: { accounts, activeId: 'a', keyStorage: 'memory' } }, () => <Clock />);
      expect(freshMs).toBe(minutes * MINUTE);
    },
  );
});

describe('costs that are not loaded alike', () => {
  const plain = (words: string | null) => words?.replace(/\s/gu, ' ');
  const covered = (sales: string, withCost: string) => ({
    ...{ sums: { Ventas: sales as Decimal }, ventasWithProductCost: withCost as Decimal },
  });
  const totals = (Ventas: string, comercial: string, total: string) => ({
    sums: {
      ...{ Ventas, 'Rentabilidad Marketplace': '7' },
      ...{ 'Rentabilidad Comercial': comercial, 'Rentabilidad Total': total },
    },
  });

  test('are told, and compared at a press over the rows with a cost', async () => {
    const asked: unknown[] = [];
    let search: (words: string) => void = () => {};
    function Search() {
      const { change } = useSelection();
      search = (words) => act(() => change({ type: 'search', text: words }));
      return null;
    }
    const { user } = await draw(
      <>
        <Search />
        <CoverageWarning
          own={covered('1000', '900')}
          other={covered('400', '200')}
          against="previous-year"
          name="oct 2025"
        />
        <div data-testid="alike">
          <CoverageWarning
            own={covered('1000', '900')}
            other={covered('100', '90')}
            against="previous-period"
            name="sep 2026"
          />
        </div>
      </>,
      {
        dataReplies: {
          readGroups: ({ slot, compareWith, selection }) => {
            asked.push([slot?.split('-').at(-1), compareWith, selection.search]);
            const isAbove = slot?.endsWith('above') === true;
            return {
              ...{
                revision: 1,
                groups: [],
                total: isAbove ? totals('100', '30', '10') : totals('0', '0', '0'),
              },
              compared: {
                period: null,
                total: isAbove ? totals('300', '60', '30') : totals('-100', '-20', '30'),
              },
            } as never;
          },
        },
      },
    );
    const warning = screen.getByTestId('coverage-gap-previous-year');
    expect([warning.dataset.value, plain(warning.textContent)]).toEqual([
      '40.000000',
      `Comercial y Total se comparan con oct 2025 con otra cobertura: costo en 90,0 % de Ventas, allí en 50,0 %.${text('coverage-gap.compare')}`,
    ]);
    expect(screen.getByTestId('alike').textContent).toBe('');
    expect(asked).toEqual([]);
    const press = screen.getByTestId('equal-coverage');
    await user.click(press);
    await screen.findByTestId('equal-rate-total');
    expect(asked).toEqual([
      ['above', 'previous-year', ''],
      ['below', 'previous-year', ''],
    ]);
    search('azul');
    await waitFor(() =>
      expect(asked.slice(2)).toEqual([
        ['above', 'previous-year', 'azul'],
        ['below', 'previous-year', 'azul'],
      ]),
    );
    expect([press.textContent, press.getAttribute('aria-pressed')]).toEqual([
      text('coverage-gap.as-is'),
      'true',
    ]);
    expect(
      ['equal-rate-comercial', 'equal-points-comercial', 'equal-rate-total', 'equal-points-total'].map((id) =>
        Number(screen.getByTestId(id).dataset.value),
      ),
    ).toEqual([30, 10, 10, -20]);
    await user.click(press);
    expect(screen.queryByTestId('equal-rate-total')).toBeNull();
  });

  test('name of several the one that has least and the one that has most', async () => {
    await draw(
      <CoverageSpread
        sets={[covered('100', '90'), null, covered('100', '30'), covered('100', '95')]}
        nameOf={(set) => `mes ${set}`}
      />,
    );
    const spread = screen.getByTestId('coverage-spread');
    expect([spread.dataset.value, plain(spread.title)]).toEqual([
      '-65.000000',
      'Costo cargado de 30,0 % (mes 2) a 95,0 % (mes 3): los márgenes no se comparan tal cual',
    ]);
  });
});
