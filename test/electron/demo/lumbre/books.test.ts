import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lumbre } from '#electron/demo/lumbre/lumbre.ts';
import { LUMBRE_ACCOUNTS } from '#electron/demo/lumbre/terms.ts';
import { createWorld, type WireRow } from '#electron/demo/world/world.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { findOddities } from '#renderer/reconciliation/anomalies/worker/anomalies.ts';
import { findRates } from '#renderer/reconciliation/rates/worker/rates.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { randomCases } from '#test/random-cases.ts';
import { accountOf, anyNow, anySeed, cents, lumbreAt, lumbreRows, storeOf } from './lumbre-world.ts';

/** Books that can be believed: the fees follow rules, what is settled is paid, and amounts are of their currency. */

const MONEY = COLUMNS.flatMap(({ key, kind }) => (kind === 'money' ? [key] : []));
const PESOS_WITHOUT_CENTS = ['Mercado Austral', 'Plaza Andina'];
const dayOf = (text: string): number => Math.floor(Date.parse(`${text}Z`) / DAY_MS);

/** Runs a check on a whole company; by night on a few. */
function eachCompany(check: (rows: readonly WireRow[], now: number) => void): void {
  fc.assert(
    fc.property(anySeed, anyNow, (seed, now) => check(lumbreRows(seed, now), now)),
    { numRuns: randomCases(1), endOnFailure: true },
  );
}

describe('the charges', () => {
  test('follow rules that are learnt from them, category by category, with no row left over or off', () => {
    eachCompany((rows) => {
      const store = storeOf(rows);
      const { lines, summaries } = atOnce(findRates(store, selectRows(store, EVERYTHING))).answer;
      expect(summaries.map(({ without }) => without.rows)).toEqual([0, 0]);
      expect(lines.filter(({ over, under, from, to }) => over.rows + under.rows > 0 || from || to)).toEqual(
        [],
      );
      for (const { channel, account, terms } of LUMBRE_ACCOUNTS) {
        const percents = lines.flatMap(({ kind, canal, cuenta, groups, formula }) => {
          const isOwn = kind === 'commission' && canal === channel.name && (cuenta ?? '') === account.name;
          return isOwn ? (groups?.first ?? []).map((group) => [group, Number(formula.percent) * 100]) : [];
        });
        expect(Object.fromEntries(percents)).toEqual(terms.commission?.percents ?? {});
      }
    });
  }, 300_000);

  test('are given back with what is canceled, and leave no order odd', () => {
    eachCompany((rows) => {
      const canceled = rows.filter((row) => row['Estado de Orden'] === 'Cancelada');
      expect(canceled.length).toBeGreaterThan(500);
      expect(canceled.filter((row) => cents(row['Rentabilidad Marketplace']) !== 0)).toEqual([]);
      expect(atOnce(findOddities(storeOf(rows), DEFAULT_THRESHOLDS))).toEqual({ orders: [], margins: [] });
    });
  }, 300_000);

  test('are of whole pesos where there are no cents, and of another magnitude in each currency', () => {
    eachCompany((rows) => {
      for (const row of rows) {
        if (!PESOS_WITHOUT_CENTS.includes(row.Canal ?? '')) continue;
        for (const key of MONEY) if (cents(row[key]) % 100 !== 0) throw new Error(`${key}: ${row[key]}`);
      }
      const average = (canal: string) => {
        const sales = rows.filter((row) => row.Canal === canal && cents(row.Ventas) > 0);
        return sales.reduce((sum, row) => sum + cents(row.Ventas), 0) / sales.length / 100;
      };
      expect(average('Mercado Austral')).toBeGreaterThan(15_000);
      expect(average('Vitrina')).toBeLessThan(1_000);
      expect(average('Bodega Uno')).toBeLessThan(3_000);
    });
  });
});

describe('the settlements', () => {
  test('each number is of one account and one payout, in the rhythm of its account', () => {
    eachCompany((rows) => {
      const days = new Map<string, Set<number>>();
      const accounts = new Map<string, string>();
      for (const row of rows) {
        const number = row['N° de Liquidación'] ?? '';
        if (number === '') continue;
        if ((accounts.get(number) ?? accountOf(row)) !== accountOf(row))
          throw new Error(`${number} is of ${accounts.get(number)} and of ${accountOf(row)}.`);
        accounts.set(number, accountOf(row));
        const paid = row['Fecha de Pago'] ?? '';
        if (paid !== '') days.set(number, (days.get(number) ?? new Set()).add(dayOf(paid)));
      }
      expect(accounts.size).toBeGreaterThan(500);
      for (const { channel, account, terms } of LUMBRE_ACCOUNTS) {
        const { way, every } = terms.payouts;
        const own = [...days].filter(
          ([number]) => accounts.get(number) === `${channel.name} / ${account.name}`,
        );
        for (const [, paid] of own) {
          if (way === 'cut') expect(paid.size).toBe(1);
          else expect(Math.max(...paid) - Math.min(...paid)).toBeLessThan(every);
        }
      }
    });
  });

  test('come some days after the sale, and nothing that is owed is old', () => {
    eachCompany((rows, now) => {
      const delays: number[] = [];
      const wrong: WireRow[] = [];
      for (const row of rows) {
        const bought = dayOf(row['Fecha de compra'] ?? '');
        const [paid, net] = [row['Fecha de Pago'] ?? '', cents(row['Rentabilidad Marketplace'])];
        const isOld = paid === '' && now / DAY_MS - bought > 40;
        if (isOld || row['Estado de Pago'] !== (paid === '' ? 'Informado' : 'Pagado')) wrong.push(row);
        if (paid !== '' && net !== 0 && row['Tipo de Dato'] !== 'Marketplace')
          delays.push(dayOf(paid) - bought);
      }
      expect(wrong).toEqual([]);
      delays.sort((one, other) => one - other);
      expect(delays[0]).toBeGreaterThan(1);
      expect(delays.at(-1)).toBeLessThan(40);
    });
  });
});

describe('its time', () => {
  const rowsAfter = (seed: number, start: number, hours: number, steps: number): readonly WireRow[] => {
    let now = start;
    const world = lumbreAt(seed, () => now, 900);
    for (let step = 0; step < steps; step += 1) {
      now += (hours * HOUR_MS) / steps;
      world.now();
    }
    return [...world.truth()];
  };

  test('the same seed is the same company, in one step or in many; another seed is another', () => {
    fc.assert(
      fc.property(anySeed, anyNow, fc.integer({ min: 2, max: 9 }), (seed, now, steps) => {
        const once = rowsAfter(seed, now, 36, 1);
        expect(rowsAfter(seed, now, 36, steps)).toEqual(once);
        expect(rowsAfter(seed + 1, now, 36, 1)).not.toEqual(once);
      }),
      { numRuns: randomCases(2) },
    );
  });

  test('what its pulse adds is of today: months that are over stay as they were', () => {
    fc.assert(
      fc.property(anySeed, anyNow, (seed, start) => {
        let now = start;
        const options = { seed, orders: 900, clock: () => now, pulseMs: MINUTE_MS, company: lumbre };
        const world = createWorld(options);
        const month = new Date(start).toISOString().slice(0, 7);
        const ofMonthsBefore = () => [...world.truth((row) => (row['Fecha de compra'] ?? '') < month)];
        const [before, all] = [ofMonthsBefore(), [...world.truth()].length];
        now += 50 * MINUTE_MS;
        expect(ofMonthsBefore()).toEqual(before);
        expect([...world.truth()].length).toBeGreaterThan(all + 10);
      }),
      { numRuns: randomCases(2) },
    );
  });
});
