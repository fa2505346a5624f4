import { readAnswer as readText } from '#electron/api/answer.ts';
import { startService } from '#electron/demo/service/start-service.ts';
import type { CommitWindow, StagePage } from '#shared/contract/ledger.ts';
import { CATEGORIES } from '#shared/domain/column-catalogue.ts';
import { localToMs, type Month, shiftMonth, startOfMonth, type UtcInstant } from '#shared/domain/dates.ts';
import { requestRange, type SyncWindow } from '#shared/domain/window.ts';
import { checkpoint } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { runInBrowser } from './browser/browser-bench.ts';
import type { IngestInput, IngestResult } from './browser/ingest.worker.ts';
import { report } from './measure.ts';

/**
 * The ledger in a real Chromium, with a real IndexedDB on the disk: pages of the demo service (all seven categories,
 * 1,000 rows) are staged, windows of up to ten pages judged and committed. The former way of staging, which parsed and
 * checked every row before it wrote them, runs in the same worker in turns. Ratios are comparable, times are not.
 */

const FIRST = '2024-01' as Month;
/** Windows of so many months: some nine pages each. */
const MONTHS = 3;
const WINDOWS = 6;

const service = await startService({
  keys: ['bench'],
  plan: 'pro',
  orders: 62_000,
  seed: 3,
  clock: () => Date.UTC(2026, 10, 15, 15),
  limits: { perMinute: 1e9, perDay: 1e9 },
});

async function readAnswer(from: string, to: string, page: number) {
  const query = `date=purchase_date&from=${from}&to=${to}&page=${page}&limit=1000&categories=${CATEGORIES.join(',')}`;
  const headers = { 'Ocp-Apim-Subscription-Key': 'bench' };
  const response = await fetch(`${service.baseUrl}/data?${query}`, { headers });
  const reading = await readText(await response.text(), new AbortController().signal);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.page;
}

const files = new Map<string, string>();
const windows: IngestInput['windows'][number][] = [];
const message = (input: unknown) => JSON.stringify({ type: 'call', id: 1, name: 'stagePage', input });
let columns = 0;
let bytes = 0;
for (let index = 0; index < WINDOWS; index += 1) {
  const from = startOfMonth(shiftMonth(FIRST, index * MONTHS));
  const to = startOfMonth(shiftMonth(FIRST, (index + 1) * MONTHS));
  const window: SyncWindow = { field: 'purchase_date', from, to };
  const range = requestRange(window, startOfMonth(FIRST));
  const windowId = `w${index}`;
  const pages: IngestInput['windows'][number]['pages'][number][] = [];
  for (let number = 1, last = 1; number <= last; number += 1) {
    const { meta, table, correlationId } = await readAnswer(range.from, range.to, number);
    last = meta.totalPages;
    const serverDate = '2026-11-15T15:00:00.000Z' as UtcInstant;
    const rowsJson = JSON.stringify(table.rows);
    const page = { meta, columns: [...table.columns], rowsJson, correlationId };
    const staged = { windowId, reading: 1, serverDate, page } as StagePage;
    const name = `${windowId}-${number}`;
    files.set(`${name}-now`, message(staged));
    files.set(
      `${name}-formerly`,
      message({ windowId, reading: 1, serverDate, page: { meta, table, correlationId } }),
    );
    pages.push({ now: `${name}-now`, formerly: `${name}-formerly`, isFull: meta.count === 1000 });
    columns = Math.max(columns, table.columns.length);
    bytes = Math.max(bytes, rowsJson.length);
  }
  const commit: CommitWindow = {
    windowId,
    verifiedBy: [],
    runId: 'bench',
    effort: { startedAtMs: 0, tookMs: 0, requests: pages.length, readings: 1 },
    completes: [],
    checkpoint: checkpoint(),
  };
  const open = {
    windowId,
    window,
    purpose: 'history' as const,
    requestFrom: range.from,
    requestTo: range.to,
    startedAtMs: localToMs(from),
  };
  windows.push({ open, commit, pages });
}
await service.close();

const result = await runInBrowser<IngestResult>({
  worker: './ingest.worker.ts',
  input: { windows } satisfies IngestInput,
  files,
});
process.stdout.write(
  `  ${result.pages} pages of 1,000 rows x ${columns} columns, ${(bytes / 1e6).toFixed(2)} MB of rows; `,
);
process.stdout.write(`${result.rows} rows in ${windows.length} windows\n`);
const former = { name: 'staging parsed rows' };
report('a page: message to acknowledgement', result.stageMs, { ...former, ms: result.formerStageMs });
report('of it, the worker is busy', result.stageBusyMs, { ...former, ms: result.formerStageBusyMs });
report('the slowest page', result.stageSlowestMs);
report('judge a window', result.judgeMs);
report('commit a window', result.commitMs);
