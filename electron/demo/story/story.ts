import { atOnce, type Task } from '#shared/base/tasks.ts';
import { DAY_MS } from '#shared/domain/dates.ts';
import { commissionOf } from '../lumbre/charges.ts';
import { createLumbre } from '../lumbre/lumbre.ts';
import { LUMBRE_ACCOUNTS, termsOf } from '../lumbre/terms.ts';
import type { CompanyBooks } from '../statements/company-files.ts';
import { readLedgersInSteps } from '../statements/ledger.ts';
import { isoDay, plain } from '../statements/text.ts';
import type { CompanyMaker } from '../world/company.ts';
import type { WireRow } from '../world/world.ts';
import type { Cause } from './cause.ts';
import { type RowPlot, rowPlot } from './row-plot.ts';
import { writeLedgers } from './write-ledgers.ts';

/**
 * The story of the demo company: a month in which about a dozen things are wrong, of every kind that the app has a tool for.
 * The same seed and beginning tell the same story.
 */
export type Story = {
  /** The company that it happens to, for one world. */
  readonly company: CompanyMaker;
  /** The faults, and the statements and extracts that tell them, as the rows stand. */
  readonly write: (rows: readonly WireRow[]) => WrittenStory;
  /** The statements and extracts alone. */
  readonly tellBooks: (rows: Iterable<WireRow>) => Task<CompanyBooks>;
};

export type WrittenStory = {
  /** YYYY-MM */
  readonly month: string;
  readonly causes: readonly Cause[];
  readonly books: CompanyBooks;
};

export function createStory(): Story {
  let begun: { readonly seed: number; readonly plot: RowPlot } | null = null;
  function* tellPaid(rows: Iterable<WireRow>) {
    if (begun === null) throw new RangeError('No world has begun with this story.');
    const { seed, plot } = begun;
    const month = { from: plot.from / DAY_MS, to: plot.to / DAY_MS };
    const spared = new Set(plot.planted.map(({ order }) => order.number));
    return { plot, month, ...writeLedgers(seed, yield* readLedgersInSteps(rows), month, spared) };
  }
  return {
    company: createLumbre((seed, beginsAt) => {
      const plot = rowPlot(seed, beginsAt);
      begun = { seed, plot };
      return plot;
    }),
    write: (rows) => {
      const { plot, month, books, causes } = atOnce(tellPaid(rows));
      return {
        month: isoDay(month.from).slice(0, 7),
        causes: [...causesInRows(rows, plot), ...causes],
        books,
      };
    },
    *tellBooks(rows) {
      return (yield* tellPaid(rows)).books;
    },
  };
}

function causesInRows(rows: readonly WireRow[], plot: RowPlot): readonly Cause[] {
  const ofOrder = new Map<string, WireRow[]>();
  const planted = new Set(plot.planted.map(({ order }) => order.number));
  for (const row of rows) {
    const order = row.Orden ?? '';
    if (planted.has(order)) ofOrder.set(order, [...(ofOrder.get(order) ?? []), row]);
  }
  return [...plantedCauses(plot, ofOrder), feeCause(rows, plot), ...costCauses(rows, plot)];
}

const centsOf = (text: string | undefined): number => Math.round(Number(text ?? '0') * 100);

function plantedCauses(plot: RowPlot, rowsOf: ReadonlyMap<string, readonly WireRow[]>): readonly Cause[] {
  return plot.planted.map(({ kind, order, cents, at }) => {
    const own = rowsOf.get(order.number) ?? [];
    const left = own.reduce((sum, row) => sum + centsOf(row['Rentabilidad Marketplace']), 0);
    const isMove = kind === 'moved-cost' || kind === 'moved-charge';
    return {
      kind,
      canal: order.channel.name,
      cuenta: order.account.name,
      currency: termsOf(order.account).currency,
      // A higher charge or cost takes from what the month leaves.
      amount: plain(kind === 'overdue-order' ? left : isMove ? -cents : cents),
      order: order.number,
      ...(isMove ? { at: new Date(at).toISOString() } : {}),
    };
  });
}

function feeCause(rows: readonly WireRow[], { feeChange }: RowPlot): Cause {
  const { account, category, from, percent } = feeChange;
  const { currency, unit, commission } = termsOf(account);
  const canal = LUMBRE_ACCOUNTS.find((each) => each.account === account)?.channel.name ?? '';
  const since = new Date(from).toISOString();
  let more = 0;
  for (const row of rows) {
    const isMeant =
      row.Canal === canal &&
      row.Cuenta === account.name &&
      row.Categoría === category &&
      row['Estado de Orden'] === 'Regular' &&
      `${row['Fecha de compra']}Z` >= since;
    if (!isMeant || commission === null) continue;
    const sales = centsOf(row.Ventas);
    const charge = (each: number) => commissionOf(sales, each, commission.vat, unit);
    more += charge(percent) - charge(commission.percents[category] ?? 0);
  }
  return {
    kind: 'wrong-fee',
    canal,
    cuenta: account.name,
    currency,
    amount: plain(more),
    category,
    since: since.slice(0, 10),
  };
}

/** By product and currency: unlike ones are never added. */
function costCauses(rows: readonly WireRow[], { uncosted, from, to }: RowPlot): readonly Cause[] {
  const [first, end] = [from, to].map((ms) => new Date(ms).toISOString().slice(0, -1)) as [string, string];
  const currencies = new Map(
    LUMBRE_ACCOUNTS.map(({ channel, account, terms }) => [
      JSON.stringify([channel.name, account.name]),
      terms.currency,
    ]),
  );
  const sums = new Map<string, number>();
  for (const row of rows) {
    const bought = row['Fecha de compra'] ?? '';
    const sku = row['SKU Producto'] ?? '';
    const sold = centsOf(row.Ventas);
    const isMeant = bought >= first && bought < end && sold !== 0 && uncosted.has(indexOf(sku));
    if (!isMeant) continue;
    const key = JSON.stringify([sku, currencies.get(JSON.stringify([row.Canal, row.Cuenta])) ?? '']);
    sums.set(key, (sums.get(key) ?? 0) + sold);
  }
  return [...sums].toSorted().map(([key, cents]): Cause => {
    const [sku, currency] = JSON.parse(key) as [string, string];
    return { kind: 'missing-cost', canal: '', cuenta: '', currency, amount: plain(cents), sku };
  });
}

/** A product's place in the range is in its SKU. */
const indexOf = (sku: string): number => Number(sku.split('-')[1] ?? Number.NaN) - 1_000;
