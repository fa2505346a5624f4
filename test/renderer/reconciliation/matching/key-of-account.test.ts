import { describe, expect, it } from 'vitest';
import { NO_DAY } from '#renderer/reconciliation/matching/model/universe.ts';
import {
  type MatchOptions,
  matchStatement,
} from '#renderer/reconciliation/matching/worker/match-statement.ts';
import { statementDays } from '#renderer/reconciliation/payouts/worker/forecast/statement-days.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { dayNumber, type LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { lineOf, type Row, rowOf, storeOf } from './statement-world.ts';

/** By which column of the rows the lines of a statement are found where two accounts have the numbers that it writes. */

const TEXT = '0' as Decimal;
const OPTIONS = { tolerance: { absolute: TEXT, percent: TEXT }, decisions: [] };
const NORTE = { canal: 'Falabella', cuenta: 'Norte' };
const SUR = { canal: 'Falabella', cuenta: 'Sur' };
const PLACES = Array.from({ length: 20 }, (_, at) => at);
const number = (at: number): string => String(7000 + at);

/** Norte's sub-orders have the numbers that Sur's orders have; `missing`: of those Norte has none. */
const world = (missing = 0, own = 'Norte', other = 'Sur') =>
  storeOf([
    ...PLACES.slice(missing).map((at) =>
      rowOf({
        Cuenta: own,
        Orden: `N-${at}`,
        'Nro. suborden': number(at),
        'Rentabilidad Marketplace': `${at + 1}.25`,
      }),
    ),
    ...PLACES.map((at) =>
      rowOf({ Cuenta: other, Orden: number(at), 'Rentabilidad Marketplace': `${at + 51}.75` }),
    ),
  ]);
const LINES = PLACES.map((at) => ({ ...lineOf(`${at + 1}.25`, { order: number(at) }), line: at + 2 }));

const matchOf = (store: ReturnType<typeof storeOf>, accounts: MatchOptions['accounts'], lines = LINES) =>
  atOnce(matchStatement(store, lines, { ...OPTIONS, accounts }));

describe('the numbers of a statement are looked for', () => {
  it('in the column that has them in its account, whoever else has them in another', () => {
    for (const missing of [0, 1, 15]) {
      const match = matchOf(world(missing), [NORTE]);
      expect(match.key).toEqual({ field: 'order', column: 'Nro. suborden', lines: 20 - missing });
      expect(match.cases.filter(({ state }) => state === 'same')).toHaveLength(20 - missing);
      expect(match.facts.map(({ cuenta }) => cuenta)).toEqual(['Norte']);
    }
    expect(matchOf(world(1), [SUR]).key).toEqual({ field: 'order', column: 'Orden', lines: 20 });
  });

  it('where nobody has them in its account, in the column that has the most', () => {
    const match = matchOf(world(3), [{ canal: 'Falabella', cuenta: 'Oeste' }]);
    expect(match.key).toEqual({ field: 'order', column: 'Orden', lines: 20 });
    expect(match.cases.every(({ orders }) => orders.length === 0)).toBe(true);
  });

  it('of nobody in particular, in one whose orders are of one account before one of two with few more', () => {
    // By order numbers of Sur all, and half of them of Norte; by sub-orders all but one, of Norte alone.
    const both = (found: number) =>
      storeOf([
        ...PLACES.slice(0, found).map((at) =>
          rowOf({
            Cuenta: 'Norte',
            Orden: `N-${at}`,
            'Nro. suborden': number(at),
            'Rentabilidad Marketplace': `${at + 1}.25`,
          }),
        ),
        ...PLACES.map((at) =>
          rowOf({
            Cuenta: at % 2 === 0 ? 'Sur' : 'Este',
            Orden: number(at),
            'Rentabilidad Marketplace': `${at + 51}.75`,
          }),
        ),
      ]);
    expect(matchOf(both(18), null).key).toEqual({ field: 'order', column: 'Nro. suborden', lines: 18 });
    // Where it finds much less, the statement is of both.
    expect(matchOf(both(17), null).key).toEqual({ field: 'order', column: 'Orden', lines: 20 });
    // A number that two orders of an account have is of that account; one that two accounts have is of neither.
    const rowsOf = (Cuenta: string, of: (at: number) => Row) =>
      PLACES.map((at) => rowOf({ Cuenta, 'Rentabilidad Marketplace': `${at + 51}.75`, ...of(at) }));
    const bySuborder = (mark: string) => (at: number) => ({
      Orden: `${mark}-${at}`,
      'Nro. suborden': at < 18 ? number(at) : `${mark}-${at}-1`,
    });
    const twice = [...rowsOf('Norte', bySuborder('N')), ...rowsOf('Norte', bySuborder('M'))];
    const shared = ['Este', 'Sur'].flatMap((cuenta) => rowsOf(cuenta, (at) => ({ Orden: number(at) })));
    expect(matchOf(storeOf([...twice, ...shared]), null).key).toEqual({
      field: 'order',
      column: 'Nro. suborden',
      lines: 18,
    });
  });

  it('by their order numbers where the statement is of two accounts', () => {
    const store = storeOf(
      PLACES.map((at) =>
        rowOf({
          Cuenta: at % 2 === 0 ? 'Norte' : 'Sur',
          Orden: number(at),
          'Nro. suborden': at === 0 ? 'X' : number(at),
          'Rentabilidad Marketplace': `${at + 1}.25`,
        }),
      ),
    );
    expect(matchOf(store, null).key).toEqual({ field: 'order', column: 'Orden', lines: 20 });
    expect(matchOf(store, [NORTE, SUR]).key).toEqual({ field: 'order', column: 'Orden', lines: 20 });
  });

  it('each by itself, also where two of them are of one order', () => {
    const store = storeOf(
      PLACES.map((at) =>
        rowOf({
          ...{ Orden: `O-${Math.floor(at / 2)}`, 'Nro. suborden': number(at) },
          'Rentabilidad Marketplace': `${at + 1}.25`,
        }),
      ),
    );
    const match = matchOf(store, null);
    expect(match.key).toEqual({ field: 'order', column: 'Nro. suborden', lines: 20 });
    expect(match.cases.map(({ state, lines }) => [state, lines.length])).toEqual(
      PLACES.slice(10).map(() => ['same', 2]),
    );
  });

  it('among all numbers of a line, where the first of them is nobody’s', () => {
    const store = storeOf(
      PLACES.map((at) => rowOf({ Orden: number(at), 'Rentabilidad Marketplace': `${at + 1}.25` })),
    );
    const written = LINES.map((line, at) =>
      at === 4 ? { ...line, order: 'nobody', suborder: 'none', reference: number(at) } : line,
    );
    const match = matchOf(store, null, written);
    expect(match.cases.filter(({ state, by }) => state === 'same' && by === 'order')).toHaveLength(20);
  });

  it('for the days of releases too', () => {
    const store = world(1);
    const day = dayNumber('2026-11-03' as LocalDate);
    const lines = LINES.map(({ order, suborder }) => ({
      order,
      suborder,
      day,
      size: { units: 1n, scale: 0 },
      settlement: null,
    }));
    const daysOf = (account: { Canal: string; Cuenta: string }) =>
      atOnce(statementDays(store, [{ lines, account }])).ofOrder.filter((each) => each !== NO_DAY).length;
    expect(daysOf({ Canal: 'Falabella', Cuenta: 'Norte' })).toBe(19);
    expect(daysOf({ Canal: 'Falabella', Cuenta: 'Sur' })).toBe(20);
  });
});
