import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import {
  type CoverageClock,
  cellGround,
  cellNote,
  cellStates,
  cellTitle,
  comparedMessage,
  coverageYears,
  differenceMessage,
  differingMonth,
  monthSentences,
  moveMonth,
  searchMessage,
} from '#renderer/features/coverage/coverage-state.ts';
import type { Search } from '#shared/contract/checkpoint.ts';
import { type Month, shiftMonth, type UtcInstant } from '#shared/domain/dates.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { activity, control, DAY, held, instant, local, MINUTE, month, NOW } from './sync-fixtures.ts';

const clock: CoverageClock = { nowMs: NOW, changesReadAtMs: NOW - 4 * MINUTE, freshMs: 90 * MINUTE };
const differs = { everything: control(6046, 6043), dashboard: null };
const reading = activity({
  purpose: 'reread',
  from: '2025-03-01T00:00:00.000',
  to: '2025-03-16T00:00:00.000',
  page: 2,
  pages: 6,
});

const CELLS: readonly [string, MonthCoverage, string, string][] = [
  ['live', month({ reach: 'live' }), 'live', 'al día'],
  ['blind', month(), 'blind', 'hace 12 d'],
  ['read today', month({ lastReadAt: instant(NOW - MINUTE) }), 'blind', 'hoy'],
  ['read yesterday', month({ lastReadAt: instant(NOW - DAY) }), 'blind', 'ayer'],
  ['due', month({ rereadDue: true, lastReadAt: instant(NOW - 61 * DAY) }), 'due', 'hace 61 d'],
  ['queued', month({ reach: 'queued', rows: 0, lastReadAt: null }), 'queued', 'en cola'],
  ['to be re-read', month({ reread: 'requested' }), 'reread', 'por releer'],
  ['unsettled', month({ unsettled: true }), 'unsettled', 'sin acuerdo'],
  ['rows missing here', month({ controls: differs }), 'differs', 'faltan 3'],
  [
    'rows too many here',
    month({ controls: { everything: control(1, 1), dashboard: control(4000, 4012) } }),
    'differs',
    'sobran 12',
  ],
  ['held rows', month({ held: held(414) }), 'held', '414 en duda'],
  ['outside the plan', month({ reach: 'outside' }), 'outside', 'fuera'],
  ['outside and partial', month({ reach: 'outside', partial: true }), 'partial', 'parcial'],
];

