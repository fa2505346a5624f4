import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Scope } from '#shared/columns/catalogue.ts';
import { SCOPES } from '#shared/profitability.ts';
import { type Text, useText } from '../../../i18n/text.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { type Formats, useFormats } from '../../../ui/formats.tsx';
import { charWidths } from '../../../ui/grid/measure.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ScopeMark } from '../../../ui/scope-mark.tsx';
import { SECTION_INKS } from '../../columns/column-sections.ts';
import { coverageOf } from '../../selection/cost-coverage.ts';
import { division } from '../division.ts';
import { costBoundsOf } from './cost-bounds.ts';
import { parentOf, type StatementLine, shownLines } from './statement-lines.ts';
import { figureOf, heatOfLine, type StatementPeriod } from './statement-result.ts';
import './statement.css';

export type NamedPeriod = StatementPeriod & {
  readonly name: string;
  /** «hasta el 20», where the month is not over. */
  readonly until: string | null;
};

const LABEL_PX = 286;
const RATE_PX = 46;
/** Months drawn beside those that are seen. */
const SPARE = 3;

/** A line's name: a section's is translated, a column's is its key. */
export function lineName(line: StatementLine, text: Text): string {
  return line.column ?? (line.section === null ? line.id : text(`section.${line.section}`));
}

/**
 * Lines by months: amounts and their share of Ventas, all of the selection at the right. Sections open to their columns.
 * Only the months that are seen are drawn.
 */
