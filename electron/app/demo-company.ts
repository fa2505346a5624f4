import { type DemoFilesPiece, NO_DEMO } from '#shared/contract/app-streams.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { Month } from '#shared/domain/dates.ts';
import type { AccountBook, NewDemo } from '../accounts/account-book.ts';

/** A demo company whose service answers. */
export type RunningDemo = Omit<NewDemo, 'name'> & {
  readonly stop: () => Promise<void>;
  /** What it takes to close a month of it. */
  readonly files: (month: Month) => AsyncGenerator<DemoFilesPiece, null, undefined>;
};
/** `beganAtMs` null: a world that begins now. */
export type StartDemo = (beganAtMs: number | null) => Promise<RunningDemo>;

/** The demo company: its service runs in this process from the first time it is opened. */
export type Demo = ReturnType<typeof createDemo>;

const DEMO_NAME = 'Demo';

/** Starts nothing yet: `open` does, once. */
export function createDemo(startDemo: StartDemo, book: AccountBook) {
  let demo: Promise<RunningDemo> | null = null;
  return {
    /** Makes the demo account the book's active one; `beganAtMs`: of another world than the book's. */
    open: async (beganAtMs = book.demoBeganAtMs()): Promise<void> => {
      demo ??= startDemo(beganAtMs);
      let running: RunningDemo;
      try {
        running = await demo;
      } catch (error) {
        demo = null;
        throw error;
      }
      const { stop: _stop, files: _files, ...account } = running;
      await book.openDemo({ ...account, name: DEMO_NAME });
    },
    /** @throws RpcError NO_DEMO where the account is not the company's that runs */
    async *files(accountId: string, month: Month): AsyncGenerator<DemoFilesPiece, null, undefined> {
      const running = book.find(accountId)?.kind === 'demo' ? await demo : null;
      if (running === null) throw new RpcError(NO_DEMO, 'Only the demo company gives its statements away.');
      return yield* running.files(month);
    },
    stop: async (): Promise<void> => {
      const running = demo;
      demo = null;
      await (await running?.catch(() => undefined))?.stop();
    },
  };
}
