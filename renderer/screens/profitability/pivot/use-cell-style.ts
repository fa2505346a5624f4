import { useMemo } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { CellStyle } from './pivot-cells.ts';
import { measureName } from './pivot-columns.ts';

/** Words and formats of the pivot's figures; `places` are the decimals of its amounts. */
export function useCellStyle(places: number): CellStyle {
  const text = useText();
  const formats = useFormats();
  return useMemo(
    () => ({
      formats,
      places,
      words: {
        incomplete: text('cell.incomplete'),
        notLoaded: text('cell.not-loaded'),
        unreadable: text('cell.unreadable'),
        bounds: (most, likely) => text('statement.bounds', { most, likely }),
        nameOf: (measure) => measureName(measure, text),
      },
    }),
    [formats, places, text],
  );
}
