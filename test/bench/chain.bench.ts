import { parseArgs } from 'node:util';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import { random } from '#test/statements/truth.ts';
import { timeTask } from './measure.ts';

/**
 * How long it takes to hold the lines of a bank against what marketplaces paid out.
 *
 *   npm run bench -- chain [--payouts 2000] [--lines 10000]
 *
 * Two payouts a day. Of ten one comes by its number less a fee, one with the next in one line, one in two parts, one never,
 * and the others whole; all other lines are credits of other business. TAKEN, CPU, STEP: see timeTask.
 */

const { values } = parseArgs({
  options: { payouts: { type: 'string', default: '2000' }, lines: { type: 'string', default: '10000' } },
});
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const next = random(7);
const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));

const FIRST_DAY = 20_000;
const SAID = ['SHOPIFY INC', 'RIPLEY CHILE', 'MERCADOPAGO'];
const PAYERS = ['shopify-payments', 'ripley', 'mercado-pago-releases'];
const payouts = Array.from({ length: Number(values.payouts) }, (_, at): OpenPayout => {
  const day = FIRST_DAY + (at >> 1);
  return {
    amount: BigInt(whole(100_000, 9_000_000)),
    currency: null,
    window: { from: day - 2, to: day + 7 },
    numbers: [`LQ-${whole(1_000_000, 9_999_999)}`],
    payer: PAYERS[at % PAYERS.length] ?? '',
    isExpected: true,
  };
});

const deposits: Deposit[] = [];
const came = (amount: bigint, day: number, words: string): void =>
  void deposits.push({ amount, day, currency: null, words });
for (const [at, { amount, numbers }] of payouts.entries()) {
  const day = FIRST_DAY + (at >> 1) + whole(0, 4);
  const said = SAID[at % SAID.length] ?? '';
  const way = at % 10;
  // The one before came with this one.
  if (way === 2) came(amount + (payouts[at - 1]?.amount ?? 0n), day, said);
  else if (way === 0) came(amount - BigInt(whole(0, 5_000)), day, `TRANSF ${numbers[0]} ${said}`);
  else if (way === 3) {
    came(90_001n, day, said);
    came(amount - 90_001n, day, said);
  } else if (way > 4) came(amount, day, said);
}
const days = payouts.length >> 1;
while (deposits.length < Number(values.lines)) {
  came(BigInt(whole(500, 9_000_000)), FIRST_DAY + whole(0, days), 'ABONO VARIOS');
}
deposits.sort((one, other) => one.day - other.day);

const input = { payouts, deposits, decisions: [] };
timeTask('first', matchPayouts(input));
const { cases, suggestions } = timeTask('again', matchPayouts(input));
const taken = cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0);
say(
  `${payouts.length} payouts, ${deposits.length} lines: ${taken.length} taken together, ${suggestions.length} suggestions`,
);
