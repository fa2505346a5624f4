import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EXIT } from '#electron/command/failures.ts';
import { readCommand } from '#electron/command/options.ts';
import { runCommand } from '#electron/command/run.ts';
import { jsonOf, writeAnswer } from '#electron/command/write-answer.ts';
import type { AskPage } from '#electron/programs/asked-questions.ts';
import { openProgramLine } from '#electron/programs/program-line.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { PROGRAM_FAILURES, type ProgramQuestion } from '#shared/contract/program-questions.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import { answerOf } from '#test/electron/programs/answers.ts';

async function run(ask: AskPage, args: readonly string[]) {
  const profileDirectory = await mkdtemp(join(tmpdir(), 'cuadra-command-'));
  onTestFinished(() => rm(profileDirectory, { recursive: true, force: true }));
  const line = await openProgramLine({ profileDirectory, app: '9.9', ask });
  onTestFinished(line.stop);
  return runWithout([...args, '--profile-dir', profileDirectory]);
}

async function runWithout(args: readonly string[]) {
  const written = { out: '', said: '' };
  const exit = await runCommand(args, { LANG: 'en_US.UTF-8' }, '9.9', {
    out: (text) => {
      written.out += text;
    },
    say: (text) => {
      written.said += text;
    },
    isTerminal: false,
    begin: null,
    input: Readable.from([]),
    directory: '/somewhere',
  });
  return { exit, ...written };
}

const questionIn = (line: string): ProgramQuestion | string => {
  const read = readCommand(line.split(' '), false, '/somewhere');
  if (read.kind === 'command') return read.options.question;
  return read.kind === 'wrong' ? read.wrong : read.kind;
};

