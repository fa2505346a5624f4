import { isEqual } from 'es-toolkit/predicate';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { LedgerView } from '#renderer/data/client/session.ts';
import {
  useAccounts,
  useLedger,
  useLiveQuery,
  useSyncStatus,
} from '#renderer/data/client/session-context.tsx';
import type { Groups } from '#renderer/data/model/groups.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { readStored, writeStored } from '#renderer/features/preferences/stored.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { machineLocal } from '#renderer/ui/date-format.ts';
import type { SyncStatus } from '#shared/contract/app.ts';
import { type LocalDateTime, type Month, monthOf } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import {
  type MonthMove,
  movesSince,
  type SeenMonths,
  seenKey,
  seenOf,
  seenSchema,
  tickOff,
  withOlderMonths,
} from './since-seen.ts';

/** The groups of an answer to what is asked: the last one stays while another is on its way, and may be of other channels. */
export function groupsOfNow(
  answer: { readonly input: Selection | null; readonly output: Groups | null },
  asked: Selection,
): Groups['groups'] | null {
  return answer.output !== null && isEqual(answer.input, asked) ? answer.output.groups : null;
}

/** Whether all that was ever sold is there: neither lost by damage nor still being read. */
export function isAllThere(ledger: LedgerView, status: Pick<SyncStatus, 'historyComplete'> | null): boolean {
  return ledger.kind === 'open' && ledger.facts.damage === null && status?.historyComplete === true;
}

/**
 * The months that moved since they were ticked off, and how to tick them off. The first time all are taken as seen. Null
 * while the history is being read, or while rows are lost: then everything moves.
 */
export function useSinceSeen(): {
  readonly moves: readonly MonthMove[];
  readonly tick: (months: readonly Month[]) => void;
} | null {
  const text = useText();
  const { remember } = useUndo();
  const accountId = useAccounts()?.activeId ?? '';
  const status = useSyncStatus();
  const ledger = useLedger();
  const { scope } = useSelection().selection;
  const isWhole = isAllThere(ledger, status);
  const asked = useMemo(() => ({ ...EVERYTHING, scope }), [scope]);
  const { input, output } = useLiveQuery('since-seen', isWhole ? asked : null, (call, selection, slot) =>
    call.readGroups({ selection, dimension: 'month', columns: AMOUNT_COLUMNS, slot }),
  );
  const [all, setAll] = useState(() => readStored(seenKey(accountId), seenSchema, {}));
  const place = JSON.stringify(scope);
  const seen = all[place] ?? null;
  const groups = groupsOfNow({ input, output }, asked);
  const put = useCallback(
    (months: SeenMonths): void => {
      // Another screen may have written meanwhile.
      const next = { ...readStored(seenKey(accountId), seenSchema, {}), [place]: months };
      writeStored(seenKey(accountId), next);
      setAll(next);
    },
    [accountId, place],
  );
  useEffect(() => {
    if (groups === null) return;
    const next = seen === null ? seenOf(groups, Date.now()) : withOlderMonths(seen, groups, Date.now());
    if (next !== seen) put(next);
  }, [groups, seen, put]);
  if (groups === null || seen === null) return null;
  return {
    moves: movesSince(seen, groups, monthOf(machineLocal(Date.now()) as LocalDateTime)),
    tick: (months) => {
      remember(text('seen.undo'), () => put(seen));
      put(tickOff(seen, groups, months, Date.now()));
    },
  };
}
