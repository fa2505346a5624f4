import type { Intercept } from '#electron/demo/service/start-service.ts';

/** Names that people and machines do give things, and that screens break on. */

const LONG = 'Lámpara colgante de techo con pantalla de lino natural y cable textil regulable '
  .repeat(4)
  .slice(0, 300);

const NAMES: readonly string[] = [
  LONG,
  'مصباح سقف من الكتان الطبيعي مع كابل قابل للتعديل',
  'מנורת תקרה מפשתן טבעי, כבל מתכוונן',
  '🛋️👩🏽‍🚀🇨🇱 Sofá 3 cuerpos 🧵',
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  '=1+1',
  'Línea uno\nlínea dos\r\n\tlínea tres',
  'Ce\u200bro\u200d an\u2060cho\ufeff',
  'A'.repeat(300),
  '\u202eoderbmoS',
];

/** Columns whose texts are names: what identifies rows, and what the sync asks by, keeps its own. */
const SPOILED = ['Canal', 'Cuenta', 'Producto', 'Comprador', 'Marca', 'Categoría', 'Variante'] as const;

/** The same name for the same text, whatever page it comes on. */
function nameFor(text: string): string {
  let hash = 7;
  for (const unit of text) hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) % 9973;
  const name = NAMES[hash % NAMES.length] ?? LONG;
  return `${name} ${text}`;
}

function spoilRow(row: Row): Row {
  const spoiled = SPOILED.flatMap((column) => {
    const value = row[column];
    return typeof value === 'string' && value !== '' ? [[column, nameFor(value)]] : [];
  });
  return { ...row, ...Object.fromEntries(spoiled) };
}

/** Answers what the service would if nobody had ever sold anything. */
export const noRows: Intercept = (request, service) => {
  const response = service.handleRequest(request);
  if (response.status !== 200) return response;
  const page = JSON.parse(Buffer.from(response.body).toString('utf8')) as { readonly meta: object };
  const meta = { ...page.meta, count: 0, totalRows: 0, totalPages: 0 };
  return { ...response, body: JSON.stringify({ ...page, data: [], meta }) };
};

type Row = { readonly [column: string]: unknown };

/** Answers what the service would, with every row changed on its way. */
export const withRows =
  (change: (row: Row) => Row): Intercept =>
  (request, service) => {
    const response = service.handleRequest(request);
    if (response.status !== 200) return response;
    const page = JSON.parse(Buffer.from(response.body).toString('utf8')) as { readonly data: readonly Row[] };
    return { ...response, body: JSON.stringify({ ...page, data: page.data.map(change) }) };
  };

/** Every name spoiled. */
export const hostileNames: Intercept = withRows(spoilRow);

/** The same number for the same row, whatever page it comes on. */
function numberFor(row: Row): number {
  let hash = 7;
  for (const unit of `${row.Orden} ${row['Nro. suborden']} ${row['SKU Producto']}`) {
    hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) % 9973;
  }
  return hash;
}

/** Some payments on days that no calendar reaches, many on none; an amount longer than any sum, and one that is none. */
function oddRow(row: Row): Row {
  const number = numberFor(row);
  const paid =
    number % 11 === 0 ? '9999-12-31T00:00:00.000' : number % 13 === 0 ? '0001-01-01T00:00:00.000' : null;
  return {
    ...row,
    ...(paid === null ? {} : { 'Fecha de Pago': paid }),
    ...(number % 3 === 0 ? { 'Fecha de Pago': '' } : {}),
    ...(number % 401 === 0 ? { Ventas: `${'7'.repeat(54)}.25` } : {}),
    ...(number % 397 === 0 ? { Ventas: '9'.repeat(80) } : {}),
  };
}

/** Every amount and date as odd as sources send them. */
export const oddValues: Intercept = withRows(oddRow);
