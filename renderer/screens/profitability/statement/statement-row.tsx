import { memo, type ReactNode, useMemo } from 'react';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { lineName, parentOf, type StatementLine } from '#renderer/features/statement/statement-lines.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { StatementView } from '#renderer/screens/profitability/state/view-state.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { Scope } from '#shared/domain/column-catalogue.ts';
import { SCOPES } from '#shared/domain/profitability.ts';
import { type CellPlace, coverageCells, lineCells } from './statement-cells.tsx';
import type { NamedColumn } from './statement-data.ts';
import { figureOf, heatOfLine } from './statement-result.ts';

export type RowProps = {
  readonly columns: readonly NamedColumn[];
  /** Pinned at the right; null where it stands among the others. */
  readonly whole: NamedColumn | null;
  /** The columns drawn: from one to the one before another. */
  readonly from: number;
  readonly to: number;
  readonly places: number;
  readonly values: StatementView['values'];
  /** The column of the cell that has the keys (0: the line's name); null: in another row. */
  readonly active: number | null;
  readonly activeId: string;
};

/** A line of the statement: its name, which results it counts in, and its figures. */
export const StatementRow = memo(function StatementRow(
  props: RowProps & {
    readonly line: StatementLine;
    readonly isOpen: boolean;
    readonly isShaded: boolean;
    readonly onToggle: (line: string) => void;
  },
) {
  const text = useText();
  const formats = useFormats();
  const { line, columns, places, values, active, activeId } = props;
  const figures = useMemo(() => columns.map((column) => figureOf(line, column)), [line, columns]);
  const shades = useMemo(
    () => (props.isShaded ? heatOfLine(line, columns, figures) : null),
    [props.isShaded, line, columns, figures],
  );
  const style = { text, formats, places, values };
  return (
    <tr className={`k-${line.kind}`} data-line={line.id}>
      <th
        className={active === 0 ? 'p lab act' : 'p lab'}
        {...(line.kind === 'part' ? { colSpan: 2 } : {})}
        scope="row"
        id={active === 0 ? activeId : undefined}
        title={lineName(line, text)}
      >
        <span className="op">{line.operator}</span>
        <LineHead line={line} isOpen={props.isOpen} onToggle={() => props.onToggle(line.id)} />
      </th>
      {line.kind === 'part' ? null : (
        <td className="p dots">
          <Dots countsIn={line.countsIn} />
        </td>
      )}
      {rowCells(props, (place, at) =>
        lineCells(line, figures[at] ?? figureOf(line, place.column), shades?.[at] ?? null, place, style),
      )}
    </tr>
  );
});

/** How much of the sales has a product cost, below all lines. */
export const CoverageRow = memo(function CoverageRow(props: RowProps) {
  const text = useText();
  const formats = useFormats();
  const { places, values, active, activeId } = props;
  const style = { text, formats, places, values };
  return (
    <tr className="k-coverage">
      <th
        className={active === 0 ? 'p lab act' : 'p lab'}
        id={active === 0 ? activeId : undefined}
        scope="row"
        title={text('statement.coverage-title')}
      >
        <span className="op" />
        <span className="nm">{text('statement.coverage')}</span>
      </th>
      <td className="p dots" />
      {rowCells(props, (place) => coverageCells(place, style))}
    </tr>
  );
});

/** The cells that are drawn, with the room of those that are not. `at`: the column's place, -1 of the whole. */
function rowCells(
  { columns, whole, from, to, active, activeId }: RowProps,
  cellsOf: (place: CellPlace, at: number) => readonly ReactNode[],
): readonly ReactNode[] {
  const idAt = (column: number) => (active === column ? activeId : null);
  const drawn = columns
    .slice(from, to)
    .flatMap((column, index) =>
      cellsOf({ column, isPinned: false, activeId: idAt(from + index + 1) }, from + index),
    );
  const pinned =
    whole === null ? [] : cellsOf({ column: whole, isPinned: true, activeId: idAt(columns.length + 1) }, -1);
  return [
    from > 0 ? <td key="before" /> : null,
    ...drawn,
    to < columns.length ? <td key="after" /> : null,
    ...pinned,
  ];
}

function LineHead(props: {
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
