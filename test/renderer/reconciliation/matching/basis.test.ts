import { describe, expect, test } from 'vitest';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import type { MatchesPage, MatchesQuery } from '#renderer/reconciliation/matching/model/matches.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { createFakeLocks } from '#test/renderer/data/storage/fake-locks.ts';
import { COLUMNS_SENT, row } from '#test/renderer/data/storage/ledger-fixtures.ts';
import {
  freshServiceAccount as freshAccount,
  LINE,
  load,
  startPage,
} from '#test/renderer/data/storage/started-page.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { changes, decisionOfCase } from '#test/renderer/data/worker/user-decisions.ts';
import { inventSales, type Sale } from '#test/statements/truth.ts';
import { WRITERS } from '#test/statements/writers.ts';

/** What a statement is held against: chosen, kept for its layout and account, and heeded by all that rests on it. */

type Service = Handlers<DataCalls>;
type Kept = Annotation<'statement-basis'>;

const TOLERANCE = { absolute: '0' as Decimal, percent: '0' as Decimal };
const MONTHS = ['2026-01', '2026-02', '2026-03'] as Month[];
const TODAY = '2026-10-31' as LocalDate;
const ADVERTISING = 'Costos por publicidad';
const SALES = inventSales({ seed: 11, sales: 30, unit: 100 }).filter(({ isRefund }) => !isRefund);
/** What the source charges beside, and the marketplace bills apart. Cents. */
const adOf = (at: number): number => 10_000 + 300 * at;
const netOf = ({ gross, commission, shipping, taxes }: Sale): number => gross - commission - shipping - taxes;
const feeOf = ({ commission, shipping }: Sale): number => commission + shipping;
const textOf = (cents: number): string => (cents / 100).toFixed(2);

const KIND = 'mercado-pago-settlement';
function fileOf(sales: readonly Sale[]): string {
  const found = WRITERS.map((write) => write(sales)).find(({ name }) => name === KIND);
  if (found === undefined) throw new Error(`No writer of ${KIND}.`);
  return found.rows.map((cells) => cells.join(';')).join('\n');
}

async function openPage(): Promise<Service> {
  const page = startPage(createFakeLocks());
  await page.service.open({ accountId: freshAccount(), line: LINE });
  const { calls } = await page.main();
  const rows = SALES.map((sale, at) =>
    row({
      Orden: sale.order,
      'Nro. suborden': sale.suborder,
      'N° de Liquidación': sale.settlement,
      // Such files tell the commission with the shipping in it.
      'Costo de Comisiones': textOf(feeOf(sale)),
      [ADVERTISING]: textOf(adOf(at)),
      'Rentabilidad Marketplace': textOf(netOf(sale) - adOf(at)),
    }),
  );
  await load(calls, 'all', rows, [...new Set([...COLUMNS_SENT, 'N° de Liquidación', ADVERTISING])]);
  return page.service;
}

async function importFile(service: Service, sales: readonly Sale[], name: string): Promise<string> {
  const end = await runIntake(
    streamsOf(service),
    new Blob([fileOf(sales)]),
    { kind: 'statement', sheet: null, mapping: null },
    () => undefined,
    new AbortController().signal,
  );
  if (end?.kind !== 'done' || end.answer.kind !== 'statement') throw new Error(JSON.stringify(end));
  const { readingId } = end.answer.statement;
  return (await service.confirmStatement({ readingId, name, owner: 'Ana' })).id;
}

const ask = (statementIds: readonly string[] | null): MatchesQuery & { offset: number; limit: number } => ({
  statementIds,
  tolerance: TOLERANCE,
  states: [],
  sort: null,
  search: '',
  offset: 0,
  limit: 1000,
});
const readMatches = (service: Service, ids: readonly string[] | null = null): Promise<MatchesPage> =>
  Promise.resolve(service.readMatches(ask(ids)));

async function choose(service: Service, keys: readonly string[], basis: Pick<Kept, 'part' | 'apart'>) {
  const value: Kept = { ...basis, owner: 'Ana', atMs: 1 };
  await service.writeAnnotations({
    kind: 'statement-basis',
    puts: keys.map((key) => ({ key, value })),
    deletes: [],
  });
}

const findings = async (service: Service) => {
  const found = await service.readExceptions({
    scope: null,
    currency: null,
    thresholds: DEFAULT_THRESHOLDS,
    // Before any sale: nothing is overdue.
    today: '2020-01-01' as LocalDate,
    tolerance: TOLERANCE,
  });
  return found.exceptions.filter(({ finding }) => finding.kind === 'statement-difference');
};
/** As the checklist of a close has it. */
async function differingInMonths(service: Service): Promise<number> {
  let all = 0;
  for (const month of MONTHS) {
    const { differing } = await service.readMonthMatch({ month, scope: null, day: TODAY });
    all += differing.orders;
  }
  return all;
}
const casesIn = ({ totals: [totals] }: MatchesPage, state: 'same' | 'different') =>
  totals?.byState[state].cases;
