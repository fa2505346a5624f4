import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCostReading } from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { NO_MAPPING } from '#renderer/reconciliation/statements/model/mapping.ts';
import { randomCases } from '#test/random-cases.ts';
import { encoded } from './made-files.ts';
import { readFile } from './read-through.ts';

/** «12.500» in a column that no row decides is asked, wherever it comes in: never silently one of its two values. */

const amounts = fc.tuple(
  fc.constantFrom('.', ','),
  fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 })), {
    minLength: 1,
    maxLength: 8,
  }),
);
const written = (sign: string, pairs: readonly (readonly [number, number])[]): readonly string[] =>
  pairs.map(([whole, part]) => `${whole}${sign}${String(part).padStart(3, '0')}`);
const bank = (all: readonly string[]): string =>
  `FECHA|CONCEPTO|REFERENCIA|IMPORTE|ESTADO\n${all.map((amount, at) => `${13 + at}/01/2026|x|${at}|${amount}|Confirmado`).join('\n')}\n`;
const unknown = (all: readonly string[]): string =>
  `Cuándo;Cosa;Plata\n${all.map((amount, at) => `${13 + at}/01/2026;x${at};${amount}`).join('\n')}\n`;

test.each([
  ['a known layout', bank],
  ['a layout of the user', unknown],
])('in %s', async (_, write) => {
  await fc.assert(
    fc.asyncProperty(amounts, async ([sign, pairs]) => {
      const content = encoded(write(written(sign, pairs)), 'utf-8');
      const first = await readFile(content);
      if ('reason' in first) throw new Error(first.reason);
      const mapping = { ...NO_MAPPING, fields: { date: 'Cuándo', description: 'Cosa', amount: 'Plata' } };
      const { fingerprint, kind } = first.reading;
      const found = kind === 'unknown' ? await readFile(content, { fingerprint, mapping }) : first;
      if ('reason' in found) throw new Error(found.reason);
      expect(found.reading.notUnderstood.map(({ why }) => why)).toEqual(pairs.map(() => 'scale'));
      expect(found.reading.lines.filter(({ net }) => net !== null)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});

const ofx = (all: readonly string[], currency: string): string =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}<BANKTRANLIST>${all
    .map(
      (amount, at) =>
        `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>202601${13 + at}<TRNAMT>${amount}<FITID>${at}</STMTTRN>`,
    )
    .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`;

test('in OFX; a currency without decimals settles it, and that is said', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, async ([sign, pairs]) => {
      const all = written(sign, pairs);
      const open = await readFile(encoded(ofx(all, 'ARS'), 'utf-8'));
      if ('reason' in open) throw new Error(open.reason);
      expect(open.reading.notUnderstood.map(({ why }) => why)).toEqual(pairs.map(() => 'scale'));
      const settled = await readFile(encoded(ofx(all, 'CLP'), 'utf-8'));
      if ('reason' in settled) throw new Error(settled.reason);
      expect(settled.reading.lines.map(({ net }) => net)).toEqual(
        pairs.map(([whole, part]) => String(whole * 1000 + part)),
      );
      expect(settled.reading.reasons).toContainEqual(
        expect.objectContaining({ reason: 'decided', by: 'currency' }),
      );
    }),
    { numRuns: randomCases(16) },
  );
});

test('in own costs', () => {
  fc.assert(
    fc.property(amounts, ([sign, pairs]) => {
      const reading = createCostReading({ sku: 0, cost: 1, from: null, to: null, note: null }, 1, 'CLP');
      reading.add({ line: 1, cells: ['SKU', 'Costo'] });
      for (const [at, cost] of written(sign, pairs).entries()) {
        reading.add({ line: at + 2, cells: [`S${at}`, cost] });
      }
      const { costs, faults } = reading.end({ number: null, date: null });
      expect(costs).toEqual([]);
      expect(faults.map(({ reason }) => reason)).toEqual(pairs.map(() => 'unclear-number'));
    }),
  );
});
