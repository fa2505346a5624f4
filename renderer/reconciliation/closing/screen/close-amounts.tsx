import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { sumOfAccounts } from '#renderer/reconciliation/closing/model/close-figures.ts';
import type { ClosePreview } from '#renderer/reconciliation/closing/model/closes.ts';
import type { CountedOwnCosts } from '#renderer/reconciliation/closing/model/month-orders.ts';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import { inScope } from '#shared/domain/selection.ts';
import styles from './closing.module.css';

type Account = ClosePreview['figures'][number];

const AMOUNTS = [
  { column: RATE_BASE_COLUMN, scope: null },
  ...SCOPES.map((scope) => ({ column: SCOPE_COLUMNS[scope].profitability, scope })),
];

/** What a month is closed with, by channel and account; of each currency the sum, for they are never added. */
export function CloseAmounts(props: {
  readonly figures: ClosePreview['figures'];
  readonly scopes: readonly CountedOwnCosts[];
}) {
  const text = useText();
  const { figures, scopes } = props;
  const isOne = scopes.length === 1;
  /** Of several the name: what is of one alone needs none. */
  const currencyOf = (account: Account): readonly string[] =>
    isOne
      ? []
      : scopes.filter(({ scope }) => inScope(scope, account)).flatMap(({ currency }) => currency ?? []);
  const columns: readonly Column<Account>[] = [
    {
      heading: 'Canal · Cuenta',
      value: (account) => [account.Canal, account.Cuenta, ...currencyOf(account)].join(' · '),
    },
    { heading: text('proof.rows'), kind: 'count', value: 'rows', id: 'rows' },
    ...AMOUNTS.map(
      ({ column, scope }): Column<Account> => ({
        id: column,
        heading: (
          <>
            {scope === null ? text.column(column) : <ScopeMark scope={scope} />}{' '}
            {scope === null ? null : text(`scope.${scope}`)}
            <MovedMark column={column} />
          </>
        ),
        kind: 'money',
        value: ({ sums }) => sums[column] ?? null,
        sheet: { name: column },
      }),
    ),
  ];
  return (
    <ListTable
      name={text('closing.amounts')}
      className={styles.amounts}
      columns={columns}
      rows={figures}
      keyOf={({ Canal, Cuenta }) => accountKey(Canal, Cuenta)}
      line={({ Canal, Cuenta }) => ({
        'data-testid': 'close-amounts',
        'data-account': accountKey(Canal, Cuenta),
      })}
      sums={scopes.map(({ currency, scope }) => {
        const own = sumOfAccounts(figures, scope);
        return isOne || figures.filter((each) => inScope(scope, each)).length > 1
          ? {
              key: currency ?? '',
              name: isOne
                ? text('closing.all')
                : text('closing.all-in', { currency: currencyName(currency ?? '', text) }),
              isPlain: true,
              line: { className: styles.sums },
              sums: {
                rows: { value: String(own.rows), kind: 'count' as const },
                ...Object.fromEntries(
                  AMOUNTS.map(({ column, scope: of }) => [
                    column,
                    { value: own.sums[column] ?? null, testId: `close-amount-${of ?? 'ventas'}` },
                  ]),
                ),
              },
            }
          : null;
      })}
    />
  );
}
