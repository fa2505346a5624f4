import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { runDataset } from '#renderer/data/client/dataset-run.ts';
import { openFile, runExport } from '#renderer/data/client/export-run.ts';
import type { Session } from '#renderer/data/client/session.ts';
import { useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { codesOf, scopeOf, useCurrency } from '#renderer/features/currency/currency.tsx';
import { useTablesQuery } from '#renderer/features/export/asked-tables.ts';
import { fileFormat, fileNameOf } from '#renderer/features/export/export.tsx';
import { nameOf } from '#renderer/features/export/file-name.ts';
import {
  codeMessage,
  errorCode,
  errorDetail,
  unforeseenMessage,
} from '#renderer/features/messages/failures.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import type { SavedView } from '#renderer/features/saved-views/view.ts';
import { useViews } from '#renderer/features/saved-views/views-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { type Formats, useFormats } from '#renderer/ui/formats.tsx';
import { requiredContext, useLatest } from '#renderer/ui/hooks.ts';
import {
  dueOf,
  followSchedule,
  isWanted,
  keepMark,
  keepSchedule,
  type Outcome,
  type OutcomePart,
  readMark,
  readSchedule,
  type Schedule,
  type ScheduleState,
  scheduledTable,
  withOutcome,
} from './schedule.ts';

type ScheduledExports = {
  readonly accountId: string;
  readonly state: ScheduleState;
  readonly isRunning: boolean;
  readonly change: (schedule: Schedule) => void;
};
const [Provider, useScheduledExports] = requiredContext<ScheduledExports>('scheduled exports');

export { useScheduledExports };

/**
 * Exports what an account has on its schedule after each sync that changed rows, one at a time, beside everything else; the
 * tables for engines also where only what was said or imported changed since. Give it the account's id as its key. What
 * fails, or is cut off with the page, is due again: at the next sync, or as soon as the copy is open again.
 */
export function ScheduledExportsProvider(props: {
  readonly accountId: string;
  readonly children: ReactNode;
}) {
  const { accountId } = props;
  const session = useSession();
  const [state, setState] = useState(() => readSchedule(accountId));
  const [isRunning, setRunning] = useState(false);
  const write = useLatest(useWriter(accountId));
  const tablesAsked = useLatest(useTablesQuery());
  const latest = useRef(state);

  const control = useMemo(() => {
    const keep = (next: ScheduleState): void => {
      latest.current = keepSchedule(accountId, latest.current, next);
      setState(latest.current);
    };
    const reread = (): void => {
      latest.current = readSchedule(accountId);
      setState(latest.current);
    };
    const change = (schedule: Schedule): void =>
      // A new schedule has no file yet: the next sync writes it, whatever that brings.
      keep({ ...latest.current, schedule, isDue: isWanted(schedule) });
    return { keep, change, reread };
  }, [accountId]);

  useEffect(() => followSchedule(accountId, control.reread), [accountId, control]);

  useEffect(() => {
    const stop = followSyncs(session, accountId, {
      markDue: () => {
        if (!latest.current.isDue) control.keep({ ...latest.current, isDue: true });
      },
      findDue: async () => {
        // As of now: rows of a sync that goes on are due at its end.
        const state = latest.current;
        const mark = state.schedule.dataset
          ? await session.data.call.readDatasetMark(tablesAsked.current()).catch(() => null)
          : null;
        const schedule = dueOf(state, { before: readMark(accountId), now: mark });
        return schedule === null ? null : { schedule, mark, isAll: schedule === state.schedule };
      },
      run: async ({ schedule, mark, isAll }, runId, signal) => {
        const before = session.latest.get();
        setRunning(true);
        const parts = await write.current(schedule, signal);
        setRunning(false);
        if (signal.aborted) return;
        if (parts.some(({ what, path }) => what === 'dataset' && path !== null)) keepMark(accountId, mark);
        const outcome: Outcome = { atMs: Date.now(), runId, parts };
        const changedMeanwhile = session.latest.get() !== before;
        control.keep(withOutcome(latest.current, outcome, { isAll, changedMeanwhile }));
      },
    });
    return stop;
  }, [session, accountId, control, write, tablesAsked]);

  const held = useMemo(
    () => ({ accountId, state, isRunning, change: control.change }),
    [accountId, state, isRunning, control],
  );
  return <Provider value={held}>{props.children}</Provider>;
}

/** What is due, and the mark of what there was beside the rows when that was found. */
type Due = {
  readonly schedule: Schedule;
  readonly mark: string | null;
  /** All that is wanted; else the tables for engines alone, which leave the file as it is. */
  readonly isAll: boolean;
};
type Follower = {
  readonly markDue: () => void;
  /** Never rejects. */
  readonly findDue: () => Promise<Due | null>;
  /** Never rejects. */
  readonly run: (due: Due, runId: string | null, signal: AbortSignal) => Promise<void>;
};

/** Runs what is due when the copy has been opened, and after each sync that ended; the way to stop cuts off what runs. */
function followSyncs(session: Session, accountId: string, { markDue, findDue, run }: Follower): () => void {
  const controller = new AbortController();
  let isRunning = false;
  let isOpen = false;
  /** The number of rows that the last export began with, or that were there when the copy was opened. */
  let seenRows = 0;
  let seenRun = session.status.get()?.lastRun?.runId ?? null;

  /** Finding takes a while: a sync that ends meanwhile may bring what is due, and is the one that it follows. */
  async function runIfDue(runId: string | null): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    const { signal } = controller;
    let [rows, lookedAfter, after] = [session.latest.get(), seenRun, runId];
    let due = await findDue();
    while (lookedAfter !== seenRun && !signal.aborted) {
      [rows, lookedAfter, after] = [session.latest.get(), seenRun, seenRun];
      due = await findDue();
    }
    if (due !== null && !signal.aborted) {
      // Rows that the tables alone were written with are still to be in the file, once their sync has ended.
      if (due.isAll) seenRows = rows;
      await run(due, after, signal);
    }
    isRunning = false;
  }
  function look(): void {
    const ledger = session.ledger.get();
    if (ledger.kind !== 'open' || ledger.accountId !== accountId) {
      isOpen = false;
      return;
    }
    if (!isOpen) {
      isOpen = true;
      seenRows = session.latest.get();
      void runIfDue(null);
    }
    // At once: the page may end before the sync does.
    if (session.latest.get() !== seenRows) markDue();
    const status = session.status.get();
    const ended = status?.lastRun ?? null;
    if (ended === null || status?.accountId !== accountId || ended.runId === seenRun) return;
    seenRun = ended.runId;
    void runIfDue(ended.runId);
  }
  const stops = [session.status.subscribe(look), session.ledger.subscribe(look)];
  look();
  return () => {
    controller.abort();
    for (const stop of stops) stop();
  };
}

