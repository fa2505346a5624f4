import type { Ends } from './run.ts';

/** The ends of this process. */
export const processEnds = (): Ends => ({
  out: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true,
  input: process.stdin,
});

/** Resolves when all that was written has been handed to the system, for who ends the process at once. */
export async function written(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
}
