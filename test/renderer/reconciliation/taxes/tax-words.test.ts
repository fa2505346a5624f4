import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ACT_WORDS, ANY_TAX_WORDS, TAX_WORDS } from '#renderer/reconciliation/taxes/model/tax-terms.ts';
import {
  areOfTax,
  periodIn,
  plainWords,
  readTaxWords,
} from '#renderer/reconciliation/taxes/model/tax-words.ts';

/** What words of statements say of a tax: its name, how it came about, whose it is and of which month. */

describe('words of taxes', () => {
  test.each([
    ['Retención IIBB Córdoba', 'IIBB', 'withheld', 'Córdoba'],
    ['tax_payment_iibb', 'IIBB', 'perceived', 'Buenos Aires'],
    ['tax_payment_ibcf_cancel', 'IIBB', 'perceived', 'CABA'],
    ['Percepción Ing. Brutos - AGIP', 'IIBB', 'perceived', 'CABA'],
    ['Percepción IIBB Ciudad de Buenos Aires', 'IIBB', 'perceived', 'CABA'],
    ['Retención IIBB provincia de Buenos Aires', 'IIBB', 'withheld', 'Buenos Aires'],
    ['Percepción de IVA retenida', 'IVA', 'perceived', null],
    ['IVA del cargo por venta', 'IVA', 'on-charges', null],
    ['IVA de ventas con despacho', 'IVA', 'on-charges', null],
    ['SIRTAC', 'IIBB', 'withheld', null],
    ['Retención de ISR', 'ISR', 'withheld', null],
    ['IVA retenido SAT', 'IVA', 'withheld', 'SAT'],
    ['IVA de la comisión', 'IVA', 'on-charges', null],
    ['ReteFuente', 'ReteFuente', 'withheld', null],
    ['Retención en la fuente ICA', 'ReteICA', 'withheld', null],
    ['RETEICA Bogotá', 'ReteICA', 'withheld', null],
    ['Rete IVA DIAN', 'IVA', 'withheld', 'DIAN'],
    ['Detracción SUNAT', 'Detracción', 'withheld', 'SUNAT'],
    ['Percepción IGV', 'IGV', 'perceived', null],
    ['ICMS-ST retido', 'ICMS', 'withheld', null],
    ['Imposto de renda retido na fonte', 'IRRF', 'withheld', null],
    ['retencion_ganancias tax_withholding', 'Ganancias', 'withheld', null],
    ['debitos_creditos tax_withholding_collector', 'Ley 25.413', 'withheld', null],
    ['MarketplaceFacilitatorVAT-Principal', 'IVA', 'on-sales', null],
    ['ItemWithheldTax', null, 'withheld', null],
    ['caba', null, 'untold', 'CABA'],
    ['Impuestos', null, 'untold', null],
  ] as const)('«%s» is %s, %s, of %s', (words, term, act, authority) => {
    expect(readTaxWords(words)).toEqual({ term, act, authority, period: null });
  });

  test('a province counts where IIBB or no tax is named, not beside a tax of the nation', () => {
    expect(readTaxWords('IVA Mendoza').authority).toBe(null);
    expect(readTaxWords('Ingresos brutos Mendoza').authority).toBe('Mendoza');
    expect(readTaxWords('impuesto Mendoza').authority).toBe('Mendoza');
  });

  test('a tax stands before what it is of, or says that it was withheld; a charge with tax in it is a charge', () => {
    for (const words of [
      'IVA comisión',
      'Retención ISR por venta',
      'Comisión: IVA retenido',
      'Venta con percepción IVA',
      'Reembolso de impuestos',
      'tax_payment_iibb',
    ]) {
      expect([words, areOfTax(words)]).toEqual([words, true]);
    }
    for (const words of [
      ...[
        'Comisión + IVA',
        'Cargo por venta e impuestos',
        'Comisión (incluye IVA)',
        'Monto con IVA',
        'Ajuste sin IVA',
      ],
      // Money may be held back for a claim.
      ...[
        'Retención por reclamo',
        'withholding reserve',
        'payment',
        'Ganancias por rendimiento',
        'Valija IVAnna',
        '',
      ],
    ]) {
      expect([words, areOfTax(words)]).toEqual([words, false]);
    }
  });

  test.each([
    ['IVA 10/2026', '2026-10'],
    ['IIBB 2026-09', '2026-09'],
    ['Retención octubre de 2026', '2026-10'],
    ['Imposto de março de 2026', '2026-03'],
    ['ISR sept 2026', '2026-09'],
    ['ISR 05/10/2026', null],
    ['ISR 2026-10-05', null],
    ['Resolución 13 2026', null],
    ['Norma 4 de 1999', null],
  ] as const)('«%s» names the month %s', (words, month) => {
    expect(periodIn(plainWords(words))).toBe(month);
  });

  test('writing says nothing: capitals, marks, accents that are left out', () => {
    const phrase = fc.constantFrom(...TAX_WORDS.flatMap(({ words }) => words));
    const act = fc.constantFrom('', ...ACT_WORDS.withheld, ...ACT_WORDS.perceived);
    const blank = fc.constantFrom(' ', '  ', '_', ' - ', '. ');
    fc.assert(
      fc.property(phrase, act, blank, (words, said, between) => {
        const plain = readTaxWords(`${said} ${words}`);
        expect(plain.term).not.toBe(null);
        const written = `${said} ${words}`.trim().replaceAll(' ', between);
        expect(readTaxWords(written)).toEqual(plain);
        expect(readTaxWords(written.toUpperCase())).toEqual(plain);
        expect(areOfTax(written)).toBe(areOfTax(`${said} ${words}`));
      }),
      { numRuns: 200 },
    );
  });

  test('no two entries claim the same words, and every word is as words are compared', () => {
    const all = TAX_WORDS.flatMap(({ words }) => words);
    expect(new Set(all).size).toBe(all.length);
    for (const word of [...all, ...ANY_TAX_WORDS]) expect(plainWords(word)).toBe(` ${word} `);
  });

  test('text without any word of a tax is of no tax', () => {
    const known = new Set(
      [...TAX_WORDS.flatMap(({ words }) => words), ...ANY_TAX_WORDS].flatMap((words) => words.split(' ')),
    );
    const words = fc.array(
      fc.stringMatching(/^[a-z]{3,9}$/).filter((word) => !known.has(word)),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(words, (some) => {
        expect(areOfTax(some.join(' '))).toBe(false);
        expect(readTaxWords(some.join(' ')).term).toBe(null);
      }),
      { numRuns: 200 },
    );
    // Nor is a word that only holds one: «comissao» is no ISS, «privada» no IVA.
    for (const word of [...TAX_WORDS.flatMap(({ words: own }) => own), ...ANY_TAX_WORDS])
      expect([word, readTaxWords(`z${word}z`).term, areOfTax(`z${word}z`)]).toEqual([word, null, false]);
    expect(['comissao', 'privada'].map((word) => readTaxWords(word).term)).toEqual([null, null]);
  });
});
