import { monthNamed } from '#renderer/data/model/written-dates.ts';
import { fold } from '#shared/base/fold.ts';

/** As many letters as an annotation's key holds. */
const MAX_LENGTH = 1000;

/**
 * What a bank says of a kind of movement whenever it comes: its words, folded, without numbers and months. `Pago Remuneraciones
 * OCT-26 000123` and `PAGO REMUNERACIONES NOV-26 000124` are one. "": there is no word.
 */
export function lastingWords(description: string): string {
  const words = fold(description).split(/[^\p{L}\p{N}]+/u);
  const isLasting = (word: string): boolean =>
    word !== '' && !/\p{N}/u.test(word) && monthNamed(word) === undefined;
  return words.filter(isLasting).join(' ').slice(0, MAX_LENGTH);
}
