import { sum } from 'es-toolkit/math';
import { readGroups } from '#renderer/data/engine/answers/figures.ts';
import type { QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import { changesTable } from '#renderer/data/engine/changes/change-query.ts';
import { controlsOf } from '#renderer/data/files/evidence/controls.ts';
import { fileBytes } from '#renderer/data/files/file-bytes.ts';
import type { GroupsQuery } from '#renderer/data/model/groups.ts';
import type { Table } from '#renderer/data/model/sheet-table.ts';
import type { FileOrder, FilePiece } from '#renderer/data/model/table-files.ts';
import { stream } from '#renderer/data/questions/stream.ts';
import type { Task } from '#shared/base/tasks.ts';
import { changesOf } from './changes.ts';
import { type FiguresOfCopy, type OpenCopy, shownOf } from './open-copy.ts';
import {
  evidenceContent,
  type KnownTable,
  type QueriedContent,
  queriedTable,
  tablesOf,
} from './tables-of-file.ts';

/** Answers over the rows that are shown then, or over the newest. */
export const answerOf = <T>(
  copy: OpenCopy,
  start: (rows: QueriedRows) => Task<T>,
  of: FiguresOfCopy = shownOf,
): Promise<T> =>
  of(copy) === copy.latest ? copy.answerLatest(undefined, start) : copy.answer(undefined, start);

/** The table of a query as it is now, with what is known of its rows. */
export async function tableNow(
  copy: OpenCopy,
  content: QueriedContent,
  figures: FiguresOfCopy = shownOf,
): Promise<KnownTable> {
  if (content.kind === 'changes') {
    const changes = await changesOf(copy, content.query);
    const { rows, known } = copy.latest;
    return { table: changesTable(changes, content.name), known: known(), revision: rows.store.revision };
  }
  const idsOf = content.kind === 'rows' ? () => [] : await copy.readCorrelationIds();
  return answerOf(
    copy,
    function* (rows) {
      // In one step with its last one: what is known is of these rows.
      const table = yield* queriedTable(rows, content, idsOf);
      return { table, known: figures(copy).known(), revision: rows.store.revision };
    },
    figures,
  );
}

/**
 * A file of the rows as they are when it begins, whatever is committed meanwhile: rows keep their numbers, and what would give
 * them others (compaction) waits until it is over.
 */
export const exportTable = stream(
  'exportTable',
  async function* (
    copy: OpenCopy,
    { content, format, isLatest = false }: FileOrder,
  ): AsyncGenerator<FilePiece, null> {
    const figures: FiguresOfCopy = isLatest ? ({ latest }) => latest : shownOf;
    const { pause, ledger } = copy;
    // From before the tables are made: the numbers of their rows must be the same afterwards.
    const release = ledger.activity.begin();
    let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
    try {
      const { tables, known, revision } = await tablesOf(content, copy, {
        table: (queried) => tableNow(copy, queried, figures),
        groups: (query: GroupsQuery) => answerOf(copy, (rows) => readGroups.task(rows, query)),
      });
      const asked = evidenceContent(content);
      const controls = controlsOf(asked, await ledger.reads.coverage());
      const proof = { account: ledger.accountId, content: asked, ...known, controls };
      yield { kind: 'begun', lines: sum(tables.map(({ lineCount }) => lineCount)), revision };
      const { counted, linesDone } = countedTables(tables);
      reader = fileBytes(counted, format, proof, pause).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return null;
        yield { kind: 'chunk', bytes: value, linesDone: linesDone() };
      }
    } finally {
      release();
      await reader?.cancel().catch(() => undefined);
    }
  },
);

/** Tables that count the lines that were read of them. */
function countedTables(tables: readonly Table[]) {
  const done = tables.map(() => 0);
  const counted = tables.map(
    (table, at): Table => ({
      ...table,
      read: (offset, limit) => {
        done[at] = Math.max(done[at] ?? 0, Math.min(offset + limit, table.lineCount));
        return table.read(offset, limit);
      },
    }),
  );
  return { counted, linesDone: () => sum(done) };
}
