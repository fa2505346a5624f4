import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filesOfMonth, honestBooks, monthsOf } from '#electron/demo/statements/company-files.ts';
import { readLedgers } from '#electron/demo/statements/ledger.ts';
import type { WireRow } from '#electron/demo/world/world.ts';
import { matchStatement } from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { anyNow, anySeed, lumbreRows, storeOf } from '#test/electron/demo/lumbre/lumbre-world.ts';
import { randomCases } from '#test/random-cases.ts';
import { readFile } from '#test/renderer/data/files/intake/read-through.ts';
import { paidByFile, paidByRows } from './files-oracle.ts';

/** The statements and bank extracts of the demo company, from its rows. */

const EXACTLY = { absolute: '0' as Decimal, percent: '0' as Decimal };
const KINDS: { readonly [canal: string]: string } = {
  'Mercado Austral': 'mercado-pago-releases',
  'Plaza Andina': 'falabella-transactions',
  Vitrina: 'amazon-settlement',
  'Bodega Uno': 'mercado-pago-settlement',
  'Tienda propia': 'shopify-payments',
};

type Company = {
  readonly rows: readonly WireRow[];
  readonly month: string;
  readonly files: ReturnType<typeof filesOfMonth>;
};

/** Any month of any company: the last whole one, the present one, or any before. */
function anyMonth(check: (company: Company) => void | Promise<void>): Promise<void> {
  const property = fc.asyncProperty(anySeed, anyNow, fc.nat({ max: 20 }), async (seed, now, ago) => {
    const rows = lumbreRows(seed, now);
    const books = honestBooks(readLedgers(rows));
    const month = monthsOf(books).at(-1 - ago) ?? '';
    await check({ rows, month, files: filesOfMonth(books, month, Math.floor(now / DAY_MS)) });
  });
  return fc.assert(property, { numRuns: randomCases(1), endOnFailure: true });
}

describe('each file', () => {
  test('is recognised, and proved by its own arithmetic with nothing doubted', async () => {
    await anyMonth(async ({ files, month }) => {
      const named = [
        ...files.statements.map((file) => ({ ...file, kind: KINDS[file.canal] })),
        ...files.banks.map((file) => ({ ...file, kind: 'bank' })),
      ];
      expect(named.length).toBeGreaterThanOrEqual(11);
      expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
      for (const { name, kind, text } of named) {
        const found = await readFile(new TextEncoder().encode(text));
        if (!('reading' in found)) throw new Error(`${name}: ${JSON.stringify(found)}`);
        const { reading } = found;
        expect([name, reading.kind, reading.proof.holds, reading.proof.doubts]).toEqual([
          name,
          kind,
          true,
          0,
        ]);
        expect([name, reading.notUnderstood, reading.changes.filter(({ asks }) => asks)]).toEqual([
          name,
          [],
          [],
        ]);
        expect(reading.proof.checks.length).toBeGreaterThan(0);
        // The balance before the first line of an extract is in no line.
        expect(reading.proof.covered).toBeGreaterThanOrEqual(reading.lines.length - 1);
        const days = reading.lines.map((line) => (line.released ?? line.date)?.day.slice(0, 7));
        if (kind === 'bank') expect(new Set(days)).toEqual(new Set([month]));
      }
    });
  }, 300_000);

  test('pays every order of its month what the rows of the order leave, and no other', async () => {
    await anyMonth(({ rows, files, month }) => {
      const byRows = paidByRows(rows, (row) => (row['Fecha de Pago'] ?? '').startsWith(month));
      const byFiles = new Map<string, Map<string, number>>();
      for (const { canal, cuenta, text } of files.statements) {
        const account = `${canal} / ${cuenta}`;
        const orders = byFiles.get(account) ?? new Map<string, number>();
        byFiles.set(account, orders);
        for (const [order, net] of paidByFile(canal, text)) orders.set(order, (orders.get(order) ?? 0) + net);
      }
      expect(byRows.size).toBe(7);
      for (const [account, orders] of byRows) {
        expect([account, sorted(byFiles.get(account) ?? new Map())]).toEqual([account, sorted(orders)]);
      }
    });
  }, 300_000);

  test('agrees with the orders in the app, each with its own account', async () => {
    await anyMonth(async ({ rows, files }) => {
      const store = storeOf(rows);
      for (const { name, canal, cuenta, text } of files.statements) {
        const found = await readFile(new TextEncoder().encode(text));
        if (!('reading' in found)) throw new Error(name);
        const options = { accounts: null, tolerance: EXACTLY, decisions: [] };
        const match = atOnce(matchStatement(store, found.reading.lines, options));
        expect([name, match.cases.filter(({ state }) => state !== 'same')]).toEqual([name, []]);
        expect(match.cases.length).toBeGreaterThan(0);
        expect(match.suggestions).toEqual([]);
        expect(match.facts.map((fact) => [fact.canal, fact.cuenta, fact.missing])).toEqual([
          [canal, cuenta, 0],
        ]);
      }
    });
  }, 300_000);
});

const sorted = (orders: ReadonlyMap<string, number>) =>
  [...orders].toSorted(([one], [other]) => (one < other ? -1 : 1));
