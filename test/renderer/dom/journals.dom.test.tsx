import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { proposedEntries } from '#renderer/reconciliation/journals/model/difference.ts';
import { resultEntry } from '#renderer/reconciliation/journals/model/entries.ts';
import {
  evidenceOfProposal,
  type JournalPosting,
} from '#renderer/reconciliation/journals/model/journal-page.ts';
import { type JournalRule, ruleBook } from '#renderer/reconciliation/journals/model/rules.ts';
import { JournalsSection } from '#renderer/reconciliation/journals/screen/journals-section.tsx';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import { InAccount, openPage } from './page.tsx';

/** The journals of a month on its close: both sides, suspense by name, rules at three levels. */

const MONTH = '2026-10' as Month;
const DAY = '2026-11-20' as LocalDate;
const SUMS = {
  'Ingreso Total': '100',
  Ventas: '100',
  'Cobro de Comisiones': '12.5',
  'Cobros sin categorizar': '2',
  'Rentabilidad Marketplace': '85.5',
} as unknown as Sums;
const PLACES = [
  { Canal: 'Uno', Cuenta: 'A' },
  { Canal: 'Dos', Cuenta: 'B' },
];

async function open(isClosed: boolean, postings: readonly JournalPosting[] = []) {
  let said = async (): Promise<readonly JournalRule[]> => [];
  const page = await openPage(
    {
      dataReplies: {
        readJournal: async () => {
          const book = ruleBook(await said(), 'CL');
          const now = PLACES.map((place) =>
            resultEntry({ ...place, month: MONTH, settlement: null, sums: SUMS }, book),
          );
          const posted = postings.flatMap(({ entries }) => entries);
          const proposed = proposedEntries({ posted, closed: [], now, day: DAY });
          return {
            ...{
              revision: 1,
              isClosed,
              isOfClose: isClosed,
              by: 'account',
              country: 'CL',
              proposed,
              postings,
            },
            evidence: evidenceOfProposal(proposed),
            beyond: '0' as never,
            leftOut: { undated: 1, otherCurrency: 0 },
          } as const;
        },
      },
    },
    () => (
      <InAccount>
        <JournalsSection month={MONTH} />
      </InAccount>
    ),
  );
  said = async () => {
    const read = await page.session.data.call.readAnnotations({ kind: 'journal-rule' });
    return read.map(({ value }) => value as JournalRule);
  };
  return { ...page, said };
}

const totals = () =>
  ['debit', 'credit'].map(
    (side) =>
      screen.getAllByTestId('journal-total').find(({ dataset }) => dataset.side === side)?.dataset.value,
  );

test('entries of a closed month stand with both sides, what is in suspense by its name, and their lines', async () => {
  const { user } = await open(true);
  await screen.findAllByTestId('journal-entry');
  expect(totals()).toEqual(['200', '200']);
  const suspense = screen.getByTestId('journal-suspense');
  expect([suspense.dataset.value, suspense.dataset.lines]).toEqual(['4', '2']);
  expect(within(suspense).getByText(/Cobros sin categorizar/)).toBeTruthy();
  expect(screen.getByText(/no tiene fecha: en ningún asiento/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Resultado, octubre de 2026 · Uno · A' }));
  const lines = screen.getAllByTestId('journal-line');
  expect(lines.map(({ dataset }) => [dataset.line, dataset.level, dataset.value])).toEqual([
    ['income/Ventas', 'proposal', '-100'],
    ['commissions/Cobro de Comisiones', 'proposal', '12.5'],
    ['other/Cobros sin categorizar', 'none', '2'],
    ['receivable', 'proposal', '85.5'],
  ]);
  expect(screen.getAllByTestId('journal-orders').map(({ dataset }) => dataset.line)).toHaveLength(4);
  for (const [form, standing] of [
    ['xero', 'published'],
    ['siigo', 'seen'],
    ['defontana', 'unconfirmed'],
  ] as const) {
    const button = screen.getByTestId(`journal-export-${form}`) as HTMLButtonElement;
    expect([button.disabled, button.dataset.standing]).toEqual([false, standing]);
  }
});

test('those of an open month are looked at, and no file is made of them', async () => {
  const { user } = await open(false);
  await user.click(await screen.findByTestId('journal-preview'));
  expect(totals()).toEqual(['200', '200']);
  expect(screen.getByTestId('journal-open')).toBeTruthy();
  expect((screen.getByTestId('journal-export-csv') as HTMLButtonElement).disabled).toBe(true);
});

test('a rule of an account takes what stood in suspense there; undone, it stands there again', async () => {
  const { user, said } = await open(true);
  await user.click(await screen.findByTestId('journal-show-rules'));
  expect(screen.getByTestId('journal-proposal').textContent).toContain('códigos de ejemplo');
  await user.click(screen.getByTestId('journal-place'));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dos · B' }));
  const rule = () =>
    screen
      .getAllByTestId('journal-rule')
      .find(({ dataset }) => dataset.line === 'other/Cobros sin categorizar');
  expect(rule()?.dataset.level).toBe('none');
  await user.click(within(rule() as HTMLElement).getByTestId('journal-rule-change'));
  await user.type(screen.getByTestId('journal-rule-account'), ' 5.9 ');
  await user.type(screen.getByTestId('journal-rule-costCentre'), 'CC1');
  await user.click(screen.getByTestId('journal-rule-save'));
  await waitFor(() => expect(rule()?.dataset).toMatchObject({ level: 'account', value: '5.9' }));
  expect(await said()).toMatchObject([
    { line: 'other/Cobros sin categorizar', Canal: 'Dos', Cuenta: 'B', account: '5.9', costCentre: 'CC1' },
  ]);
  await waitFor(() => expect(screen.getByTestId('journal-suspense').dataset.lines).toBe('1'));
  await user.click(screen.getByRole('button', { name: /Deshacer/ }));
  await waitFor(() => expect(screen.getByTestId('journal-suspense').dataset.lines).toBe('2'));
});

test('what was exported is shown with its numbers, and told as exported', async () => {
  const book = ruleBook([], 'CL');
  const entries = PLACES.map((place, at) => ({
    ...resultEntry({ ...place, month: MONTH, settlement: null, sums: SUMS }, book),
    number: `2026-10-1-00${at + 1}`,
    isDifference: false,
  }));
  await open(true, [
    {
      ...{ month: MONTH, posting: 1, by: 'account', currency: null, country: 'CL', snapshot: 's', entries },
      exports: [{ form: 'odoo', owner: 'Ana', atMs: 1 }],
    },
  ]);
  expect((await screen.findAllByTestId('journal-entry')).map(({ dataset }) => dataset.value)).toEqual([
    '2026-10-1-001',
    '2026-10-1-002',
  ]);
  expect(screen.getByTestId('journal-exported').textContent).toContain('Odoo, Ana');
  expect(screen.getByText(/otro archivo lleva los mismos números/)).toBeTruthy();
});
