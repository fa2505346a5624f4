import { fold } from '#shared/base/fold.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal, subtract } from '#shared/domain/decimal.ts';
import type { Days } from './imported.ts';

/**
 * Which account of its bank an extract is of, where it names none: equal movements of two accounts are two. Accounts are counted in
 * the order in which they came, from 1.
 */

export const FIRST_ACCOUNT = 1;

export type ExtractLine = {
  /** Of what it says (`lineIdentities`). */
  readonly identity: string;
  readonly day: LocalDate | null;
  readonly net: Decimal | null;
  readonly balance: Decimal | null;
};

export type Extract = {
  /** Of its file; null: not known. */
  readonly name: string | null;
  readonly days: Days | null;
  /** In the order of the file. */
  readonly lines: readonly ExtractLine[];
};

export type KnownExtract = Extract & { readonly account: number };

/** An extract that stays the account's own; null: only somebody can tell. `earlier`: those of the same bank, of all accounts. */
export function bankAccountOf(own: Extract, earlier: readonly KnownExtract[]): number | null {
  const judged = earlier.map((each) => ({ ...each, days: held(own, each) }));
  const same = accountsOf(judged.filter(({ days }) => days === 'same'));
  if (same.size > 0) return onlyOne(same);
  // What happened on days of both, and is in one alone, is another account's.
  const others = accountsOf(judged.filter(({ days }) => days === 'other'));
  const left = earlier.filter(({ account }) => !others.has(account));
  const carriedOn = accountsOf(left.filter((each) => carriesOn(own, each)));
  if (carriedOn.size > 0) return onlyOne(carriedOn);
  const all = accountsOf(earlier);
  if (others.size === 0 && all.size <= 1) return onlyOne(all) ?? FIRST_ACCOUNT;
  const word = wordsOf(own.name);
  const namedSo = accountsOf(earlier.filter(({ name }) => word !== '' && wordsOf(name) === word));
  const named = onlyOne(namedSo);
  return named === null || others.has(named) ? null : named;
}

const accountsOf = (extracts: readonly { readonly account: number }[]): ReadonlySet<number> =>
  new Set(extracts.map(({ account }) => account));

const onlyOne = (accounts: ReadonlySet<number>): number | null => {
  const [only, ...others] = accounts;
  return only === undefined || others.length > 0 ? null : only;
};

/** What the days of both tell; `nothing` where there are none, or none with a line of each. */
function held(own: Extract, other: Extract): 'same' | 'other' | 'nothing' {
  if (own.days === null || other.days === null) return 'nothing';
  const from = own.days.from > other.days.from ? own.days.from : other.days.from;
  const to = own.days.to < other.days.to ? own.days.to : other.days.to;
  const within = ({ lines }: Extract) => lines.filter(({ day }) => day !== null && day >= from && day <= to);
  const [mine, theirs] = [within(own), within(other)];
  const least = Math.min(mine.length, theirs.length);
  if (least === 0) {
    // The other one tells of days before and after these, and of nothing on them.
    const isInside = (lines: readonly ExtractLine[], { from: first, to: last }: Days) =>
      lines.some(({ day }) => day !== null && day > first && day < last);
    return isInside(mine, other.days) || isInside(theirs, own.days) ? 'other' : 'nothing';
  }
  const known = new Set(theirs.map(({ identity }) => identity));
  const shared = mine.filter(({ identity }) => known.has(identity)).length;
  // A day may be half over when the first was made; a fee that two accounts pay is one line of many.
  return shared * 2 >= least ? 'same' : 'other';
}

/** The balances before the first line and after the last one, by time; null where the lines show none. */
function endsOf({ lines }: Extract) {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isDown = first.day !== null && last.day !== null && first.day > last.day;
  const [oldest, newest] = isDown ? [last, first] : [first, last];
  if (oldest.balance === null || oldest.net === null || newest.balance === null) return null;
  return {
    before: subtract(fromDecimal(oldest.balance), fromDecimal(oldest.net)),
    after: fromDecimal(newest.balance),
  };
}

/** One begins with the balance that the other ends with; one of nothing says nothing. */
function carriesOn(own: Extract, other: Extract): boolean {
  const [mine, theirs] = [endsOf(own), endsOf(other)];
  if (mine === null || theirs === null) return false;
  return [
    [theirs.after, mine.before],
    [mine.after, theirs.before],
  ].some(
    ([end, begin]) =>
      end !== undefined && begin !== undefined && end.units !== 0n && compare(end, begin) === 0,
  );
}

/** The words of a file's name without its days and numbers: «cartola cta vista oct-2026 (2).xlsx». */
const wordsOf = (name: string | null): string =>
  fold(name ?? '')
    .replace(/\.[a-z]+$/, '')
    .replace(/[^a-z]+/g, ' ')
    .trim();
