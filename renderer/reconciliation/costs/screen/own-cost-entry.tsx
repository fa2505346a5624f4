import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import {
  MAX_NOTE_LENGTH,
  type OwnCost,
  type OwnCostFault,
  type OwnCostTrialQuery,
  ownCostKey,
  placeOwnCost,
  readOwnCost,
} from '#renderer/data/model/own-costs.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { typedText } from '#renderer/features/filters/number-filter.ts';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useWriteOwnCosts } from '#renderer/features/own-costs/own-costs.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatDay, type TypedDay } from '#renderer/ui/date-format.ts';
import { DayField } from '#renderer/ui/day-field.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { useSame } from '#renderer/ui/hooks.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import styles from './own-cost-form.module.css';
import { useVatIncluded, VatIncluded } from './vat/vat-included.tsx';

const WHOLE: TypedDay = { kind: 'empty' };
const typedOf = (day: LocalDate | null): TypedDay => (day === null ? WHOLE : { kind: 'day', day });

/** A day as a file would have it: what cannot be read stays something that is no day. */
const dayText = (typed: TypedDay): string =>
  typed.kind === 'day' ? typed.day : typed.kind === 'empty' ? '' : '?';

type EntryProps = {
  readonly sku: string;
  /** The one that is edited; null: a new one. */
  readonly cost: OwnCost | null;
  readonly onClose: () => void;
};

/** A cost being typed, how it reads, and the way to save it. */
function useCostDraft({ sku, cost: edited, onClose }: EntryProps) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const all = useAnnotations('own-cost');
  const write = useWriteOwnCosts();
  const [owner] = useOwner();
  const [typed, setTyped] = useState(() => typedText(edited?.cost ?? null, formats.numbers));
  const [from, setFrom] = useState(typedOf(edited?.from ?? null));
  const [to, setTo] = useState(typedOf(edited?.to ?? null));
  const [note, setNote] = useState(edited?.note ?? '');
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const plain = typed.trim() === '' ? '' : (readAmount(typed, formats.numbers) ?? typed);
  const reading = readOwnCost({ sku, cost: plain, from: dayText(from), to: dayText(to) });
  const currency = edited === null ? code : edited.currency;
  const vat = useVatIncluded(edited?.vat ?? null, currency);
  const draft = useSame(
    'read' in reading && vat.isReadable
      ? { ...reading.read, ...(vat.rate === null ? {} : { vat: vat.rate }), currency }
      : null,
  );
  const replaced = edited === null ? null : ownCostKey(edited);
  const faults = 'faults' in reading ? reading.faults : [];
  // While nothing is typed yet nothing is wrong.
  const shownFaults = faults.filter((fault) => isTried || (fault !== 'no-cost' && fault !== 'not-a-day'));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (draft === null || all === null) return;
    const who = owner.trim() === '' ? (edited?.owner ?? '') : owner.trim();
    const cost: OwnCost = { ...draft, note: note.trim(), owner: who, atMs: Date.now() };
    const placed = placeOwnCost(all.values(), cost, { replaced, onOverlap: 'cut' });
    if (placed.kind !== 'placed') return;
    try {
      await write(placed.changes, text('own-costs.undo-saved', { sku }));
      onClose();
    } catch (failure) {
      setError(failure);
    }
  }
  const set = { typed: setTyped, from: setFrom, to: setTo, note: setNote };
  // The first values stay: a field half typed is no day, and must not be emptied for it.
  const days = { from: edited?.from ?? null, to: edited?.to ?? null };
  return { typed, days, note, vat, set, currency, draft, replaced, shownFaults, error, save };
}

/** Says what a product costs: Enter saves, Escape leaves; before that it shows what it would do. */
export function OwnCostEntry(props: EntryProps) {
  const text = useText();
  const { selection } = useSelection();
  const { code } = useCurrency();
  const id = useId();
  const entry = useCostDraft(props);
  const { draft, shownFaults, error, replaced } = entry;
  const { sku, onClose } = props;
  return (
    <form
      className={styles.entry}
      data-testid="own-cost-entry"
      data-value={sku}
      aria-label={text('own-costs.entry', { sku })}
      onSubmit={(event) => void entry.save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.fields}>
        <Fields id={id} entry={entry} />
        <OwnerField testId="own-cost-owner" />
        <Button type="submit" className={classNames(ui.button, ui.primaryButton)} data-testid="own-cost-save">
          {text('own-costs.save')}
        </Button>
        <Button className={ui.button} data-testid="own-cost-cancel" onClick={onClose}>
          {text('own-costs.cancel')}
        </Button>
      </div>
      <Faults id={`${id}-faults`} faults={shownFaults} />
      {error === null ? null : (
        <p role="alert" className={ui.fieldProblem}>
          {errorMessage(error, text)}
        </p>
      )}
      <Trial
        query={
          draft === null
            ? null
            : {
                selection,
                currency: code,
                // Fields that do not change the effect are left out: typing a note asks nothing.
                cost: { ...draft, note: '', owner: '', atMs: 0 },
                replaced,
              }
        }
      />
    </form>
  );
}

