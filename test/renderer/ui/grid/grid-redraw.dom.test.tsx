import { act } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Grid } from '#renderer/ui/grid/grid.tsx';
import type { GridCell, GridColumn, PaperTable } from '#renderer/ui/grid/grid-types.ts';
import { openPage } from '../../dom/page.tsx';

/** A table is drawn again with whatever is beside it: what has not changed is not written, so that nothing is laid out anew. */

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});

const LINES = Array.from({ length: 3 }, (_, row) => ({ row }));
const COLUMNS = ['a', 'b', 'c'].map(
  (id): GridColumn => ({
    ...{ id, label: id, name: id, align: 'end', width: 100, group: id, pinned: id === 'a', sortable: false },
    ...(id === 'c' ? { atEnd: 'total' as const } : {}),
  }),
);
const cell = (line: object, id: string): GridCell => ({
  text: `${id}/${(line as { readonly row: number }).row}`,
  tone: 'plain',
});
const foot = (id: string): GridCell => ({ text: `${id}/all`, tone: 'plain' });
const line = (row: number) => LINES[row];
const onNothing = (): void => {};
const PAPER: PaperTable = {
  lines: () => LINES,
  total: LINES.length,
  isAsSeen: false,
  remark: () => '',
  subtotal: () => () => null,
  testId: 'paper',
};

let drawAgain: () => void = () => {};
let turn: (word: string) => void = () => {};
let show: (rowCount: number) => void = () => {};
function Table() {
  const [, setCount] = useState(0);
  const [word, setWord] = useState('');
  const [rowCount, setRowCount] = useState(LINES.length);
  show = setRowCount;
  drawAgain = () => setCount((count) => count + 1);
  turn = setWord;
  return (
    <Grid
      label="lines"
      columns={COLUMNS}
      groups={[]}
      actions={null}
      rowCount={rowCount}
      line={line}
      cell={word === '' ? cell : (of, id) => ({ ...cell(of, id), text: word })}
      foot={foot}
      sort={null}
      onSort={onNothing}
      openRow={null}
      reveal={null}
      onOpen={null}
      stale={false}
      empty={null}
      paper={PAPER}
    />
  );
}

/** Tells what was written into the page since it was asked last: names of attributes, or kinds of change. */
function watchWriting() {
  let written: string[] = [];
  const changes = new MutationObserver((records) => {
    written.push(...records.map(({ type, attributeName }) => attributeName ?? type));
  });
  changes.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  return {
    /** Up to a mark that is written now. */
    all: async (): Promise<readonly string[]> => {
      document.body.toggleAttribute('data-mark');
      await vi.waitFor(() => expect(written).toContain('data-mark'));
      const before = written.slice(0, written.indexOf('data-mark'));
      written = [];
      return before;
    },
    stop: () => {
      changes.disconnect();
      document.body.removeAttribute('data-mark');
    },
  };
}

test('a table that is drawn again as it was writes nothing into the page', async () => {
  await openPage({}, () => <Table />);
  const { all, stop } = watchWriting();
  await act(async () => drawAgain());
  expect(await all()).toEqual([]);
  await act(async () => turn('other'));
  expect(await all()).not.toEqual([]);
  stop();
});

test('where more or fewer rows are seen, those that stay are not written anew', async () => {
  const { view } = await openPage({}, () => <Table />);
  const rows = () => [...view.container.querySelectorAll<HTMLElement>('[data-row]')];
  const [first, second] = rows();
  const { all, stop } = watchWriting();
  for (const rowCount of [2, 3]) {
    await act(async () => show(rowCount));
    const numbers = rows().map(({ dataset }) => Number(dataset.row));
    expect(numbers.toSorted()).toEqual(LINES.slice(0, rowCount).map(({ row }) => row));
    expect(rows()).toEqual(expect.arrayContaining([first, second]));
    const written = await all();
    // A row that comes is written before it is put on the sheet.
    expect(written).not.toContain('characterData');
    expect(written).not.toContain('data-row');
  }
  stop();
});

test('where zones stand is written into each of them: no variable of the table styles all cells anew', async () => {
  const { view } = await openPage({}, () => <Table />);
  const zones = [...view.container.querySelectorAll<HTMLElement>('[role=row] [data-zone]')];
  const places = zones.map(({ dataset, style }) => [dataset.zone, style.left, style.width].join(' '));
  const bands = zones.filter(({ dataset }) => dataset.zone === 'strip').length;
  // Two rows of the head, the lines, the foot.
  expect(bands).toBe(2 + LINES.length + 1);
  for (const place of ['pins  100px', 'strip 100px ', 'end 200px 100px'])
    expect(places.filter((each) => each === place)).toHaveLength(bands);
  const sheet = view.container.querySelector<HTMLElement>('[role=grid] > [role=presentation] > *');
  expect(sheet?.getAttribute('style')).toMatch(/^--row: \d+px;?$/);
});
