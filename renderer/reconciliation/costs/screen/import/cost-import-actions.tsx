import { useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { csvFormat } from '#renderer/data/model/spreadsheet.ts';
import { saveText } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { ActionFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { MissingCostsQuery } from '#renderer/reconciliation/costs/model/missing-costs.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { CostImportDialog } from './cost-import-dialog.tsx';
import { costTemplate } from './cost-template.ts';

/** The way to bring own costs, and a file to fill. */
export function CostImportActions({ query }: { readonly query: MissingCostsQuery }) {
  const text = useText();
  const formats = useFormats();
  const { bridge, data } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { busy, failed, run } = useAction();
  const save = (): Promise<boolean> =>
    run(async () => {
      const costs = await data.call.readMissingCosts({ ...query, order: 'ventas', limit: null });
      const name = exportFileName(text('cost-import.template-name'), query.selection);
      await saveText(
        bridge.pull,
        name,
        costTemplate(costs, { format: csvFormat(formats.numbers.decimal), dates: formats.dates }, text),
      );
    });
  return (
    <>
      <Button
        className={ui.smallButton}
        data-testid="own-costs-template"
        disabled={busy}
        onClick={() => void save()}
        title={text('cost-import.template-title')}
      >
        {text('cost-import.template')}
      </Button>
      <Button className={ui.smallButton} data-testid="own-costs-open" onClick={() => setIsOpen(true)}>
        {text('cost-import.open')}
      </Button>
      <ActionFailure words={failed} />
      {isOpen ? <CostImportDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
