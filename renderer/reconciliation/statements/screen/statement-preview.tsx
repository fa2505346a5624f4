import { useAnnotations } from '#renderer/data/client/annotations.ts';
import type { DayOrder } from '#renderer/data/model/written-dates.ts';
import { DECIMAL_SIGNS, type DecimalSign } from '#renderer/data/model/written-numbers.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { ColumnMapping, MappingChoice } from '#renderer/reconciliation/parts/column-mapping.tsx';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import type { StatementPreview as Found } from '#renderer/reconciliation/statements/model/imported.ts';
import {
  type StatementMapping as Mapping,
  NO_MAPPING,
} from '#renderer/reconciliation/statements/model/mapping.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import { AccountChoice } from './account-choice.tsx';
import { asksBankAccount } from './asks-of-preview.ts';
import { StatementChecksView } from './statement-checks.tsx';
import { StatementDayOrders } from './statement-day-orders.tsx';
import { StatementDoubts } from './statement-doubts.tsx';
import { StatementMapping } from './statement-mapping.tsx';
import { changeText, netsText } from './statement-messages.ts';
import styles from './statements.module.css';
import { UnlikeCurrency, useUnlikeCurrencies } from './unlike-currency.tsx';
import type { PreviewPhase, StatementHints, StatementImport } from './use-statement-import.ts';

const NO_ROWS = { said: [], others: null };

/** A file as it was understood; nothing of it is stored before it is confirmed. */
export function StatementPreview(props: { readonly phase: PreviewPhase; readonly work: StatementImport }) {
  const text = useText();
  const { phase, work } = props;
  const { found, hints, file, isStoring } = phase;
  // The question is answered by storing the file or not; the button says so.
  const asksOfChanges = found.changes.some((change) => change.asks);
  const currencies = useUnlikeCurrencies(found, phase.account);
  const asks = asksOfChanges || currencies.unlike.length > 0;
  const missing = asksBankAccount(phase) ? 'account-first' : found.rows === 0 ? 'no-lines' : null;
  const again = (over: Partial<StatementHints>): void => void work.read(file, { ...hints, ...over });
  const kept = useAnnotations('statement-mapping')?.get(found.fingerprint);
  const said = hints.mapping?.mapping ?? kept ?? NO_MAPPING;
  const say = (over: Partial<Mapping>): void =>
    again({ mapping: { fingerprint: found.fingerprint, mapping: { ...said, ...over } } });
  return (
    <section
      className={styles.preview}
      aria-label={text('statement-import.preview')}
      aria-busy={isStoring}
      data-testid="statement-preview"
    >
      <p className={ui.faint}>{shownName(file.name)}</p>
      <Understood found={found} onSheet={(sheet) => again({ sheet })} />
      {found.kind === 'unknown' ? (
        <StatementMapping
          key={found.fingerprint}
          found={found}
          said={hints.mapping?.mapping ?? null}
          onRead={(mapping) => again({ mapping: { fingerprint: found.fingerprint, mapping } })}
        />
      ) : (
        <DecimalSignChoice
          found={found}
          said={said.decimalSign}
          onSay={(decimalSign) => say({ decimalSign })}
        />
      )}
      <StatementDayOrders
        columns={found.dayOrders}
        onSay={(column, order) => say({ dayOrders: withOrder(said.dayOrders, column, order) })}
      />
      {found.rows === 0 ? null : <AccountLine phase={phase} work={work} />}
      {found.bank === undefined ? null : <BankAccountLine bank={found.bank} phase={phase} work={work} />}
      <UnlikeCurrency {...currencies} />
      {found.rows === 0 ? null : <StatementChecksView proof={found.proof} lines={found.rows} />}
      {found.changes.length === 0 ? null : <Changes changes={found.changes} asks={asksOfChanges} />}
      <StatementDoubts
        key={found.readingId}
        found={found}
        asked={hints.rows ?? NO_ROWS}
        onRead={(rows) => again({ rows })}
      />
      {phase.bankAccount === null || phase.bankAccount === found.bank?.account ? (
        <Overlap found={found} />
      ) : null}
      <Confirm
        work={work}
        rows={found.rows}
        leavesOut={found.proof.doubts}
        missing={missing}
        isStoring={isStoring}
        asks={asks}
      />
    </section>
  );
}

/** The account of the statement, and why it has to be said. */
function AccountLine({ phase, work }: Parameters<typeof StatementPreview>[0]) {
  const text = useText();
  const count = phase.found.accounts.length;
  return (
    <p>
      {text('statement-import.account')}{' '}
      <AccountChoice
        account={phase.account}
        of={null}
        testId="statement-account"
        onChange={work.sayAccount}
      />
      {count === 1 ? null : (
        <span className={classNames(ui.faint, styles.below)}>
          {text('statement-import.account-why', { count })}
        </span>
      )}
    </p>
  );
}

