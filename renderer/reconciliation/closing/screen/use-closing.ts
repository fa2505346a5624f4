import { useMemo } from 'react';
import { useLedger, useLiveQuery, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { useCoverage } from '#renderer/features/coverage/coverage-section.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { errorCode, TranslatedError, useAction } from '#renderer/features/messages/failures.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  evidenceOfLines,
  monthsToAdjust,
  sumsOfLines,
} from '#renderer/reconciliation/closing/model/adjustment.ts';
import type { CloseDecision } from '#renderer/reconciliation/closing/model/closes.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { machineLocal } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Adjustment } from './adjustment-messages.ts';
import { closedMonths, type MonthLine, monthLines, presentMonth } from './month-lines.ts';

/** Months as the close knows them: which there are, how they stand, and what one does to them. */

const ALL = {};

/** What is said of a close besides whose it is and which costs count. */
type CloseSaid = Required<Omit<CloseDecision, 'month' | 'owner' | 'ownCosts'>>;

/** Months with rows, newest first. Null until all of it is known. */
export function useMonthLines() {
  const ledger = useLedger();
  const { scope } = useCurrency();
  const coverage = useCoverage();
  const closes = useLiveQuery('closes', ALL, (call) => call.readCloses(null));
  const damage = ledger.kind === 'open' ? ledger.facts.damage : null;
  const { output } = coverage;
  const lines = useMemo(() => {
    if (output === null || closes.output === null) return null;
    return monthLines(output, closes.output.months, { damage, scope });
  }, [output, closes.output, damage, scope]);
  return {
    output: lines,
    isStale: closes.isStale,
    error: closes.error ?? coverage.error,
    refresh: () => {
      closes.refresh();
      coverage.refresh();
    },
  };
}

/** The match of a month with statements and the bank; null while it is not known. */
export function useMonthMatch(month: Month) {
  const { scope } = useCurrency();
  const day = todayHere();
  const [tolerance] = usePayoutTolerance();
  const input = useMemo(() => ({ month, scope, day, tolerance }), [month, scope, day, tolerance]);
  return useLiveQuery('month-match', input, (call, query, slot) => call.readMonthMatch({ ...query, slot }));
}

/**
 * Closing, reopening and looking at months, and taking their adjustments, in somebody's name; what is done can be undone at
 * once.
 */
export function useCloser(lines: readonly MonthLine[]) {
  const text = useText();
  const { data, frozen, release } = useSession();
  const isFrozen = useStore(frozen) !== null;
  const ledger = useLedger();
  const { remember } = useUndo();
  const [owner] = useOwner();
  const { selection } = useSelection();
  const isOn = selection.ownCosts !== null;
  const { scopes } = useCurrency();
  const action = useAction();
  const { write } = data;
  const reopen = (month: Month, note = '') =>
    action.run(() => write.reopenMonth({ month, owner: owner.trim(), note }));
  /** What names the close of a month; null: it is open. */
  const closeOf = async (month: Month): Promise<string | null> => {
    const found = (await data.call.readCloses(null)).months.find((each) => each.month === month);
    return found === undefined || found.state === 'open' ? null : found.close.snapshot;
  };
  /** True: it is closed. */
  const close = async (month: Month, said: CloseSaid): Promise<boolean> => {
    const ownCosts = isOn ? scopes : [];
    const isDone = await action.run(async () => {
      try {
        await write.closeMonth({ month, owner: owner.trim(), ownCosts, ...said });
      } catch (error) {
        throw errorCode(error) === OUTDATED ? new TranslatedError(text('closing.figures-moved')) : error;
      }
    });
    if (!isDone) return false;
    const own = closeOf(month).catch(() => null);
    const back = async () => {
      // It was opened, or closed anew, since: that close is somebody else's.
      if ((await closeOf(month)) !== (await own)) return 'changed-since';
      return write.reopenMonth({ month, owner: owner.trim(), note: text('closing.taken-back') });
    };
    remember(text('closing.undo', { month: monthInSentence(month, text) }), back, { isOffered: true });
    return true;
  };
  const see = (month: Month) => action.run(() => write.seeDrift({ month, owner: owner.trim(), note: '' }));
  const { take, untake } = useAdjustments(action);
  const present = presentMonth(
    machineLocal(Date.now()) as LocalDateTime,
    ledger.kind === 'open' ? ledger.facts.lastPurchase : null,
  );
  const closed = closedMonths(lines);
  /** `isCounted`: a month is closed with own costs, as they count on the screen. */
  return {
    close,
    reopen,
    see,
    take,
    untake,
    /** Open months that what became of a closed one may count in, the best first. */
    monthsFor: (month: Month) => monthsToAdjust(month, present, (each) => closed.has(each)),
    isCounted: isOn,
    /** Frozen figures: a close would book other rows. */
    isFrozen,
    release: () => action.run(release),
    busy: action.busy,
    failed: action.failed,
  };
}

/** Taking what moved a closed month to the books of another, and taking that back. */
function useAdjustments(action: ReturnType<typeof useAction>) {
  const text = useText();
  const formats = useFormats();
  const { write } = useSession().data;
  const { remember } = useUndo();
  const [owner] = useOwner();
  const { scope } = useCurrency();
  const untake = (month: Month, id: string) =>
    action.run(() => write.removeAdjustment({ month, id, owner: owner.trim(), note: '' }));
  const take = async ({ month, lines: seen }: Adjustment, datedIn: Month): Promise<void> => {
    const amount = formats.figure(sumsOfLines(seen).total);
    const named = monthInSentence(datedIn, text);
    const note = text('closing.adjusted-note', {
      amount,
      column: SCOPE_COLUMNS.total.profitability,
      month: named,
    });
    let id = '';
    const isTaken = await action.run(async () => {
      const asked = { month, datedIn, scope, evidence: evidenceOfLines(seen), owner: owner.trim(), note };
      try {
        ({ id } = await write.takeAdjustment(asked));
      } catch (error) {
        throw errorCode(error) === OUTDATED ? new TranslatedError(text('closing.adjustment-stale')) : error;
      }
    });
    const label = text('closing.adjustment-undo', { month: monthInSentence(month, text) });
    if (isTaken) remember(label, () => untake(month, id), { isOffered: true });
  };
  return { take, untake };
}
