import { z } from 'zod';
import { allSections, DEFAULT_COLUMNS, PINNED_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';

/** Named lists of columns: those that come with the app and the user's own. Pure. */

export const ownSetsSchema = z.object({
  sets: z.array(z.object({ id: z.string(), name: z.string().min(1), columns: z.array(z.string()).min(1) })),
});
export type OwnSets = z.infer<typeof ownSetsSchema>;
export type OwnSet = OwnSets['sets'][number];
export const NO_SETS: OwnSets = { sets: [] };

export const BUILT_IN_SETS = ['essentials', 'sections', 'charges', 'shipping', 'identities', 'all'] as const;
export type BuiltInSet = (typeof BUILT_IN_SETS)[number];

const ESSENTIALS: readonly string[] = [
  ...PINNED_COLUMNS,
  'Estado de Orden',
  'Estado de Pago',
  'SKU Producto',
  'Producto',
  'Ventas',
  'Unidades',
  'Costo de Marketplace',
  'Costo de Producto',
  'Rentabilidad Marketplace',
  '% Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  '% Rentabilidad Comercial',
  'Rentabilidad Total',
  '% Rentabilidad Total',
];

/** Charges, refunds and incomes of every section; components describe what is counted already. */
const CHARGES: readonly string[] = [
  ...PINNED_COLUMNS,
  'Ventas',
  'Ingreso Total',
  'Cobro Total',
  'Cobros Comercial',
  'Reembolso Total',
  ...COLUMNS.filter(({ section, categories }) =>
    section === null
      ? categories.includes('reimbursement')
      : section.role === 'charge' || section.role === 'refund' || section.role === 'income',
  ).map(({ key }) => key),
];

const SHIPPING: readonly string[] = [
  ...PINNED_COLUMNS,
  'Nro. Paquete',
  'Estado de Orden',
  'Estado de Despacho',
  'Tipo de Despacho',
  'Tipo de Despacho del Marketplace',
  'Ventas',
  ...COLUMNS.filter(({ section }) => section?.name === 'shipping').map(({ key }) => key),
  '% Costo Envío',
  'Cobro Logística Inversa',
  'Reembolso Logística Inversa',
];

/** The results and the terms that spec 2.5 makes them of. */
const IDENTITIES: readonly string[] = [
  ...PINNED_COLUMNS,
  'Tipo de Dato',
  'Ventas',
  'Ingreso Total',
  'Cobro Total',
  'Cobros Comercial',
  'Reembolso Total',
  'Costo de Marketplace',
  'Costo de Producto',
  'Costos por publicidad',
  'Costos de Almacenamiento Fulfillment',
  'Costos de Gestión de Cuenta',
  'Costos de Financiamiento',
  'Rentabilidad Marketplace',
  'Rentabilidad Comercial',
  'Rentabilidad Total',
];

/** The columns of a set that comes with the app. */
export function builtInColumns(set: BuiltInSet, unknownColumns: readonly string[]): readonly string[] {
  switch (set) {
    case 'essentials':
      return ESSENTIALS;
    case 'sections':
      return DEFAULT_COLUMNS;
    case 'charges':
      return [...new Set(CHARGES)];
    case 'shipping':
      return [...new Set(SHIPPING)];
    case 'identities':
      return IDENTITIES;
    case 'all':
      return allSections(unknownColumns).flatMap((section) => section.columns);
  }
}

export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(a);
  return set.size === new Set(b).size && b.every((column) => set.has(column));
}

/** What the columns on the screen are called: an own set before one that comes with the app; null where none is. */
export function setOf(
  shown: readonly string[],
  own: OwnSets,
  unknownColumns: readonly string[],
):
  | { readonly kind: 'own'; readonly set: OwnSet }
  | { readonly kind: 'built-in'; readonly set: BuiltInSet }
  | null {
  const set = own.sets.find(({ columns }) => sameSet(columns, shown));
  if (set !== undefined) return { kind: 'own', set };
  const builtIn = BUILT_IN_SETS.find((name) => sameSet(builtInColumns(name, unknownColumns), shown));
  return builtIn === undefined ? null : { kind: 'built-in', set: builtIn };
}

/** The columns kept under a name: a set of that name becomes them, or a new one comes last. */
export function withSet(own: OwnSets, id: string, name: string, columns: readonly string[]): OwnSets {
  const trimmed = name.trim();
  if (trimmed === '' || columns.length === 0) return own;
  const known = own.sets.find((set) => set.name === trimmed);
  return known === undefined
    ? { sets: [...own.sets, { id, name: trimmed, columns: [...columns] }] }
    : {
        sets: own.sets.map((set) => (set === known ? { ...set, columns: [...columns] } : set)),
      };
}

/** Another name; a name that another set has, or none, changes nothing. */
export function renamedSet(own: OwnSets, id: string, name: string): OwnSets {
  const trimmed = name.trim();
  if (trimmed === '' || own.sets.some((set) => set.id !== id && set.name === trimmed)) return own;
  return { sets: own.sets.map((set) => (set.id === id ? { ...set, name: trimmed } : set)) };
}

export function withoutSet(own: OwnSets, id: string): OwnSets {
  return { sets: own.sets.filter((set) => set.id !== id) };
}
