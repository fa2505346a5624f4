import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChangesPage, ChangesQuery, OrderDifference } from '#renderer/data/model/changes.ts';
import type { PageRange } from '#renderer/data/model/slots.ts';
import { RailFoldProvider, useNavigation, useRailFold } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { ChangesScreen } from '#renderer/screens/changes/changes-screen.tsx';
import type { RunEntry } from '#shared/contract/run-log.ts';
import type { LocalDateTime } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { goTo, InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { buttonOf, grid } from '#test/renderer/dom/shown.ts';
import { account, MINUTE, NOW, run } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Cambios over a list that is answered by the page: what it is asked, what it waits for, and what leaves it. */

const TOTAL = 20_250;
const after = { rows: 1, states: [], payments: [], amounts: { Ventas: '1.5' as Decimal } };
const lineAt = (at: number): OrderDifference => ({
  ...{ Canal: 'Plaza', Cuenta: 'P', Orden: `N-${at}`, identity: { Orden: `N-${at}` } },
  ...{ purchase: '2026-10-05T10:20:30.000' as LocalDateTime, kind: 'new', before: null, changes: 1 },
  ...{ after, readAt: null, purpose: 'changes', windowFrom: '', windowTo: '', correlationIds: [] },
  ...{ columns: null, values: null },
});
type Asked = ChangesQuery & PageRange;
const page = ({ offset, limit }: Asked): ChangesPage => ({
  ...{ revision: 1, total: TOTAL, elsewhere: 0, offset, rowsBefore: 3, rowsAfter: 5, groups: [] },
  lines: Array.from({ length: Math.min(limit, TOTAL - offset) }, (_, at) => lineAt(offset + at)),
  sums: { Ventas: { before: '0.25' as Decimal, after: '2' as Decimal, difference: '2' as Decimal } },
  ...{ counts: { new: TOTAL, changed: 0, removed: 0 }, canales: ['Plaza'] },
});
const runsOf = (...runs: readonly RunEntry[]) => ({ total: runs.length, noted: 0, runs });
const LAST = run({ runId: 'last', startedAtMs: NOW - 90 * MINUTE, endedAtMs: NOW - 30 * MINUTE });

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(6000);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});

/** A list, with what it was asked; `answer` in the place of its pages. */
async function opened({
  detail = null,
  answer = async (asked) => page(asked),
  runs = () => runsOf(LAST),
  ...setting
}: PageSetting & {
  readonly detail?: string | null;
  readonly answer?: (asked: Asked) => Promise<ChangesPage>;
  readonly runs?: (asked: object) => ReturnType<typeof runsOf>;
} = {}) {
  const asked: Asked[] = [];
  const readChanges = (query: Asked) => {
    asked.push(query);
    return answer(query);
  };
  const held: { select: ReturnType<typeof useSelection>['change'] | null } = { select: null };
  function Beside() {
    held.select = useSelection().change;
    return <i data-testid="fold" data-value={useRailFold()} />;
  }
  const dataReplies = { readRuns: runs, readChanges };
  const Addressed = () => <ChangesScreen detail={useNavigation().address.detail} />;
  const at = detail === null ? '#changes' : `#changes/${detail}`;
  const drawn = await openPage({ ...setting, at, dataReplies }, () => (
    <InAccount>
      <RailFoldProvider>
        <Addressed />
        <Beside />
      </RailFoldProvider>
    </InAccount>
  ));
  const select = (channel: string): void =>
    act(() => held.select?.({ type: 'set-filter', column: 'Canal', values: [channel] }));
  return { ...drawn, calls: drawn.asked, asked, select };
}
const cell = (at: number, column: string) =>
  waitFor(() => {
    const row = `[data-row="${at}"][data-read=true]`;
    const found = document.querySelector<HTMLElement>(`${row} [data-column="${column}"]`);
    if (found === null) throw new Error(`There is no ${column} in row ${at}.`);
    return found;
  });
