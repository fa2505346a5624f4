import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { jsonOf } from '#electron/command/write-answer.ts';
import { type AppLine, openAppLine } from '#electron/programs/ask-app.ts';
import type { ProgramAnswer, ProgramQuestion, QuestionOf } from '#shared/contract/program-questions.ts';
import { randomCases } from '#test/random-cases.ts';
import { toGrains } from '#test/shared/decimal-oracle.ts';
import { isDashboardRow, type WireRow } from './oracle.ts';

/** What programs are answered, by the source's own rows: digit strings added up one by one, as for the screens. */

const COMMAND = fileURLToPath(new URL('../../dist/host/cuadra.js', import.meta.url));
// The same questions in every run, as the suite's other properties; CUADRA_SEED draws others.
const SEED = Number(process.env.CUADRA_SEED ?? 20_261_127);
const FILTERED = ['Canal', 'Cuenta', 'Estado de Orden', 'Tipo de Dato', 'Marca'] as const;
const GROUPED = [...FILTERED, 'SKU Producto', 'Categoría'] as const;
const SCOPES = {
  marketplace: ['Costo de Marketplace', 'Rentabilidad Marketplace'],
  comercial: ['Costo Comercial', 'Rentabilidad Comercial'],
  total: ['Costo Total', 'Rentabilidad Total'],
} as const;

type Totals = QuestionOf<'totals'>;

/** Any question of totals about these rows. */
function anyTotals(rows: readonly WireRow[]): fc.Arbitrary<Totals> {
  const anyValueOf = (column: string) =>
    fc.constantFrom(...new Set(rows.map((row) => row[column] ?? ''))).map((value) => ({ column, value }));
  return fc.record(
    {
      ask: fc.constant('totals' as const),
      period: fc.constantFrom(
        { month: '2026-10' },
        { month: '2026-11' },
        { from: '2026-10-20', to: '2026-11-04' },
      ),
      periodColumn: fc.constantFrom('Fecha de compra', 'Fecha de Pago'),
      filters: fc.array(
        fc
          .constantFrom(...FILTERED)
          .chain(anyValueOf)
          .map(({ column, value }) => ({ column, values: [value] })),
        { maxLength: 2 },
      ),
      dashboard: fc.boolean(),
      by: fc.constantFrom(...GROUPED, 'month', 'semana'),
      scope: fc.constantFrom(...(Object.keys(SCOPES) as (keyof typeof SCOPES)[])),
    },
    { requiredKeys: ['ask', 'scope'] },
  ) as fc.Arbitrary<Totals>;
}

function holds(
  { period, periodColumn = 'Fecha de compra', filters = [], dashboard = false }: Totals,
  row: WireRow,
) {
  const day = (row[periodColumn] ?? '').slice(0, 10);
  if (period !== undefined) {
    if ('month' in period ? !day.startsWith(period.month) : day < period.from || day > period.to)
      return false;
  }
  // Conditions of one column are alternatives.
  const byColumn = grouped(filters, ({ column }) => column);
  const isMet = [...byColumn].every(([column, all]) =>
    all.some(({ values }) => values.includes(row[column] ?? '')),
  );
  return isMet && (!dashboard || isDashboardRow(row));
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
}

/** The Monday's ISO week of a day, by counting days from a Monday that is known. */
function weekOf(day: string): string {
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse('2026-01-05T00:00:00Z')) / 86_400_000);
  // 2026-01-05 is the Monday of week 2.
  return `2026-W${String(2 + Math.floor(days / 7)).padStart(2, '0')}`;
}

function groupOf({ by, periodColumn = 'Fecha de compra' }: Totals, row: WireRow): string {
  const day = (row[periodColumn] ?? '').slice(0, 10);
  if (by === 'month') return day.slice(0, 7);
  if (by === 'semana') return day === '' ? '' : weekOf(day);
  return by === undefined ? '' : (row[by] ?? '');
}

/** part / base in hundredths of a percent, rounded half away from zero; null over nothing sold. */
function rateInHundredths(part: bigint, base: bigint): bigint | null {
  if (base <= 0n) return null;
  const [size, sign] = part < 0n ? [-part, -1n] : [part, 1n];
  return (sign * (size * 20_000n + base)) / (base * 2n);
}

type Line = { readonly rows: number; readonly figures: readonly (bigint | null)[] };

function expectedLine(rows: readonly WireRow[], scope: keyof typeof SCOPES): Line {
  const sum = (column: string) => rows.reduce((total, row) => total + toGrains(row[column] ?? '0'), 0n);
  const [cost, profit] = SCOPES[scope];
  const sales = sum('Ventas');
  return {
    rows: rows.length,
    figures: [sales, sum(cost), sum(profit), rateInHundredths(sum(profit), sales)],
  };
}

function lineIn(answer: ProgramAnswer, row: readonly (string | null)[], scope: keyof typeof SCOPES): Line {
  const [cost, profit] = SCOPES[scope];
  const cell = (key: string) => row[answer.table.columns.findIndex((column) => column.key === key)] ?? null;
  const rate = cell(`% ${profit}`);
  return {
    rows: Number(cell('rows')),
    figures: [
      ...['Ventas', cost, profit].map((key) => toGrains(cell(key) ?? '0')),
      rate === null ? null : toGrains(rate) / 10n ** 28n,
    ],
  };
}

