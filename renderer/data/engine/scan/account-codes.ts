import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';

export type AccountNames = { readonly canal: string; readonly cuenta: string };

/** More accounts than any seller has: codes times this stay whole numbers. */
export const MAX_ACCOUNTS = 2 ** 20;

/** Numbers the accounts of channels from 0, as rows are read that have them. `placesIn` makes the reader of a segment's rows. */
export function accountCodes(store: ColumnStore): {
  readonly accounts: readonly AccountNames[];
  readonly placesIn: (index: number, segment: StoredSegment) => (row: number) => number;
} {
  const channels = store.dictionary('Canal');
  const owners = store.dictionary('Cuenta');
  const accounts: AccountNames[] = [];
  const places = new Map<number, number>();
  const made = (canal: number, cuenta: number): number =>
    accounts.push({ canal: channels.texts[canal] ?? '', cuenta: owners.texts[cuenta] ?? '' }) - 1;
  return {
    accounts,
    placesIn(index, segment) {
      const canales = channels.codesOf(index, segment);
      const cuentas = owners.codesOf(index, segment);
      // Rows of an account mostly stand together.
      let [last, place] = [-1, -1];
      return (row) => {
        const canal = rowCode(canales, row);
        const cuenta = rowCode(cuentas, row);
        const pair = canal * MAX_ACCOUNTS + cuenta;
        if (pair === last) return place;
        last = pair;
        place = places.get(pair) ?? made(canal, cuenta);
        places.set(pair, place);
        return place;
      };
    },
  };
}
