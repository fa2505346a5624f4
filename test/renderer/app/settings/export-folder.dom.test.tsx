import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ExportsTab } from '#renderer/app/settings/exports-tab.tsx';
import ui from '#renderer/ui/controls.module.css';
import type { AccountsState, ExportFolder } from '#shared/contract/app.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf, choiceOf } from '#test/renderer/dom/shown.ts';
import { account, DAY, MINUTE, NOW } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Folders of two accounts: whose is read, chosen and shown, and when; and what is exported into that of the open one. */

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(NOW));

const FOLDER: ExportFolder = {
  path: '/a',
  state: 'ready',
  canChoose: true,
  dataset: null,
  backups: [],
  scheduled: [],
};
const TWO: AccountsState = {
  accounts: [account(), account({ id: 'b', name: 'Otra' })],
  activeId: 'a',
  keyStorage: 'memory',
};
const draw = (setting: PageSetting = {}) =>
  openPage(
    { accounts: TWO, ...setting, replies: { readExportFolder: () => FOLDER, ...setting.replies } },
    () => (
      <InAccount>
        <ExportsTab />
      </InAccount>
    ),
  );
const click = (part: Element) => act(async () => void fireEvent.click(part));
const folderOf = (id: string) =>
  screen.getAllByTestId('export-folder').find(({ dataset }) => dataset.value === id) as HTMLElement;
const within = (id: string, testId: string) =>
  folderOf(id).querySelector<HTMLButtonElement>(`[data-testid=${testId}]`) as HTMLButtonElement;
const areRead = async () => {
  const { length } = TWO.accounts;
  await waitFor(() => expect(screen.getAllByTestId('export-folder-path')).toHaveLength(length));
};

const OUTCOME = { atMs: NOW, runId: null, parts: [] };
const NO_SCHEDULE = { isDue: false, outcomes: [], schedule: { dataset: false, file: null } };
const store = (state: object) =>
  localStorage.setItem('cuadra.schedule.a', JSON.stringify({ ...NO_SCHEDULE, ...state }));
/** As another tab of the app writes it. */
const storeElsewhere = (state: object) =>
  act(async () => {
    store(state);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cuadra.schedule.a' }));
  });
const schedule = () => JSON.parse(localStorage.getItem('cuadra.schedule.a') ?? '{}').schedule;

