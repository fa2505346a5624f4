import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type FailureGroup, ROW_RULES } from '#renderer/data/model/row-rules.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { FailureGroupsView } from '#renderer/reconciliation/rules/screen/failure-groups.tsx';
import { RulesSection } from '#renderer/reconciliation/rules/screen/rules-section.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { exportBy, takingExports } from '#test/renderer/dom/exported.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Rows that break a rule, in groups alike in all but one thing, of what is selected by now. */

const D = (value: string) => value as Decimal;
const group = (
  canal: string,
  difference: string | null,
  base: string | null,
  rows: number,
): FailureGroup => ({
  ...{ canal, base, rows },
  difference: difference === null ? null : D(difference),
});
const GROUPS = [
  group('A', '-1.5', null, 2),
  group('A', '2', null, 1200),
  group('B', '2', null, 1),
  group('A', null, 'Ventas', 3),
  group('A', null, 'Ingreso Total', 4),
];
const counts = (more: object = {}) => ({
  ...{ holds: 1200, fails: 0, absent: 0, unreadable: 0, withoutBase: 0, off: D('0'), net: D('0') },
  fitsOther: {},
  ...more,
});
const FAILING = { fails: 3, off: D('4.5'), net: D('-1.5') };

test('a group of percentages says of which base it has none; its rows have their own digits, fifty more at a press', async () => {
  const rule = ROW_RULES.find((each) => each.kind === 'rate');
  if (rule === undefined) throw new Error('No rule of a rate.');
  const groups = [group('', null, null, 7), group('B', null, 'Ventas', 2), group('', '0.5', null, 130)];
  const asked: unknown[] = [];
  const opened: unknown[] = [];
  const line = (row: number, expected: string, difference: string) => ({
    ...{ row, identity: { orden: `O${row}` }, correlationIds: [`c${row}`] },
    ...{ cells: { Orden: `O${row}`, Canal: '', [rule.result]: '9.25', [rule.part]: '1.5', Ventas: '7.125' } },
    ...{ expected: D(expected), difference: D(difference) },
  });
  await openPage(
    {
      dataReplies: {
        readFailureGroups: ({ id }) => ({ revision: 1, id, groups, groupsLeftOut: 2, rowsLeftOut: 1100 }),
        readFailingRows: ({ slot: _, ...query }) => {
          asked.push(query);
          const lines = [line(4, '8.7500', '1'), line(2, '3', '6')];
          return { revision: 1, total: 130, offset: 0, lines } as never;
        },
      },
    },
    () => (
      <InAccount>
        <FailureGroupsView
          rule={rule}
          counts={{ id: rule.id, ...counts(FAILING) }}
          onOpenOrder={(order) => void opened.push(order)}
        />
      </InAccount>
    ),
  );
  const found = await screen.findAllByTestId('proof-group');
  expect(readOf(found[0]?.closest('table') as HTMLElement)).toEqual([
    `Canal | ${text('proof.base')} | Filas`,
    `(vacío) | ${text('proof.no-base')} | [7, Ver filas: (vacío) ${text('proof.no-base')}]`,
    'B | Ventas | [2, Ver filas: B Ventas]',
    '(vacío) | +0,50 | [130, Ver filas: (vacío) 0,5]',
    text('proof.groups-left', { groups: 2, shown: '2', rows: 1100, shownRows: '1.100' }),
  ]);
  fireEvent.click(within(found[2] as HTMLElement).getByRole('button'));
  const rows = await screen.findAllByTestId('proof-row');
  expect(rows.map((each) => readOf(each).join().split(' | ').slice(1, -1).join(' | '))).toEqual([
    '[O4] | | | 9,25 | 1,5 | 7,125 | 8,7500 | 1',
    '[O2] | | | 9,25 | 1,5 | 7,125 | 3 | 6',
  ]);
  const limits = () => asked.map((each) => (each as { limit: number }).limit);
  for (const limit of [100, 150]) {
    fireEvent.click(screen.getByRole('button', { name: `${text('proof.more')} (128)` }));
    await waitFor(() => expect(limits().at(-1)).toBe(limit));
  }
  fireEvent.click(within(rows[1] as HTMLElement).getByRole('button', { name: 'O2' }));
  const order = (row: number, order: string) => ({
    ...{ row, order, channel: '', filters: [{ column: 'orden', values: [order] }] },
  });
  expect(opened).toEqual([{ orders: [order(0, 'O4'), order(1, 'O2')], at: 1, places: 2 }]);
});

