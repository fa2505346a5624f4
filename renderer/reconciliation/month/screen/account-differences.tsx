import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { AccountDifferences } from '#renderer/reconciliation/month/model/difference-step.ts';
import { DifferenceTools } from '#renderer/reconciliation/parts/difference-tools.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sumOf } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './account-differences.module.css';

type Words = { readonly text: Text; readonly formats: Formats };
type Side = 'open' | 'explained';

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
  const totals = (['open', 'explained'] as const).map((side) => ({ side, count: casesOf(lines, side) }));
  return (
    <section className={ui.section}>
      <header>
        <h2>{text('match.by-account')}</h2>
        <span className={ui.note}>{text('match.by-account-note')}</span>
      </header>
      <ListTable
        name={text('match.by-account')}
        empty={text('month.step-differences-nothing')}
        frame={{ className: styles.accounts, isBare: true }}
        columns={columnsOf({ text, formats }, props.onSection)}
        rows={lines}
        keyOf={({ account }) => JSON.stringify(account)}
        line={({ account, open }) => ({
          'data-testid': 'account-differences',
          'data-name': account === null ? '' : `${account.canal} · ${account.cuenta}`,
          'data-value': open.cases,
        })}
        sums={totals.map(({ side, count }) =>
          side === 'explained' && count === 0
            ? null
            : {
                key: side,
                name: text(`match.account-${side}-total`, { count, shown: formats.count(count) }),
                sums: totalOf(lines, side),
                isFoot: true,
                isPlain: side === 'explained',
              },
        )}
      />
    </section>
  );
}

const casesOf = (lines: readonly AccountDifferences[], side: Side): number =>
  lines.reduce((sum, each) => sum + each[side].cases, 0);

/** What the accounts' cases come to; nothing where they are in unlike currencies. */
function totalOf(lines: readonly AccountDifferences[], side: Side) {
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
}

function columnsOf(words: Words, onSection: OnSection): readonly Column<AccountDifferences>[] {
  const { text } = words;
  const amount = (
    id: string,
    heading: string,
    figure: 'statementAmount' | 'ledgerAmount',
  ): Column<AccountDifferences> => ({
    id,
    heading,
    kind: 'money',
    value: ({ open }) => (open.cases === 0 ? undefined : open[figure]),
  });
  return [
    {
      id: 'account',
      heading: 'Canal · Cuenta',
      isCut: true,
      value: ({ account }) =>
        account === null ? text('match.account-unknown') : `${account.canal} · ${account.cuenta}`,
    },
    {
      heading: text('match.open-cases'),
      value: ({ open }) => open.cases,
      draw: (each) => <Cases each={each} />,
    },
    amount('there', text('match.there'), 'statementAmount'),
    amount('here', text('match.here'), 'ledgerAmount'),
    {
      id: 'difference',
      heading: text('match.difference'),
      kind: 'money',
      signed: true,
      testId: 'account-difference',
      value: ({ open }) => (open.cases === 0 ? undefined : open.difference),
    },
    {
      heading: text('month.tools'),
      isHeadingHidden: true,
      draw: ({ account, open: { cases, difference } }) =>
        account === null || cases === 0 ? null : (
          <DifferenceTools
            of={{ ...account, order: null, measure: SCOPE_COLUMNS.marketplace.profitability, difference }}
            onSection={onSection}
          />
        ),
    },
  ];
}

/** How many of an account's cases differ. */
function Cases({ each: { cases, open } }: { readonly each: AccountDifferences }) {
  const text = useText();
  const formats = useFormats();
  if (cases === 0) return <span className={ui.tag}>{text('match.account-none')}</span>;
  if (open.cases > 0)
    return text('match.account-open', {
      count: open.cases,
      shown: formats.count(open.cases),
      of: formats.count(cases),
    });
  return (
    <span className={classNames(ui.tag, ui.good)}>
      {text('match.account-same', { count: cases, shown: formats.count(cases) })}
    </span>
  );
}
