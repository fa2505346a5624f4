import { z } from 'zod';

/**
 * The languages, each named in itself: what the browser is told, and the country whose figures and dates are its own until
 * another is chosen. Spanish is the source: the others have the same ids.
 */
export const LANGUAGE_FACTS = {
  es: { name: 'Español', locale: 'es', formats: 'es-CL' },
  en: { name: 'English', locale: 'en', formats: 'en-US' },
  /** Written here as in Brazil. */
  pt: { name: 'Português', locale: 'pt-BR', formats: 'pt-BR' },
} as const satisfies {
  readonly [language: string]: { readonly name: string; readonly locale: string; readonly formats: string };
};
export type Language = keyof typeof LANGUAGE_FACTS;
export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as [Language, ...Language[]];
export const languageSchema = z.enum(LANGUAGES);
