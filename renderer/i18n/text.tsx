import { type ReactNode, useMemo } from 'react';
import { createIntl, IntlProvider, type IntlShape, useIntl } from 'react-intl';
import { LANGUAGE_FACTS, type Language } from '#shared/contract/languages.ts';
import { COLUMN_NAMES, type Names } from './column-names.ts';
import en from './en.json';
import es from './es.json';
import pt from './pt.json';

/** Spanish is the source: an id that is not in es.json does not compile. */
export type MessageId = keyof typeof es;

const MESSAGES: { readonly [language in Language]: { readonly [id in MessageId]: string } } = { es, en, pt };

/** In the user's language, or as the API spells them. */
export type ColumnNames = 'language' | 'api';

type Primitive = string | number;
export type TextValues = { readonly [name: string]: Primitive };
/** The words for an id, with its values filled in; `locale` is the language's, for what the platform can say itself. */
export type Text = ((id: MessageId, values?: TextValues) => string) & {
  readonly locale: string;
  /** What a column of the API is called; one that has no name here keeps its own. */
  readonly column: (key: string) => string;
  /** The same under the name of its section; null: it has no shorter name. */
  readonly shortColumn: (key: string) => string | null;
};

/** The same words, with the columns as the API spells them: so they stand in files. */
export const withApiNames = (text: Text): Text =>
  Object.assign((id: MessageId, values?: TextValues) => text(id, values), {
    locale: text.locale,
    column: (key: string) => key,
    shortColumn: (key: string) => COLUMN_NAMES.es.short[key] ?? null,
  });

/** The same with parts that are elements: <b>…</b> in the message is `bold`, other names as given. */
type RichText = (
  id: MessageId,
  values: { readonly [name: string]: Primitive | ReactNode | ((parts: ReactNode) => ReactNode) },
) => ReactNode;

/** Where the names of columns stand among the messages. */
const NAME = 'column-name.';
const SHORT_NAME = 'column-short.';

function messagesOf(language: Language, columnNames: ColumnNames): Names {
  const { names, short } = COLUMN_NAMES[columnNames === 'api' ? 'es' : language];
  const under = (prefix: string, all: Names) =>
    Object.fromEntries(Object.entries(all).map(([key, name]) => [`${prefix}${key}`, name]));
  return { ...MESSAGES[language], ...under(NAME, names), ...under(SHORT_NAME, short) };
}

export function TextProvider(props: {
  readonly language: Language;
  readonly columnNames: ColumnNames;
  readonly children: ReactNode;
}) {
  const { language, columnNames } = props;
  const messages = useMemo(() => messagesOf(language, columnNames), [language, columnNames]);
  return (
    <IntlProvider locale={LANGUAGE_FACTS[language].locale} defaultLocale="es" messages={messages}>
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
  const nameOf = (id: string): string | null => {
    const name = intl.messages[id];
    return typeof name === 'string' ? name : null;
  };
  return Object.assign(format, {
    locale: intl.locale,
    column: (key: string) => nameOf(`${NAME}${key}`) ?? key,
    shortColumn: (key: string) => nameOf(`${SHORT_NAME}${key}`),
  });
}

/** The words of a language, for what speaks outside the interface. */
export const textIn = (language: Language, columnNames: ColumnNames): Text =>
  createText(
    createIntl({
      locale: LANGUAGE_FACTS[language].locale,
      defaultLocale: 'es',
      messages: messagesOf(language, columnNames),
    }),
  );

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
