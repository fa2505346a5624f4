import { useMemo, useState } from 'react';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { monthInSentence, monthTitle } from '#renderer/features/messages/window-messages.ts';
import { CountedFigures } from '#renderer/features/own-costs/own-costs.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { ClosePreview } from '#renderer/reconciliation/closing/model/closes.ts';
import { openPoints } from '#renderer/reconciliation/month/model/close-points.ts';
import type { MonthWalk } from '#renderer/reconciliation/month/model/month-steps.ts';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { CloseAmounts } from './close-amounts.tsx';
import { useMonthPage } from './close-checks.ts';
import { type CloseDraft, useCloseDraft } from './close-draft.ts';
import { ClosePoints } from './close-points.tsx';
import styles from './closing.module.css';
import { MatchedLines } from './matched-lines.tsx';
import { MissingOfMonth } from './missing-of-month.tsx';
import { useMissingStatements } from './missing-statements.ts';
import { type useCloser, useMonthMatch } from './use-closing.ts';

type Closer = ReturnType<typeof useCloser>;

/**
 * The one way to close a month: what it is closed with, what stands open and why, who prepared and who reviewed it. Nothing
 * is closed before all of that is there.
 */
export function CloseChecklist(props: {
  readonly month: Month;
  readonly closer: Closer;
  readonly onSection: OnSection;
}) {
  const text = useText();
  const { month, closer } = props;
  const { scopes } = useCurrency();
  const ownCosts = useMemo(() => (closer.isCounted ? scopes : []), [closer.isCounted, scopes]);
  const input = useMemo(() => ({ month, ownCosts }), [month, ownCosts]);
  const preview = useLiveQuery('close-preview', input, (call, query) => call.readClosePreview(query));
  const page = useMonthPage(month);
  return (
    <>
      <h3 className={styles.part}>
        {text('closing.amounts')} <span className={ui.note}>{text('closing.amounts-note')}</span>
      </h3>
      {closer.isCounted ? <p className={ui.caption}>{text('closing.will-count')}</p> : null}
      <Answered answer={preview} loading={text('closing.loading')}>
        {({ figures }) => (
          <CountedFigures isOn={closer.isCounted}>
            <CloseAmounts figures={figures} scopes={scopes} />
          </CountedFigures>
        )}
      </Answered>
      <h3 className={styles.part}>
        {text('closing.checks')} <span className={ui.note}>{text('closing.checks-note')}</span>
      </h3>
      <Answered answer={page} loading={text('month.loading')}>
        {({ walk }) =>
          walk === null ? null : (
            <Points {...props} walk={walk} isKnown={!page.isStale} preview={preview.output} />
          )
        }
      </Answered>
    </>
  );
}

type PointsProps = Parameters<typeof CloseChecklist>[0] & {
  readonly walk: MonthWalk;
  readonly isKnown: boolean;
  /** As it was read last, and is shown: where it comes to others by now, nothing is closed. Null before that. */
  readonly preview: ClosePreview | null;
};

