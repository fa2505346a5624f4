import type { IntakeRefusal } from '#renderer/data/api.ts';

/** A file that is not read, and why; where in it, as far as that is known. */
export class IntakeRefusedError extends Error {
  override readonly name = 'IntakeRefusedError';
  readonly refusal: IntakeRefusal;
  constructor(refusal: IntakeRefusal, options?: ErrorOptions) {
    super(`The file is refused: ${refusal.reason}.`, options);
    this.refusal = refusal;
  }
}

export function refuse(
  reason: IntakeRefusal['reason'],
  place: Partial<Omit<IntakeRefusal, 'reason'>> = {},
  options?: ErrorOptions,
): IntakeRefusedError {
  return new IntakeRefusedError({ reason, sheet: null, line: null, column: null, ...place }, options);
}
