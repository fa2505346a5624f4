import { act } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { ChangesView } from '#renderer/data/client/change-rows.ts';
import { useChangeColumns, useScopeShortfall } from '#renderer/screens/changes/changes-table.tsx';
import type { GridColumn } from '#renderer/ui/grid/grid-types.ts';
import { measureAnew } from '#renderer/ui/grid/measure.ts';
import { openPage } from '#test/renderer/dom/page.tsx';

/** The columns of the table of changes: where each stands, what it is called, and how wide it is for what it holds. */

const [LETTER, BOLD] = [6, 7];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const letter = this.style.fontWeight === '600' ? BOLD : LETTER;
    return new DOMRect(0, 0, (this.textContent ?? '').length * letter, 16);
  });
  measureAnew();
});
// Other files of the same page measure their letters anew.
afterAll(() => measureAnew());

type Texts = { readonly [column: string]: string };
type Given = { readonly cells?: Texts; readonly foot?: Texts; readonly folded?: readonly string[] };
const NOTHING = { cells: {}, foot: {}, folded: [] };
const of = (texts: Texts, column: string) => ({ text: texts[column] ?? '', tone: 'plain' }) as const;

/** The columns of a list whose second page has a line of these cells. */
async function laidOut() {
  const held = {
    columns: [] as readonly GridColumn[],
    lacks: (_: string, __: number) => 0,
    show: (_: Given) => {},
  };
  function Columns() {
    const [{ cells, foot, folded }, show] = useState<Required<Given>>(NOTHING);
    held.show = (given) => act(() => show({ ...NOTHING, ...given }));
    const view = {
      pages: new Map([
        [0, [{}]],
        [4, [cells]],
      ]),
    } as unknown as ChangesView;
    held.columns = useChangeColumns(
      view,
      (line, column) => of(line as Texts, column),
      (column) => of(foot, column),
      folded,
    );
    held.lacks = useScopeShortfall();
    return null;
  }
  await openPage({}, () => <Columns />);
  return {
    lacks: (group: string, width: number) => held.lacks(group, width),
    columns: (given: Given = {}) => {
      held.show(given);
      return held.columns;
    },
    widthOf: (column: string, given: Given) => {
      held.show(given);
      return held.columns.find(({ id }) => id === column)?.width;
    },
  };
}

test('stand in their sections, order and change in sight whatever is scrolled; sorted by differences alone', async () => {
  const { columns } = await laidOut();
  const folded = ['Rentabilidad Marketplace', 'Rentabilidad Comercial'];
  const told = columns({ folded }).map(({ id, label, name, group, align, pinned, sortable }) =>
    [
      id,
      label === name ? label : `${label} (${name})`,
      group,
      align,
      pinned ? 'pinned' : '',
      sortable ? 'sorts' : '',
    ]
      .filter((part) => part !== '')
      .join(' | '),
  );
  expect(told).toEqual([
    'Orden | Orden | order | start | pinned',
    'change | Cambio | order | start | pinned',
    'purchase | Compra | order | start',
    'Canal | Canal | order | start',
    'Ventas:before | Antes (Ventas: Antes) | Ventas | end',
    'Ventas:after | Ahora (Ventas: Ahora) | Ventas | end',
    'Ventas:difference | Diferencia (Ventas: Diferencia) | Ventas | end | sorts',
    'Rentabilidad Marketplace:difference | Diferencia (Rentabilidad Marketplace: Diferencia) | Rentabilidad Marketplace | end | sorts',
    'Rentabilidad Comercial:difference | Diferencia (Rentabilidad Comercial: Diferencia) | Rentabilidad Comercial | end | sorts',
    'Rentabilidad Total:before | Antes (Rentabilidad Total: Antes) | Rentabilidad Total | end',
    'Rentabilidad Total:after | Ahora (Rentabilidad Total: Ahora) | Rentabilidad Total | end',
    'Rentabilidad Total:difference | Diferencia (Rentabilidad Total: Diferencia) | Rentabilidad Total | end | sorts',
    'states | Estado de Orden | states | start',
    'payments | Estado de Pago | states | start',
    'Cuenta | Cuenta | states | start',
    'rows:before | Antes | rows | end',
    'rows:after | Ahora | rows | end',
    'read | Leído, UTC | reading | start',
    'purpose | Lectura | reading | start',
    'changes | Veces | reading | end',
    'correlation | ID de solicitud | reading | start',
  ]);
});

test('are as wide as the widest of their cells, their sum and their name, within their bounds', async () => {
  const { widthOf, lacks } = await laidOut();
  const letters = (count: number) => '0'.repeat(count);
  const cells = (column: string, count: number) => widthOf(column, { cells: { [column]: letters(count) } });
  const foot = (column: string, count: number) => widthOf(column, { foot: { [column]: letters(count) } });
  // Room for the marks before an order and a change, else for the sides of a cell.
  expect([
    cells('Orden', 20),
    cells('change', 16),
    cells('Ventas:after', 20),
    cells('correlation', 30),
  ]).toEqual([...[20 * LETTER + 34, 16 * LETTER + 30, 20 * LETTER + 15, 30 * LETTER + 15]]);
  expect([foot('Ventas:after', 20), foot('rows:before', 8)]).toEqual([20 * BOLD + 15, 8 * BOLD + 15]);
  expect([cells('Orden', 1), cells('Orden', 99), foot('Ventas:difference', 99)]).toEqual([120, 210, 260]);
  // A name is smaller than a cell's words, and has its menu beside it.
  expect(widthOf('Ventas:difference', {})).toBe(
    Math.ceil('Diferencia'.length * LETTER * (11 / 12) + 14 + 15),
  );
  expect([lacks('Ventas', 1), lacks('Rentabilidad Total', 1) > 0, lacks('Rentabilidad Total', 999)]).toEqual([
    ...[0, true, 0],
  ]);
});
