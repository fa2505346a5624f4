import type { Formats } from './formats.tsx';

const KILO = 1000;
const MEGA = 1_000_000;

/** «340 kB», «12 MB»: rounded up, nothing is told to take less than it does. */
export function sizeText(bytes: number, formats: Formats): string {
  if (bytes < KILO) return `${formats.count(bytes)} B`;
  if (bytes < 10 * MEGA) return `${formats.count(Math.ceil(bytes / KILO))} kB`;
  return `${formats.count(Math.ceil(bytes / MEGA))} MB`;
}