describe('the command line', () => {
  it('asks what was typed', () => {
    expect(questionIn('totals --month 2026-10 --by canal --scope total')).toEqual({
      ask: 'totals',
      period: { month: '2026-10' },
      by: 'canal',
      scope: 'total',
    });
    expect(
      questionIn(
        'orders --from 2026-10-01 --to 2026-10-31 --date pago --where Canal=A=B --where Marca= --rows --sort Ventas:desc --limit 5 --columns Orden,Ventas --dashboard --own-costs --currency CLP --search x',
      ),
    ).toEqual({
      ask: 'orders',
      period: { from: '2026-10-01', to: '2026-10-31' },
      periodColumn: 'Fecha de Pago',
      filters: [
        { column: 'Canal', values: ['A=B'] },
        { column: 'Marca', values: [''] },
      ],
      search: 'x',
      dashboard: true,
      ownCosts: true,
      currency: 'CLP',
      grouping: 'rows',
      columns: ['Orden', 'Ventas'],
      sort: { column: 'Ventas', direction: 'descending' },
      limit: 5,
    });
  });

  it('names a file by its whole path, from where it was typed', () => {
    expect(questionIn('export --as xlsx --out . --month 2026-10 --rows')).toEqual({
      ask: 'export',
      form: 'xlsx',
      folder: resolve('/somewhere'),
      period: { month: '2026-10' },
      grouping: 'rows',
    });
    expect(questionIn('export --as parquet --out datos --account Lumbre')).toEqual({
      ask: 'dataset',
      folder: resolve('/somewhere/datos'),
      account: 'Lumbre',
    });
    expect(questionIn('export --as parquet')).toBe('command.wrong-missing');
    expect(questionIn('export')).toBe('command.wrong-missing');
    expect(questionIn('export --out . --as pdf')).toBe('command.wrong-choice');
    expect(questionIn('check libro.xlsx')).toEqual({ ask: 'check', path: resolve('/somewhere/libro.xlsx') });
    expect(questionIn('check')).toBe('command.wrong-missing');
    for (const line of ['status', 'mcp'])
      expect(readCommand([line, '--profile-dir', 'datos'], false, '/somewhere')).toMatchObject(
        line === 'mcp'
          ? { profileDirectory: resolve('/somewhere/datos') }
          : { options: { profileDirectory: resolve('/somewhere/datos') } },
      );
    expect(questionIn('check one two')).toBe('command.wrong-word');
  });

  it('answers where an export for engines lies, and says what was left where something else does', async () => {
    const line = ['export', '--as', 'parquet', '--out', 'datos'];
    const columns = [
      { key: 'path', kind: 'text' },
      { key: 'lines', kind: 'count' },
      { key: 'files', kind: 'count' },
    ] as const;
    const rows = [['/datos/a1/parquet', '1234', '40']];
    const table = { columns, rows, total: null, leftOut: 0 };
    const asked: ProgramQuestion[] = [];
    const { exit, out } = await run(
      async (question) => {
        asked.push(question);
        return { ...answerOf('dataset'), table };
      },
      [...line, '--format', 'json'],
    );
    expect([exit, asked]).toEqual([EXIT.answered, [{ ask: 'dataset', folder: resolve('/somewhere/datos') }]]);
    expect(JSON.parse(out)).toMatchObject({
      ...{ version: 1, ask: 'dataset', evidence: { revision: 7 } },
      rows: [{ path: '/datos/a1/parquet', lines: 1234, files: 40 }],
    });
    for (const [code, ends] of [
      ['folder-taken', EXIT.unknown],
      ['folder-gone', EXIT.unknown],
      ['dataset-busy', EXIT.failed],
      ['failed', EXIT.failed],
    ] as const) {
      const failed = await run(() => Promise.reject(new RpcError(code, '/datos/x')), line);
      expect([failed.exit, failed.out]).toEqual([ends, '']);
    }
  });

  it('ends with a code of its own where a file is not what it was', async () => {
    const answer = (agrees: boolean) =>
      run(async ({ ask }) => ({ ...answerOf(ask), agrees }), ['check', 'x']);
    expect((await answer(true)).exit).toBe(EXIT.answered);
    expect((await answer(false)).exit).toBe(EXIT.differs);
  });

  it.each(LANGUAGES)('says in %s how it is used, each exit code included', async (language) => {
    const { exit, out } = await runWithout(['--help', '--language', language]);
    expect(exit).toBe(0);
    for (const code of Object.values(EXIT)) expect(out).toContain(`\n  ${code}  `);
    for (const option of ['--month', '--by', '--format', '--language', '--as parquet'])
      expect(out).toContain(option);
  });

  it('writes the answer to standard output and nothing else', async () => {
    const { exit, out, said } = await run(async ({ ask }) => answerOf(ask), ['totals']);
    expect([exit, said]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(jsonOf(answerOf('totals')));
  });

  it('tells progress, mistakes and failures on standard error, in plain words', async () => {
    const { said } = await run(
      async ({ ask }, { progress }) => {
        progress(2, 5);
        return answerOf(ask);
      },
      ['totals'],
    );
    expect(said).toBe('2 / 5\n');
    const nobody = await runWithout(['totals', '--profile-dir', join(tmpdir(), 'no-such-profile')]);
    expect(nobody).toMatchObject({ exit: EXIT.unreachable, out: '' });
    expect(nobody.said).toContain('Cuadra is not running');
    expect(await runWithout(['totals', '--month', 'x'])).toMatchObject({ exit: EXIT.wrong, out: '' });
    for (const code of PROGRAM_FAILURES) {
      const failed = await run(() => Promise.reject(new RpcError(code, 'DETAIL')), ['status']);
      expect(failed.out).toBe('');
      expect(failed.exit).toBeGreaterThan(0);
      expect(failed.said).toMatch(/\w.*\.\n$|: DETAIL\n$/);
    }
  });
});

describe('an answer', () => {
  it('is JSON with a version, exact decimals as text, counts as numbers', () => {
    expect(JSON.parse(writeAnswer(answerOf('totals'), 'json'))).toMatchObject({
      version: 1,
      ask: 'totals',
      evidence: { revision: 7, account: { name: 'Lumbre' } },
      rows: [
        { Canal: 'Mercado, «Austral»', rows: 2, Ventas: '12345678901234567890.10' },
        { rows: 1, Ventas: null },
      ],
      total: { Canal: null, rows: 3 },
      leftOut: 4,
    });
  });

  it('is CSV that a reader of others reads', () => {
    const { table } = answerOf('totals');
    expect(parse(writeAnswer(answerOf('totals'), 'csv'))).toEqual([
      table.columns.map(({ key }) => key),
      ...table.rows.map((row) => row.map((cell) => cell ?? '')),
    ]);
  });

  it('is a table whose texts do nothing to a terminal', () => {
    const text = writeAnswer(answerOf('totals'), 'table');
    expect(text).not.toContain('\u001b');
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines.at(-2)).toMatch(/3 {2}12345678901234567890\.10$/);
    expect(lines.at(-1)).toBe('… +4');
  });
});
