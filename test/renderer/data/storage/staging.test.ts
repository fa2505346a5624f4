import Dexie from 'dexie';
import { describe, expect, test } from 'vitest';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import type { StagePage } from '#shared/contract/ledger.ts';
import { checkpoint, commitOf, openWindow, pagesOf, purchases, row } from './ledger-fixtures.ts';
import { contents, expected, freshAccount, inDatabase, open } from './real-ledger.ts';

const MARCH = purchases('2026-03-01T00:00:00.000', '2026-04-01T00:00:00.000');
const rows = [row({ Orden: 'A', Producto: '\ud800 medio' }), row({ Orden: 'B' }), row({ Orden: 'C' })];

/** What a page's rows may be instead of rows. */
const BAD_ROWS: { readonly [name: string]: (json: string) => string } = {
  'cut JSON': (json) => json.slice(0, -7),
  'no JSON': () => 'filas',
  'a mark before the text': (json) => `\ufeff${json}`,
  'another shape': () => '{"rows":[]}',
  'rows that are no lists': () => '["a","b"]',
  'a row too few': (json) => JSON.stringify((JSON.parse(json) as unknown[]).slice(1)),
  'a row too many': (json) => JSON.stringify([...(JSON.parse(json) as unknown[]), ...JSON.parse(json)]),
  'a cell too many': (json) =>
    JSON.stringify((JSON.parse(json) as string[][]).map((cells) => [...cells, 'x'])),
  'a cell that is no text': (json) =>
    JSON.stringify((JSON.parse(json) as unknown[][]).map((cells) => [1, ...cells.slice(1)])),
};

