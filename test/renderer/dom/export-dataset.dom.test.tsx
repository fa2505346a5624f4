import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { readTablesQuery } from '#renderer/features/export/asked-tables.ts';
import { ExportMenu } from '#renderer/features/export/export.tsx';
import { usePreferences } from '#renderer/features/preferences/preferences.tsx';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { DEFAULT_TOLERANCE } from '#renderer/reconciliation/payouts/model/why-open.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenDataset } from './main-streams.ts';
import { InAccount, ONE_ACCOUNT, openPage, type PageSetting } from './page.tsx';

/** All rows for engines, from the menu of Órdenes: what the dialog says, whatever becomes of it. */

function Cover() {
  const { change } = usePreferences();
  return (
    <button type="button" onClick={() => change({ hidesAmounts: true })}>
      cover
    </button>
  );
}

const menu = (setting: PageSetting) =>
  openPage(setting, () => (
    <InAccount>
      <Cover />
      <ExportMenu title="" job={() => null} hasDataset />
    </InAccount>
  ));

/** A main process and a worker that write one month, unless a test says otherwise. */
const world = (streams: PageSetting['dataStreams'] = {}): PageSetting => {
  return {
    dataStreams: {
      exportDataset: async function* () {
        yield { kind: 'begun', rows: 12, orders: 9, revision: 1, readUntil: null };
        yield {
          kind: 'chunk',
          path: 'Mes=2026-10/filas.parquet',
          bytes: new Uint8Array(3),
          rowsDone: 12,
        };
        yield { kind: 'complete' };
        return { files: [{ path: 'manifest.json', text: '{}' }], kept: [] };
      },
      ...streams,
    },
    mainStreams: { dataset: writtenDataset('/datos/a/parquet') },
  };
};

type Page = Awaited<ReturnType<typeof menu>>;
const callsOf = ({ asked }: Page) => asked.map(({ call }) => call);
const fedTo = ({ asked }: Page) =>
  asked.flatMap(({ input }) =>
    typeof input === 'object' && input !== null && 'kind' in input ? [input.kind] : [],
  );

async function press({ user }: Page): Promise<void> {
  await user.click(screen.getByTestId('export-menu'));
  await user.click(await screen.findByTestId('export-parquet'));
}

describe('Parquet from the menu', () => {
  test('says where it lies when it has ended', async () => {
    const page = await menu(world());
    await press(page);
    expect((await screen.findByTestId('export-done')).dataset.path).toBe('/datos/a/parquet');
    expect(new Set(callsOf(page))).toEqual(new Set(['dataset']));
    expect(fedTo(page)).toEqual(['chunk', 'complete', 'chunk', 'end']);
  });

  test('asks for the tables beside the rows by what the page is set to', async () => {
    const asked: unknown[] = [];
    const page = await menu(
      world({
        exportDataset: async function* ({ tables }) {
          asked.push(tables);
          yield { kind: 'complete' };
          return { files: [], kept: [] };
        },
      }),
    );
    await press(page);
    expect(await screen.findByTestId('export-done')).toBeTruthy();
    expect(asked).toEqual([
      {
        today: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        views: [{ currency: null, scope: null }],
        thresholds: DEFAULT_THRESHOLDS,
        tolerance: { absolute: '0', percent: '0' },
        payoutTolerance: DEFAULT_TOLERANCE,
      },
    ]);
  });

  test('asks for them by the same settings as a program does, for which nothing is on a screen', async () => {
    const asked: unknown[] = [];
    const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: 'C', code: 'USD' }] };
    const books = account({ currencies });
    localStorage.setItem(
      'cuadra.screens.a',
      JSON.stringify({
        'reconciliation.anomalies': { ...DEFAULT_THRESHOLDS, marginRows: 7 },
        'reconciliation.tolerance': { absolute: '3', percent: '0.5' },
        'reconciliation.payout-tolerance': '9',
      }),
    );
    const page = await menu({
      ...world({
        exportDataset: async function* ({ tables }) {
          asked.push(tables);
          yield { kind: 'complete' };
          return { files: [], kept: [] };
        },
      }),
      accounts: { ...ONE_ACCOUNT, accounts: [books] },
    });
    await press(page);
    expect(await screen.findByTestId('export-done')).toBeTruthy();
    expect(asked).toEqual([readTablesQuery(books)]);
    expect(asked).toMatchObject([
      {
        views: [{ currency: 'CLP' }, { currency: 'USD' }],
        thresholds: { marginRows: 7 },
        tolerance: { absolute: '3', percent: '0.5' },
        payoutTolerance: '9',
      },
    ]);
  });

  test('says that it is of the rows as they are now, while figures are frozen', async () => {
    const page = await menu(world());
    await act(() => page.session.freeze());
    await page.user.click(screen.getByTestId('export-menu'));
    expect((await screen.findByTestId('engines-of-now')).textContent).toBe(text('export.engines-of-now'));
    page.view.unmount();
    // Where nothing is written for engines it is not said.
    const other = await openPage(world(), () => (
      <InAccount>
        <ExportMenu title="" paperName={() => 'cuadra-x.csv'} />
      </InAccount>
    ));
    await act(() => other.session.freeze());
    await other.user.click(screen.getByTestId('export-menu'));
    await screen.findByTestId('export-pdf');
    expect(screen.queryByTestId('engines-of-now')).toBeNull();
  });

  test('that fails says why and that the one before is whole, and goes again', async () => {
    let failure: Error | null = new RpcError('export-disk-full', 'ENOSPC');
    const setting = world();
    const page = await menu({
      ...setting,
      mainStreams: {
        dataset: writtenDataset('/datos/a/parquet', () => {
          if (failure !== null) throw failure;
        }),
      },
    });
    await press(page);
    expect(await screen.findByText(text('export.disk-full'))).toBeTruthy();
    expect(screen.getByText(text('export.failed-dataset'))).toBeTruthy();
    expect(callsOf(page).at(-1)).toBe('cancelStream');
    failure = null;
    await page.user.click(screen.getByRole('button', { name: text('export.again') }));
    expect(await screen.findByTestId('export-done')).toBeTruthy();
  });

  test('is cancelled at once, also while its cells are being looked at', async () => {
    const ended: string[] = [];
    const page = await menu(
      world({
        // It looks at its cells until it is given up.
        exportDataset: async function* (_, signal) {
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => {
              ended.push('given up');
              reject(new Error('The export was given up.'));
            }),
          );
          throw new Error('It is never done.');
        },
      }),
    );
    await press(page);
    await page.user.click(await screen.findByRole('button', { name: text('export.cancel') }));
    await waitFor(() => expect(callsOf(page)).toEqual(['dataset', 'cancelStream']));
    expect(ended).toEqual(['given up']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(text('export.failed'))).toBeNull();
  });

  test('asks before it writes in the clear what is covered on the screen', async () => {
    const page = await menu(world());
    await page.user.click(screen.getByRole('button', { name: 'cover' }));
    await press(page);
    expect(await screen.findByText(text('export.covered'))).toBeTruthy();
    expect(callsOf(page)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: text('export.cancel') }));
    expect(callsOf(page)).toEqual([]);
    await press(page);
    await page.user.click(await screen.findByTestId('export-covered'));
    expect(await screen.findByTestId('export-done')).toBeTruthy();
  });
});
