import { useState } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { csvFormat } from '#renderer/data/model/spreadsheet.ts';
import { kindName } from '#renderer/features/exceptions/exception-messages.ts';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import {
  type Claim,
  type ClaimDraft,
  daysToClaim,
  deadlineOf,
  draftClaims,
  nextNumber,
  totalOf,
} from '#renderer/reconciliation/claims/model/claims.ts';
import { type ClaimWords, makeClaim } from '#renderer/reconciliation/claims/model/make-claim.ts';
import type { CasesOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
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
  const [first] = drafts;
  if (made.length > 0)
    return (
      <p className={ui.small} role="status">
        {text('claim.made', { numbers: made.join(', ') })}{' '}
        <Button className={ui.smallLink} data-testid="claim-see" onClick={props.onClaims}>
          {text('claim.see')}
        </Button>
      </p>
    );
  if (first === undefined || rules === null) return null;
  const claimed = totalOf(
    drafts.filter(({ currency }) => currency === first.currency).map((each) => each.claimed),
  );
  const { days, isProposal } = daysToClaim(rules, first.Canal);
  const until = deadlineOf(first.days, days);
  return (
    <>
      <Button
        className={ui.button}
        data-testid="exception-claim"
        disabled={busy}
        onClick={() => void make(drafts, props.note).then(setMade)}
      >
        {text('claim.make')} <Figure value={claimed} kind="money" places={formats.places([claimed])} />{' '}
        {first.currency}
      </Button>
      {drafts.length > 1 ? (
        <p className={ui.caption}>{text('claim.several', { count: drafts.length })}</p>
      ) : until === null ? null : (
        <p className={ui.caption} data-testid="claim-until" data-value={until}>
          {text(
            until < todayHere() ? 'claim.until-passed' : isProposal ? 'claim.until-proposed' : 'claim.until',
            {
              day: formatDay(until, formats.dates),
              count: days,
              days: formats.count(days),
            },
          )}
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
    const given = new Set(claims?.keys() ?? []);
    let at = 0;
    const puts = drafts.map((draft): { readonly key: string; readonly value: Claim } => {
      const number = nextNumber(given);
      given.add(number);
      const before = figures.slice(at, at + draft.lines.length);
      at += draft.lines.length;
      const of = { number, owner: owner.trim(), note, atMs: Date.now() };
      return { key: number, value: makeClaim(draft, before, of, rules ?? new Map(), words) };
    });
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
