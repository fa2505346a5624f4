import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import ui from '#renderer/ui/controls.module.css';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';

/** Exports a table that is laid out in the page, of all rows of the accounts in view unless `selection` says of which. */
export function TableExport(props: {
  readonly label: string;
  readonly fileName: string;
  readonly selection?: Selection;
  /** How its lines were chosen; absent: they are all there are. */
  readonly of?: unknown;
  /** Made when it is asked for. */
  readonly table: () => WholeTable | Promise<WholeTable>;
  /** Null: whatever it is when the table is made. */
  readonly revision: number | null;
}) {
  const { scope } = useCurrency();
  const factsOf = useFigureFacts();
  const { label, selection = { ...EVERYTHING, scope } } = props;
  const job = (): TableJob => ({
    fileName: exportFileName(props.fileName, selection, props.of),
    content: async () => ({ kind: 'table', table: await props.table() }),
    facts: factsOf(selection, props.revision),
  });
  return <ExportMenu job={job} hasNoKeys className={ui.smallButton} name={label} title={label} />;
}
