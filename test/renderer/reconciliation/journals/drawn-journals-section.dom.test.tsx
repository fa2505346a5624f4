import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { resultKey } from '#renderer/reconciliation/journals/model/entries.ts';
import type {
  JournalExport,
  JournalPage,
  JournalPosting,
  JournalQuery,
} from '#renderer/reconciliation/journals/model/journal-page.ts';
import { JournalsSection } from '#renderer/reconciliation/journals/screen/journals-section.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { takingExports } from '#test/renderer/dom/exported.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { buttonOf, choiceOf } from '#test/renderer/dom/shown.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The journals of a month over answers that are made: what is asked, what is shown of it, and what its notes and files are of. */

const MONTH = '2026-10' as Month;
type Entry = JournalPosting['entries'][number];
const entry = (Canal: string, Cuenta: string, number: string, amount = '100'): Entry => ({
  key: resultKey({ month: MONTH, Canal, Cuenta, settlement: null }),
  ...{ kind: 'result', date: '2026-10-31' as LocalDate, Canal, Cuenta, reference: '', number },
  isDifference: false,
  lines: (
    [
      ['income/Ventas', `-${amount}`],
      ['receivable', amount],
    ] as const
  ).map(([line, of]) => ({
    ...{ line, account: '1.1', name: 'Una', costCentre: '', taxCode: '', level: 'proposal' },
    amount: of as Decimal,
  })),
});
const proposal = (Canal: string, Cuenta: string, isDifference = false) => {
  const { number: _, ...own } = entry(Canal, Cuenta, '', '7');
  return { ...own, isDifference };
};
const posting = (
  at: number,
  entries: readonly Entry[],
  more: Partial<JournalPosting> = {},
): JournalPosting => ({
  ...{ month: MONTH, posting: at, by: 'account', currency: null, country: 'CL', snapshot: 's', entries },
  exports: [{ form: 'csv', owner: 'Ana', atMs: new Date(2026, 10, at, 9, 7).getTime() }],
  ...more,
});
const PAGE: JournalPage = {
  ...{ revision: 1, isClosed: true, isOfClose: false, by: 'account', country: 'CL', evidence: 'seen' },
  ...{ proposed: [], postings: [], beyond: '0' as Decimal, leftOut: { undated: 0, otherCurrency: 0 } },
};
const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'USD' }] };

/** @param answer to each question, the first being 1 */
async function open(
  answer: (query: JournalQuery, at: number) => Partial<JournalPage>,
  setting: PageSetting = {},
) {
  const asked: JournalQuery[] = [];
  const turn: { month: (month: Month) => void; own: () => void } = { month: () => {}, own: () => {} };
  function Shown() {
    const [month, setMonth] = useState(MONTH);
    const { change } = useSelection();
    turn.month = (next) => act(() => setMonth(next));
    turn.own = () => act(() => change({ type: 'set-own-costs', on: true }));
    return <JournalsSection month={month} />;
  }
  const page = await openPage(
    {
      ...setting,
      dataReplies: {
        readJournal: (query) => {
          asked.push(query);
          return { ...PAGE, ...answer(query, asked.length) };
        },
        ...setting.dataReplies,
      },
    },
    () => (
      <InAccount>
        <Shown />
      </InAccount>
    ),
  );
  return { ...page, calls: page.asked, asked, turn };
}
const section = () => screen.getByTestId('journals');
const notes = () =>
  [...(section().querySelector('ul')?.children ?? [])].map(({ textContent }) => textContent);
const shown = () => screen.queryAllByTestId('journal-entry').map(({ dataset }) => dataset.value);
const waiting = () =>
  /(Un asiento está|3 asientos están) por exportar\./u.exec(section().textContent ?? '')?.[0] ?? null;
const canWrite = () => !screen.getByTestId<HTMLButtonElement>('journal-export-csv').disabled;
const NOW = text('journal.of-now', { month: 'octubre de 2026' });

test.each<[string, Partial<JournalPage>, readonly string[]]>([
  ['by account, without its detail', {}, [NOW]],
  ['by settlement', { by: 'settlement' }, []],
  ['with what it came to', { isOfClose: true }, []],
  ['that was exported', { postings: [posting(1, [], { exports: [] })] }, []],
  [
    'with one payout of another currency and several without a day',
    { isOfClose: true, leftOut: { undated: 1200, otherCurrency: 1 } },
    [
      text('journal.undated', { count: 1200, lines: '1.200' }),
      text('journal.other-currency', { count: 1, lines: '1' }),
    ],
  ],
])('a closed month %s says so; of nothing no file is made', async (_, page, said) => {
  await open(() => page);
  await screen.findByTestId('journal-show-rules');
  expect([notes(), shown(), waiting(), canWrite()]).toEqual([said, [], null, false]);
  expect(section().textContent).toContain(text('journal.nothing'));
});

