import type { IntakeRefusal } from '#renderer/data/model/table-file.ts';

/** A file that is not read, and why; where in it, as far as that is known. */
export class IntakeRefusedError extends Error {
  override readonly name = 'IntakeRefusedError';
  readonly refusal: IntakeRefusal;
  constructor(refusal: IntakeRefusal, options?: ErrorOptions) {
    super(`The file is refused: ${refusal.reason}.`, options);
    this.refusal = refusal;
  }
}

/** Empty cells that a file needs few letters for: many times what any table has, and no more than memory holds. */
const MAX_PADDING = 16_000_000;

/** Counts the cells of a file that nothing is written in; fails with `tooMany` beyond what is sane. */
export function createPaddingCount(most = MAX_PADDING) {
  let count = 0;
  return (added: number, tooMany: () => Error): void => {
    count += added;
    if (count > most) throw tooMany();
  };
}

export function refuse(
  reason: IntakeRefusal['reason'],
  place: Partial<Omit<IntakeRefusal, 'reason'>> = {},
  options?: ErrorOptions,
): IntakeRefusedError {
  return new IntakeRefusedError({ reason, sheet: null, line: null, column: null, ...place }, options);
}
