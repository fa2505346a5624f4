import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import ui from '#renderer/ui/controls.module.css';
import { EVERYTHING } from '#shared/domain/selection.ts';
import type { WholeTable } from '#shared/domain/sheet-table.ts';

/** Exports a table that is laid out in the page, of all rows of the accounts in view. */
export function TableExport(props: {
  readonly label: string;
  /** The table's own name, where it needs no other. */
  readonly fileName?: string;
  /** How its lines were chosen; absent: they are all there are. */
  readonly of?: unknown;
  /** Made when it is asked for. */
  readonly table: () => WholeTable;
  readonly revision: number;
}) {
  const { scope } = useCurrency();
  const factsOf = useFigureFacts();
  const { label, fileName, revision } = props;
  const selection = { ...EVERYTHING, scope };
  const job = (): TableJob => {
    const table = props.table();
    return {
      fileName: exportFileName(fileName ?? table.name, selection, props.of),
      content: { kind: 'table', table },
      facts: factsOf(selection, revision),
    };
  };
  return <ExportMenu job={job} hasNoKeys className={ui.smallButton} name={label} title={label} />;
}
