import { type ReactNode, useState } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import {
  describeSelection,
  useOpenOrders,
  useSelection,
} from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  type AppliedSteps,
  applyChanges,
  applySteps,
  type Explained,
  type ExplainQuery,
  type Explanation,
  type ExplanationStep,
  type Explanations,
  notationOf,
  rowsOfChange,
} from '#renderer/reconciliation/explain/model/explanation.ts';
import { SteppedBar, steppedBars, steppedCell } from '#renderer/reconciliation/parts/stepped-bars.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column, FigureLook } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { instantFromMs, instantToMs } from '#shared/domain/dates.ts';
import { fromDecimal, percentOf, toDecimal } from '#shared/domain/decimal.ts';
import { changeName } from './change-names.ts';
import styles from './explain.module.css';
import { StepRows } from './step-rows.tsx';

/** Expected chance fits from which on a fit is told as one that may be chance. */
const MUCH_CHANCE = 0.05;

type ViewProps = {
  readonly query: ExplainQuery;
  readonly explanations: Explanations;
  /** Another measure is what was meant. */
  readonly onMeasure: (measure: string) => void;
};

type FigureLine = {
  readonly id: string;
  readonly name: string;
  /** Beside the name. */
  readonly note?: ReactNode;
  readonly value: string;
  readonly look?: FigureLook;
};

/** The two figures, what leads from one to the other, and what was tried besides. */
export function ExplanationView(props: ViewProps) {
  const text = useText();
  const { code } = useCurrency();
  const { explanations } = props;
  const { base, amount, difference, results, tried } = explanations;
  const formats = useFormats();
  const places = formats.places([base, amount, difference]);
  const isEqual = tried.length === 0;
  return (
    <div className={styles.answer}>
      <p className={ui.caption}>
        {[
          describeSelection(props.query.selection, text),
          explanations.measure,
          ...(code === null ? [] : [code]),
        ].join(' · ')}
        <MovedMark column={explanations.measure} />
      </p>
      <Figures explanations={explanations} places={places} />
      <p role="status" className={styles.summary} data-testid="explain-said">
        {isEqual ? <Icon name="check" small /> : null}
        {text(isEqual ? 'explain.equal' : summaryOf(results))}
      </p>
      {results.length === 0 ? null : (
        <ol className={styles.results} aria-label={text('explain.hypotheses')}>
          {results.map((explanation, at) => (
            <ExplanationItem
              key={notationOf(explanation.changes)}
              {...props}
              explanation={explanation}
              place={at}
              places={places}
            />
          ))}
        </ol>
      )}
      <Discarded explanations={explanations} places={places} />
      {isEqual ? null : <Tried explanations={explanations} />}
    </div>
  );
}

/** The figure that Cuadra has, the one seen elsewhere, and the difference. */
function Figures({ explanations, places }: { readonly explanations: Explanations; readonly places: number }) {
  const text = useText();
  const formats = useFormats();
  const { base, amount, difference, rows } = explanations;
  const figures: readonly FigureLine[] = [
    {
      id: 'base',
      name: 'Cuadra',
      note: (
        <span className={ui.faint}>{text('count.rows', { count: rows, shown: formats.count(rows) })}</span>
      ),
      value: base,
      look: { testId: 'explain-base' },
    },
    { id: 'elsewhere', name: text('explain.elsewhere'), value: amount },
    {
      id: 'difference',
      name: text('explain.difference'),
      value: difference,
      look: { signed: true, favour: 0, testId: 'explain-difference' },
    },
  ];
  return (
    <ListTable
      className={styles.figures}
      hasNoHead
      places={places}
      columns={[
        {
          id: 'name',
          heading: '',
          value: 'name',
          draw: ({ name, note }) =>
            note === undefined ? (
              name
            ) : (
              <>
                {name} {note}
              </>
            ),
        },
        { id: 'amount', heading: '', kind: 'money', value: 'value', figure: ({ look }) => look ?? {} },
      ]}
      rows={figures}
      keyOf={({ id }) => id}
      line={({ id }) => (id === 'difference' ? { className: styles.total } : {})}
    />
  );
}

function summaryOf(results: readonly Explanation[]) {
  const [first] = results;
  if (first === undefined) return 'explain.unexplained';
  return first.fit === 'partial' ? 'explain.partly' : 'explain.explained';
}

function useChangeNames() {
  const text = useText();
  const formats = useFormats();
  return (changes: Explanation['changes']): string =>
    changes
      .map((change) =>
        changeName(change, text, {
          moment: (instant) => `${formatMoment(instant, formats.dates)} UTC`,
          figure: formats.figure,
        }),
      )
      .join(' · ');
}

type ItemProps = ViewProps & {
  readonly explanation: Explanation;
  readonly place: number;
  readonly places: number;
};

