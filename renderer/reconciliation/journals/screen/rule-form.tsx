import { useState } from 'react';
import { MAX_JOURNAL_CODE_LENGTH } from '#renderer/data/model/annotations.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { Booking, JournalRule } from '#renderer/reconciliation/journals/model/rules.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import styles from './journals.module.css';

type Said = Pick<JournalRule, 'account' | 'name' | 'costCentre' | 'taxCode'>;
const FIELDS = ['account', 'name', 'costCentre', 'taxCode'] as const;
const LABELS = {
  account: 'journal.account',
  name: 'journal.account-name',
  costCentre: 'journal.cost-centre',
  taxCode: 'journal.tax-code',
} as const;
const MAX_NAME_LENGTH = 200;

/** Which account takes a line, to be said; begins with what takes it now. */
export function RuleForm(props: {
  readonly now: Booking;
  /** Null: nothing is said here yet. */
  readonly onRemove: (() => void) | null;
  readonly busy: boolean;
  readonly onSave: (said: Said) => void;
}) {
  const text = useText();
  const { now } = props;
  const [said, setSaid] = useState<Said>({
    account: now.level === 'none' ? '' : now.account,
    name: now.level === 'none' ? '' : now.name,
    costCentre: now.costCentre,
    taxCode: now.taxCode,
  });
  const trimmed = Object.fromEntries(FIELDS.map((field) => [field, said[field].trim()])) as Said;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed.account !== '') props.onSave(trimmed);
      }}
    >
      {FIELDS.map((field) => (
        <label key={field}>
          <span className={ui.caption}>{text(LABELS[field])}</span>
          <span className={ui.field}>
            <input
              type="text"
              data-testid={`journal-rule-${field}`}
              value={said[field]}
              maxLength={field === 'name' ? MAX_NAME_LENGTH : MAX_JOURNAL_CODE_LENGTH}
              onChange={({ target }) => setSaid({ ...said, [field]: target.value })}
            />
          </span>
        </label>
      ))}
      <Button
        type="submit"
        className={classNames(ui.button, ui.smallButton)}
        data-testid="journal-rule-save"
        disabled={trimmed.account === '' || props.busy}
        title={trimmed.account === '' ? text('journal.rule-needs-account') : undefined}
      >
        {text('journal.rule-save')}
      </Button>
      {props.onRemove === null ? null : (
        <Button
          className={ui.smallLink}
          data-testid="journal-rule-remove"
          disabled={props.busy}
          onClick={props.onRemove}
        >
          {text('journal.rule-remove')}
        </Button>
      )}
    </form>
  );
}
