import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { expect } from 'vitest';
import { SettingsProvider } from '#renderer/app/settings/settings-context.tsx';
import { type DataClient, type Session, startSession } from '#renderer/data/client/session.ts';
import { SessionProvider } from '#renderer/data/client/session-context.tsx';
import { createAnnotationIndex } from '#renderer/data/engine/annotation-index.ts';
import {
  readGroups,
  readLatestTotals,
  readTotals,
  readValues,
} from '#renderer/data/engine/answers/figures.ts';
import { readTableRows } from '#renderer/data/engine/answers/lines.ts';
import { readMonthOutlook } from '#renderer/data/engine/answers/month-outlook.ts';
import { readOwnCosts, readOwnCostTrial, readUsedOwnCosts } from '#renderer/data/engine/answers/own-costs.ts';
import { createQueriedRows, type QueriedRows } from '#renderer/data/engine/answers/queried-rows.ts';
import { createChangeIndex } from '#renderer/data/engine/changes/change-index.ts';
import { queryChanges } from '#renderer/data/engine/changes/change-query.ts';
import type { ChangesRecord } from '#renderer/data/engine/changes/change-record.ts';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { readLedgerFacts } from '#renderer/data/engine/columns/facts.ts';
import { freezeStore } from '#renderer/data/engine/columns/frozen-store.ts';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { LedgerFacts, Opening } from '#renderer/data/model/ledger.ts';
import type { RowMemoryBound, RowMemoryState } from '#renderer/data/model/row-memory.ts';
import { freshnessOf, handlersOf } from '#renderer/data/questions/question.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import { findings } from '#renderer/data/worker/findings.ts';
import { type DataStreams, QUESTIONS } from '#renderer/data/worker/questions.ts';
import { workedExceptions } from '#renderer/data/worker/worked-exceptions.ts';
import { CurrencyProvider } from '#renderer/features/currency/currency.tsx';
import { NavigationProvider, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { PreferencesProvider } from '#renderer/features/preferences/preferences.tsx';
import { ScreenStateProvider } from '#renderer/features/preferences/screen-state.tsx';
import { ViewsProvider } from '#renderer/features/saved-views/views-context.tsx';
import { ScheduledExportsProvider } from '#renderer/features/scheduled-exports/scheduled-exports.tsx';
import { SelectionProvider, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { UndoLine, UndoProvider } from '#renderer/features/undo/undo.tsx';
import { readAnomalies, readAnomalousOrders } from '#renderer/reconciliation/anomalies/worker/answers.ts';
import { readBridge } from '#renderer/reconciliation/bridge/worker/answers.ts';
import { createClaims, readClaimFigures, readClaims } from '#renderer/reconciliation/claims/worker/claims.ts';
import { readMissingCosts } from '#renderer/reconciliation/costs/worker/answers.ts';
import { explained, readExplainedRows } from '#renderer/reconciliation/explain/worker/answers.ts';
import { explanationSteps } from '#renderer/reconciliation/explain/worker/explanation-steps.ts';
import { completenessFindings } from '#renderer/reconciliation/findings/worker/completeness-findings.ts';
import { readRateDeviations, readRates } from '#renderer/reconciliation/rates/worker/answers.ts';
import {
  readFailingRows,
  readFailureGroups,
  readRowRules,
} from '#renderer/reconciliation/rules/worker/answers.ts';
import { ReconciliationScreen } from '#renderer/screens/reconciliation/reconciliation-screen.tsx';
import { LiveRegionProvider } from '#renderer/ui/live-region.tsx';
import { atOnce, type Task } from '#shared/base/tasks.ts';
import type {
  AccountsState,
  AppBridge,
  AppCalls,
  AppEvents,
  Connection,
  SyncStatus,
} from '#shared/contract/app.ts';
import type { AppStreams } from '#shared/contract/app-streams.ts';
import type { Caller, Calls, Handlers } from '#shared/contract/rpc.ts';
import { pullStreams, type Sources, type StreamCalls, serveStreams } from '#shared/contract/streams.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { account, status } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { NOTHING_CHOSEN } from './main-streams.ts';

/**
 * A page in a DOM: the real session over a main process whose answers a test gives, and the real analysis over a few
 * rows in memory.
 */

export type Row = { readonly [column: string]: string };

type RepliesTo<C extends Calls> = {
  readonly [K in keyof C]?: (input: C[K]['input']) => Promise<C[K]['output']> | C[K]['output'];
};
type Replies = RepliesTo<AppCalls>;

export type PageSetting = {
  /** The place that its address names: «#reconciliation/explain»; else it is as the test before left it. */
  readonly at?: string;
  readonly accounts?: AccountsState;
  readonly status?: SyncStatus;
  readonly rows?: readonly Row[];
  readonly facts?: Partial<LedgerFacts>;
  readonly months?: readonly MonthCoverage[];
  /** By the server's clock: what lies far after it is out of range. Else nothing is. */
  readonly present?: UtcInstant;
  /** Up to when the changes are known. */
  readonly knownUntil?: UtcInstant;
  readonly changes?: readonly ChangesRecord[];
  /** What the user said beside the rows before. */
  readonly annotations?: Parameters<typeof createAnnotationIndex>[0];
  /** What comes of opening the local copy the first time; else it opens. */
  readonly opening?: () => Opening;
  /** Why a local copy cannot be deleted. */
  /** How rows are kept once memory is bounded so. */
  readonly boundRows?: (bound: RowMemoryBound) => RowMemoryState;
  readonly refusesDeletion?: string;
  /** What the main process answers; what is not here answers nothing of note. */
  readonly replies?: Replies;
  /** What the data worker answers in the place of rows in memory. */
  readonly dataReplies?: RepliesTo<DataCalls>;
  /** What comes of what the main process is fed; what is not here is not written. */
  readonly mainStreams?: Partial<Sources<AppStreams>>;
  /** What is pulled of the data worker. */
  readonly dataStreams?: Partial<Sources<DataStreams>>;
};

/** A call and what it takes; a stream and what it is asked with, then fed, a pull each; or the name of one that is given up. */
export type Asked = { readonly call: keyof AppCalls | keyof AppStreams; readonly input: unknown };

export const ONE_ACCOUNT: AccountsState = { accounts: [account()], activeId: 'a', keyStorage: 'memory' };

/** The last reading of the rows that a page begins with. */
export const READ_UNTIL = '2026-04-01T12:00:00.000Z' as UtcInstant;

/** The questions that a page asks by itself as it starts. */
const OWN_QUESTIONS: readonly (keyof AppCalls)[] = [
  'readHostInfo',
  'readAccounts',
  'readSyncStatus',
  'listBackups',
  'takeOpened',
  'readUpdates',
];

function mainProcess(setting: PageSetting) {
  const asked: Asked[] = [];
  const listeners = new Map<string, Set<(payload: never) => void>>();
  let connection: (connection: Connection) => void = () => {};
  const replies: Replies = {
    readHostInfo: () => ({ host: 'browser', version: '0.1.0' }),
    readAccounts: () => setting.accounts ?? ONE_ACCOUNT,
    readSyncStatus: () => setting.status ?? status(),
    listBackups: () => ({ folder: '/exports/a/backups', backups: [] }),
    ...setting.replies,
  };
  const streams = serveStreams<AppStreams>({ ...NOTHING_CHOSEN, ...setting.mainStreams }).calls;
  const underWay = new Map<string, keyof AppStreams>();
  const carry: Handlers<StreamCalls> = {
    openStream: async (input) => {
      const name = input.name as keyof AppStreams;
      underWay.set(input.id, name);
      asked.push({ call: name, input: input.input });
      return streams.openStream(input);
    },
    pullStream: async (input) => {
      const call = underWay.get(input.id);
      if (call !== undefined && input.feed !== undefined) asked.push({ call, input: input.feed });
      const { done, value } = await streams.pullStream(input);
      if (done) underWay.delete(input.id);
      return { done, value };
    },
    cancelStream: async (input) => {
      const name = underWay.get(input.id);
      if (name !== undefined) asked.push({ call: 'cancelStream', input: name });
      underWay.delete(input.id);
      return streams.cancelStream(input);
    },
  };
  const call = new Proxy({} as AppBridge['call'], {
    get: (_, name: keyof AppCalls) => async (input: never) => {
      if (Object.hasOwn(carry, name)) return carry[name as keyof StreamCalls](input);
      if (!OWN_QUESTIONS.includes(name)) asked.push({ call: name, input });
      return (await replies[name]?.(input)) ?? null;
    },
  });
  const bridge: AppBridge = {
    call,
    pull: pullStreams(call),
    on: (event, listener) => {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener as (payload: never) => void));
      return () => all.delete(listener as (payload: never) => void);
    },
    onConnection: (listener) => {
      connection = listener;
      listener('connected');
      return () => {};
    },
  };
  return {
    bridge,
    asked,
    report: <K extends keyof AppEvents>(event: K, payload: AppEvents[K]) => {
      for (const listener of listeners.get(event) ?? []) listener(payload as never);
    },
    connect: (to: Connection) => connection(to),
  };
}

