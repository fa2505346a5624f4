import type { Language } from '#renderer/i18n/text.tsx';

/** Each language is named in itself. */
export const LANGUAGE_NAMES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'es', label: 'Español' },
  { value: 'en', label: 'English' },
  { value: 'pt', label: 'Português' },
];
