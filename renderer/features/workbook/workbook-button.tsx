import { type FileSource, openFile } from '#renderer/data/client/export-run.ts';
import { useLedger, useSession, useStore } from '#renderer/data/client/session-context.tsx';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { fileFormat, useExport } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { targetsInView } from '#renderer/features/targets/targets-in-view.ts';
import { useTargets } from '#renderer/features/targets/use-targets.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { RpcError } from '#shared/contract/rpc.ts';
import { dayOf } from '#shared/domain/dates.ts';
import type { Selection } from '#shared/domain/selection.ts';
import { type ClosedFigures, readWorkbook, workbookContent } from './workbook-tables.ts';

/** Writes the workbook of a selection; `dialog` is what it shows meanwhile. */
export function useWorkbook() {
  const text = useText();
  const formats = useFormats();
  const { data, host } = useSession();
  const version = useStore(host)?.version ?? '';
  const ledger = useLedger();
  const factsOf = useFigureFacts();
  const { isRunning, start, dialog } = useExport();
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const { code } = useCurrency();
  const { targets } = useTargets();

  /** `more`: sheets after the others, read for the file. `closed`: what the summary is of, in the place of today's figures. */
  const write = (
    name: string,
    selection: Selection,
    more: () => Promise<readonly WholeTable[]>,
    closed: ClosedFigures | null = null,
  ): void => {
    const open = (): Promise<FileSource> =>
      ofOneRevision(async () => {
        const answers = await readWorkbook(data.call, selection, last);
        const { revision, channels } = answers;
        const facts = factsOf(selection, revision);
        const places = formats.places(Object.values(channels.total.sums));
        const format = fileFormat('xlsx', { facts, places }, { text, formats, version });
        const aims = targetsInView(selection, targets, code, last === null ? null : dayOf(last));
        return openFile(data.pull, workbookContent(answers, await more(), text, closed, aims), format);
      });
    start({ fileName: exportFileName(name, selection).replace(/csv$/, 'xlsx'), open });
  };
  return { isRunning, write, dialog };
}

/** The profitability of the selection in one press: a workbook of all that the panel and the result tell of it. */
export function WorkbookButton() {
  const text = useText();
  const { selection } = useSelection();
  const { isRunning, write, dialog } = useWorkbook();
  const name = text('workbook.name');
  return (
    <>
      <Button
        className={ui.button}
        data-testid="export-workbook"
        title={text('workbook.title')}
        aria-label={name}
        aria-busy={isRunning}
        onClick={() => write(name, selection, async () => [])}
      >
        <Icon name="book" />
        <span className={ui.word}>{text('workbook.short')}</span>
      </Button>
      {dialog}
    </>
  );
}

const MAX_TRIES = 6;

/** A commit between what is read here and what the worker reads for the file: all of it again. */
export async function ofOneRevision<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      const isOutdated = error instanceof RpcError && error.code === OUTDATED;
      if (!isOutdated || tries === MAX_TRIES) throw error;
    }
  }
}
