import { UNKNOWN_FILE } from '#renderer/data/api/failures.ts';
import type { Activity } from '#renderer/data/scheduling/scheduler.ts';
import { BridgeError } from '#shared/contract/rpc.ts';

/** Work in steps, and what ends it from beside while a step is made, if anything does. */
export type StoppableSteps<Step> = {
  readonly steps: AsyncGenerator<Step, Step>;
  readonly stop?: () => void;
};
type OpenSteps<Step> = StoppableSteps<Step> & { readonly release: () => void };

/** Work on files that is pulled step by step, each of the rows as they are while it lasts. */
export function createOpenSteps<Step>(activity: Pick<Activity, 'begin'>) {
  const open = new Map<string, OpenSteps<Step>>();
  const end = async (id: string): Promise<void> => {
    const found = open.get(id);
    if (found === undefined) return;
    open.delete(id);
    found.release();
    // The step that is being made fails, rather than being waited for.
    found.stop?.();
    // Nobody sees what it returns.
    await found.steps.return(undefined as never).catch(() => undefined);
  };
  return {
    start({ steps, stop }: StoppableSteps<Step>): string {
      const id = crypto.randomUUID();
      // Rows keep their numbers: compaction waits.
      open.set(id, { steps, ...(stop === undefined ? {} : { stop }), release: activity.begin() });
      return id;
    },
    async next(id: string): Promise<Step> {
      const found = open.get(id);
      if (found === undefined) throw new BridgeError(UNKNOWN_FILE, 'There is no such work.');
      try {
        const { done, value } = await found.steps.next();
        if (done === true) await end(id);
        return value;
      } catch (error) {
        await end(id);
        throw error;
      }
    },
    end,
    endAll: async (): Promise<void> => {
      for (const id of [...open.keys()]) await end(id);
    },
  };
}
