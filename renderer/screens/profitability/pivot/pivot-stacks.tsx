import { lazy, Suspense, useMemo, useState } from 'react';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { lineName, type StatementLine } from '#renderer/features/income-statement/income-statement-lines.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { figureKindOf, type Measure } from '#renderer/screens/profitability/figures/measures.ts';
import chartParts from '#renderer/ui/chart/chart-parts.module.css';
import { ChartRows } from '#renderer/ui/chart/chart-rows.tsx';
import { type SeenItem, SeenList } from '#renderer/ui/chart/seen-list.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { ChartMark } from './chart-marks.ts';
import { type Stack, stackDomain, stacksOf } from './chart-stacks.ts';
import { markTitle, placesOfMeasure } from './mark-text.ts';
import type { PivotLine } from './pivot-model.ts';

/** Recharts comes with the first chart, not with the app. */
const StacksDrawing = lazy(async () => ({ default: (await import('./stacks-drawing.tsx')).StacksDrawing }));

const ROW_PX = 32;

/**
 * Each group's costs, stacked, and its result beside them; the lines of the group in view stand at the right. Long for its
 * markup, which is one drawing.
 */
export function PivotStacks(props: {
  readonly marks: readonly ChartMark[];
  readonly measure: Measure;
  readonly heading: string;
  readonly ink: string;
  readonly places: number;
  readonly nameOf: (line: PivotLine) => string;
  /** The orders of a group, at a column. */
  readonly onOpen: (line: PivotLine, column: string | null) => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { marks, measure, ink, nameOf, onOpen } = props;
  const stacks = useMemo(() => stacksOf(marks, measure), [marks, measure]);
  // All others that lose are so much more that beside them no stack would be seen: they are figures alone.
  const drawn = useMemo(
    () => stacks.map((stack) => (stack.mark.line.areLosers === true ? bare(stack) : stack)),
    [stacks],
  );
  const domain = useMemo(() => stackDomain(drawn, measure), [drawn, measure]);
  const [reached, setReached] = useState(0);
  const places = placesOfMeasure(measure, props.places);
  const figure = { kind: figureKindOf(measure), places } as const;
  const seen = stacks[Math.min(reached, stacks.length - 1)];
  const open = (stack: Stack | undefined, line: StatementLine | undefined): void => {
    if (stack !== undefined) onOpen(stack.mark.line, line?.column ?? line?.adds[0] ?? null);
  };
  return (
    <div className={chartParts.beside}>
      <ChartRows
        rowPx={ROW_PX}
        heading={props.heading}
        columns={[
          { name: text('chart.costs'), px: 96 },
          { name: text('chart.result'), px: 96 },
        ]}
        rows={stacks.map(({ mark, cost }) => ({
          key: mark.line.key,
          name: nameOf(mark.line),
          title: markTitle(nameOf(mark.line), mark.line.caption, mark, measure, places, { text, formats }),
          look: mark.line.kind === 'others' ? 'quiet' : undefined,
          figures: [
            { ...figure, value: cost },
            { ...figure, value: mark.value, isPartial: mark.isPartial },
          ],
        }))}
        drawing={(width) => (
          <Suspense>
            <StacksDrawing
              stacks={drawn}
              domain={domain}
              inks={(stacks[0]?.costs ?? []).map(({ line }) => inkOfLine(line))}
              resultInk={ink}
              width={width}
              rowPx={ROW_PX}
              onOpen={(at, part) => {
                const stack = stacks[at];
                open(stack, part === null ? stack?.result : stack?.costs[part]?.line);
              }}
            />
          </Suspense>
        )}
        hasPieces
        onReach={setReached}
        onOpen={(at) => open(stacks[at], stacks[at]?.result)}
      />
      {seen === undefined ? null : (
        <SeenList
          name={<b>{nameOf(seen.mark.line)}</b>}
          items={[
            seen.income,
            ...seen.costs,
            { line: seen.result, value: seen.mark.value, isPartial: seen.mark.isPartial },
          ].map((part): SeenItem => {
            const { line } = part;
            const name = lineName(line, text);
            return {
              key: line.id,
              sample: <LineSample line={line} ink={ink} />,
              name: line.operator === '' ? name : `${line.operator} ${name}`,
              title: name,
              figures: [{ ...figure, value: part.value, isPartial: 'isPartial' in part && part.isPartial }],
              look: line.kind === 'result' ? 'total' : undefined,
              onOpen: () => open(seen, line),
            };
          })}
        />
      )}
    </div>
  );
}

/** A section's ink; null of the product cost, which is hatched. */
function inkOfLine({ section }: StatementLine): string | null {
  return section === null ? null : SECTION_INKS[section];
}

function LineSample({ line, ink }: { readonly line: StatementLine; readonly ink: string }) {
  if (line.kind === 'income') return null;
  if (line.kind === 'product-cost') return <i className={classNames(ui.swatch, ui.hatchedSwatch)} />;
  return (
    <i className={ui.swatch} style={{ background: line.kind === 'result' ? ink : (inkOfLine(line) ?? '') }} />
  );
}

const bare = (stack: Stack): Stack => ({
  ...stack,
  costs: stack.costs.map((part) => ({ ...part, value: null })),
  mark: { ...stack.mark, value: null },
});
