import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SettingsDialog } from '#renderer/app/settings/settings-dialog.tsx';
import type { SettingsTab } from '#renderer/app/settings/settings-tabs.ts';
import type { FileContent } from '#renderer/data/model/table-files.ts';
import { powerQuery } from '#renderer/features/scheduled-exports/power-query.ts';
import { HistorySection } from '#renderer/screens/sync/history/history-section.tsx';
import { slug } from '#shared/base/fold.ts';
import type { ExportFolder } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { month, run, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenDataset, writtenFile } from './main-streams.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';

/** Settings, Exportaciones: the folder of each account, and what is exported after a sync. */

function Settings() {
  const [tab, setTab] = useState<SettingsTab>('exports');
  return <SettingsDialog tab={tab} onTab={setTab} onClose={() => {}} onConnect={() => {}} />;
}

const FOLDER: ExportFolder = {
  path: '/datos/exports',
  state: 'ready',
  canChoose: false,
  dataset: null,
  backups: [],
  scheduled: [],
};

const settings = (setting: PageSetting = {}) =>
  openPage({ ...setting, replies: { readExportFolder: () => FOLDER, ...setting.replies } }, () => (
    <InAccount>
      <Settings />
    </InAccount>
  ));

const folder = () => screen.findByTestId('export-folder-path');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => localStorage.clear());

