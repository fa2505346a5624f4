import type { WireRow } from './oracle.ts';

/** All rows bought in a month as the API gives them to anybody who asks, page by page. */
export async function monthFromApi(baseUrl: string, key: string, month: string): Promise<readonly WireRow[]> {
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const rows: WireRow[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const asked = new URLSearchParams({
      date: 'purchase_date',
      from: `${month}-01`,
      to: `${month}-${days}`,
      categories: 'income,costs,reimbursement,products,orders,channels,internal-cost',
      page: String(page),
    });
    const answer = await fetch(`${baseUrl}/data?${asked}`, { headers: { 'Ocp-Apim-Subscription-Key': key } });
    const { data, meta } = (await answer.json()) as {
      readonly data: readonly { readonly [column: string]: unknown }[];
      readonly meta: { readonly totalPages: number };
    };
    pages = meta.totalPages;
    for (const row of data) {
      const texts = Object.entries(row).map(([column, value]) => [column, String(value ?? '')]);
      rows.push(Object.fromEntries(texts) as WireRow);
    }
  }
  return rows;
}
