import { type ReactNode, useMemo } from 'react';
import { IntlProvider, type IntlShape, useIntl } from 'react-intl';
import { LANGUAGE_FACTS, type Language } from '#shared/contract/languages.ts';
import en from './en.json';
import es from './es.json';
import pt from './pt.json';

/** Spanish is the source: an id that is not in es.json does not compile. */
export type MessageId = keyof typeof es;

const MESSAGES: { readonly [language in Language]: { readonly [id in MessageId]: string } } = { es, en, pt };

type Primitive = string | number;
export type TextValues = { readonly [name: string]: Primitive };
/** The words for an id, with its values filled in; `locale` is the language's, for what the platform can say itself. */
export type Text = ((id: MessageId, values?: TextValues) => string) & { readonly locale: string };
/** The same with parts that are elements: <b>…</b> in the message is `bold`, other names as given. */
type RichText = (
  id: MessageId,
  values: { readonly [name: string]: Primitive | ReactNode | ((parts: ReactNode) => ReactNode) },
) => ReactNode;

export function TextProvider(props: { readonly language: Language; readonly children: ReactNode }) {
  return (
    <IntlProvider
      locale={LANGUAGE_FACTS[props.language].locale}
      defaultLocale="es"
      messages={MESSAGES[props.language]}
    >
      {props.children}
    </IntlProvider>
  );
}

/** Words with values that are kept; all are forgotten at once. */
const MAX_KEPT = 2000;

/** Filling values in is slow beside everything else that a row is drawn with, and rows say the same over and over. */
function createText(intl: IntlShape): Text {
  const kept = new Map<string, string>();
  const format = (id: MessageId, values?: TextValues): string => {
    if (values === undefined) return intl.formatMessage({ id });
    const key = `${id} ${JSON.stringify(values)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= MAX_KEPT) kept.clear();
    const words = intl.formatMessage({ id }, values);
    kept.set(key, words);
    return words;
  };
  return Object.assign(format, { locale: intl.locale });
}

const texts = new WeakMap<IntlShape, Text>();

export function useText(): Text {
  const intl = useIntl();
  let text = texts.get(intl);
  if (text === undefined) {
    text = createText(intl);
    texts.set(intl, text);
  }
  return text;
}

export function useRichText(): RichText {
  const intl = useIntl();
  return useMemo(
    () => (id, values) =>
      intl.formatMessage({ id }, { b: (parts) => <b key="b">{parts}</b>, ...values }) as ReactNode,
    [intl],
  );
}