describe('the folder of an account', () => {
  test('is shown with the months, backups and files that lie there', async () => {
    const writtenAtMs = Date.now() - 60_000;
    await settings({
      replies: {
        readExportFolder: () => ({
          ...FOLDER,
          dataset: {
            path: '/datos/exports/a/parquet',
            writtenAtMs,
            rows: 1234,
            months: [
              { month: '2026-10', rows: 1200, bytes: 120_000, writtenAtMs },
              { month: null, rows: 34, bytes: 500, writtenAtMs },
            ],
          },
          backups: [{ name: 'copia.cuadra', bytes: 12_300_000, writtenAtMs }],
          scheduled: Array.from({ length: 22 }, (_, at) => ({ name: `v${at}.csv`, bytes: 10, writtenAtMs })),
        }),
      },
    });
    expect((await folder()).textContent).toBe('/datos/exports');
    expect(screen.getByTestId('export-folder-dataset').textContent).toMatch(
      /1\.234 filas en 2 meses, 121 kB/,
    );
    const months = screen.getAllByTestId('export-folder-month').map((row) => row.textContent);
    expect(months[0]).toMatch(/^2026-101\.200120 kB/);
    expect(months[1]).toMatch(new RegExp(`^${text('folder.no-month')}34500 B`));
    const backups = within(screen.getByRole('list', { name: text('folder.backups') }));
    expect(backups.getByText('copia.cuadra')).toBeTruthy();
    expect(backups.getByText(/13 MB/)).toBeTruthy();
    // A long list says how much it leaves out.
    expect(screen.getByText(text('folder.more', { count: 2 }))).toBeTruthy();
  });

  test('is empty in words, and its path is copied where nothing can be shown', async () => {
    const { user } = await settings();
    await folder();
    expect(screen.getByText(text('folder.no-dataset'))).toBeTruthy();
    expect(screen.queryByTestId('export-folder-choose')).toBeNull();
    await user.click(button(text('folder.copy')));
    expect(await navigator.clipboard.readText()).toBe('/datos/exports');
    expect(button(text('folder.copied'))).toBeTruthy();
  });

  test('is changed in the desktop app: what lay in the old one stays, and this is said', async () => {
    const canChoose = true;
    const { user, asked } = await settings({
      replies: {
        readExportFolder: () => ({ ...FOLDER, canChoose }),
        chooseExportFolder: () => ({ ...FOLDER, canChoose, path: '/otra' }),
      },
    });
    await folder();
    await user.click(button(text('folder.change')));
    await waitFor(async () => expect((await folder()).textContent).toBe('/otra'));
    expect(screen.getByText(text('folder.former', { path: '/datos/exports' }))).toBeTruthy();
    await user.click(button(text('folder.show')));
    expect(asked.at(-1)).toEqual({ call: 'showExportFolder', input: { accountId: 'a', place: 'all' } });
  });

  test('that is gone, locked or unread is said with what to do', async () => {
    let reply: () => ExportFolder = () => ({ ...FOLDER, canChoose: true, state: 'gone' });
    const { user } = await settings({ replies: { readExportFolder: () => reply() } });
    await folder();
    expect(screen.getByRole('alert').textContent).toBe(text('folder.gone'));
    reply = () => ({ ...FOLDER, state: 'locked' });
    await user.click(button(text('folder.read-again')));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text('folder.locked-browser')));
    reply = () => {
      throw new Error('EIO');
    };
    await user.click(button(text('folder.read-again')));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('EIO'));
    reply = () => FOLDER;
    await user.click(button(text('sync.retry')));
    expect((await folder()).textContent).toBe('/datos/exports');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

const ROWS = [
  { 'Fecha de compra': '2026-10-05T10:00:00.000', Orden: '1', Canal: 'A', Cuenta: 'C', Ventas: '10' },
  { 'Fecha de compra': '2026-11-05T10:00:00.000', Orden: '2', Canal: 'A', Cuenta: 'C', Ventas: '20' },
];

const sync = (runId: string) => status({ lastRun: run({ runId, endedAtMs: Date.now() }) });

/** A page whose exports can be held and made to fail. */
function exporting() {
  const contents: FileContent[] = [];
  let hold: Promise<void> = Promise.resolve();
  let tablesHold: Promise<void> = Promise.resolve();
  let failure: Error | null = null;
  let tablesFailure: Error | null = null;
  let parquet = 0;
  const setting: PageSetting = {
    rows: ROWS,
    months: [
      month({ month: '2026-10' as Month, rows: 1, lastReadAt: '2026-11-20T00:00:00.000Z' as UtcInstant }),
      month({ month: '2026-11' as Month, rows: 1, lastReadAt: '2026-11-20T00:00:00.000Z' as UtcInstant }),
    ],
    knownUntil: '2026-11-20T00:00:00.000Z' as UtcInstant,
    dataStreams: {
      exportTable: async function* ({ content }) {
        contents.push(content);
        await hold;
        yield { kind: 'begun', lines: 7, revision: 1 };
        return null;
      },
      exportDataset: async function* () {
        await tablesHold;
        yield { kind: 'begun', rows: 1234, orders: 9, revision: 1, readUntil: null };
        yield { kind: 'complete' };
        return { files: [], kept: [] };
      },
    },
    mainStreams: {
      scheduledFile: (input, signal) => {
        if (failure !== null) throw failure;
        const path = '/datos/exports/a/programadas/x.xlsx';
        return writtenFile({ kind: 'file', path })(input, signal);
      },
      dataset: (input, signal) => {
        parquet += 1;
        if (tablesFailure !== null) throw tablesFailure;
        return writtenDataset('/datos/exports/a/parquet')(input, signal);
      },
    },
  };
  return {
    setting,
    contents,
    parquet: () => parquet,
    fail: (error: Error | null) => {
      failure = error;
    },
    failTables: (error: Error | null) => {
      tablesFailure = error;
    },
    holdTables: () => {
      let release = (): void => {};
      tablesHold = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    holdNext: () => {
      let release = (): void => {};
      hold = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        hold = Promise.resolve();
        release();
      };
    },
  };
}

const outcomes = () =>
  screen.queryAllByTestId('schedule-outcome').map((one) => [one.dataset.value, one.textContent ?? '']);
const stored = () => JSON.parse(localStorage.getItem('cuadra.schedule.a') ?? 'null');

function remember(schedule: unknown, isDue = false): void {
  localStorage.setItem('cuadra.schedule.a', JSON.stringify({ schedule, isDue, outcomes: [] }));
}
const CLOSING = { dataset: false, file: { what: { kind: 'last-month' }, form: 'xlsx' } };

test('the history tells what became of the export that followed a run', async () => {
  const part = { what: 'dataset', path: '/x', lines: 7, code: null, words: '' };
  const outcomes = [
    {
      atMs: 2,
      runId: 'r2',
      parts: [part, { ...part, what: 'file', path: null, code: 'export-no-permission' }],
    },
    { atMs: 1, runId: 'r1', parts: [part] },
  ];
  localStorage.setItem(
    'cuadra.schedule.a',
    JSON.stringify({ schedule: { dataset: true, file: null }, isDue: false, outcomes }),
  );
  const runs = ['r3', 'r2', 'r1'].map((runId) => run({ runId }));
  await openPage({ dataReplies: { readRuns: () => ({ total: 3, noted: 0, runs }) } }, () => (
    <InAccount>
      <HistorySection />
    </InAccount>
  ));
  await waitFor(() => expect(screen.getAllByTestId('run-row')).toHaveLength(3));
  const notice = screen.getAllByTestId('run-export');
  expect(notice.map(({ dataset }) => dataset.value)).toEqual(['failed', 'done']);
  expect(notice[0]?.title).toContain(text('export.no-permission'));
});

describe('exports after a sync', () => {
  test('are chosen, and written after the next sync: all rows, and the last complete month', async () => {
    const world = exporting();
    const page = await settings(world.setting);
    await folder();
    await page.user.click(screen.getByRole('checkbox', { name: text('schedule.dataset') }));
    await page.user.click(screen.getByTestId('schedule-file'));
    await page.user.click(await screen.findByRole('menuitemradio', { name: text('schedule.last-month') }));
    expect([world.parquet(), world.contents.length]).toEqual([0, 0]);
    act(() => page.report('syncStatus', sync('r2')));
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    expect(outcomes()[0]?.[0]).toBe('done');
    expect(outcomes()[0]?.[1]).toMatch(/Parquet: 1\.234 filas · Archivo: 7 filas/);
    const [content] = world.contents;
    if (content?.kind !== 'rows') throw new Error('no rows');
    expect(content.query.selection.period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    const opened = page.asked.filter(({ call }) => call === 'scheduledFile').map(({ input }) => input);
    expect(opened).toEqual([
      { accountId: 'a', fileName: expect.stringMatching(/^cuadra-cierre-2026-10.*\.xlsx$/) },
      { kind: 'end' },
    ]);
    // No dialog was asked for.
    expect(page.asked.find(({ call }) => call === 'dataset')?.input).toMatchObject({ isQuiet: true });
    expect(stored()).toMatchObject({ isDue: false, outcomes: [{ runId: 'r2' }] });

    // A sync that brought nothing writes nothing; one that did writes again.
    act(() => page.report('syncStatus', sync('r3')));
    expect(world.contents).toHaveLength(1);
    await act(async () => page.commit(ROWS));
    act(() => page.report('syncStatus', sync('r4')));
    await waitFor(() => expect(outcomes()).toHaveLength(2));
    expect(world.parquet()).toBe(2);
  });

  test('for engines follow what was said or imported since the last one, and bring no file again that no row moved', async () => {
    remember({ ...CLOSING, dataset: true });
    const world = exporting();
    let mark: string | null = 'first';
    const setting: PageSetting = {
      ...world.setting,
      dataReplies: {
        readDatasetMark: () => {
          if (mark === null) throw new Error('It is being closed.');
          return mark;
        },
      },
    };
    const kept = () => JSON.parse(localStorage.getItem('cuadra.exported.a') ?? 'null');
    const made = () => [world.parquet(), world.contents.length];
    const page = await settings(setting);
    // Nobody knows what the last one held: it may be older than these.
    await waitFor(() => expect(kept()).toBe('first'));
    expect(made()).toEqual([1, 0]);
    const end = async (runId: string, outcome: number): Promise<void> => {
      act(() => page.report('syncStatus', sync(runId)));
      await waitFor(() => expect(outcomes()).toHaveLength(outcome));
    };
    const asked = () => page.questions.filter((name) => name === 'readDatasetMark').length;
    const endWithNothing = async (runId: string): Promise<void> => {
      const before = asked();
      act(() => page.report('syncStatus', sync(runId)));
      await waitFor(() => expect(asked()).toBe(before + 1));
      await act(async () => {});
    };
    await endWithNothing('r2');
    expect(made()).toEqual([1, 0]);
    mark = 'second';
    await end('r3', 2);
    expect([made(), stored().outcomes[0].runId]).toEqual([[2, 0], 'r3']);
    mark = null;
    await endWithNothing('r4');
    expect(made()).toEqual([2, 0]);
    // Where rows moved as well, all of it is written, once.
    mark = 'third';
    await act(async () => page.commit(ROWS));
    await end('r5', 3);
    expect(made()).toEqual([3, 1]);
    await endWithNothing('r6');
    expect([made(), kept()]).toEqual([[3, 1], 'third']);

    // What could not be written is no mark of what lies there.
    mark = 'never';
    world.failTables(new RpcError('export-disk-full', 'ENOSPC'));
    await end('r7', 4);
    expect([outcomes()[0]?.[0], kept()]).toEqual(['failed', 'third']);
    world.failTables(null);
    await end('r8', 5);
    expect([made(), kept()]).toEqual([[5, 2], 'never']);

    // What was said last before a window closed is written when it opens.
    page.view.unmount();
    mark = 'fourth';
    await settings(setting);
    await waitFor(() => expect(kept()).toBe('fourth'));
    expect(made()).toEqual([6, 2]);
  });

  test('lose no file to rows that come while it is found out what moved beside them', async () => {
    remember({ ...CLOSING, dataset: true });
    const world = exporting();
    let [answer, mark] = [(): void => {}, 'first'];
    const setting: PageSetting = {
      ...world.setting,
      dataReplies: {
        readDatasetMark: () =>
          new Promise<string>((resolve) => {
            answer = () => resolve(mark);
          }),
      },
    };
    const page = await settings(setting);
    const made = () => [world.parquet(), world.contents.length];
    const asked = (times: number) =>
      waitFor(() => expect(page.questions.filter((name) => name === 'readDatasetMark').length).toBe(times));
    await asked(1);
    // The tables alone are due; their rows are of a sync that goes on.
    await act(async () => page.commit(ROWS));
    act(() => answer());
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    expect(made()).toEqual([1, 0]);
    act(() => page.report('syncStatus', sync('r2')));
    await asked(2);
    act(() => answer());
    await waitFor(() => expect(outcomes()).toHaveLength(2));
    expect(made()).toEqual([2, 1]);

    // Nothing is due yet; a sync ends with rows before that is found out.
    act(() => page.report('syncStatus', sync('r3')));
    await asked(3);
    await act(async () => page.commit(ROWS));
    act(() => page.report('syncStatus', sync('r4')));
    act(() => answer());
    await asked(4);
    act(() => answer());
    await waitFor(() => expect(outcomes()).toHaveLength(3));
    expect([made(), stored().outcomes[0].runId]).toEqual([[3, 2], 'r4']);
    expect(stored().isDue).toBe(false);

    // The tables alone are written, and a sync ends with rows meanwhile.
    mark = 'second';
    act(() => page.report('syncStatus', sync('r5')));
    await asked(5);
    const release = world.holdTables();
    act(() => answer());
    await waitFor(() => expect(world.parquet()).toBe(4));
    await act(async () => page.commit(ROWS));
    act(() => page.report('syncStatus', sync('r6')));
    release();
    await waitFor(() => expect(outcomes()).toHaveLength(4));
    expect([made(), stored().isDue]).toEqual([[4, 2], true]);
  });

  test('have one name where a spreadsheet links to them, and a workbook says how it does', async () => {
    const world = exporting();
    const file = { ...CLOSING.file, form: 'csv-exact' };
    remember({ dataset: false, file });
    const exportFile = writtenFile({ kind: 'file', path: '/x/cuadra-power-query.xlsx' });
    const page = await settings({
      ...world.setting,
      mainStreams: { ...world.setting.mainStreams, exportFile },
    });
    await folder();
    expect(screen.queryByTestId('schedule-link')).toBeNull();
    await page.user.click(screen.getByRole('checkbox', { name: text('schedule.fixed-name') }));
    expect(stored().schedule.file).toEqual({ ...file, hasFixedName: true });
    act(() => page.report('syncStatus', sync('r2')));
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    const opened = page.asked.find(({ call }) => call === 'scheduledFile')?.input as { fileName: string };
    expect(opened.fileName).toBe(`cuadra-cierre-${slug(text('export.exact'))}.csv`);
    const link = screen.getByTestId('schedule-link');
    expect(link.dataset.value).toBe('/datos/exports/a/programadas/x.xlsx');
    await page.user.click(link);
    await waitFor(() => expect(world.contents).toHaveLength(2));
    const content = world.contents[1];
    if (content?.kind !== 'table') throw new Error('no table');
    const cells = content.table.lines.map((line) => line.cells);
    expect(cells.map(([line]) => line)).toEqual(powerQuery('/datos/exports/a/programadas/x.xlsx'));
    expect(cells[0]?.[1]).toBe(`1. ${text('schedule.link-step-copy')}`);
  });

  test('that fail are said in words, keep the rest, and are tried again after the next sync', async () => {
    remember({ ...CLOSING, dataset: true }, true);
    const world = exporting();
    world.fail(new RpcError('export-no-permission', 'EACCES'));
    const page = await settings(world.setting);
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    expect(outcomes()[0]?.[0]).toBe('failed');
    expect(outcomes()[0]?.[1]).toContain('Parquet: 1.234 filas');
    expect(outcomes()[0]?.[1]).toContain(text('export.no-permission'));
    expect(stored().isDue).toBe(true);
    world.fail(null);
    act(() => page.report('syncStatus', sync('r2')));
    await waitFor(() => expect(outcomes().map(([how]) => how)).toEqual(['done', 'failed']));
    expect(stored().isDue).toBe(false);
  });

  test('run one at a time, and what a window that closed cut off is done when it opens again', async () => {
    remember(CLOSING, true);
    const world = exporting();
    const release = world.holdNext();
    const page = await settings(world.setting);
    await waitFor(() => expect(world.contents).toHaveLength(1));
    expect(screen.getByTestId('schedule-state').textContent).toContain(text('schedule.running'));
    await act(async () => page.commit(ROWS));
    act(() => page.report('syncStatus', sync('r2')));
    expect(world.contents).toHaveLength(1);
    page.view.unmount();
    release();
    await waitFor(() => expect(page.asked.some(({ call }) => call === 'cancelStream')).toBe(true));
    expect(page.asked.map(({ input }) => input)).not.toContainEqual({ kind: 'end' });
    expect(stored()).toMatchObject({ isDue: true, outcomes: [] });

    const again = exporting();
    await settings(again.setting);
    await waitFor(() => expect(outcomes().map(([how]) => how)).toEqual(['done']));
    expect(again.contents).toHaveLength(1);
  });

  test('are due by rows of a sync that the window’s end cuts off', async () => {
    remember(CLOSING);
    const world = exporting();
    const page = await settings(world.setting);
    await folder();
    await act(async () => page.commit(ROWS));
    act(() => page.report('syncStatus', status({ state: 'running' })));
    expect([stored().isDue, world.contents.length]).toEqual([true, 0]);
    page.view.unmount();
    await settings(world.setting);
    await waitFor(() => expect(outcomes().map(([how]) => how)).toEqual(['done']));
    expect([stored().isDue, world.contents.length]).toEqual([false, 1]);
  });

  test('of a view write its rows and columns, and say where it is gone', async () => {
    const view = {
      id: 'v1',
      name: 'Pérdidas',
      screen: 'orders',
      period: { kind: 'all' },
      rows: {
        periodColumn: 'Fecha de compra',
        filters: [{ column: 'Canal', values: ['A'] }],
        numberFilters: [],
        dateFilters: [],
        dashboardPreset: false,
        search: '',
      },
      parts: {
        orders: { columns: ['Orden', 'Ventas'], grouping: 'rows' },
        'orders.sort': { column: 'Ventas', direction: 'descending' },
      },
      currency: null,
    };
    localStorage.setItem('cuadra.views.a', JSON.stringify([view]));
    remember({ dataset: false, file: { what: { kind: 'view', id: 'v1' }, form: 'csv' } }, true);
    const world = exporting();
    const page = await settings(world.setting);
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    const [content] = world.contents;
    if (content?.kind !== 'rows') throw new Error('no rows');
    expect(content.query).toMatchObject({
      columns: ['Orden', 'Ventas'],
      grouping: 'rows',
      sort: { column: 'Ventas', direction: 'descending' },
      selection: { period: null, filters: [{ column: 'Canal', values: ['A'] }] },
    });
    expect(page.asked.find(({ call }) => call === 'scheduledFile')?.input).toMatchObject({
      fileName: expect.stringMatching(/^cuadra-perdidas.*\.csv$/),
    });
    page.view.unmount();

    // Beside another view whose name comes to the same, neither writes over the other's file.
    localStorage.setItem('cuadra.views.a', JSON.stringify([view, { ...view, id: 'v2', name: 'perdidas!' }]));
    remember({ dataset: false, file: { what: { kind: 'view', id: 'v1' }, form: 'csv' } }, true);
    const beside = await settings(exporting().setting);
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    expect(beside.asked.find(({ call }) => call === 'scheduledFile')?.input).toMatchObject({
      fileName: expect.stringMatching(/^cuadra-perdidas-[0-9a-v]{8}.*\.csv$/),
    });
    beside.view.unmount();

    localStorage.setItem('cuadra.views.a', '[]');
    remember({ dataset: false, file: { what: { kind: 'view', id: 'v1' }, form: 'csv' } }, true);
    await settings(exporting().setting);
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    expect(outcomes()[0]?.[1]).toContain(text('failure.schedule-view-gone'));
    expect(screen.getByTestId('schedule-file').textContent).toContain(text('schedule.view-gone'));
    cleanup();

    // Of a currency that no account has: an empty file would count as made.
    localStorage.setItem('cuadra.views.a', JSON.stringify([{ ...view, currency: 'PEN' }]));
    remember({ dataset: false, file: { what: { kind: 'view', id: 'v1' }, form: 'csv' } }, true);
    await settings(exporting().setting);
    await waitFor(() => expect(outcomes()).toHaveLength(1));
    expect(outcomes()[0]?.[1]).toContain(text('failure.schedule-currency-gone'));
  });
});
