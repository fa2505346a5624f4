import { describe, expect, test } from 'vitest';
import { AMOUNT_PARTS, DATE_FIELDS, TEXT_FIELDS } from '#renderer/data/model/statement-fields.ts';
import { createStatements } from '#renderer/reconciliation/matching/worker/statements.ts';
import type {
  ConfirmedStatement,
  ImportedStatement,
} from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine, StatementReading } from '#renderer/reconciliation/statements/model/statement.ts';
import type { StatementAsk } from '#renderer/reconciliation/statements/model/statement-ask.ts';
import type { WrittenStatement } from '#renderer/reconciliation/statements/worker/statement-store.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { rowOf, storeOf } from './statement-world.ts';

/** What is stored of a file once it is confirmed, and how it stands beside those that came before it. */

const NOTHING = Object.fromEntries(
  [...TEXT_FIELDS, ...DATE_FIELDS, ...AMOUNT_PARTS].map((field) => [field, null]),
);
const day = (text: string | null) => (text === null ? null : { day: text, time: null, instant: null });
const line = (net: string | null, date: string | null, parts: object = {}): StatementLine =>
  ({ ...NOTHING, line: 2, cells: [], net, date: day(date), ...parts }) as unknown as StatementLine;

const readingOf = (lines: readonly StatementLine[], parts: object = {}): StatementReading =>
  ({
    ...{ kind: 'falabella-transactions', layout: 'falabella', reasons: [], fingerprint: 'f', headers: [] },
    ...{ changes: [], dayOrders: [], leftAside: [], notUnderstood: [], settlements: [], said: [], lines },
    proof: { checks: [], holds: true, covered: lines.length, doubts: 0 },
    ...parts,
  }) as unknown as StatementReading;

function openImports({
  now = (): number => 1000,
  kept = new Map<string, unknown>(),
  rows = [rowOf({})],
} = {}) {
  const store = storeOf(rows);
  let list: ImportedStatement[] = [];
  const written: WrittenStatement[] = [];
  const linesOf = new Map<string, readonly StatementLine[]>();
  let read: readonly StatementLine[] = [];
  const { tools, confirmStatement } = createStatements({
    ledger: {
      statements: {
        list: () => list,
        lines: async (id: string) => linesOf.get(id) ?? [],
        revision: () => written.length,
        put: async (each: WrittenStatement) => {
          written.push(each);
          linesOf.set(each.head.id, read);
          // The newest first.
          list = [each.head, ...list.filter(({ id }) => id !== each.replaces)].toSorted(
            (one, other) => other.importedAtMs - one.importedAtMs,
          );
        },
      },
      annotations: {
        revision: () => 0,
        of: (kind: string) => (kind === 'statement-row' ? kept : new Map()),
      },
    },
    store: () => store,
    answer: async (_: unknown, start: (shown: typeof store) => never) => atOnce(start(store)),
    readCorrelationIds: async () => () => [],
    pause: async () => undefined,
    nowMs: now,
  } as never);
  const preview = async (reading: StatementReading, ask: Partial<StatementAsk> = {}) => {
    read = reading.lines;
    const found = { facts: {}, sheet: '', sheets: [], head: [], reading };
    const { statement } = await tools.describe(found as never, { mapping: null, ...ask } as StatementAsk);
    return statement;
  };
  const bring = async (
    reading: StatementReading,
    said: Partial<ConfirmedStatement> = {},
    ask: Partial<StatementAsk> = {},
  ) => {
    const { readingId } = await preview(reading, ask);
    await confirmStatement({ readingId, name: 'x.csv', owner: 'Ana', ...said });
    return written.at(-1) as WrittenStatement;
  };
  return { preview, bring, list: () => list };
}

