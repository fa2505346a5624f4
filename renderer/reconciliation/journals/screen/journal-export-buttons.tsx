import { useState } from 'react';
import { JOURNAL_FORMS, type JournalForm } from '#renderer/data/model/journal-terms.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { knownOf, leftOutOf } from '#renderer/reconciliation/journals/model/journal-layouts.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { FORM_NAMES } from './journal-messages.ts';
import styles from './journals.module.css';

/** The files that can be made, each with how well its layout is known. */
export function JournalExportButtons(props: {
  /** Lines that it would hold. */
  readonly lines: number;
  readonly isDisabled: boolean;
  readonly onExport: (form: JournalForm) => void;
}) {
  const text = useText();
  const [form, setForm] = useState<JournalForm>('csv');
  return (
    <div className={styles.files}>
      <div className={styles.buttons}>
        {JOURNAL_FORMS.map((each) => (
          <Button
            key={each}
            className={classNames(ui.button, ui.smallButton)}
            data-testid={`journal-export-${each}`}
            data-standing={knownOf(each).standing}
            disabled={props.isDisabled}
            onPointerEnter={() => setForm(each)}
            onFocus={() => setForm(each)}
            onClick={() => props.onExport(each)}
          >
            <Icon name="export" small /> {FORM_NAMES[each]}
            {knownOf(each).standing === 'published' ? null : ' *'}
          </Button>
        ))}
      </div>
      <p className={ui.caption}>{text('journal.standing-note')}</p>
      <AboutForm form={form} lines={props.lines} />
    </div>
  );
}

/** Where a layout is known from, and what of the entries it does not hold. */
function AboutForm({ form, lines }: { readonly form: JournalForm; readonly lines: number }) {
  const text = useText();
  const formats = useFormats();
  const { standing, source, places, mostLines } = knownOf(form);
  const leftOut = leftOutOf(form).map((field) => text(`journal.field-${field}`));
  const facts = [
    source === null ? text('journal.standing-own') : text(`journal.standing-${standing}`, { source }),
    ...(places === 'exact' ? [] : [text('journal.rounded')]),
    ...(leftOut.length === 0 ? [] : [text('journal.left-out', { fields: leftOut.join(', ') })]),
    ...(mostLines === null || lines <= mostLines
      ? []
      : [text('journal.too-long', { most: formats.count(mostLines), lines: formats.count(lines) })]),
  ];
  return (
    <p className={ui.caption} data-testid="journal-about-form" data-form={form}>
      <b>{FORM_NAMES[form]}</b>: {facts.join(' ')}
    </p>
  );
}
