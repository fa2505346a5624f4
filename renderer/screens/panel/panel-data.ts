import { isEqual } from 'es-toolkit/predicate';
import { useState } from 'react';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { type LiveAnswer, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { CompareWith, Group, Groups, GroupsQuery } from '#renderer/data/model/groups.ts';
import { ORDER_STATUS_COLUMN, RETURNED } from '#renderer/data/model/order-status.ts';
import { NO_SKU } from '#renderer/data/model/products.ts';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { STATEMENT_COLUMNS } from '#renderer/features/income-statement/income-statement-lines.ts';
import { costCoverageRate, isPartial } from '#renderer/features/selection/selection-totals.tsx';
import { trendQuery } from '#renderer/features/trend/month-points.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { compare, fromDecimal } from '#shared/domain/decimal.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import type { CostSet } from './margin-covered.tsx';
import type { PeriodFigures, TilesInput } from './tile-figures.ts';
import { WATERFALL_COLUMNS } from './waterfall.tsx';

/** The queries of the panel, and the figures it shows of the answers. All its parts speak of one revision. */

export type PanelInput = {
  readonly selection: Selection;
  /** The scope that channels and products are looked at by. */
  readonly scope: Scope;
  readonly trend: Period | null;
};

/** The tiles, and what their figures are made of. */
export type PanelFigures = {
  readonly revision: number;
  readonly tiles: TilesInput;
  /** The periods compared with, where the selection has one. */
  readonly periods: { readonly [against in CompareWith]?: Period };
  /** Rows by `Tipo de Dato`, against the period before. */
  readonly kinds: Groups;
  /** Whose costs the missing ones may be like: the channels, and the period before. */
  readonly costSets: readonly CostSet[];
  /** By `Estado de Orden`, with Ventas and Unidades. */
  readonly statuses: Groups;
};

/** Where the figures come from. */
export type PanelDetails = {
  readonly revision: number;
  readonly channels: Groups;
  /** Unidades of the returned rows by channel and account; the products that most came back of, and all units of these. */
  readonly returned: { readonly channels: Groups; readonly products: Groups; readonly units: Groups };
  readonly months: Groups;
  /** As many as it takes to rank PRODUCTS_SHOWN of them, the greatest result first. */
  readonly best: Groups;
  /** Those that lose, the greatest loss first, with how many do and what they lose together. */
  readonly worst: Groups;
  /** The products of `worst` with every section of costs. */
  readonly lost: Groups;
  /** The rows that belong to no product, with every section: the account's own movements, and what has no SKU. */
  readonly withoutProduct: Groups;
};

/** The rows that sell; the account's own movements carry neither sales nor units (spec 2.2). */
const SELLING = { column: 'Tipo de Dato', values: ['Orden', 'Publicación'] };
const FIGURES: readonly string[] = [...AMOUNT_COLUMNS, 'Unidades'];
const ALL_COLUMNS: readonly string[] = [...new Set([...FIGURES, ...WATERFALL_COLUMNS])];
/** Products on each list. */
export const PRODUCTS_SHOWN = 5;
/** Products that are named of those that came back. */
const RETURNED_SHOWN = 3;

type Ask = (part: string, query: Omit<GroupsQuery, 'selection'>, of?: Selection) => Promise<Groups>;

const asking =
  (call: DataReader, selection: Selection, slot: string): Ask =>
  (part, query, of = selection) =>
    call.readGroups({ selection: of, ...query, slot: `${slot}-${part}` });

export async function readFigures(call: DataReader, input: PanelInput, slot: string): Promise<PanelFigures> {
  const { selection } = input;
  const ask = asking(call, selection, slot);
  const kindsBy = { dimension: { column: SELLING.column, unit: null }, columns: ALL_COLUMNS };
  const selling = { ...selection, filters: [...selection.filters, SELLING] };
  const sales = { dimension: 'Canal', columns: ['Ventas', 'Costo de Producto'] } as const;
  const [kinds, sold, statuses, ...others] = await readTogether(() => {
    const own = [
      ask('kinds', { ...kindsBy, compareWith: 'previous-period' }),
      ask('sales', { ...sales, compareWith: 'previous-period' }, selling),
      ask('statuses', {
        dimension: { column: ORDER_STATUS_COLUMN, unit: null },
        columns: [RATE_BASE_COLUMN, 'Unidades'],
      }),
    ] as const;
    // Without a period there is no year before it either.
    if (selection.period === null) return Promise.all([...own, own[0], own[1]]);
    return Promise.all([
      ...own,
      ask('kinds-year', { ...kindsBy, columns: FIGURES, compareWith: 'previous-year' }),
      ask('sales-year', { ...sales, compareWith: 'previous-year' }, selling),
    ]);
  });
  const [kindsYear, soldYear] = others;
  const answers = { 'previous-period': [kinds, sold], 'previous-year': [kindsYear, soldYear] } as const;
  const compared = (['previous-period', 'previous-year'] as const).flatMap((against) => {
    const [all, sales] = answers[against].map((groups) => groups?.compared);
    if (all === undefined || sales === undefined) return [];
    const figures: PeriodFigures = { all: all.total, selling: sales.total };
    return [{ against, period: all.period, figures }];
  });
  return {
    revision: kinds.revision,
    tiles: {
      own: { all: kinds.total, selling: sold.total },
      others: compared,
    },
    periods: Object.fromEntries(compared.map(({ against, period }) => [against, period])),
    kinds,
    costSets: [
      ...sold.groups.map(({ totals }) => totals),
      ...(kinds.compared === undefined ? [] : [kinds.compared.total]),
    ],
    statuses,
  };
}

/** Returned units by channel and account; the products that most came back of; and all units of these. */
async function readReturned(
  ask: Ask,
  selection: Selection,
): Promise<readonly [byChannel: Groups, products: Groups, units: Groups]> {
  const returnedOf: Selection = {
    ...selection,
    filters: [...selection.filters, { column: ORDER_STATUS_COLUMN, values: [RETURNED] }],
  };
  const columns = ['Unidades'];
  const [byChannel, products] = await Promise.all([
    ask('returned', { dimension: 'Canal', within: 'Cuenta', columns }, returnedOf),
    ask(
      'returned-products',
      {
        dimension: 'SKU Producto',
        columns,
        limit: RETURNED_SHOWN + NO_SKU.length,
        order: { column: 'Unidades', direction: 'descending' },
      },
      returnedOf,
    ),
  ]);
  const named = products.groups.filter(({ value }) => !NO_SKU.includes(value)).slice(0, RETURNED_SHOWN);
  const skus = named.map(({ value }) => value);
  const most = { ...products, groups: named };
  if (skus.length === 0) return [byChannel, most, most];
  return [byChannel, most, await ask('returned-units', { ...BY_PRODUCT, only: skus })];
}

/** One breakdown tells all that is asked by it: the best, the worst, all units of those that came back. */
const BY_PRODUCT = { dimension: 'SKU Producto', columns: FIGURES } as const;

export async function readDetails(call: DataReader, input: PanelInput, slot: string): Promise<PanelDetails> {
  const { selection, scope, trend } = input;
  const ask = asking(call, selection, slot);
  const profit = SCOPE_COLUMNS[scope].profitability;
  // Room for the groups that are no product.
  const limit = PRODUCTS_SHOWN + NO_SKU.length;
  const withSkus = (values: readonly string[]): Selection => ({
    ...selection,
    filters: [...selection.filters, { column: 'SKU Producto', values }],
  });
  const whole = { dimension: 'SKU Producto', columns: STATEMENT_COLUMNS } as const;
  const readBest = async (): Promise<Groups> => {
    for (let most = limit; ; most *= 8) {
      const best = await ask('best', {
        ...BY_PRODUCT,
        limit: most,
        order: { column: profit, direction: 'descending' },
      });
      const { ranked, isWhole } = rankProducts(best, scope);
      if (isWhole || ranked.length >= PRODUCTS_SHOWN) return best;
    }
  };
  const readWorst = async (): Promise<readonly [worst: Groups, lost: Groups]> => {
    const worst = await ask('worst', {
      ...BY_PRODUCT,
      limit: PRODUCTS_SHOWN,
      order: { column: profit, direction: 'ascending' },
      below: { column: profit, except: NO_SKU },
    });
    const skus = losersOf(worst, scope).map(({ value }) => value);
    return [worst, skus.length === 0 ? { ...worst, groups: [] } : await ask('lost', whole, withSkus(skus))];
  };
  const [channels, months, withoutProduct, returned, returnedMost, returnedUnits, best, worst, lost] =
    await readTogether(async () => {
      // What is asked by product stands together: the worker keeps the last few breakdowns.
      const [others, returns, gainers, losers] = await Promise.all([
        Promise.all([
          ask('channels', {
            dimension: 'Canal',
            within: 'Cuenta',
            columns: FIGURES,
            compareWith: 'previous-period',
          }),
          call.readGroups({ ...trendQuery({ ...selection, period: trend }), slot: `${slot}-months` }),
          ask('without-product', whole, withSkus(NO_SKU)),
        ]),
        readReturned(ask, selection),
        readBest(),
        readWorst(),
      ]);
      return [...others, ...returns, gainers, ...losers] as const;
    });
  return {
    ...{ revision: channels.revision, channels, months, best, worst, lost, withoutProduct },
    returned: { channels: returned, products: returnedMost, units: returnedUnits },
  };
}

/** A product is ranked with the others while at least this share of its Ventas has a cost: below it gains look too large. */
const MIN_COVERAGE = 90n;

/** Whether too much of a product's sales lacks its cost for its result to be held against others'. */
function lacksCost({ totals }: Group, scope: Scope): boolean {
  if (scope === 'marketplace' || !isPartial(totals)) return false;
  const share = costCoverageRate(totals, 6);
  return share === null || compare(fromDecimal(share), { units: MIN_COVERAGE, scale: 0 }) < 0;
}

const isNegative = ({ totals }: Group, scope: Scope): boolean => {
  const profit = totals.sums[SCOPE_COLUMNS[scope].profitability];
  return profit !== undefined && fromDecimal(profit).units < 0n;
};

/** Products that gain, in the order of the answer, those without enough of their cost apart. */
export function rankProducts({ groups, groupsLeftOut }: Groups, scope: Scope) {
  const products = groups.filter(({ value }) => !NO_SKU.includes(value));
  const gaining = products.filter((group) => !isNegative(group, scope));
  return {
    ranked: gaining.filter((group) => !lacksCost(group, scope)).slice(0, PRODUCTS_SHOWN),
    apart: gaining.filter((group) => lacksCost(group, scope)),
    /** Whether there is no more of them: what is left out loses, or nothing is left out. */
    isWhole: (groupsLeftOut ?? 0) === 0 || gaining.length < products.length,
  };
}

/** Products that lose, and nothing else. */
export function losersOf({ groups }: Groups, scope: Scope): readonly Group[] {
  return groups
    .filter((group) => !NO_SKU.includes(group.value) && isNegative(group, scope))
    .slice(0, PRODUCTS_SHOWN);
}

/** The panel's figures, and where they come from (null until that has been read for the first time). */
export type Panel = {
  readonly input: PanelInput;
  readonly figures: PanelFigures;
  readonly details: PanelDetails | null;
};

type Answer<O> = Pick<LiveAnswer<PanelInput, O>, 'input' | 'output'>;

/**
 * The figures first; from then on both change together, so that no two parts of the screen speak of different rows.
 * What was shown stays until then.
 */
export function nextPanel(
  shown: Panel | null,
  figures: Answer<PanelFigures>,
  details: Answer<PanelDetails>,
): Panel | null {
  if (figures.output === null || figures.input === null) return shown;
  const isPair =
    details.output !== null &&
    details.output.revision === figures.output.revision &&
    isEqual(details.input, figures.input);
  // Half a pair is shown only where nothing whole has been.
  if (!isPair && shown !== null && shown.details !== null) return shown;
  const next = { input: figures.input, figures: figures.output, details: isPair ? details.output : null };
  // The same question of the same rows: the answer is the one that stands there already.
  const { revision } = next.figures;
  if (shown?.details != null && shown.figures.revision === revision && isEqual(shown.input, next.input))
    return shown;
  return shown?.figures === next.figures && shown.details === next.details ? shown : next;
}

/** Figures and details are asked one by one, each with an input of its own; `error`: why the newest has no answer. */
export function usePanel(input: PanelInput) {
  const figures = useLiveQuery('panel-figures', input, readFigures);
  const details = useLiveQuery('panel-details', input, readDetails);
  const [shown, setShown] = useState<Panel | null>(null);
  const panel = nextPanel(shown, figures, details);
  if (panel !== shown) setShown(panel);
  return {
    panel,
    stale: figures.isStale || details.isStale,
    error: figures.error ?? details.error,
    retry: () => {
      figures.refresh();
      details.refresh();
    },
  };
}
