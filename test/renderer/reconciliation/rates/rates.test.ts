import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { selectRows } from '#renderer/data/engine/filter/selection-mask.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import {
  findRateFindings,
  findRates,
  offRowsOf,
  rateDeviation,
} from '#renderer/reconciliation/rates/worker/rates.ts';
import { atOnce } from '#shared/base/tasks.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { randomCases } from '#test/random-cases.ts';
import type { NaiveRow } from '#test/renderer/data/engine/naive.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';
import { cents, type NaiveRule, naiveCharge } from './naive-rate.ts';

/** Rules of charges learnt from rows that follow them, but for those that are charged otherwise on purpose. */

const COLUMNS = [
  ...['Canal', 'Cuenta', 'Orden', 'Nro. suborden', 'SKU Producto', 'Fecha de compra', 'Estado de Orden'],
  ...['Categoría', 'Id publicación', 'Tipo de Dato', 'Tipo de Despacho', 'Ventas', 'Unidades'],
  ...['Cobro de Comisiones', 'Comisión por Cuotas', 'Reembolso de Comisiones', 'Cobro de Envío'],
  ...['Reembolso de envío', 'Despacho pagado por comprador'],
];

function storeOf(rows: readonly NaiveRow[], perSegment = 20_000) {
  const store = createColumnStore();
  for (let from = 0; from < rows.length; from += perSegment) {
    const cells = rows
      .slice(from, from + perSegment)
      .map((row) => COLUMNS.map((column) => row[column] ?? null));
    const encoded = encodeSegment({ columns: COLUMNS, rows: cells });
    store.addSegment(from + 1, decodeSegment(encoded.bytes, encoded.headerLength), null);
  }
  store.raiseRevision();
  return store;
}

function ratesOf(rows: readonly NaiveRow[], perSegment?: number) {
  const store = storeOf(rows, perSegment);
  const found = atOnce(findRates(store, selectRows(store, EVERYTHING)));
  const offOf = (id: string, against: 'off' | 'former') => {
    const list = offRowsOf(found, { id, against, claimOnly: false });
    return list.rows.map((row) => rateDeviation(store, list, row));
  };
  const { lines, summaries } = found.answer;
  const off = lines.flatMap(({ id }) => offOf(id, 'off'));
  return { lines, summaries, off, offOf, findings: atOnce(findRateFindings(store, found)) };
}

type Sale = { readonly price: number; readonly units: number; readonly day?: number; readonly of?: NaiveRow };

/** A regular sale with its commission in cents. */
function saleRow({ price, units, day = 0, of = {} }: Sale, at: number, charge: number): NaiveRow {
  return {
    Canal: 'Austral',
    Cuenta: 'Tienda',
    Categoría: 'Hogar',
    'Id publicación': `P${at % 3}`,
    Orden: `O-${at}`,
    'Nro. suborden': '1',
    'Tipo de Dato': 'Orden',
    'Estado de Orden': 'Regular',
    'Fecha de compra': new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString().slice(0, -1),
    Ventas: cents(price * units),
    Unidades: String(units),
    'Cobro de Comisiones': cents(charge),
    ...of,
  };
}

const rule: fc.Arbitrary<NaiveRule> = fc.record({
  percent: fc.oneof(
    fc.integer({ min: 100, max: 4000 }),
    fc.integer({ min: 2, max: 60 }).map((half) => half * 50),
  ),
  fixed: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 2, max: 40 }).map((each) => each * 5000),
  ),
  below: fc.option(fc.constantFrom(999_000, 1_500_000, 2_000_000)),
  tax: fc.constantFrom('none', 'added', 'removed'),
  step: fc.constantFrom(1, 100),
  mode: fc.constantFrom('half-up', 'half-even', 'floor'),
  per: fc.constantFrom('row', 'unit'),
});

