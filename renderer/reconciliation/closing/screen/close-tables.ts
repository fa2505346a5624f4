import type { ColumnTotal, TableColumn, TableLine, WholeTable } from '#renderer/data/model/sheet-table.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import { driftInScope } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { CloseOfMonth, DriftPage } from '#renderer/reconciliation/closing/model/closes.ts';
import { CLOSE_COLUMNS } from '#renderer/reconciliation/closing/model/month-orders.ts';
import { missingStatementsTable } from '#renderer/reconciliation/parts/missing-statements-file.ts';
import type { MissingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import { machineLocal } from '#renderer/ui/date-format.ts';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type Decimal, differenceBetween, sumOf } from '#shared/domain/decimal.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';
import { adjustmentOf, adjustmentTable } from './adjustment-messages.ts';
import { reasonLine } from './close-messages.ts';
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
    zone,
  }: {
    readonly scope: AccountsScope | null;
    readonly datedIn: Month | null;
    /** By account, those of the month. */
    readonly missing: readonly MissingStatements[];
    /** That of this machine's clock, by its name: of the times of its history. */
    readonly zone: string;
  },
  text: Text,
): readonly WholeTable[] {
  const tables = [
    figuresTable(close, scope, text),
    logTable(close, { scope, zone }, text),
    missingStatementsTable(missing, text),
  ];
  if (drift === null) return tables;
  const adjustment = adjustmentOf(close, drift, scope);
  const isAdjusted = adjustment.lines.length > 0 || adjustment.taken.length > 0;
  return [
    ...tables,
    ...(isAdjusted ? [adjustmentTable(adjustment, { datedIn, zone }, text)] : []),
    driftTable(drift, text),
  ];
}

const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
const ofKind = (name: string, kind: TableColumn['kind']): TableColumn => ({ name, kind, total: null });

/** By channel and account, which are of one currency: one is in view at a time. */
function figuresTable({ close, now }: CloseOfMonth, scope: AccountsScope | null, text: Text): WholeTable {
  const keyOf = ({ Canal, Cuenta }: { readonly Canal: string; readonly Cuenta: string }) =>
    accountKey(Canal, Cuenta);
  const before = new Map(close.figures.map((each) => [keyOf(each), each]));
  const after = new Map(now.map((each) => [keyOf(each), each]));
  const accounts = [...close.figures, ...now.filter((each) => !before.has(keyOf(each)))];
  const [then, today] = [text('closing.before'), text('closing.now')];
  const inView = <Each extends { readonly Canal: string; readonly Cuenta: string }>(all: readonly Each[]) =>
    all.filter((account) => inScope(scope, account));
  const sumAt = (all: CloseOfMonth['now'], column: string): Decimal =>
    sumOf(inView(all).flatMap(({ sums }) => (sums[column] as Decimal | undefined) ?? []));
  const rowsAt = (all: CloseOfMonth['now']): ColumnTotal => ({
    kind: 'sum',
    value: String(inView(all).reduce((total, { rows }) => total + rows, 0)),
  });
  return {
    name: text(close.ownCosts.length > 0 ? 'closing.title-counted' : 'closing.title'),
    columns: [
      plain('Canal'),
      plain('Cuenta'),
      { ...ofKind(`Filas · ${then}`, 'count'), total: rowsAt(close.figures) },
      { ...ofKind(`Filas · ${today}`, 'count'), total: rowsAt(now) },
      ...CLOSE_COLUMNS.flatMap((column) => {
        const [was, is] = [sumAt(close.figures, column), sumAt(now, column)];
        const added = (name: string, value: Decimal | null): TableColumn => ({
          name: `${column} · ${name}`,
          kind: 'money',
          total: { kind: 'sum', value },
        });
        return [
          added(then, was),
          added(today, is),
          added(text('closing.difference'), differenceBetween(was, is)),
        ];
      }),
    ],
    keyColumns: 2,
    lines: inView(accounts).map((account): TableLine => {
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

function logTable(
  { close }: CloseOfMonth,
  { scope, zone }: { readonly scope: AccountsScope | null; readonly zone: string },
  text: Text,
): WholeTable {
  return {
    name: text('closing.log'),
    columns: [
      plain(text('closing.log-what')),
      plain(text('closing.log-owner')),
      plain(text('closing.reviewed')),
      ofKind(`${text('closing.log-when')} (${zone})`, 'local-datetime'),
      plain(text('closing.log-noted')),
      plain(text('closing.reason')),
      ofKind(text('closing.log-drift'), 'money'),
    ],
    keyColumns: 0,
    lines: close.log.map(
      ({ what, owner, reviewer = '', note, atMs, drift, reasons = [], wasRunning = false }): TableLine => ({
        cells: [
          text(`closing.log-${what}`),
          owner,
          reviewer,
          machineLocal(atMs),
          [note, ...(wasRunning ? [text('closing.log-running')] : [])]
            .filter((part) => part !== '')
            .join(' · '),
          reasons.map((each) => reasonLine(each, text)).join('; '),
          drift === undefined ? null : driftInScope(drift, scope),
        ],
      }),
    ),
  };
}
