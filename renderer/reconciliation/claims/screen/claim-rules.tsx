import { useState } from 'react';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { daysToClaim } from '#renderer/reconciliation/claims/model/claims.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './claims.module.css';
import { useClaimWrites } from './use-claim-writes.ts';

/** Within how many days each marketplace takes claims: proposals, until the user says how many. */
export function ClaimRulesTable({ channels }: { readonly channels: readonly string[] }) {
  const text = useText();
  const { rules, setRule, busy, failed } = useClaimWrites();
  if (rules === null || channels.length === 0) return null;
  return (
    <section className={styles.rules} aria-label={text('claim.rules')}>
      <h3>{text('claim.rules')}</h3>
      <p className={ui.hint}>{text('claim.rules-note')}</p>
      <ListTable
        name={text('claim.rules')}
        columns={[
          { heading: 'Canal', value: 'canal' },
          {
            heading: text('claim.days'),
            kind: 'end',
            draw: ({ canal, days }) => (
              <DaysField canal={canal} days={days} onDays={(next) => void setRule(canal, next)} />
            ),
            value: 'days',
          },
          {
            heading: text('claim.rule'),
            value: ({ isProposal }) => text(isProposal ? 'claim.rule-proposed' : 'claim.rule-own'),
            draw: ({ canal, isProposal }) =>
              isProposal ? (
                <span className={ui.faint}>{text('claim.rule-proposed')}</span>
              ) : (
                <>
                  {text('claim.rule-own')}{' '}
                  <Button
                    className={ui.smallLink}
                    disabled={busy}
                    aria-label={text('claim.rule-withdraw-of', { canal })}
                    onClick={() => void setRule(canal, null)}
                  >
                    {text('claim.rule-withdraw')}
                  </Button>
                </>
              ),
          },
        ]}
        rows={channels.map((canal) => ({ canal, ...daysToClaim(rules, canal) }))}
        keyOf={({ canal }) => canal}
        line={({ canal, days, isProposal }) => ({
          'data-testid': 'claim-rule',
          'data-canal': canal,
          'data-days': days,
          'data-proposal': isProposal,
        })}
      />
      <ActionFailure words={failed} />
    </section>
  );
}

const MAX_DAYS = 10_000;

function DaysField(props: {
  readonly canal: string;
  readonly days: number;
  readonly onDays: (days: number) => void;
}) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const { canal, days, onDays } = props;
  const leave = (): void => {
    const next = Number(typed);
    setTyped(null);
    if (typed === null || !/^\d+$/.test(typed) || next < 1 || next > MAX_DAYS || next === days) return;
    onDays(next);
  };
  return (
    <input
      className={styles.days}
      inputMode="numeric"
      data-testid="claim-days"
      aria-label={text('claim.days-of', { canal })}
      value={typed ?? String(days)}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave();
      }}
    />
  );
}