/** The cost per unit, the days that it is of, and a note. */
function Fields({ id, entry }: { readonly id: string; readonly entry: ReturnType<typeof useCostDraft> }) {
  const text = useText();
  const { typed, days, note, vat, set, currency, shownFaults } = entry;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <span className={ui.dayField}>
        <label htmlFor={id}>
          {text('own-costs.per-unit')}
          {currency === null ? '' : ` (${currency})`}
        </label>
        <span className={shownFaults.length === 0 ? ui.field : ui.invalidField}>
          <input
            id={id}
            ref={first}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            data-testid="own-cost-amount"
            aria-invalid={shownFaults.length > 0}
            aria-describedby={shownFaults.length > 0 ? `${id}-faults` : undefined}
            onChange={(event) => set.typed(event.target.value)}
          />
        </span>
      </span>
      <VatIncluded vat={vat} />
      <DayField
        label={text('own-costs.from')}
        day={days.from}
        onDay={() => undefined}
        onTyped={set.from}
        title={text('own-costs.open-end')}
        testId="own-cost-from"
      />
      <DayField
        label={text('own-costs.to')}
        day={days.to}
        onDay={() => undefined}
        onTyped={set.to}
        title={text('own-costs.open-end')}
        testId="own-cost-to"
      />
      <span className={ui.dayField}>
        <label htmlFor={`${id}-note`}>{text('own-costs.note')}</label>
        <span className={ui.field}>
          <input
            id={`${id}-note`}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            data-testid="own-cost-note"
            onChange={(event) => set.note(event.target.value)}
          />
        </span>
      </span>
    </>
  );
}

function Faults(props: { readonly id: string; readonly faults: readonly OwnCostFault[] }) {
  const text = useText();
  if (props.faults.length === 0) return null;
  return (
    <p id={props.id} role="alert" className={ui.fieldProblem} data-testid="own-cost-faults">
      {props.faults.map((fault) => text(`own-costs.fault-${fault}`)).join(' ')}
    </p>
  );
}

/** «Llena 12 filas con $ 480; Rentabilidad Comercial $ 1.000 → $ 520». */
function Trial({ query }: { readonly query: OwnCostTrialQuery | null }) {
  const text = useText();
  const formats = useFormats();
  const asked = useSame(query);
  const input = useMemo(() => asked, [asked]);
  const form = useId();
  // Each form has a slot of its own: the trials of two that are open do not supersede each other.
  const { output, isStale } = useLiveQuery('own-cost-trial', input, (call, trial, slot) =>
    call.readOwnCostTrial({ ...trial, slot: `${slot}-${form}` }),
  );
  if (output === null) return <p className={ui.caption}>{text('own-costs.trial-none')}</p>;
  const { rows, amount, before, after, cut } = output;
  const places = formats.places([amount, ...[before, after].flatMap((value) => value ?? [])]);
  return (
    <p
      className={styles.trial}
      role="status"
      data-testid="own-cost-trial"
      data-value={rows}
      data-stale={isStale}
    >
      <span>{text('own-costs.trial', { count: rows, shown: formats.count(rows) })}</span>
      <Figure value={amount} kind="money" places={places} testId="own-cost-trial-amount" />
      <span>· {text.column(SCOPE_COLUMNS.comercial.profitability)}</span>
      <Figure value={before} kind="money" places={places} testId="own-cost-before" />
      <span>→</span>
      <Figure value={after} kind="money" places={places} testId="own-cost-after" />
      {cut.length === 0 ? null : (
        <span className={ui.caption} data-testid="own-cost-cut">
          {text('own-costs.cuts', {
            days: cut.map((other) => describeDays(other, text, formats)).join('; '),
          })}
        </span>
      )}
    </p>
  );
}

/** «siempre», «desde 01-10-2026», «01-10-2026 a 31-10-2026». */
export function describeDays(
  { from, to }: Pick<OwnCost, 'from' | 'to'>,
  text: ReturnType<typeof useText>,
  { dates }: ReturnType<typeof useFormats>,
): string {
  if (from === null && to === null) return text('own-costs.always');
  if (to === null) return text('own-costs.since', { day: formatDay(from ?? '', dates) });
  if (from === null) return text('own-costs.until', { day: formatDay(to, dates) });
  return text('own-costs.between', { from: formatDay(from, dates), to: formatDay(to, dates) });
}
