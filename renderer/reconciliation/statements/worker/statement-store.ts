import { z } from 'zod';
import type { Annotation, AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { cutBytes, joinBytes } from '#renderer/data/storage/database/bytes.ts';
import type { LedgerDatabase, StatementRecord } from '#renderer/data/storage/database/database.ts';
import type { Ledger } from '#renderer/data/storage/ledger.ts';
import { type Packed, packTexts, unpackTexts } from '#renderer/data/storage/packed.ts';
import { CHECK_STATES } from '#renderer/reconciliation/statements/model/check-state.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementLine } from '#renderer/reconciliation/statements/model/statement.ts';
import { STATEMENT_KINDS } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import type { Pause } from '#shared/base/tasks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';

/**
 * Imported statements: a record of what each is, in memory, and its lines beside it, compressed, read when they are asked
 * for.
 */

const decimal = z.string().transform((text) => text as Decimal);
const day = z.string().transform((text) => text as LocalDate);
const recordSchema = z.object({
  id: z.string(),
  name: z.string(),
  digest: z.string().optional(),
  kind: z.enum(STATEMENT_KINDS),
  layout: z.string().nullable(),
  lines: z.int().min(0),
  fresh: z.int().min(0),
  days: z.object({ from: day, to: day }).nullable(),
  nets: z.array(z.object({ currency: z.string(), net: decimal })),
  accounts: z.array(z.object({ canal: z.string(), cuenta: z.string(), orders: z.int() })),
  account: z.object({ Canal: z.string(), Cuenta: z.string() }).nullish(),
  bankAccount: z.int().min(2).optional(),
  proof: z.object({
    state: z.enum(CHECK_STATES),
    gap: decimal,
    covered: z.int().min(0).optional(),
    doubts: z.int().min(0).optional(),
  }),
  said: z.object({ movements: z.int().min(0), leftOut: z.int().min(0) }).optional(),
  importedAtMs: z.number(),
  owner: z.string(),
  checksum: z.string(),
  isDeleted: z.boolean(),
});

export type StatementStore = ReturnType<typeof createStatementStore>;

/** A ledger with the statements that lie in it. */
export type LedgerWithStatements = Ledger & { readonly statements: StatementStore };

type Kept = Pick<Ledger, 'storage' | 'annotations'>;

/** The records written for a statement. */
export type WrittenStatement = {
  readonly head: ImportedStatement;
  readonly packed: Packed;
  /** The very same file, imported before. */
  readonly replaces: string | null;
  /** The user's mapping of its columns. */
  readonly mapping: { readonly key: string; readonly value: Annotation<'statement-mapping'> } | null;
  /** The user's answers about its rows. */
  readonly rows?: Omit<AnnotationChanges<'statement-row'>, 'kind'>;
};

const NO_ROWS = { puts: [], deletes: [] };

/** An imported statement as it is stored. `isDeleted`: it was taken out, and can still be brought back. */
type StoredStatement = ImportedStatement & { readonly checksum: string; readonly isDeleted: boolean };

const isReadable = (record: StatementRecord): record is StoredStatement =>
  recordSchema.safeParse(record).success;

/** The statements of an open ledger. Records that this version cannot read are passed over, and stay. */
export async function openStatements(ledger: Kept): Promise<StatementStore> {
  const records = await ledger.storage.database.statements.toArray();
  return createStatementStore(ledger, records.filter(isReadable));
}

/** Statements as they lie in storage, and their records in memory. Long, for its calls share both. */
function createStatementStore(
  { storage: { database, access }, annotations }: Kept,
  stored: readonly StoredStatement[],
) {
  const { inTurn, write, follow, backups } = access;
  let records = new Map(stored.map((record) => [record.id, record]));
  let revision = 0;
  const become = (next: Map<string, StoredStatement>): void => {
    records = next;
    revision += 1;
  };
  const remove = async (ids: readonly string[]): Promise<void> => {
    await database.statements.bulkDelete([...ids]);
    for (const id of ids) await chunksOf(database, id).delete();
  };
  /**
   * A deleted statement can be brought back until another one is deleted; it is there as long as a backup may be
   * reading it.
   */
  const deletedOnes = (): readonly string[] =>
    backups.isIdle() ? [...records.values()].filter(({ isDeleted }) => isDeleted).map(({ id }) => id) : [];
  const mark = (id: string, isDeleted: boolean): Promise<void> =>
    inTurn(async () => {
      const record = records.get(id);
      if (record === undefined || record.isDeleted === isDeleted) return;
      const marked = { ...record, isDeleted };
      const gone = isDeleted ? deletedOnes() : [];
      await write(async () => {
        await remove(gone);
        await database.statements.put(marked);
      });
      follow(() => become(without(records, gone).set(id, marked)));
    });
  return {
    /** Raised by every write. */
    revision: () => revision,
    /** Newest first. */
    list: (): readonly ImportedStatement[] =>
      [...records.values()]
        .filter(({ isDeleted }) => !isDeleted)
        // A statement stored before there were digests is identified by its own name.
        .map(
          ({ checksum: _, isDeleted: __, ...head }): ImportedStatement => ({
            ...head,
            digest: head.digest ?? head.id,
          }),
        )
        .sort((one, other) => other.importedAtMs - one.importedAtMs),
    /** Writes a statement with all of its lines, or nothing. */
    put: ({ head, packed, replaces, mapping, rows = NO_ROWS }: WrittenStatement): Promise<void> =>
      inTurn(async () => {
        const replaced = records.get(replaces ?? '');
        const isReplacedNow = replaced !== undefined && backups.isIdle();
        const gone = [...deletedOnes(), ...(isReplacedNow ? [replaced.id] : [])];
        const left = replaced === undefined || isReplacedNow ? null : { ...replaced, isDeleted: true };
        const record: StoredStatement = { ...head, checksum: packed.checksum, isDeleted: false };
        await write(async () => {
          await remove(gone);
          if (left !== null) await database.statements.put(left);
          await database.statements.add(record);
          await database.statementLines.bulkAdd(
            cutBytes(packed.bytes).map((bytes, index) => ({ statement: head.id, index, bytes })),
          );
          if (mapping !== null) await database.annotations.put({ kind: 'statement-mapping', ...mapping });
          await database.annotations.bulkPut(rows.puts.map((put) => ({ kind: 'statement-row', ...put })));
          await database.annotations.bulkDelete(rows.deletes.map((key) => ['statement-row', key]));
        });
        follow(() => {
          const next = without(records, gone).set(head.id, record);
          become(left === null ? next : next.set(left.id, left));
          if (mapping !== null) {
            annotations.apply({ kind: 'statement-mapping', puts: [mapping], deletes: [] });
          }
          if (rows.puts.length + rows.deletes.length > 0)
            annotations.apply({ kind: 'statement-row', ...rows });
        });
      }),
    setAccount: (id: string, account: ImportedStatement['account']): Promise<void> =>
      inTurn(async () => {
        const record = records.get(id);
        if (record === undefined) return;
        const said = { ...record, account };
        await write(async () => {
          await database.statements.put(said);
        });
        follow(() => become(new Map(records).set(id, said)));
      }),
    remove: (id: string) => mark(id, true),
    restore: (id: string) => mark(id, false),
    /** The lines of a statement. Throws CorruptLedgerError where what is stored is not what was written. */
    async lines(id: string, pause: Pause): Promise<readonly StatementLine[]> {
      const chunks = await inTurn(() => chunksOf(database, id).toArray());
      const bytes = joinBytes(chunks.map((chunk) => chunk.bytes));
      const texts = unpackTexts(bytes, records.get(id)?.checksum, 'The lines of a statement cannot be read.');
      return readLines(texts, pause);
    },
  };
}

function without(records: ReadonlyMap<string, StoredStatement>, gone: readonly string[]) {
  const kept = new Map(records);
  for (const id of gone) kept.delete(id);
  return kept;
}

const LINES_AT_ONCE = 2000;

/** Lines as a line of JSON each. */
export function packLines(lines: readonly StatementLine[], pause: Pause): Promise<Packed> {
  function* texts(): Generator<string> {
    for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
      const some = lines.slice(from, from + LINES_AT_ONCE);
      yield some.map((line) => `${JSON.stringify(line)}\n`).join('');
    }
  }
  return packTexts(texts(), pause);
}

async function readLines(texts: AsyncIterable<string>, pause: Pause): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  let rest = '';
  for await (const text of texts) {
    const whole = `${rest}${text}`.split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) lines.push(JSON.parse(line) as StatementLine);
    await pause();
  }
  return lines;
}

function chunksOf(database: LedgerDatabase, statement: string) {
  return database.statementLines
    .where('[statement+index]')
    .between([statement, 0], [statement, Number.POSITIVE_INFINITY]);
}
