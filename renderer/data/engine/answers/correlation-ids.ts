import type { FailingRow } from '#renderer/data/model/row-rules.ts';

/** The answers of the API that brought a row's order. */
export type CorrelationIdsOf = (identity: FailingRow['identity']) => readonly string[];

/**
 * The part of an open copy that knows correlation ids. The log goes on while figures are frozen, and tells nothing of
 * them.
 */
export type IdsOfCopy = { readonly readCorrelationIds: () => Promise<CorrelationIdsOf> };

type Line = { readonly identity: FailingRow['identity'] };

/** A page whose lines say which answers brought their orders. */
export function withIds<L extends Line, P extends { readonly lines: readonly L[] }>(
  page: P & { readonly lines: readonly L[] },
  idsOf: CorrelationIdsOf,
): P {
  return { ...page, lines: page.lines.map((line) => ({ ...line, correlationIds: idsOf(line.identity) })) };
}