/** One hypothesis, step by step. */
function ExplanationItem(props: ItemProps) {
  const text = useText();
  const { query, explanations, explanation, places } = props;
  const { steps, value, remains } = explanation;
  const { unsaid } = applySteps(query, steps, valuesIn(explanations));
  const [opened, setOpened] = useState<number | null>(null);
  const listed = (at: number) => ({
    selection: query.selection,
    measure: query.measure,
    before: steps.slice(0, at).map(({ changes }) => changes),
    step: steps[at]?.changes ?? [],
  });
  const columns = useStepColumns(props, opened, setOpened);
  return (
    <li
      className={styles.result}
      data-testid="explain-result"
      data-value={value}
      data-remains={remains}
      data-changes={notationOf(explanation.changes)}
    >
      <ItemHead {...props} />
      <Unsaid unsaid={unsaid} steps={steps} onSeeRows={setOpened} />
      <ListTable
        className={styles.steps}
        columns={columns}
        rows={steps}
        keyOf={({ changes }) => notationOf(changes)}
        places={places}
        below={(_, { at }) => (opened === at ? <StepRows step={listed(at)} /> : null)}
        sums={[
          {
            key: 'total',
            name: text('explain.total-under'),
            isPlain: true,
            line: { className: styles.total },
            sums: { amount: { value } },
          },
          {
            key: 'remains',
            name: text('explain.remains'),
            isPlain: true,
            sums: {
              amount: { value: remains },
              share: { value: shareOf(remains, explanations.difference) },
            },
          },
        ]}
      />
    </li>
  );
}

const valuesIn =
  ({ values }: Explanations) =>
  (column: string): readonly string[] =>
    values[column] ?? [];

/** How a hypothesis fits, and the way to set the screens to it. */
function ItemHead(props: ItemProps) {
  const text = useText();
  const { change } = useSelection();
  const names = useChangeNames();
  const { query, explanations, explanation, place } = props;
  const { steps, fit, expectedByChance, sameRowsAs } = explanation;
  const { explained: applied, unsaid } = applySteps(query, steps, valuesIn(explanations));
  const said = steps.flatMap(({ changes }, at) => (unsaid.some(({ step }) => step === at) ? [] : changes));
  const apply = (): void => {
    if (applied === null) return;
    change({ type: 'set-all', selection: applied.selection });
    if (applied.measure !== query.measure) props.onMeasure(applied.measure);
  };
  return (
    <div className={styles.head}>
      <b>{place + 1}</b>
      <span className={classNames(ui.tag, fit === 'partial' ? ui.caution : ui.good)}>
        {text(`explain.fit-${fit}`)}
      </span>
      {sameRowsAs === null ? null : (
        <span className={ui.faint}>{text('explain.same-rows', { place: sameRowsAs + 1 })}</span>
      )}
      {expectedByChance !== null && expectedByChance > MUCH_CHANCE ? (
        <span className={ui.warning}>{text('explain.maybe-chance')}</span>
      ) : null}
      <span className={ui.grow} />
      {applied === null ? null : (
        <Button
          className={ui.smallButton}
          data-testid="explain-apply"
          aria-label={text('explain.apply-title', { name: names(said) })}
          onClick={apply}
        >
          {text(unsaid.length === 0 ? 'explain.apply' : 'explain.apply-part')}
        </Button>
      )}
    </div>
  );
}

/** The steps of a hypothesis; each opens its rows. */
function useStepColumns(
  { query, explanations, explanation: { steps } }: ItemProps,
  opened: number | null,
  setOpened: (step: number | null) => void,
): readonly Column<ExplanationStep>[] {
  const text = useText();
  const names = useChangeNames();
  const valuesOf = valuesIn(explanations);
  const bars = steppedBars(steps.map(({ amount }) => amount));
  const before = steps.map((_, at): Explained | null =>
    applyChanges(
      query,
      steps.slice(0, at).flatMap(({ changes }) => changes),
      valuesOf,
    ),
  );
  return [
    {
      heading: text('explain.change'),
      head: { colSpan: 2 },
      value: ({ changes }) => names(changes),
      draw: (step, { at }) => (
        <>
          <span className={styles.name}>{names(step.changes)}</span>
          <RowsLink
            step={step}
            before={before[at] ?? null}
            isOpen={opened === at}
            onToggle={() => setOpened(opened === at ? null : at)}
            valuesOf={valuesOf}
          />
        </>
      ),
    },
    {
      id: 'bar',
      heading: '',
      cell: steppedCell(styles.bars),
      draw: ({ amount }, { at }) => <SteppedBar bar={bars[at]} amount={amount} />,
    },
    {
      heading: (
        <>
          {text.column(query.measure)}
          <MovedMark column={query.measure} />
        </>
      ),
      kind: 'money',
      value: 'amount',
      figure: { signed: true, favour: 0 },
      sheet: { name: query.measure },
    },
    {
      id: 'share',
      heading: text('explain.share'),
      kind: 'points',
      value: ({ amount }) => shareOf(amount, explanations.difference),
    },
  ];
}

