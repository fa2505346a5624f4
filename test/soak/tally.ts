import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a part of the harness did, for the table at the end of the long form; kept in a file, one JSON a line. */
export type Tally = {
  readonly part: string;
  readonly runs?: number;
  /** Of the runs, those that met something odd, by its name. */
  readonly oddities?: { readonly [oddity: string]: number };
  readonly faults?: number;
  readonly kills?: number;
  readonly rowsLost?: number;
  readonly rowsDoubled?: number;
  /** Of histories of reconciliation. */
  readonly steps?: number;
  readonly imports?: number;
  readonly decisions?: number;
  readonly restores?: number;
  readonly decisionsLost?: number;
  /** What did not hold, and the seed that leads back to it. */
  readonly finding?: string;
  readonly mutantsCaught?: number;
  readonly mutants?: number;
  /** Lines to be printed as they are. */
  readonly lines?: readonly string[];
};

export function note(tally: Tally): void {
  const file = process.env.CUADRA_TALLY;
  if (file === undefined || file === '') return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(tally)}\n`);
}
