import { FigureCell, RateCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Month } from '#shared/domain/dates.ts';
import {
  type Decimal,
  differenceBetween,
  fromDecimal,
  percentOf,
  toDecimal,
} from '#shared/domain/decimal.ts';
import type { ReleaseScore } from '#shared/domain/releases/release-results.ts';
import { totalOf } from './owed.ts';
import styles from './releases.module.css';

/** What came less what was foretold, in percent of that; null: nothing was. */
export function missOf({ forecast, came }: Pick<ReleaseScore, 'forecast' | 'came'>): {
  readonly difference: Decimal | null;
  readonly percent: Decimal | null;
} {
  if (forecast === null) return { difference: null, percent: null };
  const difference = differenceBetween(forecast, came);
  const [part, { units, scale }] = [fromDecimal(difference), fromDecimal(forecast)];
  const percent = percentOf(part, { units: units < 0n ? -units : units, scale }, 6);
  return { difference, percent: percent === undefined ? null : toDecimal(percent) };
}

/** Month by month what was foretold on its first morning and what came of it; the months with a forecast added up. */
export function ReleaseScores(props: {
  readonly months: readonly Month[];
  readonly scores: readonly ReleaseScore[];
}) {
  const text = useText();
  const formats = useFormats();
  const lines = props.months.flatMap((month, at) => {
    const score = props.scores[at];
    return score === undefined ? [] : [{ month, score }];
  });
  const told = lines.flatMap(({ score: { forecast, ...rest } }) =>
    forecast === null ? [] : [{ ...rest, forecast }],
  );
  if (told.length === 0) return <p className={ui.hint}>{text('release.no-score')}</p>;
  const whole: ReleaseScore = {
    forecast: totalOf(told.map(({ forecast }) => forecast)),
    came: totalOf(told.map(({ came }) => came)),
    since: totalOf(told.map(({ since }) => since)),
  };
  const places = formats.places(
    [whole, ...lines.map(({ score }) => score)].flatMap(({ forecast, came, since }) => [
      forecast ?? undefined,
      came,
      since,
    ]),
  );
  return (
    <table className={classNames(ui.denseTable, styles.scores)} aria-label={text('release.score')}>
      <thead>
        <tr>
          <th>{text('release.month')}</th>
          <th className={ui.number}>{text('release.forecast')}</th>
          <th className={ui.number}>{text('release.came')}</th>
          <th className={ui.number}>{text('release.difference')}</th>
          <th className={ui.number}>%</th>
          <th className={ui.number} title={text('release.since-title')}>
            {text('release.since')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.toReversed().map(({ month, score }) => (
          <tr key={month} data-testid="release-score" data-month={month}>
            <td>{monthTitle(month, text)}</td>
            <ScoreCells score={score} places={places} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className={styles.total} data-testid="release-score-all">
          <th scope="row">{text('release.months', { count: told.length })}</th>
          <ScoreCells score={whole} places={places} />
        </tr>
      </tfoot>
    </table>
  );
}

function ScoreCells({ score, places }: { readonly score: ReleaseScore; readonly places: number }) {
  const text = useText();
  const { difference, percent } = missOf(score);
  return (
    <>
      <FigureCell value={score.forecast} kind="money" places={places} testId="score-forecast" />
      <FigureCell value={score.came} kind="money" places={places} testId="score-came" />
      <FigureCell value={difference} kind="money" places={places} signed testId="score-difference" />
      <RateCell
        rate={percent}
        part={difference}
        base={score.forecast ?? undefined}
        name={`${text('release.difference')} ÷ ${text('release.forecast')}`}
      />
      <FigureCell value={score.since} kind="money" places={places} testId="score-since" />
    </>
  );
}
