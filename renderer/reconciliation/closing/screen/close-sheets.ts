import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { payoutName } from '#renderer/features/chain/payout-messages.ts';
import { kindName, whereOf } from '#renderer/features/exceptions/exception-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import type { Exception } from '#renderer/reconciliation/findings/model/exceptions.ts';
import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import type { MonthStep } from '#renderer/reconciliation/month/model/month-steps.ts';
import { stepLine, stepName, stepNumber } from '#renderer/reconciliation/parts/step-messages.ts';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { RECEIVABLE_FIGURES } from '#renderer/reconciliation/receivables/model/month-account.ts';
import type { ReceivableLine } from '#renderer/reconciliation/receivables/model/receivables.ts';
import { machineLocal } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { type Decimal, sumOf } from '#shared/domain/decimal.ts';
import type { CloseBook } from './close-book.ts';

/** The month of a close as sheets: its steps with their reasons, cases, bank, receivables and exceptions. Pure. */

/** `zone`: that of this machine's clock, by its name. */
export type SheetWords = { readonly text: Text; readonly formats: Formats; readonly zone: string };

export const closeSheets = (
  { close }: Pick<CloseOfMonth, 'close'>,
  book: CloseBook,
  words: SheetWords,
): readonly WholeTable[] => [
  stepsSheet(close, book, words),
  casesSheet(book, words),
  bankSheet(book, words),
  receivablesSheet(book, words),
  exceptionsSheet(book, words),
];

/** When somebody said something, by the clock of this machine, whose zone stands in the heading. */
export function whenColumn<Row>(name: string, zone: string, atMs: (row: Row) => number | null): Column<Row> {
  const value = (row: Row): string | null => {
    const at = atMs(row);
    return at === null ? null : machineLocal(at);
  };
  return sheetColumn<Row>(`${name} (${zone})`, value, { kind: 'local-datetime' });
}

const money = <Row>(name: string, value: (row: Row) => string | null, isAdded: boolean): Column<Row> =>
  sheetColumn<Row>(name, value, { kind: 'money', ...(isAdded ? ({ total: 'sum' } as const) : {}) });

/** Unlike currencies are never added. */
const areOfOne = (currencies: readonly string[]): boolean => new Set(currencies).size < 2;

/** How each step stood when it was closed and stands now, who signed it off, and why the month was closed with it open. */
function stepsSheet(close: CloseOfMonth['close'], { walk }: CloseBook, words: SheetWords): WholeTable {
  const { text, zone } = words;
  const reasons = new Map(
    (close.log.findLast(({ what }) => what === 'closed')?.reasons ?? []).map((each) => [each.step, each]),
  );
  const reasonOf = ({ id }: MonthStep) => reasons.get(id);
  return sheetOf<MonthStep>({
    name: text('closing.sheet-steps'),
    keyColumns: 1,
    rows: walk === null ? [] : walk.steps.filter(({ id }) => id !== 'close'),
    columns: [
      sheetColumn(text('closing.step'), ({ id }) => `${stepNumber(id)} ${stepName(id, text)}`),
      sheetColumn(text('closing.state'), (step) => (walk === null ? '' : stepLine(step, walk, words))),
      money(text('exception.amount'), ({ amount }) => amount, false),
      sheetColumn(text('closing.open-then'), (step) => reasonOf(step)?.count ?? null, { kind: 'count' }),
      money(text('closing.amount-then'), (step) => reasonOf(step)?.amount ?? null, false),
      sheetColumn(text('closing.reason'), (step) => reasonOf(step)?.why ?? ''),
      sheetColumn(text('closing.sign'), ({ sign }) =>
        sign.state === 'none' ? '' : text(`closing.sign-${sign.state}`),
      ),
      sheetColumn(text('closing.log-owner'), ({ sign }) => sign.last?.owner ?? ''),
      whenColumn(text('closing.log-when'), zone, ({ sign }) => sign.last?.atMs ?? null),
      sheetColumn(text('closing.sign-count'), ({ sign }) => sign.last?.step.count ?? null, { kind: 'count' }),
      money(text('closing.sign-amount'), ({ sign }) => sign.last?.step.amount ?? null, false),
    ],
  });
}

const withWord = (state: string, isExplained: boolean, text: Text): string =>
  isExplained ? `${state} · ${text('match.explained')}` : state;

const unique = (texts: readonly string[]): string => [...new Set(texts)].join(' ');