describe('a folder', () => {
  test('is read again after each export that ends, and not for any other change; that of another account is not', async () => {
    const read: string[] = [];
    await draw({
      replies: {
        readExportFolder: ({ accountId }) => {
          read.push(accountId);
          return FOLDER;
        },
      },
    });
    await areRead();
    expect(read).toEqual(['a', 'b']);
    const outcomes = [1, 2, 3].map((at) => ({ ...OUTCOME, atMs: NOW + at }));
    for (const [at] of outcomes.entries()) {
      // The newest comes first.
      await storeElsewhere({ outcomes: outcomes.slice(0, at + 1).reverse() });
      expect(read.slice(2)).toEqual(Array(at + 1).fill('a'));
    }
    await storeElsewhere({ outcomes: outcomes.toReversed(), schedule: { dataset: true, file: null } });
    expect(read).toHaveLength(5);
    await click(buttonOf(text('folder.read-again'), folderOf('b')));
    expect(read.slice(5)).toEqual(['b']);
  });

  test('of the other account is chosen, told and shown as that account’s', async () => {
    const listed: string[] = [];
    const { asked } = await draw({
      replies: {
        readExportFolder: ({ accountId }) =>
          accountId === 'b' ? { ...FOLDER, path: null, state: 'none' } : FOLDER,
        listBackups: ({ accountId }) => {
          listed.push(accountId);
          return { folder: `/own/${accountId}`, backups: [{}] } as never;
        },
        chooseExportFolder: ({ accountId }) => ({ ...FOLDER, path: `/chosen/${accountId}` }),
        showExportFolder: () => {
          throw new Error('no window');
        },
      },
    });
    await areRead();
    listed.length = 0;
    await click(within('b', 'export-folder-choose'));
    expect(listed).toEqual(['b']);
    expect(readOf(folderOf('b')).slice(1, 3)).toEqual([
      `Carpeta/chosen/b[Cambiar carpeta][Mostrar en la carpeta][Actualizar]${text('folder.former', { path: '/own/b' })}`,
      text('folder.note'),
    ]);
    expect(within('a', 'export-folder-path').dataset.value).toBe('/a');
    await click(within('b', 'export-folder-show'));
    await click(within('a', 'export-folder-choose'));
    // One is there already: what lies in it stays there, and nothing else is looked for.
    expect(listed).toEqual(['b']);
    expect(asked.filter(({ call }) => call !== 'readExportFolder')).toEqual([
      { call: 'chooseExportFolder', input: { accountId: 'b' } },
      { call: 'showExportFolder', input: { accountId: 'b', place: 'all' } },
      { call: 'chooseExportFolder', input: { accountId: 'a' } },
    ]);
  });

  test('can be chosen where nobody can tell of backups, once at a time; why it cannot be stands beside it', async () => {
    let choice: {
      readonly end: (folder: ExportFolder | null) => void;
      readonly fail: (error: Error) => void;
    };
    await draw({
      replies: {
        readExportFolder: () => ({ ...FOLDER, path: null }),
        listBackups: () => {
          throw new Error('gone');
        },
        chooseExportFolder: () =>
          new Promise((end, fail) => {
            choice = { end, fail };
          }),
      },
    });
    await areRead();
    const press = () => within('a', 'export-folder-choose');
    await click(press());
    expect([press().disabled, within('b', 'export-folder-choose').disabled]).toEqual([true, false]);
    await act(async () => choice.fail(new RpcError('setting-locked', 'EBUSY')));
    expect([press().disabled, readOf(folderOf('a'))[2]]).toEqual([false, text('failure.setting-locked')]);
    await click(press());
    expect(folderOf('a').querySelector('[role=alert]')).toBeNull();
    await act(async () => choice.end({ ...FOLDER, path: '/new' }));
    expect(readOf(folderOf('a'))[1]).toBe('Carpeta/new[Cambiar carpeta][Mostrar en la carpeta][Actualizar]');
  });

  test('that is being read is told by a place for it; one that cannot be is told by itself', async () => {
    let end = (_: ExportFolder): void => {};
    await draw({
      replies: {
        readExportFolder: ({ accountId }) => {
          if (accountId === 'b') throw new RpcError('setting-locked', 'EBUSY');
          return new Promise((done) => {
            end = done;
          });
        },
      },
    });
    expect((await screen.findByRole('alert')).closest('section')).toBe(folderOf('b'));
    expect(readOf(folderOf('b'))).toEqual([
      'Otra',
      `${text('folder.unread')} ${text('failure.setting-locked')} [${text('sync.retry')}]`,
    ]);
    expect(folderOf('a').querySelectorAll('[aria-busy=true]')).toHaveLength(1);
    await act(async () => end(FOLDER));
    expect(folderOf('a').querySelectorAll('[aria-busy=true]')).toHaveLength(0);
    expect(within('a', 'export-folder-path').textContent).toBe('/a');
  });

  const file = (name: string, bytes: number, ageMs: number) => ({ name, bytes, writtenAtMs: NOW - ageMs });
  const files = (count: number) => Array.from({ length: count }, (_, at) => file(`f${at}`, 1000, MINUTE));

  test('tells of its months what each holds and when it was written, and of all of them together', async () => {
    const { asked } = await draw({
      replies: {
        readExportFolder: () => ({
          ...FOLDER,
          dataset: {
            ...{ path: '/a/parquet', rows: 1, writtenAtMs: NOW - DAY },
            months: [
              { month: '2026-10', rows: 12_000, bytes: 3_000_000, writtenAtMs: NOW - DAY },
              { month: '2026-09', rows: 7, bytes: 20_000, writtenAtMs: NOW - MINUTE },
              { month: null, rows: null, bytes: 500_000, writtenAtMs: NOW - 2 * MINUTE },
            ],
          },
          backups: files(20),
          scheduled: [file('nuevo.csv', 7000, MINUTE), ...files(20)],
        }),
      },
    });
    await areRead();
    expect(readOf(folderOf('a')).slice(3, 12)).toEqual([
      'Parquet1 fila en 3 meses, 3.520 kB; ayer 11:32[Mostrar en la carpeta]',
      '3 meses',
      'Mes | Filas | Tamaño | Escrito',
      '2026-10 | 12.000 | 3.000 kB | ayer 11:32',
      '2026-09 | 7 | 20 kB | 11:31',
      `${text('folder.no-month')} | — | 500 kB | 11:30`,
      'Archivos programados',
      'nuevo.csv 7 kB · 11:31',
      'f0 1 kB · 11:31',
    ]);
    const lists = [...folderOf('a').querySelectorAll('ul')];
    expect(lists.map((list) => [list.getAttribute('aria-label'), list.children.length])).toEqual([
      [text('folder.scheduled'), 21],
      [text('folder.backups'), 20],
    ]);
    expect(lists.map((list) => list.lastElementChild?.textContent)).toEqual([
      text('folder.more', { count: 1 }),
      'f19 1 kB · 11:31',
    ]);
    for (const show of folderOf('b').querySelectorAll('[data-testid=export-folder-show]')) await click(show);
    expect(asked.filter(({ call }) => call === 'showExportFolder').map(({ input }) => input)).toEqual(
      ['all', 'dataset', 'scheduled', 'backups'].map((place) => ({ accountId: 'b', place })),
    );
  });

  test('without months has none to open, and in a browser nothing to show', async () => {
    const dataset = { path: '/a/parquet', rows: 0, writtenAtMs: NOW, months: [] };
    await draw({
      replies: { readExportFolder: () => ({ ...FOLDER, canChoose: false, dataset, backups: files(1) }) },
    });
    await areRead();
    expect(folderOf('a').querySelectorAll('details, [data-testid=export-folder-show]')).toHaveLength(0);
    expect(within('a', 'export-folder-dataset').dataset.value).toBe('0');
    expect(within('a', 'export-folder-choose')).toBeNull();
  });
});

