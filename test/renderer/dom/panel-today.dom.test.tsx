import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { Exceptions } from '#renderer/data/worker/exceptions-query.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import { PanelScreen } from '#renderer/screens/panel/panel-screen.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';

/** «Para hoy» while it is looked for: it never says that there is nothing, and after a reload it is as it was. */

beforeAll(async () => {
  await import('#renderer/features/trend/trend-chart.tsx');
}, 60_000);

const ROWS = [
  {
    ...{ Canal: 'Austral', Orden: '1', 'Tipo de Dato': 'Orden', Unidades: '1' },
    ...{ 'Fecha de compra': '2026-10-10T10:00:00.000', Ventas: '100', 'Rentabilidad Total': '30' },
  },
];

/** @param count of the cases of each */
const waiting = (amounts: readonly string[], count = 1): Exceptions => ({
  ...{ revision: 1, rows: 1, exceptions: [] },
  groups: groupsOf({
    ...{ records: new Map(), sayings: new Map(), claimed: new Map(), scope: null },
    today: '2026-11-20' as LocalDate,
    findings: amounts.map((amount, at) => ({
      ...{ kind: 'missing-cost', subject: { Canal: 'Austral', Cuenta: `C${at}` }, evidence: amount },
      ...(count === 1
        ? {}
        : {
            cases: Array.from({ length: count }, (_, of) => ({
              ...{ id: `${of}`, name: `O-${of}`, month: null, day: null, rows: 1, evidence: 'e' },
              amount: (of === 0 ? amount : '0') as Decimal,
            })),
          }),
      ...{
        rows: 1,
        orders: 1,
        amount: amount as Decimal,
        firstPurchase: null,
        lastPurchase: null,
        affects: [],
      },
    })),
  }),
});

/** An answer that comes when it is said. */
function later<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: (value: T) => resolve(value) };
}

function CountingCosts() {
  const { change } = useSelection();
  return (
    <button type="button" onClick={() => change({ type: 'set-own-costs', on: true })}>
      costs
    </button>
  );
}

/** The Panel, whose exceptions (of what it shows first) and statements come when they are said. */
async function panel(setting: PageSetting = {}) {
  const found = later<Exceptions>();
  const statements = later<readonly []>();
  const page = await openPage(
    {
      ...setting,
      rows: ROWS,
      dataReplies: {
        readExceptions: ({ countsOwnCosts }) =>
          countsOwnCosts === true ? later<Exceptions>().promise : found.promise,
        readStatements: () => statements.promise,
      },
    },
    () => (
      <InAccount>
        <PanelScreen />
        <CountingCosts />
      </InAccount>
    ),
  );
  const section = await waitFor(() => {
    const heading = screen.getByRole('heading', { name: text('panel.today') });
    return heading.closest('section') as HTMLElement;
  });
  return {
    ...page,
    section,
    find: (amounts: readonly string[], count = 1) => found.resolve(waiting(amounts, count)),
    noStatements: () => statements.resolve([]),
  };
}
const amounts = () => screen.queryAllByTestId('today').map(({ dataset }) => dataset.value);

test('nothing is claimed before all of it was looked for, nor while the first rows are still read', async () => {
  const { section, find, noStatements, report } = await panel({
    status: status({ state: 'running', historyComplete: false }),
  });
  expect(section.textContent).toContain(text('panel.review-looking'));
  await act(async () => find([]));
  expect(section.textContent).toContain(text('panel.review-looking'));
  await act(async () => noStatements());
  // Those that wait for their turn are read still; what was stopped is not.
  for (const state of ['running', 'waiting'] as const) {
    act(() => report('syncStatus', status({ state, historyComplete: false })));
    expect(section.textContent).toContain(text('panel.review-looking'));
  }
  act(() => report('syncStatus', status({ state: 'running', historyComplete: true })));
  await waitFor(() => expect(section.textContent).toContain(text('panel.review-none')));
  expect(section.textContent).not.toContain(text('panel.review-looking'));
});

test('what is found is shown while statements are looked for, and that there is none is not said', async () => {
  const { section, find, noStatements } = await panel();
  find(['7']);
  await waitFor(() => expect(amounts()).toEqual(['7']));
  expect(screen.getByTestId('today-looking').textContent).toBe(text('panel.review-looking'));
  noStatements();
  await waitFor(() => expect(screen.getByTestId('today-looking').textContent).toBe(''));
  expect(section.textContent).not.toContain(text('panel.review-none'));
});

test('after a reload it is as it was, and says so, until it is found anew', async () => {
  const before = await panel();
  before.find(['7'], 3);
  before.noStatements();
  await waitFor(() => expect(screen.getByTestId('today-looking').textContent).toBe(''));
  expect(amounts()).toEqual(['7']);
  cleanup();
  // It is of the accounts in view, their currency and whether own costs count; missing statements are kept as well.
  const kept = JSON.parse(localStorage.getItem('cuadra.today.a') ?? '');
  expect(kept).toMatchObject({ of: '[null,null,false]', count: 3, missed: [] });
  const missed = [{ month: '2026-09', count: 2 }];
  localStorage.setItem('cuadra.today.a', JSON.stringify({ ...kept, missed }));
  const { find, noStatements } = await panel();
  await waitFor(() => expect(amounts()).toEqual(['7', '']));
  expect(screen.getByTestId('today-looking').textContent).toBe(text('panel.today-kept'));
  expect(screen.getByTestId('review-link').textContent).toBe(text('panel.today-all', { count: 3 }));
  find(['9', '4']);
  noStatements();
  await waitFor(() => expect(amounts()).toEqual(['9']));
  expect(screen.getByTestId('today-looking').textContent).toBe('');
  expect(screen.getByTestId('review-link').textContent).toBe(text('panel.today-all', { count: 2 }));
});

test('what is found of one view is not kept as what another one has', async () => {
  const { user, find, noStatements } = await panel();
  find(['7']);
  noStatements();
  await waitFor(() => expect(screen.getByTestId('today-looking').textContent).toBe(''));
  const kept = () => localStorage.getItem('cuadra.today.a');
  const before = kept();
  expect(before).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'costs' }));
  expect(amounts()).toEqual(['7']);
  expect(kept()).toBe(before);
});

test('what cannot be read of what is kept counts as nothing', async () => {
  localStorage.setItem('cuadra.today.a', '{"of":"[null,null,false]","count":1,"reviews":[{}],"missed":[]}');
  const { section } = await panel();
  expect(section.textContent).toContain(text('panel.review-looking'));
  expect(amounts()).toEqual([]);
});
