import type { Scope } from '#shared/columns/catalogue.ts';
import { SCOPES } from '#shared/profitability.ts';
import { type Text, useText } from '../../../i18n/text.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { differenceTone, type FigureKind, figureText } from '../../../ui/figure-text.ts';
import { type Formats, useFormats } from '../../../ui/formats.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ScopeMark } from '../../../ui/scope-mark.tsx';
import { SECTION_INKS } from '../../columns/column-sections.ts';
import { division } from '../division.ts';
import { favouredTone } from '../pivot/pivot-cells.ts';
import type { StatementView } from '../view-state.ts';
import { costBoundsOf } from './cost-bounds.ts';
import type { NamedColumn } from './statement-data.ts';
import { parentOf, type StatementLine } from './statement-lines.ts';
import { coverageAmount, coverageRate, figureOf } from './statement-result.ts';

/** A line's name: a section's is translated, a column's is its key. */
export function lineName(line: StatementLine, text: Text): string {
  return line.column ?? (line.section === null ? line.id : text(`section.${line.section}`));
}

export function LineHead(props: {
  readonly line: StatementLine;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const text = useText();
  const { line, isOpen } = props;
  const name = lineName(line, text);
  if (line.kind === 'section' || line.kind === 'income') {
    return (
      <button
        type="button"
        className="tw"
        aria-expanded={isOpen}
        title={text(isOpen ? 'statement.fold' : 'statement.unfold')}
        onClick={props.onToggle}
      >
        <Icon name={isOpen ? 'down' : 'right'} small />
        {line.section === null ? null : (
          <i className="sw" style={{ background: SECTION_INKS[line.section] }} />
        )}
        <span className="nm">{name}</span>
      </button>
    );
  }
  return (
    <>
      {line.scope === null ? null : <ScopeMark scope={line.scope} />}
      {line.kind === 'product-cost' ? <i className="sw hatch" /> : null}
      <span className={parentOf(line) === null ? 'nm' : 'nm in'}>{name}</span>
    </>
  );
}

/** Which results a line counts in. */
export function Dots({ countsIn }: { readonly countsIn: readonly Scope[] }) {
  const text = useText();
  return SCOPES.map((scope) =>
    countsIn.includes(scope) ? (
      <i
        key={scope}
        className={`d ${scope}`}
        title={text('statement.counts-in-of', { scope: text(`scope.${scope}`) })}
      />
    ) : (
      <i key={scope} className="d" />
    ),
  );
}

export type CellProps = {
  readonly column: NamedColumn;
  readonly places: number;
  readonly values: StatementView['values'];
  /** Pinned at the right. */
  readonly isPinned: boolean;
  /** Id of the cell that has the keys; null of all others. */
  readonly activeId: string | null;
};

/** A line's amount and share of Ventas in a column. */
export function LineCells(
  props: CellProps & { readonly line: StatementLine; readonly shade: number | null },
) {
  const text = useText();
  const formats = useFormats();
  const { line, column, isPinned } = props;
  const { amount, ratePercent } = figureOf(line, column);
  const isResult = line.kind === 'result' || line.kind === 'income' || line.operator === '+';
  const isPartOfCost = line.kind === 'part' && line.section !== null;
  const favour = isPartOfCost ? (line.operator === '+' ? -1 : 1) : isResult ? 1 : -1;
  const { Ventas } = column.totals.sums;
  const title =
    column.less !== null || amount === null || Ventas === undefined
      ? undefined
      : [division(amount, Ventas, formats, lineName(line, text)), boundsWords(line, column, text, formats)]
          .filter((words) => words !== null)
          .join('\n');
  const testId = column.kind === 'whole' ? `line-${line.id}` : undefined;
  return (
    <CellPair
      {...props}
      amount={
        <Amount
          value={amount}
          kind="money"
          places={props.places}
          favour={column.less === null ? null : favour}
          testId={testId}
        />
      }
      rate={
        <Amount
          value={ratePercent}
          kind="points"
          places={1}
          favour={column.less === null ? null : favour}
          title={title}
        />
      }
      rateClass={props.shade === null ? '' : `h${props.shade}`}
      isPinned={isPinned}
    />
  );
}

/** How much of the sales has a product cost. */
export function CoverageCells(props: CellProps) {
  const formats = useFormats();
  const { column } = props;
  const { sums, ventasWithProductCost } = column.totals;
  const share = coverageRate(column);
  const isPartial = column.less === null && share !== null && !share.startsWith('100.');
  const favour = column.less === null ? null : 1;
  return (
    <CellPair
      {...props}
      amount={
        <Amount
          value={sums.Ventas === undefined ? null : coverageAmount(column)}
          kind="money"
          places={props.places}
          favour={favour}
        />
      }
      rate={
        <Amount
          value={share}
          kind="points"
          places={1}
          favour={favour}
          className={isPartial ? 'warn' : ''}
          title={
            sums.Ventas === undefined || column.less !== null
              ? undefined
              : `${formats.exact(ventasWithProductCost)} ÷ ${formats.exact(sums.Ventas)}`
          }
        />
      }
      rateClass=""
    />
  );
}

function CellPair(
  props: CellProps & {
    readonly amount: React.ReactNode;
    readonly rate: React.ReactNode;
    readonly rateClass: string;
  },
) {
  const { values, isPinned, activeId } = props;
  const active = activeId === null ? '' : ' act';
  const unfinished = props.column.until === null ? '' : ' pt';
  const id = activeId ?? undefined;
  return (
    <>
      {values === 'rate' ? null : (
        <td
          className={`${isPinned ? 'n acc1' : 'n a'}${unfinished}${values === 'amount' && isPinned ? ' acc2' : ''}${active}`}
          id={id}
          data-at={props.column.id}
        >
          {props.amount}
        </td>
      )}
      {values === 'amount' ? null : (
        <td
          className={`n r ${isPinned ? 'acc2' : values === 'rate' ? 'a' : ''} ${props.rateClass}${values === 'rate' ? active : ''}`}
          id={values === 'rate' ? id : undefined}
          data-at={props.column.id}
        >
          {props.rate}
        </td>
      )}
    </>
  );
}

/** A figure; of a difference (`favour` is not null) with its sign, its colour saying favourable or not. */
function Amount(props: {
  readonly value: string | null;
  readonly kind: FigureKind;
  readonly places: number;
  readonly favour: 1 | -1 | null;
  readonly title?: string | undefined;
  readonly testId?: string | undefined;
  readonly className?: string;
}) {
  const formats = useFormats();
  const { value, kind, places, favour, title, testId, className } = props;
  if (favour === null || value === null) {
    return (
      <Figure
        value={value}
        kind={kind}
        places={places}
        {...(title === undefined ? {} : { title })}
        {...(testId === undefined ? {} : { testId })}
        {...(className === undefined ? {} : { className })}
      />
    );
  }
  const shown = figureText(value, kind, places, formats);
  const tone = differenceTone(value, kind, shown, formats);
  return (
    <data
      className={`fig ${TONES[favouredTone(tone, favour)]}`}
      value={value}
      data-value={value}
      title={(kind === 'money' ? formats.exact : formats.figure)(value)}
    >
      {tone === 'gained' ? `+${shown}` : shown}
    </data>
  );
}

const TONES = { positive: 'pos', negative: 'neg', zero: 'zero', plain: '' } as const;

/** What Comercial and Total may be at most, and what they would be if the missing costs were as the known ones. */
function boundsWords(
  line: StatementLine,
  { totals }: NamedColumn,
  text: Text,
  formats: Formats,
): string | null {
  if (line.column !== 'Rentabilidad Comercial' && line.column !== 'Rentabilidad Total') return null;
  const bounds = costBoundsOf(totals, line.column);
  if (bounds === null || bounds.mostPercent === null || bounds.likelyPercent === null) return null;
  return text('statement.bounds', {
    most: formats.percent(bounds.mostPercent),
    likely: formats.percent(bounds.likelyPercent),
  });
}
