import type { Formula, TableCell, WholeTable } from '#renderer/data/model/sheet-table.ts';
import { RateFigure } from '#renderer/features/dimensions/rate-figure.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { ForecastScore } from '#renderer/reconciliation/payouts/model/forecast/forecast-results.ts';
import type { PayoutForecastPage } from '#renderer/reconciliation/payouts/model/settlements.ts';
import ui from '#renderer/ui/controls.module.css';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import type { Month } from '#shared/domain/dates.ts';
import {
  type Decimal,
  differenceBetween,
  fromDecimal,
  percentOf,
  sumOf,
  toDecimal,
} from '#shared/domain/decimal.ts';
import type { SellerAccount } from '#shared/domain/selection.ts';
import styles from './forecast.module.css';

/** The amount that came less the forecast, in percent of that; null: there was none. */
export function missOf({ forecast, came }: Pick<ForecastScore, 'forecast' | 'came'>): {
  readonly difference: Decimal | null;
  readonly percent: Decimal | null;
} {
  if (forecast === null) return { difference: null, percent: null };
  const difference = differenceBetween(forecast, came);
  const [part, { units, scale }] = [fromDecimal(difference), fromDecimal(forecast)];
  const percent = percentOf(part, { units: units < 0n ? -units : units, scale }, 6);
  return { difference, percent: percent === undefined ? null : toDecimal(percent) };
}

/** A month's score: of all accounts, or of one in a file. */
type ScoreRow = { readonly month: Month; readonly of: SellerAccount | null; readonly score: ForecastScore };
/** The place of what was foretold in a file. */
const FORECAST = 3;

function columnsOf(text: Text): readonly Column<ScoreRow>[] {
  const money = (id: 'forecast' | 'came' | 'since'): Column<ScoreRow> => ({
    id,
    heading: text(`release.${id}`),
    kind: 'money',
    value: ({ score }) => score[id],
    figure: { testId: `score-${id}` },
  });
  return [
    { heading: text('release.month'), value: 'month', draw: ({ month }) => monthTitle(month, text) },
    sheetColumn('Canal', ({ of }) => (of === null ? text('release.all') : of.Canal)),
    sheetColumn('Cuenta', ({ of }) => of?.Cuenta ?? ''),
    money('forecast'),
    money('came'),
    {
      id: 'difference',
      heading: text('release.difference'),
      kind: 'money',
      value: ({ score }) => missOf(score).difference,
      signed: true,
      testId: 'score-difference',
      sheet: {
        value: ({ score }) =>
          formulaCell(missOf(score).difference, {
            kind: 'difference',
            column: FORECAST + 1,
            less: FORECAST,
          }),
      },
    },
    {
      id: 'percent',
      heading: '%',
      kind: 'points',
      value: ({ score }) => missOf(score).percent,
      draw: ({ score }) => <MissRate score={score} />,
      sheet: {
        value: ({ score }) =>
          formulaCell(missOf(score).percent, { kind: 'change', part: FORECAST + 2, base: FORECAST }),
      },
    },
    { ...money('since'), head: { title: text('release.since-title') } },
  ];
}

const formulaCell = (value: Decimal | null, formula: Formula): TableCell =>
  value === null ? null : { value, formula };

function MissRate({ score }: { readonly score: ForecastScore }) {
  const text = useText();
  const { difference, percent } = missOf(score);
  return (
    <RateFigure
      rate={percent}
      part={difference}
      base={score.forecast ?? undefined}
      name={`${text('release.difference')} ÷ ${text('release.forecast')}`}
    />
  );
}

/** Every month, channel and account: what was foretold and what came, and all accounts of a month below them. Pure. */
export function scoreTable({ accounts, months, scores }: PayoutForecastPage, text: Text): WholeTable {
  const rows = months.flatMap((month, at): readonly ScoreRow[] => [
    ...accounts.flatMap(({ canal, cuenta, scores: own }) =>
      own.slice(at, at + 1).map((score) => ({ month, of: { Canal: canal, Cuenta: cuenta }, score })),
    ),
    ...scores.slice(at, at + 1).map((score) => ({ month, of: null, score })),
  ]);
  return sheetOf({
    name: text('release.score'),
    columns: columnsOf(text),
    rows,
    keyColumns: 3,
    line: ({ of }) => (of === null ? { isStrong: true } : {}),
  });
}

/** Month by month what was foretold on its first morning and what came of it; the months with a forecast added up. */
export function ForecastScores(props: {
  readonly months: readonly Month[];
  readonly scores: readonly ForecastScore[];
}) {
  const text = useText();
  const rows = props.months.flatMap((month, at) =>
    props.scores.slice(at, at + 1).map((score): ScoreRow => ({ month, of: null, score })),
  );
  const scored = rows.flatMap(({ score: { forecast, ...rest } }) =>
    forecast === null ? [] : [{ ...rest, forecast }],
  );
  if (scored.length === 0) return <p className={ui.hint}>{text('release.no-score')}</p>;
  const whole = {
    forecast: sumOf(scored.map(({ forecast }) => forecast)),
    came: sumOf(scored.map(({ came }) => came)),
    since: sumOf(scored.map(({ since }) => since)),
  };
  const miss = missOf(whole);
  return (
    <ListTable
      name={text('release.score')}
      className={styles.scores}
      columns={columnsOf(text)}
      rows={rows.toReversed()}
      keyOf={({ month }) => month}
      line={({ month }) => ({ 'data-testid': 'release-score', 'data-month': month })}
      sums={[
        {
          key: 'all',
          name: text('release.months', { count: scored.length }),
          line: { className: styles.total, 'data-testid': 'release-score-all' },
          isFoot: true,
          sums: {
            forecast: { value: whole.forecast, testId: 'score-forecast' },
            came: { value: whole.came, testId: 'score-came' },
            difference: { value: miss.difference, signed: true, testId: 'score-difference' },
            percent: { value: miss.percent, draw: <MissRate score={whole} /> },
            since: { value: whole.since, testId: 'score-since' },
          },
        },
      ]}
    />
  );
}
