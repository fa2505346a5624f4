import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import {
  type DataCalls,
  type IntakeAnswer,
  type MatchesQuery,
  type StatementPreview,
  UNKNOWN_READING,
} from '#renderer/data/api.ts';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { withWritesCutAfter } from '#test/renderer/data/storage/cut-writes.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { inventSales, type Sale } from '#test/statements/truth.ts';
import { WRITERS, type WrittenStatement } from '#test/statements/writers.ts';

/** From a real file to stored lines, and from these to what they come to beside the rows. */

type Service = Handlers<DataCalls>;
const SALES = inventSales({ seed: 7, sales: 40, unit: 100 });
const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;
const textOf = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (text: string): number => Math.round(Number(text) * 100);
const ASKED: MatchesQuery & { offset: number; limit: number } = {
  statementIds: null,
  tolerance: { absolute: '0' as Decimal, percent: '0' as Decimal },
  states: [],
  sort: null,
  search: '',
  offset: 0,
  limit: 1000,
};

function written(kind: string, sales: readonly Sale[]): WrittenStatement {
  const found = WRITERS.map((write) => write(sales)).find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`No writer of ${kind}.`);
  return found;
}

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n');

/** An extract that names no order: each sale's net as a deposit, with its balance. */
function bankOf(sales: readonly Sale[], document = '1'): string {
  let balance = 1_000_000;
  const lines = sales.map((sale, at) => {
    balance += netOf(sale);
    return `2026-03-1${at + 2};Central;Abono;${document}${at};;${textOf(netOf(sale))};${textOf(balance)}`;
  });
  const header =
    'Fecha;Sucursal;Descripción;N° Documento;Cheques y otros cargos;Depósitos y Abono;Saldo diario';
  return [header, ...lines].join('\n');
}

/** @param owners the accounts that have each of the sales */
async function openPage(sales: readonly Sale[], owners: readonly string[] = ['Principal']) {
  const page = startPage(createFakeLocks());
  const account = freshAccount();
  await page.service.open({ accountId: account, line: LINE });
  const { calls } = await page.main();
  const rows = owners.flatMap((owner) =>
    sales.map((sale) =>
      row({
        Cuenta: owner,
        Orden: sale.order,
        'Nro. suborden': sale.suborder,
        'N° de Liquidación': sale.settlement,
        'Rentabilidad Marketplace': textOf(netOf(sale)),
      }),
    ),
  );
  await load(calls, 'w1', rows, [...new Set([...COLUMNS_SENT, 'N° de Liquidación'])]);
  return { service: page.service, events: page.events, account };
}

async function preview(
  service: Service,
  content: string,
  ask: Partial<Asked> = {},
): Promise<StatementPreview> {
  const end = await runIntake(
    callerOf(service),
    new Blob([content]),
    { kind: 'statement', sheet: null, mapping: null, ...ask },
    () => undefined,
    new AbortController().signal,
  );
  if (end?.kind !== 'done') throw new Error(JSON.stringify(end));
  return (end.answer as Extract<IntakeAnswer, { readonly kind: 'statement' }>).statement;
}
type Asked = Extract<DataCalls['startIntake']['input']['ask'], { readonly kind: 'statement' }>;

/** A worker asked without a wire. */
const callerOf = (service: Service) => ({
  startIntake: async (input: DataCalls['startIntake']['input']) => service.startIntake(input),
  readIntake: async (input: DataCalls['readIntake']['input']) => service.readIntake(input),
  endIntake: async (input: DataCalls['endIntake']['input']) => service.endIntake(input),
});

async function importFile(service: Service, content: string, name = 'liquidacion.csv'): Promise<string> {
  const { readingId } = await preview(service, content);
  return (await service.confirmStatement({ readingId, name, owner: 'Ana' })).id;
}

