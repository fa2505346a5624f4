import type { JournalForm } from '#renderer/data/model/journal-terms.ts';
import type { FileLine } from './file-lines.ts';

/**
 * Files that other programs import, as data: which column holds what, how a date is written, how many decimal places are
 * taken, and where it is known from. One more program is one more record.
 */

/** What a column holds: a value of the line, or always the same text. */
export type LayoutValue =
  | { readonly of: Exclude<keyof FileLine, 'isFirstOfEntry'>; readonly or?: string }
  /** A value of the entry, told on its first line alone. */
  | { readonly ofEntry: 'number' | 'date' | 'narration' }
  | { readonly text: string }
  /** A name that is told only where another value is. */
  | { readonly text: string; readonly where: 'costCentre' };

export type LayoutColumn = { readonly heading: string; readonly value: LayoutValue };

/** How well a layout is known. */
export const LAYOUT_STANDINGS = [
  /** The maker's own pages name these columns. */
  'published',
  /** Programs of others write these columns; the maker's own template was not at hand. */
  'seen',
  /** Nothing was found that shows the maker's template. */
  'unconfirmed',
] as const;
export type LayoutStanding = (typeof LAYOUT_STANDINGS)[number];

export type JournalLayout = {
  readonly columns: readonly LayoutColumn[];
  /** `dmy`: 31/10/2026; `mdy`: 10/31/2026. */
  readonly dates: 'iso' | 'dmy' | 'mdy';
  /** Decimal places it takes: all there are, or those of the currency's smallest unit. */
  readonly places: 'exact' | 'of-currency';
  /** At most so many lines in a file; null: no limit is known. */
  readonly mostLines: number | null;
  readonly standing: LayoutStanding;
  /** Where it is known from; null: it is our own. */
  readonly source: string | null;
};

const of = (value: Exclude<keyof FileLine, 'isFirstOfEntry'>, or?: string): LayoutValue =>
  or === undefined ? { of: value } : { of: value, or };
const columns = (list: readonly (readonly [heading: string, value: LayoutValue])[]) =>
  list.map(([heading, value]): LayoutColumn => ({ heading, value }));
const NOTHING: LayoutValue = { text: '' };

/** Every figure and text there is, in headings that no program prescribes. */
export const NEUTRAL_LAYOUT: JournalLayout = {
  columns: columns([
    ['date', of('date')],
    ['number', of('number')],
    ['account', of('account')],
    ['account_name', of('name')],
    ['text', of('text')],
    ['debit', of('debit')],
    ['credit', of('credit')],
    ['currency', of('currency')],
    ['cost_centre', of('costCentre')],
    ['tax_code', of('taxCode')],
    ['reference', of('reference')],
    ['entry', of('narration')],
  ]),
  dates: 'iso',
  places: 'exact',
  mostLines: null,
  standing: 'published',
  source: null,
};

/** An entry is its first line with the fields of the entry, and lines below that leave them blank. */
const ODOO: JournalLayout = {
  columns: columns([
    ['ref', { ofEntry: 'number' }],
    ['date', { ofEntry: 'date' }],
    ['narration', { ofEntry: 'narration' }],
    ['line_ids/account_id', of('account')],
    ['line_ids/name', of('text')],
    ['line_ids/debit', of('debit', '0')],
    ['line_ids/credit', of('credit', '0')],
  ]),
  dates: 'iso',
  places: 'of-currency',
  mostLines: null,
  standing: 'published',
  source: 'Odoo, Documentation: Export and import data (relation fields, several lines of one record)',
};

/** Accounts are told by their names: numbers are to be off in QuickBooks while it imports. */
const QUICKBOOKS: JournalLayout = {
  columns: columns([
    ['JournalNo', of('number')],
    ['JournalDate', of('date')],
    ['AccountName', of('name')],
    ['Debits', of('debit')],
    ['Credits', of('credit')],
    ['Description', of('text')],
    ['Name', NOTHING],
    ['Currency', of('currency')],
    ['Location', NOTHING],
    ['Class', of('costCentre')],
  ]),
  dates: 'mdy',
  places: 'of-currency',
  mostLines: null,
  standing: 'published',
  source: 'QuickBooks Online, Help: Import journal entries',
};

/** Lines of one narration and date are one journal. */
const XERO: JournalLayout = {
  columns: columns([
    ['*Narration', of('title')],
    ['*Date', of('date')],
    ['Description', of('text')],
    ['*AccountCode', of('account')],
    ['*TaxRate', of('taxCode', 'Tax Exempt')],
    ['*Amount', of('amount')],
    ['TrackingName1', { text: 'Cost centre', where: 'costCentre' }],
    ['TrackingOption1', of('costCentre')],
    ['TrackingName2', NOTHING],
    ['TrackingOption2', NOTHING],
  ]),
  dates: 'dmy',
  places: 'of-currency',
  mostLines: 300,
  standing: 'published',
  source: 'Xero, Help: Enter multiple manual journals using an import template',
};

