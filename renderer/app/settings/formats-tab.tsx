import { LANGUAGE_NAMES } from '#renderer/features/preferences/languages.ts';
import { localeOf, type Preferences, usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { type Language, useText } from '#renderer/i18n/text.tsx';
import { ChoiceMenu } from '#renderer/ui/choice-menu.tsx';
import { formatDay, formatTime } from '#renderer/ui/date-format.ts';
import { DEFAULT_CHOICES, type Formats, formatsOf } from '#renderer/ui/formats.tsx';
import { LOCALE_NAMES, type LocaleName } from '#renderer/ui/locales.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { Setting } from './setting.tsx';

const AMOUNT = '-1234567.5' as Decimal;
const RATE = '68.4';
const INSTANT = '2026-10-31T14:24:00.000';

/** «1.234,5 · 31-10-2026»: what is chosen, by example. */
function exampleOf(locale: LocaleName): string {
  const formats = formatsOf({ ...DEFAULT_CHOICES, locale });
  return `${formats.money('1234.5', 1)} · ${formatDay(INSTANT, formats.dates)}`;
}

export function FormatsTab() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const locale = localeOf(preferences);
  const { negatives, decimals } = preferences;
  const formats = formatsOf({ locale, negatives, decimals, hidesAmounts: false });
  const negativesAs = (how: Preferences['negatives']): string =>
    formatsOf({ ...DEFAULT_CHOICES, locale, negatives: how }).money('-1234', 0);
  return (
    <>
      <Setting name={text('settings.language')}>
        <Segmented<Language>
          label={text('settings.language')}
          value={preferences.language}
          options={LANGUAGE_NAMES}
          onChange={(language) => change({ language })}
        />
      </Setting>
      <Setting name={text('settings.locale')} note={text('settings.formats-note')}>
        <ChoiceMenu<Preferences['locale']>
          label={text('settings.locale')}
          testId="settings-locale"
          value={preferences.locale}
          options={[
            { value: 'auto', label: text('settings.locale-auto') },
            ...LOCALE_NAMES.map((value) => ({
              value,
              label: `${text(`settings.locale-${value}`)} · ${exampleOf(value)}`,
            })),
          ]}
          onChange={(chosen) => change({ locale: chosen })}
        />
      </Setting>
      <Setting name={text('settings.negatives')}>
        <Segmented<Preferences['negatives']>
          label={text('settings.negatives')}
          value={negatives}
          options={[
            { value: 'minus', label: negativesAs('minus') },
            { value: 'parentheses', label: negativesAs('parentheses') },
          ]}
          onChange={(how) => change({ negatives: how })}
        />
      </Setting>
      <Setting name={text('settings.decimals')} note={text('settings.decimals-note')}>
        <Segmented<Preferences['decimals']>
          label={text('settings.decimals')}
          value={decimals}
          options={[
            { value: 'auto', label: text('settings.decimals-auto') },
            { value: 'none', label: '0' },
            { value: 'two', label: '2' },
          ]}
          onChange={(how) => change({ decimals: how })}
        />
      </Setting>
      <Example formats={formats} />
    </>
  );
}

function Example(props: { readonly formats: Formats }) {
  const text = useText();
  const { formats } = props;
  const places = formats.places([AMOUNT]);
  return (
    <section className="settings-example" aria-label={text('settings.example')}>
      <h3>{text('settings.example')}</h3>
      <dl>
        <div>
          <dt>{text('settings.example-amount')}</dt>
          <dd>
            <data value={AMOUNT} data-value={AMOUNT} className="neg" data-testid="settings-example-amount">
              {formats.money(AMOUNT, places)}
            </data>
          </dd>
        </div>
        <div>
          <dt>{text('settings.example-rate')}</dt>
          <dd>
            <data value={RATE} data-value={RATE}>
              {formats.percent(RATE)}
            </data>
          </dd>
        </div>
        <div>
          <dt>{text('settings.example-date')}</dt>
          <dd>
            {formatDay(INSTANT, formats.dates)} {formatTime(INSTANT)}
          </dd>
        </div>
      </dl>
    </section>
  );
}
