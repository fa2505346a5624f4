import { useState } from 'react';
import { COUNTRIES, type Country, type JournalGrouping } from '#renderer/data/model/journal-terms.ts';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { COUNTRY_CHARTS } from '#renderer/reconciliation/journals/model/country-charts.ts';
import { RULE_LINES } from '#renderer/reconciliation/journals/model/journal-lines.ts';
import {
  type Booking,
  bookingOf,
  type JournalRule,
  ruleKey,
  SUSPENSE,
} from '#renderer/reconciliation/journals/model/rules.ts';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import type { SellerAccount } from '#shared/domain/selection.ts';
import { journalLineName, placeName } from './journal-messages.ts';
import styles from './journals.module.css';
import { RuleForm } from './rule-form.tsx';
import type { useJournalRules } from './use-journal.ts';

type Place = Pick<JournalRule, 'Canal' | 'Cuenta'>;
type Rules = ReturnType<typeof useJournalRules>;

const ALL: Place = { Canal: null, Cuenta: null };
const placeKey = ({ Canal, Cuenta }: Place): string => JSON.stringify([Canal, Cuenta]);

/** All, each channel, each account: whose a rule may be. */
function placesOf(accounts: readonly SellerAccount[]): readonly Place[] {
  const channels = [...new Set(accounts.map(({ Canal }) => Canal))];
  return [
    ALL,
    ...channels.flatMap((Canal): readonly Place[] => [
      { Canal, Cuenta: null },
      ...accounts.filter((each) => each.Canal === Canal),
    ]),
  ];
}

function placeLabel({ Canal, Cuenta }: Place, text: Text): string {
  if (Canal === null) return text('journal.of-all');
  return Cuenta === null
    ? text('journal.of-channel', { channel: Canal })
    : placeName({ Canal, Cuenta }, text);
}

type RuleLine = { readonly line: string; readonly booking: Booking; readonly own: JournalRule | null };

