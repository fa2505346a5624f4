/** Texts that break files: made of few pieces, the same each time, each with a number of its own. */

const PIECES = [
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', "'", "''", '"', '""', ',', ';', '|', '\\', '`', '%'],
  ...[
    '\t',
    '\r',
    '\n',
    '\r\n',
    '\0',
    '\u0001',
    '\u0007',
    '\u001b',
    '\u007f',
    '\u0085',
    '\u2028',
    '\ufffe',
    '\uffff',
  ],
  ...[' ', '\u00a0', '\u3000', '\ufeff', '\u200b', '\u200d', '\u2060', '\u202e', '\u200f', 'שלום', 'مرحبا'],
  ...['👩‍👩‍👧', '🇨🇱', 'é', 'e\u0301', '\ud83d', '\udc00', '\ud83d\ud83d', '\udc00\ud83d'],
  ...[
    '_x0041_',
    '_x000D_',
    '_x005F_',
    '_x',
    '_xZZZZ_',
    ']]>',
    '<b>',
    '&amp;',
    '&#0;',
    '<!--',
    '\\.',
    '\\N',
    'NULL',
  ],
  ...[
    '007',
    '00012',
    '1e5',
    '1,5',
    '0x1F',
    '2026-02-30',
    '1/2',
    '12:30',
    'TRUE',
    'SUM(A1)',
    'cmd|x',
    'a',
    'ñ',
    '',
  ],
] as const;

/** So many texts, seeded; a few are longer than a cell takes. */
export function hostileTexts(count: number, seed = 15): readonly string[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, (_, at) => {
    if (at % 10_000 === 77) return `${PIECES[next(PIECES.length)]}${'x'.repeat(32_764 + (at % 7))}👩`;
    let text = '';
    for (let pieces = 1 + next(5); pieces > 0; pieces -= 1) text += PIECES[next(PIECES.length)] ?? '';
    return at % 3 === 0 ? text : `${text}${at}`;
  });
}

/** What UTF-8 makes of it: half a character has no bytes there. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');