describe('a cell of the calendar', () => {
  test.each(CELLS)('%s', (_, one, state, note) => {
    expect(cellStates(one, null)[0]).toBe(state);
    expect(cellNote(one, null, clock, text, formats)).toBe(note);
    expect(cellTitle(one, null, clock, text, formats)).toContain('Marzo de 2025: ');
  });

  test('every state of the calendar is told by a sentence of its own', () => {
    const sentences = CELLS.map(([, one]) => monthSentences(one, null, text)[0]);
    const byState = new Map(sentences.map((said) => [said?.state, said?.words]));
    expect(new Set(byState.values()).size).toBe(byState.size);
  });

  test('while it is read it says the page, until pages are known that it is read', () => {
    expect(cellStates(month(), reading)[0]).toBe('reading');
    expect(cellNote(month(), reading, clock, text, formats)).toBe('2 de 6');
    expect(cellNote(month(), { ...reading, pages: null }, clock, text, formats)).toBe('leyendo');
  });

  test('only the months of the window are being read, and only by purchases', () => {
    const next = month({ month: '2025-04' as Month });
    expect(cellStates(next, reading)).not.toContain('reading');
    expect(cellStates(month(), { ...reading, purpose: 'verification' })).not.toContain('reading');
    const changes = activity({
      purpose: 'changes',
      from: '2025-03-01T00:00:00.000Z',
      to: '2025-03-02T00:00:00.000Z',
    });
    expect(cellStates(month(), changes)).not.toContain('reading');
    // From its first to its last, through those between.
    const long = { ...reading, from: '2025-03-16T00:00:00.000', to: '2025-05-02T00:00:00.000' };
    const read = ['2025-02', '2025-03', '2025-04', '2025-05', '2025-06'].filter((each) =>
      cellStates(month({ month: each as Month }), long).includes('reading'),
    );
    expect(read).toEqual(['2025-03', '2025-04', '2025-05']);
  });

  test('what waits for the user comes before all else, and nothing is left unsaid', () => {
    const all = month({
      held: held(12),
      reread: 'difference',
      unsettled: true,
      controls: differs,
      rereadDue: true,
    });
    expect(cellStates(all, reading)).toEqual(['held', 'reading', 'reread', 'differs', 'unsettled', 'due']);
    expect(cellTitle(all, reading, clock, text, formats).split('\n')).toHaveLength(2 + 6);
    expect(cellGround(all)).toBe('due');
  });

  test('a live month is up to date only as long as its changes are', () => {
    const live = month({ reach: 'live' });
    const old = { ...clock, changesReadAtMs: NOW - 3 * 60 * MINUTE };
    expect(cellNote(live, null, old, text, formats)).toBe('hace 3 h');
    expect(cellNote(live, null, { ...clock, changesReadAtMs: null }, text, formats)).toBe('—');
  });

  test('is partial before the plan alone, and due where changes do not come by themselves alone', () => {
    const ground = (part: Partial<MonthCoverage>) => cellStates(month(part), null);
    expect([
      ground({ reach: 'live', partial: true }),
      ground({ reach: 'live', rereadDue: true }),
      ground({ reach: 'outside', rereadDue: true, partial: true }),
      ground({ reach: 'blind', rereadDue: true, partial: true }),
    ]).toEqual([['live'], ['live'], ['partial'], ['due']]);
  });

  test('is up to date to the last moment of its time', () => {
    const live = month({ reach: 'live' });
    const at = (changesReadAtMs: number) =>
      cellNote(live, null, { ...clock, changesReadAtMs }, text, formats);
    expect([at(NOW - 90 * MINUTE), at(NOW - 90 * MINUTE - 1)]).toEqual(['al día', 'hace 1 h']);
  });

  test('is told whole: its rows, when it was read by the server’s clock, and all that holds of it', () => {
    const one = month({ rows: 1, reread: 'requested', lastReadAt: '2026-11-08T14:32:00.000Z' as UtcInstant });
    expect(cellTitle(one, null, { ...clock, nowMs: Date.UTC(2026, 10, 20, 14) }, text, formats)).toBe(
      [
        'Marzo de 2025: 1 fila',
        text('coverage.read-at', { moment: '08-11-2026 14:32 UTC', ago: 'hace 12 d' }),
        ...monthSentences(one, null, text).map(({ words }) => words),
      ].join('\n'),
    );
    expect(cellTitle(month({ lastReadAt: null }), null, clock, text, formats)).toBe(
      `Marzo de 2025: 6.043 filas\n${text('coverage.blind')}`,
    );
  });

  test('the newest month that differs is the one to look at, by whichever count', () => {
    const of = (name: string, controls: MonthCoverage['controls']) =>
      month({ month: name as Month, controls });
    const agrees = { everything: control(1, 1), dashboard: control(1, 1) };
    const byDashboard = { everything: control(1, 1), dashboard: control(7, 5) };
    const months = [of('2025-01', differs), of('2025-02', byDashboard), of('2025-03', agrees)];
    expect(differingMonth(months)).toEqual({ month: '2025-02', control: byDashboard.dashboard });
    expect(differingMonth(months.slice(2))).toBeNull();
  });

  test('a difference is told from the copy’s side', () => {
    expect(differenceMessage(control(10_000, 5), text, formats)).toBe('faltan 9.995');
    expect(differenceMessage(control(5, 10_000), text, formats)).toBe('sobran 9.995');
  });

  test('what was compared is told by its days, and by the second where a day was not compared whole', () => {
    const said = (from: string, to: string) =>
      comparedMessage(control(1, 1, { from: local(from), to: local(to) }), text, formats);
    expect(said('2025-02-28T23:59:59.000', '2025-03-31T23:59:59.000')).toBe(
      'compras del 01-03-2025 al 31-03-2025',
    );
    expect(said('2025-03-01T00:00:00.000', '2025-04-01T00:00:00.000')).toBe(
      'compras del 01-03-2025 al 31-03-2025',
    );
    expect(said('2024-01-01T00:00:01.000', '2026-11-19T23:59:57.000')).toBe(
      'compras del 01-01-2024 00:00:01 al 19-11-2026 23:59:57',
    );
    expect(said('2025-02-28T23:59:58.000', '2025-04-01T00:00:01.000')).toBe(
      'compras del 28-02-2025 23:59:58 al 01-04-2025 00:00:01',
    );
  });

  test('a search says how far it is and how it ended, as long as the counts still say so', () => {
    const search = (part: Partial<Search>): Search => ({
      range: '2025-03' as Month,
      scope: 'everything',
      difference: 2,
      countedAt: instant(NOW - 4 * MINUTE),
      left: [],
      isOver: true,
      ...part,
    });
    const half = { from: local('2025-03-01T00:00:00.000'), to: local('2025-03-02T00:00:00.000') };
    const said = (one: Search | null, differs: boolean) => searchMessage(one, differs, NOW, text, formats);
    expect(said(null, true)).toBeNull();
    expect(said(search({ isOver: false, left: [{ ...half, there: 3, here: 1 }] }), true)).toBe(
      'Se busca la diferencia: queda 1 rango por comparar.',
    );
    expect(said(search({ isOver: false }), true)).toContain('se relee lo encontrado');
    expect(said(search({}), true)).toContain('releer no la quita: faltan 2');
    expect(said(search({ difference: 0 }), false)).toContain('los conteos coinciden');
    // Other counts since: what it found is no longer so.
    expect(said(search({}), false)).toBeNull();
    expect(said(search({ difference: 0 }), true)).toBeNull();
  });
});

