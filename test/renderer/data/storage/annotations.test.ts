import Dexie from 'dexie';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Annotation, AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { ROW_ANSWERS, SIGN_ANSWERS } from '#renderer/data/model/statement-answers.ts';
import { targetKey } from '#renderer/data/model/targets.ts';
import { INVALID_ANNOTATION } from '#renderer/data/storage/annotations.ts';
import { startBackup } from '#renderer/data/storage/backup/write-backup.ts';
import { databaseName } from '#renderer/data/storage/database/database.ts';
import { OWNERSHIP_LOST } from '#renderer/data/storage/database/failures.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import type { LocalDateTime, Month } from '#shared/domain/dates.ts';
import { type Decimal, toDecimal } from '#shared/domain/decimal.ts';
import { randomCases } from '#test/random-cases.ts';
import { backUp, fill, ORDER, openCurrent, pause, readFile } from './backup/backup-file.ts';
import { withWritesCutAfter } from './cut-writes.ts';
import { purchases, row } from './ledger-fixtures.ts';
import { freshAccount, open, read } from './real-ledger.ts';

/** What the user says beside the rows: written whole or not at all, found again after anything that happens to the rows. */

const exception = (note: string): Annotation<'exception'> => ({
  state: 'accepted',
  note,
  owner: 'Ana',
  atMs: 1,
  finding: {
    kind: 'missing-cost',
    subject: { Canal: 'Austral', Cuenta: 'Principal' },
    evidence: 'e',
    rows: 2,
    orders: 1,
    amount: '10.50' as Decimal,
    firstPurchase: '2026-03-01T10:00:00.000' as LocalDateTime,
    lastPurchase: null,
    affects: ['comercial', 'total'],
  },
  log: [],
});
const put = (...notes: readonly string[]): AnnotationChanges<'exception'> => ({
  kind: 'exception',
  puts: notes.map((note) => ({ key: note, value: exception(note) })),
  deletes: [],
});
const keysOf = (ledger: Ledger): readonly string[] => [...ledger.annotations.of('exception').keys()].sort();

