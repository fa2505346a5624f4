import { expect, test } from 'vitest';
import type { MatchedCase, MatchesPage } from '#renderer/reconciliation/matching/model/matches.ts';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import type { CheckFault } from '#renderer/reconciliation/statements/model/statement.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import type { Row } from '#test/renderer/reconciliation/matching/statement-world.ts';
import { asFile, FORMS } from '#test/statements/as-files.ts';
import {
  type DemoOrder,
  type DemoTruth,
  demoTruth,
  ordersFor,
  rowsIn,
  saleOf,
} from '#test/statements/demo-truth.ts';
import {
  FAULTS,
  type FaultName,
  isOf,
  isText,
  type Planted,
  plant,
  type Writer,
} from '#test/statements/faults.ts';
import { lensOf, type Means, meansOf, writesNumbers } from '#test/statements/lenses.ts';
import { random, type Sale } from '#test/statements/truth.ts';
import { type MeantLine, TEXT_WRITERS, WRITERS } from '#test/statements/writers.ts';
import { openDesk } from './imported-file.ts';

/**
 * Statements of every layout, whole and with every fault, from bytes to cases beside the rows of the demo world. What finds
 * a fault, by what a layout has (lenses.ts says which has what):
 *
 * | fault          | rows' parts       | running balance            | total       | matching by number      | by amount              |
 * |----------------|-------------------|----------------------------|-------------|-------------------------|------------------------|
 * | missing        |                   | between which lines, gap   | its amount  | only here               | only here              |
 * | never-told     |                   |                            |             | only here               | only here              |
 * | cent-altered   | the line, the gap | the line, the gap          | the gap     | different, by the gap   | only there, only here  |
 * | cent-told      |                   |                            |             | different, by the gap   | only there, only here  |
 * | twice          |                   | repeated, both lines       | its amount  | different, line twice   | only there             |
 * | split          |                   |                            |             | same, of two lines      | same, or adds up       |
 * | merged         |                   |                            |             | different, adds up      | same, or adds up       |
 * | other-month    |                   |                            |             | of another period       | of another period      |
 * | new-column     | header and amount of the column, which asks, for all                                                      |
 * | balance-altered|                   | the line                   |             |                         |                        |
 *
 * Of an amount whose sign only the balance tells (argentina-balance; any-one-column where none is negative) a break leaves
 * the line beside it unsaid: it is asked about, and its order stays only here. Nothing else is ever reported.
 *
 * The suite plants two of them in each layout; all of them, in so many worlds:
 *
 *   CUADRA_PLANTED=40 npx vitest run test/renderer/data/worker/planted-faults.test.ts
 */

const WORLDS = Number(process.env.CUADRA_PLANTED ?? 1);
const FIRST_WORLD = Number(process.env.CUADRA_PLANTED_FROM ?? 1);
const TODAY = Date.UTC(2026, 2, 20, 15);
const ALL = [...WRITERS, ...TEXT_WRITERS];
const NAMES = ALL.map((write) => write([]).name);
const CHANNELS = ['Mercado Austral', 'Plaza Andina'];

type File = {
  readonly name: string;
  readonly unit: 1 | 100;
  readonly means: Means;
  readonly write: Writer;
  readonly sales: readonly Sale[];
  readonly import: (planted: Pick<Planted, 'written' | 'rows'>) => Promise<Found>;
  readonly place: { readonly at: number; readonly unit: 1 | 100; readonly stranger: Sale };
};
type Found = { readonly preview: StatementPreview; readonly page: MatchesPage };

type View = {
  readonly held: readonly DemoOrder[];
  readonly views: readonly Sale[];
  readonly elsewhere: readonly DemoOrder[];
  readonly rows: readonly Row[];
};
type Wanted = { readonly seed: number; readonly world: DemoTruth; readonly canal: string };

/** Some marketplaces add something of their own to an order's number. */
function ordenIn(name: string, orden: string): string {
  if (name === 'ripley' && orden !== '') return `${orden}-A`;
  return name === 'shopify-payments' && orden.startsWith('MOV') ? `#${orden}` : orden;
}

