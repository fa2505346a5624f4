import { leadsOf, type Narrowing } from '#renderer/data/model/exception-kinds.ts';
import type { Finding } from '#renderer/data/model/finding.ts';
import { findRule } from '#renderer/data/model/row-rules.ts';
import { onlyWith } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { MATCH_STATES } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { MatchesAsk, SectionId } from '#renderer/reconciliation/parts/sections.ts';
import { dayOf, firstDay, lastDay, type Month, monthOf, startOfDay } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { QueueLine } from './exceptions-list.ts';

/** Where the rows behind a finding are looked into. Pure. */
export type Way =
  /** A section of this screen, of the finding's own rows. */
  | {
      readonly to: 'section';
      readonly section: SectionId;
      readonly only: readonly SelectionAction[];
      /** The month that all of it is of; null: several, or none. */
      readonly month: Month | null;
      /** The part of a statement to show there. */
      readonly matches?: MatchesAsk;
    }
  | {
      readonly to: 'orders';
      readonly only: readonly SelectionAction[];
      readonly by: string | null;
      readonly at: string | null;
    }
  | { readonly to: 'sync'; readonly month: Month | null };

/** The finding that a way leads into the rows of: of the group of some exceptions, on the days of these. */
export function findingOf(lines: readonly QueueLine[]): Finding | null {
  const [first] = lines;
  if (first === undefined) return null;
  const { head, account } = first.group;
  // The days of purchases; what is late has its due day, and the month that it was bought in.
  const isDue = head.kind === 'overdue' || head.kind === 'long-overdue';
  const days = lines
    .flatMap(({ day, month }) =>
      isDue ? (month === null ? [] : [firstDay(month), lastDay(month)]) : (day ?? []),
    )
    .toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return {
    ...head,
    subject: {
      ...(head.kind === 'statement-difference' || account === null ? {} : account),
      ...head.subject,
    },
    evidence: '',
    rows: 0,
    orders: 0,
    amount: null,
    firstPurchase: from === undefined ? null : startOfDay(from),
    lastPurchase: to === undefined ? null : startOfDay(to),
  };
}

/** Kinds whose cases are products, not orders. */
const OF_PRODUCTS: readonly string[] = ['margin', 'own-cost-superseded'];

/** Narrows to the order that one exception by itself is; to nothing where it is none, or there are several. */
export function narrowedToOrder(lines: readonly QueueLine[]): readonly SelectionAction[] {
  const [first, ...others] = lines;
  const isOrder =
    first !== undefined &&
    others.length === 0 &&
    first.name !== '' &&
    !OF_PRODUCTS.includes(first.group.head.kind);
  return isOrder ? [onlyWith('Orden', first.name)] : [];
}

const ZERO = '0' as Decimal;

/** The rows of its account, of the days from its first purchase to its last. */
function rowsOf({ subject, firstPurchase, lastPurchase }: Finding): readonly SelectionAction[] {
  const period =
    firstPurchase === null || lastPurchase === null
      ? null
      : { from: dayOf(firstPurchase), to: dayOf(lastPurchase) };
  return [
    { type: 'clear' },
    { type: 'set-period-column', column: 'Fecha de compra' },
    { type: 'set-period', period },
    ...['Canal', 'Cuenta'].flatMap((column) => {
      const value = subject[column];
      return value === undefined ? [] : [onlyWith(column, value)];
    }),
  ];
}

/** The month that all its rows are of. */
function monthOfFinding({ firstPurchase, lastPurchase }: Finding): Month | null {
  if (firstPurchase === null || lastPurchase === null) return null;
  const month = monthOf(firstPurchase);
  return month === monthOf(lastPurchase) ? month : null;
}

/** A statement's cases of that state; what is wrong with a file itself is told where files are listed. Whatever is selected. */
function statementWay({ subject: { statement = '', reason } }: Finding): Way {
  const state = MATCH_STATES.find((each) => each === reason);
  return state === undefined
    ? { to: 'section', section: 'statements', only: [], month: null }
    : { to: 'section', section: 'matches', only: [], month: null, matches: { digest: statement, state } };
}

/** Narrows to the finding's own rows. */
function narrowed({ subject }: Finding, narrowing: Narrowing): SelectionAction {
  const { column } = narrowing;
  if ('value' in narrowing) return onlyWith(column, narrowing.value);
  switch (narrowing.is) {
    case 'of-subject':
      return onlyWith(column, subject[column] ?? '');
    case 'zero':
      return { type: 'set-numbers', column, filters: [{ column, from: ZERO, to: ZERO }] };
    case 'undated':
      return { type: 'set-dates', column, filter: { column, beyond: null } };
  }
}

/** The column that a finding is shown at. */
function columnAt({ subject }: Finding, at: 'column' | 'result-of-rule' | undefined): string | null {
  if (at === 'column') return subject.column ?? null;
  return at === 'result-of-rule' ? (findRule(subject.rule ?? '')?.result ?? null) : null;
}

function wayOf(finding: Finding, lead: ReturnType<typeof leadsOf>[number]): Way {
  switch (lead.to) {
    case 'section':
    case 'orders': {
      const only = [...rowsOf(finding), ...(lead.only ?? []).map((each) => narrowed(finding, each))];
      if (lead.to === 'section')
        return { to: 'section', section: lead.section, only, month: monthOfFinding(finding) };
      return { to: 'orders', only, by: lead.by ?? null, at: columnAt(finding, lead.at) };
    }
    case 'statement':
      return statementWay(finding);
    case 'sync': {
      const { firstPurchase } = finding;
      return {
        to: 'sync',
        month: lead.at === 'all' || firstPurchase === null ? null : monthOf(firstPurchase),
      };
    }
  }
}

/** All ways of a finding, the best first. */
export const waysOf = (finding: Finding): readonly Way[] =>
  leadsOf(finding.kind).map((lead) => wayOf(finding, lead));
