import { compare, parseDecimal, type Scaled, subtract, sum } from './decimal.ts';

/** The row identities of spec 2.5, recomputed from a row's own values. */

export type Identity = {
  readonly result: string;
  readonly plus: readonly string[];
  readonly minus: readonly string[];
};

export const ROW_IDENTITIES: readonly Identity[] = [
  {
    result: 'Rentabilidad Total',
    plus: ['Ingreso Total', 'Reembolso Total'],
    minus: ['Cobro Total', 'Costo de Producto'],
  },
  {
    result: 'Rentabilidad Comercial',
    plus: ['Ingreso Total', 'Reembolso Total'],
    minus: ['Cobros Comercial', 'Costo de Producto'],
  },
];

/**
 * Whether an identity holds in a row to the last digit. Undefined when one of its values is absent or
 * unreadable: then nothing can be said.
 */
export function identityHolds(
  identity: Identity,
  cellOf: (column: string) => string | null | undefined,
): boolean | undefined {
  const read = (column: string): Scaled | undefined => parseDecimal(cellOf(column) ?? '');
  const result = read(identity.result);
  const plus = identity.plus.map(read);
  const minus = identity.minus.map(read);
  if (result === undefined || plus.includes(undefined) || minus.includes(undefined)) return undefined;
  const known = (values: readonly (Scaled | undefined)[]) =>
    sum(values.filter((value) => value !== undefined));
  return compare(result, subtract(known(plus), known(minus))) === 0;
}
