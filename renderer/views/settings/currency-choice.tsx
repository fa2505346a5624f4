import { Combobox } from '@base-ui/react/combobox';
import { useMemo } from 'react';
import { type Language, LOCALES, useText } from '../../i18n/text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { usePreferences } from '../preferences.tsx';

/** Where the marketplaces are that people sell on. */
const FIRST = ['CLP', 'ARS', 'MXN', 'BRL', 'COP', 'PEN', 'UYU', 'USD', 'EUR'];

type Choice = { readonly value: string; readonly label: string };

/** Every currency of ISO 4217 that this browser knows, the usual ones first, by code and name. */
function choicesOf(language: Language, none: string | null): readonly Choice[] {
  const names = new Intl.DisplayNames(LOCALES[language], { type: 'currency' });
  const rest = Intl.supportedValuesOf('currency').filter((code) => !FIRST.includes(code));
  return [
    ...(none === null ? [] : [{ value: '', label: none }]),
    ...[...FIRST, ...rest].map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` })),
  ];
}

/** A currency, found by typing its code or its name. `none`: what having no name is called, where that can be chosen. */
export function CurrencyChoice(props: {
  readonly label: string;
  readonly testId: string;
  readonly code: string | null;
  readonly none: string | null;
  readonly onChoose: (code: string | null) => void;
}) {
  const text = useText();
  const { language } = usePreferences().preferences;
  const { none } = props;
  const choices = useMemo(() => choicesOf(language, none), [language, none]);
  const code = props.code ?? '';
  const chosen = choices.find(({ value }) => value === code) ?? { value: code, label: code };
  return (
    <Combobox.Root
      items={choices}
      value={chosen}
      isItemEqualToValue={(one: Choice, other: Choice) => one.value === other.value}
      onValueChange={(choice: Choice | null) => {
        if (choice !== null && choice.value !== code)
          props.onChoose(choice.value === '' ? null : choice.value);
      }}
      autoHighlight
    >
      <Combobox.Trigger
        className="btn sm"
        data-testid={props.testId}
        data-value={code}
        aria-label={`${props.label}: ${chosen.label}`}
      >
        {code === '' ? none : code}
        <Icon name="down" small />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} align="start" className="float">
          <Combobox.Popup className="menu currency-list" aria-label={props.label}>
            <span className="field">
              <Icon name="search" />
              <Combobox.Input
                aria-label={text('settings.currency-find')}
                placeholder={text('settings.currency-find')}
                data-testid="currency-find"
              />
            </span>
            <Combobox.Empty>
              <p className="lb">{text('settings.currency-not-found')}</p>
            </Combobox.Empty>
            <Combobox.List className="currency-items">
              {(choice: Choice) => (
                <Combobox.Item key={choice.value} value={choice} className="it" data-value={choice.value}>
                  <span className="mark">
                    <Combobox.ItemIndicator>
                      <Icon name="check" />
                    </Combobox.ItemIndicator>
                  </span>
                  <span className="grow ell">{choice.label}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
