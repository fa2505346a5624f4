import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useIntl } from 'react-intl';
import en from './en.json';
import es from './es.json';
import pt from './pt.json';

/** Spanish is the source: an id that is not in es.json does not compile. */
export type MessageId = keyof typeof es;
export const LANGUAGES = ['es', 'en', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

const MESSAGES: { readonly [language in Language]: { readonly [id in MessageId]: string } } = { es, en, pt };

/** What the browser is told: Portuguese is written here as in Brazil. */
export const LOCALES: { readonly [language in Language]: string } = { es: 'es', en: 'en', pt: 'pt-BR' };

type Primitive = string | number;
export type TextValues = { readonly [name: string]: Primitive };
/** The words for an id, with its values filled in. */
export type Text = (id: MessageId, values?: TextValues) => string;
/** The same with parts that are elements: <b>…</b> in the message is `bold`, other names as given. */
export type RichText = (
  id: MessageId,
  values: { readonly [name: string]: Primitive | ReactNode | ((parts: ReactNode) => ReactNode) },
) => ReactNode;

export function TextProvider(props: { readonly language: Language; readonly children: ReactNode }) {
  return (
    <IntlProvider locale={LOCALES[props.language]} defaultLocale="es" messages={MESSAGES[props.language]}>
      {props.children}
    </IntlProvider>
  );
}

export function useText(): Text {
  const intl = useIntl();
  return useMemo(() => (id, values) => intl.formatMessage({ id }, values), [intl]);
}

export function useRichText(): RichText {
  const intl = useIntl();
  return useMemo(
    () => (id, values) =>
      intl.formatMessage({ id }, { b: (parts) => <b key="b">{parts}</b>, ...values }) as ReactNode,
    [intl],
  );
}
