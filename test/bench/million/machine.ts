import { availableParallelism, cpus, freemem, loadavg, platform, release, totalmem } from 'node:os';

/** What the figures were taken on; a figure without it says nothing. */
export function describeMachine() {
  return {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryMb: Math.round(totalmem() / 1e6),
    freeMemoryMb: Math.round(freemem() / 1e6),
    /** Programs that wanted a processor, over 1, 5 and 15 minutes. */
    load: loadavg(),
    system: `${platform()} ${release()}`,
    node: process.version,
  };
}
