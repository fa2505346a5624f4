import { useCallback } from 'react';
import {
  useAccounts,
  useLedger,
  useSession,
  useStore,
  useSyncStatus,
} from '#renderer/data/client/session-context.tsx';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
import {
  type ClosedMonth,
  closedFacts,
  closedMonthsIn,
  useCloses,
} from '#renderer/features/closed-months/closed-months.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { describeNumbers } from '#renderer/features/filters/number-filter.ts';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import {
  besideMessage,
  describeSelection,
  useSelection,
} from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import type { Account } from '#shared/contract/app.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { effectiveFilters, type Selection } from '#shared/domain/selection.ts';

/** Facts of a figure that leaves the screen, on paper or in a file. */
export type FigureFacts = {
  readonly account: string;
  /** Empty while it has no name. */
  readonly currency: string;
  readonly period: string;
  readonly zone: string;
  /** Null of what knows no filters. */
  readonly filters: readonly string[] | null;
  /** The last reading that the rows hold: what a revision of the copy is called. Empty while it is not known. */
  readonly revision: string;
  /** Up to when the changes at the source are in it; empty before they were read, and where figures are frozen. */
  readonly known: string;
  /** Closed months in it, what they were closed with and what came since; empty where there are none. */
  readonly closed: string;
};

export const FACT_IDS = [
  'account',
  'currency',
  'period',
  'zone',
  'filters',
  'revision',
  'known',
  'closed',
] as const satisfies readonly (keyof FigureFacts)[];

/** The conditions of a selection besides its period, each in words, and whether own costs count. */
export function describeFilters(selection: Selection, text: Text, formats: Formats): readonly string[] {
  return [
    ...effectiveFilters(selection).map(
      ({ column, values }) =>
        `${text.column(column)}: ${values.map((value) => (value === '' ? text('filter.blank') : value)).join(', ')}`,
    ),
    ...selection.numberFilters.map(
      (filter) =>
        `${text.column(filter.column)} ${describeNumbers(filter, formats.numbers, text('number-filter.range-to'))}`,
    ),
    ...selection.dateFilters.map(
      ({ column, beyond }) => `${text.column(column)}: ${besideMessage(beyond, text)}`,
    ),
    ...(selection.search === '' ? [] : [text('print.search', { text: selection.search })]),
    ...(selection.ownCosts === null ? [] : [text('own-costs.mark')]),
  ];
}

/** What the facts of a selection are told from. */
export type FactsSource = {
  /** Undefined while it is not known. */
  readonly account: Account | undefined;
  /** Null: it has no name. */
  readonly currency: string | null;
  /** The last reading that its rows hold; null: not known. */
  readonly readUntil: UtcInstant | null;
  /** Null before changes were read, and where figures are frozen. */
  readonly knownUntil: UtcInstant | null;
  readonly closed: readonly ClosedMonth[];
};

/** What the figures of a selection are of, in words. */
export function factsOfSelection(
  selection: Selection,
  { account, currency, readUntil, knownUntil, closed }: FactsSource,
  words: { readonly text: Text; readonly formats: Formats },
): FigureFacts {
  const { text, formats } = words;
  return {
    account: account === undefined ? '' : accountName(account, text),
    currency: currency ?? '',
    period: `${describeSelection(selection, text)} · ${text.column(selection.periodColumn)}`,
    zone: text('zone.local'),
    filters: describeFilters(selection, text, formats),
    revision: readUntil === null ? '' : knownMoment(readUntil, formats),
    known: knownUntil === null ? '' : knownMoment(knownUntil, formats),
    closed: closedFacts(closed, words),
  };
}

/** Says of a selection, and of a revision of the copy, what its figures are of. */
export function useFigureFacts(): (selection: Selection, revision: number | null) => FigureFacts {
  const text = useText();
  const formats = useFormats();
  const accounts = useAccounts();
  const status = useSyncStatus();
  const { code, scope } = useCurrency();
  const closes = useCloses();
  const account = accounts?.accounts.find(({ id }) => id === accounts.activeId);
  const isFrozen = useStore(useSession().frozen) !== null;
  const knownUntil = isFrozen ? null : (status?.knownUntil ?? null);
  const ledger = useLedger();
  const shown = ledger.kind === 'open' ? ledger.facts : null;
  return useCallback(
    (selection, revision): FigureFacts => {
      // An answer of before the last commit is of no reading that is known here.
      const readUntil = shown === null || shown.revision !== revision ? null : shown.readUntil;
      const closed = closedMonthsIn(closes, selection, scope);
      const source = { account, currency: code, readUntil, knownUntil, closed };
      return factsOfSelection(selection, source, { text, formats });
    },
    [account, closes, code, formats, knownUntil, scope, shown, text],
  );
}

/** The facts of now: of what is selected, in the newest revision. */
export function useFactsNow(): FigureFacts {
  const { selection } = useSelection();
  const ledger = useLedger();
  return useFigureFacts()(selection, ledger.kind === 'open' ? ledger.facts.revision : null);
}

/** All filters in a line; that there are none, where there could be some. */
export function filtersLine({ filters }: Pick<FigureFacts, 'filters'>, text: Text): string {
  if (filters === null) return '';
  return filters.length === 0 ? text('print.no-filters') : filters.join(' · ');
}

/** A fact as a name and what it says; filters in one line. */
export function factLines(facts: FigureFacts, text: Text): readonly { name: string; value: string }[] {
  return FACT_IDS.map((id) => ({
    name: text(`fact.${id}`),
    value: id === 'filters' ? filtersLine(facts, text) : facts[id],
  })).filter(({ value }) => value !== '');
}
