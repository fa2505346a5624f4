import { describe, expect, it } from 'vitest';
import { createColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { encodeSegment } from '#renderer/data/storage/segment/encode.ts';
import { decodeSegment } from '#renderer/data/storage/segment/layout.ts';
import { COLUMNS } from '#shared/domain/column-catalogue.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { createQueries } from '#test/renderer/data/engine/queries.ts';

/** What the search says it looks through, written down here once more. */
const SEARCHED = [
  ...['Orden', 'Nro. suborden', 'SKU Producto', 'SKU Marketplace', 'SKU Variante', 'Producto'],
  ...['N° de Liquidación', 'Comprador'],
];

describe('a search', () => {
  const columns = COLUMNS.filter(({ kind }) => kind === 'text').map(({ key }) => key);
  /** Row by row, one column holds the text and the others do not. */
  const rows = columns.map((_, row) =>
    columns.map((_, at) => (at === row ? `x Aguja-${row} y` : `otro ${at}`)),
  );
  const store = createColumnStore();
  const encoded = encodeSegment({ columns, rows });
  store.addSegment(1, decodeSegment(encoded.bytes, encoded.headerLength), null);
  store.raiseRevision();
  const queries = createQueries(store);
  const found = (search: string) => queries.totals({ ...EVERYTHING, search }, []).rows;

  it.each(columns)('for a text that stands in %s alone finds its row where that is searched', (column) => {
    expect(found(`aguja-${columns.indexOf(column)} y`)).toBe(SEARCHED.includes(column) ? 1 : 0);
  });

  it('finds all rows where one column says it in each of them and another in some', () => {
    const all = createColumnStore();
    const said = encodeSegment({
      columns: ['Orden', 'Comprador', 'Producto'],
      rows: [
        ['1', 'Aguja', 'otra aguja'],
        ['2', 'Aguja', 'otro'],
        ['3', 'Aguja', 'nada'],
      ],
    });
    all.addSegment(1, decodeSegment(said.bytes, said.headerLength), null);
    all.raiseRevision();
    const rowsWith = (search: string) => createQueries(all).totals({ ...EVERYTHING, search }, []).rows;
    expect([rowsWith('aguja'), rowsWith('ja'), rowsWith('otr'), rowsWith('agujas')]).toEqual([3, 3, 2, 0]);
  });

  it('looks through all of these', () => {
    expect(columns).toEqual(expect.arrayContaining(SEARCHED));
    expect(found('aguja')).toBe(SEARCHED.length);
  });
});
