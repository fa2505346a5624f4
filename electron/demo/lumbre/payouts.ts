import { DAY_MS, HOUR_MS } from '#shared/domain/dates.ts';
import { type Channel, offsetMs } from '../world/channels.ts';
import type { PayoutTerms } from './terms.ts';

/** When what was delivered is settled and paid, and by which number. Instants are UTC epoch milliseconds. */

/** A day of the channel's calendar, counted from 1970-01-01, that an instant lies in. */
const dayAt = (channel: Channel, utc: number): number => Math.floor((utc + offsetMs(channel, utc)) / DAY_MS);

/** The instant of an hour of a day on the channel's clock. */
function instantOf(channel: Channel, day: number, hour: number): number {
  const local = day * DAY_MS + hour * HOUR_MS;
  return local - offsetMs(channel, local);
}

/** The first day after another on which there is a cut or a withdrawal. */
const nextTurn = ({ every, phase }: PayoutTerms, day: number): number =>
  day + every - ((((day - phase) % every) + every) % every);

const CUT_HOUR = 3;
const PAID_HOUR = 12;
const RELEASE_HOUR = 6;

/** When money that is due at an instant gets its settlement's number, and when it is paid. */
export function settle(
  terms: PayoutTerms,
  channel: Channel,
  due: number,
): { readonly settledAt: number; readonly paidAt: number } {
  const day = dayAt(channel, due);
  if (terms.way === 'balance') {
    const released = instantOf(channel, day + 1, RELEASE_HOUR);
    return { settledAt: released, paidAt: released };
  }
  const cut = nextTurn(terms, day);
  return {
    settledAt: instantOf(channel, cut, CUT_HOUR),
    paidAt: instantOf(channel, cut + terms.payAfter, PAID_HOUR),
  };
}

/** The payout of what is settled at an instant. */
export function payoutNumber(terms: PayoutTerms, channel: Channel, settledAt: number): string {
  const day = dayAt(channel, settledAt);
  return numberOfTurn(terms, terms.way === 'balance' ? nextTurn(terms, day) : day);
}

const numberOfTurn = ({ every, phase, numberFrom, numberStep }: PayoutTerms, turn: number): string =>
  String(numberFrom + ((turn - phase) / every) * numberStep);

/** The payout of what is paid on a day: its number, and the day on which it leaves for the bank. */
export function turnOfPayment(
  terms: PayoutTerms,
  paid: number,
): { readonly number: string; readonly day: number } {
  if (terms.way === 'cut') return { number: numberOfTurn(terms, paid - terms.payAfter), day: paid };
  const turn = nextTurn(terms, paid);
  return { number: numberOfTurn(terms, turn), day: turn };
}