/** Which account of its bank an extract is of: told by its days, lines and balance where they tell it, else asked. */
function BankAccountLine({
  bank,
  phase,
  work,
}: Parameters<typeof StatementPreview>[0] & { readonly bank: NonNullable<Found['bank']> }) {
  const text = useText();
  const { known } = bank;
  const chosen = phase.bankAccount ?? bank.account;
  const asks = asksBankAccount(phase);
  // One account that nothing speaks against is no choice.
  if (known.length < 2 && bank.account !== null) return null;
  const next = Math.max(...known.map(({ account }) => account)) + 1;
  return (
    <p data-testid="statement-bank-account" data-value={chosen ?? ''} role={asks ? 'alert' : undefined}>
      {text('statement-import.bank-account')}{' '}
      <ChoiceMenu
        label={text('statement-import.bank-account')}
        testId="statement-bank-account-choice"
        value={chosen === null ? UNSAID : String(chosen)}
        options={[
          ...(chosen === null
            ? [{ value: UNSAID, label: text('statement-import.bank-account-unsaid') }]
            : []),
          ...known.map(({ account, name }) => ({
            value: String(account),
            label: text('statement-import.bank-account-of', { name: shownName(name) }),
          })),
          { value: String(next), label: text('statement-import.bank-account-other') },
        ]}
        onChange={(value) => {
          if (value !== UNSAID) work.sayBankAccount(Number(value));
        }}
        className={classNames(ui.button, ui.smallButton)}
      />
      <span className={classNames(asks ? ui.warning : ui.faint, styles.below)}>
        {text(asks ? 'statement-import.bank-account-ask' : 'statement-import.bank-account-why')}
      </span>
    </p>
  );
}
const UNSAID = '';

/** The kind that the file was understood as, and of which of its sheets. */
function Understood(props: { readonly found: Found; readonly onSheet: (sheet: string) => void }) {
  const text = useText();
  const formats = useFormats();
  const { found } = props;
  const sheets = found.sheets.map(({ name, isHidden, lines }) => {
    const label = `${shownName(name)} (${formats.count(lines)})`;
    return { value: name, label: isHidden ? text('statement-import.sheet-hidden', { sheet: label }) : label };
  });
  return (
    <>
      {found.facts.notes.map((note) => (
        <p key={note} className={ui.caption}>
          {text(`intake.note-${note}`)}
        </p>
      ))}
      <div role="status">
        <Facts found={found} />
      </div>
      {sheets.length < 2 ? null : (
        <p>
          {text('cost-import.sheet')}{' '}
          <ChoiceMenu
            label={text('cost-import.sheet')}
            value={found.sheet}
            options={sheets}
            onChange={props.onSheet}
            className={classNames(ui.button, ui.smallButton)}
          />
        </p>
      )}
    </>
  );
}

/** The facts of the file: its kind, days, sums, account, and what was left aside. */
function Facts({ found }: { readonly found: Found }) {
  const text = useText();
  const formats = useFormats();
  const { kind, rows, days, nets, accounts } = found;
  const taken = found.sheets.find(({ name }) => name === found.sheet);
  return (
    <ul className={styles.counts}>
      <li>
        <b data-testid="statement-kind" data-value={kind}>
          {text(`statement-import.kind-${kind}`)}
        </b>
      </li>
      {found.sheets.length < 2 && taken?.isHidden !== true ? null : (
        <li data-testid="statement-sheet" data-value={found.sheet}>
          {text(taken?.isHidden === true ? 'statement-import.of-hidden-sheet' : 'statement-import.of-sheet', {
            sheet: shownName(found.sheet),
            count: found.sheets.length,
          })}
        </li>
      )}
      <li data-testid="statement-rows" data-value={rows}>
        {text('statement-import.rows', { count: rows, shown: formats.count(rows) })}
      </li>
      {days === null ? null : (
        <li>
          {text('statement-import.days', {
            from: formatDay(days.from, formats.dates),
            to: formatDay(days.to, formats.dates),
          })}
        </li>
      )}
      {nets.length === 0 ? null : (
        <li data-testid="statement-net" data-value={nets.map(({ net }) => net).join(' ')}>
          {text('statement-import.net', { amount: netsText(nets, formats) })}
        </li>
      )}
      {rows === 0 ? null : (
        <li data-testid="statement-accounts" data-value={accounts.length}>
          {accounts.length === 0
            ? text('statement-import.no-accounts')
            : text('statement-import.accounts', {
                accounts: accounts
                  .map(({ canal, cuenta, orders }) => `${canal} · ${cuenta} (${formats.count(orders)})`)
                  .join(', '),
              })}
        </li>
      )}
      {found.leftAside.map(({ why, count }) => (
        <li key={why} className={ui.faint}>
          {text(`statement-import.aside-${why}`, { shown: formats.count(count) })}
        </li>
      ))}
    </ul>
  );
}

