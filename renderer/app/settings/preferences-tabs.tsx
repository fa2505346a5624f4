import type { ReactNode } from 'react';
import { useAccounts, useHostInfo } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import {
  LANGUAGE_CHOICES,
  localeOf,
  type Preferences,
  usePreferences,
} from '#renderer/features/preferences/preferences.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Segmented } from '#renderer/ui/controls.tsx';
import { formatDay, formatTime } from '#renderer/ui/date-format.ts';
import {
  DEFAULT_CHOICES,
  type Formats,
  formatsOf,
  LOCALE_NAMES,
  type LocaleName,
  useFormats,
} from '#renderer/ui/formats.tsx';
import { useMediaQuery } from '#renderer/ui/hooks.ts';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import type { Language } from '#shared/contract/languages.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './settings.module.css';

/** A setting's name, what it is set to, and what there is to know of it. */
export function Setting(props: {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.setting}>
      <span className={styles.settingName}>{props.name}</span>
      <span className={styles.settingValue}>{props.children}</span>
      {props.note === undefined ? null : <p className={styles.settingNote}>{props.note}</p>}
    </div>
  );
}

const AMOUNT = '-1234567.5' as Decimal;
const RATE = '68.4';
const INSTANT = '2026-10-31T14:24:00.000';

/** A setting that is one of a few, all visible. */
export function ChoiceSetting<T extends string>(props: {
  readonly name: string;
  readonly note?: string;
  readonly value: T;
  readonly labels: { readonly [value in T]: string };
  readonly onChange: (value: T) => void;
  /** Why another one could not be set; null: none was, or it could. */
  readonly failed?: string | null;
}) {
  const { name, labels, note, failed = null } = props;
  const options = (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
  return (
    <Setting name={name} {...(note === undefined ? {} : { note })}>
      <Segmented<T> label={name} value={props.value} options={options} onChange={props.onChange} />
      <ActionFailure words={failed} />
    </Setting>
  );
}

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
  const { code } = useCurrency();
  const formats = formatsOf({ ...DEFAULT_CHOICES, locale, negatives, decimals, currency: code });
  const negativesAs = (how: Preferences['negatives']): string =>
    formatsOf({ ...DEFAULT_CHOICES, locale, negatives: how }).money('-1234', 0);
  return (
    <>
      <Setting name={text('settings.language')}>
        <Segmented<Language>
          label={text('settings.language')}
          value={preferences.language}
          options={LANGUAGE_CHOICES}
          onChange={(language) => change({ language })}
        />
      </Setting>
      {preferences.language === 'es' ? null : (
        <ChoiceSetting
          name={text('settings.column-names')}
          note={text('settings.column-names-note')}
          value={preferences.columnNames}
          labels={{
            language: text('settings.column-names-language'),
            api: text('settings.column-names-api'),
          }}
          onChange={(columnNames) => change({ columnNames })}
        />
      )}
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
      <ChoiceSetting
        name={text('settings.negatives')}
        value={negatives}
        labels={{ minus: negativesAs('minus'), parentheses: negativesAs('parentheses') }}
        onChange={(how) => change({ negatives: how })}
      />
      <ChoiceSetting
        name={text('settings.decimals')}
        note={text('settings.decimals-note')}
        value={decimals}
        labels={{
          auto: text('settings.decimals-auto'),
          two: text('settings.decimals-two'),
          none: text('settings.decimals-none'),
        }}
        onChange={(how) => change({ decimals: how })}
      />
      <Example formats={formats} />
    </>
  );
}

function Example({ formats }: { readonly formats: Formats }) {
  const text = useText();
  const places = formats.places([AMOUNT]);
  return (
    <section className={styles.example} aria-label={text('settings.example')}>
      <h3>{text('settings.example')}</h3>
      <dl>
        <div>
          <dt>{text('settings.example-amount')}</dt>
          <dd>
            <data
              value={AMOUNT}
              data-value={AMOUNT}
              className={styles.negative}
              data-testid="settings-example-amount"
            >
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

export function AppearanceTab() {
  const text = useText();
  const formats = useFormats();
  const { preferences, change } = usePreferences();
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <>
      <ChoiceSetting
        name={text('settings.theme')}
        value={preferences.theme}
        labels={{
          system: text('settings.theme-system'),
          light: text('settings.theme-light'),
          dark: text('settings.theme-dark'),
        }}
        onChange={(theme) => change({ theme })}
      />
      <ChoiceSetting
        name={text('settings.rail')}
        value={preferences.rail}
        labels={{ auto: text('settings.rail-auto'), mini: text('settings.rail-mini') }}
        onChange={(rail) => change({ rail })}
      />
      <ChoiceSetting
        name={text('settings.rows')}
        value={preferences.rows}
        labels={{ dense: text('settings.rows-dense'), comfortable: text('settings.rows-comfortable') }}
        onChange={(rows) => change({ rows })}
      />
      <ChoiceSetting
        name={text('settings.text-size')}
        value={preferences.textSize}
        labels={{
          100: formats.percent('100', 0),
          115: formats.percent('115', 0),
          130: formats.percent('130', 0),
        }}
        onChange={(textSize) => change({ textSize })}
      />
      <Setting name={text('settings.motion')} note={text('settings.motion-note')}>
        <span>{text(isReduced ? 'settings.motion-reduced' : 'settings.motion-full')}</span>
      </Setting>
    </>
  );
}

const STORED = [
  'rows',
  'row-file',
  'accounts',
  'views',
  'key',
  'assistants',
  'line',
  'line-secret',
  'asked',
] as const;

export function PrivacyTab(props: { readonly children: ReactNode }) {
  const text = useText();
  const host = useHostInfo();
  const { preferences, change } = usePreferences();
  const storage = useAccounts()?.keyStorage ?? 'memory';
  const where = (what: (typeof STORED)[number]): string => {
    if (what === 'key') return text(`account.key-storage-${storage}`);
    if (what !== 'rows') return text(`settings.stored-${what}-where`);
    return text(host?.host === 'desktop' ? 'settings.stored-rows-desktop' : 'settings.stored-rows-browser');
  };
  return (
    <>
      <ChoiceSetting
        name={text('settings.hide')}
        note={text('settings.hide-note')}
        value={preferences.hidesAmounts ? 'hidden' : 'shown'}
        labels={{ shown: text('settings.hide-no'), hidden: text('settings.hide-yes') }}
        onChange={(value) => change({ hidesAmounts: value === 'hidden' })}
      />
      {props.children}
      <section className={styles.section} aria-label={text('settings.stored')}>
        <h3>{text('settings.stored')}</h3>
        <dl className={styles.stored}>
          {STORED.map((what) => (
            <div key={what}>
              <dt>{text(`settings.stored-${what}`)}</dt>
              <dd>{where(what)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
