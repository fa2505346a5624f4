import { useState } from 'react';
import { ROW_ANSWERS, type WholeRowAnswer } from '#renderer/data/model/statement-answers.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { StatementPreview as Found } from '#renderer/reconciliation/statements/model/imported.ts';
import {
  answerKind,
  typedAmount,
  typedNumber,
} from '#renderer/reconciliation/statements/model/row-answers.ts';
import { asksWholeRow } from '#renderer/reconciliation/statements/model/row-questions.ts';
import type { NotUnderstood } from '#renderer/reconciliation/statements/model/statement.ts';
import type { RowAnswersAsk } from '#renderer/reconciliation/statements/model/statement-ask.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { answerText, notUnderstoodText } from './statement-messages.ts';
import { type GivenAnswer, type GivenAnswers, RowQuestion } from './statement-row-question.tsx';
import styles from './statements.module.css';

const SHOWN_CELLS = 50;

/** Doubts about a file, asked row by row or of all at once, and the lines that the user's answers cover by now. */
export function StatementDoubts(props: {
  readonly found: Found;
  /** Answers since the file was chosen. */
  readonly asked: RowAnswersAsk;
  readonly onRead: (rows: RowAnswersAsk) => void;
}) {
  const { found, asked, onRead } = props;
  const [answers, setAnswers] = useState<GivenAnswers>(new Map());
  const open = found.notUnderstood.listed.filter(({ row }) => row !== undefined);
  const whole = open.filter(({ why }) => asksWholeRow(why));
  const say = (said: RowAnswersAsk['said'], others: WholeRowAnswer | null = asked.others): void => {
    const keys = new Set(said.map(({ key }) => key));
    onRead({ said: [...asked.said.filter(({ key }) => !keys.has(key)), ...said], others });
  };
  const given = [...answers].flatMap(([key, answer]) => (answer === 'unreadable' ? [] : [{ key, answer }]));
  const read = (): void => {
    if (given.length > 0 && given.length === answers.size) say(given);
  };
  const answer = (key: string, said: GivenAnswer | null): void => {
    const now = new Map(answers);
    if (said === null) now.delete(key);
    else now.set(key, said);
    setAnswers(now);
  };
  return (
    <>
      <Doubts
        doubts={found.notUnderstood}
        shapes={found.numberShapes}
        answers={answers}
        onAnswer={answer}
        onRead={read}
      />
      {open.length > 0 ? (
        <Answering
          count={given.length}
          isUnreadable={given.length < answers.size}
          all={whole.length === 0 ? [] : mayAllBeLines(whole) ? ROW_ANSWERS : ['no-movement']}
          onRead={read}
          onAll={(answer) => say([], answer)}
        />
      ) : null}
      <AnsweredRows said={found.said} onAsk={(key) => say([{ key, answer: null }])} />
    </>
  );
}

const mayAllBeLines = (doubts: readonly NotUnderstood[]): boolean =>
  doubts.every(({ row }) => row?.mayBeLine !== false);

function Doubts(props: {
  readonly doubts: Found['notUnderstood'];
  readonly shapes: Found['numberShapes'];
  readonly answers: GivenAnswers;
  readonly onAnswer: (key: string, answer: GivenAnswer | null) => void;
  readonly onRead: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { count, listed } = props.doubts;
  if (count === 0) return null;
  return (
    <section className={styles.part}>
      <p className={ui.warning}>
        {text('statement-import.not-understood', { count, shown: formats.count(count) })}
      </p>
      <ul className={styles.faults} data-testid="statement-not-understood" data-value={count}>
        {listed.slice(0, SHOWN_CELLS).map((each) => (
          <li key={`${each.line}/${each.column}/${each.why}`}>
            {notUnderstoodText(each, text)}
            <RowQuestion
              doubt={each}
              shapes={props.shapes}
              answers={props.answers}
              onAnswer={props.onAnswer}
              onRead={props.onRead}
            />
          </li>
        ))}
        {count > SHOWN_CELLS ? (
          <li>{text('statement-import.more', { shown: formats.count(count - SHOWN_CELLS) })}</li>
        ) : null}
      </ul>
    </section>
  );
}

/** Reads the file anew with what was answered; what is said of all is of whole rows. */
function Answering(props: {
  readonly count: number;
  /** An amount was typed that is none: what is typed is not lost by reading. */
  readonly isUnreadable: boolean;
  readonly all: readonly WholeRowAnswer[];
  readonly onRead: () => void;
  readonly onAll: (answer: WholeRowAnswer) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { count } = props;
  return (
    <p className={styles.choose}>
      <Button
        className={ui.button}
        data-testid="statement-rows-read"
        disabled={count === 0 || props.isUnreadable}
        title={
          props.isUnreadable
            ? text('statement-import.rows-unreadable')
            : count === 0
              ? text('statement-import.rows-answer-first')
              : undefined
        }
        onClick={props.onRead}
      >
        {text('statement-import.rows-read', { count, shown: formats.count(count) })}
      </Button>
      {props.all.map((answer) => (
        <Button
          key={answer}
          className={ui.button}
          data-testid={`statement-all-${answer}`}
          onClick={() => props.onAll(answer)}
        >
          {text(`statement-import.all-${answer}`)}
        </Button>
      ))}
    </p>
  );
}

function AnsweredRows({
  said,
  onAsk,
}: {
  readonly said: Found['said'];
  readonly onAsk: (key: string) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { count, listed } = said;
  if (count === 0) return null;
  return (
    <section className={styles.part} data-testid="statement-said" data-value={count}>
      <p>{text('statement-import.said', { count, shown: formats.count(count) })}</p>
      <ul className={styles.faults}>
        {listed.slice(0, SHOWN_CELLS).map((row) => (
          <li
            key={row.key}
            data-testid="statement-said-row"
            data-value={typedAmount(row.answer) ?? typedNumber(row.answer) ?? answerKind(row.answer)}
          >
            {answerText(row, text, formats)}{' '}
            <Button
              className={ui.smallLink}
              data-testid="statement-ask-again"
              aria-label={text('statement-import.ask-again-line', { line: String(row.line) })}
              onClick={() => onAsk(row.key)}
            >
              {text('statement-import.ask-again')}
            </Button>
          </li>
        ))}
        {count > SHOWN_CELLS ? (
          <li>{text('statement-import.more', { shown: formats.count(count - SHOWN_CELLS) })}</li>
        ) : null}
      </ul>
    </section>
  );
}
