import { describe, expect, test } from 'vitest';
import { type OwnCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { CorruptLedgerError } from '#renderer/data/storage/database/failures.ts';
import { exportDataset } from '#renderer/data/worker/dataset.ts';
import { DATASET_TABLES, fillTables, type TablesQuery } from '#renderer/data/worker/dataset-tables.ts';
import { freeze, type OpenCopy } from '#renderer/data/worker/open-copy.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { checkpoint, type Row, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import { openCopy } from './opened-copy.ts';

/** The tables beside an export for engines, filled from one copy; and rows and tables that are of one moment. */

const ABROAD = { Canal: 'Otro', Cuenta: 'Dos' };
const sale = (Orden: string, more: Row = {}) =>
  row({ Orden, 'Estado de Orden': 'Regular', 'Estado de Pago': 'Pendiente', Ventas: '-50.00', ...more });
const ROWS = [sale('A'), sale('B', ABROAD)];
const ASKED: TablesQuery = {
  today: '2026-04-20' as LocalDate,
  views: [
    { currency: 'CLP', scope: { accounts: [ABROAD], isExcluded: true } },
    { currency: 'USD', scope: { accounts: [ABROAD], isExcluded: false } },
  ],
  thresholds: DEFAULT_THRESHOLDS,
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
  payoutTolerance: '1' as Decimal,
};
const signal = () => new AbortController().signal;

async function filled(
  copy: OpenCopy,
  asked: Partial<TablesQuery> = {},
  months: readonly (string | null)[] = ['2026-03'],
) {
  const tables = await fillTables(copy, { ...ASKED, ...asked }, months as readonly Month[], signal());
  const names = tables.map(({ name }) => name);
  const partsOf = (name: string) => tables.find((table) => table.name === name)?.parts;
  const rowsOf = (name: string) => (partsOf(name) ?? []).flatMap(({ rows }) => rows.slice(0, 99));
  return { names, partsOf, rowsOf };
}

describe('tables', () => {
  test('are all there, each with one part at least, of the newest rows even where others are shown', async () => {
    const { copy, ledger, sync } = await openCopy(ROWS.slice(0, 1));
    await freeze(copy);
    await sync(ROWS);
    const { changes, ...rest } = checkpoint();
    const lastReadAt = '2026-04-01T10:00:00.000Z' as never;
    await ledger.calls.saveCheckpoint({ ...rest, changes: { ...changes, lastReadAt } });
    const { names, partsOf, rowsOf } = await filled(copy);
    expect(names).toEqual(DATASET_TABLES.map(({ name }) => name));
    expect(rowsOf('cuadra_exportacion')).toEqual([{ n: 1, leido_hasta: lastReadAt, filas: 2 }]);
    const accounts = rowsOf('cuadra_cuentas').map(({ cuenta, moneda, filas }) => [cuenta, moneda, filas]);
    expect(accounts.toSorted()).toEqual([
      ['Dos', 'USD', 1],
      ['Principal', 'CLP', 1],
    ]);
    expect(rowsOf('cuadra_extractos')).toEqual([]);
    const odd = rowsOf('cuadra_excepciones').filter(({ tipo }) => tipo === 'negative-sale');
    expect(odd.map(({ numero }) => numero).toSorted()).toEqual(['A', 'B']);
    expect(partsOf('cuadra_extractos_lineas')).toEqual([{ part: '', stamp: null, rows: [] }]);
    // All but the two that tell of the others.
    expect(rowsOf('cuadra_tablas').map(({ tabla, filas, estado }) => [tabla, filas, estado])).toEqual(
      DATASET_TABLES.slice(0, -2).map(({ name }) => [name, rowsOf(name).length, 'completa']),
    );
    for (const name of names) {
      const parts = (partsOf(name) ?? []).map(({ part }) => part);
      expect(parts.length).toBeGreaterThan(0);
      expect(parts).toEqual(parts.toSorted());
    }
  });

  test('find what is odd by the thresholds, without own costs, each view in its own currency', async () => {
    const { copy, ledger } = await openCopy([
      ...ROWS,
      sale('C', { Ventas: '9.00', 'Costo de Producto': '0.00' }),
    ]);
    const cost: OwnCost = {
      ...{ sku: 'SKU-1', currency: 'CLP', from: null, to: null, note: '', owner: '', atMs: 0 },
      cost: '1' as Decimal,
    };
    await ledger.annotate({ kind: 'own-cost', puts: [{ key: ownCostKey(cost), value: cost }], deletes: [] });
    expect((await filled(copy)).rowsOf('cuadra_costos_propios')).toMatchObject([
      { sku: 'SKU-1', costo: '1' },
    ]);
    const kinds = async (thresholds = DEFAULT_THRESHOLDS) => {
      const rows = (await filled(copy, { thresholds })).rowsOf('cuadra_excepciones');
      return rows.map(({ tipo, moneda }) => `${tipo} ${moneda}`).toSorted();
    };
    const amounts = { ...DEFAULT_THRESHOLDS.amounts, 'negative-sale': '51' as Decimal };
    const found = await kinds();
    expect(found).toEqual(
      expect.arrayContaining(['missing-cost CLP', 'negative-sale CLP', 'negative-sale USD']),
    );
    const without = await kinds({ ...DEFAULT_THRESHOLDS, amounts });
    expect(without).toEqual(found.filter((each) => !each.startsWith('negative-sale')));
  });

  test('hold payouts and statements to the page’s own tolerances, on its day', async () => {
    const { copy } = await openCopy(ROWS);
    const asked: { readonly [of: string]: unknown[] } = { payouts: [], statements: [], receivables: [] };
    const { chain, statements, receivables } = copy;
    const asking: OpenCopy = {
      ...copy,
      chain: {
        ...chain,
        readPayouts: (query) => {
          asked.payouts?.push(query);
          return chain.readPayouts(query);
        },
      },
      statements: {
        ...statements,
        findings: (query) => {
          asked.statements?.push(query);
          return statements.findings(query);
        },
      },
      receivables: {
        ...receivables,
        findings: (query) => {
          asked.receivables?.push(query);
          return receivables.findings(query);
        },
      },
    };
    const tolerance = { absolute: '3' as Decimal, percent: '4' as Decimal };
    await filled(asking, { tolerance, payoutTolerance: '5' as Decimal });
    const { today, views } = ASKED;
    expect(asked.payouts?.length).toBeGreaterThan(0);
    for (const query of asked.payouts ?? [])
      expect(query).toEqual({ scope: null, day: today, tolerance: '5' });
    expect(asked.statements).toEqual(views.map(({ scope }) => ({ scope, tolerance })));
    expect(asked.receivables).toEqual(views.map(({ scope }) => ({ scope, today })));
  });

  test('of months are told up to the one of today, each once, in their order', async () => {
    const { copy } = await openCopy(ROWS);
    const monthsIn = async (months: readonly (string | null)[], today = ASKED.today) => [
      ...new Set((await filled(copy, { today }, months)).rowsOf('cuadra_por_cobrar').map(({ mes }) => mes)),
    ];
    expect(await monthsIn(['2026-05', '2026-03', null, '2026-03'])).toEqual(['2026-03', '2026-04']);
    expect(await monthsIn(['2026-04', '2026-03'])).toEqual(['2026-03', '2026-04']);
    expect(await monthsIn([])).toEqual(['2026-04']);
    expect(await monthsIn(['2026-03', '2026-04'], '2026-03-31' as LocalDate)).toEqual(['2026-03']);
    expect(await monthsIn(['2026-03'], '2026-02-28' as LocalDate)).toEqual([]);
  });

  test('say what of them cannot be read; what fails otherwise fails, and who gives up gets none', async () => {
    const { copy, ledger } = await openCopy(ROWS);
    const damaged = async () => Promise.reject(new CorruptLedgerError(''));
    const summary = { proof: { state: 'none' }, account: null, days: null, nets: [], lines: 1 };
    const of = (id: string, day: number) => ({
      ...{ ...summary, id, name: `name of ${id}`, kind: 'bank', importedAtMs: Date.UTC(2026, day, 3) },
    });
    const withStatements = (parts: object): OpenCopy => ({
      ...copy,
      ledger: { ...ledger, statements: { ...ledger.statements, ...parts } },
    });
    const { names, rowsOf, partsOf } = await filled(
      withStatements({
        list: () => [of('a', 4), of('b', 3), of('c', 2), of('d', 1)],
        lines: async (id: string) => (id === 'b' || id === 'd' ? damaged() : [{ line: 7, date: null }]),
      }),
    );
    const parts = partsOf('cuadra_extractos_lineas') ?? [];
    expect(parts.map(({ part, rows }) => [part, rows.length])).toEqual([
      ['2026-03', 1],
      ['2026-05', 1],
    ]);
    const told = (rows: ReturnType<typeof rowsOf>) =>
      rows
        .filter(({ estado }) => estado !== 'completa')
        .map(({ tabla, filas, estado, falta }) => [tabla, filas, estado, falta]);
    expect(told(rowsOf('cuadra_tablas'))).toContainEqual([
      ...['cuadra_extractos_lineas', 2, 'parcial', '["name of b","name of d"]'],
    ]);
    expect(names).toContain('cuadra_extractos_lineas');
    const changes = { ...ledger.reads, changes: damaged };
    const gone = await filled({ ...copy, ledger: { ...ledger, reads: changes } });
    expect(gone.names).not.toContain('cuadra_cambios');
    expect(told(gone.rowsOf('cuadra_tablas'))).toEqual([['cuadra_cambios', null, 'anterior', null]]);
    const failing = { ...ledger.reads, changes: async () => Promise.reject(new Error('broken')) };
    await expect(filled({ ...copy, ledger: { ...ledger, reads: failing } })).rejects.toThrow('broken');
    const given = new AbortController();
    given.abort();
    await expect(fillTables(copy, ASKED, [], given.signal)).rejects.toThrow();
  });
});

describe('an export for engines', () => {
  const START = { manifest: null, files: [], account: 'a', app: '1', forPostgresql: false };
  /** How many readings were made, and what the export says to be of; `commits` come while its tables are filled. */
  const begun = async (commits: number, tables?: TablesQuery) => {
    const { copy, ledger, sync } = await openCopy(ROWS);
    const { changes, ...rest } = checkpoint();
    const lastReadAt = '2026-04-01T10:00:00.000Z' as never;
    await ledger.calls.saveCheckpoint({ ...rest, changes: { ...changes, lastReadAt } });
    const before = ledger.store.revision;
    let readings = 0;
    const reads = {
      ...ledger.reads,
      changes: async () => {
        readings += 1;
        if (readings <= commits) await sync([...ROWS, sale(`new ${readings}`)]);
        return ledger.reads.changes();
      },
    };
    const copied: OpenCopy = { ...copy, ledger: { ...ledger, reads } };
    const input = { ...START, ...(tables === undefined ? {} : { tables }) };
    const pieces = exportDataset.source(copied, input, signal());
    const { done, value } = await pieces.next();
    await pieces.return(undefined as never);
    if (done === true || value.kind !== 'begun') throw new Error(JSON.stringify(value));
    const { rows, orders, readUntil, revision } = value;
    return { readings, rows, orders, readUntil, later: revision - before };
  };

  test('has rows and tables of one moment, looked at again where a commit came, three times at most', async () => {
    const readUntil = '2026-04-01T10:00:00.000Z';
    expect(await begun(1)).toEqual({ readings: 0, rows: 2, orders: 2, readUntil, later: 0 });
    expect(await begun(0, ASKED)).toEqual({ readings: 1, rows: 2, orders: 2, readUntil, later: 0 });
    expect(await begun(1, ASKED)).toMatchObject({ readings: 2, rows: 3, orders: 3, later: 1 });
    expect(await begun(9, ASKED)).toMatchObject({ readings: 3, rows: 4, later: 2 });
  });
});
