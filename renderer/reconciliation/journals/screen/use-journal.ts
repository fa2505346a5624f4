import { useMemo } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { Country, JournalGrouping } from '#renderer/data/model/journal-terms.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { usePayoutTolerance } from '#renderer/features/payouts/payout-tolerance.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { JournalQuery } from '#renderer/reconciliation/journals/model/journal-page.ts';
import {
  type JournalRule,
  ruleBook,
  ruleKey,
  settingKey,
} from '#renderer/reconciliation/journals/model/rules.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { useUndoableWrite } from '#renderer/reconciliation/parts/use-undoable-write.ts';
import type { Month } from '#shared/domain/dates.ts';

/** The journals of a month in the currency in view: asking for them, and the rules that make them. */

export function useJournalQuery(month: Month): JournalQuery {
  const { scope, code, scopes } = useCurrency();
  const [tolerance] = usePayoutTolerance();
  const { selection } = useSelection();
  const isCounted = selection.ownCosts !== null;
  const day = todayHere();
  return useMemo(
    () => ({ month, scope, currency: code, day, tolerance, ownCosts: isCounted ? scopes : [] }),
    [month, scope, code, day, tolerance, isCounted, scopes],
  );
}

export const useJournal = (query: JournalQuery) =>
  useLiveQuery('journal', query, (call, asked) => call.readJournal(asked));

/** Rules and settings, in somebody's name; every step can be undone. Null until they are read. */
export function useJournalRules(currency: string | null, country: Country | null) {
  const text = useText();
  const said = useAnnotations('journal-rule');
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const book = useMemo(() => ruleBook(said?.values() ?? [], country), [said, country]);
  const by = () => ({ owner: owner.trim(), atMs: Date.now() });
  return {
    book,
    isRead: said !== null,
    set: (rule: JournalRule) =>
      write(text('journal.undo-rule'), {
        kind: 'journal-rule',
        puts: [{ key: ruleKey(rule), value: { ...rule, ...by() } }],
        deletes: [],
      }),
    remove: (key: string) =>
      write(text('journal.undo-rule'), { kind: 'journal-rule', puts: [], deletes: [key] }),
    choose: (setting: { readonly country: Country | null; readonly by: JournalGrouping }) =>
      write(text('journal.undo-setting'), {
        kind: 'journal-setting',
        puts: [{ key: settingKey(currency), value: { ...setting, ...by() } }],
        deletes: [],
      }),
    busy,
    failed,
  };
}
