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

/** Milliseconds of a thread so far; NaN where it is not told. */
const usedBy = (pid: string, thread = pid): number =>
  Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? '') / 1e6;

/** The process of the page in a browser that keeps its data in `folder`: of several the one that did most. */
function pageProcess(folder: string): string | undefined {
  const pids = readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) && read(`/proc/${pid}/cmdline`).includes('--type=renderer') && isUnder(pid, folder),
  );
  return pids.toSorted((one, other) => usedBy(other) - usedBy(one))[0];
}

/** Milliseconds so far; NaN where it is not told. `folder`: that the browser keeps its data in. */
export function pageThread(folder: string): () => number {
  const page = pageProcess(folder);
  return () => (page === undefined ? Number.NaN : usedBy(page));
}

/** The same of the page's workers together: what reads and compresses files is idle while nobody asks for any. */
export function workerThreads(folder: string): () => number {
  const page = pageProcess(folder);
  if (page === undefined) return () => Number.NaN;
  const threads = readdirSync(`/proc/${page}/task`).filter((thread) =>
    read(`/proc/${page}/task/${thread}/comm`).startsWith('DedicatedWorker'),
  );
  return () => threads.reduce((sum, thread) => sum + usedBy(page, thread), 0);
}
