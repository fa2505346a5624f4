const LONGEST = 150;
/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A file name that is safe on every system: one path segment, no control or reserved characters, no leading dot,
 * its ending kept. What the page proposes is never used as it came.
 */
export function safeFileName(proposed: string): string {
  const cleaned = proposed
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const name = cleaned === '' ? 'cuadra.csv' : DEVICE.test(cleaned) ? `_${cleaned}` : cleaned;
  if (name.length <= LONGEST) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, LONGEST - ending.length)}${ending}`;
}