export function StatementTable(props: {
  readonly months: readonly NamedPeriod[];
  readonly whole: NamedPeriod;
  readonly places: number;
  readonly shaded: boolean;
  readonly stale: boolean;
  readonly onOpenMonth: (month: string) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { months, whole, places } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => shownLines(open), [open]);
  const amountPx = useMemo(
    () => amountWidth([...months, whole], places, formats),
    [months, whole, places, formats],
  );
  const monthPx = amountPx + RATE_PX;
  const scroller = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: 0, last: 2 * SPARE + 8 });
  function onScroll(): void {
    const element = scroller.current;
    if (element === null) return;
    const first = Math.floor(element.scrollLeft / monthPx);
    const last = Math.ceil((element.scrollLeft + element.clientWidth) / monthPx);
    if (first < seen.first || last > seen.last || last < seen.last - 3 * SPARE)
      setSeen({ first: first - SPARE, last: last + SPARE });
  }
  // It begins with the newest months.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ left: Number.MAX_SAFE_INTEGER });
  }, []);
  const from = Math.max(0, seen.first);
  const drawn = months.slice(from, seen.last + 1);
  const before = from * monthPx;
  const after = Math.max(0, months.length - from - drawn.length) * monthPx;
  const toggle = (id: string): void => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <section
      className="stw"
      ref={scroller}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys
      tabIndex={0}
      aria-label={text('statement.label')}
    >
      <table className="st-t" data-stale={props.stale}>
        <colgroup>
          <col style={{ width: LABEL_PX }} />
          <col style={{ width: 54 }} />
          {before > 0 ? <col style={{ width: before }} /> : null}
          {drawn.map(({ month }) => [
            <col key={`${month}-amount`} style={{ width: amountPx }} />,
            <col key={`${month}-rate`} style={{ width: RATE_PX }} />,
          ])}
          {after > 0 ? <col style={{ width: after }} /> : null}
          <col style={{ width: amountPx + 12 }} />
          <col style={{ width: RATE_PX + 8 }} />
        </colgroup>
        <thead>
          <tr>
            <th className="p lab" rowSpan={2} scope="col">
              {text('panel.line')}
            </th>
            <th className="p dots" rowSpan={2} title={text('statement.counts-in')}>
              {SCOPES.map((scope) => (
                <ScopeMark key={scope} scope={scope} />
              ))}
              <span className="sr">{text('statement.counts-in')}</span>
            </th>
            {before > 0 ? <td rowSpan={2} /> : null}
            {drawn.map((period) => (
              <th key={period.month} className="n a mh" colSpan={2} scope="colgroup">
                <button
                  type="button"
                  className="row-link"
                  title={text('panel.open-orders')}
                  onClick={() => period.month !== null && props.onOpenMonth(period.month)}
                >
                  {period.name}
                </button>
                {period.until === null ? null : <span className="dim"> {period.until}</span>}
              </th>
            ))}
            {after > 0 ? <td rowSpan={2} /> : null}
            <th className="n acc mh" colSpan={2} scope="colgroup">
              <span className="ell">{whole.name}</span>
            </th>
          </tr>
          <tr>
            {drawn.map(({ month }) => [
              <th key={`${month}-amount`} className="n a">
                {text('panel.amount')}
              </th>,
              <th key={`${month}-rate`} className="n">
                %
              </th>,
            ])}
            <th className="n acc1">{text('panel.amount')}</th>
            <th className="n acc2">%</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const heat = props.shaded
              ? heatOfLine(line, months, (month) => months.find((one) => one.month === month)?.until === null)
              : null;
            return (
              <tr key={line.id} className={`k-${line.kind}`} data-line={line.id}>
                <th className="p lab" scope="row" title={lineName(line, text)}>
                  <span className="op">{line.operator}</span>
                  <LineHead line={line} open={open} onToggle={toggle} />
                </th>
                <td className="p dots">
                  <Dots countsIn={line.countsIn} />
                </td>
                {before > 0 ? <td /> : null}
                {drawn.map((period, at) => (
                  <Figures
                    key={period.month}
                    line={line}
                    period={period}
                    places={places}
                    shade={heat?.[from + at] ?? null}
                    isWhole={false}
                  />
                ))}
                {after > 0 ? <td /> : null}
                <Figures line={line} period={whole} places={places} shade={null} isWhole />
              </tr>
            );
          })}
          <tr className="k-coverage">
            <th className="p lab" scope="row" title={text('statement.coverage-title')}>
              <span className="op" />
              <span className="nm">{text('statement.coverage')}</span>
            </th>
            <td className="p dots" />
            {before > 0 ? <td /> : null}
            {drawn.map((period) => (
              <Coverage key={period.month} period={period} places={places} isWhole={false} />
            ))}
            {after > 0 ? <td /> : null}
            <Coverage period={whole} places={places} isWhole />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function LineHead(props: {
  readonly line: StatementLine;
  readonly open: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}) {
  const text = useText();
  const { line } = props;
  const name = lineName(line, text);
  const opens = line.kind === 'section' || line.kind === 'income';
  if (opens) {
    const isOpen = props.open.has(line.id);
    return (
      <button
        type="button"
        className="tw"
        aria-expanded={isOpen}
        title={text(isOpen ? 'statement.fold' : 'statement.unfold')}
        onClick={() => props.onToggle(line.id)}
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

function Dots({ countsIn }: { readonly countsIn: readonly Scope[] }) {
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

function Figures(props: {
  readonly line: StatementLine;
  readonly period: NamedPeriod;
  readonly places: number;
  readonly shade: number | null;
  readonly isWhole: boolean;
}) {
  const text = useText();
  const formats = useFormats();
  const { line, period, isWhole } = props;
  const { amount, ratePercent } = figureOf(line, period);
  const { Ventas } = period.totals.sums;
  const title =
    amount === null || Ventas === undefined
      ? undefined
      : [division(amount, Ventas, formats, lineName(line, text)), boundsWords(line, period, text, formats)]
          .filter((words) => words !== null)
          .join('\n');
  return (
    <>
      <td className={isWhole ? 'n acc1' : 'n a'}>
        <Figure
          value={amount}
          kind="money"
          places={props.places}
          {...(isWhole ? { testId: `line-${line.id}` } : {})}
        />
      </td>
      <td className={[isWhole ? 'n r acc2' : 'n r', props.shade === null ? '' : `h${props.shade}`].join(' ')}>
        <Figure value={ratePercent} kind="points" places={1} {...(title === undefined ? {} : { title })} />
      </td>
    </>
  );
}

/** What Comercial and Total may be at most, and what they would be if the missing costs were as the known ones. */
function boundsWords(
  line: StatementLine,
  { totals }: NamedPeriod,
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

function Coverage(props: {
  readonly period: NamedPeriod;
  readonly places: number;
  readonly isWhole: boolean;
}) {
  const formats = useFormats();
  const { sums, ventasWithProductCost } = props.period.totals;
  const share = coverageOf(props.period.totals, 6);
  const isPartial = share !== null && !share.startsWith('100.');
  return (
    <>
      <td className={props.isWhole ? 'n acc1' : 'n a'}>
        <Figure
          value={sums.Ventas === undefined ? null : ventasWithProductCost}
          kind="money"
          places={props.places}
        />
      </td>
      <td className={props.isWhole ? 'n r acc2' : 'n r'}>
        <Figure
          value={share}
          kind="points"
          places={1}
          className={isPartial ? 'warn' : ''}
          {...(sums.Ventas === undefined
            ? {}
            : { title: `${formats.exact(ventasWithProductCost)} ÷ ${formats.exact(sums.Ventas)}` })}
        />
      </td>
    </>
  );
}

/** Every amount is shown whole: the widest of the results decides. */
function amountWidth(periods: readonly NamedPeriod[], places: number, formats: Formats): number {
  const widths = charWidths();
  const widest = Math.max(
    0,
    ...periods.flatMap((period) =>
      ['Ingreso Total', 'Ventas', 'Rentabilidad Total', 'Costo de Producto'].map((column) => {
        const sum = period.totals.sums[column];
        return sum === undefined ? 0 : widths.bold(formats.money(sum, places));
      }),
    ),
    ...periods.map(({ name, until }) => widths.bold(`${name} ${until ?? ''}`) - RATE_PX),
  );
  return Math.ceil(widest + 16);
}
