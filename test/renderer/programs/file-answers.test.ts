import { afterEach, expect, test, vi } from 'vitest';
import type { ExportCheck } from '#renderer/data/model/export-check.ts';
import type { DataStreams } from '#renderer/data/worker/questions.ts';
import { answerQuestion } from '#renderer/programs/answer-programs.ts';
import type { AskedFile } from '#renderer/programs/check.ts';
import type { AskedDataset } from '#renderer/programs/dataset.ts';
import type { AskedExport } from '#renderer/programs/export.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import type { ProgramQuestion } from '#shared/contract/program-questions.ts';
import { pullStreams, serveStreams } from '#shared/contract/streams.ts';
import type { Month, UtcInstant } from '#shared/domain/dates.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { edited } from '#test/renderer/data/files/edited-workbook.ts';
import { readWorkbook } from '#test/renderer/data/files/workbook-file.ts';
import { streamsOf } from '#test/renderer/data/worker/pull-file.ts';
import { copyAnswering, linesOf, openAskedCopy, sale } from './asked-copy.ts';

/** Files that programs ask for and have checked, over the data worker; the host's end is played. */

const ROWS = [
  sale(['O-1', '2026-03-02', 1000, 200, 300]),
  sale(['O-2', '2026-03-10', 400.5, 100, null]),
  sale(['O-3', '2026-03-31', 50, 5, 10], { Canal: 'Otro' }),
];
const MARCH = '2026-03' as Month;
type Streams = Pick<AppStreams, 'askedExport' | 'askedFile' | 'askedDataset'>;

/** A host that keeps what is written, and reads out a file in parts of so many bytes. */
function playHost(file: Uint8Array = new Uint8Array(), partBytes = 1000) {
  const written: { id: string; fileName: string; bytes: Buffer }[] = [];
  const laid: unknown[] = [];
  const { calls } = serveStreams<Streams>({
    async *askedExport({ id, fileName }) {
      const chunks: Uint8Array[] = [];
      for (let fed = yield null; fed.kind === 'chunk'; fed = yield null) chunks.push(fed.bytes);
      written.push({ id, fileName, bytes: Buffer.concat(chunks) });
      return { kind: 'file', path: `/reports/${fileName}` };
    },
    async *askedDataset({ id, accountId }) {
      const paths: string[] = [];
      let fed = yield { kind: 'begun', manifest: 'm', files: [{ path: 'a.parquet', bytes: 3 }] } as never;
      for (; fed.kind !== 'end'; ) {
        if (fed.kind === 'chunk') paths.push(fed.path);
        fed = yield fed.kind === 'chunk'
          ? { kind: 'taken' }
          : { kind: 'written', files: paths.map((path) => ({ path, bytes: 1 })) as never };
      }
      laid.push({ id, accountId, paths, kept: fed.kept });
      return { path: '/lago' };
    },
    async *askedFile() {
      for (let at = 0; at < file.length; at += partBytes)
        yield Buffer.from(file.subarray(at, at + partBytes)).toString('base64');
      return null;
    },
  });
  return { main: pullStreams<Streams>(calls), written, laid };
}

type Host = ReturnType<typeof playHost>;
type Page = AskedFile & AskedExport & AskedDataset;
async function openPage() {
  const page = await openAskedCopy(ROWS);
  const steps: (readonly [done: number, of: number])[] = [];
  const askOf = (
    question: ProgramQuestion,
    { main }: Pick<Host, 'main'>,
    copy = page.copy,
    data: Page['data'] = streamsOf(page.service),
  ) => {
    const progress = (done: number, of: number): void => void steps.push([done, of]);
    const knownUntil = '2026-04-02T11:30:00.000Z' as UtcInstant;
    const file: Page = {
      ...{ id: 'q-1', main, data, knownUntil, progress },
    };
    return answerQuestion(question, copy, null as never, file);
  };
  return { ...page, steps, askOf };
}
const TO_CSV = { ask: 'export', form: 'csv', folder: 'reports', columns: ['Orden', 'Ventas'] } as const;

afterEach(() => void vi.unstubAllGlobals());

