import type { AppCalls } from '#shared/contract/app.ts';
import { type Handlers, RpcError } from '#shared/contract/rpc.ts';
import type { OpenScheduled } from './account-folder.ts';
import type { OpenDataset } from './dataset-folder.ts';
import type { ExportTarget } from './export-target.ts';
import { createOpenExports, type OpenCount } from './open-exports.ts';
import { createPageDatasets, type DatasetCalls } from './page-datasets.ts';

/** Null when the user changed their mind. */
export type OpenExportTarget = (fileName: string) => Promise<ExportTarget | null>;

/** A page as it lies on paper: a PDF. */
export type PrintPage = () => Promise<Uint8Array>;

/** Where the page has to print by itself. */
const NO_PRINTER = 'no-printer';

type ExportCalls = Pick<
  AppCalls,
  'openExport' | 'openScheduled' | 'writeExport' | 'printExport' | 'closeExport' | 'cancelExport'
>;

/** The exports of one page: nobody else can write to them, and they do not outlive it. */
type PageExports = {
  readonly handlers: Handlers<ExportCalls & DatasetCalls>;
  /** The page has gone: cancels what it left open. */
  readonly end: () => Promise<void>;
};

/** What an export can be opened as. */
export type Opens = {
  readonly openTarget: OpenExportTarget;
  readonly openDataset: OpenDataset;
  readonly openScheduled: OpenScheduled;
};

export function createExports(opens: Opens) {
  const pages = new Set<PageExports>();
  const openCount: OpenCount = { value: 0 };
  return {
    /** `print`: of the page that calls; null where its host cannot. */
    connect: (print: PrintPage | null = null): PageExports => {
      const page = createPageExports({ ...opens, print }, openCount, () => pages.delete(page));
      pages.add(page);
      return page;
    },
    stop: async (): Promise<void> => {
      await Promise.all([...pages].map((page) => page.end()));
    },
  };
}

type Targets = Opens & { readonly print: PrintPage | null };

/** Chunks of one export are written in the order they came, and a failure ends it. */
function createPageExports(
  { openTarget, openDataset, openScheduled, print }: Targets,
  openCount: OpenCount,
  onEnd: () => void,
): PageExports {
  const open = createOpenExports<ExportTarget>(openCount);
  const datasets = createPageDatasets(openDataset, openCount);
  return {
    handlers: {
      openExport: async ({ fileName }) => {
        const opened = await open.open(() => openTarget(fileName));
        return opened === null ? null : { exportId: opened.exportId };
      },
      openScheduled: async ({ accountId, fileName }) => {
        const opened = await open.open(() => openScheduled(accountId, fileName));
        if (opened === null) throw new Error('The file was not opened.');
        return { exportId: opened.exportId };
      },
      writeExport: async ({ exportId, ...chunk }) => {
        const content = 'text' in chunk ? chunk.text : chunk.bytes;
        await open.inTurn(exportId, (target) => target.write(content));
        return null;
      },
      printExport: async ({ exportId }) => {
        if (print === null) throw new RpcError(NO_PRINTER, 'This host prints no pages.');
        await open.inTurn(exportId, async (target) => target.write(await print()));
        return null;
      },
      closeExport: ({ exportId }) => open.close(exportId, (target) => target.close()),
      cancelExport: open.cancel,
      ...datasets.handlers,
    },
    end: async () => {
      onEnd();
      await Promise.all([open.end(), datasets.end()]);
    },
  };
}