/** The orders of days chosen for columns, with one of them changed; null: as the file tells it. */
function withOrder(said: Mapping['dayOrders'] = {}, column: string, order: DayOrder | null) {
  const { [column]: _, ...others } = said;
  return order === null ? others : { ...others, [column]: order };
}

const FOUND = '';

/** Where a file of a known layout leaves open what «12.500» is: asked until it is said, and then to be said otherwise. */
function DecimalSignChoice(props: {
  readonly found: Found;
  readonly said: DecimalSign | null;
  readonly onSay: (sign: DecimalSign | null) => void;
}) {
  const text = useText();
  const { said, onSay } = props;
  if (said === null && props.found.notUnderstood.listed.every(({ why }) => why !== 'scale')) return null;
  return (
    <ColumnMapping>
      <MappingChoice
        label={text('statement-import.decimal-sign')}
        value={said ?? FOUND}
        options={[
          { value: FOUND, label: text('statement-import.decimal-found') },
          ...DECIMAL_SIGNS.map((sign) => ({ value: sign, label: sign })),
        ]}
        onChange={(sign) => onSay(sign === FOUND ? null : sign)}
      />
    </ColumnMapping>
  );
}

function Changes({ changes, asks }: { readonly changes: Found['changes']; readonly asks: boolean }) {
  const text = useText();
  const formats = useFormats();
  return (
    <section className={styles.part} data-testid="statement-changes" data-value={changes.length}>
      <p>
        <b>{text('statement-import.changes')}</b>
      </p>
      <ul className={styles.lines}>
        {changes.map((change) => (
          <li
            key={`${change.change}/${change.column}`}
            data-testid="statement-change"
            data-value={change.money ?? ''}
          >
            {changeText(change, text, formats)}
          </li>
        ))}
      </ul>
      {asks ? <p className={ui.warning}>{text('statement-import.changes-ask')}</p> : null}
    </section>
  );
}

function Overlap({ found }: { readonly found: Found }) {
  const text = useText();
  const formats = useFormats();
  const { fresh, shared } = found.overlap;
  if (shared.length === 0) return null;
  return (
    <section className={styles.part} data-testid="statement-overlap" data-value={found.rows - fresh}>
      <ul className={styles.lines}>
        {shared.map(({ id, name, lines, isSame }) => (
          <li key={id}>
            {isSame
              ? text('statement-import.overlap-same', { name })
              : text('statement-import.overlap', { count: lines, shown: formats.count(lines), name })}
          </li>
        ))}
        {shared.some(({ isSame }) => isSame) ? null : (
          <li>{text('statement-import.fresh', { count: fresh, shown: formats.count(fresh) })}</li>
        )}
      </ul>
    </section>
  );
}

function Confirm(props: {
  readonly work: StatementImport;
  readonly rows: number;
  /** So many rows with an amount, which the button names. */
  readonly leavesOut: number;
  /** Without which nothing is stored: whose account it is, or anything to store. */
  readonly missing: 'account-first' | 'no-lines' | null;
  readonly isStoring: boolean;
  readonly asks: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const { work, rows, asks, leavesOut } = props;
  const said = { count: rows, shown: formats.count(rows) };
  return (
    <p className={styles.owner}>
      <OwnerField testId="statement-owner" />
      <span className={ui.grow} />
      <Button className={ui.button} onClick={work.cancel} data-testid="statement-discard">
        {text('statement-import.discard')}
      </Button>
      <Button
        className={leavesOut > 0 ? ui.button : ui.primaryButton}
        data-testid="statement-confirm"
        data-value={String(leavesOut)}
        disabled={props.missing !== null || props.isStoring}
        title={props.missing === null ? undefined : text(`statement-import.${props.missing}`)}
        onClick={() => void work.confirm()}
      >
        {leavesOut > 0
          ? text('statement-import.confirm-left-out', { count: leavesOut, shown: formats.count(leavesOut) })
          : text(asks ? 'statement-import.confirm-changed' : 'statement-import.confirm', said)}
      </Button>
    </p>
  );
}
