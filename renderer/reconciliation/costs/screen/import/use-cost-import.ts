import { useCallback, useEffect, useRef, useState } from 'react';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { type ColumnMapping, findHeader } from '#renderer/data/model/file-columns.ts';
import type {
  IntakeProgress,
  IntakeRefusal,
  SheetLook,
  TableFileFacts,
} from '#renderer/data/model/table-file.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { errorMessage } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import {
  COST_FIELD_NAMES,
  type CostField,
  type CostImport,
  NEEDED_COST_FIELDS,
  type SaidConventions,
} from '#renderer/reconciliation/costs/model/own-costs-import.ts';
import { EVERYTHING } from '#shared/domain/selection.ts';
import { type RememberedColumns, recall } from './remembered-columns.ts';

/** Where the costs stand in a file: recognised, or corrected by hand. */
export type CostPlace = {
  readonly sheet: string;
  /** 0: there is no header. */
  readonly headerLine: number;
  readonly columns: ColumnMapping<CostField>;
  readonly said: SaidConventions;
};

export type FoundCosts = {
  readonly read: CostImport;
  /** SKUs that no row has; null where they could not be asked for. */
  readonly unknownSkus: readonly string[] | null;
};

export type LookedAt = { readonly facts: TableFileFacts; readonly sheets: readonly SheetLook[] };

export type ImportPhase =
  | { readonly kind: 'choose' }
  | { readonly kind: 'looking'; readonly file: File; readonly step: IntakeProgress | null }
  | { readonly kind: 'refused'; readonly file: File; readonly refusal: IntakeRefusal }
  | { readonly kind: 'failed'; readonly file: File; readonly detail: string }
  | {
      readonly kind: 'mapping';
      readonly file: File;
      readonly look: LookedAt;
      readonly place: CostPlace;
      /** Null: a column that is needed is not known, or it is being read. */
      readonly found: FoundCosts | null;
      readonly step: IntakeProgress | null;
    };

const NOTHING_SAID: SaidConventions = { number: null, date: null };
const NO_COLUMNS: ColumnMapping<CostField> = { sku: null, cost: null, from: null, to: null, note: null };

export const isMapped = ({ columns }: CostPlace): boolean =>
  NEEDED_COST_FIELDS.every((field) => columns[field] !== null);

/** What is understood of a sheet: as a file of the same header was, or by the words of its own. */
export function placeOn({ name, head }: SheetLook, known: RememberedColumns): CostPlace {
  const found = recall(head, known) ?? findHeader(head, COST_FIELD_NAMES, NEEDED_COST_FIELDS);
  return {
    sheet: name,
    headerLine: found?.line ?? head[0]?.line ?? 0,
    columns: found?.columns ?? NO_COLUMNS,
    said: NOTHING_SAID,
  };
}

/** The first sheet that names what is needed, one that is shown before one that is hidden. */
function firstPlace(sheets: readonly SheetLook[], known: RememberedColumns): CostPlace | undefined {
  const shown = [...sheets]
    .sort((left, right) => Number(left.isHidden) - Number(right.isHidden))
    .map((sheet) => placeOn(sheet, known));
  return shown.find(isMapped) ?? shown[0];
}

/**
 * One file at a time; another one, another mapping, or closing, gives the reading in hand up. Long, for its steps share the
 * one file.
 */
export function useCostImport(known: RememberedColumns) {
  const text = useText();
  const { data } = useSession();
  const { code: currency } = useCurrency();
  const [phase, setPhase] = useState<ImportPhase>({ kind: 'choose' });
  const abort = useRef<AbortController | null>(null);
  const begin = useCallback((): AbortSignal => {
    abort.current?.abort();
    abort.current = new AbortController();
    return abort.current.signal;
  }, []);

  const guarded = useCallback(
    async (file: File, signal: AbortSignal, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (!signal.aborted) setPhase({ kind: 'failed', file, detail: errorMessage(error, text) });
      }
    },
    [text],
  );

  const map = useCallback(
    (file: File, look: LookedAt, place: CostPlace): Promise<void> => {
      const signal = begin();
      const show = (step: IntakeProgress | null, found: FoundCosts | null): void =>
        setPhase({ kind: 'mapping', file, look, place, found, step });
      show(null, null);
      return guarded(file, signal, async () => {
        if (!isMapped(place)) return;
        const ask = { kind: 'own-costs', ...place, currency } as const;
        const end = await runIntake(data.pull, file, ask, (step) => show(step, null), signal);
        if (end === null) return;
        if (end.kind === 'refused') {
          setPhase({ kind: 'refused', file, refusal: end.refusal });
          return;
        }
        const { read } = end.answer;
        const skus = await data.call
          .readValues({ selection: EVERYTHING, column: 'SKU Producto' })
          .catch(() => null);
        if (signal.aborted) return;
        const known = skus === null ? null : new Set(skus.values.map(({ value }) => value));
        const unknownSkus =
          known === null
            ? null
            : [...new Set(read.costs.map(({ sku }) => sku))].filter((sku) => !known.has(sku));
        show(null, { read, unknownSkus });
      });
    },
    [data, begin, guarded, currency],
  );

  const run = useCallback(
    (file: File): Promise<void> => {
      const signal = begin();
      setPhase({ kind: 'looking', file, step: null });
      return guarded(file, signal, async () => {
        const show = (step: IntakeProgress): void => setPhase({ kind: 'looking', file, step });
        const end = await runIntake(data.pull, file, { kind: 'look' }, show, signal);
        if (end === null) return;
        if (end.kind === 'refused') {
          setPhase({ kind: 'refused', file, refusal: end.refusal });
          return;
        }
        const { facts, sheets } = end.answer;
        const place = firstPlace(sheets, known);
        if (place !== undefined) await map(file, { facts, sheets }, place);
      });
    },
    [data, begin, guarded, map, known],
  );

  const cancel = useCallback((): void => {
    abort.current?.abort();
    setPhase({ kind: 'choose' });
  }, []);
  useEffect(() => () => abort.current?.abort(), []);
  return { phase, run, map, cancel };
}
