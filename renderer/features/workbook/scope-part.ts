import type { CheckLine, StatementPart } from '#renderer/features/income-statement/income-statement-file.ts';
import {
  STATEMENT_LINES,
  type StatementLine,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';

/**
 * The result of one scope: the lines that lead to it, the result as the API gives it, and what those lines come to, so that
 * the sheet itself shows whether they reach it. Pure.
 */
export function scopePart(scope: Scope, text: Text): StatementPart {
  const lines = STATEMENT_LINES.filter((line) => line.countsIn.includes(scope) || line.scope === scope);
  const places = (kinds: readonly StatementLine['kind'][]): readonly number[] =>
    lines.flatMap(({ kind }, at) => (kinds.includes(kind) ? [at] : []));
  const [income, costs, result] = [
    places(['income']),
    places(['section', 'product-cost']),
    places(['result']),
  ];
  const columnsOf = (at: readonly number[], role: 'adds' | 'takes') =>
    at.flatMap((place) => lines[place]?.[role] ?? []);
  const section = text('workbook.check');
  const reached: CheckLine = {
    section,
    name: text('workbook.reached'),
    adds: [...columnsOf(income, 'adds'), ...columnsOf(costs, 'takes')],
    takes: columnsOf(costs, 'adds'),
    of: { adds: income, takes: costs },
  };
  const unexplained: CheckLine = {
    section,
    name: text('panel.unexplained'),
    adds: [...columnsOf(result, 'adds'), ...reached.takes],
    takes: reached.adds,
    of: { adds: result, takes: [lines.length] },
  };
  return { lines, checks: [reached, unexplained], hasCoverage: scope !== 'marketplace' };
}
