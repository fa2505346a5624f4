import { useId, useState } from 'react';
import { MAX_NUMBER_LENGTH } from '#renderer/data/model/statement-answers.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { mayBeMeant, shapeOfNumber } from '#renderer/reconciliation/statements/model/number-shapes.ts';
import {
  type AnswerKind,
  type RowAnswer,
  type TypedKind,
  typedAmount,
} from '#renderer/reconciliation/statements/model/row-answers.ts';
import { answersTo } from '#renderer/reconciliation/statements/model/row-questions.ts';
import type { NotUnderstood } from '#renderer/reconciliation/statements/model/statement.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import styles from './statements.module.css';

/** The answer about one row before it is read; a typed text that cannot be meant holds the reading up. */
export type GivenAnswer = RowAnswer | 'unreadable';
export type GivenAnswers = ReadonlyMap<string, GivenAnswer>;

type QuestionProps = {
  readonly doubt: NotUnderstood;
  /** Shapes of the orders' numbers. */
  readonly shapes: readonly string[];
  readonly answers: GivenAnswers;
  /** Null: what was answered is taken back. */
  readonly onAnswer: (key: string, answer: GivenAnswer | null) => void;
  readonly onRead: () => void;
};

/** Asks what a row is, which way its money went, what its amount or its number is: whichever of these it does not tell. */
export function RowQuestion({ doubt, shapes, answers, onAnswer, onRead }: QuestionProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const { row, line, column } = doubt;
  if (row === undefined) return null;
  const { key } = row;
  const given = answers.get(key) ?? null;
  const place = text('statement-import.place-line', { line: String(line) });
  const choose = (answer: Exclude<AnswerKind, TypedKind>): void => {
    setTyped('');
    onAnswer(key, answer);
  };
  return (
    <span className={styles.rowAnswers}>
      {answersTo(doubt.why, row.mayBeLine).map((answer) =>
        answer === 'amount' || answer === 'number' ? (
          <Typed
            key={answer}
            rowKey={key}
            kind={answer}
            label={`${place}: ${text(labelOf(answer, doubt.why), { column })}`}
            typed={typed}
            given={given}
            written={doubt.text}
            shapes={shapes}
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

const labelOf = (kind: TypedKind, why: NotUnderstood['why']) =>
  kind === 'number'
    ? 'statement-import.row-number'
    : why === 'currency'
      ? 'statement-import.row-amount-own'
      : 'statement-import.row-amount';

type TypedProps = {
  readonly rowKey: string;
  readonly kind: TypedKind;
  readonly label: string;
  readonly typed: string;
  readonly given: GivenAnswer | null;
  /** The text in the file. */
  readonly written: string;
  readonly shapes: readonly string[];
  readonly onType: (typed: string, answer: GivenAnswer | null) => void;
  readonly onRead: () => void;
};

/** Shapes that are told as samples. */
const SHAPES_LISTED = 3;

/** An amount or a number that is typed, and as what it is taken; Enter reads the file with it. */
function Typed(props: TypedProps) {
  const text = useText();
  const formats = useFormats();
  const noteId = useId();
  const { kind, typed, given, written, shapes } = props;
  const { group, decimal } = formats.numbers;
  const read = (now: string): GivenAnswer => {
    if (kind === 'number') {
      const number = now.trim();
      const isOne = number.length <= MAX_NUMBER_LENGTH && mayBeMeant(number, written, shapes);
      return isOne ? { number } : 'unreadable';
    }
    const amount = readAmount(now, formats.numbers);
    return amount === undefined ? 'unreadable' : { amount };
  };
  const isUnreadable = given === 'unreadable';
  const amount = given === null || given === 'unreadable' ? null : typedAmount(given);
  const samples = [...new Set([shapeOfNumber(written), ...shapes])].slice(0, SHAPES_LISTED).join(', ');
  return (
    <span className={styles.typed}>
      <span className={isUnreadable ? ui.invalidField : ui.field}>
        <input
          inputMode={kind === 'amount' ? 'decimal' : 'text'}
          autoComplete="off"
          value={typed}
          placeholder={text(`statement-import.row-${kind}-is`)}
          data-testid={`statement-row-${kind}`}
          data-value={props.rowKey}
          aria-label={props.label}
          aria-invalid={isUnreadable}
          aria-describedby={noteId}
          onChange={({ target: { value } }) => props.onType(value, value.trim() === '' ? null : read(value))}
          onKeyDown={(event) => {
            if (event.key === 'Enter') props.onRead();
          }}
        />
      </span>
      <span id={noteId} role="status">
        {isUnreadable ? (
          <span className={classNames(ui.negative, ui.tiny)} data-testid={`statement-row-${kind}-wrong`}>
            {kind === 'number'
              ? text('statement-import.row-number-wrong', { shapes: samples })
              : text('number-filter.unreadable', { sample: `1${group}234${decimal}5` })}
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
