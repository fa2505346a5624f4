import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TableRow } from '#renderer/data/model/rows.ts';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { type OpenedLine, placesOf } from '#renderer/screens/orders/opened-orders.ts';
import { type Copied, RangeSummary } from '#renderer/screens/orders/range-summary.tsx';
import { DEFAULT_CHOICES, FormatsProvider } from '#renderer/ui/formats.tsx';
import type { CellRange } from '#renderer/ui/grid/grid-types.ts';
import { MAX_RANGE_ROWS } from '#renderer/ui/grid/tsv.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What is said of the cells that are chosen, whole: over lines on hand, lines to be read, and too many of them. */

const COLUMNS = ['Canal', 'Ventas', 'Unidades', '% Rentabilidad Total'];
const line = (at: number, ...cells: readonly (string | null)[]): TableRow => ({
  ...{ id: `${at}`, cells, rows: 1, unreadable: [], mixed: [], productCostMissing: false },
});
const LINES = [
  line(0, 'Uno', '60', '1', '10'),
  line(1, 'Uno', '23.5', '2', '20'),
  line(2, 'Dos', null, '3', '30'),
  line(3, 'Dos', '-3.25', '4', null),
];
const SUMS = { Ventas: '1000.25', Unidades: '7' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function summary(total: number, held: readonly TableRow[] = LINES, opened: readonly OpenedLine[] = []) {
  const asked: (readonly [number, number])[] = [];
  let answer: (from: number, to: number) => Promise<readonly TableRow[] | null> = async (from, to) =>
    Array.from({ length: to - from + 1 }, (_, at) => line(from + at, 'Uno', '2', '1', '5'));
  const source = {
    readRange: (from: number, to: number) => {
      asked.push([from, to]);
      return answer(from, to);
    },
  } as never;
  const places = placesOf(total, opened);
  const copied = vi.fn();
  const draw = (
    range: CellRange | null,
    said: Copied | null,
    revision: number,
    columns: readonly string[],
  ) => {
    const view = {
      ...{ revision, total, head: { sums: SUMS }, pages: new Map([[0, held]]) },
      query: {
        rows: { selection: EVERYTHING, grouping: 'orders', sort: null, columns: COLUMNS },
        totalColumns: [],
      },
    };
    const lineOf = (row: number) => {
      const { line: at, item } = places.at(row);
      return item === null ? held[at] : line(row, 'ítem', '100', '1', '1');
    };
    return (
      <TextProvider language="es" columnNames="language">
        <FormatsProvider {...DEFAULT_CHOICES}>
          <RangeSummary
            range={range}
            opened={{ view, places, lineOf } as never}
            source={source}
            columns={columns.map((id) => ({ id, name: id })) as never}
            places={2}
            copied={said}
            onCopy={copied}
          />
        </FormatsProvider>
      </TextProvider>
    );
  };
  const shown = render(draw(null, null, 1, COLUMNS));
  const { container } = shown;
  let now: CellRange | null = null;
  const told = () =>
    [...container.querySelectorAll('span > span, span > button')].map((each) =>
      each.textContent?.replace(/\s/gu, ' '),
    );
  return {
    asked,
    copied,
    container,
    unmount: shown.unmount,
    told,
    answer: (next: typeof answer) => {
      answer = next;
    },
    rest: (ms = 150) => act(() => vi.advanceTimersByTimeAsync(ms)),
    choose: (
      [top, left]: readonly [number, number],
      [bottom, right]: readonly [number, number],
      { said = null as Copied | null, revision = 1, columns = COLUMNS } = {},
    ) => {
      now = { from: { row: bottom, column: left }, to: { row: top, column: right } };
      shown.rerender(draw(now, said, revision, columns));
      return told();
    },
    let: (said: Copied | null) => shown.rerender(draw(null, said, 1, COLUMNS)),
  };
}
const NAMED = text('copy-cells.named');
const figures = (sum: string, average: string | null, count: string) => [
  `${text('range.sum')} ${sum}`,
  ...(average === null ? [] : [`${text('range.average')} ${average}`]),
  `${text('range.count')} ${count}`,
];
const cells = (column: string, count: number) =>
  text('range.cells', { column, count, shown: count.toLocaleString('de') });
const many = (count: number) => text('range.columns', { count });

describe('the chosen cells', () => {
  test('of lines on hand have their sum, average and number at once; blanks are none of them', () => {
    const { choose, container, copied, told, let: leave } = summary(9);
    expect(container.textContent).toBe('');
    expect(choose([0, 1], [0, 1])).toEqual([]);
    expect(choose([0, 1], [1, 1])).toEqual([cells('Ventas', 2), ...figures('83,50', '41,75', '2'), NAMED]);
    expect(choose([0, 1], [3, 1])).toEqual([cells('Ventas', 4), ...figures('80,25', '26,75', '3'), NAMED]);
    expect(container.querySelector<HTMLElement>('[data-testid=range-sum]')?.dataset.value).toBe('80.25');
    // Texts and rates are counted, and not added.
    expect(choose([0, 0], [3, 0])).toEqual([cells('Canal', 4), `${text('range.count')} 4`, NAMED]);
    expect(choose([0, 3], [3, 3])).toEqual([
      cells('% Rentabilidad Total', 4),
      `${text('range.count')} 4`,
      NAMED,
    ]);
    expect(choose([2, 0], [2, 1])).toEqual([cells(many(2), 2), `${text('range.count')} 2`, NAMED]);
    // A text beside amounts leaves these what they come to; unlike figures come to nothing.
    expect(choose([0, 0], [1, 1])).toEqual([cells(many(2), 4), ...figures('83,50', '41,75', '2'), NAMED]);
    expect(choose([0, 1], [1, 2])).toEqual([
      ...[cells(many(2), 4), text('range.unlike'), `${text('range.count')} 4`, NAMED],
    ]);
    const press = container.querySelector('button') as HTMLElement;
    fireEvent.click(press);
    expect(copied.mock.calls).toEqual([
      [{ from: { row: 1, column: 1 }, to: { row: 0, column: 2 } }, 'named'],
    ]);
    const most = '20.000';
    for (const said of ['whole', 'part', 'failed'] as const) {
      expect(choose([0, 1], [1, 1], { said }).at(-2)).toBe(text(`range.copied-${said}`, { shown: most }));
      leave(said);
      expect(told()).toEqual([text(`range.copied-${said}`, { shown: most })]);
    }
  });

  test('of an order and the rows under it are the order’s; what is left out is told in cells', () => {
    const { choose } = summary(4, LINES, [{ key: 'k', line: 1, items: 2 }]);
    const left = (count: number) => text('range.items-out', { count, shown: String(count) });
    expect(choose([0, 1], [4, 1])).toEqual([
      ...[cells('Ventas', 3), left(2), ...figures('83,50', '41,75', '2'), NAMED],
    ]);
    expect(choose([1, 1], [2, 2])).toEqual([
      ...[cells(many(2), 2), left(2), text('range.unlike'), `${text('range.count')} 2`, NAMED],
    ]);
    // The rows alone are counted as they are.
    expect(choose([2, 1], [3, 1])).toEqual([cells('Ventas', 2), ...figures('200,00', '100,00', '2'), NAMED]);
  });

  test('of lines that are not on hand are read once the range rests, and again for another one or a commit', async () => {
    const { asked, choose, told, rest, answer, unmount } = summary(500);
    const reading = (column: string, count: number) => [
      cells(column, count),
      text('range.reading'),
      `${text('range.count')} ${count}`,
      NAMED,
    ];
    expect(choose([2, 1], [9, 1])).toEqual(reading('Ventas', 8));
    await rest(149);
    choose([2, 1], [11, 1]);
    await rest(149);
    expect(asked).toEqual([]);
    await rest(1);
    expect(asked).toEqual([[2, 11]]);
    expect(told()).toEqual([cells('Ventas', 10), ...figures('20,00', '2,00', '10'), NAMED]);
    // The same cells once more are known; other columns of them, or of another revision, are not.
    expect(choose([2, 1], [11, 1])).toEqual([cells('Ventas', 10), ...figures('20,00', '2,00', '10'), NAMED]);
    expect(choose([2, 2], [11, 2])).toEqual(reading('Unidades', 10));
    await rest();
    expect(told()).toEqual([cells('Unidades', 10), ...figures('10,00', '1,00', '10'), NAMED]);
    answer(async () => null);
    expect(choose([2, 2], [11, 2], { revision: 2 })).toEqual(reading('Unidades', 10));
    await rest();
    // A commit came in between: its answer is on its way.
    expect([told(), asked.length]).toEqual([reading('Unidades', 10), 3]);
    let give: (lines: readonly TableRow[]) => void = () => {};
    answer(() => new Promise((resolve) => (give = resolve)));
    choose([2, 2], [12, 2], { revision: 2 });
    await rest();
    // Another range is chosen before those lines come: they are nobody's.
    expect(choose([0, 1], [1, 1], { revision: 2 })).toEqual([
      cells('Ventas', 2),
      ...figures('83,50', '41,75', '2'),
      NAMED,
    ]);
    await act(async () => give([line(0, 'x', '9', '9', '9')]));
    expect(told()).toEqual([cells('Ventas', 2), ...figures('83,50', '41,75', '2'), NAMED]);
    choose([2, 2], [13, 2], { revision: 2 });
    unmount();
    await rest();
    expect(asked).toHaveLength(4);
  });

  test('of whole columns are the foot’s sums, however many; of more than can be read in part they are counted', async () => {
    const most = MAX_RANGE_ROWS;
    const { asked, choose, rest } = summary(most + 2);
    const all = most + 2;
    const shown = (count: number) => count.toLocaleString('de');
    expect(choose([0, 1], [all - 1, 1])).toEqual([
      ...[cells('Ventas', all), ...figures('1.000,25', null, shown(all)), NAMED],
    ]);
    expect(choose([0, 0], [all - 1, 1])).toEqual([
      ...[cells(many(2), 2 * all), ...figures('1.000,25', null, shown(2 * all)), NAMED],
    ]);
    const tooMany = text('range.too-many', { shown: '20.000' });
    const count = (of: number) => `${text('range.count')} ${shown(of)}`;
    // All but the first, or but the last, are not all.
    for (const [top, bottom] of [
      [1, all - 1],
      [0, all - 2],
    ] as const)
      expect(choose([top, 1], [bottom, 1])).toEqual([
        cells('Ventas', most + 1),
        tooMany,
        count(most + 1),
        NAMED,
      ]);
    expect(choose([0, 1], [most - 1, 1])).toEqual([
      ...[cells('Ventas', most), text('range.reading'), count(most), NAMED],
    ]);
    await rest();
    expect(asked).toEqual([[0, most - 1]]);
  });
});
