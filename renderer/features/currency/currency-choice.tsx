import { useMemo } from 'react';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { type ChoiceGroup, SearchChoice } from '#renderer/ui/search-choice.tsx';
import { LANGUAGE_FACTS, type Language } from '#shared/contract/languages.ts';

/** Where the marketplaces are that people sell on. */
const FIRST = ['CLP', 'ARS', 'MXN', 'BRL', 'COP', 'PEN', 'UYU', 'USD', 'EUR'];

/** Every currency of ISO 4217 that this browser knows, the usual ones first, by code and name. */
function choicesOf(language: Language, none: string | null): readonly ChoiceGroup[] {
  const names = new Intl.DisplayNames(LANGUAGE_FACTS[language].locale, { type: 'currency' });
  const rest = Intl.supportedValuesOf('currency').filter((code) => !FIRST.includes(code));
  const currencies = [...FIRST, ...rest].map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }));
  return [{ value: '', items: none === null ? currencies : [{ value: '', label: none }, ...currencies] }];
}

/** A currency, found by typing its code or its name. `none`: what having no name is called, where that can be chosen. */
export function CurrencyChoice(props: {
  readonly label: string;
  readonly testId: string;
  readonly code: string | null;
  readonly none: string | null;
  readonly onChoose: (code: string | null) => unknown;
}) {
  const text = useText();
  const { language } = usePreferences().preferences;
  const { none } = props;
  const groups = useMemo(() => choicesOf(language, none), [language, none]);
  const code = props.code ?? '';
  return (
    <SearchChoice
      label={props.label}
      shown={code === '' ? (none ?? '') : code}
      value={code}
      groups={groups}
      words={{ find: text('settings.currency-find'), notFound: text('settings.currency-not-found') }}
      testId={props.testId}
      findTestId="currency-find"
      onChange={(chosen) => {
        if (chosen !== code) props.onChoose(chosen === '' ? null : chosen);
      }}
    />
  );
}
