import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { LedgerView } from '#renderer/data/client/session.ts';
import { useLedger } from '#renderer/data/client/session-context.tsx';
import { ClosedLedger } from '#renderer/features/messages/closed-ledger.tsx';
import { openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';
import { buttonOf } from '#test/renderer/dom/shown.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** What stands in the place of a screen whose figures cannot be read. */

const read = (view: { readonly container: Element }) => view.container.textContent;
const widths = (part: Element) => [...part.querySelectorAll('i')].map(({ style }) => style.width);

test('says how far the rows have come, and why there are none', async () => {
  const said = async (ledger: LedgerView) => {
    const { view } = await openPage({}, () => <ClosedLedger ledger={ledger} />);
    const all = [...readOf(view.container), ...widths(view.container)];
    const how = view.container.querySelector('[role]')?.getAttribute('role') ?? null;
    view.unmount();
    return [how, ...all];
  };
  const opening = (rowsRead: number, rows: number) =>
    said({ kind: 'opening', accountId: 'a', progress: { rowsRead, rows } });
  const rows = (count: number, shown: string, of: string) =>
    text('closed.opening-rows', { count, read: shown, rows: of });
  const words = text('closed.opening');
  const support = text('failure.for-support');
  expect(await said({ kind: 'none' })).toEqual([null]);
  expect(await said({ kind: 'opening', accountId: 'a', progress: null })).toEqual(['status', words]);
  expect(await opening(1200, 4800)).toEqual(['status', words, rows(4800, '1.200', '4.800'), '25%']);
  expect(await opening(0, 0)).toEqual(['status', words, rows(0, '0', '0'), '0%']);
  // A commit that came meanwhile brought rows that nobody had counted.
  expect(await opening(5, 4)).toEqual(['status', words, rows(4, '5', '4'), '100%']);
  expect(await said({ kind: 'outdated', accountId: 'a', failed: null })).toEqual([
    'status',
    text('backup.before-migration'),
  ]);
  expect(await said({ kind: 'outdated', accountId: 'a', failed: 'EROFS' })).toEqual([
    ...['alert', text('backup.migration-failed'), text('backup.migration-failed-note'), `${support} EROFS`],
    `[${text('backup.migrate-again')}][${text('backup.migrate-without')}]`,
  ]);
  for (const takenOver of [true, false])
    expect(await said({ kind: 'elsewhere', accountId: 'a', takenOver } as LedgerView)).toEqual([
      ...['alert', text(takenOver ? 'closed.taken' : 'closed.elsewhere'), text('closed.elsewhere-note')],
      `[${text('closed.take-over')}]`,
    ]);
  const failed = (reason: 'storage' | 'memory', detail: string) =>
    said({ kind: 'failed', accountId: 'a', reason, detail } as LedgerView);
  const reload = `[${text('closed.reload')}]`;
  expect(await failed('storage', 'torn')).toEqual([
    ...['alert', text('closed.failed'), text('closed.storage'), `${support} torn`, reload],
  ]);
  expect(await failed('memory', '')).toEqual(['alert', text('closed.failed'), text('closed.memory'), reload]);
});

function Closed() {
  return <ClosedLedger ledger={useLedger()} />;
}
const closed = (setting: PageSetting) => openPage(setting, () => <Closed />);

test('a copy that is open elsewhere is taken over by a press', async () => {
  const { questions, view } = await closed({ opening: () => ({ kind: 'owned-elsewhere' }) });
  expect(questions.filter((question) => question === 'takeOver')).toEqual([]);
  fireEvent.click(buttonOf(text('closed.take-over')));
  await waitFor(() => expect(read(view)).toBe(''));
  expect(questions).toContain('takeOver');
});

test('a copy of an earlier version is tried again with its backup, or goes on without one where the user says so', async () => {
  let backups = 0;
  const dataStreams: PageSetting['dataStreams'] = {
    // biome-ignore lint/correctness/useYield: none can be made
    backUp: async function* () {
      backups += 1;
      throw new Error(`full ${backups}`);
    },
  };
  const { view } = await closed({ opening: () => ({ kind: 'outdated' }) as never, dataStreams });
  await waitFor(() => expect(read(view)).toContain('full 1'));
  fireEvent.click(buttonOf(text('backup.migrate-again')));
  await waitFor(() => expect(read(view)).toContain('full 2'));
  await act(async () => fireEvent.click(buttonOf(text('backup.migrate-without'))));
  await waitFor(() => expect(read(view)).not.toContain('full'));
  expect(backups).toBe(2);
});

test('what failed is had again with the whole page', async () => {
  const reload = vi.fn();
  await closed({ opening: () => ({ kind: 'failed', reason: 'storage', detail: 'torn' }) as never });
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload } as never);
  fireEvent.click(screen.getByRole('button'));
  expect(reload).toHaveBeenCalledOnce();
});
