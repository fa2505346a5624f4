/** What a server says when it refuses. The shape of error bodies is not documented (spec 7). */

const MAX_WORDS = 600;
/** Keys under which servers put the sentence for people, best first. */
const WORD_KEYS = [
  'message',
  'detail',
  'error_description',
  'description',
  'error',
  'title',
  'errors',
  'reason',
];

function wordsIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value !== 'object' || value === null || depth > 4) return null;
  if (Array.isArray(value)) {
    const parts = value.map((item) => wordsIn(item, depth + 1)).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join('; ');
  }
  const byName = new Map(Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inner]));
  for (const name of WORD_KEYS) {
    const found = wordsIn(byName.get(name), depth + 1);
    if (found !== null) return found;
  }
  for (const inner of byName.values()) {
    const found = typeof inner === 'object' ? wordsIn(inner, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

/** In one pass whatever is never closed: a body can be made to take for ever otherwise. */
function withoutMarkup(text: string): string {
  return text
    .replace(/<(script|style|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}

/**
 * The sentence in an error body: of JSON its message, of HTML its text, else the text itself; one line, bounded,
 * with every `secrets` blotted out. Null when there is nothing to say.
 */
export function failureDetails(body: string, secrets: readonly string[]): string | null {
  let words: string | null;
  try {
    const parsed: unknown = JSON.parse(body);
    words = wordsIn(parsed, 0);
    if (words === null && typeof parsed === 'object' && parsed !== null && Object.keys(parsed).length > 0)
      words = body;
  } catch {
    words = /<[a-z!/][^<>]*>/i.test(body) ? withoutMarkup(body) : body;
  }
  if (words === null) return null;
  for (const secret of secrets) {
    if (secret !== '') words = words.replaceAll(secret, '•••');
  }
  // Control characters could disturb a log or a screen.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const line = words.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim();
  if (line === '') return null;
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS - 1)}…` : line;
}