function casesSheet({ cases, said }: CloseBook, { text, zone }: SheetWords): WholeTable {
  const isOne = areOfOne(cases.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)));
  const sole = (each: MatchedCase, amount: Decimal) => (each.amounts.length > 1 ? null : amount);
  const sayingOf = ({ orders, isExplained, by }: MatchedCase) =>
    isExplained || by === 'decision' ? orders.flatMap(({ key }) => said.get(key) ?? [])[0] : undefined;
  return sheetOf<MatchedCase>({
    name: text('closing.sheet-cases'),
    keyColumns: 1,
    rows: cases,
    columns: [
      sheetColumn('Orden', ({ orders }) => unique(orders.map(({ Orden }) => Orden))),
      sheetColumn('Canal', ({ orders }) => unique(orders.map(({ Canal }) => Canal))),
      sheetColumn('Cuenta', ({ orders }) => unique(orders.map(({ Cuenta }) => Cuenta))),
      sheetColumn(text('match.state'), ({ state, isExplained }) =>
        withWord(text(`match.state-${state}`), isExplained, text),
      ),
      money(text('match.there'), (each) => sole(each, each.statementAmount), isOne),
      money(text('match.here'), (each) => sole(each, each.ledgerAmount), isOne),
      money(text('match.difference'), (each) => sole(each, each.difference), isOne),
      sheetColumn(text('match.currency'), ({ amounts }) => amounts.map(({ currency }) => currency).join(' ')),
      sheetColumn(text('closing.log-noted'), (each) => sayingOf(each)?.note ?? ''),
      sheetColumn(text('closing.log-owner'), (each) => sayingOf(each)?.owner ?? ''),
      whenColumn(text('closing.log-when'), zone, (each) => sayingOf(each)?.atMs ?? null),
    ],
  });
}

function bankSheet({ payouts }: CloseBook, { text }: SheetWords): WholeTable {
  const isOne = areOfOne(payouts.map(({ currency }) => currency));
  const deposited = (of: (line: PayoutView['deposits'][number]) => string | null) => (each: PayoutView) =>
    unique(each.deposits.flatMap((line) => of(line) ?? []));
  return sheetOf<PayoutView>({
    name: text('closing.sheet-bank'),
    keyColumns: 2,
    rows: payouts,
    columns: [
      sheetColumn(text('chain.account'), ({ accounts }) =>
        accounts.map(({ canal, cuenta }) => `${canal} · ${cuenta}`).join('; '),
      ),
      sheetColumn(text('chain.payout'), (each) => payoutName(each, text)),
      sheetColumn(text('chain.paid-on'), 'day'),
      money(text('chain.amount'), ({ amount }) => amount, isOne),
      sheetColumn(text('match.currency'), 'currency'),
      sheetColumn(text('chain.state'), ({ state, isExplained }) =>
        withWord(text(`chain.state-${state}`), isExplained, text),
      ),
      sheetColumn(
        text('chain.came-on'),
        deposited(({ day }) => day),
      ),
      sheetColumn(
        text('chain.words'),
        deposited(({ description }) => description),
      ),
      // Payouts that came together have one sum: it is not added.
      money(text('chain.came'), ({ came }) => came, false),
      money(text('chain.difference'), ({ difference }) => difference, false),
      sheetColumn(
        text('chain.file'),
        deposited(({ file }) => file),
      ),
    ],
  });
}

function receivablesSheet({ receivables }: CloseBook, { text }: SheetWords): WholeTable {
  return sheetOf<ReceivableLine>({
    name: text('closing.sheet-receivables'),
    keyColumns: 2,
    rows: receivables,
    columns: [
      sheetColumn('Canal', 'canal'),
      sheetColumn('Cuenta', 'cuenta'),
      ...RECEIVABLE_FIGURES.map((figure) =>
        money<ReceivableLine>(text(`receivable.${figure}`), ({ figures }) => figures[figure], true),
      ),
      money(text('closing.overdue'), (each) => overdueOf(each), true),
    ],
  });
}

const overdueOf = ({ ages }: ReceivableLine): Decimal =>
  sumOf([ages['to-30'], ages['to-60'], ages['to-90'], ages['over-90']]);

function exceptionsSheet({ exceptions }: CloseBook, { text, zone }: SheetWords): WholeTable {
  const isOne = areOfOne(exceptions.map(({ finding }) => finding.currency ?? ''));
  return sheetOf<Exception>({
    name: text('closing.sheet-exceptions'),
    keyColumns: 2,
    rows: exceptions,
    columns: [
      sheetColumn(text('exception.kind'), ({ finding }) => kindName(finding.kind, text)),
      sheetColumn(text('exception.where'), ({ finding }) => whereOf(finding, text)),
      sheetColumn(text('closing.orders-of'), ({ finding }) => finding.orders, { kind: 'count' }),
      money(text('exception.amount'), ({ finding }) => finding.amount, isOne),
      sheetColumn(text('closing.state'), ({ state, isFound }) =>
        isFound ? text(`exception.state-${state}`) : text('closing.no-more-found'),
      ),
      sheetColumn(text('closing.log-noted'), ({ record }) => record?.note ?? ''),
      sheetColumn(text('closing.log-owner'), ({ record }) => record?.owner ?? ''),
      whenColumn(text('closing.log-when'), zone, ({ record }) => record?.atMs ?? null),
    ],
  });
}
