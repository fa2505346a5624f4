import { useMemo } from 'react';
import type { DataReader } from '#renderer/data/client/data-calls.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { ValueCount, ValuesAnswer, ValuesQuery } from '#renderer/data/model/values.ts';
import { allSections } from '#renderer/features/columns/column-sections.ts';
import { orderDetail, useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { onlyWith, useOpenOrders, useSelection } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { hasWords } from '#shared/base/find-words.ts';
import { type AccountsScope, EVERYTHING } from '#shared/domain/selection.ts';
import { otherWordsOfValue } from './other-words.ts';
import { bestCommands, type Command } from './rank-commands.ts';

/** Shorter texts begin too many numbers, and stand in too many names, to be worth asking for. */
const MIN_FOUND = 3;
const MAX_FOUND = 6;
/** Of a column of few values: far more than there are channels or accounts. */
const MAX_VALUES = 200;
/** Columns by whose values people look for orders. */
const VALUE_COLUMNS = [
  'Canal',
  'Cuenta',
  'Estado de Orden',
  'Estado de Pago',
  'Estado de Despacho',
  'Tipo de Dato',
  'Marca',
  'Categoría',
] as const;

type Found = { readonly scope: AccountsScope | null; readonly find: string };
type OfColumn = ValueCount & { readonly column: string };

/**
 * What is found in the rows and their columns: orders whose number begins with what was typed, that number itself first; products
 * by a part of their SKU or name; values of some columns, and columns, by words in any order.
 */
export function useFoundInData(typed: string) {
  const text = useText();
  const formats = useFormats();
  const { selection, change } = useSelection();
  const { address, go } = useNavigation();
  const open = useOpenOrders();
  const { scope } = selection;
  const find = typed.trim();
  const isEnough = find.length >= MIN_FOUND;
  const input = useMemo<Found | null>(() => (isEnough ? { scope, find } : null), [scope, find, isEnough]);
  const place = useMemo(() => (isEnough ? { scope } : null), [scope, isEnough]);
  const orders = useLiveQuery('palette-orders', input, (call, asked, slot) =>
    call.readValues({ ...foundIn(asked, 'Orden'), at: 'start', slot }),
  );
  const products = useLiveQuery('palette-products', input, readProducts);
  const values = useLiveQuery('palette-values', place, readColumnValues);
  const rows = (count: number): string => text('count.rows', { count, shown: formats.count(count) });
  const openOrder = (order: string) => (): void => {
    const whole = { ...EVERYTHING, filters: [{ column: 'Orden', values: [order] }] };
    change({ type: 'set-all', selection: whole }, () => go(address.screen, address.detail));
    go('orders', orderDetail(order.trim()));
  };
  const openWith =
    ({ column, value }: OfColumn) =>
    (): void =>
      open({ only: [onlyWith(column, value)] });
  const productCommand = (found: OfColumn): Command =>
    // Found by the worker: its name need not hold the words apart.
    dataCommand(`product-${found.column}-${found.value}`, found.value, openWith(found), {
      hint: `${text.column(found.column)} · ${rows(found.rows)}`,
      also: [find],
    });
  const valueCommand = (found: OfColumn): Command => {
    const label = text('cell-menu.filter', { column: text.column(found.column), value: found.value });
    const also = [found.column, ...otherWordsOfValue(found.value, text)];
    const hint = rows(found.rows);
    return dataCommand(`value-${found.column}-${found.value}`, label, openWith(found), { hint, also });
  };
  const columnCommand = (column: string): Command => {
    const label = text('palette.show-column', { column: text.column(column) });
    return dataCommand(`column-${column}`, label, () => open({ at: column }), { also: [column] });
  };
  const numbers = orders.output?.values.filter(({ value }) => value.trim() !== '') ?? [];
  return {
    isLooking: orders.isStale || products.isStale || values.isStale,
    orders: numbers.map(({ value, rows: count }) => {
      const label = text('palette.order', { order: value });
      return dataCommand(`order-${value}`, label, openOrder(value), { hint: rows(count), also: [value] });
    }),
    products: (products.output?.values ?? []).map(productCommand),
    values: isEnough ? bestCommands(typed, (values.output?.values ?? []).map(valueCommand), MAX_FOUND) : [],
    columns: isEnough ? bestCommands(typed, foundColumns(typed, text).map(columnCommand), MAX_FOUND) : [],
  };
}

function dataCommand(
  id: string,
  label: string,
  run: () => void,
  { hint = '', also }: { readonly hint?: string; readonly also: readonly string[] },
): Command {
  return { id, label, hint, run, also, isOfData: true };
}

function foundColumns(typed: string, text: Text): readonly string[] {
  return allSections([])
    .flatMap(({ columns }) => columns)
    .filter((column) =>
      hasWords(typed, [column, text('palette.show-column', { column: text.column(column) })]),
    );
}

function foundIn({ scope, find }: Found, column: string): ValuesQuery {
  return { selection: { ...EVERYTHING, scope }, column, find, limit: MAX_FOUND };
}

const ofColumn = (column: string, { values }: ValuesAnswer): readonly OfColumn[] =>
  values.filter(({ value }) => value.trim() !== '').map((each) => ({ ...each, column }));

async function readProducts(call: DataReader, asked: Found, slot: string) {
  const [skus, names] = await readTogether(() =>
    Promise.all([
      call.readValues({ ...foundIn(asked, 'SKU Producto'), slot: `${slot}-skus` }),
      call.readValues({ ...foundIn(asked, 'Producto'), slot: `${slot}-names` }),
    ]),
  );
  return { values: [...ofColumn('SKU Producto', skus), ...ofColumn('Producto', names)] };
}

async function readColumnValues(
  call: DataReader,
  { scope }: { readonly scope: AccountsScope | null },
  slot: string,
) {
  const selection = { ...EVERYTHING, scope };
  const answers = await readTogether(() =>
    Promise.all(
      VALUE_COLUMNS.map((column) =>
        call.readValues({ selection, column, limit: MAX_VALUES, slot: `${slot}-${column}` }),
      ),
    ),
  );
  return {
    values: VALUE_COLUMNS.flatMap((column, at) => {
      const answer = answers[at];
      return answer === undefined ? [] : ofColumn(column, answer);
    }),
  };
}
