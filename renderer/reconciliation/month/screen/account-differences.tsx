import { useText } from '#renderer/i18n/text.tsx';
import type { AccountDifferences } from '#renderer/reconciliation/month/model/difference-step.ts';
import { DifferenceTools } from '#renderer/reconciliation/parts/difference-tools.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sumOf } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './account-differences.module.css';

/** What differs in a month, by account; each line leads to the tools that look into it. */
export function AccountDifferencesTable(props: {
  readonly lines: readonly AccountDifferences[];
  readonly onSection: OnSection;
}) {
  const text = useText();
  const formats = useFormats();
  // Those with the most open first; one without orders or cases has nothing to tell.
  const lines = props.lines
    .filter(({ cases, orders }) => cases > 0 || orders > 0)
    .toSorted((one, other) => other.open.cases - one.open.cases);
  const explained = lines.filter((each) => each.explained.cases > 0);
  const count = (side: 'open' | 'explained') => lines.reduce((sum, each) => sum + each[side].cases, 0);
  const total = (side: 'open' | 'explained') => {
    const own = lines.filter((each) => each[side].cases > 0).map((each) => each[side]);
    const isOne = new Set(own.map(({ currency }) => currency)).size < 2;
    const of = (figure: 'statementAmount' | 'ledgerAmount' | 'difference') => {
      const amounts = own.map((each) => each[figure]);
      return isOne && amounts.every((each) => each !== null) ? sumOf(amounts) : null;
    };
    return {
      there: { value: of('statementAmount') },
      here: { value: of('ledgerAmount') },
      difference: { value: of('difference'), signed: true, testId: `account-${side}-sum` },
    };
  };
  const columns: readonly Column<AccountDifferences>[] = [
    {
      id: 'account',
      heading: 'Canal · Cuenta',
      isCut: true,
      value: ({ account }) =>
        account === null ? text('match.account-unknown') : `${account.canal} · ${account.cuenta}`,
    },
    {
      id: 'cases',
      heading: text('match.open-cases'),
      value: ({ open }) => open.cases,
      draw: ({ open, cases }) =>
        open.cases === 0 ? (
          <span className={classNames(ui.tag, cases === 0 ? undefined : ui.good)}>
            {cases === 0
              ? text('match.account-none')
              : text('match.account-same', { count: cases, shown: formats.count(cases) })}
          </span>
        ) : (
          text('match.account-open', {
            count: open.cases,
            shown: formats.count(open.cases),
            of: formats.count(cases),
          })
        ),
    },
    {
      id: 'there',
      heading: text('match.there'),
      kind: 'money',
      value: ({ open }) => (open.cases === 0 ? undefined : open.statementAmount),
    },
    {
      id: 'here',
      heading: text('match.here'),
      kind: 'money',
      value: ({ open }) => (open.cases === 0 ? undefined : open.ledgerAmount),
    },
    {
      id: 'difference',
      heading: text('match.difference'),
      kind: 'money',
      signed: true,
      testId: 'account-difference',
      value: ({ open }) => (open.cases === 0 ? undefined : open.difference),
    },
    {
      id: 'tools',
      heading: text('month.tools'),
      isHeadingHidden: true,
      draw: ({ account, open }) =>
        account === null || open.cases === 0 ? null : (
          <DifferenceTools
            of={{
              ...account,
              order: null,
              measure: SCOPE_COLUMNS.marketplace.profitability,
              difference: open.difference,
            }}
            onSection={props.onSection}
          />
        ),
    },
  ];
  return (
    <section className={ui.section} aria-label={text('match.by-account')}>
      <header>
        <h2>{text('match.by-account')}</h2>
        <span className={ui.note}>{text('match.by-account-note')}</span>
      </header>
      <ListTable
        name={text('match.by-account')}
        empty={text('month.step-differences-nothing')}
        frame={{ className: styles.accounts, isBare: true }}
        columns={columns}
        rows={lines}
        keyOf={({ account }) => JSON.stringify(account)}
        line={({ account, open }) => ({
          'data-testid': 'account-differences',
          'data-name': account === null ? '' : `${account.canal} · ${account.cuenta}`,
          'data-value': open.cases,
        })}
        sums={[
          lines.length === 0
            ? null
            : {
                key: 'open',
                name: text('match.account-total', {
                  count: count('open'),
                  shown: formats.count(count('open')),
                }),
                sums: total('open'),
                isFoot: true,
              },
          explained.length === 0
            ? null
            : {
                key: 'explained',
                name: text('match.account-explained', {
                  count: count('explained'),
                  shown: formats.count(count('explained')),
                }),
                sums: total('explained'),
                isFoot: true,
                isPlain: true,
              },
        ]}
      />
    </section>
  );
}
