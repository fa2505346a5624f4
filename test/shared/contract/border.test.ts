import { expect, test } from 'vitest';
import { appChecks, SYNC_PERIODS_MINUTES } from '#shared/contract/app.ts';
import { appStreams, isDatasetPath } from '#shared/contract/app-streams.ts';
import {
  ASSISTANT_QUESTIONS,
  ProgramRefusal,
  programQuestionSchema,
} from '#shared/contract/program-questions.ts';
import { checked, RpcError } from '#shared/contract/rpc.ts';

type Checked = { readonly parse: (payload: unknown) => unknown };
const isTaken = (check: Checked, payload: unknown): boolean => {
  try {
    checked('x', check, payload);
    return true;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return false;
  }
};

test('what the page asks for is taken up to its limits', () => {
  const months = (count: number) => ({ months: Array.from({ length: count }, () => '2026-01') });
  for (const call of ['rereadMonths', 'cancelRereads', 'checkMonths'] as const)
    expect([0, 1, 600, 601].map((count) => isTaken(appChecks[call], months(count)))).toEqual([
      ...[false, true, true, false],
    ]);
  expect(isTaken(appChecks.findDifferences, { ranges: ['2026-01', 'all'] })).toBe(true);
  expect(isTaken(appChecks.findDifferences, { ranges: ['2026-13'] })).toBe(false);
  const account = (over: object) => isTaken(appChecks.updateAccount, { accountId: 'a', ...over });
  expect([0, 15, 45, 60, 1440, 2880].map((syncEveryMinutes) => account({ syncEveryMinutes }))).toEqual([
    ...[false, true, false, true, true, false],
  ]);
  expect([...SYNC_PERIODS_MINUTES]).toEqual([15, 30, 60, 120, 240, 720, 1440]);
  expect([
    account({}),
    account({ accountId: '' }),
    account({ plan: 'gold' }),
    account({ plan: 'free' }),
  ]).toEqual([true, false, false, true]);
  expect([120, 121].map((length) => account({ name: 'n'.repeat(length) }))).toEqual([true, false]);
  const key = (text: string) => isTaken(appChecks.giveKey, { accountId: 'a', key: text });
  expect([key('k'), key('  '), key('k'.repeat(500)), key('k'.repeat(501))]).toEqual([
    ...[true, false, true, false],
  ]);
  expect(appChecks.giveKey.parse({ accountId: 'a', key: ' k ' })).toEqual({ accountId: 'a', key: 'k' });
  for (const decision of ['remove', 'keep'])
    expect(isTaken(appChecks.resolveMissing, { month: '2026-01', decision })).toBe(true);
  for (const decision of ['same-company', 'own-account', 'forget'])
    expect(isTaken(appChecks.resolveKey, { accountId: 'a', decision })).toBe(true);
});

test('the files of an export for engines lie where they are looked for, and no other is written', () => {
  for (const path of [
    'Mes=2026-01/filas.parquet',
    'Mes=2026-01/_filas.tar.gz',
    'Mes=__HIVE_DEFAULT_PARTITION__/filas.parquet',
    'tablas/cambios.parquet',
    'tablas/cambios-2026-01.parquet',
    'tablas/_cambios-sin-mes.tar.gz',
    'manifest.json',
    'cargar-duckdb.sql',
    'vistas-clickhouse-cluster.sql',
  ])
    expect([path, isDatasetPath(path)]).toEqual([path, true]);
  for (const path of [
    'Mes=2026-1/filas.parquet',
    'Mes=2026-01/otras.parquet',
    'tablas/../x.parquet',
    'tablas/cambios.csv',
    '/manifest.json',
    'manifest.json.sql',
    'cargar-mysql.sql',
    'otra-duckdb.sql',
    'x/manifest.json',
  ])
    expect([path, isDatasetPath(path)]).toEqual([path, false]);
});

test('streams are fed what they take', () => {
  const bytes = new Uint8Array(1);
  expect(isTaken(appStreams.exportFile.feed as Checked, { kind: 'chunk', bytes })).toBe(true);
  expect(isTaken(appStreams.exportFile.feed as Checked, { kind: 'chunk', bytes: [1] })).toBe(false);
  const dataset = appStreams.dataset.feed as Checked;
  expect(isTaken(dataset, { kind: 'chunk', path: 'manifest.json', bytes })).toBe(true);
  expect(isTaken(dataset, { kind: 'chunk', path: '../manifest.json', bytes })).toBe(false);
  expect(isTaken(dataset, { kind: 'end', kept: ['manifest.json'] })).toBe(true);
  expect(isTaken(dataset, { kind: 'end', kept: ['x'] })).toBe(false);
  const names = ['', 'a', 'a'.repeat(200), 'a'.repeat(201)];
  expect(names.map((fileName) => isTaken(appStreams.exportFile.input as Checked, { fileName }))).toEqual([
    ...[false, true, true, false],
  ]);
  const backup = (end: object) => isTaken(appStreams.backup.feed as Checked, { kind: 'end', ...end });
  expect([
    backup({ rows: 0, isWhole: true }),
    backup({ rows: -1, isWhole: true }),
    backup({ rows: 1 }),
  ]).toEqual([...[true, false, false]]);
});

test('programs ask of days in their order, of lines up to the most, and assistants for figures alone', () => {
  const ask = (question: object) => programQuestionSchema.safeParse(question).success;
  const orders = (over: object) => ask({ ask: 'orders', ...over });
  const days = (from: string, to: string) => orders({ period: { from, to } });
  expect([days('2026-01-01', '2026-01-01'), days('2026-01-02', '2026-01-01')]).toEqual([true, false]);
  expect([orders({ period: { month: '2026-12' } }), orders({ period: { month: '2026-13' } })]).toEqual([
    ...[true, false],
  ]);
  expect([0, 1, 10_000, 10_001].map((limit) => orders({ limit }))).toEqual([false, true, true, false]);
  expect([orders({ filters: [{ column: 'Canal', values: [] }] }), orders({ columns: [] })]).toEqual([
    ...[false, false],
  ]);
  expect(orders({ filters: [{ column: 'Canal', values: [''] }], search: '', dashboard: true })).toBe(true);
  expect([ask({ ask: 'journal' }), ask({ ask: 'journal', month: '2026-01' })]).toEqual([false, true]);
  expect([
    ask({ ask: 'dataset', folder: '/a' }),
    ask({ ask: 'dataset', folder: '/a', search: 'x' }),
    ask({ ask: 'dataset', folder: '' }),
  ]).toEqual([true, false, false]);
  for (const state of ['open', 'explained', 'accepted', 'claimed', 'resolved', 'all'])
    expect(ask({ ask: 'exceptions', state })).toBe(true);
  for (const scope of ['marketplace', 'comercial', 'total', 'all'])
    expect(ask({ ask: 'totals', scope })).toBe(true);
  const refusals = [new ProgramRefusal('month-open', '2026-01'), new ProgramRefusal('no-account')];
  expect(refusals.map((error) => [error instanceof RpcError, error.code, error.message])).toEqual([
    [true, 'month-open', '2026-01'],
    [true, 'no-account', ''],
  ]);
  expect([...ASSISTANT_QUESTIONS]).toEqual(['status', 'totals', 'orders', 'exceptions', 'journal']);
});
