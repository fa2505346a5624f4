import { chanceWords } from '#renderer/features/chain/payout-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { SpokenFor } from '#renderer/reconciliation/matching/model/match-results.ts';
import type { MatchedCase, MatchSuggestion } from '#renderer/reconciliation/matching/model/matches.ts';
import { accountName } from '#renderer/reconciliation/parts/account-name.ts';
import { formatDay } from '#renderer/ui/date-format.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import { dayOfNumber } from '#shared/domain/dates.ts';

type Words = { readonly text: Text; readonly formats: Formats };

const SETTLEMENTS_SHOWN = 4;

/** «Mercado Austral · Lumbre: habla de las liquidaciones 1, 2; tiene 100 de las 104 órdenes que debería.» Pure. */
export function spokenWords(fact: SpokenFor, { text, formats }: Words): string {
  const { canal, cuenta, by, settlements, days, held, missing, beyond } = fact;
  const day = (each: number) => formatDay(dayOfNumber(each), formats.dates);
  const account = accountName({ Canal: canal, Cuenta: cuenta }, text);
  const shown = settlements.slice(0, SETTLEMENTS_SHOWN).join(', ');
  const more = settlements.length - SETTLEMENTS_SHOWN;
  const of =
    by === null || (by !== 'settlement' && days === null)
      ? text('match.speaks-of-none', { held: formats.count(held) })
      : text(by === 'settlement' ? 'match.speaks-of-settlements' : `match.speaks-of-${by}`, {
          settlements:
            more > 0 ? text('rates.names-more', { names: shown, more: formats.count(more) }) : shown,
          from: days === null ? '' : day(days.from),
          to: days === null ? '' : day(days.to),
          held: formats.count(held),
          all: formats.count(held + missing),
        });
  const rest =
    beyond === 0 ? '' : ` ${text('match.beyond', { count: beyond, shown: formats.count(beyond) })}`;
  return `${account}: ${of}${rest}`;
}

/** Why two sides may belong together. Pure. */
export function whyWords(suggestion: MatchSuggestion, { text, formats }: Words): string {
  switch (suggestion.why) {
    case 'near-key':
      return text('match.why-near-key', {
        how: suggestion.how.map((each) => text(`match.near-${each}`)).join(', '),
      });
    case 'several-orders':
    case 'other-account':
    case 'total-row':
      return text(`match.why-${suggestion.why}`);
    case 'line-twice':
    case 'repeats-line': {
      const { why, operation } = suggestion;
      const ofOperation = operation === null ? '' : ` ${text('match.why-same-operation', { operation })}`;
      return `${text(`match.why-${why}`)}${ofOperation}`;
    }
    case 'near-amount':
      return text('match.why-near-amount', { count: suggestion.candidates });
    case 'same-amount':
      return text('match.why-same-amount', {
        count: suggestion.candidates,
        chance: chanceWords(suggestion.byChance, formats),
      });
    case 'adds-up':
    case 'difference-adds-up':
      return text(`match.why-${suggestion.why}`, {
        count: suggestion.found,
        chance: chanceWords(suggestion.byChance, formats),
      });
  }
}

/** The way it was matched, and what else is to be known of it. Pure. */
export function noteWords(
  each: MatchedCase,
  { text, formats }: { readonly text: Text; readonly formats: Formats },
): string {
  const inEach = each.amounts.map(
    ({ currency, difference }) =>
      `${formats.exact(difference)} ${currency === '' ? text('match.no-currency') : currency}`,
  );
  return [
    inEach.length < 2 ? null : text('match.differences-in', { amounts: inEach.join(' · ') }),
    each.by === null ? null : text(`match.by-${each.by}`),
    each.isOfAnotherPeriod ? text('match.other-period') : null,
    each.isExplained ? text('match.explained') : null,
    each.fallen.length > 0 ? text('match.fallen') : null,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
