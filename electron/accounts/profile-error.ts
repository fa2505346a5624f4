/** Reasons why a profile cannot be used, where it is no fault of disk or rights. */
export type ProfileProblem =
  /** Another Cuadra has it; `file` is the lock. */
  | { readonly kind: 'held'; readonly pid: number; readonly file: string }
  /** The folder belongs to another user of the machine. */
  | { readonly kind: 'foreign'; readonly folder: string }
  /** Other users of the machine can write in it. */
  | { readonly kind: 'open-to-others'; readonly folder: string }
  /** A later version wrote this file: the one that runs would lose what it does not know. */
  | { readonly kind: 'newer'; readonly file: string };

/** Its message is for logs; what the user reads is electron/app/start-failure.ts. */
export class ProfileError extends Error {
  readonly problem: ProfileProblem;
  constructor(problem: ProfileProblem) {
    super(`The profile cannot be used: ${problem.kind}.`);
    this.name = 'ProfileError';
    this.problem = problem;
  }
}

/** Throws where `stored`, which `file` holds, says that it is of a later version than `latest`. */
export function refuseNewer(stored: unknown, latest: number, file: string): void {
  if (typeof stored !== 'object' || stored === null || !('version' in stored)) return;
  const { version } = stored;
  if (Number.isSafeInteger(version) && Number(version) > latest)
    throw new ProfileError({ kind: 'newer', file });
}
