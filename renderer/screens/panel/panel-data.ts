import { isEqual } from 'es-toolkit/predicate';
import { useState } from 'react';
import type { CompareWith, DataCaller, Group, Groups, GroupsQuery } from '#renderer/data/api.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { type LiveAnswer, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Period, Selection } from '#shared/domain/selection.ts';
import type { PeriodFigures, TilesInput } from './tiles.tsx';
import { WATERFALL_COLUMNS } from './waterfall.tsx';

/** What the panel asks, and what it shows of the answers. All its parts speak of one revision. */

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
};

/** Where the figures come from. */
export type PanelDetails = {
  readonly revision: number;
  readonly channels: Groups;
  readonly months: Groups;
  readonly best: Groups;
  readonly worst: Groups;
};

/** The rows that sell; the account's own movements carry neither sales nor units (spec 2.2). */
const SELLING = { column: 'Tipo de Dato', values: ['Orden', 'Publicación'] };
const FIGURES: readonly string[] = [...AMOUNT_COLUMNS, 'Unidades'];
const ALL_COLUMNS: readonly string[] = [...new Set([...FIGURES, ...WATERFALL_COLUMNS])];
/** Products on each list, and room for the groups that are no product. */
const PRODUCTS_SHOWN = 6;
const NO_PRODUCTS: readonly string[] = ['', 'Sin SKU'];

type Ask = (part: string, query: Omit<GroupsQuery, 'selection'>, of?: Selection) => Promise<Groups>;

const asking =
  (call: DataCaller, selection: Selection, slot: string): Ask =>
  (part, query, of = selection) =>
    call.readGroups({ selection: of, ...query, slot: `${slot}-${part}` });

async function readFigures(call: DataCaller, input: PanelInput, slot: string): Promise<PanelFigures> {
  const { selection } = input;
  const ask = asking(call, selection, slot);
  const kindsBy = { dimension: { column: SELLING.column, unit: null }, columns: ALL_COLUMNS };
  const selling = { ...selection, filters: [...selection.filters, SELLING] };
  const sales = { dimension: 'Canal', columns: ['Ventas'] } as const;
  const [kinds, sold, kindsYear, soldYear] = await readTogether(() => {
    const own = [
      ask('kinds', { ...kindsBy, compareWith: 'previous-period' }),
      ask('sales', { ...sales, compareWith: 'previous-period' }, selling),
    ] as const;
    // Without a period there is no year before it either.
    if (selection.period === null) return Promise.all([...own, ...own]);
    return Promise.all([
      ...own,
      ask('kinds-year', { ...kindsBy, columns: FIGURES, compareWith: 'previous-year' }),
      ask('sales-year', { ...sales, compareWith: 'previous-year' }, selling),
    ]);
  });
  const answers = { 'previous-period': [kinds, sold], 'previous-year': [kindsYear, soldYear] } as const;
  const compared = (['previous-period', 'previous-year'] as const).flatMap((against) => {
    const [all, sales] = answers[against].map((groups) => groups.compared);
    if (all === undefined || sales === undefined) return [];
    const figures: PeriodFigures = { all: all.total, selling: sales.total };
    return [{ against, period: all.period, figures }];
  });
  return {
    revision: kinds.revision,
    tiles: { own: { all: kinds.total, selling: sold.total }, others: compared },
    periods: Object.fromEntries(compared.map(({ against, period }) => [against, period])),
    kinds,
  };
}

async function readDetails(call: DataCaller, input: PanelInput, slot: string): Promise<PanelDetails> {
  const { selection, scope, trend } = input;
  const ask = asking(call, selection, slot);
  const profit = SCOPE_COLUMNS[scope].profitability;
  const products = {
    dimension: 'SKU Producto',
    columns: AMOUNT_COLUMNS,
    limit: PRODUCTS_SHOWN + NO_PRODUCTS.length,
  } as const;
  const [channels, months, best, worst] = await readTogether(() =>
    Promise.all([
      ask('channels', {
        dimension: 'Canal',
        within: 'Cuenta',
        columns: AMOUNT_COLUMNS,
        compareWith: 'previous-period',
      }),
      ask(
        'months',
        { dimension: 'month', columns: AMOUNT_COLUMNS, compareWith: 'previous-year' },
        { ...selection, period: trend },
      ),
      ask('best', { ...products, order: { column: profit, direction: 'descending' } }),
      ask('worst', { ...products, order: { column: profit, direction: 'ascending' } }),
    ]),
  );
  return { revision: channels.revision, channels, months, best, worst };
}

/** The groups that are products, as many as are shown. */
export function productsOf({ groups }: Groups): readonly Group[] {
  return groups.filter(({ value }) => !NO_PRODUCTS.includes(value)).slice(0, PRODUCTS_SHOWN);
}

/** What the panel shows: figures, and where they come from (null until that has been read for the first time). */
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
