import { openFile } from '#renderer/data/client/export-run.ts';
import { useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { fileFormat, useExport } from '#renderer/features/export/export.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { queryTable } from './query-table.ts';

/** Writes a workbook that says how another one links to the file at `path`. */
export function LinkedWorkbook({ path }: { readonly path: string }) {
  const text = useText();
  const formats = useFormats();
  const { data, host, latest } = useSession();
  const version = useStore(host)?.version ?? '';
  const factsOf = useFigureFacts();
  const { start, isRunning, dialog } = useExport();
  const write = (): void =>
    start({
      fileName: 'cuadra-power-query.xlsx',
      hasAmounts: false,
      open: () => {
        const facts = factsOf(EVERYTHING, latest.get());
        const format = fileFormat('xlsx', { facts }, { text, formats, version });
        return openFile(data.pull, { kind: 'table', table: queryTable(path, text) }, format, true);
      },
    });
  return (
    <>
      <Button
        className={ui.smallButton}
        data-testid="schedule-link"
        data-value={path}
        title={text('schedule.link-note')}
        disabled={isRunning}
        onClick={write}
      >
        {text('schedule.link')}
      </Button>
      {dialog}
    </>
  );
}
