import type { Harness, Meddle } from './harness.ts';

type Row = Record<string, unknown>;
type Body = { data: Row[]; meta: Record<string, unknown> };

/** Where a row goes in an answer: another place for each request, the same for a given one. */
export const placeIn = (request: number, row: number) =>
  (Math.imul(row + 1, 2654435761 + 40503 * request) >>> 7) % 65_521;

/**
 * A service that gives a page of so many rows for every 1000 asked for, cut from an order of its own each time; a request
 * takes 300 ms.
 */
export function answerReshuffled(harness: Harness, rowsOfPage: number): Meddle {
  return async ({ url, number }) => {
    harness.advance(300);
    const headers = { Date: new Date(harness.now()).toUTCString() };
    const whole = new URL(url);
    whole.searchParams.set('limit', '1000');
    whole.searchParams.set('page', '1');
    const answer = await harness.pass(whole);
    if (!answer.ok) return answer;
    const body = (await answer.json()) as Body;
    const page = Number(url.searchParams.get('page'));
    const size = Math.max(1, Math.floor((Number(url.searchParams.get('limit')) * rowsOfPage) / 1000));
    const rows = body.data
      .map((row, index) => ({ row, at: placeIn(number, index) }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row);
    const data = rows.slice((page - 1) * size, page * size);
    const totals = { totalRows: rows.length, totalPages: Math.ceil(rows.length / size) };
    const meta = { ...body.meta, ...totals, page, pageSize: size, count: data.length };
    return new Response(JSON.stringify({ ...body, data, meta }), { headers });
  };
}