function Points(props: PointsProps) {
  const text = useText();
  const { month, closer, walk, preview } = props;
  const { draft, ...typed } = useCloseDraft(month);
  const [owner] = useOwner();
  const [isConfirmed, confirm] = useState(false);
  const points = openPoints(walk);
  const why = (step: string) => (draft.reasons[step] ?? '').trim();
  const lacking = lacks(
    {
      figures: preview === null || !props.isKnown,
      reasons: points.filter(({ id }) => why(id) === '').length,
      owner: owner.trim() === '',
      running: walk.isRunning && !isConfirmed,
    },
    text,
  );
  const close = async (): Promise<void> => {
    if (preview === null) return;
    const reasons = points.map(({ id, reason, count, amount }) => ({
      step: id,
      reason,
      count,
      amount,
      why: why(id),
    }));
    const isDone = await closer.close(month, {
      note: draft.note.trim(),
      reviewer: draft.reviewer.trim(),
      reasons,
      wasRunning: walk.isRunning,
      evidence: preview.evidence,
    });
    if (isDone) typed.clear();
  };
  return (
    <div className={styles.stack}>
      <ClosePoints walk={walk} reasons={draft.reasons} onReason={typed.setReason} />
      <Basis {...props} />
      {walk.isRunning ? (
        <div className={styles.running} data-testid="close-running">
          <CheckLine checked={isConfirmed} onChange={confirm}>
            {text('closing.running', {
              month: monthTitle(month, text),
              day: walk.knownUntil === null ? '' : String(Number(walk.knownUntil.slice(8, 10))),
            })}
          </CheckLine>
        </div>
      ) : null}
      <Names draft={draft} onReviewer={typed.setReviewer} onNote={typed.setNote} />
      <div className={styles.buttons}>
        <Button
          className={ui.primaryButton}
          data-testid="close-month"
          data-month={month}
          disabled={closer.busy || closer.isFrozen || lacking.length > 0}
          onClick={() => void close()}
        >
          {text('closing.close-month', { month: monthInSentence(month, text) })}
        </Button>
        <span className={ui.caption} role="status" data-testid="close-lacks" data-value={lacking.length}>
          {lacking.length === 0 ? '' : text('closing.lacks', { what: lacking.join(', ') })}
        </span>
      </div>
    </div>
  );
}

/** What is missing before a month can be closed, in words. */
function lacks(
  missing: {
    readonly figures: boolean;
    readonly reasons: number;
    readonly owner: boolean;
    readonly running: boolean;
  },
  text: Text,
): readonly string[] {
  return [
    ...(missing.figures ? [text('closing.lacks-figures')] : []),
    ...(missing.reasons > 0 ? [text('closing.lacks-reasons', { count: missing.reasons })] : []),
    ...(missing.running ? [text('closing.lacks-running')] : []),
    ...(missing.owner ? [text('closing.lacks-owner')] : []),
  ];
}

/** Whether the missing statements are told, and what statements and the bank say: each where a step that rests on it is open. Pure. */
export function basisOf(walk: MonthWalk): { readonly missing: boolean; readonly matched: boolean } {
  const open = openPoints(walk).map(({ id }) => id);
  return {
    missing: open.includes('statements'),
    matched: open.includes('differences') || open.includes('bank'),
  };
}

/** What the steps of statements, differences and the bank rest on. */
function Basis({ month, walk, onSection }: PointsProps) {
  const match = useMonthMatch(month);
  const missing = useMissingStatements(month);
  const told = basisOf(walk);
  const known = match.isStale ? null : match.output;
  return (
    <>
      {missing === null || !told.missing ? null : <MissingOfMonth missing={missing} onSection={onSection} />}
      {known === null || !told.matched ? null : (
        <MatchedLines month={month} match={known} onSection={onSection} />
      )}
    </>
  );
}

/** Who prepared and who reviewed it: typed, and nobody checks them. */
function Names(props: {
  readonly draft: CloseDraft;
  readonly onReviewer: (name: string) => void;
  readonly onNote: (note: string) => void;
}) {
  const text = useText();
  const { draft } = props;
  return (
    <>
      <div className={styles.names}>
        <OwnerField testId="close-owner" label={text('closing.prepared')} />
        <OptionalField
          label={text('closing.reviewed')}
          testId="close-reviewer"
          value={draft.reviewer}
          longest={200}
          onChange={props.onReviewer}
        />
        <OptionalField
          label={text('closing.close-note')}
          testId="close-note"
          value={draft.note}
          longest={1000}
          onChange={props.onNote}
        />
      </div>
      <p className={ui.caption}>{text('closing.names-note')}</p>
    </>
  );
}

function OptionalField(props: {
  readonly label: string;
  readonly testId: string;
  readonly value: string;
  readonly longest: number;
  readonly onChange: (value: string) => void;
}) {
  const text = useText();
  return (
    <label className={styles.name}>
      <span className={ui.caption}>{props.label}</span>
      <span className={ui.field}>
        <input
          type="text"
          data-testid={props.testId}
          placeholder={text('closing.optional')}
          value={props.value}
          maxLength={props.longest}
          onChange={(event) => props.onChange(event.target.value)}
        />
      </span>
    </label>
  );
}
