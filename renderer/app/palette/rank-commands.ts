import { typedWords } from '#shared/base/find-words.ts';
import { fold } from '#shared/base/fold.ts';

/** What the palette offers. */
export type Command = {
  readonly id: string;
  readonly label: string;
  /** Its result (a period's days), or its own key. */
  readonly hint: string;
  readonly run: () => void;
  /** Other words that people look for it by. */
  readonly also: readonly string[];
  /** Of the rows (a value, a column, a product), not of the program: never before what the program calls so. */
  readonly isOfData: boolean;
};

/** One of the program's own, found by its name. */
export function programCommand(id: string, label: string, run: () => void, hint = ''): Command {
  return { id, label, hint, run, also: [], isOfData: false };
}

/** `value` is the group's name: the list's own term for it. */
export type CommandGroup = { readonly value: string; readonly items: readonly Command[] };

const WORD_START = /[\p{L}\p{N}%]+/gu;
const beginsWord = (text: string, word: string): boolean =>
  [...text.matchAll(WORD_START)].some(([found]) => found.startsWith(word));

/** After all that is found by its own name. */
const BY_OTHER_WORDS = 8;
const OF_DATA = 4;

/** How well a command answers what was typed, 0 best; null: not at all. Its own name counts before its other words. */
export function rankCommand(typed: string, { label, also, isOfData }: Command): number | null {
  const words = typedWords(typed);
  if (words.length === 0) return 0;
  const name = fold(label);
  const kind = isOfData ? OF_DATA : 0;
  if (words.every((word) => name.includes(word))) {
    const whole = words.join(' ');
    if (name === whole) return kind;
    if (name.startsWith(whole)) return kind + 1;
    return kind + (words.every((word) => beginsWord(name, word)) ? 2 : 3);
  }
  const texts = [name, ...also.map(fold)];
  if (!words.every((word) => texts.some((text) => text.includes(word)))) return null;
  return BY_OTHER_WORDS + (words.every((word) => texts.some((text) => beginsWord(text, word))) ? 0 : 1);
}

/** Those that answer what was typed, with their ranks, the best first. */
function ranked(typed: string, commands: readonly Command[]) {
  return commands
    .flatMap((item) => {
      const rank = rankCommand(typed, item);
      return rank === null ? [] : [{ item, rank }];
    })
    .toSorted((left, right) => left.rank - right.rank);
}

/** So many commands that answer what was typed, the best first. */
export const bestCommands = (typed: string, commands: readonly Command[], most: number): readonly Command[] =>
  ranked(typed, commands)
    .slice(0, most)
    .map(({ item }) => item);

/** The commands that answer what was typed, best first within their group; the group with the best of all first. */
export function rankedGroups(typed: string, groups: readonly CommandGroup[]): readonly CommandGroup[] {
  const found = groups.map(({ value, items }) => {
    const inOrder = ranked(typed, items);
    return {
      value,
      best: inOrder[0]?.rank ?? Number.POSITIVE_INFINITY,
      items: inOrder.map(({ item }) => item),
    };
  });
  return found
    .filter(({ items }) => items.length > 0)
    .toSorted((left, right) => left.best - right.best)
    .map(({ value, items }) => ({ value, items }));
}
