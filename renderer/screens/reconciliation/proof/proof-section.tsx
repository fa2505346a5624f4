import { Fragment, useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useSourceSelection } from '#renderer/features/own-costs/own-costs.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { OpenOrder } from '#renderer/screens/reconciliation/frame/opened-order.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import {
  formulaOf,
  ROW_RULES,
  type RowProof,
  type RowRule,
  type RuleCounts,
  type RuleStanding,
} from '#shared/domain/row-proof.ts';
import { FailureGroupsView } from './failure-groups.tsx';
import styles from './proof.module.css';

const STANDINGS: readonly RuleStanding[] = ['documented', 'assumed', 'information'];

/** Every row against its rules, and the rows that break one. */
export function ProofSection(props: { readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const selection = useSourceSelection();
  const input = useMemo(() => ({ selection }), [selection]);
  const answer = useLiveQuery('row-proof', input, (call, query, slot) =>
    call.readRowProof({ ...query, slot }),
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
            <Said proof={proof} />
            <RuleTable proof={proof} onOpenOrder={props.onOpenOrder} />
          </>
        )}
      </Answered>
    </section>
  );
}

/** What it comes to, in a sentence. What may differ is no fault. */
function Said({ proof }: { readonly proof: RowProof }) {
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
    if (untold > 0) return text('proof.hold-where-told', { count: untold, shown: formats.count(untold) });
    return text('proof.all-hold', { count: proof.rows, shown: formats.count(proof.rows) });
  };
  return (
    <p role="status" className={styles.said} data-testid="proof-said">
      {isFine ? <Icon name="check" small /> : null}
      <span className={failing > 0 ? classNames(ui.tag, ui.bad) : undefined}>{said()}</span>
    </p>
  );
}

/** Long for its head and its groups of rules, which are one table. */
function RuleTable(props: { readonly proof: RowProof; readonly onOpenOrder: OpenOrder }) {
  const text = useText();
  const formats = useFormats();
  const [opened, setOpened] = useState<string | null>(null);
  const { rules } = props.proof;
  const places = formats.places(rules.flatMap(({ off }) => (off === null ? [] : [off])));
  return (
    <table className={classNames(ui.denseTable, styles.rules)}>
      <thead>
        <tr>
          <th colSpan={2}>{text('proof.rule')}</th>
          <th className={ui.number}>{text('proof.checked')}</th>
          <th className={ui.number}>{text('proof.fails')}</th>
          <th className={ui.number}>{text('proof.off')}</th>
          <th className={ui.number}>{text('proof.untold')}</th>
        </tr>
      </thead>
      {STANDINGS.map((standing) => (
        <tbody key={standing}>
          <tr>
            <th colSpan={6} scope="rowgroup" className={styles.standing}>
              <b>{text(`proof.standing-${standing}`)}</b>{' '}
              <span className={ui.faint}>{text(`proof.standing-${standing}-note`)}</span>
            </th>
          </tr>
          {ROW_RULES.map((rule, at) => {
            const counts = rules[at];
            if (rule.standing !== standing || counts === undefined) return null;
            const isOpen = opened === rule.id && counts.fails > 0;
            return (
              <Fragment key={rule.id}>
                <RuleLine
                  rule={rule}
                  counts={counts}
                  places={places}
                  isOpen={isOpen}
                  onToggle={() => setOpened(isOpen ? null : rule.id)}
                />
                {isOpen ? (
                  <tr>
                    <td colSpan={6} className={styles.opened}>
                      <p className={styles.whole}>{formulaOf(rule)}</p>
                      <Fitting counts={counts} />
                      <RuleExport rule={rule} revision={props.proof.revision} />
                      <FailureGroupsView rule={rule} counts={counts} onOpenOrder={props.onOpenOrder} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      ))}
    </table>
  );
}

/** What outside checks find a rule's failing rows by. */
const TEST_IDS: { readonly [id: string]: string } = {
  total: 'proof-total',
  comercial: 'proof-comercial',
  cobros: 'proof-cobros',
};

/** A rule with its counts. Long for its cells. */
function RuleLine(props: {
  readonly rule: RowRule;
  readonly counts: RuleCounts;
  readonly places: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { rule, counts, places, isOpen, onToggle } = props;
  const { holds, fails, absent, unreadable, withoutBase, net, off } = counts;
  const count = (value: number, testId?: string) => (
    <Figure value={String(value)} kind="count" {...(testId === undefined ? {} : { testId })} />
  );
  const formula = formulaOf(rule).slice(rule.result.length + 1);
  return (
    <tr data-rule={rule.id} className={fails > 0 ? styles.failing : undefined}>
      <td className={styles.name}>
        {fails === 0 ? (
          rule.result
        ) : (
          <Button
            className={ui.smallLink}
            aria-expanded={isOpen}
            title={text('proof.open', { rule: rule.result })}
            onClick={onToggle}
          >
            {rule.result}
          </Button>
        )}
      </td>
      <td className={styles.formula} title={formula}>
        {formula}
      </td>
      <td className={ui.number}>{count(holds + fails)}</td>
      <td className={ui.number}>{count(fails, TEST_IDS[rule.id])}</td>
      <td className={ui.number}>
        {off === null || net === null ? null : (
          <Figure
            value={off}
            kind="money"
            places={places}
            title={text('proof.off-title', { net: formats.title(net) })}
          />
        )}
      </td>
      <td
        className={ui.number}
        title={text('proof.untold-title', {
          absent: formats.count(absent),
          unreadable: formats.count(unreadable),
          base: formats.count(withoutBase),
        })}
      >
        {count(absent + unreadable + withoutBase)}
      </td>
    </tr>
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
      name={text('proof.export-name', { rule: rule.result })}
      title={text('proof.export-title')}
    />
  );
}
