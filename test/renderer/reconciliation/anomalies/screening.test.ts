import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_KEY_LENGTH } from '#renderer/data/model/annotations.ts';
import {
  type AnomalyPart,
  anomalyEvidence,
  anomalyKey,
  plainDecimal,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { compare, type Decimal, fromDecimal, toDecimal } from '#shared/domain/decimal.ts';

describe('what a dismissal is kept by', () => {
  test('fits an annotation, whatever text tells an order, and differs where that does', () => {
    const subject = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ minLength: 500, maxLength: 5000 }));
    fc.assert(
      fc.property(subject, subject, (one, other) => {
        const key = anomalyKey('negative-sale', one);
        expect(key.length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
        expect(anomalyKey('negative-sale', other) === key).toBe(one === other);
        expect(anomalyKey('double-charge', one)).not.toBe(key);
      }),
    );
  });

  test('rests on amounts, not on how many places they are written with', () => {
    const kept = (charged: string, refunded: string): readonly AnomalyPart[] => [
      {
        reason: 'kept',
        column: 'Cobro de Envío',
        charged: charged as Decimal,
        refunded: refunded as Decimal,
      },
    ];
    const evidence = anomalyEvidence(kept('12.50', '0'));
    expect(anomalyEvidence(kept('12.5', '0.00'))).toBe(evidence);
    expect(anomalyEvidence(kept('12.51', '0'))).not.toBe(evidence);
    expect(anomalyEvidence(kept('0', '12.5'))).not.toBe(evidence);
  });

  test('a plain decimal is the same number with no zero to spare', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 0, max: 12 }), (units, scale) => {
        const value = toDecimal({ units, scale });
        const plain = plainDecimal(value);
        expect(compare(fromDecimal(plain), { units, scale })).toBe(0);
        expect(plain).not.toMatch(/\.\d*0$/);
      }),
    );
  });
});
