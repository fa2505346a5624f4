import type { Country } from '#renderer/data/model/journal-terms.ts';
import type { CostSection } from '#shared/domain/column-catalogue.ts';

/**
 * Accounts that are proposed by country until somebody who keeps the books says otherwise. Codes of Colombia, Mexico and Peru follow
 * the chart that the country publishes; elsewhere none is prescribed, and the codes are examples.
 */

/** What an account of the books is: on which side it grows, and under which head ledgers keep it. */
export type AccountKind = 'asset' | 'income' | 'expense';

const ROLES = {
  bank: 'asset',
  transit: 'asset',
  receivable: 'asset',
  inventory: 'asset',
  taxes: 'asset',
  sales: 'income',
  'shipping-income': 'income',
  'other-income': 'income',
  commissions: 'expense',
  shipping: 'expense',
  advertising: 'expense',
  storage: 'expense',
  other: 'expense',
  discounts: 'expense',
  account: 'expense',
  financing: 'expense',
  'product-cost': 'expense',
  suspense: 'asset',
} as const satisfies { readonly [role: string]: AccountKind };
export type AccountRole = keyof typeof ROLES;

export const kindOfRole = (role: AccountRole): AccountKind => ROLES[role];

export type ChartAccount = { readonly code: string; readonly name: string };

export type CountryChart = {
  readonly country: Country;
  /** The published chart that its codes follow; null: they are examples. */
  readonly source: string | null;
  readonly accounts: { readonly [role in AccountRole]: ChartAccount };
};

const account = (code: string, name: string): ChartAccount => ({ code, name });

