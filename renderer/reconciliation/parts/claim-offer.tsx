import { useState } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { csvFormat } from '#renderer/data/model/spreadsheet.ts';
import { kindName } from '#renderer/features/exceptions/exception-messages.ts';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { type ClaimDraft, draftClaims } from '#renderer/reconciliation/claims/model/claims.ts';
import { type ClaimWords, makeClaims } from '#renderer/reconciliation/claims/model/make-claim.ts';
import type { CasesOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { offeredOf } from './claim-offered.ts';
import { useOwner } from './use-owner.ts';
import { useUndoableWrite } from './use-undoable-write.ts';

/** Makes claims of some exceptions, one for each account and currency: how much, until when, and the press that does it. */
export function ClaimOffer(props: {
  readonly cases: readonly CasesOf[];
  readonly currencyOf: (finding: CasesOf['finding']) => string;
  readonly note: string;
  readonly onClaims: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const rules = useAnnotations('claim-rule');
  const { make, busy, failed } = useClaiming();
  const [made, setMade] = useState<readonly string[]>([]);
  const drafts = draftClaims(props.cases, props.currencyOf);
  if (made.length > 0)
    return (
      <p className={ui.small} role="status">
        {text('claim.made', { numbers: made.join(', ') })}{' '}
        <Button className={ui.smallLink} data-testid="claim-see" onClick={props.onClaims}>
          {text('claim.see')}
        </Button>
      </p>
    );
  const offered = rules === null ? null : offeredOf(drafts, rules, todayHere());
  if (offered === null) return null;
  const { count, claimed, currency, until } = offered;
  return (
    <>
      <Button
        className={ui.button}
        data-testid="exception-claim"
        disabled={busy}
        onClick={() => void make(drafts, props.note).then(setMade)}
      >
        {text('claim.make')} <Figure value={claimed} kind="money" places={formats.places([claimed])} />{' '}
        {currency}
      </Button>
      {count > 1 ? (
        <p className={ui.caption}>{text('claim.several', { count })}</p>
      ) : until === null ? null : (
        <p className={ui.caption} data-testid="claim-until" data-value={until.day}>
          {text(until.message, {
            day: formatDay(until.day, formats.dates),
            count: until.days,
            days: formats.count(until.days),
          })}
        </p>
      )}
      <ActionFailure words={failed} />
    </>
  );
}

/** Makes claims of what they would be, as one step that can be undone; resolves to their numbers, none where it failed. */
function useClaiming() {
  const text = useText();
  const formats = useFormats();
  const { data } = useSession();
  const [owner] = useOwner();
  const claims = useAnnotations('claim');
  const rules = useAnnotations('claim-rule');
  const { write, busy, failed } = useUndoableWrite();
  const words: ClaimWords = {
    file: text('claim.file'),
    columns: {
      claim: text('claim.title-one'),
      number: text('exception.number'),
      what: text('exception.kind'),
      day: text('exception.day'),
      amount: text('exception.amount'),
      currency: text('match.currency'),
    },
    kindOf: (kind) => kindName(kind, text),
    format: csvFormat(formats.numbers.decimal),
  };
  const make = async (drafts: readonly ClaimDraft[], note: string): Promise<readonly string[]> => {
    const orders = drafts.flatMap(({ Canal, Cuenta, lines }) =>
      lines.map(({ numbers }) => ({ Canal, Cuenta, numbers })),
    );
    const { figures } = await data.call.readClaimFigures({ orders });
    const by = { owner: owner.trim(), note, atMs: Date.now() };
    const made = makeClaims(drafts, figures, claims?.keys() ?? [], by, rules ?? new Map(), words);
    const puts = made.map((value) => ({ key: value.number, value }));
    const numbers = puts.map(({ key }) => key);
    const isMade = await write(text('claim.undo', { numbers: numbers.join(', ') }), {
      kind: 'claim',
      puts,
      deletes: [],
    });
    return isMade ? numbers : [];
  };
  return { make, busy, failed };
}
