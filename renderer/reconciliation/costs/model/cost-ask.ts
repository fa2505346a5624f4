import type { ColumnMapping } from '#renderer/data/model/file-columns.ts';
import type { ChosenConventions, CostField, CostImport } from './own-costs-import.ts';

/** Own costs are wanted of one of the sheets of a table file. */
export type CostAsk = {
  readonly kind: 'own-costs';
  readonly sheet: string;
  /** 0: there is none, every line is data. */
  readonly headerLine: number;
  readonly columns: ColumnMapping<CostField>;
  readonly said: ChosenConventions;
  /** The account's own; null: it has no name. */
  readonly currency: string | null;
};

export type CostAnswer = { readonly kind: 'own-costs'; readonly read: CostImport };
