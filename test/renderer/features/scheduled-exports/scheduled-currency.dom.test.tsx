import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FileContent, FileFormat } from '#renderer/data/model/table-files.ts';
import { partMessage } from '#renderer/features/scheduled-exports/scheduled-exports.tsx';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { writtenDataset, writtenFile } from '#test/renderer/dom/main-streams.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account, month, run, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';

/** Whose rows and which currency a scheduled file is of, whatever the page shows; and whose syncs it follows. */

const row = (Canal: string, purchase: string) => ({
  ...{
    Canal,
    Cuenta: 'x',
    Orden: `${Canal}1`,
    'Fecha de compra': `${purchase}T10:00:00.000`,
    Ventas: '1.50',
  },
});
const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: 'x', code: 'USD' }] };
const OWN = { accounts: [{ Canal: 'B', Cuenta: 'x' }], isExcluded: false };
const VIEW = {
  ...{ id: 'v1', name: 'Norte', screen: 'orders', period: { kind: 'preset', preset: 'month' } },
  rows: { ...ALL_ROWS, ownCosts: true },
  parts: {},
};
type Wanted = {
  readonly content: FileContent;
  readonly format: FileFormat;
  readonly isLatest: unknown;
};

type More = {
  readonly dataset?: boolean;
  readonly view?: object;
  readonly hold?: Promise<void>;
  readonly failure?: Error;
};
async function scheduled(file: object, more: More = {}) {
  const wanted: Wanted[] = [];
  const datasets: unknown[] = [];
  localStorage.setItem('cuadra.views.a', JSON.stringify([{ ...VIEW, currency: null, ...more.view }]));
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ currency: 'USD' }));
  const schedule = { dataset: more.dataset === true, file };
  localStorage.setItem('cuadra.schedule.a', JSON.stringify({ schedule, isDue: true, outcomes: [] }));
  const read = (name: string) =>
    month({ month: name as Month, rows: 1, lastReadAt: '2026-11-20T00:00:00.000Z' as UtcInstant });
  const setting: PageSetting = {
    rows: [row('A', '2026-10-05'), row('B', '2026-11-05')],
    months: [read('2026-10'), read('2026-11')],
    knownUntil: '2026-11-20T00:00:00.000Z' as UtcInstant,
    accounts: {
      accounts: [account({ currencies }), account({ id: 'b', name: 'Otra' })],
      ...{ activeId: 'a', keyStorage: 'memory' },
    },
    dataStreams: {
      exportTable: async function* (asked: Wanted) {
        wanted.push(asked);
        await more.hold;
        yield { kind: 'begun', lines: 1, revision: 1 };
        return null;
      } as never,
      exportDataset: async function* ({ tables: _, ...asked }: { readonly tables: unknown }) {
        datasets.push(asked);
        yield { kind: 'begun', rows: 1, orders: 1, revision: 1, readUntil: null };
        yield { kind: 'complete' };
        return { files: [], kept: [] };
      } as never,
    },
    mainStreams: {
      scheduledFile: writtenFile({ kind: 'file', path: '/x' }),
      dataset: (input, signal) => {
        if (more.failure !== undefined) throw more.failure;
        return writtenDataset('/parquet')(input, signal);
      },
    },
  };
  const page = await openPage(setting, () => (
    <InAccount>
      <p />
    </InAccount>
  ));
  const stored = () => JSON.parse(localStorage.getItem('cuadra.schedule.a') ?? 'null');
  if (more.hold === undefined) await waitFor(() => expect(stored().outcomes).toHaveLength(1));
  const files = () =>
    page.asked.flatMap(({ call, input }) =>
      call === 'scheduledFile' && 'fileName' in (input as object) ? [input] : [],
    );
  return { ...page, wanted, datasets, files, stored };
}
const titleOf = ({ format }: Wanted) => (format.kind === 'xlsx' ? format.title : null);
const queryOf = ({ content }: Wanted) => (content.kind === 'rows' ? content.query : null);

