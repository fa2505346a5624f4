import { describe, expect, test } from 'vitest';
import { STATEMENT_REASONS } from '#renderer/data/model/finding.ts';
import { ROW_RULES } from '#renderer/data/model/row-rules.ts';
import { amountCurrencies } from '#renderer/features/exceptions/amount-currency.ts';
import {
  isOfLines,
  kindAdvice,
  kindMeaning,
  kindName,
  statementReason,
  whereOf,
} from '#renderer/features/exceptions/exception-messages.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is said of an exception: its kind, what it means, where it is. */

const found = (kind: string, subject: { readonly [part: string]: string } = {}, name?: string) => ({
  kind,
  subject,
  name,
});

describe('an exception', () => {
  test('is named by its kind, with its meaning and advice; of a kind without words by the kind alone', () => {
    expect(kindName('held', text)).toBe('Filas que la API ya no da');
    expect(kindMeaning(found('held'), text)).toBe(text('exception.meaning-held'));
    expect(kindAdvice('held', text)).toBe(text('exception.advice-held'));
    const unknown = found('of-later');
    expect([kindName('of-later', text), kindMeaning(unknown, text), kindAdvice('of-later', text)]).toEqual([
      'of-later',
      '',
      '',
    ]);
  });

  test('of a rule says the formula that rows break', () => {
    const [rule] = ROW_RULES;
    const meaning = kindMeaning(found('row-rule', { rule: rule?.id ?? '' }), text);
    expect(meaning).toContain(`${rule?.result} `);
    // Another kind says nothing of rules, nor does one whose rule is gone.
    expect(kindMeaning(found('row-rule', { rule: 'gone' }), text)).toBe(
      text('exception.meaning-row-rule', { formula: '' }),
    );
    expect(kindMeaning(found('row-rule'), text)).toBe(text('exception.meaning-row-rule', { formula: '' }));
  });

  test('of a statement says why it does not square, and whether lines or orders are meant', () => {
    const of = (reason: string) => found('statement-difference', { reason, statement: 'd' }, 'marzo.csv');
    for (const reason of STATEMENT_REASONS) {
      expect(statementReason(of(reason))).toBe(reason);
      expect(kindMeaning(of(reason), text)).toBe(text(`exception.meaning-statement-${reason}`));
    }
    expect(STATEMENT_REASONS.filter((reason) => isOfLines(of(reason)))).toEqual([
      'only-there',
      'proof',
      'damaged',
    ]);
    expect([statementReason(of('other')), statementReason(found('held', { reason: 'proof' }))]).toEqual([
      null,
      null,
    ]);
    expect(isOfLines(found('held', { reason: 'proof' }))).toBe(false);
    expect(kindMeaning(of('other'), text)).toBe(
      text('exception.meaning-statement-difference', { formula: '' }),
    );
    expect(STATEMENT_REASONS.map((reason) => whereOf(of(reason), text))).toEqual([
      `${text('match.state-different')} · marzo.csv`,
      `${text('match.state-only-here')} · marzo.csv`,
      `${text('match.state-only-there')} · marzo.csv`,
      `${text('exception.statement-proof')} · marzo.csv`,
      `${text('exception.statement-damaged')} · marzo.csv`,
    ]);
    const inDollars = found('statement-difference', { reason: 'different', currency: 'USD' }, 'marzo.csv');
    expect(whereOf(inDollars, text)).toBe(`${text('match.state-different')} · marzo.csv · USD`);
  });

  test('is somewhere: a column, a month, what else tells it apart, a channel and its account', () => {
    const [rule] = ROW_RULES;
    expect(whereOf(found('row-rule', { rule: rule?.id ?? '', Canal: 'A', Cuenta: 'x' }), text)).toBe(
      `${rule?.result} · A · x`,
    );
    expect(whereOf(found('row-rule', { rule: 'gone' }), text)).toBe('gone');
    expect(whereOf(found('held', { month: '2026-10' }), text)).toBe('oct 2026');
    expect(whereOf(found('missing-cost', { SKU: 's', Canal: '', Cuenta: '' }), text)).toBe(
      `s · ${text('filter.blank')} · ${text('filter.blank')}`,
    );
    expect(whereOf(found('undated', { month: '', Canal: 'A' }), text)).toBe('A');
    // A charge that breaks its rule is told by its column, not by the rule's name.
    expect(
      whereOf(found('rate', { rule: 'r', charge: 'Cobro de Envío', other: 'o', Cuenta: 'x' }), text),
    ).toBe('Cobro de Envío · x');
  });

  test('that is nowhere in particular says so only where a month is asked for', () => {
    expect(['control-differs', 'damage', 'undated'].map((kind) => whereOf(found(kind), text))).toEqual([
      text('exception.anywhere'),
      text('exception.anywhere'),
      '',
    ]);
  });
});

test('an amount has a currency of its own only where it is not that of the accounts in view', () => {
  const pesos = { currency: 'CLP' };
  const dollars = { currency: 'USD' };
  const of = amountCurrencies([pesos, dollars, {}], 'CLP');
  expect([of(pesos), of({}), of(dollars)]).toEqual(['', '', 'USD']);
  const unnamed = amountCurrencies([dollars, pesos], null);
  expect([unnamed({}), unnamed(dollars)]).toEqual(['', 'USD']);
});
