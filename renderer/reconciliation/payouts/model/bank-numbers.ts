import { readsAsDate } from './date-numbers.ts';

/** Numbers of payouts in the words of a bank, however it writes them: `LQ-4001` as `LIQ 4001`, zeros before it or not. */

/** Expected hits by chance of one bank line above which a number alone says nothing. */
const MAX_BY_CHANCE = 0.01;
/** A number is written in so many pieces at most. */
const MAX_PIECES = 4;
const MIN_DIGITS = 3;
/** Shorter ones are branches, counters and instalments too. */
const MIN_SURE = 6;

export type NamedPayout = {
  /** The place of the payout. */
  readonly at: number;
  /** The number is so long that chance would not write it. */
  readonly isSure: boolean;
  /** It may as well be a date that the bank tells. */
  readonly readsAsDate: boolean;
};

const plain = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');
const withoutZeros = (text: string): string => text.replace(/^0+(?=.)/, '');

type Owner = {
  /** Null: it is a number of several payouts. */
  readonly at: number | null;
  readonly readsAsDate: boolean;
  /** The ways in which the payout itself writes it. */
  readonly own: Set<string>;
};

/** @param numbers of each payout those that a bank may name it by; a number of several payouts names none of them */
export function createNumberFinder(numbers: readonly (readonly string[])[]) {
  const owners = new Map<string, Owner>();
  for (const [at, own] of numbers.entries()) {
    for (const text of own) {
      const key = withoutZeros(plain(text));
      if ((key.match(/\d/g)?.length ?? 0) < MIN_DIGITS) continue;
      const known = owners.get(key);
      owners.set(key, {
        at: known === undefined || known.at === at ? at : null,
        readsAsDate: readsAsDate(key),
        own: (known?.own ?? new Set()).add(text.toUpperCase()),
      });
    }
  }
  return (words: string): readonly NamedPayout[] => {
    if (owners.size === 0) return [];
    const written = writtenIn(words);
    const found = new Map<number, NamedPayout>();
    for (const [text, isWhole] of written) {
      const owner = owners.get(text);
      if (owner === undefined || owner.at === null) continue;
      const { at } = owner;
      // A bank's text is full of dates in pieces: they are none of its numbers.
      if (owner.readsAsDate && !isWhole && ![...owner.own].some((own) => standsIn(words, own))) continue;
      const byChance = (owners.size * written.size) / 10 ** text.length;
      const isSure = !owner.readsAsDate && text.length >= MIN_SURE && byChance <= MAX_BY_CHANCE;
      const known = found.get(at);
      found.set(at, {
        at,
        isSure: isSure || known?.isSure === true,
        readsAsDate: owner.readsAsDate && known?.readsAsDate !== false,
      });
    }
    return [...found.values()];
  };
}

/** Whether a text stands in a bank's words as it is, and is no part of a longer one. */
function standsIn(words: string, text: string): boolean {
  const all = ` ${words.toUpperCase()} `;
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
    const around = `${all[at - 1]}${all[at + text.length]}`;
    if (!/[0-9A-Z]/.test(around)) return true;
  }
  return false;
}

/**
 * All that may be a number: some pieces on end, and the digits of a piece that begins or ends with letters; of each whether it
 * stands there in one piece.
 */
function writtenIn(words: string): ReadonlyMap<string, boolean> {
  const pieces = words.split(/[^0-9A-Za-z]+/).filter((piece) => piece !== '');
  const found = new Map<string, boolean>();
  const add = (text: string, isWhole: boolean): void => {
    const key = withoutZeros(plain(text));
    found.set(key, isWhole || found.get(key) === true);
  };
  for (const [from, piece] of pieces.entries()) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + MAX_PIECES); to += 1) {
      const text = pieces.slice(from, to).join('');
      if (/\d/.test(text)) add(text, to === from + 1);
    }
    const digits = /^[A-Za-z]+(\d+)$|^(\d+)[A-Za-z]+$/.exec(piece);
    const own = digits?.[1] ?? digits?.[2];
    if (own !== undefined) add(own, true);
  }
  return found;
}