test('the last month is of the main currency, a view of its own, though the page shows another', async () => {
  const own = await scheduled({ what: { kind: 'last-month' }, form: 'xlsx' }, { dataset: true });
  const period = { from: '2026-10-01', to: '2026-10-31' };
  expect(own.files()).toEqual([{ accountId: 'a', fileName: 'cuadra-cierre-2026-10-clp.xlsx' }]);
  expect(own.wanted.map((each) => [titleOf(each), queryOf(each)?.selection, each.isLatest])).toEqual([
    [
      'Lumbre Hogar · CLP · 1–31 oct 2026 · Fecha de compra',
      { ...EVERYTHING, period, scope: { ...OWN, isExcluded: true } },
      true,
    ],
  ]);
  expect(own.datasets).toMatchObject([{ account: 'a', app: '0.1.0', forPostgresql: false }]);
  expect(own.stored()).toMatchObject({
    isDue: false,
    outcomes: [
      {
        runId: null,
        parts: [
          { what: 'dataset', path: '/parquet', lines: 1 },
          { what: 'file', path: '/x' },
        ],
      },
    ],
  });
  // A sync of another account is not this one's.
  act(() => own.commit([row('A', '2026-11-06')]));
  const ended = (accountId: string, runId: string) =>
    act(() =>
      own.report('syncStatus', status({ accountId, lastRun: run({ runId, endedAtMs: Date.now() }) })),
    );
  ended('b', 'r1');
  await act(async () => {});
  expect([own.wanted.length, own.stored().isDue]).toEqual([1, true]);
  ended('a', 'r2');
  await waitFor(() => expect(own.stored().outcomes).toHaveLength(2));
  expect([own.wanted.length, own.stored().outcomes[0].runId, own.stored().isDue]).toEqual([2, 'r2', false]);
});

test.each([
  [null, 'CLP', { ...OWN, isExcluded: true }],
  ['USD', 'USD', OWN],
])('a view of currency %j is written in %s', async (currency, code, scope) => {
  const { files, wanted } = await scheduled(
    { what: { kind: 'view', id: 'v1' }, form: 'xlsx' },
    { view: { currency } },
  );
  expect(files()).toEqual([{ accountId: 'a', fileName: `cuadra-norte-${code.toLowerCase()}.xlsx` }]);
  const period = { from: '2026-11-01', to: '2026-11-05' };
  expect(wanted.map((each) => [titleOf(each), queryOf(each)?.selection])).toEqual([
    [
      `Lumbre Hogar · ${code} · 1–5 nov 2026 · Fecha de compra`,
      { ...EVERYTHING, period, scope, ownCosts: { currency: code } },
    ],
  ]);
});

test('what became of a part is told with its lines, or why there are none', () => {
  const part = { what: 'file', path: '/x', lines: 1200, code: null, words: '' } as const;
  const told = (more: object) => partMessage({ ...part, ...more }, text, formats);
  expect([told({}), told({ lines: 1, what: 'dataset' })]).toEqual([
    'Archivo: 1.200 filas',
    'Parquet: 1 fila',
  ]);
  expect(told({ path: null, code: 'schedule-view-gone' })).toBe(
    `Archivo: ${text('failure.schedule-view-gone')}`,
  );
  expect(told({ path: null, words: 'EIO' })).toMatch(/^Archivo: .*EIO/);
});

test('tables that cannot be written stop no file, and all of it is due again', async () => {
  const last = { what: { kind: 'last-month' }, form: 'csv' };
  const { stored, wanted } = await scheduled(last, {
    dataset: true,
    failure: new RpcError('export-disk-full', 'ENOSPC'),
  });
  expect(stored()).toMatchObject({
    isDue: true,
    outcomes: [
      {
        parts: [
          { what: 'dataset', path: null, lines: 0, code: 'export-disk-full' },
          { what: 'file', path: '/x', lines: 1, code: null },
        ],
      },
    ],
  });
  expect(wanted).toHaveLength(1);
});

test('rows that come while a file is written are due for the next one', async () => {
  let release = (): void => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  const own = await scheduled({ what: { kind: 'last-month' }, form: 'csv' }, { hold });
  await waitFor(() => expect(own.wanted).toHaveLength(1));
  act(() => own.commit([row('A', '2026-11-06')]));
  release();
  await waitFor(() => expect(own.stored().outcomes).toHaveLength(1));
  expect([own.stored().isDue, own.wanted.length]).toEqual([true, 1]);
});
