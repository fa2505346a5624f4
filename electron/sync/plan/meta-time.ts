import { type LocalDateTime, parseLocalDate, parseLocalDateTime } from '#shared/domain/dates.ts';

/**
 * A time of `meta` (spec 2.3): without a zone, on the axis of the field asked by. A `Z` after it, or a bare day, which
 * ends at 23:59:59 (spec 4.2.1), is understood as well. Null when it is no time.
 */
export function readMetaTime(text: string): LocalDateTime | null {
  const bare = text.endsWith('Z') ? text.slice(0, -1) : text;
  const day = parseLocalDate(bare);
  return parseLocalDateTime(day === undefined ? bare : `${day}T23:59:59`) ?? null;
}