const press = async (at: number, column: string): Promise<void> => {
  const found = await cell(at, column);
  fireEvent.mouseDown(found);
  fireEvent.mouseUp(found);
};
/** What stands in place of sums that are not there. */
const foot = () => [
  ...new Set(
    [...document.querySelectorAll('[data-part=foot] [data-zone=strip] > *')].flatMap(
      ({ textContent }) => textContent || [],
    ),
  ),
];
const sinceDay = async () => (await screen.findByTestId('changes-since')).dataset.value;
const aWeekBefore = (): string => {
  const now = new Date(NOW);
  const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 7);
  const parts = [then.getFullYear(), then.getMonth() + 1, then.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

describe('what is copied', () => {
  const copied = async (keys: object): Promise<readonly string[]> => {
    const clipboard = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    fireEvent.keyDown(grid(), { key: 'c', ctrlKey: true, ...keys });
    await waitFor(() => expect(clipboard).toHaveBeenCalledTimes(1));
    return (clipboard.mock.calls[0]?.[0] ?? '').split('\r\n');
  };

  test('is as many orders as a table takes, from where it begins, wherever that is', async () => {
    await opened();
    await press(3, 'Orden');
    fireEvent.keyDown(grid(), { key: 'End', ctrlKey: true, shiftKey: true });
    const numbers = (await copied({})).flatMap((line) => line.split('\t')[0] || []);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([20_000, 'N-3', 'N-20002']);
  });

  test('is described by the list’s own question, whatever is selected elsewhere', async () => {
    const { select } = await opened();
    select('Plaza');
    await press(2, 'Orden');
    expect(await copied({ altKey: true, shiftKey: true })).toEqual([
      ...['Orden', 'N-2', '', 'Cuenta\tLumbre Hogar', 'Período\tÚltima sincronización'],
      `Zona\t${text('changes.zone-purchase')} · ${text('changes.zone-read')}`,
      ...['Filtros\tSin filtros', 'Leído hasta\t01-04-2026 12:00:00 UTC'],
      expect.stringMatching(/^Cambios conocidos hasta\t/),
    ]);
  });
});

test('the last sync is the newest that has ended; a list of what is selected is asked anew as that changes', async () => {
  const going = run({ runId: 'going', outcome: 'running', endedAtMs: null });
  const runsAsked: object[] = [];
  const { asked, select, view, user } = await opened({
    runs: (of) => {
      runsAsked.push(of);
      return runsOf(going, LAST);
    },
  });
  await cell(0, 'Orden');
  expect(runsAsked[0]).toEqual({ offset: 0, limit: 3, onlyNoted: false });
  const before = asked.length;
  expect(asked.at(-1)).toMatchObject({ runId: 'last', since: null });
  select('Plaza');
  expect([asked.length, asked.at(-1)?.selection]).toEqual([before, undefined]);
  await user.click(screen.getByText(text('changes.span-since')));
  expect(await sinceDay()).toBe(aWeekBefore());
  await user.click(screen.getByText(text('changes.span-all')));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ runId: null, since: null }));
  view.unmount();

  localStorage.clear();
  localStorage.setItem('cuadra.changes.a', '{"day":"2026-03-04"}');
  const since = await opened({
    runs: () => runsOf(),
    detail: 'after/2026-11-20T11:00:00.000Z/selection',
  });
  await cell(0, 'Orden');
  since.select('Otro');
  const selection = { filters: [{ column: 'Canal', values: ['Otro'] }] };
  await waitFor(() =>
    expect(since.asked.at(-1)).toMatchObject({ since: '2026-11-20T11:00:00.001Z', selection }),
  );
  await since.user.click(screen.getByText(text('changes.span-since')));
  // The day one asked for last is where one comes back to.
  expect(await sinceDay()).toBe('2026-03-04');
});

test('sums wait for their answer, and are none where there is nothing to ask or the answer failed; old ones stay', async () => {
  const waiting = await opened({ answer: () => new Promise(() => {}) });
  await waitFor(() => expect(waiting.asked).not.toEqual([]));
  const body = () => document.querySelector<HTMLElement>('[data-part=body]')?.dataset;
  const said = [foot(), document.querySelector('footer')?.textContent, body()?.stale];
  expect(said).toEqual([['…'], '…', 'false']);
  waiting.view.unmount();
  const none = await opened({ runs: () => runsOf() });
  await screen.findByText(text('changes.none-yet'));
  expect([foot(), none.asked]).toEqual([['—'], []]);
  none.view.unmount();

  let isBroken = true;
  let runsAsked = 0;
  const { user, asked, commit } = await opened({
    runs: () => {
      runsAsked += 1;
      if (runsAsked > 1) throw new Error('sin historial');
      return runsOf(LAST);
    },
    answer: async (query) => {
      if (isBroken) throw new Error('roto');
      return page(query);
    },
  });
  expect([(await screen.findAllByRole('alert')).length, foot()]).toEqual([1, ['—']]);
  isBroken = false;
  const before = asked.length;
  await user.click(buttonOf(text('sync.retry')));
  await cell(0, 'Orden');
  expect(asked.length).toBeGreaterThan(before);
  const whole = screen.getByTestId('changes-count').parentElement as HTMLElement;
  expect([whole.dataset.stale, whole.textContent]).toEqual(['false', expect.stringContaining('Filas 3 → 5')]);
  // Of all that is added up, not of differences alone.
  const sums = ['before', 'after', 'difference'].map((side) =>
    screen.getByTestId(`changes-total-Ventas-${side}`),
  );
  expect(sums.map(({ textContent }) => textContent)).toEqual(['0,25', '2,00', '+2,00']);
  expect(screen.queryByRole('alert')).toBeNull();
  // Which sync is the last was known before: that it cannot be asked again takes nothing away.
  act(() => commit());
  await waitFor(() => expect(runsAsked).toBeGreaterThan(1));
  await waitFor(() => expect(whole.dataset.stale).toBe('false'));
  expect(screen.queryByTestId('query-failure')).toBeNull();
  isBroken = true;
  act(() => commit());
  expect((await screen.findByTestId('query-failure')).textContent).toContain('roto');
  expect([(await cell(0, 'Orden')).textContent, body()?.stale, whole.dataset.stale]).toEqual([
    ...['N-0', 'true', 'true'],
  ]);
});

