import { JOURNAL_FORMS, type JournalForm } from '#renderer/data/model/journal-terms.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { knownOf, leftOutOf } from '#renderer/reconciliation/journals/model/journal-layouts.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { FORM_NAMES } from './journal-messages.ts';
import styles from './journals.module.css';

/** The files that can be made, and how well the layout of each is known. */
export function JournalExportButtons(props: {
  /** Lines that it would hold. */
  readonly lines: number;
  readonly isDisabled: boolean;
  readonly onExport: (form: JournalForm) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const facts = JOURNAL_FORMS.map((form) => ({ form, told: factsOf(form, props.lines, text, formats) }));
  return (
    <div className={styles.files}>
      <div className={styles.buttons}>
        {facts.map(({ form, told }) => (
          <Button
            key={form}
            className={classNames(ui.button, ui.smallButton)}
            data-testid={`journal-export-${form}`}
            data-standing={knownOf(form).standing}
            title={told}
            disabled={props.isDisabled}
            onClick={() => props.onExport(form)}
          >
            <Icon name="export" small /> {FORM_NAMES[form]}
            {knownOf(form).standing === 'published' ? null : ' *'}
          </Button>
        ))}
      </div>
      <p className={ui.caption}>{text('journal.standing-note')}</p>
      <details>
        <summary className={ui.caption} data-testid="journal-about-forms">
          {text('journal.about-forms')}
        </summary>
        <ul className={styles.notes}>
          {facts.map(({ form, told }) => (
            <li key={form} className={ui.caption} data-testid="journal-about-form" data-form={form}>
              <b>{FORM_NAMES[form]}</b>: {told}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/** Where a layout is known from, what of the entries it does not hold, and whether they are too many for it. */
export function factsOf(form: JournalForm, lines: number, text: Text, formats: Formats): string {
  const { standing, source, places, mostLines } = knownOf(form);
  const leftOut = leftOutOf(form).map((field) => text(`journal.field-${field}`));
  return [
    source === null ? text('journal.standing-own') : text(`journal.standing-${standing}`, { source }),
    ...(places === 'exact' ? [] : [text('journal.rounded')]),
    ...(leftOut.length === 0 ? [] : [text('journal.left-out', { fields: leftOut.join(', ') })]),
    ...(mostLines === null || lines <= mostLines
      ? []
      : [text('journal.too-long', { most: formats.count(mostLines), lines: formats.count(lines) })]),
  ].join(' ');
}
