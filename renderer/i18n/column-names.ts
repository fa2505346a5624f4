import type { Language } from '#shared/contract/languages.ts';
import en from './columns/en.json';
import es from './columns/es.json';
import pt from './columns/pt.json';

export type Names = { readonly [column: string]: string };

/** Names of the API's columns: it names them itself in Spanish. `short` is for where the section's name stands above. */
export const COLUMN_NAMES: {
  readonly [language in Language]: { readonly names: Names; readonly short: Names };
} = { es, en, pt };

/** What a column is called anywhere: as the API spells it, and in each language. */
export function namesOfColumn(key: string): readonly string[] {
  return [...new Set([key, ...Object.values(COLUMN_NAMES).map(({ names }) => names[key] ?? key)])];
}
