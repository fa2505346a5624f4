/** Numbers of payouts in the words of a bank, however it writes them: `LQ-4001` as `LIQ 4001`, zeros before it or not. */

/** Expected hits by chance of one bank line above which a number alone says nothing. */
const MOST_BY_CHANCE = 0.01;
/** A number is written in so many pieces at most. */
const MOST_PIECES = 4;
const LEAST_DIGITS = 3;
/** Shorter ones are branches, counters and instalments too. */
const LEAST_SURE = 6;

export type NamedPayout = {
  /** The place of the payout. */
  readonly at: number;
  /** The number is so long that chance would not write it. */
  readonly isSure: boolean;
};

const plain = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');
const withoutZeros = (text: string): string => text.replace(/^0+(?=.)/, '');

/** @param numbers of each payout those that a bank may name it by; a number of several payouts names none of them */
export function createNumberFinder(numbers: readonly (readonly string[])[]) {
  const owners = new Map<string, number | null>();
  for (const [at, own] of numbers.entries()) {
    for (const key of new Set(own.map((text) => withoutZeros(plain(text))))) {
      if ((key.match(/\d/g)?.length ?? 0) < LEAST_DIGITS) continue;
      const known = owners.get(key);
      owners.set(key, known === undefined || known === at ? at : null);
    }
  }
  return (words: string): readonly NamedPayout[] => {
    if (owners.size === 0) return [];
    const written = [...writtenIn(words)];
    const found = new Map<number, boolean>();
    for (const text of written) {
      const at = owners.get(text);
      if (at === undefined || at === null) continue;
      const byChance = (owners.size * written.length) / 10 ** text.length;
      const isSure = text.length >= LEAST_SURE && byChance <= MOST_BY_CHANCE;
      found.set(at, found.get(at) === true || isSure);
    }
    return [...found].map(([at, isSure]) => ({ at, isSure }));
  };
}

/** All that may be a number: some pieces on end, and the digits of a piece that begins or ends with letters. */
function writtenIn(words: string): ReadonlySet<string> {
  const pieces = words.split(/[^0-9A-Za-z]+/).filter((piece) => piece !== '');
  const found = new Set<string>();
  for (const [from, piece] of pieces.entries()) {
    for (let to = from + 1; to <= Math.min(pieces.length, from + MOST_PIECES); to += 1) {
      const text = pieces.slice(from, to).join('');
      if (/\d/.test(text)) found.add(withoutZeros(plain(text)));
    }
    const digits = /^[A-Za-z]+(\d+)$|^(\d+)[A-Za-z]+$/.exec(piece);
    const own = digits?.[1] ?? digits?.[2];
    if (own !== undefined) found.add(withoutZeros(own));
  }
  return found;
}