/** Sales at many prices, cheap ones as often as dear ones, drawn from a seed: fewer prices tell no rule. */
const sales = fc.tuple(fc.integer({ min: 80, max: 160 }), fc.nat()).map(([count, seed]) => {
  const draw = drawFrom(seed);
  return Array.from({ length: count }, (): Sale => {
    const price = Math.round(99 * 80 ** draw()) * 1000;
    return { price, units: [1, 1, 1, 2, 3][Math.floor(draw() * 5)] ?? 1 };
  });
});

/** Numbers from 0 to 1 (mulberry32). */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const fault = fc
  .record({ at: fc.nat(), steps: fc.integer({ min: 1, max: 90_000 }), isOver: fc.boolean() })
  .map(({ at, steps, isOver }) => ({ at, steps: isOver ? steps : -steps }));

describe('rules of charges', () => {
  test('are recovered, and exactly the rows charged otherwise are named', () => {
    fc.assert(
      fc.property(rule, sales, fc.array(fault, { maxLength: 4 }), (each, sold, faults) => {
        const right = sold.map(({ price, units }) => naiveCharge(each, price * units, units));
        const charged = [...right];
        for (const { at, steps } of faults) {
          const place = at % sold.length;
          const wrong = (right[place] ?? 0) + steps * each.step;
          if (wrong > 0) charged[place] = wrong;
        }
        const { off, lines } = ratesOf(sold.map((sale, at) => saleRow(sale, at, charged[at] ?? 0)));
        expect(lines.length).toBeGreaterThan(0);
        const named = off.map(({ cells, expected, charged: paid }) => [cells.Orden, expected, paid]);
        const planted = right.flatMap((value, at) =>
          value === charged[at] ? [] : [[`O-${at}`, cents(value), cents(charged[at] ?? 0)]],
        );
        expect(named.toSorted()).toEqual(planted.toSorted());
      }),
      { numRuns: randomCases(60) },
    );
  });

  test('are not found where percentages are drawn anew for every row: nothing planted, nothing reported', () => {
    const truth = [...createWorld({ seed: 5, orders: 12_000, clock: () => NOW }).truth()] as NaiveRow[];
    expect(truth.length).toBeGreaterThan(20_000);
    const { lines, findings, summaries } = ratesOf(truth);
    expect([lines, findings]).toEqual([[], []]);
    for (const { judged, without } of summaries) {
      expect(judged).toBeGreaterThan(12_000);
      expect(without.rows).toBe(judged);
    }
  });

  test('are of the coarsest group, and of the categories that are charged otherwise', () => {
    const { lines, off } = ratesOf(
      sold(900).map((sale, at) => {
        const [category, percent] = CATEGORIES[[0, 1, 1, 2, 2, 2, 3, 3][at % 8] ?? 0] ?? ['', 0];
        const charge = naiveCharge({ ...PLAIN, percent }, sale.price * sale.units, sale.units);
        return saleRow({ ...sale, of: { Categoría: category } }, at, charge);
      }),
    );
    expect(off).toEqual([]);
    const said = lines.map(({ groups, formula }) => [formula.percent, groups?.first ?? null]);
    // Three of four are charged alike, no rule of the channel: a line for them, that of most rows first, and one for the other.
    expect(said).toEqual([
      ['14', ['Jardín', 'Cocina', 'Hogar']],
      ['11.5', ['Juguetes']],
    ]);
  });

  test('change on a day: the category charged more from then on is named, with what it cost', () => {
    const from = 60;
    let more = 0;
    const rows = sold(1200).map((sale, at) => {
      const day = Math.floor((at * 100) / 1200);
      const category = ['Hogar', 'Cocina', 'Jardín', 'Baño', 'Salud', 'Arte'][at % 6] ?? '';
      const [amount, isWrong] = [sale.price * sale.units, category === 'Cocina' && day >= from];
      const right = naiveCharge(PLAIN, amount, sale.units);
      const charge = isWrong ? naiveCharge({ ...PLAIN, percent: 1600 }, amount, sale.units) : right;
      more += charge - right;
      return saleRow({ ...sale, day, of: { Categoría: category } }, at, charge);
    });
    const { lines, off, offOf, findings } = ratesOf(rows);
    expect(off).toEqual([]);
    const changed = lines.filter(({ former }) => former !== null);
    expect(changed).toHaveLength(1);
    const [line] = changed;
    expect(line?.groups).toEqual({ count: 1, first: ['Cocina'] });
    expect(line?.formula.percent).toBe('16');
    expect(line?.former?.formula.percent).toBe('14');
    expect(line?.from).toBe('2026-03-02');
    expect(line?.former?.amount).toBe(cents(more));
    expect(offOf(line?.id ?? '', 'former')).toHaveLength(line?.follows ?? 0);
    expect(findings).toMatchObject([
      {
        kind: 'rate',
        subject: { Canal: 'Austral', against: 'former' },
        amount: cents(more).replace(/0+$/, ''),
      },
    ]);
  });

  test('a change of the whole channel is one line for each time', () => {
    const { lines } = ratesOf(
      sold(300).map((sale, at) => {
        const day = Math.floor(at / 3);
        const each = day < 30 ? PLAIN : { ...PLAIN, percent: 1550, fixed: 70_000 };
        return saleRow({ ...sale, day }, at, naiveCharge(each, sale.price * sale.units, sale.units));
      }),
    );
    const said = lines.map(({ formula, from, to }) => [formula.percent, formula.fixed, from, to]);
    expect(said.toSorted()).toEqual([
      ['14', '0', null, '2026-01-30'],
      ['15.5', '700.00', '2026-01-31', null],
    ]);
  });

  test('hold to the last instant of their last day, and from the first instant of the day after', () => {
    // Sold on days 0 to 29 and, by another rule, on days 35 to 64: the days between are those of the earlier one.
    const [LAST, NEXT, DAYS] = [34, 35, 65];
    const later = { ...PLAIN, percent: 1550, fixed: 70_000 };
    const whole = sold(900).map((sale, at) => {
      const day = Math.floor((at * (DAYS - 5)) / 900);
      const own = day < 30 ? day : day + 5;
      const each = own <= LAST ? PLAIN : later;
      return saleRow({ ...sale, day: own }, at, naiveCharge(each, sale.price * sale.units, sale.units));
    });
    const dateOf = (day: number, time: string) =>
      `${new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)}T${time}`;
    const charged = [4321, 54_321, 987_654].map((price) => price * 1000);
    const row = (at: number, date: string, by: NaiveRule, add = 0) => {
      const price = charged[at % charged.length] ?? 0;
      const made = saleRow({ price, units: 1 }, 10_000 + at, naiveCharge(by, price, 1) + add);
      return { ...made, 'Fecha de compra': date };
    };
    // The last moment of the day that the earlier rule holds on, and the first of the next one.
    const own = [row(0, dateOf(29, '23:59:59.999'), PLAIN), row(1, dateOf(NEXT, '00:00:00.000'), later)];
    // Each as the other rule would have it; and one between the two that follows neither.
    const wrong = [
      row(2, dateOf(29, '23:59:59.999'), later),
      row(3, dateOf(NEXT, '00:00:00.000'), PLAIN),
      row(4, dateOf(LAST, '23:59:59.999'), PLAIN, 5_000),
    ];
    const { lines, offOf } = ratesOf([...whole, ...own, ...wrong]);
    const views = lines.map(({ id, formula, from, to, follows }) => [
      ...[formula.percent, from, to, follows],
      offOf(id, 'off')
        .map(({ identity }) => identity.Orden)
        .toSorted(),
    ]);
    expect(views.toSorted()).toEqual([
      ['14', null, dateOf(LAST, '').slice(0, 10), 451, ['O-10002', 'O-10004']],
      ['15.5', dateOf(NEXT, '').slice(0, 10), null, 451, ['O-10003']],
    ]);
  });

  test('are of a publication of few rows too, where all of them are charged alike', () => {
    const draw = fc.record({
      few: fc.integer({ min: 4, max: 19 }),
      percent: fc.integer({ min: 8, max: 24 }),
    });
    fc.assert(
      fc.property(draw, ({ few, percent }) => {
        fc.pre(percent !== 14);
        const { lines, off } = ratesOf(
          sold(200).map((sale, at) => {
            const isOwn = at % 10 === 0 && at / 10 < few;
            const ruled = isOwn ? { ...PLAIN, percent: percent * 100 } : PLAIN;
            const charge = naiveCharge(ruled, sale.price * sale.units, sale.units);
            return saleRow({ ...sale, of: isOwn ? { 'Id publicación': 'PROPIA' } : {} }, at, charge);
          }),
        );
        const said = lines.map(({ formula, publications }) => [formula.percent, publications?.first ?? null]);
        // Four rows are four accusations; five are another rule to show.
        expect(off).toHaveLength(few < 5 ? few : 0);
        expect(said).toEqual(
          few < 5
            ? [['14', null]]
            : [
                ['14', null],
                [String(percent), ['PROPIA']],
              ],
        );
      }),
      { numRuns: 40 },
    );
  });

  test('ask nothing back that was refunded, nor what was charged too little', () => {
    const { lines, off, findings } = ratesOf(chargedOff);
    expect(lines).toMatchObject([
      {
        over: { rows: 3, amount: '100.00' },
        under: { rows: 1, amount: '40.00' },
        claim: '65.00',
        follows: 96,
      },
    ]);
    expect(off.map(({ difference, claim }) => [difference, claim])).toEqual([
      ['50.00', '50.00'],
      ['-40.00', '0.00'],
      ['30.00', '0.00'],
      ['20.00', '15.00'],
    ]);
    expect(findings).toMatchObject([{ rows: 3, orders: 3, amount: '65' }]);
  });

  test('say when what was charged too much was bought, wherever its rows lie', () => {
    for (const rows of [chargedOff, chargedOff.toReversed()])
      for (const perSegment of [2, 7, 100]) {
        const { findings } = ratesOf(rows, perSegment);
        expect(findings.map(({ firstPurchase, lastPurchase }) => [firstPurchase, lastPurchase])).toEqual([
          ['2026-01-04T12:00:00.000', '2026-01-10T12:00:00.000'],
        ]);
      }
  });

  test('list what does not follow them page by page, the greatest first', () => {
    const store = storeOf(chargedOff);
    const { tasks } = createQueries(store);
    const [line] = atOnce(tasks.rates({ selection: EVERYTHING })).lines;
    const orders = { all: ['O-0', 'O-3', 'O-1', 'O-2'], claimed: ['O-0', 'O-2'] };
    for (const [claimOnly, whole] of [
      [false, orders.all],
      [true, orders.claimed],
    ] as const)
      for (const offset of [0, 1, 3, 5])
        for (const limit of [0, 1, 2, 9]) {
          const query = { selection: EVERYTHING, id: line?.id ?? '', against: 'off', claimOnly } as const;
          const { lines, ...head } = atOnce(tasks.rateDeviations(query, offset, limit));
          expect(head).toEqual({ revision: store.revision, total: whole.length, offset });
          expect(lines.map(({ cells }) => cells.Orden)).toEqual(whole.slice(offset, offset + limit));
        }
  });

  test('are learnt from sales that keep their charge', () => {
    const odd: readonly NaiveRow[] = [
      { 'Estado de Orden': 'Cancelada' },
      { 'Estado de Orden': 'Devuelta' },
      { 'Cobro de Comisiones': '0.00' },
      { Ventas: '0.00' },
      { Ventas: '-100.00' },
      { Unidades: '0' },
      { Ventas: 'N/D' },
      { 'Cobro de Comisiones': null },
      { 'Fecha de compra': 'ayer' },
    ];
    const rows = sold(60).map((sale, at) =>
      saleRow({ ...sale, of: odd[at] ?? {} }, at, naiveCharge(PLAIN, sale.price * sale.units, sale.units)),
    );
    const { summaries, off } = ratesOf(rows);
    expect(off).toEqual([]);
    expect(summaries[0]).toMatchObject({
      kind: 'commission',
      judged: 51,
      unjudged: { states: 2, uncharged: 1, unsold: 3, unreadable: 3 },
    });
  });

  test('leave out what cannot be read or was not sold, and count each row once, for the first of its reasons', () => {
    const unjudged = (odd: readonly NaiveRow[]) =>
      ratesOf(
        sold(60).map((sale, at) =>
          saleRow(
            { ...sale, of: odd[at] ?? {} },
            at,
            naiveCharge(PLAIN, sale.price * sale.units, sale.units),
          ),
        ),
      ).summaries[0];
    const none = { states: 0, uncharged: 0, unsold: 0, unreadable: 0 };
    const of = (...odd: readonly NaiveRow[]) => unjudged(odd)?.unjudged;
    const paid = 'Despacho pagado por comprador';
    expect(of({ [paid]: 'x' }, { 'Comisión por Cuotas': 'x' }, { 'Reembolso de Comisiones': 'x' })).toEqual({
      ...none,
      unreadable: 3,
    });
    // What has none of these was charged none; a charge, Ventas and units have to be there.
    expect(of({ [paid]: null, 'Comisión por Cuotas': null, 'Reembolso de Comisiones': null })).toEqual(none);
    expect(of({ Ventas: null }, { Unidades: null }, { Unidades: '1.5' })).toEqual({ ...none, unreadable: 3 });
    expect(of({ Unidades: '-1' }, { 'Cobro de Comisiones': '-5.00' })).toEqual({ ...none, unsold: 2 });
    // Amounts that doubles hold exactly, times units; and of six decimal places at most.
    const large = 2n ** 46n;
    const amount = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;
    expect(of({ Ventas: amount(large) }, { Ventas: amount(large + 1n) })).toEqual({ ...none, unreadable: 1 });
    expect(of({ Ventas: '1000.000001' }, { Ventas: '1000.0000001' })).toEqual({ ...none, unreadable: 1 });
    // However a number is written: a zero before it, or none behind.
    expect(of({ Ventas: '01000.00' }, { Ventas: '1000' }, { Ventas: '1000.5' })).toEqual(none);
    const several = { 'Estado de Orden': 'Devuelta', 'Cobro de Comisiones': '0.00', Ventas: 'x' };
    expect(of(several, { ...several, 'Estado de Orden': 'Regular' })).toEqual({
      ...{ ...none, states: 1, uncharged: 1 },
    });
    expect(unjudged([several])?.judged).toBe(59);
  });

  test('of shipping are by the way it is sent, and ask back what its own column does not refund', () => {
    const ways = ['Normal', 'Full'];
    const rows = sold(160).map((sale, at) => {
      const charge = (at % 2 === 0 ? 310_000 : 549_000) + (at < 3 ? 100_000 : 0);
      const refunds = {
        'Reembolso de envío': at === 1 ? '400.00' : null,
        'Reembolso de Comisiones': '900.00',
      };
      const of = { 'Tipo de Despacho': ways[at % 2] ?? '', 'Cobro de Envío': cents(charge), ...refunds };
      return saleRow({ ...sale, units: 1, of }, at, 0);
    });
    const { lines, findings } = ratesOf(rows);
    const shipping = lines.filter(({ kind }) => kind === 'shipping');
    const said = shipping.map(({ formula, groups, claim }) => [formula.fixed, groups?.first, claim]);
    expect(said).toEqual([
      ['3100.00', ['Normal'], '2000.00'],
      ['5490.00', ['Full'], '600.00'],
    ]);
    expect(findings.map(({ subject, amount }) => [subject.charge, amount]).toSorted()).toEqual([
      ['Cobro de Envío', '2000'],
      ['Cobro de Envío', '600'],
    ]);
  });

  test('of shipping are a fixed amount by the price of a unit', () => {
    const rows = sold(120).map((sale, at) => {
      const charge = sale.price < 1_999_000 ? 310_000 : 549_000;
      const paid = at === 7 ? charge + 100_000 : charge;
      return saleRow({ ...sale, units: 1, of: { 'Cobro de Envío': cents(paid) } }, at, 0);
    });
    const { lines, off } = ratesOf(rows);
    expect(lines).toMatchObject([{ kind: 'shipping', formula: { percent: '0', fixed: '3100.00' } }]);
    expect(lines[0]?.formula.band?.fixed).toBe('5490.00');
    expect(off.map(({ cells, difference }) => [cells.Orden, difference])).toEqual([['O-7', '1000.00']]);
  });

  test('of two bands part where all rows say, not those alone that were looked at for a rule', () => {
    const charged = (price: number) => (price < 1_999_000 ? 310_000 : 549_000);
    const many = sold(1500).map(({ price }) => price);
    const prices = many.filter((price) => Math.abs(price - 1_999_000) > 200_000);
    // Two that stand next to each other, one on each side.
    const rows = prices.toSpliced(701, 0, 1_998_900).toSpliced(813, 0, 1_999_000);
    const { lines } = ratesOf(
      rows.map((price, at) =>
        saleRow({ price, units: 1, of: { 'Cobro de Envío': cents(charged(price)) } }, at, 0),
      ),
    );
    expect(lines.map(({ formula, follows }) => [formula.fixed, formula.band, follows])).toEqual([
      ['3100.00', { below: '19990.00', fixed: '5490.00' }, rows.length],
    ]);
  });

  test('have the same name and evidence after rows came in another order', () => {
    const rows = sold(90).map((sale, at) =>
      saleRow(sale, at, naiveCharge(PLAIN, sale.price * sale.units, sale.units) + (at < 2 ? 700 : 0)),
    );
    expect(ratesOf(rows.toReversed()).findings).toEqual(ratesOf(rows).findings);
    expect(ratesOf(rows.slice(1)).findings[0]?.evidence).not.toBe(ratesOf(rows).findings[0]?.evidence);
  });
});

