/** What targets are of. */

export const TARGET_MEASURES = [
  'ventas',
  'marketplace',
  'comercial',
  'total',
  'rate-marketplace',
  'rate-comercial',
  'rate-total',
] as const;
export type TargetMeasure = (typeof TARGET_MEASURES)[number];

/** The columns by whose values a target is of a part of the company. */
export const TARGET_COLUMNS = ['Canal', 'Cuenta', 'Marca'] as const;
