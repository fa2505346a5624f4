import { createIntl } from 'react-intl';
import es from '#renderer/i18n/es.json' with { type: 'json' };
import type { MessageId, Text, TextValues } from '#renderer/i18n/text.tsx';
import { DEFAULT_CHOICES, type Formats, formatsOf } from '#renderer/ui/formats.tsx';

/** The words and figures of the Spanish interface, without a page. */

const intl = createIntl({ locale: 'es', messages: es });
export const text: Text = Object.assign(
  (id: MessageId, values?: TextValues) => intl.formatMessage({ id }, values),
  { locale: 'es' },
);

export const formats: Formats = formatsOf(DEFAULT_CHOICES);
