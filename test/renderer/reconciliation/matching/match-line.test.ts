import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisFigure, basisKeys, basisOf } from '#renderer/reconciliation/matching/model/basis.ts';
import { identitiesOf, identityReader } from '#renderer/reconciliation/matching/model/line-identity.ts';
import {
  amountOf,
  areAlike,
  contentOf,
  type MatchLine,
  outsideReason,
} from '#renderer/reconciliation/matching/model/match-line.ts';
import { matchedFigure } from '#renderer/reconciliation/matching/model/matched-figure.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { lineOf } from './statement-world.ts';

describe('a line of a statement', () => {
  const reasonOf = (movement: string | null, net: string | null = '10.00') =>
    outsideReason({ movement, net: net as Decimal | null });

  test.each([
    ['reserve', ['reserve_for_dispute', 'Reserve for claims', 'RESERVA', ' reserva por reclamo ']],
    ['block', ['block', 'fullblock', 'Unblock', 'bloqueo', 'Desbloqueo de fondos']],
    ['payout', ['payout', 'Payouts', 'withdrawal', 'withdrawals', 'Retiro a banco', 'transfer']],
    [
      'total',
      ['total', 'Subtotal', 'available_balance', 'initial_available_balance', 'Saldo inicial', 'saldo final'],
    ],
  ] as const)('is a %s by the column of its movement', (reason, movements) => {
    for (const movement of movements) expect([movement, reasonOf(movement)]).toEqual([movement, reason]);
  });

  test.each(['a payout', 'payouts of May', 'total pago', 'transfers', 'blocked', 'Reservado', '', 'Venta'])(
    'is part of the result where it is called «%s»',
    (movement) => expect(reasonOf(movement)).toBeNull(),
  );

  test('is the seller’s own purchase where a payment takes money, and only there', () => {
    const words = ['payment', 'Pago', ' PAGO ', 'pagos', 'a payment', null];
    expect(words.map((word) => reasonOf(word, '-1.00'))).toEqual([
      ...['own-purchase', 'own-purchase', 'own-purchase'],
      ...[null, null, null],
    ]);
    expect(words.map((word) => reasonOf(word, '1.00'))).toEqual(words.map(() => null));
  });

  test('that could not be read is outside, whatever it is called', () => {
    expect([null, 'Venta', 'reserva', 'pago'].map((word) => reasonOf(word, null))).toEqual([
      'unreadable',
      'unreadable',
      'unreadable',
      'unreadable',
    ]);
  });

  test('comes to its net, or to the part that its basis says; what it does not tell is nothing', () => {
    const line: MatchLine = { ...lineOf('7.00'), commission: '-3.00' as Decimal, taxes: null };
    const parts = ['net', 'commission', 'shipping', 'taxes'] as const;
    expect(parts.map((part) => amountOf(line, part))).toEqual(['7.00', '-3.00', '0', '0']);
    expect(parts.map((part) => amountOf({ ...line, net: null }, part))).toEqual([null, null, null, null]);
  });

  test('says the same as another where every field does, in whatever writing', () => {
    const line: MatchLine = {
      ...lineOf('-10502.00', { day: '2026-10-05' }),
      ...{ movement: 'Pago  recibido', settlement: '0004', order: '0012', suborder: '1', sku: '07' },
      ...{ operation: '0099', currency: 'CLP', description: ' Polera ' },
      released: { day: '2026-10-09' as LocalDate },
    };
    const rewritten: MatchLine = {
      ...line,
      ...{ movement: ' Pago recibido', settlement: '4', order: '12.0', suborder: '01', sku: '7' },
      ...{ operation: '99', description: 'Polera', net: '-10502' as Decimal, line: 40 },
    };
    expect(areAlike(line, rewritten)).toBe(true);
    expect(areAlike(line, undefined) || areAlike(undefined, line)).toBe(false);
    const others: readonly Partial<MatchLine>[] = [
      { movement: 'Pago' },
      ...(['settlement', 'order', 'suborder', 'sku', 'operation', 'currency', 'description'] as const).map(
        (field) => ({ [field]: '5' }),
      ),
      { date: { day: '2026-10-06' as LocalDate } },
      { date: null },
      { released: { day: '2026-10-05' as LocalDate } },
      { released: null },
      { net: '-10502.01' as Decimal },
      { net: null },
    ];
    const contents = [line, ...others.map((other) => ({ ...line, ...other }))].map(contentOf);
    expect(new Set(contents).size).toBe(contents.length);
    for (const other of others) expect(areAlike(line, { ...line, ...other })).toBe(false);
  });
});