test('what waits is shown first, or an export; each with its own sums, notes and rules, and the accounts of all of them', async () => {
  const postings = [
    posting(1, [entry('Uno', '', '2026-10-1-001')], {
      exports: [
        { form: 'odoo', owner: '', atMs: new Date(2026, 10, 2, 9, 7).getTime() },
        { form: 'xero', owner: 'Ana', atMs: new Date(2026, 10, 3, 23, 5).getTime() },
      ],
    }),
    posting(2, [entry('Uno', 'A', '2026-10-2-001'), entry('', 'B', '2026-10-2-002')]),
  ];
  const proposed = [proposal('Dos', 'C'), proposal('', '', true), proposal('', '')];
  const { user } = await open(() => ({ postings, proposed, by: 'settlement' }));
  await screen.findByTestId('journal-show-rules');
  const total = () => screen.getAllByTestId('journal-total').map(({ dataset }) => dataset.value);
  const difference = text('journal.differences', { count: 1, entries: '1' });
  expect([shown(), total(), notes(), waiting(), canWrite()]).toEqual([
    ['', '', ''],
    ['21', '21'],
    [difference],
    null,
    true,
  ]);
  await user.click(screen.getByTestId('journal-show-rules'));
  expect(screen.getByTestId('journal-proposal').textContent).toContain(text('journal.by-fixed'));
  await user.click(screen.getByTestId('journal-place'));
  expect(screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
    ...['Todos', 'Canal Uno', 'Uno · (vacío)', 'Uno · A', 'Canal ', '(vacío) · B', 'Canal Dos', 'Dos · C'],
  ]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByTestId('journal-shown'));
  await user.click(await choiceOf('Exportación 1'));
  const again = text('journal.again');
  expect([shown(), total(), notes(), waiting(), canWrite()]).toEqual([
    ['2026-10-1-001'],
    ['100', '100'],
    [
      'Exportado: Odoo, alguien sin nombre, 02-11-2026 09:07',
      'Exportado: Xero, Ana, 03-11-2026 23:05',
      again,
    ],
    '3 asientos están por exportar.',
    true,
  ]);
  await user.click(screen.getByTestId('journal-shown'));
  await user.click(await choiceOf('Exportación 2'));
  expect([shown(), total(), notes()]).toEqual([
    ['2026-10-2-001', '2026-10-2-002'],
    ['200', '200'],
    ['Exportado: CSV, Ana, 02-11-2026 09:07', again],
  ]);
  fireEvent.click(buttonOf(text('journal.waiting-show')));
  expect([shown(), waiting()]).toEqual([['', '', ''], null]);
  fireEvent.click(screen.getByTestId('journal-show-rules'));
  expect(screen.queryByTestId('journal-rules')).toBeNull();
});

test('the question is of the month, the currency in view and the own costs that count; another month begins anew', async () => {
  localStorage.setItem(
    'cuadra.screens.a',
    JSON.stringify({
      currency: 'USD',
      'reconciliation.payout-tolerance': '2.5',
      'reconciliation.owner': 'Ana',
    }),
  );
  const { user, asked, turn, session } = await open(
    () => ({
      postings: [posting(1, [entry('Uno', 'A', '2026-10-1-001')])],
      proposed: [proposal('Dos', 'C')],
      country: 'PE',
    }),
    { accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' } },
  );
  await screen.findByTestId('journal-shown');
  const inDollars = { accounts: [{ Canal: 'Otro', Cuenta: 'Dos' }], isExcluded: false };
  expect(asked).toEqual([
    {
      ...{ month: MONTH, scope: inDollars, currency: 'USD', tolerance: '2.5', ownCosts: [] },
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
    },
  ]);
  turn.own();
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toEqual({
    ...asked[0],
    ownCosts: [
      { currency: 'CLP', scope: { ...inDollars, isExcluded: true } },
      { currency: 'USD', scope: inDollars },
    ],
  });
  await user.click(screen.getByTestId('journal-shown'));
  await user.click(await choiceOf('Exportación 1'));
  await user.click(screen.getByTestId('journal-show-rules'));
  expect(screen.getByTestId('journal-country').textContent).toBe('Perú (propuesta)');
  await user.click(screen.getByTestId('journal-country'));
  await user.click(await choiceOf('Chile (propuesta)'));
  // What is said of entries is said of those in the currency in view.
  await waitFor(async () =>
    expect(await session.data.call.readAnnotations({ kind: 'journal-setting' })).toMatchObject([
      { key: 'USD', value: { country: 'CL', by: 'account', owner: 'Ana' } },
    ]),
  );
  expect(shown()).toEqual(['2026-10-1-001']);
  turn.month('2026-09' as Month);
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...asked[1], month: '2026-09' }));
  await waitFor(() => expect(shown()).toEqual(['']));
  expect(screen.queryByTestId('journal-rules')).toBeNull();
});

