import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { READ_UNTIL } from '#test/renderer/dom/page.tsx';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { NOW, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import {
  type Counts,
  frozenStrip,
  isRested,
  later,
  movedStrip,
  openStrip,
  readStrip,
  sale,
} from './strip-under-test.tsx';

/** The strips while answers are on their way, and what they hold figures against as reading goes on. */

afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
});

const T1 = '2026-04-01T13:00:00.000Z' as UtcInstant;
const FROZEN_T1 = '01-04-2026 13:00:00 UTC';

describe('what moved', () => {
  test('is told once it is known whether it is of the selection, and only then of all', async () => {
    const selected = later();
    const counts: Counts = { all: 16, selected: selected.answer };
    const { commit, asked, rest } = await openStrip(counts);
    await isRested();
    act(() => commit([sale('3', 'A', '5')]));
    await rest();
    await waitFor(() => expect(asked).toHaveLength(2));
    await rest();
    expect([readStrip(), screen.queryByTestId('figures-rested')]).toEqual([[], null]);
    await selected.give(0);
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+5', 16)]));
    fireEvent.click(screen.getByTestId('moved-orders'));
    expect(decodeURIComponent(window.location.hash)).toBe(`#changes/after/${READ_UNTIL}`);
  });

  test('of the selection is told before all are counted; none of it waits for all', async () => {
    const all = later();
    const counts: Counts = { all: all.answer, selected: 2 };
    const { commit, rest } = await openStrip(counts);
    await isRested();
    act(() => commit([sale('3', 'A', '5')]));
    await rest();
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+5', 2)]));
    await all.give(9);
    await rest();
    expect(readStrip()).toEqual([movedStrip('+5', 2)]);
  });

  test('by rows that no record tells of is no change: what comes later is held against it', async () => {
    const counts: Counts = { all: 0, selected: 0 };
    const { commit, asked, rest } = await openStrip(counts);
    await isRested();
    act(() => commit([sale('3', 'A', '5')]));
    await rest();
    await waitFor(() => expect(asked).toHaveLength(2));
    await isRested();
    expect(readStrip()).toEqual([]);
    counts.all = 3;
    counts.selected = 2;
    act(() => commit([sale('4', 'A', '1')]));
    await rest();
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+1', 2)]));
  });

  test('while a load went on is no change, though it went on after its last month', async () => {
    const counts: Counts = { all: 2, selected: 2 };
    const loading = status({ state: 'running', historyComplete: false });
    const { commit, report, asked, rest } = await openStrip(counts, { status: loading });
    act(() => commit([sale('3', 'A', '5')]));
    await rest();
    act(() => report('syncStatus', status({ state: 'running' })));
    await rest();
    act(() => commit([sale('4', 'A', '3')]));
    await rest();
    act(() => report('syncStatus', status()));
    await rest();
    await isRested();
    expect([readStrip(), asked]).toEqual([[], []]);
    act(() => commit([sale('5', 'A', '1')]));
    await rest();
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+1', 2)]));
  });

  test('is of figures that rest: another selection is held against none before', async () => {
    const counts: Counts = { all: 2, selected: 2 };
    const { commit, asked, choose, rest } = await openStrip(counts);
    await isRested();
    act(() => commit([sale('3', 'B', '5')]));
    await rest();
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+5', 2)]));
    const before = asked.length;
    counts.selected = 9;
    choose('B');
    await act(() => vi.advanceTimersByTimeAsync(300));
    // What stands there is still of all, and so is its count.
    expect([readStrip(), asked.length]).toEqual([[movedStrip('+5', 2)], before]);
    await rest();
    await isRested();
    expect([readStrip(), asked.length]).toEqual([[], before]);
    choose('A');
    expect(screen.queryByTestId('figures-rested')).toBeNull();
    await rest();
    await isRested();
  });

  test('since the reading that one has read, with the reading of each beginning', async () => {
    const facts = { readUntil: READ_UNTIL };
    const counts: Counts = { all: 2, selected: 2 };
    const { commit, asked, rest } = await openStrip(counts, { facts });
    await isRested();
    facts.readUntil = T1;
    act(() => commit([sale('3', 'A', '5')]));
    await rest();
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+5', 2)]));
    fireEvent.click(screen.getByTestId('figures-moved-read'));
    expect([readStrip(), window.location.hash]).toEqual([[], '#panel']);
    await isRested();
    act(() => commit([sale('4', 'A', '1')]));
    await rest();
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+1', 2)]));
    expect(new Set(asked.map(({ since }) => since))).toEqual(
      new Set(['2026-04-01T12:00:00.001Z', '2026-04-01T13:00:00.001Z']),
    );
  });

  test('can be frozen from there; one that could not be says why', async () => {
    let isRefused = true;
    const { commit, session, rest } = await openStrip(
      { all: 2, selected: 2 },
      {
        dataReplies: {
          freeze: () => {
            if (isRefused) throw Object.assign(new Error('raw'), { code: 'memory-refused' });
            return { revision: 2, readUntil: T1 } as never;
          },
        },
      },
    );
    await isRested();
    act(() => commit([sale('3', 'A', '5')]));
    await rest();
    await waitFor(() => expect(readStrip()).toEqual([movedStrip('+5', 2)]));
    const freeze = screen.getByTestId<HTMLButtonElement>('freeze');
    fireEvent.click(freeze);
    expect(freeze.disabled).toBe(true);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text('closed.memory')));
    expect([freeze.disabled, session.frozen.get()]).toEqual([false, null]);
    isRefused = false;
    fireEvent.click(freeze);
    await waitFor(() => expect(session.frozen.get()?.readUntil).toBe(T1));
    expect(readStrip()).toEqual([]);
    expect(readStrip('figures-frozen').join()).toContain(text('revision.frozen', { moment: FROZEN_T1 }));
  });
});

