import type { TableColumn, TableLine, WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { driftInScope } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth, DriftPage } from '#renderer/reconciliation/closing/model/closes.ts';
import { CLOSE_COLUMNS } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { missingStatementsTable } from '#renderer/reconciliation/parts/missing-statements-file.ts';
import type { MissingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type Decimal, differenceBetween } from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';
import { adjustmentOf, adjustmentTable } from './adjustment-messages.ts';
import { driftTable } from './drift-table.tsx';

/**
 * What the workbook of a close says besides the month's result: its figures then and now, its history, what moved,
 * how that is adjusted, and which statements are missing. Pure.
 */
export function closeTables(
  close: CloseOfMonth,
  drift: DriftPage | null,
  {
    scope,
    datedIn,
    missing,
  }: {
    readonly scope: AccountsScope | null;
    readonly datedIn: Month | null;
    /** By account, those of the month. */
    readonly missing: readonly MissingStatements[];
  },
  text: Text,
): readonly WholeTable[] {
  const tables = [
    figuresTable(close, scope, text),
    logTable(close, scope, text),
    missingStatementsTable(missing, text),
  ];
  if (drift === null) return tables;
  const adjustment = adjustmentOf(close, drift, scope);
  const isAdjusted = adjustment.lines.length > 0 || adjustment.taken.length > 0;
  return [
    ...tables,
    ...(isAdjusted ? [adjustmentTable(adjustment, datedIn, text)] : []),
    driftTable(drift, text),
  ];
}

const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
const ofKind = (name: string, kind: TableColumn['kind']): TableColumn => ({ name, kind, total: null });

/** By channel and account. Not of one currency perhaps: without totals. */
function figuresTable({ close, now }: CloseOfMonth, scope: AccountsScope | null, text: Text): WholeTable {
  const keyOf = ({ Canal, Cuenta }: { readonly Canal: string; readonly Cuenta: string }) =>
    accountKey(Canal, Cuenta);
  const before = new Map(close.figures.map((each) => [keyOf(each), each]));
  const after = new Map(now.map((each) => [keyOf(each), each]));
  const accounts = [...close.figures, ...now.filter((each) => !before.has(keyOf(each)))];
  const [then, today] = [text('closing.before'), text('closing.now')];
  return {
    name: text(close.ownCosts.length > 0 ? 'closing.title-counted' : 'closing.title'),
    columns: [
      plain('Canal'),
      plain('Cuenta'),
      ofKind(`Filas · ${then}`, 'count'),
      ofKind(`Filas · ${today}`, 'count'),
      ...CLOSE_COLUMNS.flatMap((column) => [
        ofKind(`${column} · ${then}`, 'money'),
        ofKind(`${column} · ${today}`, 'money'),
        ofKind(`${column} · ${text('closing.difference')}`, 'money'),
      ]),
    ],
    keyColumns: 2,
    lines: accounts
      .filter((account) => inScope(scope, account))
      .map((account): TableLine => {
        const [was, is] = [before.get(keyOf(account)), after.get(keyOf(account))];
        const rows = (of: typeof was) => String(of?.rows ?? 0);
        const sums = CLOSE_COLUMNS.flatMap((column) => {
          const [one, other] = [
            was?.sums[column] as Decimal | undefined,
            is?.sums[column] as Decimal | undefined,
          ];
          return [one ?? null, other ?? null, differenceBetween(one, other)];
        });
        return { cells: [account.Canal, account.Cuenta, rows(was), rows(is), ...sums] };
      }),
  };
}

function logTable({ close }: CloseOfMonth, scope: AccountsScope | null, text: Text): WholeTable {
  return {
    name: text('closing.log'),
    columns: [
      ...(['what', 'owner', 'when', 'noted'] as const).map((key) => plain(text(`closing.log-${key}`))),
      ofKind(text('closing.log-drift'), 'money'),
    ],
    keyColumns: 0,
    lines: close.log.map(
      ({ what, owner, note, atMs, drift }): TableLine => ({
        cells: [
          text(`closing.log-${what}`),
          owner,
          new Date(atMs).toISOString(),
          note,
          drift === undefined ? null : driftInScope(drift, scope),
        ],
      }),
    ),
  };
}
