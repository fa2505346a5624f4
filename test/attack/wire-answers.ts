import { createFetchPage, DEFAULT_CLIENT_OPTIONS } from '#electron/api/client.ts';

/** A host with little memory: asks each address once and prints what it made of the answer, one JSON text a line. */
const fetchPage = createFetchPage({ ...DEFAULT_CLIENT_OPTIONS, fetch });
const { signal } = new AbortController();
const query = {
  date: 'purchase_date',
  from: '2026-05-01',
  to: null,
  page: 1,
  limit: 1000,
  withCategories: true,
} as const;

for (const baseUrl of process.argv.slice(2)) {
  const answer = await fetchPage({ baseUrl, key: 'k', query, signal });
  const view = answer.ok
    ? { columns: answer.page.table.columns.length, rows: answer.page.table.rows.length }
    : { kind: answer.failure.kind, detail: answer.failure.detail };
  process.stdout.write(`${JSON.stringify(view)}\n`);
}
