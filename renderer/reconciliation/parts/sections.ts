import type { MessageId } from '#renderer/i18n/text.tsx';
import type { MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import type { PayoutState } from '#renderer/reconciliation/payouts/model/why-open.ts';
import type { Month } from '#shared/domain/dates.ts';

/** The sections of the screen as they stand below each other: what the bar lists, and where a detail leads to. */
export const SECTIONS = [
  { id: 'exceptions', name: 'exception.title' },
  { id: 'proof', name: 'proof.title' },
  { id: 'missing-costs', name: 'missing-cost.title' },
  { id: 'explain', name: 'explain.title' },
  { id: 'bridge', name: 'period-bridge.title' },
  { id: 'rates', name: 'rates.title' },
  { id: 'anomalies', name: 'anomaly.title' },
  { id: 'statements', name: 'statement-import.title' },
  { id: 'matches', name: 'match.title' },
  { id: 'settlements', name: 'settlement.title' },
  { id: 'receivables', name: 'receivable.title' },
  { id: 'closing', name: 'closing.title' },
] as const satisfies readonly { readonly id: string; readonly name: MessageId }[];
export type SectionId = (typeof SECTIONS)[number]['id'];

/** Cases that one is led to: those of one state of a statement (null: of all that speak of orders), or of those the ones of a month's orders. */
export type MatchesAsk = {
  readonly digest: string | null;
  readonly state: MatchState;
  readonly month?: Month;
};

/** Payouts that one is led to: those of a month that are of one state and not explained. */
export type PayoutsAsk = { readonly month: Month; readonly state: PayoutState };

/** Leads to a section, and there to what is asked for. */
export type OnSection = (
  section: SectionId,
  asked?: { readonly matches?: MatchesAsk; readonly payouts?: PayoutsAsk },
) => void;

export const elementOf = (section: SectionId): HTMLElement | null =>
  document.getElementById(`reconciliation-${section}`);

export const BAR_ID = 'reconciliation-jump';

/** How much of what stands under it the bar over the sections covers: it has a second line where one is too narrow. */
export const barHeight = (): number => document.getElementById(BAR_ID)?.offsetHeight ?? 0;

/** Brings a section under the bar, whose line covers the section's own. Only the screen's own part scrolls, never what it stands in. */
export function scrollToSection(section: SectionId): void {
  const element = elementOf(section);
  const scroller = element?.parentElement;
  if (element != null && scroller != null) scroller.scrollTop = element.offsetTop - barHeight() + 1;
}

/** Brings a part of a section under the bar. */
export function scrollToPart(part: HTMLElement): void {
  const scroller = part.closest<HTMLElement>('[data-sections]');
  if (scroller === null) return;
  scroller.scrollTop +=
    part.getBoundingClientRect().top - scroller.getBoundingClientRect().top - barHeight() + 1;
}
