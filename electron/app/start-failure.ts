import { LANGUAGES, type Language } from '#shared/contract/languages.ts';
import { diskProblem } from '../accounts/disk-problem.ts';
import { ProfileError, type ProfileProblem } from '../accounts/profile-error.ts';
import type { Say, WordId } from '../i18n/words.ts';

/** Messages for a start that fails: what is in the way, and what to do about it. */

const PROBLEMS = {
  held: 'start.held',
  foreign: 'start.foreign',
  'open-to-others': 'start.open-to-others',
  newer: 'start.newer',
} as const satisfies { readonly [kind in ProfileProblem['kind']]: WordId };

const DISK_PROBLEMS = { full: 'start.full', locked: 'start.locked' } as const;

/** Null: nothing that the user could do something about by themselves. */
export function startFailureWords(error: unknown, say: Say, folder: string): string | null {
  if (error instanceof ProfileError) {
    const { kind, ...facts } = error.problem;
    const values = Object.entries(facts).map(([name, value]) => [name, String(value)]);
    return say(PROBLEMS[kind], Object.fromEntries(values));
  }
  const problem = diskProblem(error);
  return problem === null ? null : say(DISK_PROBLEMS[problem], { folder });
}

/** The language before a page has said one: the first of the system's that there are words in. */
export function languageOfSystem(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const [language] = tag.toLowerCase().split('-');
    const found = LANGUAGES.find((each) => each === language);
    if (found !== undefined) return found;
  }
  return LANGUAGES[0];
}
