import { DAY_MS, type LocalDate, localToMs, startOfDay } from '#shared/domain/dates.ts';
import { effectiveFilters, type Selection } from '#shared/domain/selection.ts';
import type { PeerTable } from './peer-table.ts';

/** A selection in the peers' terms. */
export type Conditions = {
  /** Each column's value is one of these texts, of these codes. */
  readonly filters: readonly {
    readonly column: string;
    readonly texts: readonly string[];
    readonly codes: readonly number[];
  }[];
  /** Whole days since 1970, both included. */
  readonly days: { readonly from: number; readonly to: number } | null;
};

/** Texts that no row carries are left out: they find nothing. Throws for a search, which peers are not asked. */
export function conditionsOf(table: PeerTable, selection: Selection): Conditions {
  if (selection.search !== '') throw new Error('Peers are not asked to search.');
  const { period } = selection;
  return {
    filters: effectiveFilters(selection).map(({ column, values }) => {
      const texts = table.dimensions.get(column)?.texts;
      if (texts === undefined) throw new Error(`The peers have no ${column}.`);
      const found = values.filter((value) => texts.includes(value));
      return { column, texts: found, codes: found.map((value) => texts.indexOf(value)) };
    }),
    days: period === null ? null : { from: dayOf(period.from), to: dayOf(period.to) },
  };
}

function dayOf(date: LocalDate): number {
  return localToMs(startOfDay(date)) / DAY_MS;
}
