import { useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { useRichText, useText } from '#renderer/i18n/text.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { HeldMonth } from '#shared/contract/ledger.ts';

type Decision = 'remove' | 'keep';

/** Rows that the source no longer gives: what is missing and of which channels; removed or kept by the user. */
export function HeldDecision(props: { readonly held: HeldMonth }) {
  const { held } = props;
  const text = useText();
  const rich = useRichText();
  const formats = useFormats();
  const { bridge } = useSession();
  const action = useAction();
  const [asked, setAsked] = useState<Decision | null>(null);
  const month = monthInSentence(held.month, text);
  const shown = formats.count(held.rowsMissing);
  // Tenths of a percent, in whole numbers.
  const share = held.rows === 0 ? 0 : Math.round((1000 * held.rowsMissing) / held.rows) / 10;
  return (
    <div
      className="held"
      data-testid="held-decision"
      data-month={held.month}
      data-rows={held.rowsMissing}
      role="alert"
    >
      <p>
        {rich('held.what', {
          rows: text('count.rows', { count: held.rowsMissing, shown }),
          all: formats.count(held.rows),
          share: formats.percent(String(share)),
          orders: text('count.orders', {
            count: held.ordersMissing,
            shown: formats.count(held.ordersMissing),
          }),
          moment: `${formatMoment(held.readAt, formats.dates)} UTC`,
        })}
      </p>
      {held.emptied.length === 0 ? null : (
        <p>
          {text('held.emptied')}{' '}
          {held.emptied
            .map(({ Canal, Cuenta }) => (Cuenta === null ? Canal : `${Canal} (${Cuenta})`))
            .join(', ')}
        </p>
      )}
      {asked === null ? (
        <p className="acts">
          <button
            type="button"
            className="btn sm"
            data-testid="held-remove"
            onClick={() => setAsked('remove')}
          >
            {text('held.remove')}
          </button>
          <button type="button" className="btn sm" data-testid="held-keep" onClick={() => setAsked('keep')}>
            {text('held.keep')}
          </button>
        </p>
      ) : (
        <>
          <p>{text(asked === 'remove' ? 'held.remove-note' : 'held.keep-note', { month })}</p>
          <p className="acts">
            <button type="button" className="btn sm" onClick={() => setAsked(null)}>
              {text('common.cancel')}
            </button>
            <button
              type="button"
              className="btn sm p"
              data-testid="held-confirm"
              data-decision={asked}
              disabled={action.busy}
              onClick={() =>
                void action.run(() => bridge.call.resolveMissing({ month: held.month, decision: asked }))
              }
            >
              {text(asked === 'remove' ? 'held.remove-confirm' : 'held.keep-confirm', {
                count: held.rowsMissing,
                shown,
              })}
            </button>
          </p>
        </>
      )}
      {action.failed === null ? null : (
        <p className="words neg" role="alert">
          {action.failed}
        </p>
      )}
    </div>
  );
}