export const COUNTRY_CHARTS: { readonly [country in Country]: CountryChart } = {
  CL: {
    country: 'CL',
    source: null,
    accounts: {
      bank: account('1.1.01.02', 'Banco'),
      transit: account('1.1.01.09', 'Pagos de marketplaces en tránsito'),
      receivable: account('1.1.04.01', 'Marketplaces por cobrar'),
      inventory: account('1.1.06.01', 'Mercaderías'),
      taxes: account('1.1.08.01', 'Impuestos por recuperar'),
      sales: account('4.1.01.01', 'Ventas por marketplaces'),
      'shipping-income': account('4.1.01.02', 'Despachos cobrados'),
      'other-income': account('4.1.02.01', 'Otros ingresos de marketplaces'),
      commissions: account('5.2.01.01', 'Comisiones de marketplaces'),
      shipping: account('5.2.01.02', 'Despachos'),
      advertising: account('5.2.01.03', 'Publicidad en marketplaces'),
      storage: account('5.2.01.04', 'Almacenamiento y fulfillment'),
      other: account('5.2.01.09', 'Otros cargos de marketplaces'),
      discounts: account('4.1.03.01', 'Descuentos y promociones'),
      account: account('5.2.01.05', 'Gestión de cuenta'),
      financing: account('5.3.01.01', 'Gastos financieros'),
      'product-cost': account('5.1.01.01', 'Costo de ventas'),
      suspense: account('1.1.09.99', 'Cuenta de suspenso'),
    },
  },
  MX: {
    country: 'MX',
    source: 'Código agrupador de cuentas del SAT (Anexo 24)',
    accounts: {
      bank: account('102.01', 'Bancos nacionales'),
      transit: account('107.05', 'Otros deudores diversos'),
      receivable: account('105.01', 'Clientes nacionales'),
      inventory: account('115.01', 'Inventario'),
      taxes: account('113.01', 'IVA a favor'),
      sales: account('401.01', 'Ventas y servicios gravados a la tasa general'),
      'shipping-income': account('403.01', 'Otros ingresos'),
      'other-income': account('403.01', 'Otros ingresos'),
      commissions: account('602.74', 'Gastos de venta: comisiones sobre ventas'),
      shipping: account('602.72', 'Gastos de venta: fletes y acarreos'),
      advertising: account('602.61', 'Gastos de venta: propaganda y publicidad'),
      storage: account('602.84', 'Otros gastos de venta'),
      other: account('602.84', 'Otros gastos de venta'),
      discounts: account('402.01', 'Devoluciones, descuentos o bonificaciones sobre ventas'),
      account: account('602.84', 'Otros gastos de venta'),
      financing: account('701.10', 'Comisiones bancarias'),
      'product-cost': account('501.01', 'Costo de venta'),
      suspense: account('121.01', 'Otros activos a corto plazo: suspenso'),
    },
  },
  BR: {
    country: 'BR',
    source: null,
    accounts: {
      bank: account('1.1.1.02', 'Bancos conta movimento'),
      transit: account('1.1.1.09', 'Repasses em trânsito'),
      receivable: account('1.1.2.01', 'Marketplaces a receber'),
      inventory: account('1.1.4.01', 'Mercadorias para revenda'),
      taxes: account('1.1.3.01', 'Tributos a recuperar'),
      sales: account('3.1.1.01', 'Receita de venda de mercadorias'),
      'shipping-income': account('3.1.1.02', 'Receita de frete'),
      'other-income': account('3.1.2.01', 'Outras receitas de marketplaces'),
      commissions: account('4.2.1.01', 'Comissões de marketplaces'),
      shipping: account('4.2.1.02', 'Fretes'),
      advertising: account('4.2.1.03', 'Publicidade'),
      storage: account('4.2.1.04', 'Armazenagem e fulfillment'),
      other: account('4.2.1.09', 'Outras tarifas de marketplaces'),
      discounts: account('3.1.3.01', 'Descontos e promoções'),
      account: account('4.2.1.05', 'Gestão da conta'),
      financing: account('4.3.1.01', 'Despesas financeiras'),
      'product-cost': account('4.1.1.01', 'Custo das mercadorias vendidas'),
      suspense: account('1.1.9.99', 'Conta transitória'),
    },
  },
  AR: {
    country: 'AR',
    source: null,
    accounts: {
      bank: account('1.1.1.02', 'Banco cuenta corriente'),
      transit: account('1.1.1.09', 'Fondos de marketplaces en tránsito'),
      receivable: account('1.1.3.01', 'Deudores por marketplaces'),
      inventory: account('1.1.5.01', 'Bienes de cambio'),
      taxes: account('1.1.4.01', 'Retenciones y percepciones a favor'),
      sales: account('4.1.1.01', 'Ventas por marketplaces'),
      'shipping-income': account('4.1.1.02', 'Envíos cobrados'),
      'other-income': account('4.1.2.01', 'Otros ingresos de marketplaces'),
      commissions: account('5.2.1.01', 'Comisiones de marketplaces'),
      shipping: account('5.2.1.02', 'Envíos'),
      advertising: account('5.2.1.03', 'Publicidad'),
      storage: account('5.2.1.04', 'Almacenamiento y fulfillment'),
      other: account('5.2.1.09', 'Otros cargos de marketplaces'),
      discounts: account('4.1.3.01', 'Descuentos y bonificaciones'),
      account: account('5.2.1.05', 'Gestión de cuenta'),
      financing: account('5.3.1.01', 'Gastos financieros'),
      'product-cost': account('5.1.1.01', 'Costo de mercaderías vendidas'),
      suspense: account('1.1.9.99', 'Cuenta de suspenso'),
    },
  },
  PE: {
    country: 'PE',
    source: 'Plan Contable General Empresarial (PCGE 2019)',
    accounts: {
      bank: account('1041', 'Cuentas corrientes operativas'),
      transit: account('1031', 'Efectivo en tránsito'),
      receivable: account('1212', 'Emitidas en cartera'),
      inventory: account('2011', 'Mercaderías'),
      taxes: account('4011', 'Impuesto general a las ventas'),
      sales: account('7011', 'Ventas de mercaderías'),
      'shipping-income': account('7041', 'Prestación de servicios: envíos'),
      'other-income': account('7599', 'Otros ingresos de gestión'),
      commissions: account('6329', 'Asesoría y consultoría: otros (comisiones)'),
      shipping: account('6311', 'Transporte'),
      advertising: account('6371', 'Publicidad'),
      storage: account('639', 'Otros servicios prestados por terceros'),
      other: account('639', 'Otros servicios prestados por terceros'),
      discounts: account('7411', 'Descuentos, rebajas y bonificaciones concedidos'),
      account: account('639', 'Otros servicios prestados por terceros'),
      financing: account('679', 'Otros gastos financieros'),
      'product-cost': account('6911', 'Costo de ventas: mercaderías'),
      suspense: account('1689', 'Otras cuentas por cobrar diversas: suspenso'),
    },
  },
  CO: {
    country: 'CO',
    source: 'Plan Único de Cuentas (Decreto 2650 de 1993)',
    accounts: {
      bank: account('111005', 'Bancos: moneda nacional'),
      transit: account('111505', 'Remesas en tránsito: moneda nacional'),
      receivable: account('130505', 'Clientes nacionales'),
      inventory: account('1435', 'Mercancías no fabricadas por la empresa'),
      taxes: account('135595', 'Anticipo de impuestos: otros'),
      sales: account('413595', 'Comercio: venta de otros productos'),
      'shipping-income': account('414595', 'Servicios de transporte'),
      'other-income': account('429595', 'Ingresos diversos: otros'),
      commissions: account('529505', 'Gastos de ventas: comisiones'),
      shipping: account('523550', 'Gastos de ventas: transporte, fletes y acarreos'),
      advertising: account('523560', 'Gastos de ventas: propaganda y publicidad'),
      storage: account('523595', 'Gastos de ventas: otros servicios'),
      other: account('529595', 'Gastos de ventas: otros'),
      discounts: account('530535', 'Descuentos comerciales condicionados'),
      account: account('523520', 'Gastos de ventas: procesamiento electrónico de datos'),
      financing: account('530515', 'Gastos financieros: comisiones'),
      'product-cost': account('613595', 'Costo de venta: otros productos'),
      suspense: account('138095', 'Deudores varios: otros (suspenso)'),
    },
  },
};

/** What has no name in its own marketplace is proposed for no account. */
const UNNAMED: readonly string[] = [
  'income/rest',
  'rest',
  'bank/unexplained',
  'rounding',
  'income/Ingresos sin categorizar',
  'other/Cobros sin categorizar',
  'other/Reembolsos sin categorizar',
];

const SINGLE: { readonly [line: string]: AccountRole } = {
  'income/Despacho pagado por comprador': 'shipping-income',
  'income/Ingreso por Envío Flex': 'shipping-income',
  'income/Ingreso de Compensación por Daños': 'other-income',
  'income/Ingreso por promoción': 'other-income',
  'other/Cobro de Impuestos': 'taxes',
  'other/Reembolso de Impuestos': 'taxes',
  receivable: 'receivable',
  'product-cost': 'product-cost',
  inventory: 'inventory',
  transit: 'transit',
  bank: 'bank',
};

/** The account that is proposed for a line; null: none, it stands in suspense. */
export function proposedRole(line: string, group: 'income' | CostSection | null): AccountRole | null {
  if (UNNAMED.includes(line)) return null;
  return SINGLE[line] ?? (group === 'income' ? 'sales' : group);
}
