/**
 * The eight cost sections as spec 2.4 lists them, written out here so that what is checked against them has no say in
 * it. Left out are what a section does not add: components of a commission, income (it counts once, in Ingreso Total)
 * and the section's own total.
 */
export type SpecSection = {
  readonly charges: readonly string[];
  readonly refunds: readonly string[];
  /** Whether Rentabilidad Comercial deducts it (spec 2.5). */
  readonly inComercial: boolean;
};

export const SPEC_SECTIONS = {
  commissions: {
    charges: ['Cobro de Comisiones'],
    refunds: ['Reembolso de Comisiones'],
    inComercial: true,
  },
  shipping: {
    charges: ['Cobro Envío Flex', 'Cobro de Envío'],
    refunds: ['Reembolso de envío'],
    inComercial: true,
  },
  advertising: {
    charges: ['Cobro por publicidad'],
    refunds: ['Reembolso por publicidad'],
    inComercial: false,
  },
  storage: {
    charges: [
      'Cobro por Costo Logístico',
      'Cobro por Servicio Almacenamiento',
      'Cobro por Almacenamiento Prolongado',
      'Cobro por Descarte de Stock',
    ],
    refunds: [
      'Reembolso de Costo Logístico',
      'Reembolso por servicio almacenamiento',
      'Reembolso por descarte de stock',
      'Reembolso por almacenamiento prolongado',
    ],
    inComercial: false,
  },
  other: {
    charges: [
      'Cobro de Ajuste sobre la Comisión',
      'Cobro de Penalizacion por Cancelación',
      'Cobro Logística Inversa',
      'Cobro de Penalización por Daños',
      'Cobros sin categorizar',
      'Cobro de Impuestos',
    ],
    refunds: [
      'Reembolso de Ajuste sobre la Comisión',
      'Devolución de Penalización por Cancelación',
      'Reembolso Logística Inversa',
      'Reembolso de Ajuste sobre Venta',
      'Reembolsos sin categorizar',
      'Reembolso de Impuestos',
    ],
    inComercial: true,
  },
  discounts: {
    charges: ['Cobro por Cupones de Descuento'],
    refunds: ['Reembolso por Cupones de Descuento'],
    inComercial: true,
  },
  account: {
    charges: [
      'Cobro por Asesoría Comercial (KAM)',
      'Cobro por Uso de Pasarela',
      'Cobro por Mantenimiento Tienda',
      'Cobro por Reputación',
      'Cobro por Publicar',
    ],
    refunds: [
      'Reembolso por Asesoría Comercial (KAM)',
      'Reembolso por Uso de Pasarela',
      'Reembolso por Mantenimiento Tienda',
    ],
    inComercial: false,
  },
  financing: {
    charges: ['Cobro por Financiación y Cuotas Pasarela', 'Cobro por Adelanto de Dinero'],
    refunds: ['Reembolso por Financiación y Cuotas Pasarela'],
    inComercial: false,
  },
} as const satisfies { readonly [section: string]: SpecSection };

export type SpecSectionName = keyof typeof SPEC_SECTIONS;

export const SPEC_SECTION_NAMES = Object.keys(SPEC_SECTIONS) as readonly SpecSectionName[];

/** Every charge and refund of every section. */
export const SPEC_SECTION_COLUMNS: readonly string[] = Object.values(SPEC_SECTIONS).flatMap(
  ({ charges, refunds }) => [...charges, ...refunds],
);

/** What `Ingreso Total` is made of (spec 2.4, income). */
export const SPEC_INCOME_COLUMNS: readonly string[] = [
  'Ventas',
  'Despacho pagado por comprador',
  'Ingreso por Envío Flex',
  'Ingreso de Compensación por Daños',
  'Ingreso por promoción',
  'Ingresos sin categorizar',
];

/** Charges less refunds of a section, in the units of the values; what is missing counts nothing. */
export function specCostOf(values: { readonly [column: string]: bigint }, section: SpecSectionName): bigint {
  const { charges, refunds }: SpecSection = SPEC_SECTIONS[section];
  const of = (columns: readonly string[]) =>
    columns.reduce((sum, column) => sum + (values[column] ?? 0n), 0n);
  return of(charges) - of(refunds);
}
