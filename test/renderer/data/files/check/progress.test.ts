import { expect, test } from 'vitest';
import { checkExport, type Today, type TodayTable } from '#renderer/data/files/check/check-export.ts';
import type { CheckStep } from '#renderer/data/model/export-check.ts';
import { tableOf } from '#renderer/data/model/sheet-table.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { CHECKED_PLAN, todayOf } from '#test/renderer/data/files/checked-workbook.ts';
import { writeWorkbook } from '#test/renderer/data/files/workbook-file.ts';

/** How far a check has come, as it is told while it goes on. */

const COLUMNS = [
  { name: 'Orden', kind: 'text', total: null },
  { name: 'Ventas', kind: 'money', total: null },
] as const;
const cellsOf = (count: number, amount = '1.00') =>
  Array.from({ length: count }, (_, at) => [`A-${at}`, at === count - 1 ? amount : '1.00']);
const tableOfLines = (name: string, count: number) =>
  tableOf({ name, keyColumns: 1, columns: COLUMNS, lines: cellsOf(count).map((cells) => ({ cells })) });

async function stepsOf(bytes: Uint8Array, today: Today) {
  let pauses = 0;
  const steps: CheckStep[] = [];
  /** The pauses before each step. */
  const pausesUntil: number[] = [];
  const check = checkExport(new Blob([new Uint8Array(bytes)]), today, async () => {
    pauses += 1;
  });
  for (;;) {
    const { done, value } = await check.next();
    steps.push(value);
    pausesUntil.push(pauses);
    if (done === true) return { steps, pausesUntil };
  }
}
const told = (steps: readonly CheckStep[]) =>
  steps.flatMap((step) =>
    step.kind === 'running' ? [`${step.phase} ${step.done}/${step.rows}`] : [step.kind],
  );

const ROWS = 4_100;
const TABLE = tableOfLines('Órdenes', ROWS);

/** Today’s rows in slices of 1,500, the last of them with this amount. */
function todayWith(amount: string): Today {
  const cells = cellsOf(ROWS, amount);
  const table: TodayTable = {
    columns: TABLE.columns,
    lineCount: ROWS,
    async *slices() {
      for (let from = 0; from < ROWS; from += 1_500) yield cells.slice(from, from + 1_500);
    },
  };
  return { ...todayOf(TABLE), table: async () => ({ table, readUntil: null }) };
}

test('a check tells of the file, of today, and of the orders where there is a difference', async () => {
  const bytes = await writeWorkbook(TABLE, CHECKED_PLAN);
  const same = await stepsOf(bytes, todayWith('1.00'));
  expect(told(same.steps)).toEqual(['file 2000/4100', 'file 4000/4100', 'today 3000/4100', 'done']);
  // Others are let in after every twenty rows of the file.
  const [first2000 = 0, next2000 = 0] = same.pausesUntil;
  expect(next2000 - first2000).toBe(2_000 / 20);
  expect(same.steps.at(-1)).toMatchObject({ check: { selection: EVERYTHING } });
  const other = await stepsOf(bytes, todayWith('2.00'));
  expect(told(other.steps)).toEqual([
    ...['file 2000/4100', 'file 4000/4100', 'today 3000/4100', 'orders 2000/8200', 'orders 4000/8200'],
    ...['orders 5500/8200', 'orders 7000/8200', 'orders 8100/8200', 'done'],
  ]);
  const [first, last] = [same, other].map(({ steps }) => {
    const end = steps.at(-1);
    return end?.kind === 'done' ? end.check.today : null;
  });
  expect(first).toMatchObject({ isSame: true, rows: { before: ROWS, now: ROWS }, orders: { by: 'rows' } });
  expect(first?.hash?.now).toBe(first?.hash?.before);
  expect(last).toMatchObject({ isSame: false, orders: { counts: { new: 0, changed: 1, removed: 0 } } });
  expect(last?.hash?.before).toBe(first?.hash?.before);
  expect(last?.hash?.now).not.toBe(last?.hash?.before);
});

test('a check of several tables counts their rows together', async () => {
  const plan = { ...CHECKED_PLAN, proof: { ...CHECKED_PLAN.proof, content: null } };
  const bytes = await writeWorkbook([tableOfLines('Una', 2_500), tableOfLines('Otra', 2_100)], plan);
  const { steps } = await stepsOf(bytes, todayOf(TABLE));
  expect(told(steps)).toEqual(['file 2000/4600', 'file 4500/4600', 'done']);
  expect(steps.at(-1)).toMatchObject({ check: { today: null, selection: null, file: { rows: 4_600 } } });
});

test('what fails elsewhere is no refusal of the file', async () => {
  const bytes = await writeWorkbook(tableOfLines('Órdenes', 1), CHECKED_PLAN);
  const today: Today = { ...todayOf(TABLE), table: () => Promise.reject(new Error('gone')) };
  await expect(stepsOf(bytes, today)).rejects.toThrow('gone');
  expect((await stepsOf(new Uint8Array([1, 2, 3]), today)).steps).toEqual([
    { kind: 'refused', reason: 'not-workbook' },
  ]);
});
