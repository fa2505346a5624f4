import { z } from 'zod';

/** What an app on standby tells the program that began it: lines of standard error, among Chromium's. */

/** Its user has opened it: it is nobody else's to end. */
export const OPENED_LINE = '{"cuadraIsOpened":true}\n';

const lineSchema = z.object({ cuadraCouldNotStart: z.string() });

/** Why it could not start. @param words for the user */
export const startFailureLine = (words: string): string =>
  `${JSON.stringify({ cuadraCouldNotStart: words } satisfies z.infer<typeof lineSchema>)}\n`;

/** The words of the last such line in what a process said; null: there is none. */
export function startFailureIn(said: string): string | null {
  for (const line of said.split('\n').toReversed()) {
    try {
      return lineSchema.parse(JSON.parse(line)).cuadraCouldNotStart;
    } catch {
      // Somebody else's words.
    }
  }
  return null;
}
