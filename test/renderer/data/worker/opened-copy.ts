import { onTestFinished } from 'vitest';
import { createYieldToEventLoop } from '#renderer/data/scheduling/scheduler.ts';
import { latestFigures, type OpenCopy, shownOf, startCopy } from '#renderer/data/worker/open-copy.ts';
import { purchases, type Row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { freshAccount, open, read, type StageOptions } from '#test/renderer/data/storage/real-ledger.ts';

/** An open copy as the data worker has it, without the page and the main process that it answers. */

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');

export async function openCopy(rows: readonly Row[]) {
  const ledger = await open(freshAccount());
  let readings = 0;
  /** Reads all of March anew. */
  const sync = async (next: readonly Row[], options: StageOptions = {}): Promise<void> => {
    readings += 1;
    await read(ledger, `w${readings}`, MARCH, next, { pages: 1, ...options });
  };
  await sync(rows);
  const latest = latestFigures(ledger);
  const shown = () => shownOf(copy);
  const started = startCopy(ledger, { latest, shown }, createYieldToEventLoop(), 0);
  const copy: OpenCopy = {
    ...started,
    openReader: () => {
      throw new Error('No file is read.');
    },
    lease: { lost: new Promise<void>(() => {}), release: () => undefined } as never,
    latest,
    frozen: null,
    disconnect: () => undefined,
  };
  onTestFinished(() => {
    const { compaction, warming, cubeKeeping, findings, statementFindings } = copy;
    for (const work of [compaction, warming, cubeKeeping, findings.work, statementFindings.work]) work.stop();
  });
  return { copy, ledger, sync };
}
