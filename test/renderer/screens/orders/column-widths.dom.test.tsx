import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TableRowsView } from '#renderer/data/client/table-rows.ts';
import type { TableRow } from '#renderer/data/model/rows.ts';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { useColumns } from '#renderer/screens/orders/orders-table.tsx';
import { DEFAULT_CHOICES, formatsOf } from '#renderer/ui/formats.tsx';
import { measureAnew } from '#renderer/ui/grid/measure.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** How wide the columns of Órdenes are, as lines come, go and are of another question. */

const SHOWN = ['Orden', 'Canal', 'Ventas', 'Rentabilidad Marketplace', 'Rentabilidad Total'];
const WORDS = ['notLoaded', 'mixed', 'several', 'incomplete', 'unreadable', 'blank'] as const;
const STYLE = {
  ...{ text, formats: formatsOf(DEFAULT_CHOICES), moneyPlaces: 0, shortDates: false },
  words: Object.fromEntries(WORDS.map((word) => [word, word])) as never,
};
const PX = 8;
/** Each letter is so wide; a head is set a size smaller, and a cell has its sides. */
const cellPx = (letters: number) => letters * PX + 15;
const headPx = (words: string) => Math.ceil(words.length * PX * (11 / 12) + 28);

beforeEach(() => {
  measureAnew();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { width: (this.textContent ?? '').length * PX } as DOMRect;
  });
});
afterEach(measureAnew);

const line = (canal: string, sales = '1'): TableRow => ({
  ...{ id: canal, cells: ['P-1', canal, sales, '1', '1'], rows: 1, unreadable: [], mixed: [] },
  productCostMissing: false,
});
const pages = (...all: readonly (readonly string[])[]) =>
  new Map(all.map((some, at) => [at, some.map((canal) => line(canal))]));

function columns(selection: Selection = EVERYTHING, isNarrow = false) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const matches = isNarrow && query === '(max-width: 1400px)';
    return { matches, addEventListener: () => {}, removeEventListener: () => {} } as never;
  });
  const ask = (asked: Selection) => ({ rows: { selection: asked, columns: SHOWN }, totalColumns: [] });
  const first = {
    ...{
      query: ask(selection),
      revision: 1,
      total: 9,
      head: null,
      pages: new Map(),
      stale: false,
      error: null,
    },
  } as unknown as TableRowsView;
  let view = first;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <TextProvider language="es" columnNames="language">
      {children}
    </TextProvider>
  );
  const { result, rerender } = renderHook((now) => useColumns(SHOWN, 'Fecha de compra', now, STYLE), {
    initialProps: view,
    wrapper,
  });
  return {
    now: () => result.current,
    px: (id: string) => result.current.find((column) => column.id === id)?.width,
    show: (more: Partial<TableRowsView>) => {
      view = { ...view, ...more };
      act(() => rerender(view));
    },
    ask: (asked: Selection): Partial<TableRowsView> => ({ query: ask(asked) as never, pages: new Map() }),
  };
}

test('they hold the longest that was read so far; of another question they begin anew, hardly narrower', () => {
  const { px, show, ask, now } = columns();
  expect(px('Canal')).toBe(70);
  show({ pages: pages(['1234567890']) });
  expect(px('Canal')).toBe(cellPx(10));
  const before = now();
  show({ pages: pages(['1234567890'], ['123']) });
  expect(now()).toBe(before);
  // Lines that were scrolled away were read all the same.
  show({ pages: new Map([[1, [line('123')]]]) });
  show({ pages: new Map([[2, [line('12345678901')]]]) });
  expect(px('Canal')).toBe(cellPx(11));
  show({ pages: new Map([[1, [line('123')]]]) });
  expect(px('Canal')).toBe(cellPx(11));
  show({ ...ask({ ...EVERYTHING, search: 'a' }), pages: pages(['123456789']) });
  // Sixteen px at most are kept.
  expect(px('Canal')).toBe(cellPx(11));
  show({ ...ask(EVERYTHING), pages: pages(['12345678']) });
  expect(px('Canal')).toBe(cellPx(8));
});

test('a total may be wider than what it adds; a chip, an arrow and a mark have their room where there may be one', () => {
  const all = columns();
  expect(all.px('Ventas')).toBe(Math.max(headPx('Ventas'), 44));
  all.show({ head: { sums: { Ventas: '1234567890' }, unreadable: {} } as never });
  expect(all.px('Ventas')).toBe(cellPx('1.234.567.890'.length));
  const regular = columns({ ...EVERYTHING, dashboardPreset: true });
  expect([all.px('Orden'), regular.px('Orden')]).toEqual([70 + 30 + 38, 70 + 30]);
  all.show(all.ask({ ...EVERYTHING, dashboardPreset: true }));
  expect(all.px('Orden')).toBe(70 + 30);
});

test.each([
  [false, ['marketplace', 'total']],
  [true, [undefined, 'total']],
])('on a narrow window (%s) the right end is what an order comes to alone', (isNarrow, atEnd) => {
  const { now } = columns(EVERYTHING, isNarrow);
  expect(now().map(({ id, pinned, align, atEnd: end }) => [id, pinned, align, end])).toEqual([
    ['Orden', true, 'start', undefined],
    ['Canal', true, 'start', undefined],
    ['Ventas', false, 'end', undefined],
    ['Rentabilidad Marketplace', false, 'end', atEnd[0]],
    ['Rentabilidad Total', false, 'end', atEnd[1]],
  ]);
  expect(now().every(({ id, name, sortable }) => sortable && name === text.column(id))).toBe(true);
});
