import type { ChangesQuery } from '#renderer/data/api/changes.ts';
import { UNKNOWN_FILE } from '#renderer/data/api/failures.ts';
import type { GroupsQuery } from '#renderer/data/api/groups.ts';
import type { PulledCalls } from '#renderer/data/api/pulled.ts';
import type { AskedRows } from '#renderer/data/engine/answers/asked-rows.ts';
import { explained } from '#renderer/data/engine/answers/explained.ts';
import { readGroups, readTotals } from '#renderer/data/engine/answers/figures.ts';
import { table } from '#renderer/data/engine/answers/lines.ts';
import { changesTable } from '#renderer/data/engine/changes/change-query.ts';
import { ordersSince } from '#renderer/data/files/check/orders-since.ts';
import { fileBytes } from '#renderer/data/files/file-bytes.ts';
import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { controlsOf } from '#renderer/data/files/proof/controls.ts';
import type { Task } from '#shared/base/tasks.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';
import { cellText } from '#shared/domain/sheet-table.ts';
import { changesOf } from './changes.ts';
import type { createOpenBackups } from './open-backups.ts';
import { type FiguresOfCopy, type OpenCopy, shownOf } from './open-copy.ts';
import type { OpenFileReader } from './reader/file-reader.ts';
import { checkAside, readIntakeAside, type TodayHere } from './reader/file-readings.ts';
import {
  type KnownTable,
  proofContent,
  type QueriedContent,
  queriedTable,
  tablesOf,
} from './tables-of-file.ts';

/** What is pulled of the open copy piece by piece. */

type Beside =
  | 'endFile'
  | 'endCheck'
  | 'endIntake'
  | 'endDataset'
  | 'endExplanation'
  | keyof ReturnType<typeof createOpenBackups>;

/** `need` throws where no copy is open. Long, for it lists who answers each. */
export function pulledFrom(
  need: () => OpenCopy,
  openReader: OpenFileReader,
): Omit<Handlers<PulledCalls>, Beside> {
  const answer = <T>(start: (rows: AskedRows) => Task<T>, of: FiguresOfCopy = shownOf): Promise<T> => {
    const copy = need();
    return of(copy) === copy.latest ? copy.answerLatest(undefined, start) : copy.answer(undefined, start);
  };
  const tableNow = async (content: QueriedContent, figures: FiguresOfCopy = shownOf): Promise<KnownTable> => {
    const copy = need();
    if (content.kind === 'changes') {
      const changes = await changesOf(copy, content.query);
      return { table: changesTable(changes, content.name), known: copy.latest.known() };
    }
    const tell = content.kind === 'rows' ? () => [] : await copy.tellIds();
    return answer(function* (rows) {
      // In one step with its last one: what is known is of these rows.
      const made = yield* queriedTable(rows, content, tell);
      return { table: made, known: figures(copy).known() };
    }, figures);
  };
  return {
    startFile: ({ content, format, isLatest = false }) => {
      const copy = need();
      const figures: FiguresOfCopy = isLatest ? ({ latest }) => latest : shownOf;
      const { files, pause, ledger } = copy;
      const make = async () => {
        const groups = (query: GroupsQuery) => answer((rows) => readGroups.task(rows, query));
        const tableOf = (queried: QueriedContent) => tableNow(queried, figures);
        const { tables, known } = await tablesOf(content, copy, { table: tableOf, groups });
        const asked = proofContent(content);
        const controls = controlsOf(asked, await ledger.reads.coverage());
        return { tables, proof: { account: ledger.accountId, content: asked, ...known, controls } };
      };
      return files.start(make, (tables, proof) => fileBytes(tables, format, proof, pause));
    },
    startDataset: async (start) => {
      const { datasets, scheduler, latest, ledger } = need();
      const readRows = () => scheduler.answer(undefined, () => rowsByMonth(latest.rows.store));
      return datasets.start(start, readRows, ledger.readUntil());
    },
    readDatasetChunk: ({ datasetId }) => need().datasets.next(datasetId),
    readDatasetEnd: ({ datasetId, written }) => need().datasets.ending(datasetId, written),
    readFileChunk: ({ fileId }) => need().files.next(fileId),
    startExplanation: async (query) => {
      const copy = need();
      // The log goes on while figures are frozen: it tells nothing of what was before them.
      const log = copy.frozen === null ? await copy.ledger.reads.changes() : null;
      const { rows } = shownOf(copy);
      return copy.explanations.start(rows.store, (tell) => explained(rows, query, { log, tell }));
    },
    readExplanation: async ({ explanationId }) => {
      const { ledger, explanations } = need();
      const next = await ledger.activity.during(() => explanations.next(explanationId));
      if (next === null) throw new BridgeError(UNKNOWN_FILE, 'There is no such explanation.');
      return next;
    },
    startCheck: ({ file, anyAccount }) => {
      const { checks, ledger } = need();
      const today: TodayHere = {
        account: ledger.accountId,
        anyAccount,
        table: async (content) => {
          const { table: made, known } = await tableNow({ name: '', ...content } as QueriedContent);
          return { table: made, readUntil: known.readUntil };
        },
        totals: ({ selection, sums }) => {
          const figures = shownOf(need());
          return answer(function* (asked) {
            const columns = Object.keys(sums);
            const { rows, sums: now } = yield* readTotals.task(asked, { selection, columns });
            return { rows, sums: now, readUntil: figures.known().readUntil };
          });
        },
        ordersSince: async (content, readUntil) =>
          ordersSince(content, readUntil, {
            changes: (query: ChangesQuery) => changesOf(need(), query),
            ordersOf: (selection) =>
              answer(function* (rows) {
                const columns = ['Canal', 'Cuenta', 'Orden'];
                const query = { selection, grouping: 'orders', sort: null, columns } as const;
                const orders = yield* rows.over(selection, (of) => table(of, query, ''));
                return orders.read(0, orders.lineCount).map(({ cells }) => cells.map(cellText));
              }),
          }),
      };
      return { checkId: checks.start(checkAside(openReader, file, today)) };
    },
    readCheck: ({ checkId }) => need().checks.next(checkId),
    startIntake: ({ file, ask }) => {
      const { intakes, statements } = need();
      return { intakeId: intakes.start(readIntakeAside(openReader, file, ask, statements.tools)) };
    },
    readIntake: ({ intakeId }) => need().intakes.next(intakeId),
  };
}
