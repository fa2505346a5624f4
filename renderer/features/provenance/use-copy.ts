import { tsv } from '#renderer/data/model/spreadsheet.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { CopyForm } from '#renderer/ui/grid/grid-types.ts';
import { type FigureFacts, factLines, useFactsNow } from './figure-facts.ts';

/**
 * Puts chosen cells on the clipboard; below them, a line apart, what they are of, where that is asked for. `asked`: of what
 * else than the selection.
 */
export function useCopy(asked: Partial<FigureFacts> = {}): (cells: string, form: CopyForm) => Promise<void> {
  const text = useText();
  const { numbers } = useFormats();
  const facts = { ...useFactsNow(), ...asked };
  return (cells, form) => {
    const rows = factLines(facts, text).map(({ name, value }) => [{ text: name }, { text: value }]);
    return navigator.clipboard.writeText(
      form === 'described' ? `${cells}\r\n\r\n${tsv(rows, numbers)}` : cells,
    );
  };
}
