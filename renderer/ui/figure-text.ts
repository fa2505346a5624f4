import type { Formats } from './formats.tsx';
import { isNegative, isZero } from './number-format.ts';

/** points: a rate whose unit stands in its header. */
export type FigureKind = 'money' | 'count' | 'percent' | 'points';

/** A figure as it is shown: 0 is just 0, an amount may be covered; a count keeps the decimals it has. */
export function figureText(value: string, kind: FigureKind, places: number, formats: Formats): string {
  if (kind === 'money' && formats.hidesAmounts) return formats.cover;
  if (kind === 'percent') return formats.percent(value, places);
  if (isZero(value)) return '0';
  if (kind === 'money') return formats.money(value, places);
  return kind === 'count' && places === 0 ? formats.figure(value) : formats.figure(value, places);
}

/** What a value's sign and size give it; of an amount that is covered nothing is told. */
export function figureTone(value: string, kind: FigureKind, formats: Formats): 'zero' | 'negative' | 'plain' {
  if (kind === 'money' && formats.hidesAmounts) return 'plain';
  if (isZero(value)) return 'zero';
  return isNegative(value) ? 'negative' : 'plain';
}

/** How a difference is drawn: one that is shown as 0, or an amount that is covered, has no sign and no colour. */
export function differenceTone(
  value: string,
  kind: FigureKind,
  shown: string,
  formats: Formats,
): 'gained' | 'lost' | 'zero' | 'plain' {
  if (kind === 'money' && formats.hidesAmounts) return 'plain';
  if (!/[1-9]/.test(shown)) return 'zero';
  return isNegative(value) ? 'lost' : 'gained';
}
