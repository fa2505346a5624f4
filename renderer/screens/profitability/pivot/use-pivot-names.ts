import { useCallback } from 'react';
import { dimensionName, valueName } from '#renderer/features/dimensions/dimensions.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { askedOrder } from './ordering.ts';
import type { PivotQuery } from './pivot-data.ts';
import type { PivotLine } from './pivot-model.ts';

/** What the pivot's dimensions, its lines and the groups across are called. */
export type PivotNames = {
  /** Of one dimension or two. */
  readonly names: readonly string[];
  /** The column of the lines' names, and what explains them. */
  readonly heading: { readonly name: string; readonly caption: string | null };
  readonly nameOf: (line: PivotLine) => string;
  readonly bandName: (value: string) => string;
};

export function usePivotNames({ view, sort }: Pick<PivotQuery, 'view' | 'sort'>): PivotNames {
  const text = useText();
  const formats = useFormats();
  const words = usePeriodMessages();
  const { first, second } = view;
  const isAcross = second !== null && view.place === 'across';
  // The first of each group are those with the most Ventas, whatever order they stand in.
  const isByOther = askedOrder(sort) === null;
  const nameOf = useCallback(
    (line: PivotLine): string => {
      if (line.kind === 'total') return text('pivot.total');
      if (line.kind === 'others')
        return text(line.depth === 1 && isByOther ? 'pivot.others-less' : 'pivot.others', {
          count: line.leftOut,
          shown: formats.count(line.leftOut),
        });
      return line.depth === 1 && second !== null
        ? valueName(second, line.second ?? '', words, text)
        : valueName(first, line.first ?? '', words, text);
    },
    [text, formats, words, first, second, isByOther],
  );
  const bandName = useCallback(
    (value: string) => (second === null ? '' : valueName(second, value, words, text)),
    [second, words, text],
  );
  const names = [first, ...(second === null ? [] : [second])].map((dimension) =>
    dimensionName(dimension, text),
  );
  const isOfProducts = first.column === 'SKU Producto' || (!isAcross && second?.column === 'SKU Producto');
  return {
    names,
    heading: {
      name: isAcross ? (names[0] ?? '') : names.join(' › '),
      caption: isOfProducts ? 'Producto' : null,
    },
    nameOf,
    bandName,
  };
}
