import { useMemo, useState } from 'react';
import { useAnnotate, useAnnotations } from '#renderer/data/client/annotations.ts';
import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { fileCellText } from '#renderer/data/model/file-cells.ts';
import { countedCost, ownCostKey } from '#renderer/data/model/own-costs.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { columnLetters } from '#renderer/features/intake/refusal-messages.ts';
import { ActionFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import {
  type ChosenConventions,
  type CostFault,
  type CostImport,
  type CostPlan,
  planCostImport,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { useVatIncluded, VatIncluded } from '#renderer/reconciliation/costs/screen/vat/vat-included.tsx';
import { OwnerField } from '#renderer/reconciliation/parts/owner-field.tsx';
import { useOwner } from '#renderer/reconciliation/parts/use-owner.ts';
import { CheckLine } from '#renderer/ui/checkbox.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import styles from './cost-import.module.css';
import { type CostPlace, type FoundCosts, headerRow, type LookedAt } from './use-cost-import.ts';

const SHOWN_COSTS = 8;
const SHOWN_FAULTS = 50;
const SHOWN_SKUS = 5;

/**
 * Preview of an import: what was understood, what was not and why, and its effect on the costs that stand; then one
 * write. Long, for it is one form: what is said above decides what can be confirmed below.
 */
export function CostPreview(props: {
  readonly found: FoundCosts;
  readonly place: CostPlace;
  readonly look: LookedAt;
  readonly onSaid: (said: ChosenConventions) => void;
  /** It is written. */
  readonly onDone: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { found, place, look } = props;
  const { read } = found;
  const [onOverlap, setOnOverlap] = useState<OnOverlap>('replace');
  const [leavesOut, setLeavesOut] = useState(false);
  const { code } = useCurrency();
  const vat = useVatIncluded(null, code);
  const { rate } = vat;
  const { plan, count, action, write } = useCostPlan(read, onOverlap, rate);
  const isReady = count > 0 && (read.faultCount === 0 || leavesOut) && vat.isReadable && !action.busy;
  const confirm = async (): Promise<void> => {
    if (await write()) props.onDone();
  };
  return (
    <section
      className={styles.found}
      aria-label={text('cost-import.preview')}
      data-testid="own-costs-preview"
    >
      <Asked conventions={read.conventions} said={place.said} onSaid={props.onSaid} />
      <Counts found={found} plan={plan} />
      {read.costs.length === 0 ? null : (
        <>
          <VatIncluded vat={vat} />
          <CostLines costs={read.costs} vat={rate} />
        </>
      )}
      {read.faultCount === 0 ? null : (
        <>
          <Faults read={read} header={headerRow(look, place)} />
          {read.costs.length === 0 ? null : (
            <div className={styles.check}>
              <CheckLine checked={leavesOut} onChange={setLeavesOut}>
                {text('cost-import.leave-out', {
                  count: read.faultCount,
                  shown: formats.count(read.faultCount),
                })}
              </CheckLine>
            </div>
          )}
        </>
      )}
      {plan === null || plan.overlapping.length === 0 ? null : (
        <Overlap count={plan.overlapping.length} chosen={onOverlap} onChoose={setOnOverlap} />
      )}
      <p className={styles.owner}>
        <OwnerField testId="own-costs-owner" />
        <span className={ui.grow} />
        <Button
          className={ui.primaryButton}
          data-testid="own-costs-confirm"
          disabled={!isReady}
          title={isReady ? undefined : text(count === 0 ? 'cost-import.nothing' : 'cost-import.choose-first')}
          onClick={() => void confirm()}
        >
          {text('cost-import.confirm', { count, shown: formats.count(count) })}
        </Button>
      </p>
      <ActionFailure words={action.failed} />
    </section>
  );
}

type OnOverlap = Parameters<typeof planCostImport>[3];

/** The effect of importing on the costs that stand, how many lines it would write, and the way to do it. */
function useCostPlan(read: CostImport, onOverlap: OnOverlap, vat: Decimal | null) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const [owner] = useOwner();
  const standing = useAnnotations('own-cost');
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const action = useAction();
  const plan = useMemo(() => {
    const said = { currency: code, owner: owner.trim(), atMs: Date.now(), ...(vat === null ? {} : { vat }) };
    return standing === null ? null : planCostImport(standing.values(), read.costs, said, onOverlap);
  }, [standing, read, code, owner, onOverlap, vat]);
  const count = plan === null ? 0 : plan.added + (onOverlap === 'replace' ? plan.overlapping.length : 0);
  /** Resolves to whether it is written. */
  const write = async (): Promise<boolean> => {
    if (plan === null) return false;
    const puts = plan.puts.map((value) => ({ key: ownCostKey(value), value }));
    return action.run(async () => {
      const back = await annotate({ kind: 'own-cost', puts, deletes: plan.deletes });
      const name = text('cost-import.undo', { count, shown: formats.count(count) });
      remember(name, back, { isOffered: true });
    });
  };
  return { plan, count, action, write };
}

/** How many lines are costs, and how many are none or change nothing. */
function Counts({ found, plan }: { readonly found: FoundCosts; readonly plan: CostPlan | null }) {
  const text = useText();
  const formats = useFormats();
  const { read, unknownSkus } = found;
  const unknown = unknownSkus?.length ?? 0;
  const counted = (count: number) => ({ count, shown: formats.count(count) });
  const others = [
    ['cost-import.unfilled', read.unfilled],
    ['cost-import.repeated', read.repeated],
    ['cost-import.unchanged', plan?.unchanged ?? 0],
  ] as const;
  return (
    <ul className={styles.counts} role="status">
      <li data-testid="own-costs-understood" data-value={read.costs.length}>
        {text('cost-import.understood', counted(read.costs.length))}
      </li>
      {others.map(([key, count]) => (count === 0 ? null : <li key={key}>{text(key, counted(count))}</li>))}
      {unknown === 0 ? null : (
        <li className={ui.warning} data-testid="own-costs-unknown" data-value={unknown}>
          {text('cost-import.unknown', {
            ...counted(unknown),
            skus: unknownSkus?.slice(0, SHOWN_SKUS).join(', ') ?? '',
          })}
        </li>
      )}
    </ul>
  );
}

/** The first costs, as they were understood. */
function CostLines({ costs, vat }: Pick<CostImport, 'costs'> & { readonly vat: Decimal | null }) {
  const text = useText();
  const formats = useFormats();
  const dayText = (day: string | null): string =>
    day === null ? text('cost-import.ever') : formatDay(day, formats.dates);
  return (
    <ListTable
      name={text('cost-import.preview')}
      className={styles.costs}
      columns={[
        { heading: text('cost-import.line'), kind: 'end', value: 'line' },
        { heading: text('cost-import.field-sku'), value: 'sku' },
        {
          heading: text('cost-import.field-cost'),
          kind: 'end',
          cell: ({ cost }) => ({ 'data-value': cost }),
          value: ({ cost }) => formats.exact(cost),
        },
        vat === null
          ? null
          : {
              heading: text('own-costs.counted'),
              kind: 'end',
              cell: ({ cost }) => ({ 'data-value': countedCost({ cost, vat }) }),
              value: ({ cost }) => formats.exact(countedCost({ cost, vat })),
            },
        { heading: text('cost-import.field-from'), value: ({ from }) => dayText(from) },
        { heading: text('cost-import.field-to'), value: ({ to }) => dayText(to) },
        { heading: text('cost-import.field-note'), value: 'note' },
      ]}
      rows={costs.slice(0, SHOWN_COSTS)}
      keyOf={({ line }) => line}
      line={({ sku }) => ({ 'data-testid': 'own-costs-line', 'data-value': sku })}
    />
  );
}

/** The lines that are no costs, and why. */
function Faults({ read, header }: { readonly read: CostImport; readonly header: FileRow | undefined }) {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      <h3>{text('cost-import.faults', { count: read.faultCount, shown: formats.count(read.faultCount) })}</h3>
      <ul className={styles.faults} data-testid="own-costs-faults" data-value={read.faultCount}>
        {read.faults.slice(0, SHOWN_FAULTS).map((fault) => (
          <li key={`${fault.line}/${fault.field}/${fault.reason}`}>{faultText(fault, header, text)}</li>
        ))}
      </ul>
    </>
  );
}

/** Lines that touch what stands: which of the two holds. */
function Overlap(props: {
  readonly count: number;
  readonly chosen: OnOverlap;
  readonly onChoose: (chosen: OnOverlap) => void;
}) {
  const text = useText();
  const formats = useFormats();
  return (
    <p className={styles.overlap} data-testid="own-costs-overlap" data-value={props.count}>
      {text('cost-import.overlap', { count: props.count, shown: formats.count(props.count) })}
      <Segmented
        label={text('cost-import.overlap-choice')}
        value={props.chosen}
        options={[
          { value: 'replace', label: text('cost-import.replace') },
          { value: 'keep', label: text('cost-import.keep') },
        ]}
        onChange={props.onChoose}
      />
    </p>
  );
}

/**
 * Asks for the conventions that the file leaves open: which sign is the decimal one, and whether days or months come
 * first.
 */
function Asked(props: {
  readonly conventions: FoundCosts['read']['conventions'];
  readonly said: ChosenConventions;
  readonly onSaid: (said: ChosenConventions) => void;
}) {
  const text = useText();
  const { conventions, said, onSaid } = props;
  return (
    <>
      {conventions.number === 'unclear' ? (
        <p className={styles.overlap} data-testid="own-costs-ask-number">
          {text('cost-import.ask-number')}
          <Segmented
            label={text('cost-import.ask-number')}
            value=""
            options={[
              { value: ',', label: text('cost-import.number-comma') },
              { value: '.', label: text('cost-import.number-dot') },
            ]}
            onChange={(number) => onSaid({ ...said, number: number === '.' ? '.' : ',' })}
          />
        </p>
      ) : null}
      {conventions.date === 'unclear' ? (
        <p className={styles.overlap} data-testid="own-costs-ask-date">
          {text('cost-import.ask-date')}
          <Segmented
            label={text('cost-import.ask-date')}
            value=""
            options={[
              { value: 'day-first', label: text('cost-import.date-day-first') },
              { value: 'month-first', label: text('cost-import.date-month-first') },
            ]}
            onChange={(date) =>
              onSaid({ ...said, date: date === 'month-first' ? 'month-first' : 'day-first' })
            }
          />
        </p>
      ) : null}
    </>
  );
}

/** Where a line is none, by the name of its column or else by that column's letters, and why. Pure. */
export function faultText(fault: CostFault, header: FileRow | undefined, text: Text): string {
  const what = text(`cost-import.reason-${fault.reason}`, {
    text: fault.text,
    other: String(fault.other ?? ''),
  });
  const line = String(fault.line);
  if (fault.column === null) return text('cost-import.fault-line', { line, what });
  const name = fileCellText(header?.cells[fault.column]).trim();
  return text('cost-import.fault', { line, column: name === '' ? columnLetters(fault.column) : name, what });
}
