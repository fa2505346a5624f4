import { useMemo, useState } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { saveText } from '#renderer/features/export/export.tsx';
import { ActionFailure, QueryFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { type Claim, type ClaimStatus, totalOf } from '#renderer/reconciliation/claims/model/claims.ts';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment, machineLocal } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { claimColumns, claimsTable } from './claim-columns.tsx';
import { ClaimRulesTable } from './claim-rules.tsx';
import styles from './claims.module.css';
import { useClaimWrites } from './use-claim-writes.ts';

/** All claims: how far each is, what was claimed and what came back; and within how many days each marketplace takes them. */
export function ClaimsSection(props: { readonly asked: string | null; readonly onSection: OnSection }) {
  const text = useText();
  const { scope } = useCurrency();
  const input = useMemo(() => ({ scope }), [scope]);
  const { output, error, isStale, refresh } = useLiveQuery('claims', input, (call, asked, slot) =>
    call.readClaims({ ...asked, slot }),
  );
  return (
    <section
      id="reconciliation-claims"
      className={ui.section}
      aria-label={text('claim.title')}
      data-testid="claims"
    >
      <header>
        <h2>{text('claim.title')}</h2>
        <span className={ui.note}>{text('claim.note')}</span>
        <span className={ui.grow} />
        {output === null ? null : (
          <TableExport
            label={text('claim.export')}
            fileName={text('claim.title')}
            table={() => claimsTable(output.claims, text)}
            revision={output.revision}
          />
        )}
      </header>
      {error === null ? null : <QueryFailure error={error} onRetry={refresh} />}
      {output === null ? (
        error === null ? (
          <p className={ui.hint} role="status">
            {text('claim.loading')}
          </p>
        ) : null
      ) : output.claims.length === 0 ? (
        <div className={ui.empty} data-testid="claims-none">
          <b>{text('claim.none')}</b>
          <span>{text('claim.none-note')}</span>
          <Button className={ui.smallButton} onClick={() => props.onSection('exceptions')}>
            {text('claim.to-exceptions')}
          </Button>
        </div>
      ) : (
        <div data-stale={isStale} aria-busy={isStale}>
          <OwnerField testId="claim-owner" />
          <ClaimList claims={output.claims} asked={props.asked} />
        </div>
      )}
      {output === null ? null : <ClaimRulesTable channels={output.channels} />}
    </section>
  );
}

function ClaimList({
  claims,
  asked,
}: {
  readonly claims: readonly ClaimStatus[];
  readonly asked: string | null;
}) {
  const text = useText();
  const [opened, setOpened] = useState<string | null>(asked);
  const writes = useClaimWrites();
  return (
    <>
      <ListTable
        name={text('claim.title')}
        columns={claimColumns(text, {
          opened,
          onOpen: (number) => setOpened(number === opened ? null : number),
          onState: (number, state) => void writes.setState(number, state),
        })}
        rows={claims}
        keyOf={({ claim }) => claim.number}
        line={({ claim, recovered }) => ({
          'data-testid': 'claim-row',
          'data-number': claim.number,
          'data-state': claim.state,
          'data-claimed': claim.claimed,
          'data-recovered': recovered,
        })}
        below={({ claim, ...status }) =>
          claim.number === opened ? <ClaimDetail status={{ claim, ...status }} writes={writes} /> : null
        }
        sums={claimSums(claims, text)}
      />
      <ActionFailure words={writes.failed} />
    </>
  );
}

/** What was claimed and came back, by currency, in the order of the claims. Pure. */
export function claimSums(claims: readonly ClaimStatus[], text: Text) {
  const currencies = [...new Set(claims.map(({ claim }) => claim.currency))];
  return currencies.map((currency) => {
    const own = claims.filter(({ claim }) => claim.currency === currency);
    return {
      key: currency,
      name: [text('claim.total', { count: own.length }), currency].filter(Boolean).join(' '),
      sums: {
        claimed: { value: totalOf(own.map(({ claim }) => claim.claimed)) },
        recovered: { value: totalOf(own.map(({ recovered }) => recovered)) },
      },
    };
  });
}

/** Its lines with what of each came back, its file as it was made, and what was said of it. */
function ClaimDetail({
  status: { claim, recoveredOf },
  writes,
}: {
  readonly status: ClaimStatus;
  readonly writes: ReturnType<typeof useClaimWrites>;
}) {
  const text = useText();
  const formats = useFormats();
  const lines = claim.lines.map((line, at) => ({ ...line, recovered: recoveredOf[at] ?? null }));
  return (
    <div className={styles.detail} data-testid="claim-detail">
      <ListTable
        name={text('claim.lines', { number: claim.number })}
        frame={{ total: lines.length }}
        columns={[
          {
            heading: text('exception.number'),
            value: ({ numbers }) => numbers.join(', ') || text('exception.no-number'),
          },
          { heading: text('claim.claimed'), kind: 'money', value: 'amount' },
          { heading: text('claim.recovered'), kind: 'money', value: 'recovered' },
          {
            heading: text('claim.by'),
            value: ({ by, numbers }) => text(numbers.length === 0 ? 'claim.by-hand' : `claim.by-${by}`),
          },
        ]}
        rows={lines}
        keyOf={({ key }) => key}
        line={({ key, recovered }) => ({
          'data-testid': 'claim-line',
          'data-key': key,
          'data-recovered': recovered,
        })}
      />
      <div className={styles.beside}>
        <ClaimFile number={claim.number} />
        {claim.state === 'to-send' ? (
          <Button
            className={ui.smallButton}
            data-testid="claim-withdraw"
            disabled={writes.busy}
            onClick={() => void writes.withdraw(claim.number)}
          >
            {text('claim.withdraw')}
          </Button>
        ) : null}
        <ol className={styles.log}>
          {claim.log.toReversed().map(({ state, owner, note, atMs }) => (
            <li key={`${atMs} ${state}`} data-testid="claim-log">
              <span className={ui.faint}>{formatMoment(machineLocal(atMs), formats.dates)}</span>{' '}
              {text('exception.log-line', {
                owner: owner === '' ? text('exception.nobody') : owner,
                state: text(`claim.state-${state}`),
              })}
              {note === '' ? null : <q>{note}</q>}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The file of a claim as it was made, to be written again byte for byte. */
function ClaimFile({ number }: { readonly number: string }) {
  const text = useText();
  const { bridge } = useSession();
  const claim: Claim | undefined = useAnnotations('claim')?.get(number);
  const { run, busy, failed } = useAction();
  if (claim === undefined) return null;
  const { name, text: content, digest } = claim.file;
  return (
    <p>
      <Button
        className={ui.smallButton}
        data-testid="claim-file"
        disabled={busy}
        onClick={() => void run(() => saveText(bridge.pull, name, content))}
      >
        {text('claim.save-file')}
      </Button>{' '}
      <span className={ui.caption} title={digest} data-testid="claim-digest" data-value={digest}>
        {name} · SHA-256 {digest.slice(0, 12)}…
      </span>
      <ActionFailure words={failed} />
    </p>
  );
}
