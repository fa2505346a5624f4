import { LANGUAGES, type Language } from '#shared/contract/languages.ts';

/**
 * The languages a journey is walked in: its own, as the ways through the app are the same in each, and what they say is held
 * word by word where it is cheaper (`test/renderer/i18n/`). CUADRA_LANGUAGES=all walks in every one, as the night does.
 */
export const walkedLanguages = (own: Language): readonly Language[] =>
  process.env.CUADRA_LANGUAGES === 'all' ? LANGUAGES : [own];
