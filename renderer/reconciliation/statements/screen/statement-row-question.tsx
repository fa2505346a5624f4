import { useId, useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import {
  type AnswerKind,
  amountSaid,
  type RowAnswer,
} from '#renderer/reconciliation/statements/model/row-answers.ts';
import { answersTo } from '#renderer/reconciliation/statements/model/row-questions.ts';
import type { NotUnderstood } from '#renderer/reconciliation/statements/model/statement.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './statements.module.css';

/** What is answered about one row before it is read; an amount that was typed and is none holds the reading up. */
export type GivenAnswer = RowAnswer | 'unreadable';
export type GivenAnswers = ReadonlyMap<string, GivenAnswer>;

type QuestionProps = {
  readonly doubt: NotUnderstood;
  readonly answers: GivenAnswers;
  /** Null: what was answered is taken back. */
  readonly onAnswer: (key: string, answer: GivenAnswer | null) => void;
  readonly onRead: () => void;
};

/** What a row is, which way its money went or what its amount is: whichever of these it does not tell. */
export function RowQuestion({ doubt, answers, onAnswer, onRead }: QuestionProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { row, line, column } = doubt;
  if (row === undefined) return null;
  const { key } = row;
  const given = answers.get(key) ?? null;
  const place = text('statement-import.place-line', { line: String(line) });
  const choose = (answer: Exclude<AnswerKind, 'amount'>): void => {
    setTyped('');
    onAnswer(key, answer);
  };
  return (
    <span className={styles.rowAnswers}>
      {answersTo(doubt.why, row.mayBeLine).map((answer) =>
        answer === 'amount' ? (
          <TypedAmount
            key={answer}
            rowKey={key}
            label={`${place}: ${text(`statement-import.row-amount${doubt.why === 'currency' ? '-own' : ''}`, { column })}`}
            typed={typed}
            given={given}
            onType={(now, read) => {
              setTyped(now);
              onAnswer(key, read);
            }}
            onRead={onRead}
          />
        ) : (
          <Button
            key={answer}
            className={ui.smallLink}
            data-testid={`statement-row-${answer}`}
            data-value={key}
            aria-label={`${place}: ${text(`statement-import.row-${answer}`)}`}
            aria-pressed={given === answer}
            onClick={() => choose(answer)}
          >
            {given === answer ? '✓ ' : ''}
            {text(`statement-import.row-${answer}`)}
          </Button>
        ),
      )}
    </span>
  );
}

/** An amount that is typed, and as what it is taken; Enter reads the file with it. */
function TypedAmount(props: {
  readonly rowKey: string;
  readonly label: string;
  readonly typed: string;
  readonly given: GivenAnswer | null;
  readonly onType: (typed: string, answer: GivenAnswer | null) => void;
  readonly onRead: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const noteId = useId();
  const { typed, given } = props;
  const { group, decimal } = formats.numbers;
  const type = (now: string): void => {
    const amount = readAmount(now, formats.numbers);
    props.onType(now, now.trim() === '' ? null : amount === undefined ? 'unreadable' : { amount });
  };
  const isUnreadable = given === 'unreadable';
  const amount = given === null || given === 'unreadable' ? null : amountSaid(given);
  return (
    <span className={styles.typed}>
      <span className={isUnreadable ? ui.invalidField : ui.field}>
        <input
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          placeholder={text('statement-import.row-amount-is')}
          data-testid="statement-row-amount"
          data-value={props.rowKey}
          aria-label={props.label}
          aria-invalid={isUnreadable}
          aria-describedby={noteId}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') props.onRead();
          }}
        />
      </span>
      <span id={noteId} role="status">
        {isUnreadable ? (
          <span className={classNames(ui.negative, ui.tiny)} data-testid="statement-row-amount-wrong">
            {text('number-filter.unreadable', { sample: `1${group}234${decimal}5` })}
          </span>
        ) : amount === null ? null : (
          <span className={ui.tiny} data-testid="statement-row-amount-read" data-value={amount}>
            = {formats.exact(amount)}
          </span>
        )}
      </span>
    </span>
  );
}