/** The questions that are answered by the worker's own records: those of rows. */
const OF_ROWS = [
  readTotals,
  readLatestTotals,
  readGroups,
  readMonthOutlook,
  readBridge,
  readValues,
  readTableRows,
  readRowRules,
  readFailureGroups,
  readFailingRows,
  readMissingCosts,
  readRates,
  readRateDeviations,
  readAnomalies,
  readAnomalousOrders,
  readOwnCosts,
  readUsedOwnCosts,
  readOwnCostTrial,
  readExplainedRows,
  readClaims,
  readClaimFigures,
] as const;

export type Question = keyof DataCalls | keyof DataStreams;

/** Answers over rows in memory; copies that are deleted are gathered in `deleted`, all that is asked in `questions`. */
function dataWorker(
  setting: PageSetting,
  deleted: string[],
  questions: Question[],
): { readonly client: DataClient; readonly commit: (rows?: readonly Row[]) => void } {
  const { rows = [], facts = {}, months = [], knownUntil = null, opening, refusesDeletion } = setting;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const store = createColumnStore();
  const add = (more: readonly Row[]): void => {
    if (more.length === 0) return;
    const cells = more.map((row) => columns.map((column) => row[column] ?? null));
    const encoded = encodeSegment({ columns, rows: cells });
    store.addSegment(store.segments.length, decodeSegment(encoded.bytes, encoded.headerLength), null);
    store.raiseRevision();
  };
  add(rows);
  store.setPresent(setting.present ?? null);
  store.raiseRevision();
  const annotations = createAnnotationIndex(setting.annotations ?? []);
  const ownCosts = () => annotations.of('own-cost');
  const latest = createQueriedRows(store, ownCosts);
  let shown = latest;
  let annotated: () => void = () => {};
  const changes = createChangeIndex();
  for (const record of setting.changes ?? []) changes.add(record);
  const copy = {
    answer: async <T,>(_: string | undefined, start: (of: QueriedRows) => Task<T>) => atOnce(start(shown)),
    answerLatest: async <T,>(_: string | undefined, start: (of: QueriedRows) => Task<T>) =>
      atOnce(start(latest)),
    shownRows: () => shown,
    annotations,
    readCorrelationIds: async () => () => [],
    claims: createClaims({
      // No statements are stored.
      statements: { list: () => [], lines: async () => [], revision: () => 0 },
      annotations,
      answer: async (_, start) => atOnce(start(shown.store)),
      store: () => shown.store,
      pause: async () => {},
    }),
  };
  /** Orders that commits of the test brought: no record tells of them. */
  let changedOrders = 0;
  const known = (): LedgerFacts => ({
    ...readLedgerFacts(shown.store),
    columns,
    unknownColumns: [],
    readUntil: READ_UNTIL,
    damage: null,
    ...facts,
  });
  const calls: RepliesTo<DataCalls> = {
    open: () => opening?.() ?? { kind: 'open', facts: known() },
    takeOver: () => ({ kind: 'open', facts: known() }),
    freeze: () => {
      shown = createQueriedRows(atOnce(freezeStore(store)), ownCosts);
      return known();
    },
    release: () => {
      shown = latest;
      return known();
    },
    readFacts: known,
    boundRows: ({ bound }) => setting.boundRows?.(bound) ?? null,
    deleteCopy: ({ accountId }) => {
      if (refusesDeletion !== undefined) throw new Error(refusesDeletion);
      deleted.push(accountId);
      return null;
    },
    ...handlersOf(OF_ROWS, (work: (of: typeof copy) => unknown) => work(copy)),
    readExceptions: ({ tolerance: _, today, withCases = false, ...asked }) => {
      const { findings: ofRows, ...found } = atOnce(
        findings(shown, { ...asked, dismissed: annotations.of('dismissed-anomaly') }),
      );
      const controls = { everything: null, dashboard: null };
      const ofMonths = completenessFindings({ months, controls }, facts.damage ?? null);
      const { scope } = asked;
      return {
        ...found,
        ...workedExceptions([...ofMonths, ...ofRows], annotations, { scope, today, withCases }),
      };
    },
    readCoverage: () => ({
      revision: 1,
      knownUntil,
      months,
      controls: { everything: null, dashboard: null },
      search: null,
      undatedRows: 0,
      outOfRangeRows: 0,
    }),
    readAnnotations: ({ kind }) => [...annotations.of(kind)].map(([key, value]) => ({ key, value })),
    writeAnnotations: (written) => {
      // A worker gets a copy.
      annotations.apply(structuredClone(written));
      annotated();
      return null;
    },
    readRuns: () => ({ total: 0, noted: 0, runs: [] }),
    readChanges: ({ offset, limit, ...query }) => {
      const { lines, total, ...answer } = queryChanges(changes, query);
      return { revision: 1, offset, ...answer, total: total + changedOrders, lines: lines(offset, limit) };
    },
    ...setting.dataReplies,
  };
  let committed: (event: { readonly revision: number }) => void = () => {};
  const caller = new Proxy({} as Caller<DataCalls>, {
    get: (_, name: keyof DataCalls) => async (input: never) => {
      questions.push(name);
      return (await calls[name]?.(input)) ?? null;
    },
  });
  const streams = serveStreams<DataStreams>({
    // There is no copy to save.
    // biome-ignore lint/correctness/useYield: a backup of nothing has no piece.
    backUp: async function* () {
      return null;
    },
    explainFigure: (query, signal) =>
      explanationSteps(store, (onProgress) => explained(shown, query, { log: changes, onProgress }), {
        pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
        now: () => 0,
        signal,
      }),
    ...setting.dataStreams,
  } as Sources<DataStreams>);
  const freshness = freshnessOf(QUESTIONS);
  const client: DataClient = {
    call: caller,
    write: caller,
    pull: pullStreams<DataStreams>({
      openStream: async (input) => {
        questions.push(input.name as keyof DataStreams);
        return streams.calls.openStream(input);
      },
      pullStream: async (input) => streams.calls.pullStream(input),
      cancelStream: async (input) => {
        questions.push('cancelStream');
        return streams.calls.cancelStream(input);
      },
    }),
    copy: caller,
    freshnessOf: (question) => freshness[question] ?? 'commits',
    transferWithNext: () => {},
    listen: (listeners) => {
      if (listeners.committed !== undefined) committed = listeners.committed;
      annotated = () => listeners.annotated?.(null);
    },
  };
  return {
    client,
    commit: (more = []) => {
      changedOrders += more.length;
      add(more);
      store.raiseRevision();
      committed({ revision: store.revision });
    },
  };
}