describe('a statement', () => {
  test('is read, shown, stored, and held against the orders it names', async () => {
    const { service, events, account } = await openPage(SALES);
    const sales = SALES.map((sale, at) => (at === 5 ? { ...sale, commission: sale.commission + 100 } : sale));
    const file = written('mercado-pago-settlement', sales.slice(0, 38));
    const shown = await preview(service, csvOf(file.rows));
    expect(shown).toMatchObject({
      kind: 'mercado-pago-settlement',
      rows: file.lines.length,
      proof: { holds: true },
      overlap: { fresh: file.lines.length, shared: [] },
      accounts: [{ canal: 'Mercado Uno', cuenta: 'Principal', orders: 38 }],
      notUnderstood: { count: 0 },
    });
    expect(await service.readStatements(null)).toEqual([]);
    const { id } = await service.confirmStatement({
      readingId: shown.readingId,
      name: 'enero.csv',
      owner: 'Ana',
    });
    expect(events.at(-1)).toEqual(['annotated', null]);
    expect(await service.readStatements(null)).toMatchObject([
      { id, name: 'enero.csv', owner: 'Ana', lines: 38, fresh: 38, proof: { state: 'holds' } },
    ]);
    const found = await service.readMatches(ASKED);
    expect(found.totals.byState).toMatchObject({
      same: { cases: 37, lines: 37 },
      different: { cases: 1, lines: 1, difference: '-1.00' },
      'only-here': { cases: 2, lines: 0 },
      'only-there': { cases: 0, lines: 0 },
    });
    expect(centsOf(found.totals.remains)).toBe(-100);
    const [different] = (await service.readMatches({ ...ASKED, states: ['different'] })).cases;
    expect(different).toMatchObject({
      difference: '-1.00',
      lines: [{ order: SALES[5]?.order, statementId: id }],
      orders: [{ Orden: SALES[5]?.order, Canal: 'Mercado Uno' }],
    });
    const searched = await service.readMatches({ ...ASKED, search: SALES[7]?.order ?? '' });
    expect(searched.cases.map(({ orders }) => orders.map(({ Orden }) => Orden))).toEqual([[SALES[7]?.order]]);
    // The same after a restart.
    await service.close(null);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    expect((await again.readMatches(ASKED)).totals).toEqual(found.totals);
  });

  test('answers a decision at once, by the identities it told', async () => {
    const { service } = await openPage(SALES.slice(0, 5));
    const sales = SALES.slice(0, 5).map((sale, at) =>
      at === 2 ? { ...sale, commission: sale.commission + 100 } : sale,
    );
    await importFile(service, csvOf(written('mercado-pago-settlement', sales).rows));
    const [different] = (await service.readMatches({ ...ASKED, states: ['different'] })).cases;
    await service.writeAnnotations({
      kind: 'match-decision',
      puts: [
        {
          key: 'k',
          value: {
            verdict: 'explained',
            orders: different?.orders.map(({ key }) => key) ?? [],
            lines: different?.lines.map(({ identity }) => identity) ?? [],
            note: 'ok',
            owner: 'Ana',
            atMs: 1,
          },
        },
      ],
      deletes: [],
    });
    const after = await service.readMatches({ ...ASKED, states: ['different'] });
    expect(after.cases).toMatchObject([{ isExplained: true }]);
  });

  test('that overlaps another counts every line once, and the same file again is no second one', async () => {
    const { service } = await openPage(SALES);
    const first = csvOf(written('mercado-pago-settlement', SALES.slice(0, 25)).rows);
    const second = csvOf(written('mercado-pago-settlement', SALES.slice(15, 40)).rows);
    const one = await importFile(service, first, 'uno.csv');
    const shown = await preview(service, second);
    expect(shown.overlap).toEqual({ fresh: 15, shared: [{ id: one, name: 'uno.csv', lines: 10 }] });
    const two = (await service.confirmStatement({ readingId: shown.readingId, name: 'dos.csv', owner: '' }))
      .id;
    const both = await service.readMatches({ ...ASKED, statementIds: [one, two] });
    expect(both.totals.byState.same).toMatchObject({ cases: 40, lines: 40 });
    expect((await service.readMatches(ASKED)).totals.byState.same.lines).toBe(25);
    await importFile(service, first, 'uno otra vez.csv');
    const names = (await service.readStatements(null)).map(({ name, fresh }) => [name, fresh]);
    expect(names).toEqual([
      ['uno otra vez.csv', 0],
      ['dos.csv', 15],
    ]);
  });

  test('is of the account that the user says, then and for the next of its kind', async () => {
    const { service, account } = await openPage(SALES.slice(0, 4), ['Uno', 'Dos']);
    const first = bankOf(SALES.slice(0, 4));
    const shown = await preview(service, first);
    expect(shown).toMatchObject({ kind: 'bank', accounts: [], account: null });
    const said = { Canal: 'Mercado Uno', Cuenta: 'Dos' };
    const { readingId } = shown;
    const { id } = await service.confirmStatement({ readingId, name: 'b.csv', owner: '', account: said });
    expect(await service.readStatements(null)).toMatchObject([{ id, account: said }]);
    const suggested = async () => {
      const { cases } = await service.readMatches({ ...ASKED, states: ['only-there'] });
      return [
        ...new Set(
          cases.flatMap(({ suggestions }) =>
            suggestions.flatMap(({ orders }) => orders.map(({ Cuenta }) => Cuenta)),
          ),
        ),
      ];
    };
    expect(await suggested()).toEqual(['Dos']);
    expect((await preview(service, bankOf(SALES.slice(1, 4), '9'))).account).toEqual(said);
    await service.setStatementAccount({ id, account: { ...said, Cuenta: 'Uno' } });
    expect(await suggested()).toEqual(['Uno']);
    await service.setStatementAccount({ id, account: null });
    expect(await service.readStatements(null)).toMatchObject([{ id, account: null }]);
    await service.setStatementAccount({ id, account: said });
    await service.close(null);
    const again = startPage(createFakeLocks()).service;
    await again.open({ accountId: account, line: LINE });
    expect(await again.readStatements(null)).toMatchObject([{ id, account: said }]);
  });

  test('is taken out and brought back', async () => {
    const { service } = await openPage(SALES);
    const id = await importFile(service, csvOf(written('mercado-pago-settlement', SALES).rows));
    const before = await service.readMatches(ASKED);
    await service.deleteStatement({ id });
    expect(await service.readStatements(null)).toEqual([]);
    expect(await service.readMatches(ASKED)).toMatchObject({ statements: [], total: 0 });
    await service.restoreStatement({ id });
    expect((await service.readMatches(ASKED)).totals).toEqual(before.totals);
  });

  test('is there whole or not at all, wherever a write is cut', async () => {
    const content = csvOf(written('mercado-pago-settlement', SALES).rows);
    let isWhole = false;
    for (let writes = 0; !isWhole; writes += 1) {
      const { service, account } = await openPage(SALES);
      const { readingId } = await preview(service, content);
      const { failed } = await withWritesCutAfter(writes, () =>
        service.confirmStatement({ readingId, name: 'f', owner: '' }),
      );
      await service.close(null);
      const again = startPage(createFakeLocks()).service;
      await again.open({ accountId: account, line: LINE });
      const [stored] = await again.readStatements(null);
      expect(stored === undefined).toBe(failed);
      isWhole = !failed;
      if (isWhole) expect((await again.readMatches(ASKED)).totals.byState.same.lines).toBe(SALES.length);
      expect(writes).toBeLessThan(20);
    }
  });

  test('is not stored where another file was read since', async () => {
    const { service } = await openPage(SALES);
    const content = csvOf(written('mercado-pago-settlement', SALES).rows);
    const { readingId } = await preview(service, content);
    await preview(service, 'a;b\n1;2\n');
    await expect(service.confirmStatement({ readingId, name: 'f', owner: '' })).rejects.toMatchObject({
      code: UNKNOWN_READING,
    });
    expect(await service.readStatements(null)).toEqual([]);
  });

  test('of unknown columns is read by what the user says of them, then and ever after', async () => {
    const { service } = await openPage(SALES);
    const header = 'Cuándo;Pedido;Plata';
    const lines = SALES.slice(0, 6).map(
      (sale) => `2026-03-1${sale.suborder.at(-1)};${sale.order};${textOf(netOf(sale))}`,
    );
    const content = [header, ...lines].join('\n');
    const unknown = await preview(service, content);
    expect(unknown).toMatchObject({ kind: 'unknown', rows: 0, headers: ['Cuándo', 'Pedido', 'Plata'] });
    const mapping = {
      fields: { date: 'Cuándo', order: 'Pedido', amount: 'Plata' },
      sign: 'written',
      partsAddUp: false,
      dayOrder: 'day-first',
      decimalSign: '.',
    } as const;
    const said = await preview(service, content, {
      mapping: { fingerprint: unknown.fingerprint, mapping },
    });
    expect(said).toMatchObject({ rows: 6, accounts: [{ orders: 6 }] });
    await service.confirmStatement({ readingId: said.readingId, name: 'propio.csv', owner: 'Ana' });
    expect((await service.readMatches(ASKED)).totals.byState.same.lines).toBe(6);
    expect(await preview(service, content)).toMatchObject({ rows: 6, overlap: { fresh: 0 } });
  });
});

test('settlements of the rows are told page by page, with what is owed', async () => {
  const { service } = await openPage(SALES);
  const page = await service.readSettlements({
    scope: null,
    day: '2026-12-31' as LocalDate,
    offset: 0,
    limit: 2,
  });
  expect(page.total).toBe(new Set(SALES.map(({ settlement }) => settlement)).size);
  expect(page.settlements).toHaveLength(2);
  expect(page.owed).toEqual([{ canal: 'Mercado Uno', cuenta: 'Principal', owed: '0.00', rows: 0 }]);
});
