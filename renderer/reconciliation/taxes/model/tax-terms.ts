import type { Country } from '#renderer/data/model/journal-terms.ts';

/**
 * Taxes of the region by the words that statements call them, as data. Words are folded, whole, and one blank apart
 * (`plainWords`): of several that stand in a text the longest names the tax.
 */

/** How a tax comes about. `untold`: the words do not say. */
export const TAX_ACTS = ['on-charges', 'on-sales', 'withheld', 'perceived', 'untold'] as const;
export type TaxAct = (typeof TAX_ACTS)[number];

export type TaxWords = {
  /** As its country calls it, in every language of the app. */
  readonly term: string;
  readonly countries: readonly Country[];
  /** The origin of the words: a law, an authority, or the files of a marketplace. */
  readonly source: string;
  readonly words: readonly string[];
  /** What the words themselves say of it, where they do. */
  readonly act?: TaxAct;
  readonly authority?: string;
};

const MERCADO_PAGO = 'Mercado Pago, glosario del reporte de liberaciones';

export const TAX_WORDS: readonly TaxWords[] = [
  {
    term: 'IVA',
    countries: ['CL', 'MX', 'AR', 'CO'],
    source: 'DL 825 (CL), LIVA (MX), Ley 23.349 (AR), Estatuto Tributario (CO)',
    words: [
      ...['iva', 'i v a', 'impuesto al valor agregado', 'impuesto sobre el valor agregado'],
      ...['imposto sobre o valor agregado', 'vat', 'value added tax'],
    ],
  },
  {
    term: 'IVA',
    countries: ['CO'],
    source: 'Estatuto Tributario, art. 437-1',
    words: ['reteiva', 'rete iva'],
    act: 'withheld',
  },
  {
    term: 'IGV',
    countries: ['PE'],
    source: 'TUO de la Ley del IGV',
    words: ['igv', 'i g v', 'impuesto general a las ventas'],
  },
  {
    term: 'ISR',
    countries: ['MX'],
    source: 'LISR, plataformas tecnológicas (arts. 113-A a 113-C)',
    words: ['isr', 'i s r', 'impuesto sobre la renta'],
  },
  {
    term: 'Ganancias',
    countries: ['AR'],
    source: `Ley 20.628; ${MERCADO_PAGO}`,
    // Alone the word is a profit of any kind.
    words: ['impuesto a las ganancias', 'imp ganancias', 'retencion ganancias', 'retencion de ganancias'],
  },
  {
    term: 'Ganancias',
    countries: ['AR'],
    source: 'Ley 20.628',
    words: ['percepcion ganancias', 'percepcion de ganancias'],
    act: 'perceived',
  },
  {
    term: 'IIBB',
    countries: ['AR'],
    source: 'Códigos fiscales provinciales',
    words: ['iibb', 'i i b b', 'ingresos brutos', 'ing brutos'],
  },
  {
    term: 'IIBB',
    countries: ['AR'],
    source: 'Comisión Arbitral: SIRTAC, SIRCREB, SIRCUPA',
    words: ['sirtac', 'sircreb', 'sircupa'],
    act: 'withheld',
  },
  {
    term: 'IIBB',
    countries: ['AR'],
    source: MERCADO_PAGO,
    words: ['tax payment iibb'],
    act: 'perceived',
    authority: 'Buenos Aires',
  },
  {
    term: 'IIBB',
    countries: ['AR'],
    source: MERCADO_PAGO,
    words: ['tax payment ibcf'],
    act: 'perceived',
    authority: 'CABA',
  },
  { term: 'IIBB', countries: ['AR'], source: MERCADO_PAGO, words: ['tax payment ibex'], act: 'perceived' },
  {
    term: 'Ley 25.413',
    countries: ['AR'],
    source: `Ley 25.413; ${MERCADO_PAGO}`,
    words: [
      'ley 25 413',
      'ley 25413',
      'debitos y creditos bancarios',
      'debitos creditos',
      'withholding collector',
    ],
  },
  {
    term: 'ReteFuente',
    countries: ['CO'],
    source: 'Estatuto Tributario, libro segundo',
    words: ['retefuente', 'rete fuente', 'retencion en la fuente', 'rte fte'],
    act: 'withheld',
  },
  {
    term: 'ReteICA',
    countries: ['CO'],
    source: 'Acuerdos municipales sobre el impuesto de industria y comercio',
    words: [
      ...['reteica', 'rete ica', 'retencion ica', 'retencion de ica', 'retencion en la fuente ica'],
      'retencion en la fuente a titulo de ica',
    ],
    act: 'withheld',
  },
  {
    term: 'GMF',
    countries: ['CO'],
    source: 'Estatuto Tributario, art. 870',
    words: ['gmf', '4x1000', '4 x 1000', 'gravamen a los movimientos financieros'],
  },
  {
    term: 'Detracción',
    countries: ['PE'],
    source: 'SUNAT, SPOT (D. Leg. 940)',
    words: ['detraccion', 'detracciones'],
    act: 'withheld',
  },
  {
    term: 'ITF',
    countries: ['PE'],
    source: 'Ley 28194',
    words: ['itf', 'impuesto a las transacciones financieras'],
  },
  {
    term: 'ICMS',
    countries: ['BR'],
    source: 'LC 87/1996',
    words: ['icms', 'icms st', 'difal', 'icms difal'],
  },
  { term: 'ISS', countries: ['BR'], source: 'LC 116/2003', words: ['iss', 'issqn'] },
  {
    term: 'PIS/COFINS',
    countries: ['BR'],
    source: 'Leis 10.637 e 10.833',
    words: ['pis', 'cofins', 'pis cofins'],
  },
  {
    term: 'IRRF',
    countries: ['BR'],
    source: 'RIR/2018',
    words: ['irrf', 'imposto de renda retido na fonte', 'imposto de renda'],
    act: 'withheld',
  },
];

