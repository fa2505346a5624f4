import { chunk } from 'es-toolkit/array';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';

/** The columns whose values are numbers, as the API calls them; what a file does not have is passed over. */
const NUMBERS = COLUMNS.filter(({ kind }) => kind === 'money' || kind === 'count' || kind === 'percent').map(
  ({ key }) => key,
);
const COLUMNS_A_LINE = 6;

/** A text of the language M: quotes are doubled, and `#(` would begin an escape. */
const textOf = (text: string): string => `"${text.replaceAll('"', '""').replaceAll('#(', '#(#)(')}"`;

/**
 * The query that brings an exact CSV file of ours into Excel or Power BI, line by line: numbers are read with a decimal point
 * whatever the country, all else stays text, as 16-digit orders have to.
 */
export function powerQuery(path: string): readonly string[] {
  const numbers = chunk(NUMBERS, COLUMNS_A_LINE).map((some) => `        ${some.map(textOf).join(', ')}`);
  return [
    'let',
    `    Archivo = File.Contents(${textOf(path)}),`,
    '    Origen = Csv.Document(Archivo, [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),',
    '    Encabezados = Table.PromoteHeaders(Origen, [PromoteAllScalars = true]),',
    '    Numeros = {',
    ...numbers.map((line, at) => (at === numbers.length - 1 ? line : `${line},`)),
    '    },',
    '    Presentes = List.Intersect({Table.ColumnNames(Encabezados), Numeros}),',
    '    Tipos = Table.TransformColumnTypes(Encabezados, List.Transform(Presentes, each {_, type number}), "en-US")',
    'in',
    '    Tipos',
  ];
}
