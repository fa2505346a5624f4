import { useMemo } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import {
  formulaOf,
  ROW_RULES,
  type RowRule,
  type RowRuleResults,
  type RuleCounts,
  type RuleStanding,
} from '#renderer/data/model/row-rules.ts';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useSourceSelection } from '#renderer/features/own-costs/own-costs.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { FailureGroupsView } from './failure-groups.tsx';
import styles from './rules.module.css';

const STANDINGS: readonly RuleStanding[] = ['documented', 'assumed', 'information'];

/** Every row against its rules, and the rows that break one. */
export function RulesSection(props: { readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const selection = useSourceSelection();
  const input = useMemo(() => ({ selection }), [selection]);
  const answer = useLiveQuery('row-proof', input, (call, query, slot) =>
    call.readRowRules({ ...query, slot }),
  );
  return (
    <section className={ui.section} aria-label={text('proof.title')}>
      <header>
        <h2>{text('proof.title')}</h2>
        <span className={ui.note}>{text('proof.note')}</span>
      </header>
      <Answered answer={answer} loading={text('proof.loading')}>
        {(proof) => (
          <>
            <Summary proof={proof} />
            <RuleTable proof={proof} onOpenOrder={props.onOpenOrder} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** The result in a sentence. What may differ is no fault. */
function Summary({ proof }: { readonly proof: RowRuleResults }) {
  const text = useText();
  const formats = useFormats();
  const stated = ROW_RULES.flatMap((rule, at) => {
    const counts = proof.rules[at];
    return rule.standing === 'information' || counts === undefined ? [] : [counts];
  });
  const failing = stated.filter(({ fails }) => fails > 0).length;
  const untold = stated.reduce((sum, { absent, unreadable }) => sum + absent + unreadable, 0);
  const isFine = failing === 0 && untold === 0 && proof.rows > 0;
  const said = () => {
    if (proof.rows === 0) return text('proof.none');
    if (failing > 0) return text('proof.some-fail', { count: failing });
    if (untold > 0) return text('proof.hold-where-checked', { count: untold, shown: formats.count(untold) });
    return text('proof.all-hold', { count: proof.rows, shown: formats.count(proof.rows) });
  };
  return (
    <p role="status" className={styles.summary} data-testid="proof-said">
      {isFine ? <Icon name="check" small /> : null}
      <span className={failing > 0 ? classNames(ui.tag, ui.bad) : undefined}>{said()}</span>
    </p>
  );
}

/** Test ids that outside checks find a rule's failing rows by. */
const TEST_IDS: { readonly [id: string]: string } = {
  total: 'proof-total',
  comercial: 'proof-comercial',
  cobros: 'proof-cobros',
};

type Counted = { readonly rule: RowRule; readonly counts: RuleCounts };

/** Long for its columns. */
function ruleColumns(text: Text, formats: Formats): readonly Column<Counted>[] {
  const formula = ({ rule }: Counted) =>
    formulaOf(rule, text.column).slice(text.column(rule.result).length + 1);
  return [
    {
      heading: text('proof.rule'),
      head: { colSpan: 2 },
      cell: { className: styles.name },
      value: ({ rule }) => text.column(rule.result),
      draw: ({ rule, counts }, { isOpen, toggle }) =>
        counts.fails === 0 ? (
          text.column(rule.result)
        ) : (
          <Button
            className={ui.smallLink}
            aria-expanded={isOpen}
            title={text('proof.open', { rule: text.column(rule.result) })}
            onClick={toggle}
          >
            {text.column(rule.result)}
          </Button>
        ),
    },
    {
      id: 'formula',
      heading: '',
      cell: (each) => ({ className: styles.formula, title: formula(each) }),
      value: formula,
    },
    { heading: text('proof.checked'), kind: 'count', value: ({ counts }) => counts.holds + counts.fails },
    {
      heading: text('proof.fails'),
      kind: 'count',
      value: ({ counts }) => counts.fails,
      figure: ({ rule }) => ({ testId: TEST_IDS[rule.id] }),
    },
    {
      heading: text('proof.off'),
      kind: 'money',
      value: ({ counts: { off, net } }) => (net === null ? undefined : (off ?? undefined)),
      figure: ({ counts: { net } }) =>
        net === null ? {} : { title: text('proof.off-title', { net: formats.title(net) }) },
    },
    {
      heading: text('proof.untold'),
      kind: 'count',
      cell: ({ counts: { absent, unreadable, withoutBase } }) => ({
        title: text('proof.untold-title', {
          absent: formats.count(absent),
          unreadable: formats.count(unreadable),
          base: formats.count(withoutBase),
        }),
      }),
      value: ({ counts: { absent, unreadable, withoutBase } }) => absent + unreadable + withoutBase,
    },
  ];
}

function RuleTable({
  proof,
  onOpenOrder,
}: {
  readonly proof: RowRuleResults;
  readonly onOpenOrder: OpenOrder;
}) {
  const text = useText();
  const formats = useFormats();
  const rows = ROW_RULES.flatMap((rule, at): readonly Counted[] => {
    const counts = proof.rules[at];
    return counts === undefined ? [] : [{ rule, counts }];
  });
  const groups = STANDINGS.map((standing) => ({
    key: standing,
    heading: (
      <>
        <b>{text(`proof.standing-${standing}`)}</b>{' '}
        <span className={ui.faint}>{text(`proof.standing-${standing}-note`)}</span>
      </>
    ),
    headingClass: styles.standing,
    rows: rows.filter(({ rule }) => rule.standing === standing),
  }));
  return (
    <ListTable
      className={styles.rules}
      columns={ruleColumns(text, formats)}
      groups={groups}
      keyOf={({ rule }) => rule.id}
      line={({ rule, counts }) => ({
        'data-rule': rule.id,
        className: counts.fails > 0 ? styles.failing : undefined,
      })}
      belowClass={styles.opened}
      below={({ rule, counts }, { isOpen }) =>
        isOpen && counts.fails > 0 ? (
          <>
            <p className={styles.whole}>{formulaOf(rule, text.column)}</p>
            <Fitting counts={counts} />
            <RuleExport rule={rule} revision={proof.revision} />
            <FailureGroupsView rule={rule} counts={counts} onOpenOrder={onOpenOrder} />
          </>
        ) : null
      }
    />
  );
}

/** Other bases that make failing percentages right. */
function Fitting({ counts }: { readonly counts: RuleCounts }) {
  const text = useText();
  const formats = useFormats();
  return Object.entries(counts.fitsOther).map(([base, rows]) =>
    rows === 0 ? null : (
      <p key={base} className={ui.caption} data-testid="proof-fits" data-value={rows}>
        {text('proof.fits', { count: rows, shown: formats.count(rows), base })}
      </p>
    ),
  );
}

/** All failing rows of a rule as a file. */
function RuleExport({ rule, revision }: { readonly rule: RowRule; readonly revision: number }) {
  const text = useText();
  const selection = useSourceSelection();
  const factsOf = useFigureFacts();
  const job = (): TableJob => ({
    fileName: exportFileName(`${text('proof.title')} ${rule.result}`, selection),
    content: {
      kind: 'failing-rows',
      names: {
        table: text('proof.title'),
        expected: text('proof.expected'),
        difference: text('proof.difference'),
      },
      query: { selection, id: rule.id, group: null },
    },
    facts: factsOf(selection, revision),
  });
  return (
    <ExportMenu
      job={job}
      hasNoKeys
      className={ui.smallButton}
      name={text('proof.export-name', { rule: text.column(rule.result) })}
      title={text('proof.export-title')}
    />
  );
}
