import { describe, expect, it } from 'vitest';
import { desktopProfileDirectory } from '#electron/command/app-profile.ts';
import { CannotAsk, EXIT, failureOf } from '#electron/command/failures.ts';
import { helpIn } from '#electron/command/help.ts';
import { jsonOf, writeAnswer } from '#electron/command/write-answer.ts';
import { commandWordsOf } from '#electron/i18n/command/command-words.ts';
import { PROGRAM_FAILURES, ProgramRefusal, type ProgramTable } from '#shared/contract/program-questions.ts';
import { CHANNEL_CLOSED, RpcError } from '#shared/contract/rpc.ts';
import { answerOf } from '#test/electron/programs/answers.ts';

/** What a command writes, letter by letter. */

const words = commandWordsOf('es');
const LONG = 'x'.repeat(49);
const TABLE: ProgramTable = {
  columns: [
    { key: 'Canal', kind: 'text' },
    { key: 'rows', kind: 'count' },
    { key: '% Rentabilidad Total', kind: 'percent' },
    { key: 'Ventas', kind: 'decimal' },
  ],
  rows: [
    ['Uno, "dos"', '12', '7.50', '1000.10'],
    [LONG.slice(1), null, null, '-3'],
    [LONG, '0', null, null],
    ['a\r\nb\u001b[31m\u007f\u202e', '1', null, '5'],
  ],
  total: [null, '13', '7.50', '1002.10'],
  leftOut: 0,
};
const written = (format: 'json' | 'csv' | 'table', more: Partial<ProgramTable> = {}): string =>
  writeAnswer({ ...answerOf('totals'), table: { ...TABLE, ...more } }, format);

describe('an answer', () => {
  it('as a table stands in columns, figures at the right, long texts cut and what moves a terminal shown as a point', () => {
    const head = `Canal${' '.repeat(43)}  rows  % Rentabilidad Total   Ventas`;
    const rule = `${'─'.repeat(48)}  ────  ────────────────────  ───────`;
    const lines = [
      head,
      rule,
      `Uno, "dos"${' '.repeat(38)}    12                  7.50  1000.10`,
      `${'x'.repeat(48)}                                   -3`,
      `${'x'.repeat(47)}…     0`,
      `a··b·[31m··${' '.repeat(37)}     1                              5`,
    ];
    const total = `${' '.repeat(48)}    13                  7.50  1002.10`;
    expect(written('table')).toBe(`${[...lines, rule, total].join('\n')}\n`);
    expect(written('table', { total: null })).toBe(`${lines.join('\n')}\n`);
    expect(written('table', { total: null, leftOut: 1 })).toBe(`${lines.join('\n')}\n… +1\n`);
    expect(written('table', { rows: [], total: null })).toBe(
      ['Canal  rows  % Rentabilidad Total  Ventas', '─────  ────  ────────────────────  ──────', ''].join(
        '\n',
      ),
    );
  });

  it('as CSV quotes what has to be, and leaves the total out', () => {
    expect(written('csv')).toBe(
      [
        'Canal,rows,% Rentabilidad Total,Ventas',
        '"Uno, ""dos""",12,7.50,1000.10',
        `${'x'.repeat(48)},,,-3`,
        `${LONG},0,,`,
        '"a\r\nb\u001b[31m\u007f\u202e",1,,5',
        '',
      ].join('\r\n'),
    );
    const cells = (text: string) =>
      written('csv', { columns: TABLE.columns.slice(0, 1), rows: [[text]] }).slice(7);
    for (const text of ['a;b', "a'b", 'a b']) expect(cells(text)).toBe(`${text}\r\n`);
    for (const text of ['a,b', 'a\rb', 'a\nb']) expect(cells(text)).toBe(`"${text}"\r\n`);
    expect(cells('"')).toBe('""""\r\n');
  });

  it('as JSON tells counts as numbers, and all else as its exact text', () => {
    const { table: _, ...answer } = answerOf('totals');
    const row = (...[Canal, rows, rate, Ventas]: readonly (string | number | null)[]) => ({
      ...{ Canal, rows, '% Rentabilidad Total': rate, Ventas },
    });
    const object = jsonOf({ ...answerOf('totals'), agrees: true, table: { ...TABLE, leftOut: 2 } });
    expect(object).toEqual({
      ...{ ...answer, agrees: true, leftOut: 2, total: row(null, 13, '7.50', '1002.10') },
      rows: [
        row('Uno, "dos"', 12, '7.50', '1000.10'),
        row(LONG.slice(1), null, null, '-3'),
        row(LONG, 0, null, null),
        row('a\r\nb\u001b[31m\u007f\u202e', 1, null, '5'),
      ],
    });
    expect(jsonOf({ ...answerOf('totals'), table: { ...TABLE, total: null } })).toMatchObject({
      total: null,
    });
    expect(writeAnswer(answerOf('totals'), 'json')).toBe(
      `${JSON.stringify(jsonOf(answerOf('totals')), null, 2)}\n`,
    );
  });
});

