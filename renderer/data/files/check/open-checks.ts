import type { CheckStep } from '#renderer/data/api.ts';
import type { Activity } from '#renderer/data/scheduling/scheduler.ts';
import { UNKNOWN_FILE } from '#renderer/data/storage/database/failures.ts';
import { BridgeError } from '#shared/contract/rpc.ts';

type OpenCheck = { readonly steps: AsyncGenerator<CheckStep, CheckStep>; readonly release: () => void };

/** Checks of files that are pulled step by step, each of the rows as they are while it lasts. */
export function createOpenChecks(activity: Pick<Activity, 'begin'>) {
  const open = new Map<string, OpenCheck>();
  const end = async (checkId: string): Promise<void> => {
    const check = open.get(checkId);
    if (check === undefined) return;
    open.delete(checkId);
    check.release();
    await check.steps.return({ kind: 'refused', reason: 'unreadable' }).catch(() => undefined);
  };
  return {
    start(steps: AsyncGenerator<CheckStep, CheckStep>): { readonly checkId: string } {
      const checkId = crypto.randomUUID();
      // Rows keep their numbers: compaction waits.
      open.set(checkId, { steps, release: activity.begin() });
      return { checkId };
    },
    async next(checkId: string): Promise<CheckStep> {
      const check = open.get(checkId);
      if (check === undefined) throw new BridgeError(UNKNOWN_FILE, 'There is no such check.');
      try {
        const { done, value } = await check.steps.next();
        if (done === true) await end(checkId);
        return value;
      } catch (error) {
        await end(checkId);
        throw error;
      }
    },
    end,
    endAll: async (): Promise<void> => {
      for (const checkId of [...open.keys()]) await end(checkId);
    },
  };
}
