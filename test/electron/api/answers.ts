import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetch } from '#electron/api/client.ts';
import { BASE_COLUMN_KEYS } from '#shared/domain/column-catalogue.ts';

/** A small server on loopback that answers as told; for what the emulated API would never do. */
export async function serveAnswers(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly baseUrl: string; readonly close: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The platform's fetch. `onHeaders`: called once an answer's headers came, while its body is read. */
export function fetchTelling(onHeaders: () => void): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    setImmediate(onHeaders);
    return answer;
  };
}

/** One row with every base column, the given ones replaced. */
export function baseRow(values: { readonly [key: string]: unknown } = {}): { [key: string]: unknown } {
  const row: { [key: string]: unknown } = {};
  for (const key of BASE_COLUMN_KEYS) row[key] = '';
  return { ...row, ...values };
}

/** An envelope of one page (spec 2.1, 2.3). */
export function envelope(rows: readonly unknown[], meta: { readonly [key: string]: unknown } = {}): unknown {
  return {
    data: rows,
    meta: {
      page: 1,
      pageSize: 1000,
      count: rows.length,
      from: '2026-05-01T00:00:00',
      to: '2026-05-02T00:00:00',
      date: 'purchase_date',
      totalRows: rows.length,
      totalPages: 1,
      window: { field: 'purchase_date', timezone: 'local' },
      fields: {},
      ...meta,
    },
    correlation_id: '7d5e2a0e-0000-4000-8000-000000000001',
  };
}
