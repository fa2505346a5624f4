/** The word that makes the desktop app's program the command line: `Cuadra cli totals …`. */
const WORD = 'cli';

/**
 * What was typed for the command line; null where the app itself is meant. A link or a file that the system opens is an
 * argument too, and never the first that is this word.
 * @param isPackaged whether the program is Cuadra's own: in development the project's folder comes first
 */
export function commandArguments(argv: readonly string[], isPackaged: boolean): readonly string[] | null {
  const [first, ...others] = argv.slice(isPackaged ? 1 : 2);
  return first === WORD ? others : null;
}
