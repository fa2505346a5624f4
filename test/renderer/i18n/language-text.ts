import { createIntl } from 'react-intl';
import enColumns from '#renderer/i18n/columns/en.json' with { type: 'json' };
import esColumns from '#renderer/i18n/columns/es.json' with { type: 'json' };
import ptColumns from '#renderer/i18n/columns/pt.json' with { type: 'json' };
import en from '#renderer/i18n/en.json' with { type: 'json' };
import es from '#renderer/i18n/es.json' with { type: 'json' };
import pt from '#renderer/i18n/pt.json' with { type: 'json' };
import type { MessageId, Text, TextValues } from '#renderer/i18n/text.tsx';
import type { Language } from '#shared/contract/languages.ts';

type Names = { readonly [column: string]: string };
const MESSAGES = { es, en, pt };
const COLUMNS: { readonly [language in Language]: { readonly names: Names; readonly short: Names } } = {
  es: esColumns,
  en: enColumns,
  pt: ptColumns,
};

/** The words of a language, without a page. */
export function languageText(language: Language): Text {
  const intl = createIntl({ locale: language, messages: MESSAGES[language] });
  const { names, short } = COLUMNS[language];
  return Object.assign((id: MessageId, values?: TextValues) => intl.formatMessage({ id }, values), {
    locale: language,
    column: (key: string) => names[key] ?? key,
    shortColumn: (key: string) => short[key] ?? null,
  });
}