/** Its spaces at the ends of headings are those of the template. */
const SIIGO: JournalLayout = {
  columns: columns([
    ['Tipo de comprobante', { text: '1' }],
    ['Consecutivo comprobante', of('folio')],
    ['Fecha de elaboración ', of('date')],
    ['Sigla moneda', NOTHING],
    ['Tasa de cambio', NOTHING],
    ['Código cuenta contable', of('account')],
    ['Identificación tercero', NOTHING],
    ['Sucursal', NOTHING],
    ['Código producto', NOTHING],
    ['Código de bodega', NOTHING],
    ['Acción', NOTHING],
    ['Cantidad producto', NOTHING],
    ['Prefijo', NOTHING],
    ['Consecutivo', NOTHING],
    ['No. cuota', NOTHING],
    ['Fecha vencimiento', NOTHING],
    ['Código impuesto', of('taxCode')],
    ['Código grupo activo fijo', NOTHING],
    ['Código activo fijo', NOTHING],
    ['Descripción', of('text')],
    ['Código centro/subcentro de costos', of('costCentre')],
    ['Débito', of('debit')],
    ['Crédito', of('credit')],
    ['Observaciones', of('narration')],
    ['Base gravable libro compras/ventas  ', NOTHING],
    ['Base exenta libro compras/ventas', NOTHING],
    ['Mes de cierre', NOTHING],
  ]),
  dates: 'dmy',
  places: 'of-currency',
  // 500 with the heading.
  mostLines: 499,
  standing: 'seen',
  source: 'Siigo Nube, «Subir comprobantes contables desde Excel»',
};

const DEFONTANA: JournalLayout = {
  columns: columns([
    ['Fecha', of('date')],
    ['Número', of('folio')],
    ['Glosa', of('narration')],
    ['Cuenta', of('account')],
    ['Debe', of('debit', '0')],
    ['Haber', of('credit', '0')],
    ['Glosa detalle', of('text')],
    ['Centro de negocios', of('costCentre')],
    ['Documento', of('reference')],
    ['Moneda', of('currency')],
  ]),
  dates: 'dmy',
  places: 'of-currency',
  mostLines: null,
  standing: 'unconfirmed',
  source: 'Defontana, importación de comprobantes contables',
};

export const TABLE_LAYOUTS = {
  csv: NEUTRAL_LAYOUT,
  xlsx: NEUTRAL_LAYOUT,
  odoo: ODOO,
  quickbooks: QUICKBOOKS,
  xero: XERO,
  siigo: SIIGO,
  defontana: DEFONTANA,
} as const satisfies { readonly [form: string]: JournalLayout };

/** Files that are no tables. */
export const TEXT_FORMS = ['hledger', 'beancount', 'contpaqi'] as const;

type Known = Pick<JournalLayout, 'places' | 'mostLines' | 'standing' | 'source'>;

const TEXTS: { readonly [form in (typeof TEXT_FORMS)[number]]: Known } = {
  hledger: {
    places: 'exact',
    mostLines: null,
    standing: 'published',
    source: 'hledger, manual: Journal format',
  },
  beancount: {
    places: 'exact',
    mostLines: null,
    standing: 'published',
    source: 'Beancount, Language Syntax',
  },
  contpaqi: {
    places: 'of-currency',
    mostLines: null,
    standing: 'seen',
    source: 'CONTPAQi Contabilidad, carga de pólizas en TXT (registros P y M1)',
  },
};

const isText = (form: JournalForm): form is (typeof TEXT_FORMS)[number] =>
  (TEXT_FORMS as readonly string[]).includes(form);

/** What is known of a file, whatever its form. */
export const knownOf = (form: JournalForm): Known => (isText(form) ? TEXTS[form] : TABLE_LAYOUTS[form]);

const TOLD = ['costCentre', 'taxCode', 'currency', 'reference'] as const;
export type LeftOutField = (typeof TOLD)[number];

/** What a file has no place for, so that it says so. */
export function leftOutOf(form: JournalForm): readonly LeftOutField[] {
  if (form === 'contpaqi') return ['taxCode', 'currency'];
  if (isText(form)) return [];
  const held = new Set(TABLE_LAYOUTS[form].columns.flatMap(({ value }) => ('of' in value ? [value.of] : [])));
  return TOLD.filter((field) => !held.has(field));
}
