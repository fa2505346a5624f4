import { useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { ReasonField } from './reason-field.tsx';
import { keyOfSides, leftBetween, mayMatch, type Sides } from './sides.ts';
import type { Decisions } from './use-decisions.ts';

const BUTTON = classNames(ui.button, ui.smallButton);
const QUIET = classNames(BUTTON, ui.quietButton);

/** Whether what is suggested belongs together: it is the user who says so. */
export function SuggestionButtons(props: {
  readonly testId: string;
  readonly sides: Sides;
  readonly decisions: Decisions;
}) {
  const text = useText();
  const [note, setNote] = useState('');
  const { testId, sides, decisions } = props;
  const reason = note.trim();
  const needsReason = leftBetween(sides) !== null;
  return (
    <>
      {needsReason ? <ReasonField testId={`${testId}-reason`} reason={note} onChange={setNote} /> : null}
      <Button
        className={BUTTON}
        data-testid={`${testId}-match`}
        disabled={decisions.busy || !mayMatch(sides, reason)}
        title={needsReason ? text('match.reason-about') : undefined}
        onClick={() => void decisions.say('match', sides, reason)}
      >
        {text('match.is-match')}
      </Button>
      <Button
        className={QUIET}
        data-testid={`${testId}-no-match`}
        disabled={decisions.busy}
        onClick={() => void decisions.say('no-match', sides)}
      >
        {text('match.is-no-match')}
      </Button>
    </>
  );
}

/** Decisions about two sides, with a note, and the way to take them back. */
export function DecisionButtons(props: {
  readonly testId: string;
  readonly sides: Sides;
  readonly note: string;
  readonly decisions: Decisions;
  /** A difference needs an explanation. */
  readonly mayExplain: boolean;
  /** A match that was found may be kept for good. */
  readonly mayKeep: boolean;
  readonly mayPart: boolean;
}) {
  const text = useText();
  const { testId, sides, decisions } = props;
  const note = props.note.trim();
  const needsReason = leftBetween(sides) !== null;
  const key = keyOfSides(sides);
  return (
    <>
      {props.mayExplain ? (
        <Button
          className={BUTTON}
          data-testid={`${testId}-explain`}
          disabled={decisions.busy || note === ''}
          title={text('match.explain-about')}
          onClick={() => void decisions.say('explained', sides, note)}
        >
          {text('match.explain')}
        </Button>
      ) : null}
      {props.mayKeep ? (
        <Button
          className={BUTTON}
          data-testid={`${testId}-keep`}
          disabled={decisions.busy || !mayMatch(sides, note)}
          title={needsReason ? text('match.reason-about') : undefined}
          onClick={() => void decisions.say('match', sides, note)}
        >
          {text('match.is-match')}
        </Button>
      ) : null}
      {props.mayPart ? (
        <Button
          className={BUTTON}
          data-testid={`${testId}-part`}
          disabled={decisions.busy}
          onClick={() => void decisions.say('no-match', sides, note)}
        >
          {text('match.is-no-match')}
        </Button>
      ) : null}
      {decisions.decisions?.has(key) === true ? (
        <Button
          className={QUIET}
          data-testid={`${testId}-withdraw`}
          disabled={decisions.busy}
          onClick={() => void decisions.withdraw(key)}
        >
          {text('match.withdraw')}
        </Button>
      ) : null}
    </>
  );
}