/** What the rows hold, and which sales of it a file of the layout tells. */
function truthFor(name: string, { seed, world, canal }: Wanted): View {
  const lens = lensOf(name);
  const isByAmount = !writesNumbers(name);
  // Without a number nothing tells which of two orders of one amount was paid: there are none.
  const twins = new Set(isByAmount ? twinsOf(world.orders.map(({ profit }) => profit)) : []);
  const orders = world.orders.filter(({ profit }) => !twins.has(profit));
  const { held, elsewhere } = ordersFor({ ...world, orders }, lens, { canal, seed });
  const gone = new Set(world.orders.filter(({ profit }) => twins.has(profit)).map(({ orden }) => orden));
  const rows = rowsIn(world, lens.unit)
    .filter((row) => !gone.has(row.Orden ?? ''))
    .map((row) => ({ ...row, Orden: ordenIn(name, row.Orden ?? '') }));
  return { held, views: held.map((order, at) => saleOf(order, lens, at)), elsewhere, rows };
}

/** One payment may be for both. */
const arePaidTogether = (one: Sale | undefined, other: Sale | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.gross * other.gross !== 0 &&
  Math.abs(one.released - other.released) <= 3 &&
  Math.abs(one.sold - other.sold) <= 3;

type Placed = {
  readonly sales: readonly Sale[];
  /** Of another month. */
  readonly stranger: Sale;
  readonly rows: readonly Row[];
  /** The sale at which faults are planted. */
  readonly at: number;
};

/** A period with enough orders for two to be paid together, near neither end: beside those nothing says that more was to come. */
function placeIn(name: string, { seed, world, canal }: Wanted): Placed {
  const lens = lensOf(name);
  const next = random(seed);
  // One writer puts the days of money a month back, over the turn of the year.
  const later = name.endsWith('cartola') ? 30 : 0;
  const shifted = (sale: Sale): Sale => ({ ...sale, released: sale.released + later });
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { views, held, elsewhere, rows } = truthFor(name, { seed: seed + attempt * 1_009, world, canal });
    const sales = views.map(shifted);
    /** Paid, and of a settlement that the file holds most of, whatever becomes of two of its orders. */
    const isSure = (at: number): boolean => {
      const own = held[at]?.settlements[0];
      const size = held.filter(({ settlements }) => settlements[0] === own).length;
      if (held[at]?.isPaid !== true) return false;
      return lens.by !== 'settlement' || (held[at]?.isSettledAtOnce === true && size > 4);
    };
    const stranger = elsewhere[Math.floor(next() * elsewhere.length)];
    const places = [...sales.keys()]
      .slice(3, -4)
      .filter((at) => arePaidTogether(sales[at], sales[at + 1]) && [at, at + 1].every(isSure));
    const at = places[Math.floor(next() * places.length)];
    if (at === undefined || stranger === undefined) continue;
    return { sales, stranger: shifted(saleOf(stranger, lens, 9_999)), rows, at };
  }
  throw new RangeError(`Too few orders: ${name}, ${seed}.`);
}

/** A layout's file of an account of the demo world, and a desk to bring it to. */
async function fileOf(name: string, seed: number): Promise<File> {
  const index = NAMES.indexOf(name);
  const write = ALL[index];
  if (write === undefined) throw new RangeError(`No writer of ${name}.`);
  const lens = lensOf(name);
  const next = random(seed * 1_000 + index);
  // The layout whose numbers begin with a sign is that of the own shops, two of which have the same numbers.
  const canal =
    name === 'shopify-payments' ? 'Tienda propia' : (CHANNELS[Math.floor(next() * CHANNELS.length)] ?? '');
  const { sales, stranger, rows, at } = placeIn(name, {
    seed: seed * 7 + index,
    world: worldOf(seed),
    canal,
  });
  const desk = await openDesk(rows, TODAY);
  const forms = FORMS[name] ?? [];
  const form = forms[Math.floor(next() * forms.length)];
  if (form === undefined) throw new RangeError(`No form of ${name}.`);
  return {
    name,
    unit: lens.unit,
    means: meansOf(write(sales)),
    write,
    sales,
    place: {
      at,
      unit: lens.unit,
      stranger,
    },
    async import({ written, rows: cells }) {
      const preview = await desk.read(asFile(cells, written.headerAt, form));
      return { preview, page: await desk.match(preview) };
    },
  };
}

