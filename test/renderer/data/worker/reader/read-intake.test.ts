import { expect, test } from 'vitest';
import type { IntakeAsk, IntakeStep } from '#renderer/data/worker/reader/intake.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { type MadeSheet, workbookOf } from '#test/renderer/data/files/intake/made-files.ts';

/** What is wanted of a table file: a look at its sheets, its rows, or the costs of one of them. */

/** Each look at the clock finds it `tickMs` later. */
async function steps(content: Uint8Array<ArrayBuffer> | string, ask: IntakeAsk, tickMs = 0) {
  let now = 0;
  const reading = readIntake(new Blob([content]), ask, {
    pause: async () => undefined,
    now: () => {
      now += tickMs;
      return now;
    },
    statements: { question: () => ({ today: '2026-09-05' as LocalDate }) } as never,
  });
  const told: IntakeStep[] = [];
  for (;;) {
    const { done, value } = await reading.next();
    told.push(value);
    if (done === true) return told;
  }
}
async function answer<K extends IntakeAsk['kind']>(
  content: Parameters<typeof steps>[0],
  ask: Extract<IntakeAsk, { kind: K }>,
) {
  const end = (await steps(content, ask)).at(-1);
  if (end?.kind !== 'done' || end.answer.kind !== ask.kind) throw new Error(JSON.stringify(end));
  return end.answer as never;
}
const sheet = (name: string, rows: MadeSheet['rows'], more: Partial<MadeSheet> = {}): MadeSheet => ({
  ...{ name, rows, ...more },
});
const HIDDEN = { state: 'hidden' };
const BOOK = workbookOf({
  sheets: [
    sheet('Oculta', [['h1'], ['h2']], HIDDEN),
    sheet('Vacía', []),
    sheet('Una', [['a', 'b', 'c'], ['1'], [null, null], ['2', 'x']]),
    sheet('Otra', [['z']]),
  ],
});

test('a look tells each sheet that has lines: how long and wide it is, whether it is hidden, and its beginning', async () => {
  const { sheets, facts } = await answer<'look'>(BOOK, { kind: 'look' });
  expect(facts).toMatchObject({ format: 'xlsx' });
  const shown = (sheets as readonly { head: readonly { cells: unknown }[] }[]).map(({ head, ...each }) => ({
    ...each,
    head: head.map(({ cells }) => cells),
  }));
  expect(shown).toMatchObject([
    { name: 'Oculta', isHidden: true, lines: 2, columns: 1, head: [['h1'], ['h2']] },
    { name: 'Una', isHidden: false, columns: 3 },
    { name: 'Otra', isHidden: false, lines: 1, columns: 1, head: [['z']] },
  ]);
  expect(shown[1]?.head[0]).toEqual(['a', 'b', 'c']);
  const wide = Array.from({ length: 300 }, (_, at) => `c${at}`).join(';');
  const long = await answer<'look'>(`${`${wide}\n`.repeat(60)}`, { kind: 'look' });
  const [one] = (
    long as { sheets: readonly { lines: number; columns: number; head: { cells: unknown[] }[] }[] }
  ).sheets;
  expect([one?.lines, one?.columns, one?.head.length, one?.head[39]?.cells.length]).toEqual([
    60, 300, 40, 256,
  ]);
});

test('rows are those of the first sheet in sight that has any, blank ones left out, and no more than are wanted', async () => {
  const rowsOf = async (most: number) => {
    const { rows } = await answer<'rows'>(BOOK, { kind: 'rows', most });
    return (rows as readonly { line: number; cells: readonly string[] }[]).map(({ line, cells }) => [
      line,
      ...cells,
    ]);
  };
  const una = [
    [1, 'a', 'b', 'c'],
    [2, '1'],
    [4, '2', 'x'],
  ];
  expect(await rowsOf(9)).toEqual(una);
  expect(await rowsOf(3)).toEqual(una);
  expect((await steps(BOOK, { kind: 'rows', most: 2 })).at(-1)).toEqual({
    kind: 'refused',
    refusal: { reason: 'too-many-lines', sheet: 'Una', line: null, column: null },
  });
  expect((await steps('a;b\n1;2\n3;4\n', { kind: 'rows', most: 2 })).at(-1)).toMatchObject({
    refusal: { reason: 'too-many-lines', sheet: null },
  });
  const none = workbookOf({ sheets: [sheet('H', [['x']], HIDDEN)] });
  expect(await answer<'rows'>(none, { kind: 'rows', most: 9 })).toMatchObject({ rows: [] });
  // In XML of 2003 it is told behind its rows whether a sheet is hidden.
  const sheetIn2003 = (value: string, after: string) =>
    `<Worksheet ss:Name="${value}"><Table><Row><Cell><Data ss:Type="String">${value}</Data></Cell></Row></Table>${after}</Worksheet>`;
  const late = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet" xmlns:x="urn:schemas-microsoft-com:office:excel">${sheetIn2003('H', '<x:WorksheetOptions><x:Visible>SheetHidden</x:Visible></x:WorksheetOptions>')}${sheetIn2003('V', '')}</Workbook>`;
  expect(await answer<'rows'>(late, { kind: 'rows', most: 9 })).toMatchObject({ rows: [{ cells: ['V'] }] });
});

test('costs are those of the sheet that is meant, merged cells among them', async () => {
  const book = workbookOf({
    sheets: [
      sheet('Otra', [
        ['SKU', 'Costo'],
        ['NO', { number: '1' }],
      ]),
      sheet(
        'Costos',
        [
          ['SKU', 'Costo', 'Desde', 'Hasta'],
          ['A', { number: '10' }, '2026-01-01', '2026-01-31'],
          [null, { number: '12' }, '2026-02-01', '2026-02-28'],
          ['C', { number: '7' }, '2026-01-01', '2026-01-31'],
        ],
        { merged: ['A2:A3'] },
      ),
    ],
  });
  const ask = {
    ...{ kind: 'own-costs', sheet: 'Costos', headerLine: 1, columns: { sku: 0, cost: 1, from: 2, to: 3 } },
    ...{ said: { number: null, date: null }, currency: 'CLP' },
  } as never;
  const { read } = await answer<'own-costs'>(book, ask);
  const { costs, faults } = read as { costs: readonly { sku: string; cost: string }[]; faults: unknown };
  expect([costs.map(({ sku, cost }) => [sku, cost]), faults]).toEqual([
    [
      ['A', '10'],
      ['A', '12'],
      ['C', '7'],
    ],
    [],
  ]);
});

test('how far it has come is told ten times a second at most, in lines so far', async () => {
  const file = `a;b\n${'1;2\n'.repeat(60_000)}`;
  const running = (told: readonly IntakeStep[]) =>
    told.flatMap((step) => (step.kind === 'running' ? [[step.lines, step.share] as const] : []));
  expect(running(await steps(file, { kind: 'look' }, 0))).toEqual([]);
  const often = running(await steps(file, { kind: 'look' }, 100));
  const seldom = running(await steps(file, { kind: 'look' }, 60));
  expect(often.length).toBeGreaterThan(seldom.length);
  expect(seldom.length).toBeGreaterThan(0);
  expect(often.at(-1)).toEqual([60_001, 1]);
  for (const [at, [lines, share]] of often.entries()) {
    const [before = 0, shareBefore = 0] = often[at - 1] ?? [];
    expect([lines >= before, share >= shareBefore, share <= 1]).toEqual([true, true, true]);
  }
});
