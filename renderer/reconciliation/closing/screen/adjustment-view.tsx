import { useState } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { monthInSentence, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { sumsOfLine, sumsOfLines } from '#renderer/reconciliation/closing/model/adjustment.ts';
import type { CloseOfMonth, DriftPage } from '#renderer/reconciliation/closing/model/closes.ts';
import { CopyText } from '#renderer/reconciliation/parts/copy-text.tsx';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal, zoneHere } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats, withAmounts } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Month } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { type Adjustment, adjustmentOf, adjustmentTable, adjustmentText } from './adjustment-messages.ts';
import styles from './closing.module.css';
import { scopeColumns, scopeTotals } from './scope-columns.tsx';
import type { useCloser } from './use-closing.ts';

type Closer = ReturnType<typeof useCloser>;

/** One entry for the books of an open month, until it is taken; and those that were. */
export function AdjustmentView(props: {
  readonly close: CloseOfMonth;
  readonly drift: DriftPage;
  readonly closer: Closer;
}) {
  const text = useText();
  const { close, drift, closer } = props;
  const { month } = close;
  const { scope } = useCurrency();
  const adjustment = adjustmentOf(close, drift, scope);
  const months = closer.monthsFor(month);
  const [chosen, setChosen] = useState<Month | null>(null);
  const datedIn = chosen !== null && months.includes(chosen) ? chosen : (months[0] ?? month);
  if (adjustment.lines.length === 0 && adjustment.taken.length === 0) return null;
  return (
    <section className={styles.adjustment} aria-label={text('closing.adjustment')} data-testid="adjustment">
      <Proposed adjustment={adjustment} datedIn={datedIn} />
      {adjustment.lines.length === 0 ? null : (
        <Lines adjustment={adjustment} datedIn={datedIn} months={months} onDate={setChosen} />
      )}
      <div className={styles.buttons}>
        {adjustment.lines.length === 0 ? null : (
          <>
            <CopyEntry adjustment={adjustment} datedIn={datedIn} />
            <Button
              className={classNames(ui.button, ui.smallButton)}
              data-testid="take-adjustment"
              disabled={closer.busy}
              onClick={() => void closer.take(adjustment, datedIn)}
            >
              {text('closing.adjustment-take')}
            </Button>
          </>
        )}
        <TableExport
          label={text('closing.adjustment-export')}
          fileName={`${text('closing.adjustment')} ${month}`}
          table={() => adjustmentTable(adjustment, { datedIn, zone: zoneHere() }, text)}
          revision={drift.revision}
        />
      </div>
      <ActionFailure words={closer.failed} />
      <TakenOnes adjustment={adjustment} closer={closer} />
    </section>
  );
}

type Proposal = { readonly adjustment: Adjustment; readonly datedIn: Month };

/** In one sentence. */
function Proposed({ adjustment: { month, lines }, datedIn }: Proposal) {
  const text = useText();
  const formats = useFormats();
  const { total } = sumsOfLines(lines);
  const named = monthInSentence(month, text);
  return (
    <p data-testid="drift-adjustment" data-value={total}>
      {lines.length === 0
        ? text('closing.adjustment-none', { month: named })
        : text('closing.proposed', {
            amount: formats.money(total, formats.places([total])),
            column: SCOPE_COLUMNS.total.profitability,
            in: monthInSentence(datedIn, text),
            month: named,
          })}
    </p>
  );
}

/** By account, with its causes; and the month that it counts in. */
function Lines(
  props: Proposal & { readonly months: readonly Month[]; readonly onDate: (month: Month) => void },
) {
  const text = useText();
  const { lines } = props.adjustment;
  return (
    <>
      <div className={styles.buttons}>
        <span>{text('closing.adjustment-dated')}</span>
        <ChoiceMenu
          label={text('closing.adjustment-dated')}
          testId="adjustment-month"
          value={props.datedIn}
          options={props.months.map((month) => ({ value: month, label: monthTitle(month, text) }))}
          onChange={props.onDate}
          className={classNames(ui.button, ui.smallButton)}
        />
      </div>
      <ListTable
        name={text('closing.adjustment')}
        className={styles.causes}
        columns={[
          { heading: text('closing.account'), value: ({ Canal, Cuenta }) => `${Canal} · ${Cuenta}` },
          {
            heading: text('closing.cause'),
            value: ({ causes }) => causes.map(({ cause }) => text(`closing.cause-${cause}`)).join(' · '),
          },
          ...scopeColumns(sumsOfLine, 'adjustment'),
        ]}
        rows={lines}
        keyOf={({ Canal, Cuenta }) => accountKey(Canal, Cuenta)}
        line={() => ({ 'data-testid': 'adjustment-line' })}
        sums={[
          lines.length === 1
            ? null
            : {
                key: 'all',
                name: text('closing.adjustment'),
                isPlain: true,
                line: { className: styles.sums },
                sums: scopeTotals(sumsOfLines(lines), 'adjustment-sum'),
              },
        ]}
      />
    </>
  );
}

function CopyEntry({ adjustment, datedIn }: Proposal) {
  const text = useText();
  const formats = useFormats();
  return (
    <CopyText
      label={text('closing.copy')}
      testId="copy-adjustment"
      written={() => adjustmentText(adjustment, datedIn, text, withAmounts(formats))}
    />
  );
}

/** The adjustments taken, the newest first; each can be withdrawn. */
function TakenOnes({
  adjustment: { month, taken },
  closer,
}: {
  readonly adjustment: Adjustment;
  readonly closer: Closer;
}) {
  const text = useText();
  const formats = useFormats();
  const totals = taken.map(({ lines }) => sumsOfLines(lines).total);
  const places = formats.places(totals);
  if (taken.length === 0) return null;
  return (
    <ul className={styles.checks} aria-label={text('closing.adjustment-taken')}>
      {taken
        .map((each, at) => ({ ...each, total: totals[at] ?? null }))
        .toReversed()
        .map(({ id, owner, atMs, datedIn, total }) => (
          <li key={id} className={styles.buttons} data-testid="adjustment-taken" data-value={total ?? ''}>
            <span>
              {text('closing.adjustment-taken-line', {
                owner: owner === '' ? text('closing.nobody') : owner,
                date: formatMoment(machineLocal(atMs), formats.dates),
                month: monthInSentence(datedIn, text),
              })}{' '}
              <Figure value={total} kind="money" places={places} signed />
            </span>
            <Button
              className={ui.smallLink}
              data-testid="untake-adjustment"
              disabled={closer.busy}
              onClick={() => void closer.untake(month, id)}
            >
              {text('closing.adjustment-untake')}
            </Button>
          </li>
        ))}
    </ul>
  );
}