const PLAIN: NaiveRule = {
  percent: 1400,
  fixed: 0,
  below: null,
  tax: 'none',
  step: 1,
  mode: 'half-up',
  per: 'row',
};

const CATEGORIES: readonly (readonly [string, number])[] = [
  ['Hogar', 1400],
  ['Cocina', 1400],
  ['Jardín', 1400],
  ['Juguetes', 1150],
];

/** So many sales of one seed. */
function sold(count: number): readonly Sale[] {
  const draw = drawFrom(7);
  return Array.from({ length: count }, () => ({
    price: Math.round(99 * 80 ** draw()) * 1000,
    units: 1 + Math.floor(draw() * 2),
  }));
}

/** A hundred sales, of which the first four are charged too much or too little, some of it refunded; each on a day of its own. */
const chargedOff: readonly NaiveRow[] = sold(100).map((sale, at) => {
  const right = naiveCharge(PLAIN, sale.price * sale.units, sale.units);
  const off = [5000, 3000, 2000, -4000][at] ?? 0;
  const refunded = ['0.00', '30.00', '5.00', '0.00'][at] ?? '0.00';
  const day = [6, 9, 3, 1][at] ?? 20 + (at % 5);
  return saleRow({ ...sale, day, of: { 'Reembolso de Comisiones': refunded } }, at, right + off);
});
