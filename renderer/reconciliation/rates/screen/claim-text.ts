import type { Text } from '#renderer/i18n/text.tsx';
import type { RateDeviation } from '#renderer/reconciliation/rates/model/rates.ts';
import { add, fromDecimal, type Scaled, toDecimal, ZERO } from '#shared/domain/decimal.ts';

/** The claim in words, order by order, for whoever charged it. Pure: amounts are written as they are. */
export function claimText(
  head: { readonly rule: string; readonly days: string | null; readonly claim: string },
  page: { readonly total: number; readonly lines: readonly RateDeviation[] },
  text: Text,
): string {
  const orders = new Map<string, { readonly lines: RateDeviation[]; claim: Scaled }>();
  for (const line of page.lines) {
    const key = JSON.stringify(line.identity);
    const known = orders.get(key) ?? { lines: [], claim: ZERO };
    known.lines.push(line);
    known.claim = add(known.claim, fromDecimal(line.claim));
    orders.set(key, known);
  }
  const said = [...orders.values()].map(({ lines, claim }) => {
    const [first] = lines;
    return [
      `Canal: ${first?.cells.Canal ?? '—'} · Cuenta: ${first?.cells.Cuenta ?? '—'} · Orden: ${first?.cells.Orden ?? '—'}`,
      ...lines.map((line) =>
        [
          `SKU Producto: ${line.cells['SKU Producto'] ?? '—'}`,
          `Fecha de compra: ${line.cells['Fecha de compra'] ?? '—'}`,
          `${text('rates.base')}: ${line.base}`,
          `${text('rates.charged')}: ${line.charged}`,
          `${text('proof.expected')}: ${line.expected}`,
          `${text('rates.refunded')}: ${line.refunded}`,
        ].join(' · '),
      ),
      `${text('rates.claim')}: ${toDecimal(claim)}`,
      `correlation_id: ${[...new Set(lines.flatMap(({ correlationIds }) => correlationIds))].join(', ') || '—'}`,
    ].join('\n');
  });
  const top = [
    `${text('proof.rule')}: ${head.rule}${head.days === null ? '' : ` (${head.days})`}`,
    `${text('rates.claim')}: ${head.claim}`,
    text('proof.support-shown', { shown: String(page.lines.length), total: String(page.total) }),
  ];
  return [top.join('\n'), ...said].join('\n\n');
}
