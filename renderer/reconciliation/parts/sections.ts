import type { Part } from '#renderer/features/navigation/reconciliation-place.ts';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import type { MessageId } from '#renderer/i18n/text.tsx';
import type { MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { PayoutState } from '#renderer/reconciliation/payouts/model/why-open.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/** The tools, each with the part of a month where it stands: where a detail leads to. */
export const SECTIONS = [
  { id: 'exceptions', name: 'exception.title', part: 'exceptions' },
  { id: 'claims', name: 'claim.title', part: 'claims' },
  { id: 'proof', name: 'proof.title', part: 'rows' },
  { id: 'missing-costs', name: 'missing-cost.title', part: 'costs' },
  { id: 'explain', name: 'explain.title', part: 'explain' },
  { id: 'bridge', name: 'period-bridge.title', part: 'bridge' },
  { id: 'rates', name: 'rates.title', part: 'rates' },
  { id: 'anomalies', name: 'anomaly.title', part: 'anomalies' },
  { id: 'taxes', name: 'tax.title', part: 'taxes' },
  { id: 'statements', name: 'statement-import.title', part: 'statements' },
  { id: 'matches', name: 'match.title', part: 'differences' },
  { id: 'settlements', name: 'settlement.title', part: 'bank' },
  { id: 'receivables', name: 'receivable.title', part: 'bank' },
  { id: 'closing', name: 'closing.title', part: 'close' },
] as const satisfies readonly { readonly id: string; readonly name: MessageId; readonly part: Part }[];
export type SectionId = (typeof SECTIONS)[number]['id'];

export const partOf = (section: SectionId): Part =>
  SECTIONS.find(({ id }) => id === section)?.part ?? 'exceptions';

/** Cases that one is led to: those of one state of a statement (null: of all that speak of orders), or of those the ones of a month's orders. */
export type MatchesAsk = {
  readonly digest: string | null;
  readonly state: MatchState;
  readonly month?: Month;
};

/** Payouts that one is led to: those of a month that are of one state and not explained. */
export type PayoutsAsk = { readonly month: Month; readonly state: PayoutState };

/** A figure seen elsewhere that one is led to have explained: what a column comes to in the rows in view, and this more. */
export type ExplainAsk = { readonly measure: string; readonly difference: Decimal };

/**
 * Leads to a section, and there to what is asked for: `month`, of it alone; else of the rows in view. `only`: which rows are
 * in view there.
 */
export type OnSection = (
  section: SectionId,
  asked?: {
    readonly matches?: MatchesAsk;
    readonly payouts?: PayoutsAsk;
    readonly explain?: ExplainAsk;
    readonly only?: readonly SelectionAction[];
    readonly month?: Month | null;
  },
) => void;

/** The element of a section; null where it is not in the page. */
export const elementOf = (section: SectionId): HTMLElement | null =>
  document.getElementById(`reconciliation-${section}`);

/** Brings a part of a place into view. Only the place's own part of the page scrolls, never what it stands in. */
export function scrollToPart(part: HTMLElement): void {
  const scroller = part.closest<HTMLElement>('[data-sections]');
  if (scroller === null) return;
  scroller.scrollTop += part.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}
