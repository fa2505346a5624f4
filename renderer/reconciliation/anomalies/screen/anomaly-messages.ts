import type { Text } from '#renderer/i18n/text.tsx';
import {
  ANOMALY_COLUMNS,
  type AnomalousOrder,
  type AnomalyPart,
} from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { Formats } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';

/** How what is odd is told in words, on the screen, in a copied text and in a file. Pure. */

/** How amounts, percentages and counts are written. */
export type Writing = Pick<Formats, 'exact' | 'figure' | 'count'>;

/** Figures exactly as they are: what is pasted into a ticket is looked up by it. */
export const PLAIN: Writing = {
  exact: (value) => value,
  figure: (value) => value,
  count: (value) => String(value),
};

function partWords(part: AnomalyPart, text: Text, { exact, figure, count }: Writing): string {
  const money = (value: Decimal): string => exact(value);
  switch (part.reason) {
    case 'repeated':
    case 'movement':
      return text(`anomaly.words.${part.reason}`, {
        column: text.column(part.column),
        amount: money(part.amount),
        times: count(part.times),
      });
    case 'settled':
      return text('anomaly.words.settled', {
        amount: money(part.amount),
        settlements: part.settlements.join(', '),
      });
    case 'breakdown':
      return text('anomaly.words.breakdown', {
        amount: money(part.amount),
        breakdown: money(part.breakdown),
      });
    case 'unsold':
      return text('anomaly.words.unsold', { column: text.column(part.column), amount: money(part.amount) });
    case 'negative':
      return text('anomaly.words.negative', { sale: money(part.sale) });
    case 'kept':
      return text('anomaly.words.kept', {
        column: text.column(part.column),
        charged: money(part.charged),
        refunded: money(part.refunded),
      });
    case 'refund':
      return text('anomaly.words.refund', { refunded: money(part.refunded), sale: money(part.sale) });
    case 'margin':
      return text('anomaly.words.margin', {
        rate: figure(part.rate),
        usual: figure(part.usual),
        rows: part.rows,
        shownRows: count(part.rows),
        history: count(part.history),
      });
  }
}

export function anomalyWords(parts: readonly AnomalyPart[], text: Text, writing: Writing): string {
  return parts.map((part) => partWords(part, text, writing)).join(' ');
}

/** Odd orders as a message: one paragraph each, figures as they are. */
export function anomaliesText(
  title: string,
  page: { readonly total: number; readonly lines: readonly AnomalousOrder[] },
  text: Text,
): string {
  const shown = text('proof.support-shown', {
    shown: String(page.lines.length),
    total: String(page.total),
  });
  const orders = page.lines.map(({ cells, parts, amount, correlationIds }) =>
    [
      ANOMALY_COLUMNS.map((key) => `${key}: ${cells[key] ?? '—'}`).join(' · '),
      anomalyWords(parts, text, PLAIN),
      `${text('anomaly.amount')}: ${amount}`,
      `correlation_id: ${correlationIds.length === 0 ? '—' : correlationIds.join(', ')}`,
    ].join('\n'),
  );
  return [`${title}\n${shown}`, ...orders].join('\n\n');
}