test('the list goes on with commits while figures stand still; an order beside it folds the rail until it is closed', async () => {
  let sold = '1.5';
  const { asked, session, commit } = await opened({
    answer: async (query) => {
      const whole = page(query);
      const now = (line: OrderDifference) => ({
        ...line,
        after: { ...after, amounts: { Ventas: sold as Decimal } },
      });
      return { ...whole, revision: asked.length, lines: whole.lines.map(now) };
    },
  });
  const fold = () => screen.getByTestId('fold').dataset.value;
  await cell(0, 'Orden');
  await act(() => session.freeze());
  const before = asked.length;
  act(() => commit());
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  expect(fold()).toBe('false');
  fireEvent.click(await cell(1, 'Orden'), { clientX: 60 });
  const details = await screen.findByTestId('change-details');
  expect([fold(), details.textContent?.includes('1,50')]).toEqual(['true', true]);
  // What it says by now is told beside the list, too.
  sold = '77.25';
  act(() => commit());
  await waitFor(() => expect(details.textContent).toContain('77,25'));
  expect(details.textContent).not.toContain('1,50');
  // The order that one steps on to comes into sight.
  const isDrawn = () => document.querySelector('[data-row="28"]') !== null;
  expect(isDrawn()).toBe(false);
  const next = buttonOf(text('order.next'));
  for (let at = 1; at < 28; at += 1) fireEvent.click(next);
  await waitFor(() => expect(isDrawn()).toBe(true));
  fireEvent.keyDown(grid(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByTestId('change-details')).toBeNull());
  expect(fold()).toBe('false');
  // With nothing beside it, Escape lets go of what is chosen.
  await press(28, 'Ventas:after');
  const chosen = () => document.querySelectorAll('[role=gridcell][aria-selected=true]').length;
  await waitFor(() => expect(chosen()).toBe(1));
  fireEvent.keyDown(grid(), { key: 'Escape' });
  await waitFor(() => expect(chosen()).toBe(0));
});

test('every page on paper has the list’s zones and question, its file the month; none of it stays behind', async () => {
  const { view, user, calls } = await opened({ detail: '2026-10' });
  await cell(0, 'Orden');
  await user.click(screen.getByTestId('export-menu'));
  await user.click(await screen.findByTestId('export-csv-exact'));
  await waitFor(() => expect(calls.map(({ call }) => call)).toContain('exportFile'));
  const { input } = calls.find(({ call }) => call === 'exportFile') ?? {};
  expect(input).toEqual({ fileName: expect.stringMatching(/cambios-2026-10-/) });
  const margins = () =>
    ['days', 'filters'].map((place) => document.documentElement.style.getPropertyValue(`--page-${place}`));
  await act(async () => window.dispatchEvent(new Event('beforeprint')));
  expect(margins()).toEqual([
    `"${text('changes.zone-purchase')} · ${text('changes.zone-read')}"`,
    '"Todos los cambios registrados · Compras de oct 2026"',
  ]);
  expect(screen.getByTestId('changes-paper').textContent).toMatch(/\d de 20\.250 órdenes/);
  view.unmount();
  expect(margins()).toEqual(['', '']);
  window.dispatchEvent(new Event('beforeprint'));
  expect(margins()).toEqual(['', '']);
});

test('another address is another question; another account has a day and a list of its own', async () => {
  localStorage.setItem('cuadra.changes.b', '{"day":"2026-05-06"}');
  const accounts = [account(), account({ id: 'b', name: 'Otra' })];
  const state = (activeId: string) => ({ accounts, activeId, keyStorage: 'memory' }) as const;
  const { asked, report, user } = await opened({ accounts: state('a'), detail: '2026-10' });
  await cell(0, 'Orden');
  expect(asked.at(-1)?.month).toBe('2026-10');
  goTo('#changes/2026-09');
  await waitFor(() => expect(asked.at(-1)?.month).toBe('2026-09'));
  act(() => report('accounts', state('b')));
  await user.click(screen.getByText(text('changes.span-since')));
  expect(await sinceDay()).toBe('2026-05-06');
});
