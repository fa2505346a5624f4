import { DEFAULT_CHOICES, type Formats, formatsOf } from '#renderer/ui/formats.tsx';
import { languageText } from './language-text.ts';

/** The words and figures of the Spanish interface, without a page. */

export const text = languageText('es');

export const formats: Formats = formatsOf(DEFAULT_CHOICES);