/** Random questions of totals, each answered as the rows come to: line by line, rates included. */
export async function expectProgramsAgree(profileDirectory: string, held: readonly WireRow[]): Promise<void> {
  const line = await openLine(profileDirectory);
  try {
    await fc.assert(
      fc.asyncProperty(anyTotals(held), async (question) => {
        const { scope = 'total' } = question as { readonly scope?: keyof typeof SCOPES };
        const rows = held.filter((row) => holds(question, row));
        const answer = await line.ask(question);
        const { table, evidence } = answer;
        expect(evidence.rows).toBe(rows.length);
        const whole = expectedLine(rows, scope);
        if (question.by === undefined) {
          expect(table.rows.map((row) => lineIn(answer, row, scope))).toEqual([whole]);
          return;
        }
        expect(lineIn(answer, table.total ?? [], scope)).toEqual(whole);
        const groups = grouped(rows, (row) => groupOf(question, row));
        const expected = [...groups].map(([value, own]) => [value, expectedLine(own, scope)] as const);
        const got = table.rows.map((row) => [row[0] ?? '', lineIn(answer, row, scope)] as const);
        expect(new Map(got)).toEqual(new Map(expected));
        expect(got).toHaveLength(expected.length);
      }),
      { numRuns: randomCases(40), seed: SEED },
    );
    await expectOrders(line, held);
  } finally {
    line.close();
  }
}

async function expectOrders(line: AppLine, held: readonly WireRow[]): Promise<void> {
  const columns = ['Orden', 'Nro. suborden', 'Ventas'];
  const asked: ProgramQuestion = { ask: 'orders', grouping: 'rows', columns, limit: 10_000 };
  const { table } = await line.ask(asked);
  const told = (row: WireRow) => columns.map((column) => row[column] ?? '').join('|');
  expect(table.rows.map((row) => row.join('|')).sort()).toEqual(held.map(told).sort());
  const few = await line.ask({ ...asked, limit: 3 });
  expect([few.table.rows.length, few.table.leftOut]).toEqual([3, held.length - 3]);
}

/** The same over MCP, by the protocol's own client; `allow` presses what the setting's choices are called. */
export async function expectAssistantAgrees(
  profileDirectory: string,
  held: readonly WireRow[],
  allow: (access: string) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: 'test', version: '1' });
  const args = [COMMAND, 'mcp', '--profile-dir', profileDirectory, '--language', 'es'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  const line = await openLine(profileDirectory);
  const call = (ask: string, given: object) =>
    client.callTool({ name: `cuadra_${ask}`, arguments: { ...given } });
  const buyers = { columns: ['Orden', 'Comprador'], grouping: 'rows', limit: 10_000 };
  try {
    expect(await call('totals', {})).toMatchObject({ isError: true });
    await allow('Sin compradores');
    await fc.assert(
      fc.asyncProperty(anyTotals(held), async (question) => {
        const { ask, ...given } = question;
        expect((await call(ask, given)).structuredContent).toEqual(jsonOf(await line.ask(question)));
      }),
      { numRuns: randomCases(8), seed: SEED },
    );
    for (const given of [
      buyers,
      { filters: [{ column: 'comprador', values: ['x'] }] },
      { search: 'x' },
      { sort: { column: 'Comprador', direction: 'ascending' } },
    ])
      expect(await call('orders', given)).toMatchObject({ isError: true });
    expect(await call('totals', { by: 'Comprador' })).toMatchObject({ isError: true });
    expect(JSON.stringify(await call('status', {}))).not.toContain('Comprador');
    await allow('También compradores');
    const { structuredContent } = await call('orders', buyers);
    const { rows } = structuredContent as { readonly rows: readonly WireRow[] };
    const told = (row: WireRow) => `${row.Orden ?? ''}|${row.Comprador ?? ''}`;
    expect(rows.map(told).sort()).toEqual(held.map(told).sort());
  } finally {
    line.close();
    await client.close();
  }
}

async function openLine(profileDirectory: string): Promise<AppLine> {
  const line = await openAppLine(profileDirectory, 'command', () => undefined);
  if (line === null) throw new Error('The app listens to no program.');
  return line;
}

type Ran = { readonly code: number; readonly out: string };

/** The command as a person runs it, built. */
export async function runCuadra(profileDirectory: string, ...args: readonly string[]): Promise<Ran> {
  const all = [COMMAND, ...args, '--profile-dir', profileDirectory];
  return promisify(execFile)(process.execPath, all).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    ({ code, stdout }: { readonly code: number; readonly stdout: string }) => ({ code, out: stdout }),
  );
}

type WrittenRow = { readonly [key: string]: string | number | null };

/** The rows of its JSON; throws where it has no answer. */
export async function rowsOfCuadra(
  profileDirectory: string,
  ...args: readonly string[]
): Promise<readonly WrittenRow[]> {
  const { code, out } = await runCuadra(profileDirectory, ...args, '--format', 'json');
  if (code !== 0) throw new Error(`cuadra ${args.join(' ')} ended with ${code}.`);
  return (JSON.parse(out) as { readonly rows: readonly WrittenRow[] }).rows;
}
