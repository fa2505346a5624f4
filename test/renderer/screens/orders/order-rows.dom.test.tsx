import { act, screen, waitFor } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { expect, test } from 'vitest';
import { useStore } from '#renderer/data/client/session-context.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useOrderRows } from '#renderer/screens/orders/order-rows.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';

/** The lines of the selection as a screen of them comes, goes and comes back: when they are asked for, and what is shown meanwhile. */

const row = (order: string) => ({
  ...{ Canal: 'Plaza', Cuenta: 'una', Orden: order, Ventas: '1' },
  ...{ 'Fecha de compra': '2026-10-01T10:00:00.000', 'Fecha de Pago': '2026-10-02T10:00:00.000' },
});

type Change = ReturnType<typeof useSelection>['change'];
type Handle = { change: Change; show: (isShown: boolean) => void; scroll: () => void };

async function lines(setting: PageSetting = {}) {
  const handle: Handle = { change: () => {}, show: () => {}, scroll: () => {} };
  function Lines() {
    const { periodColumn } = useSelection().selection;
    const shown = useMemo(() => ['Orden', periodColumn], [periodColumn]);
    const source = useOrderRows(shown, 'orders', null);
    const view = useStore(source.store);
    handle.scroll = () => source.show(0, 90);
    const orders = (view.pages.get(0) ?? []).map(({ cells }) => cells[0]);
    const state =
      view.error !== null ? 'error' : view.query === null ? 'unread' : view.stale ? 'stale' : 'whole';
    return <output aria-label="lines">{[state, ...orders].join(' ')}</output>;
  }
  function Screens() {
    const [isShown, show] = useState(true);
    Object.assign(handle, { change: useSelection().change, show });
    return isShown ? <Lines /> : null;
  }
  const page = await openPage({ rows: ['P-1', 'P-2'].map(row), ...setting }, () => (
    <InAccount>
      <Screens />
    </InAccount>
  ));
  const now = () => screen.queryByLabelText('lines')?.textContent;
  return {
    now,
    commit: page.commit,
    /** How many times lines were asked for since this was asked last. */
    asked: () => page.questions.splice(0).filter((each) => each === 'readTableRows').length,
    settled: async (words: string) => {
      await waitFor(() => expect(now()).toBe(words));
      await act(async () => {});
    },
    change: (...given: Parameters<Change>) => act(async () => handle.change(...given)),
    scroll: () => act(async () => handle.scroll()),
    leave: () => act(async () => handle.show(false)),
    come: () => act(() => handle.show(true)),
  };
}

test('who comes back with the same question finds the last answer there, unless a commit came in between', async () => {
  const { now, asked, settled, leave, come, change, commit } = await lines();
  await settled('whole P-1 P-2');
  expect(asked()).toBe(1);
  await leave();
  come();
  expect(now()).toBe('whole P-1 P-2');
  await settled('whole P-1 P-2');
  expect(asked()).toBe(0);
  await leave();
  await act(async () => commit([row('P-3')]));
  come();
  expect(now()).toBe('unread');
  await settled('whole P-1 P-2 P-3');
  expect(asked()).toBe(1);
  // Of another question it is that one's answer that is kept, and no other.
  await change({ type: 'search', text: 'P-2' });
  await settled('whole P-2');
  await leave();
  await change({ type: 'search', text: '' });
  asked();
  come();
  expect(now()).toBe('unread');
  await settled('whole P-1 P-2 P-3');
  expect(asked()).toBe(1);
});

test('a change is asked for at once, and once; with another date once its column is known', async () => {
  const { asked, settled, change } = await lines();
  await settled('whole P-1 P-2');
  asked();
  await change({ type: 'search', text: 'P-2' });
  await settled('whole P-2');
  expect(asked()).toBe(1);
  await change({ type: 'set-period-column', column: 'Fecha de Pago' });
  await settled('whole P-2');
  expect(asked()).toBe(1);
});

test('an answer that is of before, or that failed, is no answer to come back to', async () => {
  const line = (order: string) => ({
    ...{ id: order, cells: [order], rows: 1, unreadable: [], mixed: [], productCostMissing: false },
  });
  const revision = 7;
  const held = { isFailing: false, isSlow: false };
  const { now, settled, leave, come, change, scroll } = await lines({
    facts: { revision },
    dataReplies: {
      readTableRows: async ({ selection, offset }) => {
        if (held.isFailing || offset > 0) throw new Error('It fell.');
        if (held.isSlow) await new Promise(() => {});
        return { revision: revision, total: 150, offset, lines: [line(`${selection.search}!`)] };
      },
      readTotals: () =>
        ({
          revision: revision,
          rows: 1,
          orders: 1,
          sums: {},
          unreadable: {},
          rowsWithoutProductCost: 0,
        }) as never,
    },
  });
  await settled('whole !');
  held.isSlow = true;
  await change({ type: 'search', text: 'a' });
  await settled('stale !');
  await leave();
  await change({ type: 'search', text: '' });
  held.isSlow = false;
  come();
  await settled('whole !');
  held.isFailing = true;
  await change({ type: 'search', text: 'b' });
  await waitFor(() => expect(now()).toContain('error'));
  await leave();
  held.isFailing = false;
  come();
  await settled('whole b!');
  // Nor is one of which a part could not be read: the whole one before it is.
  await scroll();
  await settled('error b!');
  await leave();
  come();
  expect(now()).toBe('whole b!');
});
