import { slug } from '#shared/base/fold.ts';
import type { Selection } from '#shared/domain/selection.ts';

/** The same with the currency that its amounts are in: «cuadra-ordenes-clp.csv». */
export function namedIn(fileName: string, code: string | null): string {
  return code === null ? fileName : fileName.replace(/(?=\.[a-z]+$)/, `-${code.toLowerCase()}`);
}

/** «cuadra-ordenes-2026-10-01-2026-10-31.csv»: what is in it, in letters that every system takes. */
export function exportFileName(what: string, selection: Selection): string {
  const period = selection.period === null ? '' : `-${selection.period.from}-${selection.period.to}`;
  return `${slug(`cuadra-${what}${period}`)}.csv`;
}
