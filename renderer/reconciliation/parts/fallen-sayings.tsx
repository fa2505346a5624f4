import { useText } from '#renderer/i18n/text.tsx';
import type { DecidedFigures } from '#renderer/reconciliation/matching/model/decisions.ts';
import type { FallenSaying } from '#renderer/reconciliation/matching/model/matches.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Decisions } from './use-decisions.ts';

/** Decisions about two sides that hold no more: with their figures then, and those of now. */
export function FallenSayings(props: {
  readonly testId: string;
  readonly sayings: readonly FallenSaying[];
  readonly decisions: Decisions;
}) {
  return props.sayings.map((saying) => <Fallen key={saying.key} {...props} saying={saying} />);
}

function Fallen(props: {
  readonly testId: string;
  readonly saying: FallenSaying;
  readonly decisions: Decisions;
}) {
  const text = useText();
  const formats = useFormats();
  const { testId, saying, decisions } = props;
  const former = decisions.decisions?.get(saying.key);
  if (former === undefined) return null;
  const { verdict, note, owner, atMs, lines, orders, said } = former;
  const { why, now } = saying;
  return (
    <div className={ui.caption} data-testid={testId} data-value={why}>
      <span className={classNames(ui.tag, ui.caution)}>{text(`match.fallen-${why}`)}</span>{' '}
      {text('match.fallen-line', {
        verdict: text(`match.verdict-${verdict}`),
        owner: owner === '' ? text('closing.nobody') : owner,
        date: formatMoment(machineLocal(atMs), formats.dates),
      })}
      {note === '' ? null : <q>{note}</q>}{' '}
      {said === null ? null : (
        <>
          {text('match.then')} <DecidedFiguresLine said={said} testId={`${testId}-then`} />{' '}
        </>
      )}
      {now === null ? null : (
        <>
          {text('match.now')} <DecidedFiguresLine said={now} testId={`${testId}-now`} />{' '}
        </>
      )}
      {now === null || why === 'apart' ? null : (
        <Button
          className={classNames(ui.button, ui.smallButton)}
          data-testid={`${testId}-again`}
          disabled={decisions.busy}
          onClick={() => void decisions.say(verdict, { lines, orders, said: now }, note)}
        >
          {text('match.say-again', { verdict: text(`match.verdict-${verdict}`) })}
        </Button>
      )}{' '}
      <Button
        className={ui.smallLink}
        data-testid={`${testId}-withdraw`}
        disabled={decisions.busy}
        onClick={() => void decisions.withdraw(saying.key)}
      >
        {text('match.withdraw')}
      </Button>
    </div>
  );
}

/** The figures of both sides when the decision was made. */
export function DecidedFiguresLine({
  said,
  testId,
}: {
  readonly said: DecidedFigures;
  readonly testId?: string;
}) {
  const text = useText();
  const formats = useFormats();
  const places = formats.places([said.there, said.here]);
  const figure = (side: 'there' | 'here') => (
    <>
      {text(`match.${side}`)}{' '}
      <Figure
        value={said[side]}
        kind="money"
        places={places}
        {...(testId === undefined ? {} : { testId: `${testId}-${side}` })}
      />
    </>
  );
  return (
    <>
      {figure('there')}, {figure('here')}
    </>
  );
}