/** What takes each line, at one of three levels, to be changed; and whose accounts are proposed. */
export function JournalRules(props: {
  readonly accounts: readonly SellerAccount[];
  /** Lines of the entries in view: the others are shown where all are asked for. */
  readonly lines: ReadonlySet<string>;
  readonly rules: Rules;
  readonly country: Country | null;
  readonly by: JournalGrouping;
  /** Said with the month's first export. */
  readonly isByFixed: boolean;
}) {
  const text = useText();
  const { rules, lines } = props;
  const [place, setPlace] = useState<Place>(ALL);
  const [showsAll, setShowsAll] = useState(false);
  const places = placesOf(props.accounts);
  const shown = RULE_LINES.filter((line) => showsAll || lines.has(line) || isGroupOf(line, lines));
  const rows = [...shown, SUSPENSE].map((line): RuleLine => {
    const own = rules.book.rules.get(ruleKey({ line, ...place })) ?? null;
    // No account is called so: of all, or of a channel, no rule of an account is asked.
    const booking = bookingOf(rules.book, line, { Canal: place.Canal ?? '', Cuenta: place.Cuenta ?? '' });
    return { line, own, booking };
  });
  return (
    <div className={styles.rules} data-testid="journal-rules">
      <Settings {...props} />
      <div className={styles.buttons}>
        <span>{text('journal.rules-of')}</span>
        <ChoiceMenu
          label={text('journal.rules-of')}
          testId="journal-place"
          className={classNames(ui.button, ui.smallButton)}
          value={placeKey(place)}
          options={places.map((each) => ({ value: placeKey(each), label: placeLabel(each, text) }))}
          onChange={(key) => setPlace(places.find((each) => placeKey(each) === key) ?? ALL)}
        />
        <OwnerField testId="journal-owner" />
        <Button className={ui.smallLink} aria-pressed={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {text(showsAll ? 'journal.rules-fewer' : 'journal.rules-all')}
        </Button>
      </div>
      <p className={ui.caption}>{text('journal.rules-note')}</p>
      <ActionFailure words={rules.failed} />
      <ListTable
        name={text('journal.rules')}
        frame={{ className: styles.frame }}
        columns={ruleColumns(text)}
        rows={rows}
        keyOf={({ line }) => `${placeKey(place)} ${line}`}
        line={({ line, booking }) => ({
          'data-testid': 'journal-rule',
          'data-line': line,
          'data-level': booking.level,
          'data-value': booking.account,
        })}
        belowClass={styles.below}
        below={({ line, booking, own }, { isOpen, toggle }) =>
          isOpen ? (
            <RuleForm
              key={JSON.stringify(own)}
              now={booking}
              busy={rules.busy}
              onRemove={own === null ? null : () => void rules.remove(ruleKey(own)).then(toggle)}
              onSave={(said) => void rules.set({ line, ...place, ...said }).then(toggle)}
            />
          ) : null
        }
      />
    </div>
  );
}

const isGroupOf = (line: string, lines: ReadonlySet<string>): boolean =>
  [...lines].some((each) => each.startsWith(`${line}/`));

const ruleColumns = (text: Text): readonly Column<RuleLine>[] => [
  { heading: text('journal.line'), value: ({ line }) => journalLineName(line, text) },
  { heading: text('journal.account'), value: ({ booking }) => booking.account },
  { heading: text('journal.account-name'), value: ({ booking }) => booking.name, isCut: true },
  { heading: text('journal.cost-centre'), value: ({ booking }) => booking.costCentre },
  { heading: text('journal.tax-code'), value: ({ booking }) => booking.taxCode },
  {
    heading: text('journal.by'),
    value: ({ booking, line }) => levelName(line, booking, text),
    draw: ({ booking, line }) => (
      <span className={classNames(ui.tag, booking.level === 'none' && line !== SUSPENSE && ui.caution)}>
        {levelName(line, booking, text)}
      </span>
    ),
  },
  {
    heading: text('journal.rule-change'),
    isHeadingHidden: true,
    draw: ({ line }, { isOpen, toggle }) => (
      <Button
        className={ui.smallLink}
        data-testid="journal-rule-change"
        data-line={line}
        aria-expanded={isOpen}
        aria-label={text('journal.rule-change-of', { line: journalLineName(line, text) })}
        onClick={toggle}
      >
        {text('journal.rule-change')}
      </Button>
    ),
  },
];

/** The suspense account is no suspense of its own. */
const levelName = (line: string, { level }: Booking, text: Text): string =>
  text(line === SUSPENSE && level === 'none' ? 'journal.level-proposal' : `journal.level-${level}`);

const NO_COUNTRY = 'none';

function countryLabel(value: string, text: Text): string {
  if (value === NO_COUNTRY) return text('journal.country-none');
  const country = new Intl.DisplayNames(text.locale, { type: 'region' }).of(value) ?? value;
  return text('journal.country-proposal', { country });
}

function Settings(props: {
  readonly rules: Rules;
  readonly country: Country | null;
  readonly by: JournalGrouping;
  readonly isByFixed: boolean;
}) {
  const text = useText();
  const { rules, country, by } = props;
  const source = country === null ? null : COUNTRY_CHARTS[country].source;
  return (
    <>
      <div className={styles.buttons}>
        <span>{text('journal.country')}</span>
        <ChoiceMenu
          label={text('journal.country')}
          testId="journal-country"
          className={classNames(ui.button, ui.smallButton)}
          value={country ?? NO_COUNTRY}
          options={[NO_COUNTRY, ...COUNTRIES].map((value) => ({ value, label: countryLabel(value, text) }))}
          onChange={(chosen) =>
            void rules.choose({ by, country: COUNTRIES.find((each) => each === chosen) ?? null })
          }
        />
        <Segmented
          label={text('journal.grouping')}
          value={by}
          options={(['account', 'settlement'] as const).map((value) => ({
            value,
            label: text(`journal.by-${value}`),
            testId: `journal-by-${value}`,
          }))}
          onChange={(value) => {
            if (!props.isByFixed) void rules.choose({ by: value, country });
          }}
        />
      </div>
      <p className={ui.caption} data-testid="journal-proposal">
        {country === null
          ? text('journal.no-country')
          : source === null
            ? text('journal.proposal-example')
            : text('journal.proposal-source', { source })}{' '}
        {props.isByFixed ? text('journal.by-fixed') : null}
      </p>
    </>
  );
}
