import { expect, test } from 'vitest';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import { createStatements } from '#renderer/reconciliation/matching/worker/statements.ts';
import {
  type StatementPreview,
  UNKNOWN_READING,
} from '#renderer/reconciliation/statements/model/imported.ts';
import { createStatementLines } from '#renderer/reconciliation/statements/worker/statement-lines.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { freshAccount, open } from '#test/renderer/data/storage/real-ledger.ts';
import { storeOf } from '#test/renderer/reconciliation/matching/statement-world.ts';

const pause = async (): Promise<void> => undefined;
const FEE = '15-10-2026;COMISION MANTENCION;0;5000;';
const extractOf = (...lines: readonly string[]) =>
  new TextEncoder().encode(
    ['Fecha;Descripción;N° Documento;Cheques y otros cargos;Depósitos y Abono', ...lines].join('\n'),
  );
const NORTE = extractOf(
  '01-10-2026;ABONO A;1;;900',
  FEE,
  '20-10-2026;ABONO B;2;;700',
  '31-10-2026;PAGO;3;100;',
);
const SUR = extractOf(
  '02-10-2026;ABONO C;4;;300',
  FEE,
  '22-10-2026;ABONO D;5;;200',
  '31-10-2026;PAGO E;6;50;',
);

async function openStatements() {
  const ledger = await open(freshAccount());
  const store = storeOf([]);
  const statements = createStatements({
    ledger,
    store: () => store,
    answer: async (_, start) => atOnce(start(store)),
    answerWhenIdle: async (start) => atOnce(start(store)),
    readCorrelationIds: async () => () => [],
    pause,
    nowMs: () => Date.parse('2026-11-20T12:00:00Z'),
  });
  async function read(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<StatementPreview> {
    const ask = { kind: 'statement', sheet: null, mapping: null, name } as const;
    const steps = readIntake(new Blob([bytes]), ask, { pause, now: () => 0, statements: statements.tools });
    for (;;) {
      const { value } = await steps.next();
      if (value.kind === 'done' && value.answer.kind === 'statement') return value.answer.statement;
      if (value.kind !== 'running') throw new Error(JSON.stringify(value));
    }
  }
  const keep = ({ readingId }: StatementPreview, name: string, bankAccount?: number) =>
    statements.confirmStatement({ readingId, name, owner: 'Ana', bankAccount });
  return { ledger, read, keep, matches: statements.readMatches };
}

test('of two accounts of a bank every movement counts, and what was said once is kept', async () => {
  const { ledger, read, keep } = await openStatements();
  const first = await read(NORTE, 'norte.csv');
  expect([first.kind, first.bank]).toEqual(['bank', undefined]);
  await keep(first, 'norte.csv');
  const second = await read(SUR, 'sur.csv');
  expect(second.bank).toEqual({ account: null, known: [{ account: 1, name: 'norte.csv' }] });
  await keep(second, 'sur.csv', 2);
  const own = await createStatementLines(ledger.statements, pause).ownLines(ledger.statements.list());
  expect(own.lines).toHaveLength(8);
  expect(own.statements.map(({ bankAccount, fresh }) => [bankAccount, fresh])).toEqual([
    [2, 4],
    [undefined, 4],
  ]);

  // The same file again is of the account that was said, and takes the place of what it was.
  const again = await read(SUR, 'sur (1).csv');
  expect(again.bank?.account).toBe(2);
  expect(again.overlap).toMatchObject({ fresh: 0, shared: [{ name: 'sur.csv', isSame: true }] });
  await keep(again, 'sur (1).csv');
  expect(ledger.statements.list().map(({ bankAccount }) => bankAccount)).toEqual([2, undefined]);

  // One reading is stored once; accounts are told in their own order, each by its newest name.
  await expect(keep(again, 'sur (1).csv')).rejects.toMatchObject({ code: UNKNOWN_READING });
  await keep(await read(NORTE, 'norte (1).csv'), 'norte (1).csv');
  expect((await read(SUR, 'sur.csv')).bank?.known).toEqual([
    { account: 1, name: 'norte (1).csv' },
    { account: 2, name: 'sur (1).csv' },
  ]);
});

type Movement = readonly [day: string, net: number, balance: number];

test('matches are of the newest statement that is no bank’s, unless an extract is asked for', async () => {
  const { ledger, read, keep, matches } = await openStatements();
  const preview = await read(NORTE, 'norte.csv');
  await keep(preview, 'norte.csv');
  const tolerance = { absolute: '0' as Decimal, percent: '0' as Decimal };
  const asked = async (statementIds: readonly string[] | null) => {
    const query = { statementIds, tolerance, states: [], sort: null, search: '', offset: 0, limit: 9 };
    return (await matches(query)).statements.map(({ name }) => name);
  };
  expect(await asked(null)).toEqual([]);
  expect(await asked(ledger.statements.list().map(({ id }) => id))).toEqual(['norte.csv']);
});

test('an extract that carries on the balance of another within some weeks is of its account', async () => {
  const { ledger, read, keep } = await openStatements();
  const balanced = (...lines: readonly Movement[]) =>
    new TextEncoder().encode(
      [
        'Fecha;Sucursal;Descripción;N° Documento;Cheques y otros cargos;Depósitos y Abono;Saldo diario',
        ...lines.map(([day, net, balance]) => `${day}-2026;Central;Abono ${net};${net};;${net};${balance}`),
      ].join('\n'),
    );
  const accountOf = async (...lines: readonly Movement[]) =>
    (await read(balanced(...lines), '')).bank?.account;
  const keepOf = async (account: number, ...lines: readonly Movement[]) =>
    keep(await read(balanced(...lines), `${account}.csv`), `${account}.csv`, account);
  await keepOf(1, ['01-06', 100, 1_100], ['15-06', 200, 1_300], ['30-06', 300, 1_600]);
  await keepOf(2, ['01-06', 110, 7_110], ['15-06', 210, 7_320], ['30-06', 310, 7_630]);
  expect(ledger.statements.list().map(({ bankAccount }) => bankAccount)).toEqual([2, undefined]);
  expect(await accountOf(['05-07', 50, 7_680], ['20-07', 60, 7_740])).toBe(2);
  expect(await accountOf(['05-07', 50, 1_650], ['20-07', 60, 1_710])).toBe(1);
  // Before it as well; of what lies two months apart nothing is known.
  expect(await accountOf(['03-05', 50, 6_950], ['20-05', 50, 7_000])).toBe(2);
  expect(await accountOf(['14-08', 50, 7_680])).toBe(2);
  expect(await accountOf(['15-08', 50, 7_680])).toBeNull();
  expect(await accountOf(['17-04', 50, 7_000])).toBe(2);
  expect(await accountOf(['16-04', 50, 7_000])).toBeNull();
});