describe('what is exported after a sync', () => {
  const FILE = { what: { kind: 'last-month' }, form: 'xlsx' } as const;
  const part = (what: 'dataset' | 'file', path: string | null) => ({
    ...{ what, path, lines: 3, code: path === null ? 'schedule-no-month' : null, words: '' },
  });
  const link = () => screen.queryByTestId('schedule-link')?.dataset.value ?? null;
  const drawn = async (state: object) => {
    store(state);
    const page = await draw();
    await areRead();
    const choose = async (menu: string, name: string) => {
      await page.user.click(screen.getByTestId(menu));
      await click(await choiceOf(name));
    };
    return { ...page, choose };
  };

  test('is of one form or another; what else was said of it stays, and one name for all months is of months alone', async () => {
    const { choose, user } = await drawn({
      schedule: { dataset: true, file: { ...FILE, hasFixedName: true } },
    });
    await user.click(screen.getByTestId('schedule-form'));
    await choiceOf(text('export.as-csv'));
    expect([...document.querySelectorAll('[role=menuitemradio]')].map((each) => each.textContent)).toEqual([
      text('export.as-xlsx'),
      text('export.as-csv'),
      text('export.as-csv-exact'),
    ]);
    await click(await choiceOf(text('export.as-csv-exact')));
    expect(schedule()).toEqual({ dataset: true, file: { ...FILE, form: 'csv-exact', hasFixedName: true } });
    const box = () => screen.getByTestId('schedule-fixed-name').querySelector('input') as HTMLInputElement;
    expect(box().checked).toBe(true);
    await click(box());
    expect(schedule()).toEqual({ dataset: true, file: { ...FILE, form: 'csv-exact', hasFixedName: false } });
    await choose('schedule-file', text('schedule.no-file'));
    expect(schedule()).toEqual({ dataset: true, file: null });
    await choose('schedule-file', text('schedule.last-month'));
    expect(schedule()).toEqual({ dataset: true, file: FILE });
  });

  test('of a view has that view’s name for its file, and is of the last month once that is chosen', async () => {
    const { choose } = await drawn({
      schedule: { dataset: false, file: { what: { kind: 'view', id: 'gone' }, form: 'csv' } },
    });
    const menu = screen.getByTestId('schedule-file');
    expect([menu.dataset.value, screen.queryByTestId('schedule-fixed-name')]).toEqual(['view:gone', null]);
    await choose('schedule-file', text('schedule.last-month'));
    expect(schedule()).toEqual({ dataset: false, file: { ...FILE, form: 'csv' } });
    expect(screen.getByTestId('schedule-fixed-name').dataset.value).toBe('false');
  });

  test('can be linked to where each file takes the place of the one before, and is written exactly', async () => {
    const outcomes = [
      { ...OUTCOME, atMs: NOW - MINUTE, parts: [part('dataset', '/parquet'), part('file', null)] },
      { ...OUTCOME, atMs: NOW - 2 * MINUTE, parts: [part('file', '/new.csv')] },
      { ...OUTCOME, atMs: NOW - 3 * MINUTE, parts: [part('file', '/old.csv')] },
    ];
    const exact = { ...FILE, form: 'csv-exact', hasFixedName: true };
    await drawn({ outcomes, schedule: { dataset: false, file: exact } });
    expect(link()).toBe('/new.csv');
    const cases = [
      [{ ...exact, form: 'csv' }, null],
      [{ ...exact, hasFixedName: false }, null],
      [{ what: { kind: 'view', id: 'v' }, form: 'csv-exact' }, '/new.csv'],
      [null, null],
    ] as const;
    for (const [file, path] of cases) {
      await storeElsewhere({ outcomes, schedule: { dataset: false, file } });
      expect([file, link()]).toEqual([file, path]);
    }
    await storeElsewhere({ outcomes: [], schedule: { dataset: false, file: exact } });
    expect(link()).toBeNull();
  });

  test('tells how the last ones ended, part by part; one that failed in a part is not done', async () => {
    const outcomes = [
      { ...OUTCOME, atMs: NOW - MINUTE, parts: [part('dataset', '/p'), part('file', null)] },
      { ...OUTCOME, atMs: NOW - 2 * MINUTE, parts: [part('dataset', '/p'), part('file', '/f')] },
    ];
    await drawn({ outcomes });
    const shown = screen.getAllByTestId('schedule-outcome');
    const failed = text('failure.schedule-no-month');
    expect(
      shown.map((each) => [each.dataset.value, each.textContent, each.lastElementChild?.className]),
    ).toEqual([
      ['failed', `11:31 Parquet: 3 filas · Archivo: ${failed}`, ui.negative],
      ['done', '11:30 Parquet: 3 filas · Archivo: 3 filas', ''],
    ]);
    expect(screen.getByTestId('schedule-state').textContent).not.toContain(text('schedule.running'));
  });

  test('is told while it goes on', async () => {
    store({ isDue: true, schedule: { dataset: true, file: null } });
    let end = (_: null): void => {};
    const held = new Promise<null>((done) => {
      end = done;
    });
    await draw({
      mainStreams: {
        // biome-ignore lint/correctness/useYield: it does not begin before the test says so.
        dataset: async function* () {
          return held;
        },
      },
    });
    const state = () => screen.getByTestId('schedule-state').textContent;
    await waitFor(() => expect(state()).toBe(text('schedule.running')));
    await act(async () => end(null));
    await waitFor(() => expect(state()).toMatch(/^11:32 Parquet: /));
  });
});