describe('frozen figures', () => {
  test('ask since they were frozen, of the selection only while it moved', async () => {
    const counts: Counts = { all: 3, selected: 4 };
    const facts = { readUntil: READ_UNTIL };
    const { commit, session, asked, rest, choose } = await openStrip(counts, { facts });
    await isRested();
    choose('A');
    await rest();
    await act(() => session.freeze());
    await rest();
    facts.readUntil = T1;
    act(() => commit([sale('3', 'B', '1')]));
    await rest();
    const outside = frozenStrip('Desde entonces cambiaron 3 órdenes, nada de lo que ves. [ver]');
    await waitFor(() => expect(readStrip('figures-frozen')).toEqual([outside]));
    expect(asked.map(({ since, selection }) => [since, selection])).toEqual(
      asked.map(() => ['2026-04-01T12:00:00.001Z', null]),
    );
    act(() => commit([sale('4', 'A', '2')]));
    await rest();
    const inside = frozenStrip('Desde entonces cambió en 4 órdenes: Ventas +2 (Ventas)[ver]');
    await waitFor(() => expect(readStrip('figures-frozen')).toEqual([inside]));
    const scope = { accounts: [{ Canal: 'Plaza', Cuenta: 'US' }], isExcluded: true };
    expect(asked.at(-1)).toMatchObject({
      ...{ since: '2026-04-01T12:00:00.001Z', onlyDifferent: true, offset: 0, limit: 1, scope },
      selection: { ...EVERYTHING, scope, filters: [{ column: 'Canal', values: ['A'] }] },
    });
    fireEvent.click(screen.getByTestId('moved-orders'));
    expect(decodeURIComponent(window.location.hash)).toBe(`#changes/after/${READ_UNTIL}/selection`);
  });

  test('of a selection that no record tells of are told with all orders, which one is led to', async () => {
    const { commit, session, rest } = await openStrip({ all: 3, selected: 0 });
    await act(() => session.freeze());
    await rest();
    act(() => commit([sale('3', 'B', '1')]));
    await rest();
    const words = frozenStrip('Desde entonces cambió en 3 órdenes: Ventas +1 (Ventas)[ver]');
    await waitFor(() => expect(readStrip('figures-frozen')).toEqual([words]));
    fireEvent.click(screen.getByTestId('moved-orders'));
    expect(decodeURIComponent(window.location.hash)).toBe(`#changes/after/${READ_UNTIL}`);
    expect(readStrip('figures-frozen')).toEqual([words.replace('[ver]', '')]);
  });

  test('frozen anew are told by no count since they were frozen before', async () => {
    const counts: Counts = { all: 3, selected: 0 };
    const facts = { readUntil: READ_UNTIL };
    const { session, rest } = await openStrip(counts, { facts });
    await act(() => session.freeze());
    await rest();
    await waitFor(() => expect(screen.getByTestId('changed-orders').dataset.count).toBe('3'));
    const anew = later();
    counts.all = anew.answer;
    facts.readUntil = T1;
    await act(() => session.freeze());
    await rest();
    expect([readStrip('figures-frozen'), screen.queryByTestId('changed-orders')]).toEqual([
      [`${text('revision.frozen', { moment: FROZEN_T1 })} [Soltar]`],
      null,
    ]);
    await anew.give(0);
    await waitFor(() =>
      expect(readStrip('figures-frozen')).toEqual([frozenStrip('Nada cambió desde entonces. ', FROZEN_T1)]),
    );
  });

  test('before any reading have no moment, and ask for no orders', async () => {
    const { session, asked, rest } = await openStrip({ all: 3, selected: 3 }, { facts: { readUntil: null } });
    await act(() => session.freeze());
    await rest();
    expect(readStrip('figures-frozen')).toEqual([`${text('revision.frozen-empty')} [Soltar]`]);
    expect(asked).toEqual([]);
  });

  test('that could not be let go stay, and say why', async () => {
    const { session, rest } = await openStrip(
      { all: 0, selected: 0 },
      {
        dataReplies: {
          release: () => {
            throw Object.assign(new Error('raw'), { code: 'ownership-lost' });
          },
        },
      },
    );
    await act(() => session.freeze());
    await rest();
    const release = buttonOf(text('revision.release')) as HTMLButtonElement;
    fireEvent.click(release);
    expect(release.disabled).toBe(true);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text('closed.elsewhere')));
    expect([release.disabled, session.frozen.get() === null]).toEqual([false, false]);
  });
});
