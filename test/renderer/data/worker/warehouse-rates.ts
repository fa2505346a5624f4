import fc from 'fast-check';
import { DIALECTS } from '#renderer/data/files/parquet/view-dialects.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { rateOf } from '#shared/domain/profitability.ts';
import type { Asked, Engine } from './warehouse-engines.ts';

/** Rates of random sums, as the views' formula tells them and as the app does. */

const SCALE = 6;
const amountOf = (units: bigint): string =>
  `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(SCALE, '0')}`;
const whole = fc.tuple(fc.integer({ min: -999, max: 999 }), fc.integer({ min: 1, max: 400 }));
const large = fc.bigInt({ min: 1n, max: 10n ** 20n }).map(amountOf);
const PAIRS: readonly (readonly [part: string, base: string])[] = [
  // Exact halves of a hundredth, on both sides of 0.
  ...['0.00005', '-0.00005', '0.00015', '-0.00015', '1', '0'].map((part) => [part, '1'] as const),
  ...fc.sample(fc.tuple(large, large), { numRuns: 150, seed: 31 }),
  ...fc
    .sample(fc.tuple(large, large), { numRuns: 150, seed: 32 })
    .map(([part, base]) => [`-${part}`, base] as const),
  ...fc.sample(whole, { numRuns: 300, seed: 33 }).map(([part, base]) => [`${part}`, `${base}`] as const),
];

export const expectedRates = PAIRS.map(([part, base], n) => [n, rateOf(part as Decimal, base as Decimal)]);

/** The rates in the words of an engine, each with its place. */
export function ratesIn({ dialect }: Pick<Engine, 'dialect'>): Asked {
  const percent = DIALECTS.find(({ name }) => name === dialect)?.percent({
    part: 'p',
    base: 'b',
    scale: SCALE,
  });
  const values = PAIRS.map(([part, base], at) => `(${at}, '${part}', '${base}')`).join(', ');
  const type = dialect === 'postgresql' ? 'numeric' : `Decimal(38, ${SCALE})`;
  const rows =
    dialect === 'clickhouse'
      ? `values('n UInt32, p ${type}, b ${type}', ${values})`
      : `(SELECT n, CAST(p AS ${type}) AS p, CAST(b AS ${type}) AS b FROM (VALUES ${values}) AS t(n, p, b)) AS t`;
  return { from: `(SELECT n, ${percent} AS r FROM ${rows}) AS rates`, columns: ['n', 'r'] };
}
