import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { TextProvider, useText } from '#renderer/i18n/text.tsx';
import { FormatsProvider, LOCALE_NAMES, type LocaleName } from '#renderer/ui/formats.tsx';
import { measureAnew } from '#renderer/ui/grid/measure.ts';
import { RowHeightProvider } from '#renderer/ui/grid/row-height.tsx';
import { requiredContext, useMediaQuery } from '#renderer/ui/hooks.ts';
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '#shared/contract/languages.ts';
import { changeStored, followStored, readStored } from './stored.ts';

/** Megabytes that rows may take in memory. */
export const ROW_MEMORY = ['500', '1000', '1500', '3000', 'all'] as const;

/** The user's settings of the interface; remembered in this browser, never synced. What is new has its default. */
const preferencesSchema = z.object({
  language: z.enum(LANGUAGES).catch('es'),
  /** What the API's columns are called. */
  columnNames: z.enum(['language', 'api']).catch('language'),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  /** auto: as the language's own country writes figures and dates. */
  locale: z.enum(['auto', ...LOCALE_NAMES]).catch('auto'),
  negatives: z.enum(['minus', 'parentheses']).catch('minus'),
  decimals: z.enum(['auto', 'none', 'two']).catch('auto'),
  hidesAmounts: z.boolean().catch(false),
  rail: z.enum(['auto', 'mini']).catch('auto'),
  rows: z.enum(['dense', 'comfortable']).catch('dense'),
  /** Of all text, in percent. */
  textSize: z.enum(['100', '115', '130']).catch('100'),
  rowMemory: z.enum(ROW_MEMORY).catch('1500'),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const KEY = 'cuadra.preferences';

/** How figures and dates are written: as chosen, or as in the language's own country. */
export function localeOf({ locale, language }: Preferences): LocaleName {
  return locale === 'auto' ? LANGUAGE_FACTS[language].formats : locale;
}

type PreferencesControl = {
  readonly preferences: Preferences;
  readonly change: (part: Partial<Preferences>) => void;
};
const [Provider, usePreferences] = requiredContext<PreferencesControl>('preferences');

export { usePreferences };

/** Dark or light as set, or as the system says, on the document's root. */
function useTheme(theme: Preferences['theme']): void {
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = theme === 'dark' || (theme === 'system' && isSystemDark);
  useEffect(() => {
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  }, [isDark]);
}

/** As they are remembered, for what asks outside the interface. */
export const readPreferences = (): Preferences =>
  readStored(KEY, preferencesSchema, preferencesSchema.parse({}));

/** From here on text is larger by itself (tokens.css). */
const WIDE = '(min-width: 1600px)';

/** Text of the size that was chosen, on the document's root; tables are laid out by it anew. */
function useTextSize(textSize: Preferences['textSize']): void {
  const isWide = useMediaQuery(WIDE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: wide windows have larger text
  useLayoutEffect(() => {
    document.documentElement.dataset.textSize = textSize;
    measureAnew();
  }, [textSize, isWide]);
}

export function PreferencesProvider(props: { readonly children: ReactNode }) {
  const [preferences, setPreferences] = useState(readPreferences);
  useEffect(() => followStored(KEY, () => setPreferences(readPreferences())), []);
  useTheme(preferences.theme);
  useTextSize(preferences.textSize);
  useEffect(() => {
    document.documentElement.lang = LANGUAGE_FACTS[preferences.language].locale;
  }, [preferences.language]);
  const held = useMemo<PreferencesControl>(
    () => ({
      preferences,
      change: (part) => {
        // Beside what another tab has set meanwhile.
        const next = changeStored(KEY, preferences, { ...preferences, ...part });
        setPreferences(preferencesSchema.parse(next));
      },
    }),
    [preferences],
  );
  return (
    <Provider value={held}>
      <TextProvider language={preferences.language} columnNames={preferences.columnNames}>
        <PreferredFormats currency={null}>
          <RowHeightProvider height={preferences.rows} textSize={Number(preferences.textSize) / 100}>
            {props.children}
          </RowHeightProvider>
        </PreferredFormats>
      </TextProvider>
    </Provider>
  );
}

/** Figures as the user wants them; amounts with the decimals that a currency has, where that is what is wanted. */
export function PreferredFormats(props: { readonly currency: string | null; readonly children: ReactNode }) {
  const text = useText();
  const { preferences } = usePreferences();
  const { currency } = props;
  const { negatives, decimals, hidesAmounts } = preferences;
  return (
    <FormatsProvider
      locale={localeOf(preferences)}
      negatives={negatives}
      decimals={decimals}
      currency={currency}
      roundedNote={text('figure.rounded', { code: currency ?? '' })}
      hidesAmounts={hidesAmounts}
    >
      {props.children}
    </FormatsProvider>
  );
}

/** To choose from: each language is named in itself. */
export const LANGUAGE_CHOICES: readonly { readonly value: Language; readonly label: string }[] =
  LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_FACTS[language].name }));
