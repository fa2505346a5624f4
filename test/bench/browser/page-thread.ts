import { readdirSync, readFileSync } from 'node:fs';

/** How long the main thread of a page was on a processor, whatever else the machine does (Linux alone: it tells it in /proc). */

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended, or there is no such place on this system.
    return '';
  }
};

const parentOf = (pid: string): string => /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '';

function isUnder(pid: string, folder: string): boolean {
  for (let at = parentOf(pid); at !== '' && at !== '1'; at = parentOf(at)) {
    if (read(`/proc/${at}/cmdline`).includes(folder)) return true;
  }
  return false;
}

/** Milliseconds so far; NaN where it is not told. `folder`: that the browser keeps its data in. */
export function pageThread(folder: string): () => number {
  const pids = readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) && read(`/proc/${pid}/cmdline`).includes('--type=renderer') && isUnder(pid, folder),
  );
  const usedBy = (pid: string): number =>
    Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0] ?? '') / 1e6;
  const [busiest] = pids.toSorted((one, other) => usedBy(other) - usedBy(one));
  return () => (busiest === undefined ? Number.NaN : usedBy(busiest));
}
