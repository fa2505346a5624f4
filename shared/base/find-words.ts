import { fold } from './fold.ts';

/** What was typed, as words to be found in any order; without case and accents. */
export const typedWords = (typed: string): readonly string[] =>
  fold(typed)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether each word that was typed stands in one of the texts. Nothing typed: it does. */
export function hasWords(typed: string, texts: readonly string[]): boolean {
  const folded = texts.map(fold);
  return typedWords(typed).every((word) => folded.some((text) => text.includes(word)));
}
