import { createInterface } from 'node:readline';

type Input = NodeJS.ReadableStream & { readonly isTTY?: boolean };

/**
 * Calls back whenever the user presses Enter, where the input is a terminal; anything else is left unread. Returns the
 * way to stop.
 */
export function onEnter(listener: () => void, input: Input = process.stdin): () => void {
  if (input.isTTY !== true) return () => undefined;
  const lines = createInterface({ input });
  lines.on('line', listener);
  return () => lines.close();
}