test('the table is written as it was asked for, under the name that the screen gives it', async () => {
  const { askOf, steps } = await openPage();
  const host = playHost();
  const answer = await askOf(TO_CSV, host);
  const [file] = host.written;
  expect(file?.id).toBe('q-1');
  // The mark is of what its words do not tell: the accounts in pesos.
  expect(file?.fileName).toMatch(/^cuadra-cafe-nandu_ordenes-[0-9a-v]{8}-exacto-clp\.csv$/);
  expect(file?.bytes.toString()).toMatch(/^"Orden","Ventas"\r\n"O-2",400\.50?\r\n"O-1",1000\.?0*\r\n$/);
  expect(answer.table.columns).toEqual([
    { key: 'path', kind: 'text' },
    { key: 'lines', kind: 'count' },
  ]);
  expect(answer.table.rows).toEqual([[`/reports/${file?.fileName}`, '2']]);
  expect(answer.evidence).toMatchObject({ currency: 'CLP', rows: 2, orders: 2 });
  expect([steps[0], steps.at(-1)]).toEqual([
    [0, 2],
    [2, 2],
  ]);
});

test('what is committed before its file begins is in the file and in its evidence alike: a line each order', async () => {
  const { askOf, service, reread } = await openPage();
  const data = streamsOf(service);
  let committed: Promise<void> | null = null;
  const files = { begun: 0, closed: 0 };
  const committing: Page['data'] = {
    ...data,
    exportTable: (asked) => {
      const { next, cancel } = data.exportTable(asked);
      const more = [sale(['O-4', '2026-03-20', 70, 7, 10]), sale(['O-4', '2026-03-20', 30, 3, 5])];
      committed ??= reread([...ROWS, ...more]);
      const before = committed;
      files.begun += 1;
      const close = () => {
        files.closed += 1;
        return cancel();
      };
      return { next: () => before.then(() => next()), cancel: close };
    },
  };
  const host = playHost();
  const answer = await askOf(TO_CSV, host, undefined, committing);
  // One that is begun anew lets go of the rows of the first.
  expect([files.begun > 1, files.closed]).toEqual([true, files.begun]);
  expect(host.written[0]?.bytes.toString().match(/O-\d/g)).toEqual(['O-4', 'O-2', 'O-1']);
  expect(answer.table.rows.map(([, lines]) => lines)).toEqual(['3']);
  const { revision } = await service.readFacts(null);
  expect(answer.evidence).toMatchObject({ revision, rows: 4, orders: 3 });
});

test('a workbook has the user’s words and what its figures are of; single rows are called so', async () => {
  const preferences = JSON.stringify({ language: 'pt' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'cuadra.preferences' ? preferences : null),
  });
  const { askOf, copy, service } = await openPage();
  await service.closeMonth({ month: MARCH, owner: 'Ana', note: '', ownCosts: [] });
  const host = playHost();
  const facts = { ...copy.facts, readUntil: '2026-04-01T10:00:00.000Z' as UtcInstant };
  const filters = [{ column: 'Canal', values: ['Otro'] }];
  const workbook = { ...TO_CSV, form: 'xlsx', grouping: 'rows', currency: 'USD', filters } as const;
  const answer = await askOf({ ...workbook, period: { month: MARCH } }, host, { ...copy, facts });
  const [file] = host.written;
  expect(file?.fileName).toMatch(
    /^cuadra-cafe-nandu_linhas-compra-2026-03-01-2026-03-31-otro-[0-9a-v]{8}-usd\.xlsx$/,
  );
  expect(answer.evidence).toMatchObject({ currency: 'USD', rows: 1, orders: 1 });
  const cells = (await readWorkbook(file?.bytes ?? Buffer.alloc(0))).flatMap(({ rows }) => rows.flat());
  const evidence = cells.find((cell) => typeof cell === 'string' && cell.startsWith('{"cuadra"'));
  const { facts: told } = JSON.parse(`${evidence}`) as { facts: { name: string; value: string }[] };
  expect(told.filter(({ name }) => name !== 'Gravado').map(({ name, value }) => `${name}: ${value}`)).toEqual(
    [
      'Conta: Café Ñandú',
      'Moeda: USD',
      'Período: 1–31 mar 2026 · Data da compra',
      'Fuso horário: hora local do canal',
      'Filtros: Canal: Otro',
      'Lido até: 01/04/2026 10:00:00 UTC',
      'Alterações conhecidas até: 02/04/2026 11:30:00 UTC',
      expect.stringMatching(/^Meses fechados: Março de 2026: .* por Ana · Rentabilidad Total 35/),
      'Versão do Cuadra: 9.8.7',
    ],
  );
});