test('what was exported just now is what is shown then, though more waits; its file is as its country has it', async () => {
  const exports = takingExports();
  const sent: JournalExport[] = [];
  // In the chart of its country the account of what was sold is one of what is owed.
  const [sales, receivable] = entry('Uno', 'A', '2026-10-2-001').lines;
  if (sales === undefined || receivable === undefined) throw new Error('An entry has two lines.');
  const lines = [
    { ...sales, account: '105.01' },
    { ...receivable, account: '7' },
  ];
  const entries = [{ ...entry('Uno', 'A', '2026-10-2-001'), lines }];
  const own = posting(2, entries, { country: 'MX', by: 'settlement' });
  const page = await open(
    () => ({
      proposed: [proposal('Dos', 'C')],
      postings: [posting(1, [entry('Uno', 'B', '2026-10-1-001')]), ...(sent.length === 0 ? [] : [own])],
    }),
    {
      accounts: { accounts: [account({ currencies: CURRENCIES })], activeId: 'a', keyStorage: 'memory' },
      mainStreams: exports.setting.mainStreams ?? {},
      dataReplies: {
        exportJournal: (input) => {
          sent.push(input);
          page.commit();
          return own;
        },
      },
    },
  );
  await screen.findByTestId('journal-shown');
  expect(shown()).toEqual(['']);
  await waitFor(() => expect(canWrite()).toBe(true));
  fireEvent.click(screen.getByTestId('journal-export-beancount'));
  await waitFor(() => expect(exports.texts).toHaveLength(1));
  expect(sent).toMatchObject([{ form: 'beancount', posting: null, evidence: 'seen', currency: 'CLP' }]);
  await waitFor(() => expect(shown()).toEqual(['2026-10-2-001']));
  expect(waiting()).toBe('Un asiento está por exportar.');
  expect(exports.texts[0]?.trim().split('\n')).toEqual([
    'option "operating_currency" "CLP"',
    '',
    '2026-10-31 open Assets:105-01',
    '  name: "105.01 Una"',
    '2026-10-31 open Assets:7',
    '  name: "7 Una"',
    '',
    '2026-10-31 * "Resultado, octubre de 2026 · Uno · A"',
    '  number: "2026-10-2-001"',
    '  Assets:105-01  -100 CLP',
    '    text: "Ventas"',
    '  Assets:7  100 CLP',
    '    text: "Por cobrar al marketplace"',
  ]);
  const close = async () => {
    const done = await screen.findByTestId('export-done');
    fireEvent.click(within(done.parentElement as HTMLElement).getByText(text('common.close')));
  };
  await close();
  // Written once more it is the one that is shown.
  fireEvent.click(screen.getByTestId('journal-shown'));
  fireEvent.click(await choiceOf('Exportación 1'));
  await waitFor(() => expect(shown()).toEqual(['2026-10-1-001']));
  fireEvent.click(screen.getByTestId('journal-export-hledger'));
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ form: 'hledger', posting: 1 }));
  await waitFor(() => expect(exports.texts).toHaveLength(2));
  const names = page.calls.flatMap(({ call, input }) =>
    call === 'exportFile' && typeof input === 'object' && input !== null && 'fileName' in input
      ? [String(input.fileName).replace(/-[a-z0-9]{8}(?=[-.])/gu, '-MARK')]
      : [],
  );
  expect(names).toEqual([
    'cuadra-lumbre-hogar_asientos-contables-beancount-compra-2026-10-01-2026-10-31-MARK-clp.beancount',
    'cuadra-lumbre-hogar_asientos-contables-hledger-compra-2026-10-01-2026-10-31-MARK-clp.journal',
  ]);
  await close();
});