/** Words that say that money was kept back, and that it was charged ahead. */
export const ACT_WORDS: { readonly [act in 'withheld' | 'perceived']: readonly string[] } = {
  withheld: [
    ...['retencion', 'retenciones', 'retenido', 'retenidos', 'retenida', 'retenidas', 'ret'],
    ...['retencao', 'retencoes', 'retido', 'retidos', 'retida', 'retidas'],
    // Mercado Pago spells one of its movements with a letter too many.
    ...['withheld', 'withholding', 'withholdings', 'withdholding'],
  ],
  perceived: ['percepcion', 'percepciones', 'perc', 'percepcao', 'percepcoes', 'perception'],
};

/** Words that speak of a tax without saying which. */
export const ANY_TAX_WORDS: readonly string[] = [
  ...['impuesto', 'impuestos', 'tributo', 'tributos', 'imposto', 'impostos', 'tax', 'taxes'],
];

/** What a tax may be of. Where one of them stands first the line is that charge or sale, whatever tax is in it. */
export const CHARGE_WORDS: readonly string[] = [
  ...[
    'cargo',
    'cargos',
    'comision',
    'comisiones',
    'costo',
    'costos',
    'tarifa',
    'tarifas',
    'servicio',
    'servicios',
  ],
  ...[
    'comissao',
    'comissoes',
    'custo',
    'custos',
    'servico',
    'servicos',
    'envio',
    'envios',
    'frete',
    'despacho',
  ],
  ...['fee', 'fees', 'commission', 'commissions', 'charge', 'charges', 'service', 'services', 'shipping'],
];
export const SALE_WORDS: readonly string[] = [
  'venta',
  'ventas',
  'venda',
  'vendas',
  'sale',
  'sales',
  'principal',
];

/** Who levies it, by the words of statements. Provinces count beside a tax that is theirs, or where no tax is named. */
export const AUTHORITIES: readonly { readonly name: string; readonly words: readonly string[] }[] = [
  { name: 'AFIP/ARCA', words: ['afip', 'arca'] },
  { name: 'SAT', words: ['sat'] },
  { name: 'SII', words: ['sii'] },
  { name: 'DIAN', words: ['dian'] },
  { name: 'SUNAT', words: ['sunat'] },
  { name: 'CABA', words: ['caba', 'agip', 'capital federal', 'ciudad de buenos aires'] },
  { name: 'Buenos Aires', words: ['arba', 'buenos aires', 'provincia de buenos aires', 'pba'] },
];

/** The provinces of Argentina, as the names of who levies IIBB. */
export const PROVINCES: readonly string[] = [
  ...['Catamarca', 'Chaco', 'Chubut', 'Córdoba', 'Corrientes', 'Entre Ríos', 'Formosa', 'Jujuy', 'La Pampa'],
  ...[
    'La Rioja',
    'Mendoza',
    'Misiones',
    'Neuquén',
    'Río Negro',
    'Salta',
    'San Juan',
    'San Luis',
    'Santa Cruz',
  ],
  ...['Santa Fe', 'Santiago del Estero', 'Tierra del Fuego', 'Tucumán'],
];