test('a workbook is checked part by part: as it was written, altered, or of rows that are others by now', async () => {
  const { askOf, copy, service, reread } = await openPage();
  const host = playHost();
  const workbook = { ...TO_CSV, form: 'xlsx', currency: 'USD' } as const;
  await askOf(workbook, host);
  await askOf({ ...workbook, columns: ['Canal', 'Cuenta', 'Orden', 'Ventas'] }, host);
  const bytes = host.written[0]?.bytes ?? Buffer.alloc(0);
  const check = { ask: 'check', path: 'ordenes.xlsx' } as const;
  const same = await askOf(check, playHost(bytes));
  expect(same.agrees).toBe(true);
  expect(same.table.columns).toEqual([
    ...['about', 'state', 'name', 'cell', 'before', 'now'].map((key) => ({ key, kind: 'text' })),
    { key: 'difference', kind: 'decimal' },
    { key: 'count', kind: 'count' },
  ]);
  const nothing = {
    name: null,
    state: null,
    cell: null,
    before: null,
    now: null,
    difference: null,
    count: null,
  };
  expect(linesOf(same)).toEqual([
    { ...nothing, about: 'file', state: 'as-written', count: '1' },
    { ...nothing, about: 'today', state: 'same' },
    { ...nothing, about: 'measure', name: 'Ventas', before: '50.0', now: '50.0', difference: '0' },
  ]);
  // What it rests on is the file's own selection, and the currency of that.
  expect(same.evidence).toMatchObject({
    ...{ currency: 'USD', rows: 1, orders: 1, revision: copy.facts.revision },
    selection: { scope: { accounts: [{ Canal: 'Otro', Cuenta: 'Principal' }], isExcluded: false } },
  });

  const heading = await edited(bytes, /sheet1\.xml$/, 'Ventas</t>', 'Otras</t>');
  const altered = await askOf(check, playHost(heading));
  expect(altered.agrees).toBe(false);
  expect(linesOf(altered).slice(0, 3)).toEqual([
    { ...nothing, about: 'file', state: 'altered', count: '1' },
    { ...nothing, about: 'today', state: 'same' },
    {
      ...{ ...nothing, about: 'alteration', state: 'heading', cell: expect.stringMatching(/B3$/) },
      ...{ name: expect.any(String), before: 'Ventas', now: 'Otras', count: '1' },
    },
  ]);
  const account = { ...copy.account, currencies: { main: 'CLP', own: [] } };
  // No currency of the account has these accounts alone.
  expect((await askOf(check, playHost(bytes), { ...copy, account })).evidence.currency).toBeNull();

  await reread([...ROWS.slice(0, 2), sale(['O-3', '2026-03-31', 60.5, 5, 10], { Canal: 'Otro' })]);
  const facts = await service.readFacts(null);
  const moved = await askOf(check, playHost(bytes), { ...copy, facts });
  expect(moved.agrees).toBe(false);
  expect(moved.evidence.revision).toBe(facts.revision);
  expect(linesOf(moved)).toEqual([
    { ...nothing, about: 'file', state: 'as-written', count: '1' },
    { ...nothing, about: 'today', state: 'changed' },
    { ...nothing, about: 'measure', name: 'Ventas', before: '50.0', now: '60.5', difference: '10.5' },
    { ...nothing, about: 'order', state: 'changed', name: 'O-3' },
  ]);
  const named = await askOf(check, playHost(host.written[1]?.bytes), { ...copy, facts });
  expect(linesOf(named).at(-1)).toMatchObject({ about: 'order', name: 'Otro · Principal · O-3' });
});

test('what is no workbook of ours, given up, or of another account is refused or said', async () => {
  const { askOf, copy } = await openPage();
  const check = { ask: 'check', path: 'x.xlsx' } as const;
  await expect(askOf(check, playHost(Buffer.from('no workbook')))).rejects.toMatchObject({
    ...{ code: 'file-refused', message: 'not-workbook' },
  });
  for (const question of [check, TO_CSV])
    await expect(askOf({ ...question, account: 'Otra' }, playHost())).rejects.toMatchObject({
      code: 'other-account-open',
    });
  await expect(
    askOf(TO_CSV, playHost(), { ...copy, facts: { ...copy.facts, rows: 0 } }),
  ).rejects.toMatchObject({
    code: 'no-rows-yet',
  });
});

