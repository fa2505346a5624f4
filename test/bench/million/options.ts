import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_ROW_MEMORY } from '#renderer/data/model/row-memory.ts';
import type { Size } from './measure-size.ts';

/** What may be said on the command line. */
export type Options = {
  readonly sizes: readonly Size[];
  /** Where the figures go, as JSON. */
  readonly json: string;
};

/** Rows that are made of the demo world; more are these several times, with other order numbers. */
const MAX_MADE_ROWS = 1_000_000;
/** DuckDB and Arquero hold a million rows beside ours; three million do not fit a 32-bit memory of theirs. */
const MAX_PEER_ROWS = 1_000_000;
const DEFAULT_ROWS = '100000,1000000,3000000';
const DEFAULT_ROUNDS = '7';
const BYTES_PER_MB = 1e6;

/** Throws TypeError with what is wrong. Options: --rows <n,n…> --rounds <n> --memory <MB> --json <file> --no-peers. */
export function readOptions(words: readonly string[], date: Date): Options {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rows: { type: 'string', default: DEFAULT_ROWS },
      rounds: { type: 'string', default: DEFAULT_ROUNDS },
      memory: { type: 'string' },
      json: { type: 'string' },
      'no-peers': { type: 'boolean', default: false },
    },
  });
  const rounds = count(values.rounds);
  const rowMemory = values.memory === undefined ? DEFAULT_ROW_MEMORY : count(values.memory) * BYTES_PER_MB;
  const stamp = date.toISOString().replaceAll(/[:.]/g, '-');
  return {
    json: values.json ?? join(tmpdir(), `cuadra-bench-${stamp}.json`),
    sizes: values.rows.split(',').map((text): Size => {
      const rows = count(text);
      const copies = Math.ceil(rows / MAX_MADE_ROWS);
      return {
        rows: Math.round(rows / copies),
        copies,
        withPeers: !values['no-peers'] && rows <= MAX_PEER_ROWS,
        rounds,
        rowMemory,
      };
    }),
  };
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new TypeError(`«${text}» is no number of rows, rounds or megabytes.`);
  return Number(text);
}
