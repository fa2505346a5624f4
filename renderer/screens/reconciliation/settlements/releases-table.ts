import type { ReleasesPage } from '#renderer/data/api/settlements.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { ReleaseForecast, ReleaseScore } from '#shared/domain/releases/release-results.ts';
import type { TableCell, TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';
import { totalOf } from './owed.ts';
import { missOf } from './release-scores.tsx';

const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
const ofKind = (name: string, kind: TableColumn['kind']): TableColumn => ({ name, kind, total: null });

/** What comes, by channel and account, as a file has it. Pure. */
export function forecastTable(
  page: ReleasesPage,
  text: Text,
  dayText: (day: LocalDate) => string,
): WholeTable {
  const { accounts, periods } = page;
  const money = (name: string, of: (each: ReleaseForecast) => string | null): TableColumn => ({
    name,
    kind: 'money',
    total: {
      kind: 'sum',
      value: totalOf(accounts.map((each) => (of(each) ?? '0') as ReleaseForecast['pending'])),
    },
  });
  const told = (each: ReleaseForecast, of: 'later' | 'never') => (each.amounts === null ? null : each[of]);
  const periodColumns = periods.map(({ kind, from, to }, at) => ({
    name: kind === 'week' ? `${dayText(from)} – ${dayText(to)}` : text('release.until', { day: dayText(to) }),
    at,
  }));
  const last = periods.findLast(({ kind }) => kind === 'week')?.to;
  return {
    name: text('release.title'),
    columns: [
      plain('Canal'),
      plain('Cuenta'),
      money(text('release.pending'), ({ pending }) => pending),
      ...periodColumns.flatMap(({ name, at }) => [
        money(name, ({ amounts }) => amounts?.[at]?.amount ?? null),
        ofKind(`${name} · ${text('release.low')}`, 'money'),
        ofKind(`${name} · ${text('release.high')}`, 'money'),
      ]),
      money(text('release.later', { day: last === undefined ? '' : dayText(last) }), (each) =>
        told(each, 'later'),
      ),
      money(text('release.never'), (each) => told(each, 'never')),
      money(text('release.untold'), ({ untold }) => untold),
      ofKind(text('release.half'), 'count'),
      ofKind(text('release.most'), 'count'),
      ofKind(text('release.learnt'), 'count'),
    ],
    keyColumns: 2,
    lines: accounts.map(
      (each): TableLine => ({
        cells: [
          each.canal,
          each.cuenta,
          each.pending,
          ...periods.flatMap((_, at) => {
            const found = each.amounts?.[at];
            return [found?.amount ?? null, found?.range?.low ?? null, found?.range?.high ?? null];
          }),
          told(each, 'later'),
          told(each, 'never'),
          each.untold,
          each.half === null ? null : String(each.half),
          each.most === null ? null : String(each.most),
          String(each.learnt.rows),
        ],
      }),
    ),
  };
}

const FORECAST = 3;

/** Every month, channel and account: what was foretold and what came, and all accounts of a month below them. Pure. */
export function scoreTable({ accounts, months, scores }: ReleasesPage, text: Text): WholeTable {
  const cells = (month: string, canal: string, cuenta: string, score: ReleaseScore): readonly TableCell[] => {
    const { difference, percent } = missOf(score);
    return [
      month,
      canal,
      cuenta,
      score.forecast,
      score.came,
      difference === null
        ? null
        : { value: difference, formula: { kind: 'difference', column: FORECAST + 1, less: FORECAST } },
      percent === null
        ? null
        : { value: percent, formula: { kind: 'change', part: FORECAST + 2, base: FORECAST } },
      score.since,
    ];
  };
  return {
    name: text('release.score'),
    columns: [
      plain(text('release.month')),
      plain('Canal'),
      plain('Cuenta'),
      ofKind(text('release.forecast'), 'money'),
      ofKind(text('release.came'), 'money'),
      ofKind(text('release.difference'), 'money'),
      ofKind('%', 'percent'),
      ofKind(text('release.since'), 'money'),
    ],
    keyColumns: 3,
    lines: months.flatMap((month, at): readonly TableLine[] => [
      ...accounts.flatMap(({ canal, cuenta, scores: own }) => {
        const score = own[at];
        return score === undefined ? [] : [{ cells: cells(month, canal, cuenta, score) }];
      }),
      ...scores
        .slice(at, at + 1)
        .map((score): TableLine => ({ cells: cells(month, text('release.all'), '', score), isStrong: true })),
    ]),
  };
}
