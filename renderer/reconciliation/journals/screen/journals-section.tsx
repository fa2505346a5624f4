import { useState } from 'react';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type {
  JournalPage,
  JournalPosting,
  JournalQuery,
} from '#renderer/reconciliation/journals/model/journal-page.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import type { Month } from '#shared/domain/dates.ts';
import { JournalEntries, type ShownEntry } from './journal-entries.tsx';
import { JournalExportButtons } from './journal-export-buttons.tsx';
import { FORM_NAMES } from './journal-messages.ts';
import { JournalRules } from './journal-rules.tsx';
import { JournalTotals } from './journal-totals.tsx';
import styles from './journals.module.css';
import { type Choice, shownExport } from './shown-export.ts';
import { useJournal, useJournalQuery, useJournalRules } from './use-journal.ts';
import { useJournalExport } from './use-journal-export.ts';

/** Entries of a month for the books: what they are, by which rules, and the files that are made of them. */
export function JournalsSection({ month }: { readonly month: Month }) {
  const text = useText();
  const query = useJournalQuery(month);
  const answer = useJournal(query);
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <section className={ui.section} aria-label={text('journal.title')} data-testid="journals">
      <header>
        <h2>{text('journal.title')}</h2>
        <span className={ui.note}>{text('journal.note')}</span>
      </header>
      <Answered answer={answer} loading={text('journal.loading')}>
        {(page) =>
          page.isClosed || page.postings.length > 0 || isPreviewed ? (
            <Journal key={month} query={query} page={page} />
          ) : (
            <Button className={ui.smallLink} data-testid="journal-preview" onClick={() => setPreviewed(true)}>
              {text('journal.preview')}
            </Button>
          )
        }
      </Answered>
    </section>
  );
}

/** Long for what it holds together: what is chosen is what is summed, listed and written. */
function Journal({ query, page }: { readonly query: JournalQuery; readonly page: JournalPage }) {
  const text = useText();
  const formats = useFormats();
  const [asked, setAsked] = useState<Choice | null>(null);
  const [showsRules, setShowsRules] = useState(false);
  const rules = useJournalRules(query.currency, page.country);
  const exporter = useJournalExport(query, page, rules.book, (posting) => setAsked(`${posting}`));
  const { postings, proposed } = page;
  const chosen = shownExport(page, asked);
  const entries: readonly ShownEntry[] =
    chosen?.entries ?? proposed.map((entry) => ({ ...entry, number: '' }));
  const all = [...postings.flatMap((each) => each.entries), ...proposed];
  const accounts = [
    ...new Map(
      all
        .filter(({ Canal, Cuenta }) => Canal !== '' || Cuenta !== '')
        .map(({ Canal, Cuenta }) => [accountKey(Canal, Cuenta), { Canal, Cuenta }]),
    ).values(),
  ];
  const lines = entries.reduce((sum, entry) => sum + entry.lines.length, 0);
  return (
    <div className={styles.journal}>
      {postings.length === 0 ? null : (
        <div className={styles.buttons}>
          <span>{text('journal.shown')}</span>
          <ChoiceMenu<Choice>
            label={text('journal.shown')}
            testId="journal-shown"
            className={classNames(ui.button, ui.smallButton)}
            value={chosen === null ? 'proposed' : `${chosen.posting}`}
            options={[
              { value: 'proposed', label: text('journal.to-export') },
              ...postings.map(({ posting }) => ({
                value: `${posting}` as const,
                label: text('journal.export', { number: posting }),
              })),
            ]}
            onChange={setAsked}
          />
        </div>
      )}
      <JournalTotals entries={entries} />
      {chosen === null || proposed.length === 0 ? null : (
        <p className={ui.caption}>
          {text('journal.waiting', { count: proposed.length, entries: formats.count(proposed.length) })}{' '}
          <Button className={ui.smallLink} onClick={() => setAsked('proposed')}>
            {text('journal.waiting-show')}
          </Button>
        </p>
      )}
      <Notes page={page} month={query.month} chosen={chosen} />
      <JournalEntries entries={entries} />
      <JournalExportButtons
        lines={lines}
        // What has its numbers may be written again, also while the month is open once more.
        isDisabled={
          (chosen === null && !page.isClosed) || entries.length === 0 || exporter.isRunning || !rules.isRead
        }
        onExport={(form) => exporter.write(form, chosen?.posting ?? null)}
      />
      {exporter.dialog}
      <Button
        className={classNames(ui.button, ui.smallButton, styles.toRules)}
        data-testid="journal-show-rules"
        aria-expanded={showsRules}
        onClick={() => setShowsRules(!showsRules)}
      >
        {text('journal.rules')}
      </Button>
      {showsRules ? (
        <JournalRules
          accounts={accounts}
          lines={new Set(entries.flatMap((entry) => entry.lines.map(({ line }) => line)))}
          rules={rules}
          country={page.country}
          by={page.by}
          isByFixed={postings.length > 0}
        />
      ) : null}
    </div>
  );
}

/** What is to be known of the entries in view. */
function Notes(props: {
  readonly page: JournalPage;
  readonly month: Month;
  readonly chosen: JournalPosting | null;
}) {
  const text = useText();
  const formats = useFormats();
  const { page, chosen } = props;
  const month = monthInSentence(props.month, text);
  const { undated, otherCurrency } = page.leftOut;
  const differences = page.proposed.filter(({ isDifference }) => isDifference).length;
  return (
    <ul className={styles.notes}>
      {page.isClosed ? null : <li data-testid="journal-open">{text('journal.open', { month })}</li>}
      {page.isClosed && page.by === 'account' && !page.isOfClose && page.postings.length === 0 ? (
        <li>{text('journal.of-now', { month })}</li>
      ) : null}
      {chosen === null && differences > 0 ? (
        <li data-testid="journal-differences" data-value={differences}>
          {text('journal.differences', { count: differences, entries: formats.count(differences) })}
        </li>
      ) : null}
      {chosen === null
        ? null
        : chosen.exports.map(({ form, owner, atMs }) => (
            <li key={atMs} data-testid="journal-exported" data-value={form}>
              {text('journal.exported', {
                form: FORM_NAMES[form],
                owner: owner === '' ? text('closing.nobody') : owner,
                date: formatMoment(machineLocal(atMs), formats.dates),
              })}
            </li>
          ))}
      {chosen !== null && chosen.exports.length > 0 ? <li>{text('journal.again')}</li> : null}
      {page.beyond === '0' ? null : (
        <li data-testid="journal-beyond" data-value={page.beyond}>
          {text('journal.beyond', { column: text.column('Rentabilidad Total') })}{' '}
          <Figure value={page.beyond} kind="money" places={formats.places([page.beyond])} signed />
        </li>
      )}
      {undated === 0 ? null : (
        <li>{text('journal.undated', { count: undated, lines: formats.count(undated) })}</li>
      )}
      {otherCurrency === 0 ? null : (
        <li>
          {text('journal.other-currency', { count: otherCurrency, lines: formats.count(otherCurrency) })}
        </li>
      )}
    </ul>
  );
}
