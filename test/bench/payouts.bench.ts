import { parseArgs } from 'node:util';
import type { MatchCase } from '#renderer/reconciliation/matching/model/match-work.ts';
import { lastingWords } from '#renderer/reconciliation/payouts/model/bank-words.ts';
import { matchPayouts } from '#renderer/reconciliation/payouts/model/match-payouts.ts';
import type { Deposit, OpenPayout } from '#renderer/reconciliation/payouts/model/open-payout.ts';
import type { Payout } from '#renderer/reconciliation/payouts/model/payouts.ts';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';
import { settlePayouts } from '#renderer/reconciliation/payouts/worker/settled-payouts.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { dayOfNumber } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { random } from '#test/statements/truth.ts';
import { timeTask } from './measure.ts';

/**
 * How long it takes to hold the lines of a bank against what marketplaces paid out: within 3 seconds at 10,000 and 50,000.
 *
 *   npm run bench -- payouts [--payouts 10000] [--lines 50000]
 *
 * Two payouts a day. Of ten one comes by its number less a fee, one with the next in one line, one in two parts, one never,
 * one off by a part of a unit, and the others whole; all other lines are credits of other business, one in ten of them of words
 * that are said to be no channel's. `match` is the matching alone, `hold` all that the page is told, from stored lines on, with a
 * tolerance of one unit; each twice, for the first is compiled while it runs. TAKEN, CPU, STEP: see timeTask.
 */

const { values } = parseArgs({
  options: { payouts: { type: 'string', default: '10000' }, lines: { type: 'string', default: '50000' } },
});
const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const next = random(7);
const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));

const FIRST_DAY = 20_000;
const SAID = ['SHOPIFY INC', 'RIPLEY CHILE', 'MERCADOPAGO'];
const PAYERS = ['shopify-payments', 'ripley', 'mercado-pago-releases'];
/** Cents. */
const UNIT = 100n;
const payouts = Array.from({ length: Number(values.payouts) }, (_, at): OpenPayout => {
  const day = FIRST_DAY + (at >> 1);
  return {
    amount: BigInt(whole(100_000, 9_000_000)) * UNIT,
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
  else if (way === 0) came(amount - BigInt(whole(0, 5_000)) * UNIT, day, `TRANSF ${numbers[0]} ${said}`);
  else if (way === 3) {
    came(90_001n * UNIT, day, said);
    came(amount - 90_001n * UNIT, day, said);
  } else if (way === 5) came(amount - UNIT / 2n, day, said);
  else if (way > 5) came(amount, day, said);
}
const days = payouts.length >> 1;
while (deposits.length < Number(values.lines)) {
  const words = whole(1, 10) === 1 ? `PAGO CON TARJETA ${whole(1, 9_999)}` : 'ABONO VARIOS';
  came(BigInt(whole(500, 9_000_000)) * UNIT, FIRST_DAY + whole(0, days), words);
}
deposits.sort((one, other) => one.day - other.day);

const summary = (cases: readonly MatchCase[]): string =>
  `${cases.filter(({ lines, orders }) => lines.length > 0 && orders.length > 0).length} taken together`;

const input = { payouts, deposits, decisions: [], tolerance: UNIT };
timeTask('match', matchPayouts(input));
const { cases, suggestions } = timeTask('match', matchPayouts(input));
say(
  `${payouts.length} payouts, ${deposits.length} lines: ${summary(cases)}, ${suggestions.length} suggestions`,
);

const decimal = (units: bigint): Decimal => toDecimal({ units, scale: 2 });
const dateOf = (day: number) => ({ day: dayOfNumber(day), time: null, instant: null });
const NO_AMOUNTS = { gross: null, commission: null, shipping: null, taxes: null, balance: null };
const NO_TEXTS = { movement: null, settlement: null, order: null, suborder: null, sku: null };
const lines = deposits.map(({ amount, day, words }, at): StatementLine => {
  const own = { line: at + 2, cells: [], net: decimal(amount), date: dateOf(day), description: words };
  return { ...NO_AMOUNTS, ...NO_TEXTS, ...own, released: null, operation: String(at), currency: 'CLP' };
});
const paid = payouts.map(({ amount, numbers, payer }, at): Payout => {
  const [settlement = ''] = numbers;
  return {
    ...{ key: settlement, formerKeys: [], source: 'statement', kind: payer as StatementKind, settlement },
    ...{ numbers, currency: 'CLP', amount: decimal(amount), retained: decimal(0n), isDated: true, lines: 1 },
    ...{ day: dayOfNumber(FIRST_DAY + (at >> 1)), unread: 0, statementIds: [], accounts: [] },
  };
});
const held = {
  payouts: paid,
  bank: {
    statements: [],
    lines,
    of: new Uint16Array(lines.length),
    identities: lines.map((_, at) => `l${at}`),
  },
  otherBusiness: new Set([lastingWords('PAGO CON TARJETA')]),
  tolerance: DEFAULT_TOLERANCE,
  bankDays: [{ from: dayOfNumber(FIRST_DAY), to: dayOfNumber(FIRST_DAY + days) }],
  settlements: [],
  balances: new Set<string>(),
  today: FIRST_DAY + days,
  decisions: [],
};
timeTask('hold', settlePayouts(held));
const view = timeTask('hold', settlePayouts(held));
const arrived = view.payouts.filter(({ state }) => state === 'arrived').length;
say(`${arrived} payouts arrived, ${view.noChannel.length} lines are no channel's`);
