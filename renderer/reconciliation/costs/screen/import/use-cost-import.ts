import { useCallback } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import type { FileRow } from '#renderer/data/model/file-cells.ts';
import { type ColumnMapping, findHeader } from '#renderer/data/model/file-columns.ts';
import type { IntakeProgress, SheetLook, TableFileFacts } from '#renderer/data/model/table-file.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { type KnownColumns, recallColumns } from '#renderer/reconciliation/costs/model/known-columns.ts';
import {
  type ChosenConventions,
  COST_FIELD_NAMES,
  type CostField,
  type CostImport,
  NEEDED_COST_FIELDS,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { useFileReading } from '#renderer/reconciliation/parts/use-file-reading.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';

/** Where the costs stand in a file: recognised, or corrected by hand. */
export type CostPlace = {
  readonly sheet: string;
  /** 0: there is no header. */
  readonly headerLine: number;
  readonly columns: ColumnMapping<CostField>;
  readonly said: ChosenConventions;
};

export type FoundCosts = {
  readonly read: CostImport;
  /** SKUs that no row has; null where they could not be asked for. */
  readonly unknownSkus: readonly string[] | null;
};

export type LookedAt = {
  readonly facts: TableFileFacts;
  readonly sheets: readonly SheetLook[];
  readonly known: KnownColumns;
};

/** A file that was looked at, with what is understood of it. */
export type CostMappingPhase = {
  readonly kind: 'mapping';
  readonly file: File;
  readonly look: LookedAt;
  readonly place: CostPlace;
  /** Null: a column that is needed is not known, or it is being read. */
  readonly found: FoundCosts | null;
  readonly step: IntakeProgress | null;
};

const NOTHING_CHOSEN: ChosenConventions = { number: null, date: null };
const NO_COLUMNS: ColumnMapping<CostField> = { sku: null, cost: null, from: null, to: null, note: null };
const NO_PLACE: CostPlace = { sheet: '', headerLine: 0, columns: NO_COLUMNS, said: NOTHING_CHOSEN };

export const isMapped = ({ columns }: CostPlace): boolean =>
  NEEDED_COST_FIELDS.every((field) => columns[field] !== null);

/** The row that names the columns; undefined where there is none. */
export const headerRow = ({ sheets }: LookedAt, { sheet, headerLine }: CostPlace): FileRow | undefined =>
  sheets.find(({ name }) => name === sheet)?.head.find(({ line }) => line === headerLine);

/** Places the columns of a sheet: as in a file of the same header, or by the words of its own. */
export function placeOn({ name, head }: SheetLook, known: KnownColumns): CostPlace {
  const found = recallColumns(head, known) ?? findHeader(head, COST_FIELD_NAMES, NEEDED_COST_FIELDS);
  return {
    sheet: name,
    headerLine: found?.line ?? head[0]?.line ?? 0,
    columns: found?.columns ?? NO_COLUMNS,
    said: NOTHING_CHOSEN,
  };
}

/** The first sheet that names what is needed, one that is shown before one that is hidden. */
export function firstPlace(sheets: readonly SheetLook[], known: KnownColumns): CostPlace {
  const [first = NO_PLACE, ...others] = [...sheets]
    .sort((left, right) => Number(left.isHidden) - Number(right.isHidden))
    .map((sheet) => placeOn(sheet, known));
  return [first, ...others].find(isMapped) ?? first;
}

const CHOOSE: { readonly kind: 'choose' } = { kind: 'choose' };

/** A list of costs is looked at, then read by its columns, anew with every correction of them. */
export function useCostImport(readKnown: () => Promise<KnownColumns>) {
  const { data } = useSession();
  const { code: currency } = useCurrency();
  const { phase, read, stop } = useFileReading<typeof CHOOSE | CostMappingPhase>(CHOOSE);

  const unknownSkus = useCallback(
    async ({ costs }: CostImport): Promise<FoundCosts['unknownSkus']> => {
      const skus = await data.call
        .readValues({ selection: EVERYTHING, column: 'SKU Producto' })
        .catch(() => null);
      if (skus === null) return null;
      const known = new Set(skus.values.map(({ value }) => value));
      return [...new Set(costs.map(({ sku }) => sku))].filter((sku) => !known.has(sku));
    },
    [data],
  );

  const map = useCallback(
    async (file: File, look: LookedAt, place: CostPlace): Promise<void> => {
      const mapping: CostMappingPhase = { kind: 'mapping', file, look, place, found: null, step: null };
      if (!isMapped(place)) {
        stop(mapping);
        return;
      }
      await read(
        file,
        { kind: 'own-costs', ...place, currency },
        async ({ read: costs }) => ({
          ...mapping,
          found: { read: costs, unknownSkus: await unknownSkus(costs) },
        }),
        (step) => ({ ...mapping, step }),
      );
    },
    [read, stop, unknownSkus, currency],
  );

  const run = useCallback(
    async (file: File): Promise<void> => {
      const looked = await read(file, { kind: 'look' }, async ({ facts, sheets }) => {
        const known = await readKnown();
        const look: LookedAt = { facts, sheets, known };
        const place = firstPlace(sheets, known);
        return { kind: 'mapping', file, look, place, found: null, step: null } as const;
      });
      if (looked !== null) await map(file, looked.look, looked.place);
    },
    [read, map, readKnown],
  );

  const cancel = useCallback((): void => stop(CHOOSE), [stop]);
  return { phase, run, map, cancel };
}