test('groups open each for itself, of the selection by now; what they are off by is signed, and what is left out counted', async () => {
  const exports = takingExports();
  const asked: { readonly [question: string]: object[] } = { rules: [], groups: [], rows: [] };
  let change: (action: SelectionAction) => void = () => {};
  function Shown() {
    const selection = useSelection();
    change = (action) => act(() => selection.change(action));
    return <RulesSection onOpenOrder={() => {}} />;
  }
  const take = <Q extends { readonly slot?: string | undefined }>(
    question: string,
    { slot: _, ...query }: Q,
  ) => void asked[question]?.push(query);
  const page = await openPage(
    {
      ...exports.setting,
      dataReplies: {
        readRowRules: (query) => {
          take('rules', query);
          const rules = ROW_RULES.map(({ id }) => counts(id === 'total' || id === 'cobros' ? FAILING : {}));
          return { revision: 1, rows: 1200, rules } as never;
        },
        readFailureGroups: (query) => {
          take('groups', query);
          return { revision: 1, id: query.id, groups: GROUPS, groupsLeftOut: 1, rowsLeftOut: 1100 };
        },
        readFailingRows: (query) => {
          take('rows', query);
          return { revision: 1, total: 5, offset: 0, lines: [] };
        },
      },
    },
    () => (
      <InAccount>
        <Shown />
      </InAccount>
    ),
  );
  await screen.findByTestId('proof-said');
  const rule = (id: string) => document.querySelector(`[data-rule="${id}"]`) as HTMLElement;
  expect(screen.getByTestId('proof-said').textContent).toBe(text('proof.some-fail', { count: 2 }));
  expect(rule('total').innerHTML).toContain(text('proof.off-title', { net: '−1,5' }));
  fireEvent.click(within(rule('total')).getByRole('button'));
  const presses = () => screen.getAllByTestId('proof-group').map((each) => within(each).getByRole('button'));
  await screen.findAllByTestId('proof-group');
  const table = screen.getAllByTestId('proof-group')[0]?.closest('table') as HTMLElement;
  expect(readOf(table)).toEqual([
    'Canal | Diferencia | Filas',
    'A | −1,50 | [2, Ver filas: A −1,5]',
    'A | +2,00 | [1.200, Ver filas: A 2]',
    'B | +2,00 | [1, Ver filas: B 2]',
    'A | Ventas | [3, Ver filas: A Ventas]',
    'A | Ingreso Total | [4, Ver filas: A Ingreso Total]',
    text('proof.groups-left', { groups: 1, shown: '1', rows: 1100, shownRows: '1.100' }),
  ]);
  const ofRule = { selection: EVERYTHING, id: 'total' };
  expect(asked.groups).toEqual([ofRule]);
  for (const [at, { rows: _, ...of }] of GROUPS.entries()) {
    fireEvent.click(presses()[at] as HTMLElement);
    expect(presses().map((each) => each.getAttribute('aria-expanded'))).toEqual(
      GROUPS.map((__, each) => `${each === at}`),
    );
    await waitFor(() => expect(asked.rows?.at(-1)).toEqual({ ...ofRule, group: of, offset: 0, limit: 50 }));
    await screen.findByTestId('proof-copy');
    fireEvent.click(presses()[at] as HTMLElement);
  }
  fireEvent.click(presses()[1] as HTMLElement);
  await screen.findByTestId('proof-copy');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  fireEvent.click(screen.getByTestId('proof-copy'));
  // The rows that hold were looked at as well as those that fail; of the rows, as many as make a ticket.
  await waitFor(() =>
    expect(write.mock.calls[0]?.[0].split('\n').slice(1)).toEqual([
      text('proof.support-rows', { fails: '3', checked: '1203' }),
      text('proof.support-shown', { shown: '0', total: '5' }),
    ]),
  );
  const { rows: __, ...copied } = GROUPS[1] as FailureGroup;
  expect(asked.rows?.at(-1)).toEqual({ ...ofRule, group: copied, offset: 0, limit: 20 });
  // Own costs are none of the source's: rows hold or fail without them.
  change({ type: 'set-own-costs', on: true });
  change({ type: 'set-filter', column: 'Canal', values: ['A'] });
  const selection = { ...EVERYTHING, filters: [{ column: 'Canal', values: ['A'] }] };
  await waitFor(() => expect(asked.rules?.at(-1)).toEqual({ selection }));
  await waitFor(() => expect(asked.groups?.at(-1)).toEqual({ selection, id: 'total' }));
  const { rows: _, ...second } = GROUPS[1] as FailureGroup;
  await waitFor(() =>
    expect(asked.rows?.at(-1)).toEqual({ selection, id: 'total', group: second, offset: 0, limit: 50 }),
  );
  // Of another rule, open beside it, the groups are its own.
  fireEvent.click(within(rule('cobros')).getByRole('button'));
  await waitFor(() => expect(asked.groups?.at(-1)).toEqual({ selection, id: 'cobros' }));
  const name = text('proof.export-name', { rule: 'Cobros Comercial' });
  const { content, fileName } = await exportBy(name, page, exports);
  expect([fileName?.replace(/-[a-z0-9]{8}\./u, '-MARK.'), content]).toMatchObject([
    'cuadra-lumbre-hogar_prueba-de-filas-cobros-comercial-a-MARK.xlsx',
    { kind: 'failing-rows', query: { selection, id: 'cobros', group: null } },
  ]);
});
