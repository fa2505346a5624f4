import { act, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { RevisionStrip } from '#renderer/app/frame/revision-strip.tsx';
import type { ChangesQuery } from '#renderer/data/model/changes.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { account, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The strips over the figures, in an account of two currencies, where the test says how many orders changed. */

export const sale = (Orden: string, Canal: string, Ventas: string) => ({
  ...{ Orden, Canal, Cuenta: 'P', 'Tipo de Dato': 'Orden', Ventas },
});
const currencies = { main: 'CLP', own: [{ Canal: 'Plaza', Cuenta: 'US', code: 'USD' }] };
const REST_MS = 700;

/** Orders that changed: of all accounts in view, and of the selection; a promise is an answer that is on its way. */
export type Counts = { all: number | Promise<number>; selected: number | Promise<number> };

/** The page's timers are the test's: real ones are put back by whoever opens it. */
export async function openStrip(counts: Counts, setting: PageSetting = {}) {
  const asked: ChangesQuery[] = [];
  const held: { choose: (canal: string) => void } = { choose: () => {} };
  function Chooser() {
    const { change } = useSelection();
    held.choose = (canal) => act(() => change({ type: 'set-filter', column: 'Canal', values: [canal] }));
    return null;
  }
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const page = await openPage(
    {
      ...{ at: '#panel', status: status(), rows: [sale('1', 'A', '100'), sale('2', 'B', '7')] },
      accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' },
      ...setting,
      dataReplies: {
        readChanges: async (query) => {
          asked.push(query);
          const total = await (query.selection == null ? counts.all : counts.selected);
          return {
            ...{ revision: 1, offset: 0, lines: [], sums: {}, rowsBefore: 0, rowsAfter: 0, groups: [] },
            ...{ canales: [], elsewhere: 0, counts: { new: 0, changed: 0, removed: 0 }, total },
          };
        },
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <Chooser />
        <RevisionStrip />
      </InAccount>
    ),
  );
  const rest = () => act(() => vi.advanceTimersByTimeAsync(REST_MS));
  await rest();
  return { ...page, asked, rest, choose: (canal: string) => held.choose(canal) };
}

/** An answer that the test gives later. */
export function later(): {
  readonly answer: Promise<number>;
  readonly give: (total: number) => Promise<void>;
} {
  let give: (total: number) => void = () => {};
  const answer = new Promise<number>((resolve) => {
    give = resolve;
  });
  return { answer, give: (total) => act(async () => give(total)) };
}

export const readStrip = (id = 'figures-moved') =>
  screen.queryAllByTestId(id).flatMap((each) => readOf(each));
export const movedStrip = (ventas: string, orders: number, way = '[ver]') =>
  `Cambió en ${orders} órdenes mientras mirabas: Ventas ${ventas} (Ventas)${way}[Congelar, ${text('revision.freeze-title')}][, Entendido, Entendido]`;
export const frozenStrip = (words: string, moment = '01-04-2026 12:00:00 UTC') =>
  `${text('revision.frozen', { moment })} ${words}[Soltar]`;
export const isRested = () => waitFor(() => expect(screen.queryByTestId('figures-rested')).not.toBeNull());
