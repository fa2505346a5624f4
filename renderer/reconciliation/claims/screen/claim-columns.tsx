import { CLAIM_STATES, type ClaimState } from '#renderer/data/model/claim-states.ts';
import type { WholeTable } from '#renderer/data/model/sheet-table.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import type { ClaimStatus } from '#renderer/reconciliation/claims/model/claims.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type Column, sheetColumn } from '#renderer/ui/list-table/column.ts';
import { sheetOf } from '#renderer/ui/list-table/sheet.ts';
import { compare, fromDecimal } from '#shared/domain/decimal.ts';
import styles from './claims.module.css';

/** The columns of claims, on the screen and in files. */

type Acts = {
  readonly opened: string | null;
  readonly onOpen: (number: string) => void;
  readonly onState: (number: string, state: ClaimState) => void;
};

/** Whether all of a claim came back: it may be marked as paid. Pure. */
export const isBack = ({ claim, recovered }: ClaimStatus): boolean =>
  compare(fromDecimal(recovered), fromDecimal(claim.claimed)) >= 0;

export function claimColumns(text: Text, acts: Acts): readonly Column<ClaimStatus>[] {
  return [
    {
      id: 'number',
      heading: text('claim.number'),
      value: ({ claim }) => claim.number,
      draw: ({ claim }) => (
        <Button
          className={ui.smallLink}
          aria-expanded={claim.number === acts.opened}
          onClick={() => acts.onOpen(claim.number)}
        >
          {claim.number}
        </Button>
      ),
    },
    { heading: 'Canal', value: ({ claim }) => claim.Canal },
    { heading: 'Cuenta', value: ({ claim }) => claim.Cuenta },
    { heading: text('exception.count'), kind: 'count', value: ({ claim }) => claim.lines.length },
    {
      heading: text('claim.deadline'),
      value: ({ claim }) => claim.deadline ?? '',
      draw: ({ claim }) => <Deadline day={claim.deadline} />,
    },
    {
      heading: text('claim.state'),
      value: ({ claim }) => text(`claim.state-${claim.state}`),
      draw: (status) => <StateOf status={status} onState={acts.onState} />,
    },
    { id: 'claimed', heading: text('claim.claimed'), kind: 'money', value: ({ claim }) => claim.claimed },
    { id: 'recovered', heading: text('claim.recovered'), kind: 'money', value: 'recovered' },
    { heading: text('match.currency'), value: ({ claim }) => claim.currency },
  ];
}

function Deadline({ day }: { readonly day: ClaimStatus['claim']['deadline'] }) {
  const formats = useFormats();
  return day === null ? '—' : formatDay(day, formats.dates);
}

function StateOf({ status, onState }: { readonly status: ClaimStatus; readonly onState: Acts['onState'] }) {
  const text = useText();
  const { claim } = status;
  return (
    <span className={styles.state}>
      <select
        className={styles.select}
        data-testid="claim-state"
        aria-label={text('claim.state-of', { number: claim.number })}
        value={claim.state}
        onChange={({ target }) => onState(claim.number, target.value as ClaimState)}
      >
        {CLAIM_STATES.map((each) => (
          <option key={each} value={each}>
            {text(`claim.state-${each}`)}
          </option>
        ))}
      </select>
      {isBack(status) && claim.state !== 'paid' ? (
        <Button
          className={ui.smallLink}
          data-testid="claim-mark-paid"
          onClick={() => onState(claim.number, 'paid')}
        >
          {text('claim.mark-paid')}
        </Button>
      ) : null}
    </span>
  );
}

/** Claims as a file has them. Pure. */
export function claimsTable(claims: readonly ClaimStatus[], text: Text): WholeTable {
  return sheetOf<ClaimStatus>({
    name: text('claim.title'),
    columns: [
      sheetColumn(text('claim.number'), ({ claim }) => claim.number),
      sheetColumn('Canal', ({ claim }) => claim.Canal),
      sheetColumn('Cuenta', ({ claim }) => claim.Cuenta),
      sheetColumn(text('exception.count'), ({ claim }) => claim.lines.length, { kind: 'count' }),
      sheetColumn(text('claim.deadline'), ({ claim }) => claim.deadline ?? ''),
      sheetColumn(text('claim.state'), ({ claim }) => text(`claim.state-${claim.state}`)),
      sheetColumn(text('claim.claimed'), ({ claim }) => claim.claimed, { kind: 'money' }),
      sheetColumn(text('claim.recovered'), 'recovered', { kind: 'money' }),
      sheetColumn(text('match.currency'), ({ claim }) => claim.currency),
    ],
    rows: claims,
    keyColumns: 3,
  });
}
