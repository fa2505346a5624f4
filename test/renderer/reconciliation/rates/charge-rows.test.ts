import { describe, expect, test } from 'vitest';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import {
  type ChargeRows,
  type GatheredCharges,
  gatherCharges,
} from '#renderer/reconciliation/rates/worker/charge-rows.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { type Row, storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { cents } from './naive-rate.ts';

/** Charges side by side, however large they and the codes of their groups are: as they were read, in as few bytes as they need. */

type Charge = {
  readonly charge?: number;
  readonly installments?: number;
  readonly refunded?: number;
  readonly sales?: number;
  readonly paidShipping?: number;
  readonly units?: number;
  readonly day?: number;
  /** Codes of the category and of the publication. */
  readonly category?: number;
  readonly publication?: number;
};

const AMOUNTS = ['charge', 'installments', 'refunded', 'sales', 'paidShipping', 'units', 'day'] as const;
const COLUMNS = [
  ...['Canal', 'Cuenta', 'Categoría', 'Id publicación', 'Orden', 'Nro. suborden', 'Estado de Orden'],
  ...['Fecha de compra', 'Ventas', 'Unidades', 'Cobro de Comisiones', 'Comisión por Cuotas'],
  ...['Reembolso de Comisiones', 'Despacho pagado por comprador'],
];

const whole = (charge: Charge): Required<Charge> => ({
  ...{ charge: 1, installments: 0, refunded: 0, sales: 100, paidShipping: 0, units: 1, day: 0 },
  ...{ category: 1, publication: 1 },
  ...charge,
});

function cellsOf(each: Charge, at: number): Row {
  const { charge, installments, refunded, sales, paidShipping, units, day, category, publication } =
    whole(each);
  return {
    ...{ Canal: 'Austral', Cuenta: 'Tienda', Categoría: `${category}`, 'Id publicación': `${publication}` },
    ...{ Orden: `O-${at}`, 'Nro. suborden': '1', 'Estado de Orden': 'Regular' },
    'Fecha de compra': new Date(day * DAY_MS + DAY_MS / 2).toISOString().slice(0, -1),
    ...{ Ventas: cents(sales), Unidades: `${units}`, 'Cobro de Comisiones': cents(charge) },
    ...{ 'Comisión por Cuotas': cents(installments), 'Reembolso de Comisiones': cents(refunded) },
    'Despacho pagado por comprador': cents(paidShipping),
  };
}

/** A store in which the code of a category or a publication is the number that it is called by: as if there were so many. */
function coded(charges: readonly Charge[]): ColumnStore {
  const store = storeOf(charges.map(cellsOf), 2, COLUMNS);
  return {
    ...store,
    dictionary(column) {
      const own = store.dictionary(column);
      if (column !== 'Categoría' && column !== 'Id publicación') return own;
      return {
        ...own,
        codesOf(index, segment) {
          const codes = own.codesOf(index, segment);
          const named = Uint32Array.from({ length: segment.rowCount }, (_, row) =>
            Number(own.texts[rowCode(codes, row)]),
          );
          return { constant: null, codes: named, map: null };
        },
      };
    },
  };
}

/** Those of the rows at some places, all of them where none are named. */
function gathered(
  store: ColumnStore,
  places: readonly number[],
  before: GatheredCharges | null = null,
): GatheredCharges {
  const last = store.segments.at(-1);
  const mask = new Uint8Array(last === undefined ? 0 : last.base + last.rowCount);
  for (const place of places) mask[place] = 1;
  const rowsIn = store.segments.map(({ base, rowCount }) =>
    mask.subarray(base, base + rowCount).reduce((sum, each) => sum + each, 0),
  );
  return atOnce(gatherCharges(store, { mask, rowsIn: Uint32Array.from(rowsIn) }, 'commission', before));
}

/** What is gathered, a row at a time. */
const told = ({ row, codes, ...rows }: ChargeRows) =>
  [...row].map((place, at) => ({
    row: place,
    ...Object.fromEntries(AMOUNTS.map((amount) => [amount, rows[amount][at]])),
    category: codes[2]?.[at],
    publication: codes[3]?.[at],
  }));

const expected = (charges: readonly Charge[], places: readonly number[]) =>
  places
    .map((row) => ({ row, ...whole(charges[row] ?? {}) }))
    .toSorted(
      (a, b) => a.category - b.category || a.publication - b.publication || a.day - b.day || a.row - b.row,
    );

