import { describe, expect, test } from 'vitest';
import {
  chanceWords,
  payoutName,
  payoutWhy,
  suggestionWords,
} from '#renderer/features/chain/payout-messages.ts';
import { bankName, bankOfLayout } from '#renderer/features/payouts/bank-names.ts';
import type { PayoutView } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** A payout and its way to the bank, in words. */

const payout = (parts: Partial<PayoutView> = {}): PayoutView =>
  ({
    key: 'k',
    kind: 'ripley',
    settlement: '4001',
    accounts: [{ canal: 'Ripley', cuenta: 'A' }],
    state: 'waiting',
    why: null,
    by: null,
    window: null,
    together: [],
    unread: 0,
    isExplained: false,
    fallen: [],
    ...parts,
  }) as unknown as PayoutView;
const why = (parts: Partial<PayoutView>) =>
  payoutWhy(payout(parts), { text, formats }, (key) => `n-${key}`).split(' · ');

describe('a payout', () => {
  test('is named by who pays and its number; without a statement by its channel, and one without a number is a withdrawal', () => {
    expect(payoutName(payout(), text)).toBe(`${text('statement-import.kind-ripley')} · 4001`);
    expect(payoutName(payout({ settlement: null }), text)).toBe(
      `${text('statement-import.kind-ripley')} · ${text('chain.withdrawal')}`,
    );
    expect(payoutName(payout({ kind: null }), text)).toBe(`Ripley · 4001 (${text('chain.by-rows')})`);
  });

  test('that is missing says between which days it should have come, in that order', () => {
    const window = { from: '2026-03-02', to: '2026-03-09' } as unknown as PayoutView['window'];
    const [said, ...more] = why({ state: 'missing', window });
    expect(said).toBe(text('chain.why-missing', { from: '02-03-2026', to: '09-03-2026' }));
    expect(more).toEqual([]);
    // The days are no reason of another state.
    expect(why({ state: 'waiting', why: 'not-yet', window })).toEqual([text('chain.why-not-yet')]);
  });

  test('says by what its bank line was found, where that is not its number, what came with it, and what was said', () => {
    expect(why({ state: 'arrived' })).toEqual(['']);
    expect(why({ state: 'arrived', by: 'order' })).toEqual(['']);
    expect(why({ state: 'arrived', by: 'amount' })).toEqual([text('chain.by-amount')]);
    const together = [{ key: 'a' }, { key: 'b' }] as unknown as PayoutView['together'];
    const fallen = [{}] as unknown as PayoutView['fallen'];
    expect(
      why({ state: 'different', by: 'subset', why: 'fee', together, unread: 2, isExplained: true, fallen }),
    ).toEqual([
      text('chain.by-subset'),
      text('chain.why-fee'),
      text('chain.together', { count: 2, names: 'n-a, n-b' }),
      text('chain.unread', { count: 2 }),
      text('match.explained'),
      text('match.fallen'),
    ]);
  });
});

describe('why a bank line may be it', () => {
  const found = { deposits: [], payouts: [], remains: '0' } as unknown as Parameters<
    typeof suggestionWords
  >[0];
  const said = (reason: object) =>
    suggestionWords({ ...found, ...reason } as typeof found, { text, formats });

  test('is told with how many could be, and how many chance would make', () => {
    expect(said({ why: 'same-amount', candidates: 3, byChance: 0.0625 })).toBe(
      text('chain.found-same-amount', { count: 3, chance: chanceWords(0.0625, formats) }),
    );
    expect(said({ why: 'adds-up', found: 2, byChance: 4 })).toBe(
      text('chain.found-adds-up', { count: 2, chance: '4' }),
    );
    expect(said({ why: 'near-amount' })).toBe(text('chain.found-near-amount'));
  });

  test('a chance is written in no more digits than mean something, and never as none where there is one', () => {
    expect(chanceWords(0.0624, formats)).toBe(formats.figure('0.062'));
    expect(chanceWords(0.0001, formats)).toBe(formats.figure('0.001'));
    expect(chanceWords(0, formats)).toBe(formats.figure('0.000'));
    expect(chanceWords(0.999, formats)).toBe(formats.figure('0.999'));
    expect(chanceWords(1, formats)).toBe('1');
    expect(chanceWords(12.6, formats)).toBe('13');
  });
});

test('a bank is named by the layout of its extract, else by the file', () => {
  const layouts = ['bci', 'banco-de-chile', 'banco-de-chile-txt', 'santander-cl', 'itau', 'bbva-mx'];
  expect(layouts.map(bankOfLayout)).toEqual([
    'BCI',
    'Banco de Chile',
    'Banco de Chile',
    'Santander',
    'Itaú',
    'BBVA',
  ]);
  expect([bankOfLayout('other'), bankOfLayout(null)]).toEqual([null, null]);
  expect(bankName({ bank: 'itau', file: 'marzo.csv' })).toBe('Itaú');
  expect(bankName({ bank: null, file: 'marzo.csv' })).toBe('marzo.csv');
});
