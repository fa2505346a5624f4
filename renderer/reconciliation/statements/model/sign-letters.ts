import { fold } from '#shared/base/fold.ts';

/** The sign that the letters or words of a column give amounts without one: whether the money came or went. */

export type Sign = 1 | -1;

const WORDS: ReadonlyMap<string, Sign> = new Map([
  ...['+', 'abono', 'abonos', 'credito', 'creditos', 'cr', 'haber', 'deposito', 'depositos'].map(
    (word) => [word, 1] as const,
  ),
  ...['ingreso', 'entrada', 'credit'].map((word) => [word, 1] as const),
  ...['-', 'cargo', 'cargos', 'debito', 'debitos', 'db', 'dr', 'debe', 'giro'].map(
    (word) => [word, -1] as const,
  ),
  ...['egreso', 'salida', 'retiro', 'debit'].map((word) => [word, -1] as const),
]);

/**
 * Letters mean something only beside each other, or under a heading that names both: C is a charge beside A (abono), and a
 * credit beside D (debit).
 */
const PAIRS: readonly { readonly heading: RegExp; readonly signs: ReadonlyMap<string, Sign> }[] = [
  {
    heading: /cargos?\W+abonos?|abonos?\W+cargos?|^(?:c\W+a|a\W+c)$/,
    signs: new Map([
      ['a', 1],
      ['c', -1],
    ]),
  },
  {
    heading: /debitos?\W+creditos?|creditos?\W+debitos?|^(?:c\W+d|d\W+c)$/,
    signs: new Map([
      ['c', 1],
      ['d', -1],
    ]),
  },
  {
    heading: /debe\W+haber|haber\W+debe|^(?:d\W+h|h\W+d)$/,
    signs: new Map([
      ['h', 1],
      ['d', -1],
    ]),
  },
];

export const letterOf = (text: string | null): string =>
  text === null ? '' : fold(text).trim().replace(/\.$/, '');

/**
 * The sign that each letter or word of a column has, judged over all of its texts and its heading: words by what they mean,
 * letters by the pair that they make or that the heading names. Absent where the column does not say: one letter alone
 * without such a heading, or one that is a charge in one pair and a credit in another, letters of several pairs, or of another
 * than the heading's, any other text.
 */
export function signsOfLetters(letters: Iterable<string | null>, heading: string): ReadonlyMap<string, Sign> {
  const all = new Set([...letters].map(letterOf).filter((letter) => letter !== ''));
  const words = new Map(
    [...all].flatMap((letter) => {
      const sign = WORDS.get(letter);
      return sign === undefined ? [] : [[letter, sign] as const];
    }),
  );
  const single = [...all].filter((letter) => !words.has(letter));
  // A word beside letters, or a letter of no pair, leaves open by whose convention the letters are.
  const made = words.size > 0 ? undefined : PAIRS.find(({ signs }) => isWhole(signs, single));
  const named = PAIRS.find((pair) => pair.heading.test(fold(heading).trim()));
  if (made !== undefined && named !== undefined && made !== named) return new Map();
  const isOfHeading = single.every((letter) => named?.signs.has(letter)) && ![...all].every(isOfTwoWays);
  const pair = isOfHeading ? named : made;
  return new Map([...words, ...(pair?.signs ?? [])]);
}

/** The column may be filled by another pair of letters than its heading names: such a letter would hide it. */
const isOfTwoWays = (letter: string): boolean =>
  new Set(PAIRS.flatMap(({ signs }) => signs.get(letter) ?? [])).size > 1;

const isWhole = (pair: ReadonlyMap<string, Sign>, letters: readonly string[]): boolean =>
  letters.length === pair.size && letters.every((letter) => pair.has(letter));

/**
 * The sign that the running balance gives each letter that says none by itself: that of all its lines whose step tells one.
 * A letter whose lines went both ways has none.
 */
export function signsByBalance(
  letters: readonly (string | null)[],
  signed: readonly (bigint | null)[],
): ReadonlyMap<string, Sign> {
  const seen = new Map<string, Sign | null>();
  for (const [at, value] of signed.entries()) {
    const letter = letterOf(letters[at] ?? null);
    if (value === null || value === 0n || letter === '') continue;
    const sign: Sign = value > 0n ? 1 : -1;
    const former = seen.get(letter);
    seen.set(letter, former === undefined || former === sign ? sign : null);
  }
  return new Map([...seen].flatMap(([letter, sign]) => (sign === null ? [] : [[letter, sign] as const])));
}
