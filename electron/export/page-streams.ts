import {
  type AppStreams,
  appStreams,
  type DatasetAnswer,
  type DemoFilesPiece,
} from '#shared/contract/app-streams.ts';
import { type Handlers, RpcError } from '#shared/contract/rpc.ts';
import { type Places, type Sources, type StreamCalls, serveStreams } from '#shared/contract/streams.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { OpenScheduled } from './account-folder.ts';
import type { Backups, BackupTarget } from './backups.ts';
import type { DatasetTarget, OpenDataset } from './dataset-folder.ts';
import { exportFailure } from './export-failure.ts';
import type { ExportTarget } from './export-target.ts';

/** The files that pages write and read piece by piece: nobody else can, and what is not whole does not outlive its page. */

/** Null when the user changed their mind. */
export type OpenExportTarget = (fileName: string) => Promise<ExportTarget | null>;

/** A page as it lies on paper: a PDF. */
export type PrintPage = () => Promise<Uint8Array>;

/** Throws, as it begins, where the account is not the demo company's. */
export type OpenDemoFiles = (
  accountId: string,
  month: Month,
) => AsyncGenerator<DemoFilesPiece, null, undefined>;

/** The facts that streams are opened with. */
export type Opens = {
  readonly openTarget: OpenExportTarget;
  readonly openScheduled: OpenScheduled;
  readonly openDataset: OpenDataset;
  readonly backups: Pick<Backups, 'open' | 'read'>;
  /** A part of an opened file from `offset` on; nothing where it ends. */
  readonly readOpened: (id: string, offset: number) => Promise<Uint8Array>;
  /** The same of a file that a program asks about. */
  readonly readAsked: (id: string, offset: number) => Promise<Uint8Array>;
  /** A file for the folder that a program names. */
  readonly openAsked: (id: string, fileName: string) => Promise<ExportTarget>;
  /** An account's export for engines, for the folder that a program names. */
  readonly openAskedDataset: (id: string, accountId: string) => Promise<DatasetTarget | null>;
  readonly demoFiles: OpenDemoFiles;
};

type PageStreams = {
  readonly calls: Handlers<StreamCalls>;
  /** The page has gone: gives up what it left open. */
  readonly end: () => Promise<void>;
};

/** Where the page has to print by itself. */
const NO_PRINTER = 'no-printer';
/** Each may hold a file open; a person has one at a time in each window. */
const MAX_OPEN = 16;

export function createPageStreams(opens: Opens) {
  const pages = new Set<PageStreams>();
  const places: Places = { free: MAX_OPEN };
  return {
    /** `print`: of the page that calls; null where its host cannot. */
    connect: (print: PrintPage | null = null): PageStreams => {
      const { calls, endAll } = serveStreams(sourcesOf(opens, print), appStreams, places);
      const end = async (): Promise<void> => {
        pages.delete(page);
        await endAll();
      };
      const page = { calls, end };
      pages.add(page);
      return page;
    },
    /** True while a page writes or reads one. */
    areOpen: (): boolean => places.free < MAX_OPEN,
    /** Nothing can be opened from here on. */
    stop: async (): Promise<void> => {
      places.free = Number.NEGATIVE_INFINITY;
      await Promise.all([...pages].map((page) => page.end()));
    },
  };
}

function sourcesOf(opens: Opens, print: PrintPage | null): Sources<AppStreams> {
  const { openTarget, openScheduled, openDataset, backups, readOpened, demoFiles } = opens;
  const { readAsked, openAsked, openAskedDataset } = opens;
  return {
    exportFile: ({ fileName }) => written(() => openTarget(fileName), writeFile),
    exportPaper: ({ fileName }) => written(() => openTarget(fileName), writePaper(print)),
    scheduledFile: ({ accountId, fileName }) => written(() => openScheduled(accountId, fileName), writeFile),
    dataset: ({ accountId, isQuiet }) => written(() => openDataset(accountId, isQuiet), writeDataset),
    backup: ({ accountId, reason }) => written(() => backups.open(accountId, reason), writeBackup),
    storedBackup: ({ accountId, name }) => parts((offset) => backups.read(accountId, name, offset)),
    openedFile: ({ id }) => parts((offset) => readOpened(id, offset)),
    askedFile: ({ id }) => parts((offset) => readAsked(id, offset)),
    askedExport: ({ id, fileName }) => written(() => openAsked(id, fileName), writeFile),
    askedDataset: ({ id, accountId }) => written(() => openAskedDataset(id, accountId), writeDataset),
    demoFiles: ({ accountId, month }) => demoFiles(accountId, month),
  };
}

/**
 * The results of `write` for its inputs, in the order that they came. Unless it comes to its end the target is given
 * up: where it fails, is cancelled, or its page goes, also while it is being opened.
 */
async function* written<Target extends { readonly cancel: () => Promise<void> }, Piece, End, Feed>(
  open: () => Promise<Target | null>,
  write: (target: Target) => AsyncGenerator<Piece, End, Feed>,
): AsyncGenerator<Piece, End | null, Feed> {
  let unfinished: Target | null = null;
  try {
    unfinished = await open();
    if (unfinished === null) return null;
    const end = yield* write(unfinished);
    unfinished = null;
    return end;
  } catch (error) {
    throw exportFailure(error);
  } finally {
    await unfinished?.cancel().catch(() => undefined);
  }
}

type WriteOf<Target, Name extends keyof AppStreams> = (
  target: Target,
) => AsyncGenerator<
  AppStreams[Name]['piece'],
  NonNullable<AppStreams[Name]['end']>,
  AppStreams[Name]['feed']
>;

const writeFile: WriteOf<ExportTarget, 'exportFile'> = async function* (target) {
  for (let fed = yield null; fed.kind !== 'end'; fed = yield null) await target.write(fed.bytes);
  return target.close();
};

const writePaper = (print: PrintPage | null): WriteOf<ExportTarget, 'exportPaper'> =>
  // biome-ignore lint/correctness/useYield: it is fed by the printer alone.
  async function* (target) {
    if (print === null) throw new RpcError(NO_PRINTER, 'This host prints no pages.');
    await target.write(await print());
    return target.close();
  };

const writeBackup: WriteOf<BackupTarget, 'backup'> = async function* (target) {
  let fed = yield null;
  for (; fed.kind !== 'end'; fed = yield null) await target.write(fed.bytes);
  return target.close(fed.rows, fed.isWhole);
};

const writeDataset: WriteOf<DatasetTarget, 'dataset'> = async function* (target) {
  let piece: DatasetAnswer = { kind: 'begun', ...target.before };
  for (;;) {
    const fed: AppStreams['dataset']['feed'] = yield piece;
    switch (fed.kind) {
      case 'chunk':
        await target.write(fed.path, fed.bytes);
        piece = { kind: 'taken' };
        break;
      case 'complete':
        piece = { kind: 'written', files: await target.written() };
        break;
      case 'end':
        return { path: await target.close(fed.kept) };
    }
  }
};

/** A file part by part, up to the one that has nothing; each in base64. */
async function* parts(
  read: (offset: number) => Promise<Uint8Array>,
): AsyncGenerator<string, null, undefined> {
  for (let offset = 0; ; ) {
    const part = await read(offset);
    if (part.length === 0) return null;
    yield Buffer.from(part.buffer, part.byteOffset, part.length).toString('base64');
    offset += part.length;
  }
}
