import { AS_WRITTEN, ROW_ANSWERS, SIGN_ANSWERS } from '#renderer/data/model/statement-answers.ts';
import type { AnswerKind } from './row-answers.ts';
import type { NotUnderstoodReason } from './statement.ts';

/** Possible answers about a row, by why it is asked about. */

/** Possible answers where something of a line cannot be taken as it stands, or where a whole row is no line. */
export function answersTo(why: NotUnderstoodReason, mayBeLine: boolean): readonly AnswerKind[] {
  switch (why) {
    case 'amount':
    case 'scale':
    case 'currency':
      return ['amount', 'no-movement'];
    case 'sign':
      return [...SIGN_ANSWERS, 'no-movement'];
    case 'moved-cells':
      return mayBeLine ? [AS_WRITTEN, 'no-movement'] : ['no-movement'];
    case 'lost-digits':
    case 'maybe-lost-digits':
      return [AS_WRITTEN, 'number'];
    default:
      return mayBeLine ? ROW_ANSWERS : ['no-movement'];
  }
}

/** Whether the same may be said of all such rows at once. */
export const asksWholeRow = (why: NotUnderstoodReason): boolean =>
  answersTo(why, true).every((answer) => (ROW_ANSWERS as readonly AnswerKind[]).includes(answer));
