import { omit } from 'es-toolkit/object';
import { describe, expect, test } from 'vitest';
import type { Coverage } from '#renderer/data/model/coverage.ts';
import type { LedgerFacts } from '#renderer/data/model/ledger.ts';
import type { NamedPeriod } from '#renderer/features/period/named-period.ts';
import type { SavedView } from '#renderer/features/saved-views/view.ts';
import {
  dueOf,
  isWanted,
  isWhole,
  lastingPath,
  type Outcome,
  type Schedule,
  type ScheduleState,
  scheduledTable,
  withOutcome,
} from '#renderer/features/scheduled-exports/schedule.ts';
import { ALL_ROWS } from '#renderer/features/selection/selection-rows.ts';
import type { LocalDateTime, Month, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { month as monthCoverage } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** What is written after a sync: of which rows, under which name, and what becomes of it. */

const FACTS = {
  lastPurchase: '2026-11-21T10:00:00.000' as LocalDateTime,
  damage: null,
  unknownColumns: ['Nueva'],
  hasSeveralAccounts: false,
} as unknown as LedgerFacts;
const read = (month: string) =>
  monthCoverage({
    month: month as Month,
    rows: 10,
    reach: 'live',
    partial: false,
    lastReadAt: '2026-11-22T10:00:00.000Z' as UtcInstant,
  });
const COVERAGE = {
  months: [read('2026-09'), read('2026-10'), read('2026-11')],
  knownUntil: '2026-11-22T10:00:00.000Z',
} as unknown as Coverage;

const view = (parts: Partial<SavedView> = {}): SavedView => ({
  id: 'v1',
  name: 'Mis órdenes',
  screen: 'orders',
  period: { kind: 'all' },
  rows: ALL_ROWS,
  parts: {},
  currency: null,
  ...parts,
});
const OF_PESOS = { accounts: [{ Canal: 'A', Cuenta: 'B' }], isExcluded: false };
const NAMES = {
  month: 'Mes',
  scopeOf: (code: string | null) => (code === 'CLP' ? OF_PESOS : null),
  codes: ['CLP'],
  main: 'USD',
};
const ofView = (own: SavedView, others: readonly SavedView[] = [], facts = FACTS) =>
  scheduledTable({ what: { kind: 'view', id: own.id } }, [own, ...others], facts, COVERAGE, NAMES);
const ofMonth = (coverage = COVERAGE, facts = FACTS, hasFixedName = false) =>
  scheduledTable({ what: { kind: 'last-month' }, hasFixedName }, [], facts, coverage, NAMES);
const table = (found: ReturnType<typeof ofView>) => {
  if (typeof found === 'string') throw new Error(found);
  return found;
};

describe('the last month', () => {
  test('is the last complete one, whole, of the main currency’s accounts, and named by it', () => {
    const { name, stem, query } = table(ofMonth());
    expect([name, stem]).toEqual(['Mes 2026-10', 'cuadra-mes-2026-10']);
    expect(query.selection.period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(query.selection.scope).toBeNull();
    expect(query.grouping).toBe('orders');
    const main = { accounts: [{ Canal: 'B', Cuenta: 'C' }], isExcluded: true };
    const own = { ...NAMES, scopeOf: (code: string | null) => (code === null ? main : OF_PESOS) };
    const asked = scheduledTable({ what: { kind: 'last-month' } }, [], FACTS, COVERAGE, own);
    expect(table(asked).query.selection).toEqual({
      ...EVERYTHING,
      period: query.selection.period,
      scope: main,
    });
  });

  test('has a file of one name for all months where that is wanted, of the same rows', () => {
    const { stem, ...rest } = table(ofMonth(COVERAGE, FACTS, true));
    expect(stem).toBe('cuadra-mes');
    expect(rest).toEqual(omit(table(ofMonth()), ['stem']));
  });

  test('is linked to by the path of its last file, where the next one takes its place', () => {
    const part = { what: 'file', path: '/x/cuadra-mes.csv', lines: 1, code: null, words: '' } as const;
    const outcomes = [
      { atMs: 2, runId: null, parts: [{ ...part, path: null }] },
      { atMs: 1, runId: null, parts: [{ ...part, what: 'dataset' as const, path: '/x/parquet' }, part] },
    ];
    const lasting = (file: Schedule['file'], own = outcomes) =>
      lastingPath({ schedule: { dataset: false, file }, isDue: false, outcomes: own });
    const form = 'csv-exact' as const;
    expect(lasting(null)).toBeNull();
    expect(lasting({ what: { kind: 'last-month' }, form })).toBeNull();
    expect(lasting({ what: { kind: 'last-month' }, form, hasFixedName: true })).toBe(part.path);
    expect(lasting({ what: { kind: 'view', id: 'v1' }, form })).toBe(part.path);
    expect(lasting({ what: { kind: 'view', id: 'v1' }, form }, [])).toBeNull();
  });

  test('is none while none is complete, or nothing was bought', () => {
    expect(ofMonth({ ...COVERAGE, months: [read('2026-11')] })).toBe('schedule-no-month');
    expect(ofMonth(COVERAGE, { ...FACTS, lastPurchase: null })).toBe('schedule-no-month');
  });
});

describe('a view', () => {
  test('is of its own rows, days and accounts, as they are meant now', () => {
    const days: NamedPeriod = { kind: 'preset', preset: 'month-before' };
    const rows = { ...ALL_ROWS, ownCosts: true };
    const { query } = table(ofView(view({ period: days, currency: 'CLP', rows })));
    expect(query.selection.period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(query.selection.scope).toEqual(OF_PESOS);
    expect(query.selection.ownCosts).toEqual({ currency: 'CLP' });
    // Without a currency of its own it is of the main one.
    expect(table(ofView(view({ rows }))).query.selection.ownCosts).toEqual({ currency: 'USD' });
    expect(table(ofView(view())).query.selection.period).toBeNull();
  });

  test('that is gone, of a currency that is gone, or of days that are not yet, writes nothing', () => {
    expect(scheduledTable({ what: { kind: 'view', id: 'v2' } }, [view()], FACTS, COVERAGE, NAMES)).toBe(
      'schedule-view-gone',
    );
    expect(ofView(view({ currency: 'PEN' }))).toBe('schedule-currency-gone');
    const empty = { ...FACTS, lastPurchase: null };
    expect(ofView(view({ period: { kind: 'preset', preset: 'month' } }), [], empty)).toBe(
      'schedule-no-month',
    );
    expect(typeof ofView(view(), [], empty)).toBe('object');
  });

  test('has a file of its name, marked where another’s comes to the same letters or its own to none', () => {
    const stemOf = (name: string, ...others: readonly string[]) =>
      table(
        ofView(
          view({ name }),
          others.map((other, at) => view({ id: `o${at}`, name: other })),
        ),
      ).stem;
    expect(stemOf('Mis órdenes', 'Otras')).toBe('cuadra-mis-ordenes');
    const marked = stemOf('Mis órdenes', 'mis ordenes');
    expect(marked).toMatch(/^cuadra-mis-ordenes-[a-z0-9]+$/);
    expect(stemOf('¡!')).toMatch(/^cuadra-[a-z0-9]+$/);
    const other = table(ofView(view({ id: 'v9', name: 'mis ordenes' }), [view()])).stem;
    expect(other).not.toBe(marked);
  });

  test('has the columns, grouping and order that it was saved with, in the order of the table', () => {
    const parts = {
      orders: { columns: ['Ventas', 'Nueva', 'Orden'], grouping: 'rows' },
      'orders.sort': { column: 'Ventas', direction: 'descending' },
    };
    const { query } = table(ofView(view({ parts })));
    expect(query.grouping).toBe('rows');
    expect(query.sort).toEqual({ column: 'Ventas', direction: 'descending' });
    expect(query.columns).toEqual(['Orden', 'Ventas', 'Nueva']);
    // By payment it opens with that date, and has it beside the number.
    const rows = { ...ALL_ROWS, periodColumn: 'Fecha de Pago' as const };
    expect(table(ofView(view({ rows }))).query.columns.slice(0, 3)).toEqual([
      'Orden',
      'Fecha de Pago',
      'Canal',
    ]);
    const both = {
      orders: { columns: ['Canal', 'Fecha de compra', 'Fecha de Pago', 'Orden'], grouping: 'rows' },
    };
    expect(table(ofView(view({ rows, parts: both }))).query.columns).toEqual([
      ...['Orden', 'Fecha de Pago', 'Canal', 'Fecha de compra'],
    ]);
  });

  test('of columns that are gone has those that the table opens with', () => {
    const opening = table(ofView(view())).query.columns;
    expect(opening).toContain('Ventas');
    expect(opening).not.toContain('Cuenta');
    const gone = { orders: { columns: ['Ida'], grouping: 'rows' } };
    expect(table(ofView(view({ parts: gone }))).query.columns).toEqual(opening);
    const several = { ...FACTS, hasSeveralAccounts: true };
    expect(table(ofView(view(), [], several)).query.columns).toContain('Cuenta');
  });
});

describe('an export', () => {
  const part = (path: string | null) => ({ what: 'file' as const, path, lines: 1, code: null, words: '' });
  const outcome = (atMs: number, ...paths: readonly (string | null)[]): Outcome => ({
    atMs,
    runId: null,
    parts: paths.map(part),
  });
  const state = (outcomes: readonly Outcome[] = []): ScheduleState => ({
    schedule: { dataset: true, file: null },
    isDue: true,
    outcomes: [...outcomes],
  });

  test('is due again where some of it failed, or rows changed meanwhile', () => {
    const due = (paths: readonly (string | null)[], changed: boolean) =>
      withOutcome(state(), outcome(1, ...paths), { isAll: true, changedMeanwhile: changed }).isDue;
    expect(due(['/a', '/b'], false)).toBe(false);
    expect(due(['/a', '/b'], true)).toBe(true);
    expect(due(['/a', null], false)).toBe(true);
    // The tables alone leave the file of rows that a sync brings meanwhile to its end.
    const alone = (isDue: boolean, changedMeanwhile: boolean) =>
      withOutcome({ ...state(), isDue }, outcome(1, '/a'), { isAll: false, changedMeanwhile }).isDue;
    expect([alone(false, false), alone(false, true), alone(true, false)]).toEqual([false, true, true]);
    expect([isWhole(outcome(1, '/a', '/b')), isWhole(outcome(1, '/a', null))]).toEqual([true, false]);
  });

  test('follows rows as a whole, and what is beside them with the tables for engines alone', () => {
    const file = { what: { kind: 'last-month' as const }, form: 'xlsx' as const };
    const due = (dataset: boolean, isDue: boolean, now: string | null, before: string | null = 'before') =>
      dueOf({ schedule: { dataset, file }, isDue, outcomes: [] }, { before, now });
    const tables = { dataset: true, file: null };
    expect(due(true, true, 'before')).toEqual({ dataset: true, file });
    expect(due(true, true, null)).toEqual({ dataset: true, file });
    expect(due(false, true, null)).toEqual({ dataset: false, file });
    expect([due(true, false, 'now'), due(true, false, 'now', null)]).toEqual([tables, tables]);
    expect([due(true, false, 'before'), due(true, false, null), due(false, false, 'now')]).toEqual(
      Array(3).fill(null),
    );
    const unwanted = { schedule: { dataset: false, file: null }, isDue: true, outcomes: [] };
    expect(dueOf(unwanted, { before: 'before', now: 'now' })).toBeNull();
  });

  test('is remembered, the newest first and fifty of them', () => {
    const before = state(Array.from({ length: 50 }, (_, at) => outcome(50 - at, '/a')));
    const { outcomes, schedule } = withOutcome(before, outcome(51, '/a'), {
      isAll: true,
      changedMeanwhile: false,
    });
    expect(outcomes.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 50 }, (_, at) => 51 - at));
    expect(schedule).toEqual(before.schedule);
  });

  test('is wanted where anything is', () => {
    const file = { what: { kind: 'last-month' as const }, form: 'xlsx' as const };
    const wanted = [
      isWanted({ dataset: true, file: null }),
      isWanted({ dataset: false, file }),
      isWanted({ dataset: false, file: null }),
    ];
    expect(wanted).toEqual([true, true, false]);
  });
});
