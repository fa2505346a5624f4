import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATEMENT_KINDS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { taxesOfLine, untoldVat } from '#renderer/reconciliation/taxes/model/line-taxes.ts';
import { type Decimal, fromDecimal } from '#shared/domain/decimal.ts';

/** The taxes of a line, by its column and by its words. */

type Line = Parameters<typeof taxesOfLine>[1];
const line = (given: Partial<Line>): Line => ({
  movement: 'payment',
  description: null,
  gross: null,
  commission: null,
  taxes: null,
  net: '0' as Decimal,
  ...given,
});
const d = (text: string): Decimal => text as Decimal;
const NOTHING = { authority: null, period: null };

/** In millionths. */
const millionths = (amount: Decimal): bigint => {
  const { units, scale } = fromDecimal(amount);
  return units * 10n ** BigInt(6 - scale);
};

describe('taxes of lines', () => {
  test('parts in a cell of Mercado Pago are told apart, and what they leave has no name', () => {
    const detail =
      '[{"financial_entity":"caba","detail":"tax_withholding_iibb","amount":"-12.50"},{"financial_entity":"retencion_iva","amount":-3,"detail":"tax_withholding"}]';
    const found = taxesOfLine(
      'mercado-pago-releases',
      line({ taxes: d('-20.00'), net: d('80'), taxDetail: detail }),
    );
    expect(found).toEqual([
      { term: 'IIBB', act: 'withheld', authority: 'CABA', period: null, amount: '-12.5' },
      { term: 'IVA', act: 'withheld', ...NOTHING, amount: '-3' },
      { term: null, act: 'withheld', ...NOTHING, amount: '-4.5' },
    ]);
  });

  test('a part is withheld as its column is, unless its own words say otherwise', () => {
    const detail =
      '[{"detail":"percepcion_iva","amount":"-3"},{"financial_entity":"caba","amount":"-12.50"}]';
    const told = line({ taxes: d('-15.5'), net: d('80'), taxDetail: detail });
    expect(taxesOfLine('mercado-pago-releases', told)).toMatchObject([
      { term: 'IVA', act: 'perceived', amount: '-3' },
      { term: null, act: 'withheld', authority: 'CABA', amount: '-12.5' },
    ]);
  });

  test('a part of nothing is none', () => {
    const detail = '[{"financial_entity":"caba","amount":"0.00"},{"detail":"retencion_iva","amount":"-3"}]';
    const told = line({ taxes: d('-3'), net: d('80'), taxDetail: detail });
    expect(taxesOfLine('mercado-pago-releases', told)).toEqual([
      { term: 'IVA', act: 'withheld', ...NOTHING, amount: '-3' },
    ]);
  });

  test('quotes may be lost, and signs may be turned', () => {
    const bare = '[{financial_entity: cordoba, detail: tax_withholding_sirtac, amount: 7.25}]';
    expect(
      taxesOfLine('mercado-pago-settlement', line({ taxes: d('-7.25'), net: d('1'), taxDetail: bare })),
    ).toEqual([{ term: 'IIBB', act: 'withheld', authority: 'Córdoba', period: null, amount: '-7.25' }]);
  });

  test('a text beside the column names the whole of it', () => {
    const found = taxesOfLine(
      'mercado-pago-releases',
      line({ taxes: d('-9'), net: d('91'), taxDetail: 'Retención ISR' }),
    );
    expect(found).toEqual([{ term: 'ISR', act: 'withheld', ...NOTHING, amount: '-9' }]);
    const perceived = line({ taxes: d('-9'), net: d('91'), taxDetail: 'Percepción IVA' });
    expect(taxesOfLine('mercado-pago-releases', perceived)).toEqual([
      { term: 'IVA', act: 'perceived', ...NOTHING, amount: '-9' },
    ]);
    // What it is of is told by the column: that it was withheld.
    const ofSales = line({ taxes: d('-9'), net: d('91'), taxDetail: 'ISR ventas' });
    expect(taxesOfLine('mercado-pago-releases', ofSales)).toMatchObject([{ term: 'ISR', act: 'withheld' }]);
  });

  test('where a file says nothing of its column, the words beside it say what was charged ahead, and no more', () => {
    const acts = ['Retención ISR', 'Percepción IVA', 'ISR de ventas', 'IVA de comisiones', ''].map(
      (taxDetail) => {
        const [tax, ...others] = taxesOfLine('unknown', line({ taxes: d('-9'), net: d('91'), taxDetail }));
        return [tax?.term, tax?.act, tax?.amount, others.length];
      },
    );
    expect(acts).toEqual([
      ['ISR', 'withheld', '-9', 0],
      ['IVA', 'perceived', '-9', 0],
      ['ISR', 'untold', '-9', 0],
      ['IVA', 'untold', '-9', 0],
      [null, 'untold', '-9', 0],
    ]);
  });

  test('a column of nothing tells none, whatever stands beside it', () => {
    const detail = '[{"detail":"retencion_iva","amount":"5"},{"financial_entity":"caba","amount":"-5"}]';
    for (const taxes of [d('0'), d('0.00'), null])
      expect(taxesOfLine('mercado-pago-releases', line({ taxes, net: d('0'), taxDetail: detail }))).toEqual(
        [],
      );
  });

  test('the column of VAT is of the sale where the line is one, else of the charge', () => {
    const sale = line({ movement: 'Precio del producto', gross: d('119'), taxes: d('19'), net: d('119') });
    const charge = line({ movement: 'Comisión', commission: d('-11.9'), taxes: d('-1.9'), net: d('-11.9') });
    expect(taxesOfLine('falabella-transactions', sale)).toEqual([
      { term: 'IVA', act: 'on-sales', ...NOTHING, amount: '19' },
    ]);
    for (const kind of ['falabella-transactions', 'falabella-invoice'] as const) {
      expect(taxesOfLine(kind, charge)).toEqual([
        { term: 'IVA', act: 'on-charges', ...NOTHING, amount: '-1.9' },
      ]);
    }
  });

  test('of a column of VAT it is told by the column, whatever the words beside it say, but whose it is and of when', () => {
    const told = (movement: string, taxDetail: string, gross: string | null) =>
      taxesOfLine(
        'falabella-transactions',
        line({
          movement,
          taxDetail,
          gross: gross === null ? null : d(gross),
          taxes: d('-1.90'),
          net: d('-1.9'),
        }),
      );
    const iva = { term: 'IVA', amount: '-1.9' };
    expect([
      told('Comisión', 'Retención ISR SAT 10/2026', null),
      told('Precio', 'Percepción IIBB Salta', '10'),
      told('Precio', 'IVA de cargos', '0'),
    ]).toEqual([
      [{ ...iva, act: 'on-charges', authority: 'SAT', period: '2026-10' }],
      [{ ...iva, act: 'on-sales', authority: 'Salta', period: null }],
      [{ ...iva, act: 'on-sales', authority: null, period: null }],
    ]);
  });

  test('of each kind of file it is known which charges hold a tax, and where a line says what it is', () => {
    const charged = line({ commission: d('-2'), net: d('-3') });
    const hides = STATEMENT_KINDS.flatMap((kind) => {
      const untold = untoldVat(kind, charged);
      return untold === null ? [] : [`${kind} ${untold}`];
    });
    expect(hides.toSorted()).toEqual([
      'mercado-libre-billing -3',
      'mercado-libre-sales -2',
      'mercado-pago-releases -2',
      'mercado-pago-settlement -2',
    ]);
    const said = (more: Partial<Line>) =>
      STATEMENT_KINDS.filter((kind) => taxesOfLine(kind, line({ net: d('-5'), ...more })).length > 0);
    expect([
      said({ description: 'Retención IVA' }).toSorted(),
      said({ taxDetail: 'Retención IVA' }),
      STATEMENT_KINDS.length - said({ movement: 'Retención IVA' }).length,
    ]).toEqual([['amazon-settlement', 'walmart-cl'], ['falabella-transactions'], 0]);
    // A bank speaks of its movements, whatever its kind.
    expect(
      STATEMENT_KINDS.filter(
        (kind) => taxesOfLine(kind, line({ net: d('-5'), description: 'Retención IVA' }), true).length === 1,
      ),
    ).toEqual([...STATEMENT_KINDS]);
    const inColumn = STATEMENT_KINDS.flatMap((kind) =>
      taxesOfLine(kind, line({ taxes: d('-5'), net: d('-5') })).map(
        ({ term, act }) => `${kind} ${term} ${act}`,
      ),
    );
    expect(inColumn.toSorted()).toEqual([
      'falabella-invoice IVA on-charges',
      'falabella-transactions IVA on-charges',
      'mercado-pago-releases null withheld',
      'mercado-pago-settlement null withheld',
      'unknown null untold',
    ]);
  });

  test('a line that is a tax itself is it by all that its column does not tell', () => {
    expect(
      taxesOfLine('mercado-pago-releases', line({ movement: 'tax_payment_iibb', net: d('-310.20') })),
    ).toEqual([
      { term: 'IIBB', act: 'perceived', authority: 'Buenos Aires', period: null, amount: '-310.2' },
    ]);
    const held = line({
      ...{ movement: 'Retención', taxDetail: 'Cobros · Impuestos' },
      ...{ taxes: d('-16'), net: d('-100') },
    });
    expect(taxesOfLine('falabella-transactions', held)).toEqual([
      { term: 'IVA', act: 'on-charges', ...NOTHING, amount: '-16' },
      { term: null, act: 'withheld', ...NOTHING, amount: '-84' },
    ]);
  });

  test('what a product is called says nothing', () => {
    const product = line({ description: 'Libro IVA e ingresos brutos, retención ISR', net: d('50') });
    for (const kind of STATEMENT_KINDS.filter(
      (each) => !['amazon-settlement', 'walmart-cl'].includes(each),
    )) {
      expect([kind, taxesOfLine(kind, product)]).toEqual([kind, []]);
    }
  });

  test('charges with VAT in them are told as such, those of a file that tells it apart are not', () => {
    const charged = line({ commission: d('-11.9'), net: d('-11.9') });
    expect(untoldVat('mercado-pago-releases', charged)).toBe('-11.9');
    expect(untoldVat('mercado-libre-billing', charged)).toBe('-11.9');
    expect(untoldVat('falabella-transactions', charged)).toBe(null);
    expect(untoldVat('mercado-pago-releases', line({ commission: d('0.00') }))).toBe(null);
  });

  test('whatever its words, the taxes of a line are its column and at most the rest of its net', () => {
    const amount = fc.integer({ min: -10_000, max: 10_000 }).map((cents) => {
      const size = String(Math.abs(cents)).padStart(3, '0');
      return d(`${cents < 0 ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`);
    });
    const part = fc
      .tuple(fc.constantFrom('caba', 'retencion_iva', 'x'), amount)
      .map(([entity, of]) => `{"financial_entity":"${entity}","amount":"${of}"}`);
    const detail = fc.oneof(
      fc.constant(undefined),
      fc.array(part, { maxLength: 4 }).map((parts) => `[${parts.join(',')}]`),
      fc.constantFrom('IIBB', '[{', '{"amount":}', 'Impuestos · Retención'),
    );
    const movement = fc.constantFrom('payment', 'Retención IIBB', 'Comisión', 'impuesto', null);
    fc.assert(
      fc.property(
        fc.constantFrom(...STATEMENT_KINDS),
        fc.record({ movement, taxes: fc.option(amount), net: amount, detail }),
        (kind, { detail: taxDetail, ...given }) => {
          const found = taxesOfLine(
            kind,
            line({ ...given, ...(taxDetail === undefined ? {} : { taxDetail }) }),
          );
          const together = found.reduce((all, each) => all + millionths(each.amount), 0n);
          const inColumn = millionths(given.taxes ?? d('0'));
          expect([0n, inColumn, millionths(given.net)]).toContain(together);
          expect(found.every((each) => millionths(each.amount) !== 0n)).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });
});
