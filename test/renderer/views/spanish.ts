import { createIntl } from 'react-intl';
import es from '#renderer/i18n/es.json' with { type: 'json' };
import type { Text } from '#renderer/i18n/text.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import { formatCount, formatExact, formatRounded, NUMBER_STYLES } from '#renderer/ui/number-format.ts';

/** The words and figures of the Spanish interface, without a page. */

const intl = createIntl({ locale: 'es', messages: es });
export const text: Text = (id, values) => intl.formatMessage({ id }, values);

const numbers = NUMBER_STYLES['es-CL'];
export const formats: Formats = {
  numbers,
  numberStyle: 'es-CL',
  dates: 'es',
  money: (value, places) => formatRounded(value, places, numbers) ?? value,
  exact: (value) => formatExact(value, numbers) ?? value,
  percent: (value, places = 1) => `${formatRounded(value, places, numbers) ?? value} %`,
  count: (count) => formatCount(count, numbers),
};
