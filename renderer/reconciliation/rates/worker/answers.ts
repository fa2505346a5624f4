import { type Context, keepAnswers, maskOf } from '#renderer/data/engine/answers/context.ts';
import {
  type CorrelationIdsOf,
  type IdsOfCopy,
  withIds,
} from '#renderer/data/engine/answers/correlation-ids.ts';
import { ofSource, type RowsOfCopy, rowsQuestion } from '#renderer/data/engine/answers/queried-rows.ts';
import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { defineDerivation } from '#renderer/data/engine/columns/derived.ts';
import type { ClaimNames, RateDeviationsQuery } from '#renderer/data/model/rate-deviations.ts';
import type { Table } from '#renderer/data/model/sheet-table.ts';
import type { InSlot, PageRange } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import {
  RATE_KINDS,
  type RateDeviationsPage,
  type Rates,
  type RatesQuery,
} from '#renderer/reconciliation/rates/model/rates.ts';
import type { Task } from '#shared/base/tasks.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { claimTable } from './claim-table.ts';
import {
  type FoundRates,
  findRateFindings,
  findRates,
  offRowsOf,
  type RatesBefore,
  rateDeviation,
} from './rates.ts';

/** The rules of charges, and the rows that do not follow them. */

/** The rules of a selection hold all rows that do not follow them: those shown, and those that findings are made of. */
const found = keepAnswers<FoundRates>(2);

/** What the next answers after a commit go on from, by selection, the newest first: as much as one of all rows takes. */
const before = defineDerivation<ColumnStore, ReadonlyMap<string, RatesBefore>>();

const rowsOf = (kept: RatesBefore): number =>
  [...kept.values()].reduce((rows, { gathered }) => rows + gathered.rows.count, 0);

function ratesOf(context: Context, selection: Selection): Task<FoundRates> {
  const { store } = context;
  const key = JSON.stringify(selection);
  const find = function* (known: ReadonlyMap<string, RatesBefore> | undefined) {
    const selected = yield* maskOf(context, selection);
    const { kept, ...answer } = yield* findRates(store, selected, known?.get(key));
    // Those of another selection may have come meanwhile.
    const others = [...(before.last(store) ?? [])].filter(([other]) => other !== key);
    let room = RATE_KINDS.length * store.liveRows;
    const last = [[key, kept] as const, ...others].filter(([, each]) => {
      room -= rowsOf(each);
      return room >= 0;
    });
    return { answer, next: new Map(last) };
  };
  return found(context).task(key, () => before.goOn(store, () => store.numbering, find));
}

/** The rules that charges follow in a selection. */
export function* rates(context: Context, { selection }: RatesQuery): Task<Rates> {
  const { answer } = yield* ratesOf(context, selection);
  return { revision: context.store.revision, ...answer };
}

/** A page of the rows that do not follow a rule. */
export function* rateDeviations(
  context: Context,
  { selection, ...which }: RateDeviationsQuery,
  offset: number,
  limit: number,
): Task<RateDeviationsPage> {
  const { store } = context;
  const off = offRowsOf(yield* ratesOf(context, selection), which);
  const lines = off.rows.slice(offset, offset + limit).map((row) => rateDeviation(store, off, row));
  return { revision: store.revision, total: off.rows.length, offset, lines };
}

/** The rows that do not follow a rule, as a file has them. */
export function* claimed(
  context: Context,
  { selection, ...which }: RateDeviationsQuery,
  names: ClaimNames,
  idsOf: CorrelationIdsOf,
): Task<Table> {
  return claimTable(context.store, offRowsOf(yield* ratesOf(context, selection), which), names, idsOf);
}

/** Findings about charges. */
export function* rateFindings(context: Context, selection: Selection): ReturnType<typeof findRateFindings> {
  return yield* findRateFindings(context.store, yield* ratesOf(context, selection));
}

/** The rules of charges, and the rows that do not follow one of them. */
export const readRates = rowsQuestion('readRates', {
  freshness: 'commits',
  task: (rows, query: RatesQuery) => rates(rows, ofSource(query)),
});

export const readRateDeviations = question('readRateDeviations', {
  freshness: 'commits',
  answer: async (
    { answer, readCorrelationIds }: RowsOfCopy & IdsOfCopy,
    { offset, limit, slot, ...query }: RateDeviationsQuery & PageRange & InSlot,
  ) => {
    const page = await answer(slot, (rows) => rateDeviations(rows, ofSource(query), offset, limit));
    return withIds(page, await readCorrelationIds());
  },
});
