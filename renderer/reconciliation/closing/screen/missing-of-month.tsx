import { useText } from '#renderer/i18n/text.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { MissingStatements } from '#renderer/reconciliation/receivables/model/missing-statements.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { accountKey } from '#shared/domain/account-key.ts';
import { missingNames } from './missing-statements.ts';

/** The statements of a month that are missing, by account, and the way to where they are brought. */
export function MissingOfMonth(props: {
  readonly missing: readonly MissingStatements[];
  readonly onSection: OnSection;
}) {
  const text = useText();
  const missing = props.missing.filter(({ months }) => months.length > 0);
  if (missing.length === 0) return null;
  return (
    <>
      <ul>
        {missing.map((each) => (
          <li
            key={accountKey(each.canal, each.cuenta)}
            data-testid="close-missing-statement"
            data-account={accountKey(each.canal, each.cuenta)}
            data-value={each.months[0]?.count}
          >
            {missingNames([each], text)}
          </li>
        ))}
      </ul>
      <Button className={ui.smallLink} onClick={() => props.onSection('statements')}>
        {text('closing.bring-statements')}
      </Button>
    </>
  );
}
