import { expect, test } from 'vitest';
import { powerQuery } from '#renderer/features/scheduled-exports/power-query.ts';
import { queryTable } from '#renderer/features/scheduled-exports/query-table.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The query that links a spreadsheet to a file of ours, line by line, and what is to be done with it. */

test('reads the file, its names and its numbers, whatever its path holds', () => {
  const lines = powerQuery('C:\\de "ella" y "él"\\#(1)#(2)\\x.csv');
  expect(lines.slice(0, 4)).toEqual([
    'let',
    '    Archivo = File.Contents("C:\\de ""ella"" y ""él""\\#(#)(1)#(#)(2)\\x.csv"),',
    '    Origen = Csv.Document(Archivo, [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),',
    '    Encabezados = Table.PromoteHeaders(Origen, [PromoteAllScalars = true]),',
  ]);
  const [from, to] = [lines.indexOf('    Numeros = {'), lines.indexOf('    },')];
  const numbers = lines.slice(from + 1, to);
  // Each line but the last is followed by another.
  expect(numbers.map((line) => line.endsWith(','))).toEqual(numbers.map((_, at) => at < numbers.length - 1));
  const figures = COLUMNS.filter(({ kind }) => ['money', 'count', 'percent'].includes(kind)).map(
    ({ key }) => key,
  );
  expect(JSON.parse(`[${numbers.join('')}]`)).toEqual(figures);
  expect(lines.slice(to + 1)).toEqual([
    '    Presentes = List.Intersect({Table.ColumnNames(Encabezados), Numeros}),',
    '    Tipos = Table.TransformColumnTypes(Encabezados, List.Transform(Presentes, each {_, type number}), "en-US")',
    'in',
    '    Tipos',
  ]);
  const table = queryTable('/x.csv', text);
  const steps = (['copy', 'open', 'paste', 'refresh', 'libre'] as const).map(
    (step, at) => `${at + 1}. ${text(`schedule.link-step-${step}`)}`,
  );
  const query = powerQuery('/x.csv');
  expect(table.lines.map(({ cells }) => cells)).toEqual(query.map((line, at) => [line, steps[at] ?? null]));
  expect(table.columns.map(({ name, kind }) => [name, kind])).toEqual([
    [text('schedule.link-query'), 'text'],
    [text('schedule.link-how'), 'text'],
  ]);
});
