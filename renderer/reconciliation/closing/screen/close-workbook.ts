import type { useSession } from '#renderer/data/client/session-context.tsx';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { CloseOfMonth } from '#renderer/reconciliation/closing/model/closes.ts';
import type { Month } from '#shared/domain/dates.ts';
import { readCloseBook } from './close-book.ts';
import { closeSheets, type SheetWords } from './close-sheets.ts';
import { closeTables } from './close-tables.ts';
import { readMissing } from './missing-statements.ts';

type Asked = {
  readonly close: CloseOfMonth;
  /** The month that its adjustment would count in; null: none. */
  readonly datedIn: Month | null;
  /** What is told of the month, of the accounts in view. */
  readonly book: Parameters<typeof readCloseBook>[1];
};

/** The sheets of a close beside the month's result, read at the moment that they are written: all of the accounts in view. */
export async function closeWorkbook(
  call: ReturnType<typeof useSession>['data']['call'],
  { close, datedIn, book: asked }: Asked,
  words: SheetWords,
): Promise<readonly WholeTable[]> {
  const { month } = close;
  const { scope } = asked.months;
  const query = { month, scope, cause: null, offset: 0, limit: Number.MAX_SAFE_INTEGER } as const;
  const drift = await call.readDrift(query);
  const missing = await readMissing(call, month, scope);
  const book = await readCloseBook(call, asked);
  const { text, zone } = words;
  return [
    ...closeTables(close, drift, { scope, datedIn, missing, zone }, text),
    ...closeSheets(close, book, words),
  ];
}
