import type { ChangesQuery } from '#renderer/data/api/changes.ts';
import { UNKNOWN_FILE } from '#renderer/data/api/failures.ts';
import type { GroupsQuery } from '#renderer/data/api/groups.ts';
import type { DataCalls } from '#renderer/data/api.ts';
import type { TellIds } from '#renderer/data/engine/answers/proof.ts';
import {
  type ChangesAnswer,
  changesTable,
  orderHistory,
  queryChanges,
} from '#renderer/data/engine/changes/change-query.ts';
import { closedMonthFindings } from '#renderer/data/engine/exceptions/closed-month-findings.ts';
import { completenessFindings } from '#renderer/data/engine/exceptions/completeness-findings.ts';
import type { Queries } from '#renderer/data/engine/queries.ts';
import { ordersSince } from '#renderer/data/files/check/orders-since.ts';
import { fileBytes } from '#renderer/data/files/file-bytes.ts';
import { rowsByMonth } from '#renderer/data/files/parquet/dataset.ts';
import { controlsOf } from '#renderer/data/files/proof/controls.ts';
import { asLedgerFailure, UNKNOWN_LINE } from '#renderer/data/storage/database/failures.ts';
import type { Task } from '#shared/base/tasks.ts';
import { BridgeError, type Handlers } from '#shared/contract/rpc.ts';
import { exceptionsOf } from '#shared/domain/exceptions.ts';
import { orderKeyReader } from '#shared/domain/order-identity.ts';
import type { FailingRow } from '#shared/domain/row-proof.ts';
import { cellText } from '#shared/domain/sheet-table.ts';
import type { createOpenBackups } from './open-backups.ts';
import {
  type Figures,
  type FiguresOfCopy,
  factsOf,
  freeze,
  type OpenCopy,
  shownOf,
  tellerOf,
} from './open-copy.ts';
import type { OpenFileReader } from './reader/file-reader.ts';
import { checkAside, readIntakeAside, type TodayHere } from './reader/file-readings.ts';
import {
  type KnownTable,
  proofContent,
  type QueriedContent,
  queriedTable,
  tablesOf,
} from './tables-of-file.ts';

/** Questions about the open copy, and who answers each. */

type Lifecycle =
  | 'open'
  | 'takeOver'
  | 'close'
  | 'deleteCopy'
  | 'forgetSettings'
  | 'writeAnnotations'
  | 'closeMonth'
  | 'reopenMonth'
  | 'seeDrift'
  | 'takeAdjustment'
  | 'removeAdjustment'
  | 'confirmStatement'
  | 'setStatementAccount'
  | 'deleteStatement'
  | 'restoreStatement'
  | 'endFile'
  | 'endCheck'
  | 'endIntake'
  | 'endDataset'
  | 'endExplanation'
  | keyof ReturnType<typeof createOpenBackups>;

/** Lines with the answers that brought their orders. */
function withIds<
  L extends { readonly identity: FailingRow['identity'] },
  P extends { readonly lines: readonly L[] },
>(page: P & { readonly lines: readonly L[] }, tell: TellIds): P {
  return { ...page, lines: page.lines.map((line) => ({ ...line, correlationIds: tell(line.identity) })) };
}