/** What the screens of the open account stand in, as in the app. */
export function InAccount(props: { readonly children: ReactNode }) {
  return (
    <ScreenStateProvider accountId="a">
      <UndoProvider>
        <CurrencyProvider>
          <SelectionProvider>
            <ViewsProvider accountId="a">
              <ScheduledExportsProvider accountId="a">
                <SettingsProvider onConnect={() => {}}>
                  <NavigationProvider>
                    <LiveRegionProvider>
                      {props.children}
                      <UndoLine />
                    </LiveRegionProvider>
                  </NavigationProvider>
                </SettingsProvider>
              </ScheduledExportsProvider>
            </ViewsProvider>
          </SelectionProvider>
        </CurrencyProvider>
      </UndoProvider>
    </ScreenStateProvider>
  );
}

/** Conciliación at the place that the address names, as the frame draws it. */
export function Reconciliation() {
  return <ReconciliationScreen detail={useNavigation().address.detail} />;
}

/** Tells what is selected, for the tests of what selects. */
export function SelectionProbe() {
  return <output aria-label="selection">{JSON.stringify(useSelection().selection)}</output>;
}

export function probedSelection(): Selection {
  return JSON.parse(screen.getByLabelText('selection').textContent ?? '') as Selection;
}

/** Draws something in a page; setup.ts takes it down after the test. */
export async function openPage(setting: PageSetting, shown: (session: Session) => ReactElement) {
  if (setting.at !== undefined) window.location.hash = setting.at;
  const main = mainProcess(setting);
  const copiesDeleted: string[] = [];
  const questions: Question[] = [];
  const worker = dataWorker(setting, copiesDeleted, questions);
  const session = startSession(main.bridge, worker.client, async () => ({
    line: { kind: 'socket', url: 'ws://unused', secret: 's' },
    transfer: [],
  }));
  await waitFor(() => {
    expect(session.accounts.get()).not.toBeNull();
    expect(session.status.get()).not.toBeNull();
    expect(session.ledger.get().kind).not.toBe('opening');
  });
  const user = userEvent.setup({ delay: null });
  const view = render(
    <SessionProvider session={session}>
      <PreferencesProvider>{shown(session)}</PreferencesProvider>
    </SessionProvider>,
  );
  const { bridge: _, ...found } = main;
  return { ...found, copiesDeleted, questions, commit: worker.commit, session, user, view };
}

/** As an address is typed, or Back leads to one. */
export function goTo(place: string): void {
  window.location.hash = place;
  act(() => void window.dispatchEvent(new Event('hashchange')));
}
