import {
  delimited,
  encoded,
  type MadeCell,
  type MadeEncoding,
  workbookOf,
} from '#test/renderer/data/files/intake/made-files.ts';

/** Statements as the bytes that people get: delimited text as each source writes it, or a workbook with numbers and dates. */

export type TextForm = {
  readonly delimiter: ';' | ',' | '\t' | '|';
  readonly encoding: MadeEncoding;
  readonly newline: '\n' | '\r\n';
  readonly quotesAll?: boolean;
};
/** `typed`: amounts are numbers and days are dates, or everything is text. */
export type BookForm = { readonly sheet: string; readonly isTyped: boolean };
/** Tags, or lines of fixed width; a line of the file for each row. */
export type OtherForm = { readonly text: 'ofx' | 'fixed-width' };
export type FileForm = TextForm | BookForm | OtherForm;

const text = (
  delimiter: TextForm['delimiter'],
  encoding: MadeEncoding,
  newline: TextForm['newline'],
  quotesAll = false,
): TextForm => ({
  delimiter,
  encoding,
  newline,
  quotesAll,
});
const book = (sheet: string, isTyped = true): BookForm => ({ sheet, isTyped });

/** The forms in which files of each layout come, by the writer's name. */
export const FORMS: { readonly [layout: string]: readonly FileForm[] } = {
  'mercado-pago-releases': [text(';', 'utf-8', '\r\n'), text(',', 'utf-8', '\r\n')],
  'mercado-pago-releases-es': [
    book('Liberaciones'),
    book('Liberaciones', false),
    text(';', 'utf-8-mark', '\r\n'),
  ],
  'mercado-pago-settlement': [text(';', 'utf-8', '\n'), text(',', 'utf-8', '\r\n')],
  'mercado-pago-account': [text(';', 'utf-8', '\n'), text(';', 'utf-8-mark', '\r\n')],
  'mercado-libre-billing': [book('REPORT'), text(';', 'cp1252', '\r\n')],
  'mercado-libre-sales': [book('Ventas CL'), text(';', 'utf-8-mark', '\r\n')],
  'falabella-transactions': [
    text(',', 'utf-8', '\n', true),
    text(';', 'cp1252', '\r\n'),
    book('Transacciones'),
  ],
  'falabella-invoice': [text(';', 'utf-8-mark', '\r\n'), text(',', 'utf-8', '\n', true)],
  ripley: [book('Data'), text(';', 'cp1252', '\r\n')],
  paris: [text(';', 'utf-8', '\n'), book('Hoja1'), text(',', 'cp1252', '\r\n')],
  'walmart-cl': [text(',', 'cp1252', '\r\n'), text(',', 'utf-8-mark', '\n')],
  hites: [book('Hoja1'), text(';', 'cp1252', '\r\n')],
  'amazon-settlement': [text('\t', 'utf-8', '\n'), text('\t', 'utf-16le', '\r\n')],
  'shopify-payments': [text(',', 'utf-8', '\n'), text(',', 'utf-8-mark', '\r\n', true)],
  'bank-bci': [book('Movimientos'), text(';', 'cp1252', '\r\n')],
  'bank-banco-de-chile': [book('Movimientos'), book('Movimientos', false)],
  'bank-banco-de-chile-cartola': [text(';', 'cp1252', '\r\n'), book('Cartola', false)],
  'bank-santander-cl': [book('Cartola'), text(';', 'utf-8-mark', '\r\n')],
  'bank-bancoestado': [book('Cartola', false), text(';', 'cp1252', '\r\n')],
  'bank-scotiabank': [text(';', 'cp1252', '\r\n'), text('\t', 'utf-16le', '\r\n')],
  'bank-itau': [text(';', 'cp1252', '\r\n'), text(',', 'utf-8', '\n', true)],
  'bank-argentina-letters': [text(';', 'cp1252', '\r\n')],
  'bank-argentina-state': [text('|', 'utf-8', '\n')],
  'bank-argentina-balance': [text(',', 'cp1252', '\r\n'), text(';', 'utf-8', '\n')],
  'bank-argentina-balance-opening': [text(',', 'cp1252', '\r\n'), text(';', 'utf-8', '\n')],
  'bank-any-two-columns': [text(';', 'cp1252', '\r\n'), book('Hoja1')],
  'bank-any-one-column': [text(';', 'utf-8-mark', '\r\n'), book('Extrato', false)],
  'bank-ofx': [{ text: 'ofx' }],
  'bank-banco-de-chile-txt': [{ text: 'fixed-width' }],
  'bank-bbva-mx': [text(',', 'utf-8-mark', '\r\n'), text('\t', 'cp1252', '\r\n')],
};

