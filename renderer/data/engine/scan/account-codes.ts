import type { ColumnStore } from '#renderer/data/engine/columns/column-store.ts';
import { rowCode } from '#renderer/data/engine/columns/global-dictionary.ts';
import type { StoredSegment } from '#renderer/data/engine/columns/segment.ts';

export type AccountNames = { readonly canal: string; readonly cuenta: string };

/** More accounts than any seller has: codes times this stay whole numbers. */
export const MAX_ACCOUNTS = 2 ** 20;

/** Accounts of channels numbered from 0, as rows are read that have them. */
export type AccountCodes = {
  readonly accounts: readonly AccountNames[];
  /** Reads single rows of a segment: for who looks at few. */
  readonly readerOf: (index: number, segment: StoredSegment) => (row: number) => number;
  /** The account of each live row of a segment. */
  readonly placesIn: (index: number, segment: StoredSegment) => Uint32Array;
};

export function accountCodes(store: ColumnStore): AccountCodes {
  const channels = store.dictionary('Canal');
  const owners = store.dictionary('Cuenta');
  const accounts: AccountNames[] = [];
  /** By the codes of channel and account: there are few of both. */
  const places: (number | undefined)[][] = [];
  const placeOf = (canal: number, cuenta: number): number => {
    places[canal] ??= [];
    const ofChannel = places[canal];
    const known = ofChannel[cuenta];
    if (known !== undefined) return known;
    const names = { canal: channels.texts[canal] ?? '', cuenta: owners.texts[cuenta] ?? '' };
    const place = accounts.push(names) - 1;
    ofChannel[cuenta] = place;
    return place;
  };
  return {
    accounts,
    readerOf(index, segment) {
      const canales = channels.codesOf(index, segment);
      const cuentas = owners.codesOf(index, segment);
      return (row) => placeOf(rowCode(canales, row), rowCode(cuentas, row));
    },
    placesIn(index, segment) {
      const canales = channels.codesOf(index, segment);
      const cuentas = owners.codesOf(index, segment);
      const { isLive, rowCount } = segment;
      const found = new Uint32Array(rowCount);
      for (let row = 0; row < rowCount; row += 1) {
        if (isLive[row] === 1) found[row] = placeOf(rowCode(canales, row), rowCode(cuentas, row));
      }
      return found;
    },
  };
}