const worlds = new Map<number, ReturnType<typeof demoTruth>>();
function worldOf(seed: number) {
  const known = worlds.get(seed) ?? demoTruth(seed);
  worlds.clear();
  worlds.set(seed, known);
  return known;
}

/** Amounts that two orders have: without a number nothing tells which of them was paid. */
function twinsOf(amounts: readonly number[]): readonly number[] {
  const seen = new Set<number>();
  return amounts.filter((amount) => seen.size === seen.add(amount).size);
}

const centsOf = (text: string | null): number => {
  if (text === null) return Number.NaN;
  const { units, scale } = fromDecimal(text as never);
  return (Number(units) * 100) / 10 ** scale;
};

/** What is reported of the cases: all that do not simply agree. */
type Reported = {
  readonly state: MatchedCase['state'] | 'other-period';
  readonly lines: readonly number[];
  readonly orders: readonly string[];
  readonly cents: number;
};
const reportedOf = ({ cases }: MatchesPage): readonly Reported[] =>
  cases
    .filter(({ state, isOfAnotherPeriod }) => state !== 'same' || isOfAnotherPeriod)
    .map((each) => ({
      state: each.state === 'same' ? ('other-period' as const) : each.state,
      lines: each.lines.map(({ line }) => line),
      orders: each.orders.map(({ Orden }) => Orden),
      cents: centsOf(each.difference),
    }));

const faultsOf = ({ proof }: StatementPreview) =>
  proof.checks.flatMap(({ name, where }) => where.map((fault) => ({ check: name, ...fault })));

const suggestedOf = ({ cases }: MatchesPage, why: string): readonly string[] =>
  cases.flatMap(({ suggestions }) =>
    suggestions.flatMap((each) => (each.why === why ? each.orders.map(({ Orden }) => Orden) : [])),
  );

/** Lines of a file that the file itself leaves without a sign: nothing is read of them, and nothing said but that. */
function unsaid({ preview, page }: Found, { written }: Pick<Planted, 'written' | 'rows'>) {
  const lines = preview.notUnderstood.listed.map(({ line, why }) => {
    expect(why).toBe('sign');
    expect(written.name).toMatch(/^bank-(?:argentina-balance|any-one-column)/);
    return line;
  });
  expect(page.outside.reduce((sum, { lines: own }) => sum + own, 0)).toBe(lines.length);
  return lines;
}

/** The whole file: all of it is understood, proved and matched, and nothing is reported. */
function expectWhole(file: File, planted: Pick<Planted, 'written' | 'rows'>, found: Found): void {
  const { preview, page } = found;
  expect(preview.kind).toBe(planted.written.kind);
  expect(preview.rows).toBe(planted.written.lines.length);
  const unsigned = planted.written.lines.filter(({ net }) => net === null).length;
  expect(preview.proof).toMatchObject({ holds: unsigned === 0, doubts: unsigned });
  expect(preview.proof.checks.filter(({ holds }) => !holds)).toEqual([]);
  const { rows, balance, total } = file.means;
  expect(preview.proof.checks.map(({ name }) => name)).toEqual([
    ...(rows ? ['row-net'] : []),
    ...(preview.kind.startsWith('falabella') ? ['row-tax'] : []),
    ...(balance ? ['running-balance'] : []),
    ...(total ? [expect.stringMatching(/^(total-row|statement-total|summary)$/)] : []),
  ]);
  expect(preview.changes).toEqual([]);
  expectOnly(file, planted, found, []);
  expect(page.facts.filter(({ by }) => by !== null)).toHaveLength(1);
}

