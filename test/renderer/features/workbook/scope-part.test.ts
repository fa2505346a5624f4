import { expect, test } from 'vitest';
import { scopePart } from '#renderer/features/workbook/scope-part.ts';
import { COLUMNS, type Scope, SECTIONS_OUTSIDE_COMERCIAL } from '#shared/domain/column-catalogue.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** The columns that lead to the result of a scope, as the catalogue of columns says them. */
function leading(scope: Scope): { readonly adds: readonly string[]; readonly takes: readonly string[] } {
  const own = COLUMNS.filter(
    ({ section }) =>
      section !== null && !(scope === 'comercial' && SECTIONS_OUTSIDE_COMERCIAL.includes(section.name)),
  );
  const of = (role: string) => own.filter(({ section }) => section?.role === role).map(({ key }) => key);
  const product = scope === 'marketplace' ? [] : ['Costo de Producto'];
  return { adds: of('refund'), takes: [...of('charge'), ...product] };
}

test.each(['marketplace', 'comercial', 'total'] as const)(
  'of %s the lines lead from income to its result, and what they come to is held against it',
  (scope) => {
    const { lines, checks, hasCoverage } = scopePart(scope, text);
    const result = SCOPE_COLUMNS[scope].profitability;
    expect(lines.at(-1)?.column).toBe(result);
    expect(lines.filter(({ kind }) => kind === 'result')).toHaveLength(1);
    expect(hasCoverage).toBe(scope !== 'marketplace');

    const [reached, unexplained, ...others] = checks;
    expect(others).toEqual([]);
    expect([reached?.name, unexplained?.name]).toEqual(['Ingreso menos costos', 'Sin explicar']);
    expect([reached?.section, unexplained?.section]).toEqual(['Comprobación', 'Comprobación']);
    const income = lines.filter(({ kind }) => kind === 'income').flatMap(({ adds }) => adds);
    expect(income.length).toBeGreaterThan(0);
    const { adds, takes } = leading(scope);
    expect(reached?.adds.toSorted()).toEqual([...income, ...adds].toSorted());
    expect(reached?.takes.toSorted()).toEqual(takes.toSorted());
    expect(unexplained?.adds.toSorted()).toEqual([result, ...takes].toSorted());
    expect(unexplained?.takes).toEqual(reached?.adds);

    // By the cells of lines: income less each cost, the result less that line.
    const kindsAt = (places: readonly number[] = []) =>
      places.map((at) => lines[at]?.kind ?? 'line after them');
    expect(new Set(kindsAt(reached?.of.adds))).toEqual(new Set(['income']));
    const costs = lines.filter(({ kind }) => kind === 'section' || kind === 'product-cost');
    expect(reached?.of.takes.map((at) => lines[at])).toEqual(costs);
    expect(unexplained?.of.adds.map((at) => lines[at]?.column)).toEqual([result]);
    expect([unexplained?.of.takes, kindsAt(unexplained?.of.takes)]).toEqual([
      [lines.length],
      ['line after them'],
    ]);
  },
);
