/** Every column of the data API (spec 2.2, 2.4), spelled as on the wire: the base set, then the categories as listed. */

/** Kinds of values. Money, count and percent are decimal text; both date-times stay text (never a Date). */
export type ColumnKind = 'text' | 'local-datetime' | 'utc-datetime' | 'money' | 'count' | 'percent';

/** Values of the `categories` parameter (spec 2.4). */
export const CATEGORIES = [
  'income',
  'costs',
  'reimbursement',
  'products',
  'orders',
  'channels',
  'internal-cost',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** The eight sections that break `Costo de Marketplace` down (spec 2.4, costs). */
export const COST_SECTIONS = [
  'commissions',
  'shipping',
  'advertising',
  'storage',
  'other',
  'discounts',
  'account',
  'financing',
] as const;
export type CostSection = (typeof COST_SECTIONS)[number];

/** Which costs a profitability deducts (spec 2.5). */
export type Scope = 'marketplace' | 'comercial' | 'total';

/** A column's role in its cost section. A `component` is counted in another column already (spec 2.4) and never added. */
export type SectionRole = 'charge' | 'refund' | 'income' | 'component' | 'total';

/** The figure of its scope that a column tells: the profit, its rate on Ventas, the scope's cost, or the cost's rate. */
export type ScopeFigure = 'profitability' | 'profitability-rate' | 'cost' | 'cost-rate';

export type Column = {
  readonly key: string;
  readonly kind: ColumnKind;
  /** True for the 25 columns that every answer carries. */
  readonly base: boolean;
  readonly categories: readonly Category[];
  readonly section: { readonly name: CostSection; readonly role: SectionRole } | null;
  readonly scope: { readonly name: Scope; readonly figure: ScopeFigure } | null;
  /** The column that totals a whole category (`Ingreso Total`, `Reembolso Total`). */
  readonly categoryTotal: Category | null;
};

/** The four sections that Comercial leaves out (spec 2.5). */
export const SECTIONS_OUTSIDE_COMERCIAL: readonly CostSection[] = [
  'advertising',
  'storage',
  'account',
  'financing',
];

type Membership = Pick<Column, 'base' | 'categories' | 'section' | 'scope' | 'categoryTotal'>;

const collected = new Map<string, { kind: ColumnKind } & Membership>();

/** The keys in a list as the specification prints it, with commas between them. */
function keys(list: string): readonly string[] {
  return list.trim().split(/,\s+/);
}

/** Adds a membership to a key; a key named by several lists (spec 2.4) is one column. */
function add(kind: ColumnKind, keys: readonly string[], membership: Partial<Membership>): void {
  for (const key of keys) {
    const known = collected.get(key);
    if (known !== undefined && known.kind !== kind) throw new Error(`Column «${key}» has two kinds.`);
    collected.set(key, {
      kind,
      base: (known?.base ?? false) || (membership.base ?? false),
      categories: [...new Set([...(known?.categories ?? []), ...(membership.categories ?? [])])],
      section: membership.section ?? known?.section ?? null,
      scope: membership.scope ?? known?.scope ?? null,
      categoryTotal: membership.categoryTotal ?? known?.categoryTotal ?? null,
    });
  }
}

function addScope(name: Scope, figure: ScopeFigure, key: string, membership: Partial<Membership>): void {
  const isRate = figure === 'profitability-rate' || figure === 'cost-rate';
  add(isRate ? 'percent' : 'money', [key], { ...membership, scope: { name, figure } });
}

function addSection(
  name: CostSection,
  roles: { readonly [role in Exclude<SectionRole, 'total'>]?: readonly string[] },
  total: string,
): void {
  for (const role of ['charge', 'income', 'component', 'refund'] as const) {
    add('money', roles[role] ?? [], { categories: ['costs'], section: { name, role } });
  }
  add('money', [total], { categories: ['costs'], section: { name, role: 'total' } });
}

// ── Base set (spec 2.2), in the order of the specification ───────────────────────────────────────────────────
add(
  'text',
  keys(`
    Canal, Cuenta, Orden, Nro. suborden, Nro. Paquete, N° de Liquidación, SKU Producto, SKU Marketplace,
    Producto, Variante, SKU Variante
  `),
  { base: true },
);
add('utc-datetime', ['Fecha de actualización'], { base: true });
add('text', ['Estado de Orden', 'Estado de Pago', 'Estado de Despacho', 'Tipo de Despacho'], { base: true });
add('local-datetime', ['Fecha de compra'], { base: true });
add('text', ['Tipo de Dato'], { base: true });
add('money', ['Ventas'], { base: true });
add('count', ['Unidades'], { base: true });
addScope('marketplace', 'cost', 'Costo de Marketplace', { base: true });
addScope('marketplace', 'profitability', 'Rentabilidad Marketplace', { base: true });
addScope('marketplace', 'profitability-rate', '% Rentabilidad Marketplace', { base: true });
add('money', ['Costo Envío', 'Costo de Comisiones'], { base: true });

// ── income ───────────────────────────────────────────────────────────────────────────────────────────────────
add(
  'money',
  keys(`
    Ventas, Despacho pagado por comprador, Ingreso por Envío Flex, Ingreso de Compensación por Daños,
    Ingreso por promoción, Ingresos sin categorizar
  `),
  { categories: ['income'] },
);
add('money', ['Ingreso Total'], { categories: ['income'], categoryTotal: 'income' });

// ── costs: the eight sections ────────────────────────────────────────────────────────────────────────────────
addSection(
  'commissions',
  {
    charge: ['Cobro de Comisiones'],
    component: keys(`
      Comisión Variable, Comisión Fija, Comisión por Cuotas, Reembolso de Comisión Variable,
      Reembolso de Comisión Fija, Reembolso de Comisión por Cuotas
    `),
    refund: ['Reembolso de Comisiones'],
  },
  'Costo de Comisiones',
);
addSection(
  'shipping',
  {
    charge: ['Cobro de Envío', 'Cobro Envío Flex'],
    income: ['Despacho pagado por comprador', 'Ingreso por Envío Flex'],
    refund: ['Reembolso de envío'],
  },
  'Costo Envío',
);
addSection(
  'advertising',
  { charge: ['Cobro por publicidad'], refund: ['Reembolso por publicidad'] },
  'Costos por publicidad',
);
addSection(
  'storage',
  {
    charge: keys(`
      Cobro por Costo Logístico, Cobro por Servicio Almacenamiento, Cobro por Almacenamiento Prolongado,
      Cobro por Descarte de Stock
    `),
    refund: keys(`
      Reembolso de Costo Logístico, Reembolso por servicio almacenamiento, Reembolso por descarte de stock,
      Reembolso por almacenamiento prolongado
    `),
  },
  'Costos de Almacenamiento Fulfillment',
);
addSection(
  'other',
  {
    charge: keys(`
      Cobro de Ajuste sobre la Comisión, Cobro de Penalizacion por Cancelación, Cobro Logística Inversa,
      Cobro de Penalización por Daños, Cobros sin categorizar, Cobro de Impuestos
    `),
    income: ['Ingreso de Compensación por Daños', 'Ingreso por promoción', 'Ingresos sin categorizar'],
    // «Devolución de Penalización» has the accent here and none in `reimbursement`: two keys, as the API spells them.
    refund: keys(`
      Reembolso de Ajuste sobre la Comisión, Devolución de Penalización por Cancelación, Reembolso Logística Inversa,
      Reembolso de Ajuste sobre Venta, Reembolsos sin categorizar, Reembolso de Impuestos
    `),
  },
  'Otros costos',
);
addSection(
  'discounts',
  { charge: ['Cobro por Cupones de Descuento'], refund: ['Reembolso por Cupones de Descuento'] },
  'Costos de Descuentos y Promociones',
);
addSection(
  'account',
  {
    charge: keys(`
      Cobro por Asesoría Comercial (KAM), Cobro por Uso de Pasarela, Cobro por Mantenimiento Tienda,
      Cobro por Reputación, Cobro por Publicar
    `),
    refund: keys(`
      Reembolso por Asesoría Comercial (KAM), Reembolso por Uso de Pasarela,
      Reembolso por Mantenimiento Tienda
    `),
  },
  'Costos de Gestión de Cuenta',
);
addSection(
  'financing',
  {
    charge: ['Cobro por Financiación y Cuotas Pasarela', 'Cobro por Adelanto de Dinero'],
    refund: ['Reembolso por Financiación y Cuotas Pasarela'],
  },
  'Costos de Financiamiento',
);

// ── costs: sale totals, cost per scope, rates ────────────────────────────────────────────────────────────────
add('money', ['Venta Cancelada', 'Cobro Total', 'Cobros Comercial'], { categories: ['costs'] });
addScope('marketplace', 'cost', 'Costo de Marketplace', { categories: ['costs'] });
addScope('comercial', 'cost', 'Costo Comercial', { categories: ['costs'] });
addScope('total', 'cost', 'Costo Total', { categories: ['costs'] });
addScope('marketplace', 'cost-rate', '% Costo de Marketplace', { categories: ['costs'] });
addScope('comercial', 'cost-rate', '% Costo Comercial', { categories: ['costs'] });
addScope('total', 'cost-rate', '% Costo Total', { categories: ['costs'] });
add(
  'percent',
  keys(`
    % Cobro de Comisiones, % Costo de Comisiones, % Costo de Publicidad, % Costo Envío, % Costo Producto
  `),
  { categories: ['costs'] },
);

// ── reimbursement ────────────────────────────────────────────────────────────────────────────────────────────
add(
  'money',
  keys(`
    Reembolso de Ajuste sobre la Comisión, Devolución de Penalizacion por Cancelación,
    Reembolso Logística Inversa, Reembolso de Ajuste sobre Venta, Reembolso de Comisiones,
    Reembolso de Comisión Variable, Reembolso de Comisión Fija, Reembolso de Comisión por Cuotas,
    Reembolso de envío, Reembolso de Costo Logístico, Reembolso por publicidad, Reembolsos sin categorizar,
    Reembolso por servicio almacenamiento, Reembolso por descarte de stock,
    Reembolso por almacenamiento prolongado, Reembolso de Impuestos
  `),
  { categories: ['reimbursement'] },
);
add('money', ['Reembolso Total'], { categories: ['reimbursement'], categoryTotal: 'reimbursement' });

// ── products, orders, channels, internal-cost ────────────────────────────────────────────────────────────────
add('text', ['Marca', 'Categoría', 'Id publicación'], { categories: ['products'] });
add('text', ['Comprador', 'Tipo de Despacho del Marketplace'], { categories: ['orders'] });
add('local-datetime', ['Fecha de Pago'], { categories: ['orders'] });
add('text', ['Tipo de Canal'], { categories: ['channels'] });
add('text', ['Marca Interna', 'Categoría Interna', 'Producto Interno', 'SKU Producto Interno'], {
  categories: ['internal-cost'],
});
add('money', ['Costo de Producto'], { categories: ['internal-cost'] });
addScope('comercial', 'profitability', 'Rentabilidad Comercial', { categories: ['internal-cost'] });
addScope('comercial', 'profitability-rate', '% Rentabilidad Comercial', { categories: ['internal-cost'] });
addScope('total', 'profitability', 'Rentabilidad Total', { categories: ['internal-cost'] });
addScope('total', 'profitability-rate', '% Rentabilidad Total', { categories: ['internal-cost'] });

/** The 114 columns, base set first. */
export const COLUMNS: readonly Column[] = [...collected].map(([key, column]) => ({ key, ...column }));

/** The 25 keys that every answer carries (spec 2.2). */
export const BASE_COLUMN_KEYS: readonly string[] = COLUMNS.filter((column) => column.base).map(
  (column) => column.key,
);

const byKey = new Map(COLUMNS.map((column) => [column.key, column]));

/** The catalogue's entry of a key, or undefined for a column the specification does not name. */
export function findColumn(key: string): Column | undefined {
  return byKey.get(key);
}

/** Money and counts: what may be added over rows. Percentages belong to their row (spec 2.5.2). */
export function isSummable(column: Column): boolean {
  return column.kind === 'money' || column.kind === 'count';
}

/** Money, counts and percentages: values written as decimals. */
export function isDecimalKind(kind: ColumnKind): boolean {
  return kind === 'money' || kind === 'count' || kind === 'percent';
}

/** Keys of the columns that the API adds for the given categories (spec 2.4), in catalogue order, each once. */
export function columnKeysOf(categories: readonly Category[]): readonly string[] {
  return COLUMNS.filter(
    (column) => column.base || column.categories.some((category) => categories.includes(category)),
  ).map((column) => column.key);
}
