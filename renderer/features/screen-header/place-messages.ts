import type { Address } from '#renderer/features/navigation/navigation.tsx';
import { type Part, placeOf } from '#renderer/features/navigation/reconciliation-place.ts';
import type { MessageId, Text } from '#renderer/i18n/text.tsx';
import { monthNames } from '#renderer/i18n/time-formats.ts';

/** What the places are called. Pure. */

const PART_NAMES: { readonly [part in Part]: MessageId } = {
  data: 'month.step-data',
  rows: 'month.step-rows',
  costs: 'month.step-costs',
  statements: 'month.step-statements',
  differences: 'month.step-differences',
  bank: 'month.step-bank',
  close: 'month.step-close',
  exceptions: 'exception.title',
  claims: 'claim.title',
  explain: 'explain.title',
  bridge: 'period-bridge.title',
  rates: 'rates.title',
  anomalies: 'anomaly.title',
  taxes: 'tax.title',
};

export const partName = (part: Part, text: Text): string => text(PART_NAMES[part]);

/** «Conciliación, octubre»; a tool by its own name, another screen by its. */
export function addressName({ screen, detail }: Address, text: Text): string {
  const name = text(`nav.${screen}`);
  if (screen !== 'reconciliation') return name;
  const place = placeOf(detail, { at: 'months' });
  switch (place.at) {
    case 'months':
      return name;
    case 'tool':
      return partName(place.part, text);
    case 'month': {
      const month = monthNames(text.locale).long[Number(place.month.slice(5, 7)) - 1] ?? place.month;
      return text('month.back-to', { screen: name, month });
    }
  }
}
