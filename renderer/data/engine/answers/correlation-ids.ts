import type { FailingRow } from '#renderer/data/model/row-proof.ts';

/** The answers of the API that brought a row's order. */
export type TellIds = (identity: FailingRow['identity']) => readonly string[];

/**
 * The part of an open copy that knows correlation ids. The log goes on while figures are frozen, and tells nothing of
 * them.
 */
export type IdsOfCopy = { readonly tellIds: () => Promise<TellIds> };

type Line = { readonly identity: FailingRow['identity'] };

/** A page whose lines say which answers brought their orders. */
export function withIds<L extends Line, P extends { readonly lines: readonly L[] }>(
  page: P & { readonly lines: readonly L[] },
  tell: TellIds,
): P {
  return { ...page, lines: page.lines.map((line) => ({ ...line, correlationIds: tell(line.identity) })) };
}
