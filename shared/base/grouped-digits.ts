/** Digits with a separator between their thousands: «1234567» is «1.234.567». */
export function groupedDigits(digits: string, separator: string): string {
  const first = digits.length % 3;
  const parts = first === 0 ? [] : [digits.slice(0, first)];
  for (let start = first; start < digits.length; start += 3) parts.push(digits.slice(start, start + 3));
  return parts.join(separator);
}
