import { expect } from 'vitest';
import type { Row } from './row.ts';

const RUN = 'electron/sync/run/run.ts';
const APP_PARTS = 'electron/app/app-parts.ts';
const COPIES = [
  'renderer/data/storage/database/database.ts',
  'renderer/data/storage/database/copies.ts',
] as const;

/** What keeps the copy from being lost with the disk it lies on. */
export const DISK_ROWS: readonly Row[] = [
  {
    item: 'Room on the disk before each window of a load; copies flushed to it',
    file: RUN,
    symbol: 'requireRoom',
    holds: (sources) => {
      expect(sources.code(RUN)).toMatch(
        /if \(isLoading\) await requireRoom\(run\);\n {2}if \(await readHistory/,
      );
      expect(sources.code(RUN)).toContain(`free < MIN_FREE_BYTES) throw new SyncRefusal('storage-full')`);
      expect(sources.code(APP_PARTS)).toContain('freeBytes: () => freeBytesOf(profileDirectory)');
      for (const copy of COPIES) {
        const [made, flushed] = [/new Dexie\(/g, /chromeTransactionDurability: 'strict'/g].map(
          (pattern) => sources.code(copy).match(pattern)?.length,
        );
        expect([made, flushed], copy).toEqual([1, 1]);
      }
    },
    changes: [
      { from: '  if (isLoading) await requireRoom(run);\n', to: '' },
      { file: APP_PARTS, from: 'freeBytes: () => freeBytesOf(profileDirectory),', to: '' },
      { file: COPIES[0], from: `    chromeTransactionDurability: 'strict',\n`, to: '' },
      { file: COPIES[1], from: `'strict'`, to: `'relaxed'` },
    ],
  },
];
