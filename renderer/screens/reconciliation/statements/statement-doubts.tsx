import { useState } from 'react';
import type { AskedRows } from '#renderer/data/api/intake.ts';
import type { StatementPreview as Found } from '#renderer/data/api/statements.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ROW_ANSWERS, type RowAnswer } from '#shared/domain/statements/row-answers.ts';
import type { NotUnderstood } from '#shared/domain/statements/statement.ts';
import { notUnderstoodText } from './statement-words.ts';
import styles from './statements.module.css';

const SHOWN_CELLS = 50;

/** What of a file was not understood, asked row by row or of all at once, and what the user's word is of by now. */
export function StatementDoubts(props: {
  readonly found: Found;
  /** What was said since the file was chosen. */
  readonly asked: AskedRows;
  readonly onRead: (rows: AskedRows) => void;
}) {
  const { found, asked, onRead } = props;
  const [answers, setAnswers] = useState<ReadonlyMap<string, RowAnswer>>(new Map());
  const isOpen = found.notUnderstood.told.some(({ row }) => row !== undefined);
  const say = (said: AskedRows['said'], others: RowAnswer | null = asked.others): void => {
    const keys = new Set(said.map(({ key }) => key));
    onRead({ said: [...asked.said.filter(({ key }) => !keys.has(key)), ...said], others });
  };
  return (
    <>
      <Doubts
        doubts={found.notUnderstood}
        answers={answers}
        onAnswer={(key, answer) => setAnswers(new Map(answers).set(key, answer))}
      />
      {isOpen ? (
        <Answering
          count={answers.size}
          mayAllBeLines={found.notUnderstood.told.every(({ row }) => row?.mayBeLine !== false)}
          onRead={() => say([...answers].map(([key, answer]) => ({ key, answer })))}
          onAll={(answer) => say([], answer)}
        />
      ) : null}
      <SaidRows said={found.said} onAsk={(key) => say([{ key, answer: null }])} />
    </>
  );
}

function Doubts(props: {
  readonly doubts: Found['notUnderstood'];
  readonly answers: ReadonlyMap<string, RowAnswer>;
  readonly onAnswer: (key: string, answer: RowAnswer) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { count, told } = props.doubts;
  if (count === 0) return null;
  return (
    <section className={styles.part}>
      <p className={ui.warning}>
        {text('statement-import.not-understood', { count, shown: formats.count(count) })}
      </p>
      <ul className={styles.faults} data-testid="statement-not-understood" data-value={count}>
        {told.slice(0, SHOWN_CELLS).map((each) => (
          <li key={`${each.line}/${each.column}/${each.why}`}>
            {notUnderstoodText(each, text)}
            <RowQuestion doubt={each} answers={props.answers} onAnswer={props.onAnswer} />
          </li>
        ))}
        {count > SHOWN_CELLS ? (
          <li>{text('statement-import.more', { shown: formats.count(count - SHOWN_CELLS) })}</li>
        ) : null}
      </ul>
    </section>
  );
}

/** Whether a row is a movement; only one with an amount where lines have theirs can be one. */
function RowQuestion(props: {
  readonly doubt: NotUnderstood;
  readonly answers: ReadonlyMap<string, RowAnswer>;
  readonly onAnswer: (key: string, answer: RowAnswer) => void;
}) {
  const text = useText();
  const { row, line } = props.doubt;
  if (row === undefined) return null;
  return (
    <span className={styles.rowAnswers}>
      {ROW_ANSWERS.filter((answer) => answer !== 'movement' || row.mayBeLine).map((answer) => (
        <Button
          key={answer}
          className={ui.smallLink}
          data-testid={`statement-row-${answer}`}
          data-value={row.key}
          aria-label={`${text('statement-import.place-line', { line: String(line) })}: ${text(`statement-import.row-${answer}`)}`}
          aria-pressed={props.answers.get(row.key) === answer}
          onClick={() => props.onAnswer(row.key, answer)}
        >
          {props.answers.get(row.key) === answer ? '✓ ' : ''}
          {text(`statement-import.row-${answer}`)}
        </Button>
      ))}
    </span>
  );
}

function Answering(props: {
  readonly count: number;
  readonly mayAllBeLines: boolean;
  readonly onRead: () => void;
  readonly onAll: (answer: RowAnswer) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { count } = props;
  return (
    <p className={styles.choose}>
      <Button
        className={ui.button}
        data-testid="statement-rows-read"
        disabled={count === 0}
        onClick={props.onRead}
      >
        {text('statement-import.rows-read', { count, shown: formats.count(count) })}
      </Button>
      {ROW_ANSWERS.filter((answer) => answer !== 'movement' || props.mayAllBeLines).map((answer) => (
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

function SaidRows({ said, onAsk }: { readonly said: Found['said']; readonly onAsk: (key: string) => void }) {
  const text = useText();
  const formats = useFormats();
  const { count, told } = said;
  if (count === 0) return null;
  return (
    <section className={styles.part} data-testid="statement-said" data-value={count}>
      <p>{text('statement-import.said', { count, shown: formats.count(count) })}</p>
      <ul className={styles.faults}>
        {told.slice(0, SHOWN_CELLS).map(({ key, line, text: given, answer }) => (
          <li key={key} data-testid="statement-said-row" data-value={answer}>
            {text(`statement-import.said-${answer}`, { line: String(line), given })}{' '}
            <Button
              className={ui.smallLink}
              data-testid="statement-ask-again"
              aria-label={text('statement-import.ask-again-line', { line: String(line) })}
              onClick={() => onAsk(key)}
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
