import { ledgerHelloSchema } from '#shared/contract/ledger.ts';
import {
  type Caller,
  type Calls,
  type Channel,
  createCaller,
  type ReplyChecks,
} from '#shared/contract/rpc.ts';

/** A line that says nothing is of no use to anyone. */
const HELLO_WITHIN_MS = 10_000;

export type LedgerConnections<C extends Calls> = {
  /** Takes a new line: it counts once its first message is a valid hello. */
  readonly attach: (channel: Channel) => void;
  /** The line that serves an account now. */
  readonly current: (accountId: string) => Line<C> | undefined;
  readonly closeAll: () => void;
};

export type Line<C extends Calls> = {
  readonly epoch: number;
  /** The local copy that calls. */
  readonly ledgerId: string;
  readonly caller: Caller<C>;
};
type OpenLine<C extends Calls> = Line<C> & { readonly channel: Channel };

/**
 * The lines of the data workers, at most one an account: the greatest owner epoch wins, and of two with the same
 * epoch the later one, because that is the same owner calling again. Whoever loses is hung up on. Once a line is
 * gone its epoch no longer counts: another browser has a ledger with epochs of its own, and within one ledger every
 * write checks the epoch anyway.
 */
export function createLedgerConnections<C extends Calls>(
  names: readonly (keyof C & string)[],
  checks: ReplyChecks<C>,
  events: {
    readonly isKnown: (accountId: string) => boolean;
    readonly onLine: (accountId: string, line: Line<C>) => void;
    readonly onLineLost: (accountId: string, epoch: number) => void;
  },
): LedgerConnections<C> {
  const lines = new Map<string, OpenLine<C>>();
  const all = new Set<Channel>();

  function lose(accountId: string, line: OpenLine<C>): void {
    if (lines.get(accountId) !== line) return;
    lines.delete(accountId);
    events.onLineLost(accountId, line.epoch);
  }

  function admit(channel: Channel, message: unknown): void {
    const hello = ledgerHelloSchema.safeParse(message);
    if (!hello.success || !events.isKnown(hello.data.accountId)) {
      channel.close();
      return;
    }
    const { accountId, ownerEpoch: epoch, ledgerId } = hello.data;
    const before = lines.get(accountId);
    if (before !== undefined) {
      if (epoch < before.epoch) {
        channel.close();
        return;
      }
      lose(accountId, before);
      before.channel.close();
    }
    const line: OpenLine<C> = {
      epoch,
      ledgerId,
      channel,
      caller: createCaller<C>(channel, names, checks),
    };
    lines.set(accountId, line);
    channel.onClose(() => lose(accountId, line));
    events.onLine(accountId, line);
  }

  return {
    attach: (channel) => {
      all.add(channel);
      let greeted = false;
      const patience = setTimeout(() => channel.close(), HELLO_WITHIN_MS);
      patience.unref();
      channel.onClose(() => {
        clearTimeout(patience);
        all.delete(channel);
      });
      channel.onMessage((message) => {
        if (greeted) return;
        greeted = true;
        clearTimeout(patience);
        admit(channel, message);
      });
    },
    current: (accountId) => lines.get(accountId),
    closeAll: () => {
      for (const channel of all) channel.close();
    },
  };
}