test('how far a check is, is told as it goes; of what was asked elsewhere it says why it is held against nothing', async () => {
  const file = { rows: 5, altered: [], savedBy: 'Calc' };
  const played = async (more: Partial<ExportCheck>) => {
    const asked: { readonly file: Blob; readonly anyAccount: boolean }[] = [];
    const { calls } = serveStreams<Pick<DataStreams, 'checkWorkbook'>>({
      async *checkWorkbook(input) {
        asked.push(input);
        yield { kind: 'running', phase: 'file', done: 0, rows: 5 };
        yield { kind: 'running', phase: 'today', done: 3, rows: 5 };
        const check = {
          file,
          selection: null,
          isOtherAccount: false,
          today: null,
          ...more,
        } as unknown as ExportCheck;
        return { kind: 'done', check };
      },
    });
    const steps: unknown[] = [];
    const progress = (done: number, of: number): void => void steps.push([done, of]);
    const { main } = playHost(Buffer.from('abc'), 2);
    const data = pullStreams<Pick<DataStreams, 'checkWorkbook'>>(calls);
    const copy = copyAnswering({ readTotals: async () => ({ revision: 7, rows: 30, orders: 20 }) });
    const end = { id: 'q-1', main, data, progress } as unknown as AskedFile & AskedExport & AskedDataset;
    const answer = await answerQuestion({ ask: 'check', path: 'mes.xlsx' }, copy, null as never, end);
    return { answer, steps, asked };
  };
  const { answer, steps, asked } = await played({});
  expect(steps).toEqual([
    [0, 5],
    [3, 5],
  ]);
  expect(asked.map(({ anyAccount, file: own }) => [anyAccount, (own as File).name])).toEqual([
    [false, 'mes.xlsx'],
  ]);
  expect(await asked[0]?.file.text()).toBe('abc');
  expect(answer.agrees).toBe(false);
  expect(linesOf(answer)).toMatchObject([
    { about: 'file', state: 'as-written', name: 'Calc', count: '5' },
    { about: 'today', state: 'not-asked' },
  ]);
  expect(answer.evidence).toMatchObject({ selection: EVERYTHING, rows: 5, orders: 20, currency: null });
  const altered = {
    table: 'Filas',
    name: 'Ventas',
    kind: 'value',
    cell: 'B4',
    recorded: '1',
    found: '2',
    count: 3,
  };
  const told = await played({ file: { ...file, altered: [altered] } as unknown as ExportCheck['file'] });
  expect(linesOf(told.answer)[2]).toMatchObject({
    ...{
      about: 'alteration',
      state: 'value',
      name: 'Filas: Ventas',
      cell: 'B4',
      before: '1',
      now: '2',
      count: '3',
    },
  });
  const other = await played({ isOtherAccount: true });
  expect(linesOf(other.answer)[1]).toMatchObject({ about: 'today', state: 'other-account' });
});

test('the tables for engines are told by their folder, their rows and all their files: written, made and kept', async () => {
  const asked: unknown[] = [];
  const fed: unknown[] = [];
  const of = { rows: 9, orders: 4, revision: 12, readUntil: '2026-04-03T08:00:00.000Z' };
  const chunk = (path: string, rowsDone: number) =>
    ({ kind: 'chunk', path, bytes: new Uint8Array(1), rowsDone }) as const;
  const { calls } = serveStreams<Pick<DataStreams, 'exportDataset'>>({
    async *exportDataset(input) {
      asked.push(input);
      yield { kind: 'begun', ...of };
      yield chunk('Mes=2026-03/filas.parquet', 5);
      yield chunk('Mes=2026-04/filas.parquet', 9);
      fed.push(yield { kind: 'complete' });
      return { files: [{ path: 'README.md', text: 'léeme' }], kept: ['a.parquet', 'b.parquet', 'c.parquet'] };
    },
  });
  const steps: unknown[] = [];
  const host = playHost();
  const page = {
    ...{ id: 'q-7', main: host.main, data: pullStreams<Pick<DataStreams, 'exportDataset'>>(calls) },
    progress: (done: number, of: number): void => void steps.push([done, of]),
  } as unknown as Page;
  const copy = copyAnswering({});
  const answer = await answerQuestion({ ask: 'dataset', folder: '/lago' }, copy, null as never, page);
  expect(linesOf(answer)).toEqual([{ path: '/lago', lines: '9', files: '6' }]);
  expect(answer.evidence).toMatchObject({ selection: null, currency: null, ...of });
  expect(steps).toEqual([
    [0, 9],
    [5, 9],
    [9, 9],
  ]);
  expect(asked).toMatchObject([
    {
      ...{ manifest: 'm', files: [{ path: 'a.parquet' }], account: copy.account.id, app: '9.8.7' },
      ...{ forPostgresql: false, tables: { views: expect.anything() } },
    },
  ]);
  expect(fed).toMatchObject([[{ path: 'Mes=2026-03/filas.parquet' }, { path: 'Mes=2026-04/filas.parquet' }]]);
  const paths = ['Mes=2026-03/filas.parquet', 'Mes=2026-04/filas.parquet', 'README.md'];
  const kept = ['a.parquet', 'b.parquet', 'c.parquet'];
  expect(host.laid).toEqual([{ id: 'q-7', accountId: copy.account.id, paths, kept }]);
});
