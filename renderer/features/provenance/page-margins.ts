import { useEffect } from 'react';

/** The margins of every printed page (base.css, @page). A browser that knows none has the head of the first one. */
type Place = 'whose' | 'days' | 'filters' | 'revision';

/** Longer conditions would run over the page; the head of the first page has them whole. */
const MAX_IN_MARGIN = 110;

/** A text as CSS writes it. */
export function cssString(text: string): string {
  const escaped = Array.from(text, (character) =>
    /["\\\p{Cc}<]/u.test(character) ? `\\${character.codePointAt(0)?.toString(16)} ` : character,
  );
  return `"${escaped.join('')}"`;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= MAX_IN_MARGIN ? text : `${characters.slice(0, MAX_IN_MARGIN).join('')}…`;
}

/**
 * Says it on paper while the component is there; null: somebody else does. It is written once a print begins: a property of
 * the root is every element's, and each change of it would have the whole page styled anew.
 */
export function usePageMargin(place: Place, text: string | null): void {
  useEffect(() => {
    if (text === null) return;
    const { style } = document.documentElement;
    const write = (): void => style.setProperty(`--page-${place}`, cssString(shortened(text)));
    const clear = (): void => void style.removeProperty(`--page-${place}`);
    window.addEventListener('beforeprint', write);
    window.addEventListener('afterprint', clear);
    return () => {
      window.removeEventListener('beforeprint', write);
      window.removeEventListener('afterprint', clear);
      clear();
    };
  }, [place, text]);
}
