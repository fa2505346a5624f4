import { sectionOf, shortName } from '#renderer/features/columns/column-sections.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { Part } from '#renderer/screens/profitability/figures/figures.ts';
import { differsInPoints, type Measure, scopeOf } from '#renderer/screens/profitability/figures/measures.ts';
import { type Band, columnId, type FigureColumn, OWN } from './ordering.ts';

/** The columns of figures of a pivot, in their order, and what they are called. Pure. */

/** What is shown of each measure: its value; compared, also how it differs. */
export function partsOf(measure: Measure, isCompared: boolean): readonly Part[] {
  if (!isCompared) return ['value'];
  return differsInPoints(measure) ? ['value', 'difference'] : ['value', 'difference', 'change'];
}

export type ColumnsInput = {
  readonly measures: readonly Measure[];
  readonly isCompared: boolean;
  /** Null: no dimension stands across. */
  readonly bands: readonly string[] | null;
  /** What is left of the values: of time, what was before them. */
  readonly rest: 'before' | 'after' | null;
};

/** The row's own figures; where a dimension stands across, each value's, then these as their total at the right end. */
export function figureColumns({ measures, isCompared, bands, rest }: ColumnsInput): readonly FigureColumn[] {
  const of = (band: Band): FigureColumn[] =>
    measures.flatMap((measure) =>
      partsOf(measure, isCompared).map((part) => ({
        id: columnId(measure, part, band),
        measure,
        part,
        band,
      })),
    );
  if (bands === null) return of(OWN);
  const across = bands.flatMap((value) => of({ kind: 'value', value }));
  const others = rest === null ? [] : of({ kind: 'others' });
  return rest === 'before' ? [...others, ...across, ...of(OWN)] : [...across, ...others, ...of(OWN)];
}

/** «Rentabilidad Total, % de Ventas», in full: for titles, copies and files. */
export function measureName(measure: Measure, text: Text): string {
  switch (measure.kind) {
    case 'sum':
      return measure.column;
    case 'rate':
      return `${measure.column} ${text('measure.of-rate')}`;
    case 'share':
      return `${measure.column} ${text('measure.of-share')}`;
    case 'per-unit':
      return `${measure.column} ${text('measure.of-unit')}`;
    default:
      return text(`measure.${measure.kind}`);
  }
}

/** The measure under the name of its section: «Costo», «%», «% del total», «por unidad». */
export function measureLabel(measure: Measure, text: Text): string {
  if (measure.column === null) return text(`measure.${measure.kind}`);
  const short =
    scopeOf(measure) === null
      ? shortName(measure.column)
      : measure.column.startsWith('Rentabilidad')
        ? text('measure.profit')
        : text('measure.cost');
  switch (measure.kind) {
    case 'sum':
      return short;
    case 'rate':
      return scopeOf(measure) === null || short !== text('measure.profit') ? `${short} %` : '%';
    case 'share':
      return `${short} ${text('measure.of-share')}`;
    case 'per-unit':
      return `${short} ${text('measure.of-unit')}`;
  }
}

/** What a difference is called under its measure. */
export function partLabel(measure: Measure, part: Part, text: Text): string {
  if (part === 'change') return text('pivot.change');
  return text(differsInPoints(measure) ? 'pivot.points' : 'pivot.difference');
}

/** The group that a measure's column stands under where none stands across: its scope, its section, or the set. */
export function measureGroup(measure: Measure): string {
  const scope = scopeOf(measure);
  if (scope !== null) return `scope:${scope}`;
  return measure.column === null ? 'set' : `section:${sectionOf(measure.column)}`;
}
