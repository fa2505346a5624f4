import { readTogether } from '#renderer/data/client/queries.ts';
import { readPayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { isDebit, type JournalEntry, sizeOfLine } from '#renderer/reconciliation/journals/model/entries.ts';
import type { ProgramAnswer, ProgramTable, QuestionOf } from '#shared/contract/program-questions.ts';
import { type AskedCopy, answerWith, refuse, requireMonth, viewAsked } from './asked-copy.ts';

/**
 * The entries of a closed month, line by line: what was exported under its numbers, and behind it what is proposed and has
 * none yet. Asking gives no number: that is done in Cuadra alone.
 */

const COLUMNS: ProgramTable['columns'] = [
  { key: 'state', kind: 'text' },
  { key: 'number', kind: 'text' },
  { key: 'date', kind: 'text' },
  { key: 'kind', kind: 'text' },
  { key: 'isDifference', kind: 'text' },
  { key: 'Canal', kind: 'text' },
  { key: 'Cuenta', kind: 'text' },
  { key: 'reference', kind: 'text' },
  { key: 'line', kind: 'text' },
  { key: 'account', kind: 'text' },
  { key: 'accountName', kind: 'text' },
  { key: 'debit', kind: 'decimal' },
  { key: 'credit', kind: 'decimal' },
  { key: 'currency', kind: 'text' },
  { key: 'costCentre', kind: 'text' },
  { key: 'taxCode', kind: 'text' },
];

type ToldEntry = JournalEntry & { readonly isDifference: boolean; readonly number?: string };

export async function answerJournal(asked: QuestionOf<'journal'>, copy: AskedCopy): Promise<ProgramAnswer> {
  const { selection, currency } = viewAsked(asked, copy);
  const { month } = asked;
  requireMonth(month, copy.facts);
  const { scope } = selection;
  const query = {
    month,
    scope,
    currency,
    day: todayHere(),
    tolerance: readPayoutTolerance(copy.account.id),
    // A close has its own.
    ownCosts: [],
  };
  const ofMonth = { ...selection, period: monthsPeriod(month, 1) };
  const [page, { rows, orders }] = await readTogether(
    async () =>
      [
        await copy.call.readJournal(query),
        await copy.call.readTotals({ selection: ofMonth, columns: [] }),
      ] as const,
  );
  if (!page.isClosed) refuse('month-open', month);
  const entries: readonly ToldEntry[] = [
    ...page.postings.flatMap((posting) => posting.entries),
    ...page.proposed,
  ];
  const evidence = { selection: ofMonth, currency, revision: page.revision, rows, orders };
  return answerWith('journal', copy, evidence, {
    columns: COLUMNS,
    rows: entries.flatMap((entry) => linesOf(entry, currency)),
  });
}

function linesOf(entry: ToldEntry, currency: string | null): (string | null)[][] {
  const { number = null, date, kind, isDifference, Canal, Cuenta, reference } = entry;
  return entry.lines.map((line) => {
    const { account, name, costCentre, taxCode } = line;
    const size = sizeOfLine(line);
    const sides = isDebit(line) ? [size, null] : [null, size];
    return [
      ...[number === null ? 'proposed' : 'exported', number, date, kind, String(isDifference)],
      ...[Canal, Cuenta, reference, line.line, account, name, ...sides, currency, costCentre, taxCode],
    ];
  });
}
