import { addByMember, loopsOver, placeByMember } from '#renderer/data/engine/columns/code-kernels.ts';
import { codeAt, type Segment, type SegmentColumn } from '#renderer/data/engine/columns/segment.ts';
import { textAt } from '#renderer/data/engine/dictionary/text-dictionary.ts';
import { type AccountsScope, inScope } from '#shared/domain/selection.ts';

/**
 * Accounts are named by two columns at once: each row's pair of codes finds its answer in a table. Only the texts that
 * the scope names have places of their own there; all others of a column share one, so that the table is as small as the
 * scope whatever the segment holds.
 */
export function keepScope(part: Uint8Array, segment: Segment, scope: AccountsScope): void {
  const canal = placesOf(segment.columns.get('Canal'), new Set(scope.accounts.map(({ Canal }) => Canal)));
  const cuenta = placesOf(segment.columns.get('Cuenta'), new Set(scope.accounts.map(({ Cuenta }) => Cuenta)));
  const width = cuenta.texts.length;
  // Place 0 is that of rows that are out already.
  const passes = new Uint8Array(1 + canal.texts.length * width);
  for (const [first, Canal] of canal.texts.entries()) {
    for (const [second, Cuenta] of cuenta.texts.entries()) {
      // A text that the scope does not name is in no account of it.
      const isIn = Canal === null || Cuenta === null ? scope.isExcluded : inScope(scope, { Canal, Cuenta });
      passes[1 + first * width + second] = isIn ? 1 : 0;
    }
  }
  const places = new Uint32Array(part.length);
  const canalTable = tableOf(canal.placeOfCode, (place) => 1 + place * width);
  const cuentaTable = tableOf(cuenta.placeOfCode, (place) => place);
  if (canal.codes === null) placeByMember(places, part, canalTable);
  else loopsOver(canal.codes).placeByCode(places, part, canal.codes, canalTable, canal.placeOfCode.length);
  if (cuenta.codes === null) addByMember(places, part, cuentaTable);
  else loopsOver(cuenta.codes).addByCode(places, part, cuenta.codes, cuentaTable, cuenta.placeOfCode.length);
  for (let row = 0; row < part.length; row += 1) part[row] = passes[places[row] ?? 0] ?? 0;
}

/** What each code adds to the place of a row that is in; nothing for one that is out. */
function tableOf(placeOfCode: readonly number[], factor: (place: number) => number): Uint32Array {
  return Uint32Array.from([...placeOfCode.map(() => 0), ...placeOfCode.map(factor)]);
}

/** The place of each code of a column, and the text behind each place; null: all texts that are not named. */
function placesOf(column: SegmentColumn | undefined, named: ReadonlySet<string>) {
  const texts: (string | null)[] = [null, ...named];
  const placeOf = (text: string): number => Math.max(0, texts.indexOf(text));
  if (column?.kind !== 'text') return { codes: null, texts, placeOfCode: [placeOf('')] };
  const { codes, dictionary } = column;
  if (codes === null) {
    return { codes, texts, placeOfCode: [placeOf(textAt(dictionary, codeAt(column, 0)) ?? '')] };
  }
  const placeOfCode = Array.from({ length: dictionary.size }, (_, code) =>
    placeOf(textAt(dictionary, code) ?? ''),
  );
  return { codes, texts, placeOfCode };
}