describe('annotations', () => {
  test('are what was written last, now and after a restart, whatever was written in between', async () => {
    const key = fc.constantFrom('a', 'b', 'é\ud800', 'd');
    const write = fc.record({ puts: fc.array(fc.tuple(key, fc.string())), deletes: fc.array(key) });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 5 }), async (writes) => {
        const account = freshAccount();
        const ledger = await open(account);
        const model = new Map<string, Annotation<'exception'>>();
        for (const { puts, deletes } of writes) {
          const named = puts.map(([each, note]) => ({ key: each, value: exception(note) }));
          await ledger.annotate({ kind: 'exception', puts: named, deletes });
          for (const each of deletes) model.delete(each);
          for (const { key: each, value } of named) model.set(each, value);
          expect(new Map(ledger.annotations.of('exception'))).toEqual(model);
        }
        expect(ledger.annotations.revision()).toBe(writes.length);
        ledger.close();
        expect(new Map((await open(account)).annotations.of('exception'))).toEqual(model);
      }),
      { numRuns: randomCases(10) },
    );
  });

  test('stand while rows are read, replaced and go', async () => {
    const ledger = await open(freshAccount());
    await ledger.annotate(put('one'));
    await fill(ledger);
    const march = purchases('2026-03-01T00:00:00.000', '2026-03-28T00:00:00.000');
    await read(ledger, 'again', march, [
      row({ Orden: 'other', 'Fecha de compra': '2026-03-15T00:00:00.000' }),
    ]);
    expect(keysOf(ledger)).toEqual(['one']);
  });

  test('are refused as a whole where one is none of its kind', async () => {
    const ledger = await open(freshAccount());
    const wrong = { ...exception('x'), state: 'lost' } as unknown as Annotation<'exception'>;
    for (const bad of [
      { key: 'bad', value: wrong },
      { key: '', value: exception('x') },
      { key: 'k'.repeat(1001), value: exception('x') },
    ]) {
      const { puts } = put('good');
      await expect(
        ledger.annotate({ kind: 'exception', puts: [...puts, bad], deletes: [] }),
      ).rejects.toMatchObject({ code: INVALID_ANNOTATION });
    }
    expect(keysOf(ledger)).toEqual([]);
    expect(ledger.annotations.revision()).toBe(0);
  });

  test('of a later version are left as they are', async () => {
    const account = freshAccount();
    (await open(account)).close();
    const database = await new Dexie(databaseName(account)).open();
    const later = { kind: 'of-tomorrow', key: 'k', value: { some: 'thing' } };
    const changed = { kind: 'exception', key: 'k', value: { state: 'another' } };
    await database.table('annotations').bulkPut([later, changed]);
    database.close();
    const ledger = await open(account);
    await ledger.annotate(put('one'));
    expect(keysOf(ledger)).toEqual(['one']);
    ledger.close();
    const after = await new Dexie(databaseName(account)).open();
    expect(await after.table('annotations').toArray()).toEqual(expect.arrayContaining([later, changed]));
    after.close();
  });

  test('are not written by a former owner', async () => {
    const account = freshAccount();
    const former = await open(account);
    const owner = await open(account);
    await expect(former.annotate(put('late'))).rejects.toMatchObject({ code: OWNERSHIP_LOST });
    await owner.annotate(put('mine'));
    expect(keysOf(former)).toEqual([]);
    expect(keysOf(owner)).toEqual(['mine']);
  });

  test('are all there or none, wherever a write is cut', async () => {
    for (let writes = 0; writes < 4; writes += 1) {
      const account = freshAccount();
      const ledger = await open(account);
      await ledger.annotate(put('old'));
      const changes = { ...put('new', 'newer'), deletes: ['old'] };
      await withWritesCutAfter(writes, () => ledger.annotate(changes)).catch(() => null);
      ledger.close();
      expect([['old'], ['new', 'newer']]).toContainEqual(keysOf(await open(account)));
    }
  });

  test('of every kind come back with a backup: what was said of rows of statements too', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    const answer = fc.record({
      answer: fc.oneof(
        fc.constantFrom(...ROW_ANSWERS, ...SIGN_ANSWERS),
        fc.bigInt(-(10n ** 20n), 10n ** 20n).map((units) => ({ amount: toDecimal({ units, scale: 2 }) })),
      ),
      text: fc.string({ unit: 'grapheme', maxLength: 40 }),
      owner: fc.string({ maxLength: 20 }),
      atMs: fc.nat(),
    });
    const rows = fc.uniqueArray(
      fc.tuple(
        fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 1, maxLength: 32 }),
        answer,
      ),
      {
        minLength: 1,
        maxLength: 30,
        selector: ([key]) => key,
      },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (said) => {
        const deletes = [...ledger.annotations.of('statement-row').keys()];
        await ledger.annotate({ kind: 'statement-row', puts: [], deletes });
        const puts = said.map(([key, value]) => ({ key, value }));
        await ledger.annotate({ kind: 'statement-row', puts, deletes: [] });
        const { restore, end } = await readFile(await backUp(account));
        expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true, lost: { records: {} } } });
        const other = freshAccount();
        await restore.commit(other);
        const restored = await openCurrent(other);
        expect(new Map(restored.annotations.of('statement-row'))).toEqual(new Map(said));
        restored.close();
      }),
      { numRuns: 5 },
    );
  });

  test('targets come back with a backup, each with its exact value; none is taken that is no target', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    const target = (value: string, of: Annotation<'target'>['of']): Annotation<'target'> => ({
      ...{ measure: 'total', month: '2026-11' as Month, of, currency: 'CLP', owner: 'Ana', atMs: 7 },
      value: value as Decimal,
    });
    const said = [target('38000000.25', null), target('-1', { column: 'Canal', value: 'Austral' })];
    const puts = said.map((value) => ({ key: targetKey(value), value }));
    await ledger.annotate({ kind: 'target', puts, deletes: [] });
    const wrong = [
      { ...said[0], value: '38 M' },
      { ...said[0], measure: 'margen' },
      { ...said[0], month: '2026' },
    ];
    for (const value of wrong) {
      const change = { kind: 'target', puts: [{ key: 'k', value }], deletes: [] };
      await expect(ledger.annotate(change as unknown as AnnotationChanges)).rejects.toMatchObject({
        code: INVALID_ANNOTATION,
      });
    }
    const { restore } = await readFile(await backUp(account));
    const other = freshAccount();
    await restore.commit(other);
    const restored = await openCurrent(other);
    expect(new Map(restored.annotations.of('target'))).toEqual(
      new Map(puts.map(({ key, value }) => [key, value])),
    );
    restored.close();
  });

  test('targets that two tabs set stay, each undone by its own, whichever wrote last', async () => {
    const account = freshAccount();
    const target = (measure: 'total' | 'ventas', value: string): Annotation<'target'> => ({
      ...{ measure, month: '2026-11' as Month, of: null, currency: 'CLP', owner: '', atMs: 7 },
      value: value as Decimal,
    });
    const [one, other] = [target('total', '38'), target('ventas', '100.5')];
    const setting = (value: Annotation<'target'>) => ({
      kind: 'target' as const,
      puts: [{ key: targetKey(value), value }],
      deletes: [],
    });
    // One tab has the copy at a time: the other takes it over, and knows of what was written.
    const first = await open(account);
    await first.annotate(setting(one));
    first.close();
    const second = await openCurrent(account);
    await second.annotate(setting(other));
    expect([...second.annotations.of('target').values()]).toEqual(expect.arrayContaining([one, other]));
    second.close();
    const again = await openCurrent(account);
    await again.annotate({ kind: 'target', puts: [], deletes: [targetKey(one)] });
    expect([...again.annotations.of('target').values()]).toEqual([other]);
    again.close();
  });

  test('of an amount said of a row are refused where it is none, and former ones are read', async () => {
    const ledger = await open(freshAccount());
    const said = (answer: unknown) => ({
      kind: 'statement-row' as const,
      puts: [
        {
          key: 'k',
          value: { answer, text: 'x', owner: '', atMs: 1 } as unknown as Annotation<'statement-row'>,
        },
      ],
      deletes: [],
    });
    for (const bad of [{ amount: '1,5' }, { amount: '' }, {}, 'amount', null]) {
      await expect(ledger.annotate(said(bad))).rejects.toMatchObject({ code: INVALID_ANNOTATION });
    }
    for (const good of ['movement', 'no-movement', 'charge', 'deposit', { amount: '-12.50' }]) {
      await ledger.annotate(said(good));
      expect(ledger.annotations.of('statement-row').get('k')?.answer).toEqual(good);
    }
  });

  test('come back with a backup, as they were when it was begun', async () => {
    const account = freshAccount();
    const ledger = await open(account);
    await fill(ledger);
    const notes = Array.from({ length: 120 }, (_, index) => `note ${index}`).sort();
    await ledger.annotate(put(...notes));
    const begun = await startBackup(databaseName(account), ORDER, pause);
    await ledger.annotate({ ...put('later'), deletes: notes.slice(0, 60) });
    const chunks: Uint8Array[] = [];
    for await (const { bytes } of begun?.chunks ?? []) chunks.push(bytes);
    begun?.close();
    for (const [file, expected] of [
      [new Uint8Array(Buffer.concat(chunks)), notes],
      [await backUp(account), ['later', ...notes.slice(60)]],
    ] as const) {
      const { restore, end } = await readFile(file);
      expect(end).toMatchObject({ kind: 'ready', summary: { isWhole: true, lost: { records: {} } } });
      const other = freshAccount();
      await restore.commit(other);
      const restored = await openCurrent(other);
      expect(keysOf(restored)).toEqual(expected);
      restored.close();
    }
  });
});