/** Steps that cannot be applied and why, each with the way to its rows. */
function Unsaid(props: {
  readonly unsaid: AppliedSteps['unsaid'];
  readonly steps: Explanation['steps'];
  readonly onSeeRows: (step: number) => void;
}) {
  const text = useText();
  const names = useChangeNames();
  if (props.unsaid.length === 0) return null;
  return (
    <ul className={styles.unsaid} aria-label={text('explain.unsaid')}>
      {props.unsaid.map(({ step, reason }) => (
        <li key={step} data-testid="explain-unsaid" data-reason={reason}>
          <span>
            {text('explain.unsaid-step', {
              name: names(props.steps[step]?.changes ?? []),
              why: text(`explain.unsaid-${reason}`),
            })}
          </span>{' '}
          {reason === 'before' || reason === 'vat' || reason === 'no-days' ? null : (
            <Button className={ui.smallLink} onClick={() => props.onSeeRows(step)}>
              {text('explain.see-its-rows')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** In percent of the difference. */
function shareOf(amount: Explanation['value'], difference: Explanation['value']) {
  const share = percentOf(fromDecimal(amount), fromDecimal(difference), 4);
  return share === undefined ? null : toDecimal(share);
}

/** How many rows a step lets in or leaves out, and the way to them where a selection says which they are. */
function RowsLink(props: {
  readonly step: ExplanationStep;
  readonly before: Explained | null;
  /** Whether its rows are listed beneath it. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly valuesOf: (column: string) => readonly string[];
}) {
  const text = useText();
  const formats = useFormats();
  const open = useOpenOrders();
  const { go } = useNavigation();
  const { step, before, valuesOf } = props;
  const [change] = step.changes;
  if (change?.kind === 'before') {
    // Cambios tells what came after an instant.
    const after = instantFromMs(instantToMs(change.readAt) - 1);
    return (
      <Button className={ui.smallLink} onClick={() => go('changes', `after/${after}`)}>
        {text('explain.see-changes')}
      </Button>
    );
  }
  const behind =
    before === null || change === undefined || step.changes.length > 1
      ? null
      : rowsOfChange(before.selection, change, valuesOf);
  const { rowsIn, rowsOut } = step;
  const moved = [
    ...(rowsIn > 0 ? [`+${formats.count(rowsIn)}`] : []),
    ...(rowsOut > 0 ? [`−${formats.count(rowsOut)}`] : []),
  ];
  const said =
    moved.length === 0
      ? text('explain.see-rows')
      : text('count.rows', { count: rowsIn + rowsOut, shown: moved.join(' ') });
  if (behind === null || before === null) {
    // The same rows, read by another measure.
    if (change?.kind === 'measure' || change?.kind === 'vat') return null;
    return (
      <Button
        className={ui.smallLink}
        data-testid="explain-rows"
        title={text('explain.see-rows')}
        aria-expanded={props.isOpen}
        onClick={props.onToggle}
      >
        {said}
      </Button>
    );
  }
  return (
    <Button
      className={ui.smallLink}
      data-testid="explain-rows"
      title={text('explain.see-rows')}
      onClick={() => open({ only: [{ type: 'set-all', selection: behind }], by: before.measure })}
    >
      {said}
    </Button>
  );
}

function Discarded(props: { readonly explanations: Explanations; readonly places: number }) {
  const text = useText();
  const names = useChangeNames();
  const { discarded } = props.explanations;
  if (discarded.length === 0) return null;
  return (
    <section className={styles.discarded} aria-label={text('explain.discarded')}>
      <h3>
        {text('explain.discarded')} <span className={ui.faint}>{text('explain.discarded-note')}</span>
      </h3>
      <ul>
        {discarded.map(({ changes, remains }) => (
          <li key={notationOf(changes)} data-testid="explain-discarded" data-changes={notationOf(changes)}>
            <Icon name="close" small />
            <span className={ui.ellipsis} title={names(changes)}>
              {names(changes)}
            </span>
            <span className={ui.faint}>
              {text('explain.leaves')} <Figure value={remains} kind="money" places={props.places} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many were tried, how many would fit by chance, and what was not tried. */
function Tried({ explanations }: { readonly explanations: Explanations }) {
  const text = useText();
  const formats = useFormats();
  const { tried, leftOut } = explanations;
  const all = tried.reduce((sum, { combinations }) => sum + combinations, 0);
  const chance = tried.at(-1)?.expectedByChance ?? 0;
  return (
    <p className={ui.caption} data-testid="explain-tried" data-value={all}>
      {text('explain.tried', {
        count: all,
        shown: formats.count(all),
        changes: tried.length,
      })}{' '}
      {chance < 0.0001
        ? text('explain.chance-none')
        : text('explain.chance', { expected: formats.figure(chance.toFixed(4)) })}
      {leftOut.map(({ column, values }) => (
        <span key={column}>
          {' '}
          {text('explain.left-out', { column: text.column(column), values: formats.count(values) })}
        </span>
      ))}
    </p>
  );
}
