import { expect, test } from 'vitest';
import { changes, commitOf, row } from './ledger-fixtures.ts';
import { contents, freshAccount, inDatabase, open, read } from './real-ledger.ts';

/** A commit whose acknowledgement was lost is asked for again, perhaps long after and by another start. */

const COMMITS = 57;
/** So many of the latest are remembered. */
const REMEMBERED = 50;
const instant = (second: number) => new Date(Date.UTC(2026, 2, 10) + second * 1000).toISOString();

test('a commit made again changes nothing: the latest 50 give their result, older ones are refused', async () => {
  const account = freshAccount();
  const first = await open(account);
  const made: { readonly windowId: string; readonly result: unknown }[] = [];
  for (let number = 0; number < COMMITS; number += 1) {
    const windowId = `w${number}`;
    const window = changes(instant(number), instant(number + 1));
    // Every commit brings rows of its own and takes the place of those of an earlier one.
    const rows = [0, 1].map((sub) =>
      row({
        Orden: `O-${number % 20}`,
        'Nro. suborden': `S-${sub}`,
        'Fecha de actualización': instant(number),
        Ventas: `${number}.00`,
      }),
    );
    made.push({ windowId, result: await read(first, windowId, window, rows, { pages: 1 }) });
  }
  first.close();
  const remembered = await inDatabase(account, (database) => database.table('meta').get('committed'));
  expect(remembered.commits).toEqual(made.slice(-REMEMBERED));

  const ledger = await open(account);
  const rows = contents(ledger);
  const { size } = await ledger.reads.changes();
  for (const [number, { windowId, result }] of made.entries()) {
    const again = ledger.calls.commitWindow(commitOf(windowId));
    if (number < COMMITS - REMEMBERED) await expect(again).rejects.toMatchObject({ code: 'unknown-window' });
    else expect(await again).toEqual(result);
  }
  expect(contents(ledger)).toEqual(rows);
  expect((await ledger.reads.changes()).size).toBe(size);
});

test('nothing is remembered beside what was committed', async () => {
  const account = freshAccount();
  const ledger = await open(account);
  const window = changes(instant(0), instant(1));
  const result = await read(ledger, 'w', window, [row({ 'Fecha de actualización': instant(0) })]);
  ledger.close();
  const remembered = await inDatabase(account, (database) => database.table('meta').get('committed'));
  expect(remembered.commits).toEqual([{ windowId: 'w', result }]);
});