describe('staged pages are bytes until they are judged', () => {
  for (const [name, spoil] of Object.entries(BAD_ROWS)) {
    test(`${name}: the window is read again, and a good reading settles it`, async () => {
      const ledger = await open(freshAccount());
      await ledger.calls.openWindow(openWindow('w1', MARCH));
      for (const [index, staged] of pagesOf('w1', MARCH, rows).entries()) {
        const bad: StagePage = { ...staged, page: { ...staged.page, rowsJson: spoil(staged.page.rowsJson) } };
        await ledger.calls.stagePage(index === 0 ? bad : staged);
      }
      expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toEqual({
        kind: 'read-again',
        doubt: 'rows-missing',
      });
      await expect(ledger.calls.commitWindow(commitOf('w1'))).rejects.toMatchObject({
        code: 'window-not-settled',
      });
      for (const page of pagesOf('w1', MARCH, rows, { reading: 2 })) await ledger.calls.stagePage(page);
      expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'settled' });
      await ledger.calls.commitWindow(commitOf('w1'));
      expect(contents(ledger)).toEqual(expected(rows));
    });
  }

  test('bytes that are damaged after the judgement are a clear error at the commit, after a restart', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    for (const page of pagesOf('w1', MARCH, rows)) await ledger.calls.stagePage(page);
    await ledger.calls.judgeWindow({ windowId: 'w1' });
    ledger.close();
    const database = await new Dexie(databaseName(account)).open();
    await database.table('pageChunks').delete(['w1', 1, 2, 0]);
    database.close();
    const again = await open(account);
    await expect(again.calls.commitWindow(commitOf('w1'))).rejects.toMatchObject({
      code: 'window-not-settled',
    });
    expect(await again.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'read-again' });
    expect((await again.calls.readState(null)).checkpoint).not.toEqual(checkpoint());
    expect(contents(again)).toEqual([]);
  });

  test('a row of another page, where that lacks it, is not what was staged', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const pages = pagesOf('w1', MARCH, rows);
    const [first = [], second = []] = pages.map(({ page }) => JSON.parse(page.rowsJson) as unknown[]);
    for (const [at, moved] of [[...first, ...second], []].entries()) {
      const staged = pages[at] as StagePage;
      await ledger.calls.stagePage({ ...staged, page: { ...staged.page, rowsJson: JSON.stringify(moved) } });
    }
    expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'read-again' });
  });

  test('text that was damaged to none before the judgement is read again, not taken for another text', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    for (const page of pagesOf('w1', MARCH, rows)) await ledger.calls.stagePage(page);
    ledger.close();
    await inDatabase(account, async (database) => {
      const chunk = await database.table('pageChunks').get(['w1', 1, 1, 0]);
      const at = new TextDecoder('latin1').decode(chunk.bytes).indexOf('Principal');
      const bytes = Uint8Array.from(chunk.bytes as Uint8Array);
      bytes[at] = 0xff;
      await database.table('pageChunks').put({ ...chunk, bytes });
    });
    const again = await open(account);
    expect(await again.calls.judgeWindow({ windowId: 'w1' })).toEqual({
      kind: 'read-again',
      doubt: 'rows-missing',
    });
  });

  test('a page that is staged again is the one that was, and leaves what was judged', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const pages = pagesOf('w1', MARCH, rows);
    const told = await Promise.all(pages.map((page) => ledger.calls.stagePage(page)));
    await ledger.calls.judgeWindow({ windowId: 'w1' });
    for (const [at, staged] of pages.entries()) {
      const other = { ...staged, serverDate: null, page: { ...staged.page, rowsJson: '[]' } };
      expect(await ledger.calls.stagePage(other)).toEqual(told[at]);
    }
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(contents(ledger)).toEqual(expected(rows));
    await expect(ledger.calls.stagePage(pages[0] as StagePage)).rejects.toMatchObject({
      ...{ code: 'unknown-window', message: expect.stringContaining('w1') },
    });
  });

  test('what is still in memory is not read back, and is what is stored', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const pages = pagesOf('w1', MARCH, rows);
    for (const page of pages) await ledger.calls.stagePage(page);
    // The same page again changes nothing, whatever it says.
    for (const page of pages) {
      await ledger.calls.stagePage({ ...page, page: { ...page.page, rowsJson: '[]' } });
    }
    await inDatabase(account, (database) => database.table('pageChunks').clear());
    expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'settled' });
    // It is kept for one judgement, and for one window.
    expect(await ledger.calls.judgeWindow({ windowId: 'w1' })).toMatchObject({ kind: 'read-again' });
    await ledger.calls.openWindow(openWindow('w2', MARCH));
    for (const page of pagesOf('w2', MARCH, rows)) await ledger.calls.stagePage(page);
    await ledger.calls.openWindow(openWindow('w3', MARCH));
    for (const page of pagesOf('w3', MARCH, rows)) await ledger.calls.stagePage(page);
    await inDatabase(account, (database) => database.table('pageChunks').clear());
    expect(await ledger.calls.judgeWindow({ windowId: 'w2' })).toMatchObject({ kind: 'read-again' });
    expect(await ledger.calls.judgeWindow({ windowId: 'w3' })).toMatchObject({ kind: 'settled' });
    await ledger.calls.dropWindows({ windowIds: ['w3'] });
    await ledger.calls.openWindow(openWindow('w3', MARCH));
    expect(await ledger.calls.judgeWindow({ windowId: 'w3' })).toMatchObject({ kind: 'read-again' });
  });

  test('a text that no file can hold is judged as it is stored', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    const [page] = pagesOf('w1', MARCH, [row({ Orden: 'A', Producto: 'medio' })], { pages: 1 });
    if (page === undefined) throw new Error('No page.');
    const rowsJson = page.page.rowsJson.replace('medio', '\ud800');
    await ledger.calls.stagePage({ ...page, page: { ...page.page, rowsJson } });
    await ledger.calls.judgeWindow({ windowId: 'w1' });
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(contents(ledger)).toEqual(expected([row({ Orden: 'A', Producto: '\ufffd' })]));
  });

  test('a page that comes after the judgement has it made again', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    for (const page of pagesOf('w1', MARCH, rows)) await ledger.calls.stagePage(page);
    await ledger.calls.judgeWindow({ windowId: 'w1' });
    const [next] = pagesOf('w1', MARCH, rows, { reading: 2 });
    await ledger.calls.stagePage(next as StagePage);
    ledger.close();
    const again = await open(account);
    await expect(again.calls.commitWindow(commitOf('w1'))).rejects.toMatchObject({
      code: 'window-not-settled',
    });
    expect((await again.calls.readState(null)).windows).toMatchObject([
      { windowId: 'w1', startedAtMs: openWindow('w1', MARCH).startedAtMs },
    ]);
  });

  test('a window that is opened again is the one that is open', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.openWindow(openWindow('w1', MARCH));
    for (const page of pagesOf('w1', MARCH, rows)) await ledger.calls.stagePage(page);
    await ledger.calls.judgeWindow({ windowId: 'w1' });
    await ledger.calls.openWindow({ ...openWindow('w1', MARCH), startedAtMs: 1 });
    expect((await ledger.calls.readState(null)).windows).toMatchObject([
      { windowId: 'w1', startedAtMs: openWindow('w1', MARCH).startedAtMs },
    ]);
    await ledger.calls.commitWindow(commitOf('w1'));
    expect(contents(ledger)).toEqual(expected(rows));
  });

  test('the server date of a commit is that of its own pages, whatever else is staged', async () => {
    const ledger = await open(freshAccount());
    await ledger.calls.openWindow(openWindow('other', MARCH));
    for (const page of pagesOf('other', MARCH, rows)) {
      await ledger.calls.stagePage({ ...page, serverDate: '2030-01-01T00:00:00.000Z' as never });
    }
    await ledger.calls.openWindow(openWindow('w1', MARCH, 'reread'));
    for (const page of pagesOf('w1', MARCH, rows)) await ledger.calls.stagePage(page);
    await ledger.calls.judgeWindow({ windowId: 'w1' });
    await ledger.calls.commitWindow(commitOf('w1'));
    const { readings } = await ledger.reads.changes();
    expect(readings).toMatchObject([
      { readAt: '2026-03-11T00:00:00.000Z', runId: 'run-1', purpose: 'reread' },
    ]);
  });
});