it('a failure ends with its code, and is said with what it is about', () => {
  const exits = Object.fromEntries(
    PROGRAM_FAILURES.map((code) => [code, failureOf(new ProgramRefusal(code, 'X'), words).exit]),
  );
  expect(EXIT).toEqual({ answered: 0, failed: 1, wrong: 2, unreachable: 3, unknown: 4, differs: 5 });
  const byExit = (exit: number) => PROGRAM_FAILURES.filter((code) => exits[code] === exit);
  expect(byExit(EXIT.unreachable)).toEqual([
    ...['no-page', 'other-version', 'not-let-in', 'copy-closed', 'assistants-off'],
  ]);
  expect(byExit(EXIT.failed)).toEqual(['page-gone', 'sync-failed', 'dataset-busy', 'failed']);
  expect(byExit(EXIT.unknown)).toHaveLength(PROGRAM_FAILURES.length - 9);
  const said = (error: unknown) => failureOf(error, words);
  expect(said(new ProgramRefusal('unknown-column', 'X'))).toEqual({
    ...{ exit: EXIT.unknown, said: 'Ninguna fila tiene una columna «X».' },
  });
  // Each code has words of its own.
  expect(new Set(PROGRAM_FAILURES.map((code) => said(new ProgramRefusal(code, 'X')).said)).size).toBe(
    PROGRAM_FAILURES.length,
  );
  expect(said(new RpcError('no-such-code', 'X'))).toEqual({
    exit: EXIT.failed,
    said: 'No se pudo responder: X',
  });
  expect(said(new CannotAsk((say) => say('command.not-running')))).toEqual({
    ...{ exit: EXIT.unreachable, said: words('command.not-running') },
  });
  expect(said(new RpcError(CHANNEL_CLOSED, 'X'))).toEqual({
    ...{ exit: EXIT.unreachable, said: 'Cuadra se cerró antes de responder. Inténtalo de nuevo.' },
  });
  // What is nobody's answer is no failure of a question.
  expect(() => said(new TypeError('broken'))).toThrow('broken');
});

it('the help is sections of aligned lines, each thing that can be typed once, and the exit codes last', () => {
  const parts = helpIn(words).split('\n\n');
  expect(parts[0]).toBe(words('command.help'));
  expect(parts[1]).toBe(
    [
      'Comandos:',
      '  cuadra status                         la cuenta abierta y lo que hay en su copia',
      '  cuadra totals                         ventas, costos y las tres rentabilidades',
      '  cuadra orders                         órdenes, de la más nueva a la más antigua',
      '  cuadra exceptions                     lo que no cuadra, como en Conciliación',
      '  cuadra journal --month YYYY-MM        los asientos de un mes cerrado',
      '  cuadra export --as xlsx --out FOLDER  el mismo listado de órdenes, entero, en un archivo',
      '  cuadra check FILE                     si un libro exportado fue alterado, y qué dan hoy sus cifras',
      '  cuadra sync --once                    lee los cambios ahora y espera a que termine',
      '  cuadra mcp                            las mismas preguntas para un asistente (MCP)',
    ].join('\n'),
  );
  expect(parts.slice(2, -3).map((part) => part.split('\n').length - 1)).toEqual([9, 3, 4, 3, 1, 4]);
  expect(parts.at(-3)).toBe(
    [
      'Códigos de salida:',
      `  0  ${words('command.exit-answered')}`,
      `  1  ${words('command.exit-failed')}`,
      `  2  ${words('command.exit-wrong')}`,
      `  3  ${words('command.exit-unreachable')}`,
      `  4  ${words('command.exit-unknown')}`,
      `  5  ${words('command.exit-differs')}`,
    ].join('\n'),
  );
  expect(parts.at(-2)).toBe(words('command.help-closed'));
  expect(parts.at(-1)).toBe(`${words('command.help-figures')}\n`);
  const said = parts.slice(1, -3).flatMap((part) => part.split('\n').slice(1));
  expect(new Set(said.map((line) => line.slice(2).split(/ {2,}/)[1])).size).toBe(said.length);
  // A line whose end is longest says nothing behind another's column.
  for (const part of parts.slice(1, -2)) {
    const columns = part
      .split('\n')
      .slice(1)
      .map((line) => /^ {2}.*? {2,}/.exec(line)?.[0].length);
    expect(new Set(columns).size).toBe(1);
  }
});

it('the desktop app’s folder is where each system keeps what is of a user', () => {
  const at = (...asked: Parameters<typeof desktopProfileDirectory>) =>
    desktopProfileDirectory(...asked).replaceAll('\\', '/');
  expect(at('linux', {}, '/home/ana')).toBe('/home/ana/.config/Cuadra');
  expect(at('linux', { XDG_CONFIG_HOME: '' }, '/home/ana')).toBe('/home/ana/.config/Cuadra');
  expect(at('freebsd', { XDG_CONFIG_HOME: '/c' }, '/home/ana')).toBe('/c/Cuadra');
  expect(at('darwin', { XDG_CONFIG_HOME: '/c' }, '/Users/ana')).toBe(
    '/Users/ana/Library/Application Support/Cuadra',
  );
  expect(at('win32', { APPDATA: 'R' }, 'C')).toBe('R/Cuadra');
  expect(at('win32', {}, 'C')).toBe('C/AppData/Roaming/Cuadra');
});