/** Writes all that a schedule asks for; what fails is told, and stops nothing else. */
function useWriter(accountId: string) {
  const text = useText();
  const formats = useFormats();
  const session = useSession();
  const version = useStore(session.host)?.version ?? '';
  const account = useStore(session.accounts)?.accounts.find(({ id }) => id === accountId);
  const { code } = useCurrency();
  const { own: views } = useViews();
  const factsOf = useFigureFacts();
  const tablesAsked = useTablesQuery();

  async function writeFile(file: NonNullable<Schedule['file']>, signal: AbortSignal): Promise<OutcomePart> {
    const { what, form } = file;
    const { bridge, data, ledger, latest } = session;
    const view = ledger.get();
    if (view.kind !== 'open') throw new Error('The copy was closed.');
    const currencies = account?.currencies;
    const table = scheduledTable(file, views, view.facts, await data.call.readCoverage(null), {
      month: text('schedule.closing'),
      scopeOf: (wanted) => (currencies === undefined ? null : scopeOf(currencies, wanted)),
      codes: currencies === undefined ? [] : codesOf(currencies),
      main: currencies?.main ?? null,
    });
    if (typeof table === 'string') return failed('file', table);
    const { name, stem, query } = table;
    const content = { kind: 'rows', name, query } as const;
    const currency = currencyOf(what, views) ?? currencies?.main ?? code;
    const facts = { ...factsOf(query.selection, latest.get()), currency: currency ?? '' };
    const format = fileFormat(form, { facts }, { text, formats, version });
    const fileName = nameOf(fileNameOf(`${stem}.csv`, form, text), null, currency);
    const result = await runExport(
      bridge.pull.scheduledFile({ accountId, fileName }),
      () => openFile(data.pull, content, format, true),
      () => {},
      signal,
    );
    if (result.kind === 'cancelled' || result.end.kind !== 'file') return failed('file', 'cancelled');
    return { what: 'file', path: result.end.path, lines: result.lines, code: null, words: '' };
  }
  async function writeDataset(signal: AbortSignal): Promise<OutcomePart> {
    const { bridge, data } = session;
    const asked = { account: accountId, app: version, forPostgresql: false, tables: tablesAsked() };
    const folder = bridge.pull.dataset({ accountId, isQuiet: true });
    const result = await runDataset(folder, data.pull, asked, () => {}, signal);
    if (result.kind === 'cancelled') return failed('dataset', 'cancelled');
    return { what: 'dataset', path: result.path, lines: result.lines, code: null, words: '' };
  }
  return async ({ dataset, file }: Schedule, signal: AbortSignal): Promise<OutcomePart[]> => {
    const parts: OutcomePart[] = [];
    if (dataset)
      parts.push(await writeDataset(signal).catch((error: unknown) => failedWith('dataset', error)));
    if (file !== null && !signal.aborted) {
      parts.push(await writeFile(file, signal).catch((error: unknown) => failedWith('file', error)));
    }
    return parts;
  };
}

function currencyOf(what: NonNullable<Schedule['file']>['what'], views: readonly SavedView[]): string | null {
  return what.kind === 'view' ? (views.find(({ id }) => id === what.id)?.currency ?? null) : null;
}

const failed = (what: OutcomePart['what'], code: string | null, words = ''): OutcomePart => ({
  what,
  path: null,
  lines: 0,
  code,
  words,
});

const failedWith = (what: OutcomePart['what'], error: unknown): OutcomePart =>
  failed(what, errorCode(error), errorDetail(error));

/** «Parquet: 12.345 filas», «Archivo: no se pudo escribir…». */
export function partMessage(part: OutcomePart, text: Text, formats: Formats): string {
  const what = text(`schedule.part-${part.what}`);
  if (part.path === null)
    return `${what}: ${codeMessage(part.code, text) ?? unforeseenMessage(part.words, text)}`;
  return `${what}: ${text('schedule.lines', { count: part.lines, lines: formats.count(part.lines) })}`;
}
