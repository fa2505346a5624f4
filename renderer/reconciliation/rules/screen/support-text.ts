import {
  columnsOfRule,
  type FailingRow,
  formulaOf,
  type RowRule,
  RULE_KEY_COLUMNS,
} from '#renderer/data/model/row-rules.ts';
import type { Text } from '#renderer/i18n/text.tsx';

/** A text for whoever makes the rows: the rule, and rows that break it with the answers they came in. Pure. */
export function supportText(
  rule: RowRule,
  counts: { readonly fails: number; readonly checked: number },
  page: { readonly total: number; readonly lines: readonly FailingRow[] },
  text: Text,
): string {
  const { total, lines } = page;
  const columns = columnsOfRule(rule);
  const head = [
    `${text('proof.rule')}: ${formulaOf(rule)}`,
    text('proof.support-rows', { fails: String(counts.fails), checked: String(counts.checked) }),
    text('proof.support-shown', { shown: String(lines.length), total: String(total) }),
  ];
  const rows = lines.map(({ cells, expected, difference, correlationIds }) => {
    const named = (keys: readonly string[]) => keys.map((key) => `${key}: ${cells[key] ?? '—'}`);
    return [
      named(RULE_KEY_COLUMNS).join(' · '),
      ...named(columns),
      `${text('proof.expected')}: ${expected ?? '—'}`,
      `${text('proof.difference')}: ${difference ?? '—'}`,
      `correlation_id: ${correlationIds.length === 0 ? '—' : correlationIds.join(', ')}`,
    ].join('\n');
  });
  return [head.join('\n'), ...rows].join('\n\n');
}