const NOT_IN_THE_FILE = 4;

describe('what a statement is held against', () => {
  test('is proposed by what its differences are, and once taken counts for every statement of its layout and account', async () => {
    const service = await openPage();
    const half = Math.floor(SALES.length / 2);
    const first = await importFile(service, SALES.slice(0, half), 'septiembre.csv');
    const before = await readMatches(service);
    expect(casesIn(before, 'different')).toBe(half);
    expect(before.basis).toEqual({
      chosen: { part: 'net', apart: [] },
      keys: [JSON.stringify([KIND, KIND, 'Mercado Uno', 'Principal'])],
      parts: ['net', 'commission', 'taxes'],
      proposal: { sections: ['advertising'], explained: half, differing: half },
    });
    expect((await findings(service)).length).toBeGreaterThan(0);
    expect(await differingInMonths(service)).toBe(half);
    const { keys, proposal } = before.basis;
    await choose(service, keys, { part: 'net', apart: proposal?.sections.slice() ?? [] });
    const taken = await readMatches(service);
    expect([casesIn(taken, 'same'), casesIn(taken, 'different')]).toEqual([half, 0]);
    expect(taken.basis).toMatchObject({ chosen: { apart: ['advertising'] }, proposal: null });
    expect(await findings(service)).toEqual([]);
    expect(await differingInMonths(service)).toBe(0);
    // The next one of the account is held against the same without a word.
    const second = await importFile(service, SALES.slice(half, -NOT_IN_THE_FILE), 'octubre.csv');
    const both = await readMatches(service, [first, second]);
    expect(casesIn(both, 'different')).toBe(0);
    expect(casesIn(both, 'same')).toBe(SALES.length - NOT_IN_THE_FILE);
    // Taken back, all is as it was.
    await service.writeAnnotations({ kind: 'statement-basis', puts: [], deletes: [...keys] });
    expect((await readMatches(service, [first])).basis.proposal).toEqual(proposal);
    // Nothing is proposed against what the user chose, however much differs by it.
    await choose(service, keys, { part: 'net', apart: ['storage'] });
    expect((await readMatches(service, [first])).basis).toMatchObject({
      ...{ chosen: { part: 'net', apart: ['storage'] }, proposal: null },
    });
  });

  test('may be a part of its lines: commission against commission, where a wrong net says nothing', async () => {
    const service = await openPage();
    await importFile(
      service,
      SALES.map((sale, at) => (at === 3 ? { ...sale, commission: sale.commission + 500 } : sale)),
      'octubre.csv',
    );
    const { basis } = await readMatches(service);
    await choose(service, basis.keys, { part: 'commission', apart: [] });
    const page = await readMatches(service);
    expect([casesIn(page, 'same'), casesIn(page, 'different')]).toEqual([SALES.length - 1, 1]);
    const wrong = page.cases.find(({ state }) => state === 'different');
    const third = SALES[3] as Sale;
    const fee = feeOf(third);
    expect(wrong?.orders.map(({ Orden }) => Orden)).toEqual([third.order]);
    expect(wrong).toMatchObject({
      statementAmount: textOf(-fee - 500),
      ledgerAmount: textOf(-fee),
      difference: '-5.00',
    });
    expect(wrong?.lines.map(({ net }) => Number(net))).toEqual([(-fee - 500) / 100]);
    expect(page.basis.proposal).toBeNull();
  });

  test('moves the figure that a decision is of: it falls with another, and holds again with its own', async () => {
    const service = await openPage();
    await importFile(service, SALES, 'octubre.csv');
    const before = await readMatches(service);
    const [one] = before.cases.filter(({ state }) => state === 'different');
    if (one === undefined) throw new Error('Nothing differs.');
    await service.writeAnnotations(
      changes('match-decision', { ...decisionOfCase('explained', one), note: 'publicidad' }),
    );
    expect((await readMatches(service)).cases.filter(({ isExplained }) => isExplained)).toHaveLength(1);
    await choose(service, before.basis.keys, { part: 'net', apart: ['advertising'] });
    const taken = await readMatches(service);
    expect(taken.cases.filter(({ isExplained }) => isExplained)).toHaveLength(0);
    expect(taken.fallen).toEqual([{ key: expect.any(String), why: 'moved' }]);
    await choose(service, before.basis.keys, { part: 'net', apart: [] });
    const again = await readMatches(service);
    expect(again.cases.filter(({ isExplained }) => isExplained)).toHaveLength(1);
    expect(again.fallen).toEqual([]);
  });
});