/** Headers whose cells are amounts in a workbook: of ids the digits would be lost. */
const OF_MONEY =
  /^(?:monto|comisi[oó]n|costos? de env|saldo|valor del|subtotal|ingresos por|cargo por|anulaciones|total|iva$|importe del|env[ií]o|gastos de|comisiones sobre|pedidos reemb|abono|descuento|cobro|a pagar|shipping|pago$|cheque|dep[oó]sito|cargos?$|amount)/i;

export function asFile(
  rows: readonly (readonly string[])[],
  headerAt: number,
  form: FileForm,
): Uint8Array<ArrayBuffer> {
  if ('delimiter' in form) {
    const { delimiter, newline, encoding, quotesAll = false } = form;
    const content = delimited(rows, { delimiter, newline, quotesAll });
    // What such programs write for a character that the encoding does not have.
    return encoded(encoding === 'cp1252' ? content.replace(/[^ -ÿ€–\r\n\t]/g, '?') : content, encoding);
  }
  if ('text' in form) return encoded(form.text === 'ofx' ? asTags(rows) : asFixedWidth(rows), 'cp1252');
  const headers = rows[headerAt] ?? [];
  const cells = rows.map((row, at) =>
    row.map((cell, place): MadeCell => {
      if (cell === '') return null;
      if (!form.isTyped || at <= headerAt) return cell;
      return dateCell(cell) ?? (OF_MONEY.test((headers[place] ?? '').trim()) ? numberCell(cell) : cell);
    }),
  );
  return workbookOf({ sheets: [{ name: form.sheet, rows: cells }] });
}

/** OFX 1: tags that nobody closes, a movement a line. */
export function asTags([names = [], ...lines]: readonly (readonly string[])[]): string {
  const head = 'OFXHEADER:100 DATA:OFXSGML CHARSET:1252 <OFX><BANKMSGSRSV1><STMTRS><CURDEF>CLP<BANKTRANLIST>';
  const tags = lines.map(
    (row) => `<STMTTRN>${row.map((cell, at) => `<${names[at]}>${cell}`).join('')}</STMTTRN>`,
  );
  return [head, ...tags, '</BANKTRANLIST></STMTRS></BANKMSGSRSV1></OFX>'].join('\r\n');
}

export const asFixedWidth = (rows: readonly (readonly string[])[]): string =>
  rows.map((row, at) => (at === 0 ? 'CARTOLA CUENTA CORRIENTE' : row.join(''))).join('\r\n');

const SERIAL_START = Date.UTC(1899, 11, 30);

export function dateCell(cell: string): MadeCell {
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(cell) ?? [];
  if (day === undefined) return null;
  const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - SERIAL_START) / 86_400_000;
  return { number: String(days), style: 2 };
}

/** An amount as the number it is, however the text file would write it. */
export function numberCell(cell: string): MadeCell {
  if (!/^-?\$?\d[\d.,]*$/.test(cell)) return cell;
  const plain = cell.replace('$', '');
  const places = /[.,](\d{1,2})$/.exec(plain);
  const whole = (places === null ? plain : plain.slice(0, -places[0].length)).replace(/[.,]/g, '');
  return { number: places === null ? whole : `${whole}.${places[1]}`, style: 3 };
}
