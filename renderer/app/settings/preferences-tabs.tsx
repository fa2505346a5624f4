import { type ReactNode, useEffect, useState } from 'react';
import { useHostInfo } from '#renderer/data/client/session-context.tsx';
import {
  LANGUAGE_NAMES,
  localeOf,
  type Preferences,
  usePreferences,
} from '#renderer/features/preferences/preferences.tsx';
import { type Language, useText } from '#renderer/i18n/text.tsx';
import { formatDay, formatTime } from '#renderer/ui/date-format.ts';
import {
  DEFAULT_CHOICES,
  type Formats,
  formatsOf,
  LOCALE_NAMES,
  type LocaleName,
} from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';

/** A setting's name, what it is set to, and what there is to know of it. */
export function Setting(props: {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="setting">
      <span className="setting-name">{props.name}</span>
      <span className="setting-value">{props.children}</span>
      {props.note === undefined ? null : <p className="setting-note">{props.note}</p>}
    </div>
  );
}

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

function useReducedMotion(): boolean {
  const [query] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)'));
  const [isReduced, setIsReduced] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setIsReduced(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [query]);
  return isReduced;
}

export function AppearanceTab() {
  const text = useText();
  const { preferences, change } = usePreferences();
  const isReduced = useReducedMotion();
  return (
    <>
      <Setting name={text('settings.theme')}>
        <Segmented<Preferences['theme']>
          label={text('settings.theme')}
          value={preferences.theme}
          options={[
            { value: 'system', label: text('settings.theme-system') },
            { value: 'light', label: text('settings.theme-light') },
            { value: 'dark', label: text('settings.theme-dark') },
          ]}
          onChange={(theme) => change({ theme })}
        />
      </Setting>
      <Setting name={text('settings.rail')}>
        <Segmented<Preferences['rail']>
          label={text('settings.rail')}
          value={preferences.rail}
          options={[
            { value: 'auto', label: text('settings.rail-auto') },
            { value: 'mini', label: text('settings.rail-mini') },
          ]}
          onChange={(rail) => change({ rail })}
        />
      </Setting>
      <Setting name={text('settings.rows')}>
        <Segmented<Preferences['rows']>
          label={text('settings.rows')}
          value={preferences.rows}
          options={[
            { value: 'dense', label: text('settings.rows-dense') },
            { value: 'comfortable', label: text('settings.rows-comfortable') },
          ]}
          onChange={(rows) => change({ rows })}
        />
      </Setting>
      <Setting name={text('settings.motion')} note={text('settings.motion-note')}>
        <span>{text(isReduced ? 'settings.motion-reduced' : 'settings.motion-full')}</span>
      </Setting>
    </>
  );
}

export function PrivacyTab() {
  const text = useText();
  const host = useHostInfo();
  const { preferences, change } = usePreferences();
  const rows = host?.host === 'desktop' ? 'settings.stored-rows-desktop' : 'settings.stored-rows-browser';
  const stored = [
    [text('settings.stored-rows'), text(rows)],
    [text('settings.stored-accounts'), text('settings.stored-accounts-where')],
    [text('settings.stored-views'), text('settings.stored-views-where')],
    [text('settings.stored-key'), text('settings.stored-key-where')],
    [text('settings.stored-asked'), text('settings.stored-asked-where')],
  ] as const;
  return (
    <>
      <Setting name={text('settings.hide')} note={text('settings.hide-note')}>
        <Segmented<'shown' | 'hidden'>
          label={text('settings.hide')}
          value={preferences.hidesAmounts ? 'hidden' : 'shown'}
          options={[
            { value: 'shown', label: text('settings.hide-no') },
            { value: 'hidden', label: text('settings.hide-yes') },
          ]}
          onChange={(value) => change({ hidesAmounts: value === 'hidden' })}
        />
      </Setting>
      <section className="settings-section" aria-label={text('settings.stored')}>
        <h3>{text('settings.stored')}</h3>
        <dl className="stored">
          {stored.map(([what, where]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{where}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
