/** Control characters, and marks that turn the direction of writing of whatever stands beside them. */
export const UNSEEN = String.raw`\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const UNFIT = new RegExp(`[${UNSEEN}]+`, 'gu');

/** A name that somebody else gave (a file, a sheet), as one line that reads as it is spelled: `‮fdp.exe` is no PDF. */
export function shownName(name: string): string {
  return name.replace(UNFIT, ' ').replace(/\s+/gu, ' ').trim();
}
