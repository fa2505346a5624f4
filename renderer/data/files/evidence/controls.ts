import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import { CONTROL_SCOPES } from '#shared/contract/control-total.ts';
import { type Month, monthOf } from '#shared/domain/dates.ts';
import type { Selection } from '#shared/domain/selection.ts';
import type { ControlLine, EvidenceContent } from './evidence.ts';

/** The control totals of the months that a file covers: they are counted by month of purchase, whatever else is selected. */
export function controlsOf(
  content: EvidenceContent | null,
  { months, controls }: Pick<Coverage, 'months' | 'controls'>,
): readonly ControlLine[] {
  const isCovered = monthsOf(content);
  return [
    ...linesOf(controls),
    ...months.filter(({ month }) => isCovered(month)).flatMap(({ controls: own }) => linesOf(own)),
  ];
}

function linesOf(controls: MonthCoverage['controls']): readonly ControlLine[] {
  return CONTROL_SCOPES.flatMap((scope) => {
    const control = controls[scope];
    if (control === null) return [];
    const { range, there, here, agrees, checkedAt } = control;
    return [{ range, scope, there, here, agrees, checkedAt }];
  });
}

function monthsOf(content: EvidenceContent | null): (month: Month) => boolean {
  switch (content?.kind) {
    case undefined:
      return () => true;
    case 'changes': {
      const { month } = content.query;
      return (other) => month === null || other === month;
    }
    case 'rows':
      return monthsOfSelection(content.query.selection);
    case 'figures':
      return monthsOfSelection(content.selection);
  }
}

/** Days of payment are of no month of purchase. */
function monthsOfSelection({ period, periodColumn }: Selection): (month: Month) => boolean {
  if (period === null || periodColumn !== 'Fecha de compra') return () => true;
  const [from, to] = [monthOf(period.from), monthOf(period.to)];
  return (month) => from <= month && month <= to;
}
