/**
 * What `work` comes to, with `end` called once: as soon as it is aborted, whatever step it is at, or after it. Null where it
 * was aborted.
 */
export async function endedWork<T>(
  work: () => Promise<T | null>,
  end: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<T | null> {
  let ended: Promise<unknown> | null = null;
  const endOnce = (): Promise<unknown> => {
    ended ??= end().catch(() => null);
    return ended;
  };
  signal.addEventListener('abort', endOnce);
  try {
    const result = await work();
    return signal.aborted ? null : result;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    signal.removeEventListener('abort', endOnce);
    await endOnce();
  }
}