test('statements are held against costs where all of them tell costs alone, and against the result else', () => {
  const [result, costs] = ['Rentabilidad Marketplace', 'Costo de Marketplace'];
  expect(matchedFigure([])).toBe(result);
  expect(matchedFigure(['falabella-invoice'])).toBe(costs);
  expect(matchedFigure(['mercado-libre-billing', 'falabella-invoice'])).toBe(costs);
  expect(matchedFigure(['mercado-libre-billing', 'unknown'])).toBe(result);
  expect(matchedFigure(['unknown', 'falabella-invoice'])).toBe(result);
  expect(matchedFigure(['bank'])).toBe(result);
});

test('a basis is kept for the layout with each account of a statement, or for the layout where it is of nobody', () => {
  const of = (accounts: readonly string[], more: object = {}) =>
    basisKeys({
      ...{ kind: 'falabella-transactions', layout: 'one' },
      accounts: accounts.map((cuenta) => ({ canal: 'A', cuenta })),
      ...more,
    } as never);
  const [layout, ofOne, ofOther] = [of([]), of(['1']), of(['2'])];
  expect([layout, ofOne, ofOther].map((keys) => keys.length)).toEqual([1, 1, 1]);
  expect(of(['1', '2'])).toEqual([...ofOne, ...ofOther]);
  const others = [of([], { layout: 'two' }), of([], { kind: 'ripley' }), of(['1'], { layout: 'two' })];
  expect(new Set([layout, ofOne, ofOther, ...others].flat()).size).toBe(6);
});

test.each([
  ['net', [], 'Rentabilidad Marketplace', 'Rentabilidad Marketplace'],
  // A bill asks for what the orders cost.
  ['net', [], 'Costo de Marketplace', '-Costo de Marketplace'],
  ['net', ['advertising'], 'Rentabilidad Marketplace', 'Rentabilidad Marketplace Costos por publicidad'],
  ['net', ['advertising'], 'Costo de Marketplace', '-Costo de Marketplace Costos por publicidad'],
  ['commission', ['advertising'], 'Rentabilidad Marketplace', '-Costo de Comisiones'],
  ['shipping', [], 'Costo de Marketplace', '-Costo Envío'],
  ['taxes', [], 'Rentabilidad Marketplace', '-Cobro de Impuestos Reembolso de Impuestos'],
] as const)('«%s» with %j apart of %s is held against %s', (part, apart, figure, terms) => {
  const held = basisFigure({ part, apart }, figure);
  expect([
    held.part,
    held.terms.map(([column, sign]) => `${sign < 0 ? '-' : ''}${column}`).join(' '),
  ]).toEqual([part, terms]);
});

test('sections that are billed apart count with the whole alone', () => {
  const statement = { kind: 'ripley', layout: 'one', accounts: [] } as never;
  const kept = (part: string, apart: readonly string[]) =>
    basisOf(statement, new Map([[basisKeys(statement)[0], { part, apart }]]) as never);
  expect(kept('net', ['publicidad'])).toEqual({ part: 'net', apart: ['publicidad'] });
  expect(kept('shipping', ['publicidad'])).toEqual({ part: 'shipping', apart: [] });
});

test('a basis is that of all accounts of a statement, or none of theirs', () => {
  const accounts = ['1', '2', '3'].map((cuenta) => ({ canal: 'A', cuenta }));
  const statement = { kind: 'ripley', layout: 'one', accounts } as never;
  const [first, second, third] = basisKeys(statement);
  const apart = (...sections: readonly string[]) => ({ part: 'net', apart: sections });
  const kept = (...all: readonly (readonly [string | undefined, object])[]) =>
    basisOf(statement, new Map(all) as never);
  const [one, turned] = [apart('advertising', 'storage'), apart('storage', 'advertising')];
  expect(kept([first, one], [second, turned], [third, one])).toEqual(one);
  const whole = { part: 'net', apart: [] };
  expect(kept([first, one], [second, one])).toEqual(whole);
  expect(kept([second, one], [third, one])).toEqual(whole);
  expect(kept([first, one], [second, one], [third, apart('storage')])).toEqual(whole);
});

test('lines that say the same are told apart by whose they are and which of them, by whoever asks', () => {
  const some = fc.array(fc.tuple(fc.constantFrom('7.00', '-7.00'), fc.constantFrom('', 'Norte', 'Sur')), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(some, (written) => {
      const lines = written.map(([net]) => lineOf(net));
      const scopeOf = (at: number) => written[at]?.[1] ?? '';
      const all = identitiesOf(lines, scopeOf);
      const identityAt = identityReader(lines, scopeOf);
      expect(lines.map((_, at) => identityAt(at))).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
      // Whoever has the lines of one account alone names them so, too.
      for (const scope of ['', 'Norte', 'Sur']) {
        const own = [...lines.keys()].filter((at) => scopeOf(at) === scope);
        const alone = identitiesOf(
          own.flatMap((at) => lines[at] ?? []),
          () => scope,
        );
        expect(alone).toEqual(own.map((at) => all[at]));
      }
    }),
    { numRuns: 40 },
  );
  expect(identityReader([lineOf('7.00')])(1)).toBe('');
});
