import type { Text } from '#renderer/i18n/text.tsx';
import type { Change, VatChange } from '#renderer/reconciliation/explain/model/explanation.ts';

type Writing = {
  readonly moment: (instant: string) => string;
  readonly figure: (value: string) => string;
};

function vatName({ isIn, rowPlaces }: VatChange) {
  if (rowPlaces === undefined) return isIn ? 'explain.vat-in' : 'explain.vat-out';
  return isIn ? 'explain.vat-in-rows' : 'explain.vat-out-rows';
}

/** A change in the user's words, its instants and figures as they are written. */
export function changeName(change: Change, text: Text, { moment, figure }: Writing): string {
  const named = (value: string) => (value === '' ? text('filter.blank') : value);
  switch (change.kind) {
    case 'value':
      return text(change.isIn ? 'explain.value-in' : 'explain.value-out', {
        column: text.column(change.column),
        value: named(change.value),
      });
    case 'only':
      return text('explain.only', { column: text.column(change.column), value: named(change.value) });
    case 'values':
      return text(change.reason === 'dashboard' ? 'explain.as-dashboard' : 'explain.unfiltered', {
        column: text.column(change.column),
        values: change.values.map(({ value }) => named(value)).join(', '),
      });
    case 'preset':
      return text(change.isOn ? 'explain.preset-on' : 'explain.preset-off');
    case 'date':
      return text('explain.date', { column: text.column(change.column) });
    case 'edge':
      if (change.edge === 'from')
        return text(change.days > 0 ? 'explain.from-later' : 'explain.from-earlier');
      return text(change.days > 0 ? 'explain.to-later' : 'explain.to-earlier');
    case 'zone': {
      const hours = `${change.hours > 0 ? '+' : '−'}${Math.abs(change.hours)}`;
      return change.canal === null
        ? text('explain.zone', { hours })
        : text('explain.zone-canal', { hours, canal: named(change.canal) });
    }
    case 'without-cost':
      return text('explain.without-cost');
    case 'measure':
      return text('explain.measure-change', { column: text.column(change.column) });
    case 'own-costs':
      return text(change.isOn ? 'explain.own-costs-on' : 'explain.own-costs-off');
    case 'before':
      return text('explain.before', { moment: moment(change.readAt) });
    case 'vat':
      return text(vatName(change), { rate: figure(change.rate) });
  }
}
