import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accountCodes } from '#renderer/data/engine/scan/account-codes.ts';
import { world } from '../worlds.ts';

it('every account of a channel has one number, whatever segment its rows are in', () => {
  fc.assert(
    fc.property(world, ({ store }) => {
      const { accounts, readerOf, placesIn } = accountCodes(store);
      for (const [index, segment] of store.segments.entries()) {
        const places = placesIn(index, segment);
        const placeOf = readerOf(index, segment);
        for (let row = 0; row < segment.rowCount; row += 1) {
          const cell = (column: string) => store.cell(segment.base + row, column) ?? '';
          if (segment.isLive[row] === 1) expect(places[row]).toBe(placeOf(row));
          expect(accounts[placeOf(row)]).toEqual({ canal: cell('Canal'), cuenta: cell('Cuenta') });
        }
      }
      const names = accounts.map(({ canal, cuenta }) => JSON.stringify([canal, cuenta]));
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});
