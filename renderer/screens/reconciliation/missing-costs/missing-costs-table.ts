import type { Text } from '#renderer/i18n/text.tsx';
import type { MissingCost, MissingCosts } from '#shared/domain/missing-costs.ts';
import type { TableColumn, TableLine, WholeTable } from '#shared/domain/sheet-table.ts';

/** SKUs without cost as a file has them. Pure. */
export function missingCostsTable({ ventas, estimate, rows, lines }: MissingCosts, text: Text): WholeTable {
  const plain = (name: string): TableColumn => ({ name, kind: 'text', total: null });
  const money = (name: string, total: string | null = null): TableColumn => ({
    name,
    kind: 'money',
    total: total === null ? null : { kind: 'sum', value: total },
  });
  return {
    name: text('missing-cost.title'),
    columns: [
      plain('SKU Producto'),
      plain('Producto'),
      { name: text('proof.rows'), kind: 'count', total: { kind: 'sum', value: String(rows) } },
      { name: 'Unidades', kind: 'count', total: null },
      money('Ventas', ventas),
      money('Rentabilidad Comercial'),
      money('Rentabilidad Total'),
      money(text('missing-cost.estimate'), estimate),
      plain(text('missing-cost.basis-title')),
    ],
    keyColumns: 2,
    lines: lines.map(
      (line): TableLine => ({
        cells: [
          line.sku,
          line.product,
          String(line.rows),
          line.units,
          line.ventas,
          line.comercial,
          line.total,
          line.estimate,
          text(basisText(line)),
        ],
      }),
    ),
  };
}

export function basisText({ basis }: Pick<MissingCost, 'basis'>) {
  return `missing-cost.basis-${basis ?? 'none'}` as const;
}