/** Questions about the open copy; `need` throws where none is open. Long, for it lists who answers each. */
export function answersOf(
  need: () => OpenCopy,
  openReader: OpenFileReader,
): Omit<Handlers<DataCalls>, Lifecycle> {
  const answer = <T>(
    slot: string | undefined,
    start: (queries: Queries) => Task<T>,
    of: (copy: OpenCopy) => Figures = shownOf,
  ): Promise<T> => {
    const copy = need();
    const { queries } = of(copy);
    return copy.scheduler
      .answer(slot, () => start(queries))
      .catch((error: unknown) => {
        throw asLedgerFailure(error);
      });
  };
  const changesOf = async (query: ChangesQuery): Promise<ChangesAnswer> => {
    const { ledger, changes } = need();
    const index = await ledger.reads.changes();
    return changes.of(JSON.stringify(query), () => queryChanges(index, query));
  };
  /** The answers that brought an order as it is; the log goes on while figures are frozen, and tells nothing of them. */
  const idsTeller = async (): Promise<TellIds> => {
    const { frozen, ledger } = need();
    return frozen === null ? tellerOf(ledger) : () => [];
  };
  const dismissed = () => need().ledger.annotations.of('dismissed-anomaly');
  const tableNow = async (content: QueriedContent, figures: FiguresOfCopy = shownOf): Promise<KnownTable> => {
    const copy = need();
    if (content.kind === 'changes') {
      const changes = await changesOf(content.query);
      return { table: changesTable(changes, content.name), known: copy.latest.known() };
    }
    const tell = content.kind === 'rows' ? () => [] : await idsTeller();
    return answer(
      undefined,
      function* ({ slices }) {
        // In one slice with its last step: what is known is of these rows.
        const table = yield* queriedTable(slices, content, tell);
        return { table, known: figures(copy).known() };
      },
      figures,
    );
  };
  return {
    freeze: () => freeze(need()),
    release: () => {
      const copy = need();
      copy.frozen = null;
      return factsOf(copy);
    },
    readFacts: () => factsOf(need()),
    readTotals: ({ selection, columns, slot }) =>
      answer(slot, ({ slices }) => slices.totals(selection, columns)),
    readLatestTotals: ({ selection, columns, slot }) =>
      answer(
        slot,
        ({ slices }) => slices.totals(selection, columns),
        ({ latest }) => latest,
      ),
    readTableRows: ({ offset, limit, slot, ...query }) =>
      answer(slot, ({ slices }) => slices.lines(query, offset, limit)),
    readOrderRows: ({ lineId, ...query }) => {
      const page = shownOf(need()).queries.orderRows(query, lineId);
      if (page === null) throw new BridgeError(UNKNOWN_LINE, 'There is no such line.');
      return page;
    },
    readGroups: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.groups(query)),
    readBridge: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.bridge(query)),
    readValues: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.values(query)),
    readRowProof: ({ selection, slot }) => answer(slot, ({ slices }) => slices.rowProof(selection)),
    readFailureGroups: ({ selection, id, slot }) =>
      answer(slot, ({ slices }) => slices.failureGroups(selection, id)),
    readFailingRows: async ({ offset, limit, slot, ...query }) => {
      const page = await answer(slot, ({ slices }) => slices.failingRows(query, offset, limit));
      return withIds(page, await idsTeller());
    },
    readMissingCosts: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.missingCosts(query)),
    readRates: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.rates(query)),
    readRateDeviations: async ({ offset, limit, slot, ...query }) => {
      return withIds(
        await answer(slot, ({ slices }) => slices.rateDeviations(query, offset, limit)),
        await idsTeller(),
      );
    },
    readAnomalies: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.anomalies(query, dismissed())),
    readAnomalousOrders: async ({ offset, limit, slot, ...query }) => {
      const page = await answer(slot, ({ slices }) =>
        slices.anomalousOrders(query, dismissed(), offset, limit),
      );
      return withIds(page, await idsTeller());
    },
    readOwnCosts: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.ownCosts(query)),
    readUsedOwnCosts: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.usedOwnCosts(query)),
    readOwnCostTrial: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.ownCostTrial(query)),
    readExceptions: async ({ tolerance, slot, ...asked }) => {
      const copy = need();
      const { findings, ledger, closings, statements } = copy;
      const { scope } = asked;
      const { findings: ofRows, ...found } = await findings.read(() => {
        const dismissed = ledger.annotations.of('dismissed-anomaly');
        return shownOf(copy).queries.slices.findings({ ...asked, dismissed });
      }, slot);
      const ofStatements = await statements.findings({ scope, tolerance });
      const months = completenessFindings(await ledger.reads.coverage(), ledger.damage());
      const ofCloses = closedMonthFindings((await closings.readCloses(null)).months, scope);
      const all = [...months, ...ofCloses, ...ofStatements, ...ofRows];
      const records = ledger.annotations.of('exception');
      return { ...found, exceptions: exceptionsOf(all, records, scope) };
    },
    startFile: ({ content, format, isLatest = false }) => {
      const copy = need();
      const figures: FiguresOfCopy = isLatest ? ({ latest }) => latest : shownOf;
      const { files, pause, ledger } = copy;
      const make = async () => {
        const groups = (query: GroupsQuery) => answer(undefined, ({ slices }) => slices.groups(query));
        const table = (queried: QueriedContent) => tableNow(queried, figures);
        const { tables, known } = await tablesOf(content, copy, { table, groups });
        const asked = proofContent(content);
        const controls = controlsOf(asked, await ledger.reads.coverage());
        return { tables, proof: { account: ledger.accountId, content: asked, ...known, controls } };
      };
      return files.start(make, (tables, proof) => fileBytes(tables, format, proof, pause));
    },
    startDataset: async (start) => {
      const { datasets, scheduler, latest, ledger } = need();
      const readRows = () => scheduler.answer(undefined, () => rowsByMonth(latest.store));
      return datasets.start(start, readRows, ledger.readUntil());
    },
    readDatasetChunk: ({ datasetId }) => need().datasets.next(datasetId),
    readDatasetEnd: ({ datasetId, written }) => need().datasets.ending(datasetId, written),
    readFileChunk: ({ fileId }) => need().files.next(fileId),
    startExplanation: async (query) => {
      const copy = need();
      // The log goes on while figures are frozen: it tells nothing of what was before them.
      const log = copy.frozen === null ? await copy.ledger.reads.changes() : null;
      const { store, queries } = shownOf(copy);
      return copy.explanations.start(store, (tell) => queries.slices.explain(query, { log, tell }));
    },
    readExplanation: async ({ explanationId }) => {
      const { ledger, explanations } = need();
      const next = await ledger.activity.during(() => explanations.next(explanationId));
      if (next === null) throw new BridgeError(UNKNOWN_FILE, 'There is no such explanation.');
      return next;
    },
    readExplainedRows: ({ slot, ...query }) => answer(slot, ({ slices }) => slices.explainedRows(query)),
    startCheck: ({ file, anyAccount }) => {
      const { checks, ledger } = need();
      const today: TodayHere = {
        account: ledger.accountId,
        anyAccount,
        table: async (content) => {
          const { table, known } = await tableNow({ name: '', ...content } as QueriedContent);
          return { table, readUntil: known.readUntil };
        },
        totals: ({ selection, sums }) => {
          const figures = shownOf(need());
          return answer(undefined, function* ({ slices }) {
            const { rows, sums: now } = yield* slices.totals(selection, Object.keys(sums));
            return { rows, sums: now, readUntil: figures.known().readUntil };
          });
        },
        ordersSince: async (content, readUntil) =>
          ordersSince(content, readUntil, {
            changes: changesOf,
            ordersOf: (selection) =>
              answer(undefined, function* ({ slices }) {
                const columns = ['Canal', 'Cuenta', 'Orden'];
                const query = { selection, grouping: 'orders', sort: null, columns } as const;
                const table = yield* slices.table(query, '');
                return table.read(0, table.lineCount).map(({ cells }) => cells.map(cellText));
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
    readStatements: () => need().statements.calls.readStatements(null),
    readMatches: (query) => need().statements.calls.readMatches(query),
    readSettlements: (query) => need().statements.calls.readSettlements(query),
    readReleases: (query) => need().releases(query),
    readChain: (query) => need().chain.readChain(query),
    readOrderChain: (query) => need().chain.readOrderChain(query),
    readMonthMatch: (query) => need().chain.readMonthMatch(query),
    readAnnotations: ({ kind }) =>
      [...need().ledger.annotations.of(kind)].map(([key, value]) => ({ key, value })),
    readCloses: () => need().closings.readCloses(null),
    readDrift: (query) => need().closings.readDrift(query),
    readCoverage: () => need().ledger.reads.coverage(),
    readRuns: (input) => need().ledger.reads.runs(input),
    readRunWindows: ({ runId }) => need().ledger.reads.runWindows(runId),
    readChanges: async ({ offset, limit, ...query }) => {
      const { lines, ...answer } = await changesOf(query);
      return { revision: need().ledger.store.revision, ...answer, offset, lines: lines(offset, limit) };
    },
    readOrderHistory: async ({ identity }) => {
      const index = await need().ledger.reads.changes();
      const columns = Object.keys(identity);
      const key = orderKeyReader({ columns })(columns.map((column) => identity[column] ?? null));
      return { revision: need().ledger.store.revision, changes: orderHistory(index, key) };
    },
  };
}