const costCoverageRate = (first: string, count: number): Coverage => ({
  revision: 1,
  knownUntil: null,
  months: Array.from({ length: count }, (_, index) => month({ month: shiftMonth(first as Month, index) })),
  controls: { everything: null, dashboard: null },
  search: null,
  undatedRows: 0,
  outOfRangeRows: 0,
});

describe('the calendar', () => {
  test('puts every month in its year and place', () => {
    const years = coverageYears(costCoverageRate('2024-11', 15));
    expect(years.map(({ year }) => year)).toEqual(['2024', '2025', '2026']);
    expect(years[0]?.months.map((one) => one?.month ?? null)).toEqual([
      ...Array.from({ length: 10 }, () => null),
      '2024-11',
      '2024-12',
    ]);
    expect(years.every(({ months }) => months.length === 12)).toBe(true);
  });

  test('arrows go to the neighbour in time, or to the same month of another year; they never leave', () => {
    const years = coverageYears(costCoverageRate('2024-11', 15));
    expect(moveMonth(years, '2024-12', 'ArrowRight')).toBe('2025-01');
    expect(moveMonth(years, '2025-01', 'ArrowLeft')).toBe('2024-12');
    expect(moveMonth(years, '2024-11', 'ArrowLeft')).toBe('2024-11');
    expect(moveMonth(years, '2024-11', 'ArrowDown')).toBe('2025-11');
    expect(moveMonth(years, '2025-06', 'ArrowDown')).toBe('2025-06');
    expect(moveMonth(years, '2025-06', 'Home')).toBe('2025-01');
    expect(moveMonth(years, '2024-11', 'End')).toBe('2024-12');
  });

  test('wherever the arrows lead there is a month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End')),
        (count, keys) => {
          const coverage = costCoverageRate('2024-05', count);
          const years = coverageYears(coverage);
          const known = new Set<string>(coverage.months.map((one) => one.month));
          let at: string = '2024-05';
          for (const key of keys) {
            at = moveMonth(years, at, key);
            expect(known.has(at)).toBe(true);
          }
        },
      ),
    );
  });
});
