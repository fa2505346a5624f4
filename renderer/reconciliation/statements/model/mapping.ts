import { normalHeader } from '#renderer/data/model/headings.ts';
import type { MAPPED_SIGNS, MappedAmount, MappedField } from '#renderer/data/model/statement-answers.ts';
import { DATE_FIELDS, TEXT_FIELDS } from '#renderer/data/model/statement-fields.ts';
import type { DayOrder } from '#renderer/data/model/written-dates.ts';
import type { DecimalSign } from '#renderer/data/model/written-numbers.ts';
import { type Layout, type LayoutColumn, layoutOf, type Term } from './layout.ts';

/** The user's mapping of a file that is not recognised, given once for its header: the same as a layout of ours. */

export type StatementMapping = {
  /** Header by field, as in the file. None: of a known layout, of which is said what they leave open. */
  readonly fields: { readonly [field in MappedField]?: string };
  readonly sign: (typeof MAPPED_SIGNS)[number];
  /** The net of each row is the sum of its parts. */
  readonly partsAddUp: boolean;
  /** The order of all columns of days; null: as each of them tells it. */
  readonly dayOrder: DayOrder | null;
  /** By heading, of columns that leave it open. */
  readonly dayOrders?: { readonly [header: string]: DayOrder } | undefined;
  readonly decimalSign: DecimalSign | null;
};

export const NO_MAPPING: StatementMapping = {
  fields: {},
  sign: 'written',
  partsAddUp: false,
  dayOrder: null,
  decimalSign: null,
};

const isOneOf = <T extends string>(all: readonly T[], text: string): text is T =>
  (all as readonly string[]).includes(text);

export function layoutOfMapping(mapping: StatementMapping): Layout<'unknown'> {
  const sign = mapping.sign === 'reversed' ? -1 : 1;
  const columns = Object.entries(mapping.fields).map(([field, header = '']): LayoutColumn => {
    const of = { key: field, headers: [header], need: 'needed' } as const;
    if (isOneOf(TEXT_FIELDS, field)) return { ...of, reads: 'text', field };
    if (isOneOf(DATE_FIELDS, field)) return { ...of, reads: 'date', field };
    switch (field as MappedAmount | 'letter') {
      case 'letter':
        return { ...of, reads: 'text', field: null };
      case 'amount':
      case 'in':
        return { ...of, reads: 'amount', part: null, sign: 1 };
      case 'out':
        return { ...of, key: 'debit', reads: 'amount', part: null, sign: 1 };
      case 'balance':
        return { ...of, reads: 'amount', part: 'balance', sign: 1 };
      default:
        return { ...of, reads: 'amount', part: field as 'gross', sign };
    }
  });
  const has = (key: string): boolean => columns.some((column) => column.key === key);
  const parts = (['gross', 'commission', 'shipping', 'taxes'] as const).filter(has);
  const net = (['amount', 'in', 'debit'] as const).filter(has).map((key): Term => [key, sign]);
  const terms = parts.map((key): Term => [key, sign]);
  // Costs may be written without their minus: the rows tell.
  const taken = parts.map((key): Term => [key, key === 'gross' ? sign : sign === 1 ? -1 : 1]);
  return layoutOf({
    id: 'mapping',
    kind: 'unknown',
    columns,
    net: net.length > 0 ? net : terms,
    sign: mapping.sign === 'letter' || mapping.sign === 'balance' ? mapping.sign : 'written',
    netRule:
      mapping.partsAddUp && net.length > 0 && terms.length > 0
        ? { result: net, variants: [terms, taken] }
        : null,
    decimalSign: mapping.decimalSign,
    chosenDayOrders: chosenDayOrders(mapping),
  });
}

/** By heading in one writing, as the user says it. */
export function chosenDayOrders({
  fields,
  dayOrder,
  dayOrders = {},
}: StatementMapping): ReadonlyMap<string, DayOrder> {
  const ofAll = DATE_FIELDS.flatMap((field): (readonly [string, DayOrder])[] => {
    const header = fields[field];
    return header === undefined || dayOrder === null ? [] : [[normalHeader(header), dayOrder]];
  });
  const own = Object.entries(dayOrders).map(([header, order]) => [normalHeader(header), order] as const);
  return new Map([...ofAll, ...own]);
}

type MappedColumns = StatementMapping['fields'];

/**
 * A field put on a column, or on none. A column is one thing: what it was before, it is no more; one whose heading stands several
 * times may be as many.
 * @param headers the header's cells
 */
export function withColumn(
  fields: MappedColumns,
  field: MappedField,
  header: string | undefined,
  headers: readonly string[],
): MappedColumns {
  const { [field]: _, ...others } = fields;
  if (header === undefined) return others;
  const holders = Object.entries(others).flatMap(([each, held]) => (held === header ? [each] : []));
  const room = headers.filter((each) => each === header).length - 1;
  const left = new Set(holders.slice(0, Math.max(0, holders.length - room)));
  const kept = Object.fromEntries(Object.entries(others).filter(([each]) => !left.has(each)));
  return { ...kept, [field]: header };
}

/** Without columns it answers what a file of a known layout leaves open. */
export const saysColumns = ({ fields }: StatementMapping): boolean => Object.keys(fields).length > 0;

/** Whether all headers that a mapping speaks of are there. */
export function isMappingFor(mapping: StatementMapping, headers: readonly string[]): boolean {
  const names = new Set(headers.map(normalHeader));
  return Object.values(mapping.fields).every((header) => names.has(normalHeader(header)));
}