describe('a confirmed file', () => {
  test('is stored with what it says of itself, in whatever order its lines stand', async () => {
    const kept = new Map<string, unknown>([
      ['same', { answer: { amount: '12.00' } }],
      ['other', { answer: 'movement' }],
      ['back', { answer: 'movement' }],
    ]);
    const sale = (cuenta: string, order: string) =>
      rowOf({ Cuenta: cuenta, Orden: order, 'Rentabilidad Marketplace': '7.00' });
    const { bring } = openImports({
      kept,
      rows: [sale('Uno', '100001'), sale('Dos', '100002'), sale('Uno', '100003')],
    });
    const lines = [
      line('7.00', '2026-10-09', { order: '100001', currency: 'CLP' }),
      line('7.00', '2026-10-03', { order: '100002', currency: 'USD', released: day('2026-12-24') }),
      line('-2.5', null, { order: '100003', currency: 'CLP', released: day('2026-10-20') }),
      line(null, '2026-10-05'),
      line('1', '2026-10-05'),
    ];
    const check = (holds: boolean, gap: string) => ({ name: 'row-net', holds, gap, where: [] });
    const answer = (key: string, at: number, said: unknown) => ({
      key,
      line: at,
      text: `T ${key}`,
      answer: said,
    });
    const reading = readingOf(lines, {
      proof: {
        ...{ holds: false, covered: 3, doubts: 4 },
        checks: [check(true, '9'), check(false, '2.5'), check(false, '-0.25')],
      },
      said: [
        answer('same', 3, { amount: '12.00' }),
        answer('other', 3, 'no-movement'),
        answer('fresh', 3, 'movement'),
        answer('number', 8, { number: '77' }),
        answer('out', 9, 'no-movement'),
        answer('out-too', 9, 'no-movement'),
      ],
    });
    const mapping = { fingerprint: 'f', mapping: { fields: {} } } as unknown as StatementAsk['mapping'];
    const rows = {
      said: [
        ...['back', 'never'].map((key) => ({ key, answer: null })),
        // Of a row of another file: that this one has none takes nothing back.
        { key: 'elsewhere', answer: 'movement' },
        { key: 'out', answer: 'no-movement' },
        { key: 'same', answer: null },
      ],
      others: null,
    } as unknown as NonNullable<StatementAsk['rows']>;
    const {
      head,
      replaces,
      mapping: named,
      rows: said,
    } = await bring(
      reading,
      { name: 'oct.csv', leavesOut: 4, account: { Canal: 'Falabella', Cuenta: 'Uno' } },
      { mapping, rows },
    );
    const { id, digest, ...own } = head;
    expect(own).toEqual({
      ...{ name: 'oct.csv', kind: 'falabella-transactions', layout: 'falabella', lines: 5, fresh: 5 },
      days: { from: '2026-10-03', to: '2026-10-20' },
      nets: [
        { currency: 'CLP', net: '4.50' },
        { currency: 'USD', net: '7.00' },
        { currency: '', net: '1' },
      ],
      accounts: [
        { canal: 'Falabella', cuenta: 'Uno', orders: 2 },
        { canal: 'Falabella', cuenta: 'Dos', orders: 1 },
      ],
      account: { Canal: 'Falabella', Cuenta: 'Uno' },
      proof: { state: 'fails', gap: '2.25', covered: 3, doubts: 4 },
      // Two answers of one row are one row.
      said: { movements: 2, leftOut: 2 },
      ...{ importedAtMs: 1000, owner: 'Ana' },
    });
    expect([id.slice(0, 11), digest.length > 8, replaces]).toEqual(['00000000rs-', true, null]);
    const by = { owner: 'Ana', atMs: 1000 };
    expect(named).toEqual({ key: 'f', value: { fields: {}, ...by } });
    const put = (key: string, given: unknown) => ({ key, value: { answer: given, text: `T ${key}`, ...by } });
    expect(said).toEqual({
      puts: [
        ...[put('other', 'no-movement'), put('fresh', 'movement'), put('number', { number: '77' })],
        ...[put('out', 'no-movement'), put('out-too', 'no-movement')],
      ],
      deletes: ['back', 'never'],
    });
  });

  test('takes the place of the very same one, and stands beside one that holds it or that it holds', async () => {
    let now = 5000;
    const { bring, preview, list } = openImports({ now: () => now });
    const all = ['1', '2', '3', '4'].map((net) => line(net, '2026-10-05'));
    const first = await bring(readingOf(all.slice(0, 2)), { name: 'a.csv' });
    const longer = await preview(readingOf(all.slice(0, 3)));
    expect(longer.overlap).toEqual({
      fresh: 1,
      shared: [{ id: first.head.id, name: 'a.csv', lines: 2, isSame: false }],
    });
    // The clock was set back: the newest stays the one that was confirmed last.
    now = 10;
    const second = await bring(readingOf(all.slice(0, 3)), { name: 'b.csv' });
    expect([second.replaces, second.head.fresh, second.head.importedAtMs]).toEqual([null, 1, 5001]);
    const shorter = await bring(readingOf(all.slice(1, 3)), { name: 'c.csv' });
    expect([shorter.replaces, shorter.head.fresh]).toEqual([null, 0]);
    const again = await bring(readingOf(all.slice(0, 3)), { name: 'd.csv' });
    expect([again.replaces, again.head.fresh, again.head.digest]).toEqual([
      ...[second.head.id, 1, second.head.digest],
    ]);
    expect(list().map(({ name }) => name)).toEqual(['d.csv', 'c.csv', 'a.csv']);
    expect(first.head.id < second.head.id && second.head.id < again.head.id).toBe(true);
    // On other days, or of another kind, nothing is in common.
    const apart = await bring(readingOf([line('1', '2026-11-05')]));
    const other = await bring(readingOf(all.slice(0, 2), { kind: 'ripley' }));
    expect([apart.head.fresh, other.head.fresh]).toEqual([1, 2]);
  });

  test('of a bank is of the account that carries on, or that is said, the first of which has no number', async () => {
    const { bring, preview } = openImports();
    const bank = (from: string, net: string, balance: string) =>
      readingOf([line(net, from, { balance })], { kind: 'bank', layout: 'bci' });
    expect((await preview(bank('2026-10-01', '5', '105'))).bank).toBeUndefined();
    const first = await bring(bank('2026-10-01', '5', '105'), { name: 'uno.csv' });
    const second = await bring(bank('2026-10-01', '8', '908'), { name: 'dos.csv', bankAccount: 2 });
    expect([first.head.bankAccount, second.head.bankAccount, second.head.fresh]).toEqual([undefined, 2, 1]);
    const known = [
      { account: 1, name: 'uno.csv' },
      { account: 2, name: 'dos.csv' },
    ];
    expect((await preview(bank('2026-11-02', '1', '106'))).bank).toEqual({ account: 1, known });
    const carried = await preview(bank('2026-11-02', '1', '909'));
    expect(carried.bank).toEqual({ account: 2, known });
    const third = await bring(bank('2026-11-02', '1', '909'), { name: 'tres.csv' });
    expect(third.head.bankAccount).toBe(2);
    // One of the days before what is there already, whose balance that one goes on from.
    const before = openImports();
    await before.bring(bank('2026-11-10', '5', '105'), { name: 'uno.csv' });
    await before.bring(bank('2026-11-10', '8', '908'), { name: 'dos.csv', bankAccount: 2 });
    expect((await before.preview(bank('2026-10-12', '1', '900'))).bank?.account).toBe(2);
    expect((await before.preview(bank('2026-10-12', '1', '100'))).bank?.account).toBe(1);
    // What the user says goes before what the file tells.
    const said = await before.bring(bank('2026-10-12', '1', '900'), { bankAccount: 3 });
    expect(said.head.bankAccount).toBe(3);
    // Each account is named by the file that came last; of another bank nothing is known.
    const later = await preview(bank('2026-11-20', '1', '7'));
    expect(later.bank).toEqual({
      account: null,
      known: [
        { account: 1, name: 'uno.csv' },
        { account: 2, name: 'tres.csv' },
      ],
    });
    expect(
      (await preview(readingOf([line('1', null)], { kind: 'bank', layout: 'santander' }))).bank,
    ).toBeUndefined();
  });
});
