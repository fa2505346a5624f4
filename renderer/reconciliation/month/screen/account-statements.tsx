import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { StepPart } from '#renderer/reconciliation/month/model/month-steps.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { useWaiving } from './use-waiving.ts';

const TONES: { readonly [state in StepPart['state']]: string | undefined } = {
  done: ui.good,
  open: ui.caution,
  blocked: undefined,
  waived: undefined,
};

/** Which accounts that sold in a month have a statement of it, which miss one, and which need none. */
export function AccountStatements(props: {
  readonly month: Month;
  readonly parts: readonly StepPart<'statements'>[];
}) {
  const text = useText();
  const waiving = useWaiving(props.month, 'statements');
  const wordsOf = ({ state, reason }: StepPart<'statements'>): string =>
    state === 'waived' ? text('month.step-waived') : text(`month.account-${reason}`);
  return (
    <section className={ui.section} aria-label={text('month.accounts')}>
      <header>
        <h2>{text('month.accounts')}</h2>
        <span className={ui.note}>{text('month.accounts-note')}</span>
      </header>
      <ActionFailure words={waiving.failed} />
      <ListTable
        name={text('month.accounts')}
        empty={text('month.step-statements-nothing')}
        columns={[
          {
            heading: 'Canal · Cuenta',
            value: ({ account }: StepPart<'statements'>) =>
              account === null ? '' : `${account.canal} · ${account.cuenta}`,
          },
          {
            heading: text('closing.state'),
            value: wordsOf,
            draw: (part: StepPart<'statements'>) => (
              <span className={classNames(ui.tag, TONES[part.state])}>{wordsOf(part)}</span>
            ),
          },
          {
            heading: text('month.state-waived'),
            isHeadingHidden: true,
            draw: (part: StepPart<'statements'>) =>
              part.state === 'done' ? null : (
                <Button
                  className={ui.smallLink}
                  data-testid={part.waiver === null ? 'account-waive' : 'account-unwaive'}
                  disabled={waiving.busy}
                  onClick={() => (part.waiver === null ? waiving.waive([part]) : waiving.unwaive([part]))}
                >
                  {text(part.waiver === null ? 'month.account-waive' : 'month.unwaive')}
                </Button>
              ),
          },
        ]}
        rows={props.parts}
        keyOf={({ account }) => JSON.stringify(account)}
        line={({ account, state }) => ({
          'data-testid': 'account-statement',
          'data-name': account === null ? '' : `${account.canal} · ${account.cuenta}`,
          'data-state': state,
        })}
      />
    </section>
  );
}
