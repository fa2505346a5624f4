import type { Text } from '#renderer/i18n/text.tsx';
import type {
  PayoutSuggestionView,
  PayoutView,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { PayoutState } from '#renderer/reconciliation/payouts/model/why-open.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';

/** Payouts and their way to the bank, in words. */

type Words = { readonly text: Text; readonly formats: Formats };

export const PAYOUT_TONES: { readonly [state in PayoutState]: string | undefined } = {
  arrived: ui.good,
  different: ui.caution,
  missing: ui.bad,
  waiting: ui.info,
  beside: undefined,
};

/** «Shopify Payments · 4001», «Mercado Pago: liberaciones · retiro», «Falabella · 77 (según tus filas)». */
export function payoutName({ kind, settlement, accounts }: PayoutView, text: Text): string {
  const number = settlement ?? text('chain.withdrawal');
  if (kind !== null) return `${text(`statement-import.kind-${kind}`)} · ${number}`;
  return `${accounts[0]?.canal ?? ''} · ${number} (${text('chain.by-rows')})`;
}

/** A payout beside its account: «4001», «retiro». */
export const payoutNumber = ({ settlement }: PayoutView, text: Text): string =>
  settlement ?? text('chain.withdrawal');

/** Why a payout is where it is, and by what its bank line was found. `nameOf`: a payout's name by its key. */
export function payoutWhy(
  payout: PayoutView,
  { text, formats }: Words,
  nameOf: (key: string) => string = (key) => key,
): string {
  const { state, why, by, window, together, unread, isExplained, fallen } = payout;
  const day = (each: string): string => formatDay(each, formats.dates);
  const reason =
    state === 'missing' && window !== null
      ? text('chain.why-missing', { from: day(window.from), to: day(window.to) })
      : why === null
        ? null
        : text(`chain.why-${why}`);
  return [
    by === null || by === 'order' || by === 'group' ? null : text(`chain.by-${by}`),
    reason,
    together.length === 0
      ? null
      : text('chain.together', {
          count: together.length,
          names: together.map(({ key }) => nameOf(key)).join(', '),
        }),
    unread === 0 ? null : text('chain.unread', { count: unread }),
    isExplained ? text('match.explained') : null,
    fallen.length > 0 ? text('match.fallen') : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Why a bank line may be a payout. */
export function suggestionWords(suggestion: PayoutSuggestionView, { text, formats }: Words): string {
  switch (suggestion.why) {
    case 'same-amount':
      return text('chain.found-same-amount', {
        count: suggestion.candidates,
        chance: chanceWords(suggestion.byChance, formats),
      });
    case 'adds-up':
      return text('chain.found-adds-up', {
        count: suggestion.found,
        chance: chanceWords(suggestion.byChance, formats),
      });
    case 'within':
      return text('chain.found-within', { chance: chanceWords(suggestion.byChance, formats) });
    case 'near-amount':
      return text('chain.found-near-amount');
    case 'same-number':
      return text('chain.found-same-number');
  }
}

/** Expected hits by chance, in no more digits than mean something. */
export function chanceWords(byChance: number, formats: Formats): string {
  const rounded = byChance >= 1 ? byChance.toFixed(0) : byChance.toFixed(3);
  return formats.figure(byChance > 0 && Number(rounded) === 0 ? '0.001' : rounded);
}