/** These reports, besides those of orders whose line has no sign. */
function expectOnly(
  file: File,
  planted: Pick<Planted, 'written' | 'rows'>,
  found: Found,
  reported: readonly Partial<Reported>[],
): void {
  const rows = unsaid(found, planted);
  const unsaidOrders = rows.map((row) => orderOfRow(file, planted, row));
  const others = reportedOf(found.page).filter(
    ({ state, orders }) => state !== 'only-here' || !orders.some((order) => unsaidOrders.includes(order)),
  );
  const named = reported.filter(
    ({ state, orders = [] }) => state !== 'only-here' || !orders.some((each) => unsaidOrders.includes(each)),
  );
  const isSaid = ({ lines = [] }: Partial<Reported>): boolean => !lines.some((line) => rows.includes(line));
  expect(sorted(others)).toEqual(sorted(named.filter(isSaid)).map((each) => expect.objectContaining(each)));
}

const sorted = <T extends Partial<Reported>>(all: readonly T[]): readonly T[] =>
  all.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)));
const keyOf = ({ state, orders, lines }: Partial<Reported>): string =>
  `${state} ${orders?.join()} ${lines?.join()}`;

/** The order that a row of an unsigned file is of: lines stand in the order of the sales. */
function orderOfRow({ sales }: File, { rows }: Pick<Planted, 'rows'>, row: number): string {
  const near = rows[row - 1] ?? [];
  const byAmount = sales.filter((sale) => netText(sale) === near[2]);
  return byAmount[0]?.order ?? '';
}
const netText = ({ gross, commission, shipping, taxes }: Sale): string => {
  const [whole = '', places = ''] = (Math.abs(gross - commission - shipping - taxes) / 100)
    .toFixed(2)
    .split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${places}`;
};

/** How the rows name the order of a sale. */
const ordenOf = ({ name }: File, sale: Sale | null): string =>
  sale === null ? '' : ordenIn(name, sale.order);

const netOf = (name: string, sale: Sale): number =>
  meansCosts(name) ? -sale.commission : sale.gross - sale.commission - sale.shipping - sale.taxes;
const meansCosts = (name: string): boolean => lensOf(name).parts === 'costs';

type Named = Pick<CheckFault, 'kind' | 'after' | 'before'> & {
  readonly check: string;
  readonly cents: number;
};
const place = (
  { check, kind, after, before, gap, orElse }: ReturnType<typeof faultsOf>[number],
  cents: number,
): Named => ({
  check,
  kind,
  after,
  before,
  // Where the sign of a line is not known, either gap may be meant.
  cents: centsOf(orElse) === cents ? cents : centsOf(gap),
});

/** What the file's own arithmetic must say, and nothing else. */
function expectProof(file: File, fault: FaultName, planted: Planted, { preview }: Found): void {
  const { rows, balance, total } = file.means;
  const { row, cents, written } = planted;
  const lines: readonly MeantLine[] = written.lines;
  const at = lines.findIndex((line) => line.row === row);
  const before = lines[at - 1]?.row ?? null;
  const isNewestFirst = written.name === 'bank-banco-de-chile';
  const faults = faultsOf(preview);
  const own = (check: string, by = cents) =>
    faults.filter((each) => each.check === check).map((each) => place(each, by));
  const totals = faults.filter(({ check }) => /^(total-row|statement-total|summary)$/.test(check));
  const expectTotals = (gap: number): void => {
    expect(totals.map((each) => centsOf(each.gap))).toEqual(total ? totals.map(() => gap) : []);
    expect(totals.length).toBe(total ? 1 : 0);
  };
  switch (fault) {
    case 'missing':
      expect(own('running-balance')).toEqual(
        balance
          ? [{ check: 'running-balance', kind: 'missing-or-altered', after: before, before: row, cents }]
          : [],
      );
      expectTotals(cents);
      break;
    case 'cent-altered': {
      const step = isNewestFirst
        ? { after: row, before: lines[at + 1]?.row }
        : { after: before, before: row };
      expect(own('row-net')).toEqual(
        rows ? [{ check: 'row-net', kind: 'row', after: row, before: row, cents }] : [],
      );
      expect(own('running-balance', -cents)).toEqual(
        balance ? [{ check: 'running-balance', kind: 'missing-or-altered', ...step, cents: -cents }] : [],
      );
      expectTotals(-cents);
      break;
    }
    case 'twice':
      expect(own('running-balance', -cents)).toEqual(
        balance
          ? [{ check: 'running-balance', kind: 'repeated', after: row, before: row + 1, cents: -cents }]
          : [],
      );
      expectTotals(-cents);
      break;
    case 'balance-altered':
      expect(own('running-balance')).toEqual([
        expect.objectContaining({ kind: 'balance-altered', after: row, before: row }),
      ]);
      expect(faults).toHaveLength(1);
      break;
    default:
      expect(faults).toEqual([]);
  }
  expect(preview.proof.checks.every(({ holds }) => holds)).toBe(faults.length === 0);
  expect(preview.proof.holds).toBe(faults.length === 0 && preview.notUnderstood.count === 0);
}

/** What is told of the orders: each fault by name and to the cent, and nothing else. */
function expectMatches(file: File, fault: FaultName, planted: Planted, found: Found): void {
  const { means, name } = file;
  const { sale, other, row, cents, written } = planted;
  const [orden, second] = [ordenOf(file, sale), ordenOf(file, other)];
  const isByNumber = means.matching === 'number';
  const net = sale === null ? 0 : netOf(name, sale);
  const onlyHere = { state: 'only-here', orders: [orden], lines: [], cents: -net } as const;
  const only = (...reported: readonly Partial<Reported>[]) => expectOnly(file, planted, found, reported);
  const perOrder = written.lines.filter(
    ({ order }) => sale !== null && order !== undefined && isOf(order, sale),
  );
  const line = perOrder[0]?.row ?? row;
  switch (fault) {
    case 'missing':
      // One of the order's lines, where the layout tells it in several.
      if (isByNumber && perOrder.length > 1) only({ state: 'different', orders: [orden], cents: -cents });
      else only(onlyHere);
      break;
    case 'never-told':
      only(onlyHere);
      break;
    case 'cent-altered':
    case 'cent-told':
      if (isByNumber) only({ state: 'different', orders: [orden], cents });
      else {
        const there = fault === 'cent-told' ? rowOfSale(file, planted) : row;
        only(onlyHere, { state: 'only-there', lines: [there], orders: [], cents: net + cents });
      }
      break;
    case 'twice':
      expectTwice(file, planted, found, { orden, net, line });
      break;
    case 'split': {
      const whole = found.page.cases.filter(({ orders }) => orders.some(({ Orden }) => Orden === orden));
      if (whole.some(({ state }) => state === 'same')) {
        expect(whole.map(({ lines }) => lines.length >= 2)).toEqual([true]);
        only();
      } else expectAddsUp(file, planted, found, [orden]);
      break;
    }
    case 'merged':
      if (isByNumber) {
        const rest = netOf(name, other ?? (sale as Sale));
        only(
          { state: 'different', orders: [orden], cents: rest },
          { state: 'only-here', orders: [second], cents: -rest },
        );
        // Beside the payment, and beside the order that nothing came of.
        expect(new Set(suggestedOf(found.page, 'difference-adds-up'))).toEqual(new Set([second]));
      } else {
        const both = found.page.cases.filter(({ orders }) => orders.some(({ Orden }) => Orden === orden));
        if (both.some(({ state }) => state === 'same')) {
          expect(both.map(({ orders }) => orders.map(({ Orden }) => Orden).toSorted())).toEqual([
            [orden, second].toSorted(),
          ]);
          only();
        } else expectAddsUp(file, planted, found, [orden, second]);
      }
      break;
    case 'other-month':
      only(
        ...(unsaidRow(planted, found) ? [] : [{ state: 'other-period' as const, orders: [orden], cents: 0 }]),
      );
      break;
    case 'new-column':
    case 'balance-altered':
      only();
  }
}

/** The stranger is the oldest: of an unsigned file, the line without a sign. */
const unsaidRow = ({ written }: Planted, { preview }: Found): boolean =>
  preview.notUnderstood.listed.some(({ line }) => line === written.lines[0]?.row);

function rowOfSale({ sales }: File, { written, sale }: Planted): number {
  const at = sales.findIndex((each) => each === sale || each.order === sale?.order);
  const isNewestFirst = written.name === 'bank-banco-de-chile';
  return written.lines[isNewestFirst ? written.lines.length - 1 - at : at]?.row ?? 0;
}

function expectTwice(
  file: File,
  planted: Planted,
  found: Found,
  { orden, net, line }: { readonly orden: string; readonly net: number; readonly line: number },
): void {
  const { cents, row } = planted;
  if (file.means.matching === 'number') {
    expectOnly(file, planted, found, [{ state: 'different', orders: [orden], cents }]);
    expect([file.name, suggestedOf(found.page, 'line-twice'), line]).toEqual([file.name, [orden], row]);
    return;
  }
  // Nothing tells which of the two was paid: both are there alone, or one of them is.
  const reported = reportedOf(found.page).filter(({ orders }) => orders.length === 0 || orders[0] === orden);
  const rows = new Set([row, row + 1]);
  const there = reported.filter(({ state }) => state === 'only-there');
  expect(there.every(({ lines, cents: each }) => lines.every((at) => rows.has(at)) && each === net)).toBe(
    true,
  );
  const sum = reported.reduce((total, each) => total + each.cents, 0);
  // Its sign is nowhere: the file says that it is there again.
  expect(sum).toBe(unsaid(found, planted).some((at) => rows.has(at)) ? 0 : net);
  expectOnly(
    file,
    planted,
    found,
    reported.map(({ state, orders, lines }) => ({ state, orders, lines })),
  );
}

/** Too much of it could be chance: the lines and orders are told apart, with the suggestion that names them. */
function expectAddsUp(file: File, planted: Planted, found: Found, orders: readonly string[]): void {
  const reported = reportedOf(found.page).filter(
    ({ state, orders: own }) => state === 'only-there' || own.some((each) => orders.includes(each)),
  );
  expect(new Set(suggestedOf(found.page, 'adds-up'))).toEqual(new Set(orders));
  expect(reported.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  expectOnly(file, planted, found, reported);
}

function expectChanges(fault: FaultName, { written }: Planted, { preview }: Found): void {
  const lines = written.lines.length;
  const sum = ((lines * (lines + 1)) / 2) * 100;
  expect(
    preview.changes.map(({ change, column, money, asks }) => ({
      change,
      column,
      money: centsOf(money),
      asks,
    })),
  ).toEqual(
    fault === 'new-column' ? [{ change: 'added', column: 'Descuento nuevo', money: sum, asks: true }] : [],
  );
}

/** All of them, or in the suite some for each layout, so that each is planted in many. */
function faultsIn(name: string, seed: number): readonly FaultName[] {
  if (process.env.CUADRA_PLANTED !== undefined) return FAULTS;
  const from = NAMES.indexOf(name) * 3 + seed;
  return FAULTS.filter((_, at) => (at + from) % FAULTS.length < 2);
}

test.each(NAMES)('%s: whole, and with each fault', async (name) => {
  for (let seed = FIRST_WORLD; seed < FIRST_WORLD + WORLDS; seed += 1) {
    const file = await fileOf(name, seed);
    const written = file.write(file.sales);
    const whole = { written, rows: written.rows };
    expectWhole(file, whole, await file.import(whole));
    for (const fault of faultsIn(name, seed)) {
      const planted = plant(fault, file.write, file.sales, file.place);
      if (planted === null) {
        const isNone = fault === 'new-column' ? isText(written) : !file.means.balance;
        expect([fault, isNone]).toEqual([expect.stringMatching(/^(balance-altered|new-column)$/), true]);
        continue;
      }
      const found = await file.import(planted);
      try {
        expect(found.preview.kind).toBe(written.kind);
        expectProof(file, fault, planted, found);
        expectMatches(file, fault, planted, found);
        expectChanges(fault, planted, found);
      } catch (error) {
        throw new Error(`${name}, ${fault}, world ${seed}`, { cause: error });
      }
    }
  }
});