describe('charges side by side', () => {
  test.each([
    [255, 1],
    [256, 2],
    [65_535, 2],
    [65_536, 4],
  ])('whose groups have codes up to %i keep each of them, in %i bytes', (most, bytes) => {
    const charges = [most - 1, most, 3, most, 0].map((publication) => ({ publication }));
    const { rows } = gathered(coded(charges), [0, 1, 2, 3, 4]);
    expect(told(rows)).toEqual(expected(charges, [0, 1, 2, 3, 4]));
    expect(rows.codes.map((codes) => codes.BYTES_PER_ELEMENT)).toEqual([1, 1, 1, bytes]);
  });

  test.each([
    [127, 1],
    [128, 2],
    [32_767, 2],
    [32_768, 4],
    [2 ** 31 - 1, 4],
    [2 ** 31, 8],
    [2 ** 46, 8],
  ])('of amounts up to %i keep each of them, in %i bytes', (most, bytes) => {
    const large = { charge: most, installments: most - 1, sales: most, paidShipping: most };
    // As far below 0: what was given back is taken off.
    const charges: readonly Charge[] = [{ charge: 7 }, { ...large, refunded: -most }, { sales: 7 }];
    const { rows } = gathered(coded(charges), [0, 1, 2]);
    expect(told(rows)).toEqual(expected(charges, [0, 1, 2]));
    const inBytes = ({ BYTES_PER_ELEMENT }: ChargeRows['charge']) => BYTES_PER_ELEMENT;
    expect([rows.charge, rows.sales, rows.paidShipping, rows.refunded].map(inBytes)).toEqual(
      Array.from({ length: 4 }, () => bytes),
    );
    expect([rows.units, rows.day].map(inBytes)).toEqual([1, 1]);
  });

  test('stand by group, by day, and by their numbers', () => {
    const charges = [3, 400, 20_500, 1, 0, 3, 400].map((day, at) => ({
      ...{ day, charge: 1 + at, installments: 20 + at, refunded: 30 + at, sales: 40 + at },
      ...{ paidShipping: 50 + at, units: 60 + at, category: 1 + (at % 2), publication: 2 - (at % 2) },
    }));
    const all = charges.map((_, at) => at);
    expect(told(gathered(coded(charges), all).rows)).toEqual(expected(charges, all));
  });

  test('are gathered anew where rows came with a finer digit, of installments alone too', () => {
    const charges = [1, 2, 3].map((charge) => ({ charge, installments: 5 * charge }));
    const cells = charges.map(cellsOf);
    const before = gathered(storeOf(cells, 1, COLUMNS), [0, 1, 2]);
    expect(before.rows.scale).toBe(2);
    for (const column of ['Comisión por Cuotas', 'Cobro de Comisiones', 'Despacho pagado por comprador']) {
      const finer = storeOf([...cells, { ...cellsOf({ charge: 4 }, 3), [column]: '0.125' }], 4, COLUMNS);
      const now = gathered(finer, [0, 1, 2, 3], before);
      const anew = gathered(finer, [0, 1, 2, 3]);
      expect([now.rows.scale, told(now.rows)]).toEqual([3, told(anew.rows)]);
      expect(told(now.rows)[0]).toMatchObject({ charge: 10, installments: 50, sales: 1000 });
      // Fewer rows than there were, as after a copy was made anew.
      expect(told(gathered(storeOf(cells.slice(0, 2), 1, COLUMNS), [0, 1], before).rows)).toHaveLength(2);
    }
  });

  test('keep what they are where some go and others come that need more bytes, or fewer', () => {
    const small: readonly Charge[] = [1, 2, 3, 4, 5].map((at) => ({ charge: at, publication: at, day: at }));
    const large: readonly Charge[] = [300, 70_000, 2 ** 32].map((at) => ({
      ...{ charge: at, installments: at + 1, refunded: -at, sales: at + 2, paidShipping: at + 3 },
      ...{ units: Math.min(at, 40_000), day: 20_000, publication: Math.min(at, 65_536), category: 300 },
    }));
    for (const charges of [
      [...small, ...large],
      [...large, ...small],
    ]) {
      const store = coded(charges);
      const all = charges.map((_, at) => at);
      for (const first of [all.slice(0, 3), all.slice(3)]) {
        const before = gathered(store, first);
        for (const then of [all, all.slice(2, 6), []]) {
          const { rows } = gathered(store, then, before);
          expect(told(rows)).toEqual(expected(charges, then));
          expect(rows.count).toBe(then.length);
        }
      }
    }
  });
});
