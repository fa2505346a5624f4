import { toGrains } from '#test/shared/decimal-oracle.ts';

/**
 * What a screen should say, computed from the service's own rows with code that shares nothing with the app:
 * digit strings added up one by one.
 */

export type WireRow = { readonly [column: string]: string };

export type Expected = {
  readonly rows: number;
  /** Sums in 10^-30, by column key. */
  readonly sums: { readonly [column: string]: bigint };
};

export const TOTAL_COLUMNS = [
  'Ventas',
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
] as const;

/** Spec 4.2.14, written out again here on purpose. */
export function isDashboardRow(row: WireRow): boolean {
  const kind = row['Tipo de Dato'];
  const payment = row['Estado de Pago'];
  return (
    (kind === 'Orden' || kind === 'Publicación') &&
    (payment === 'Pagado' || payment === 'Informado' || payment === 'No Pagado') &&
    row['Estado de Orden'] === 'Regular'
  );
}

/** Counts and adds up rows. */
export function expectedOf(rows: Iterable<WireRow>): Expected {
  const sums: { [column: string]: bigint } = {};
  for (const column of TOTAL_COLUMNS) sums[column] = 0n;
  let count = 0;
  for (const row of rows) {
    count += 1;
    for (const column of TOTAL_COLUMNS) sums[column] = (sums[column] ?? 0n) + toGrains(row[column] ?? '0');
  }
  return { rows: count, sums };
}
