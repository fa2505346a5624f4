import { ledgerHelloSchema } from '#shared/contract/ledger.ts';
import {
  type Caller,
  type Calls,
  type Channel,
  createCaller,
  type ReplyChecks,
} from '#shared/contract/rpc.ts';

/** A channel that says no hello by then is closed. */
const HELLO_WITHIN_MS = 10_000;

export type LedgerConnection<C extends Calls> = {
  readonly epoch: number;
  readonly ledgerId: string;
  readonly caller: Caller<C>;
};
type OpenConnection<C extends Calls> = LedgerConnection<C> & { readonly channel: Channel };

/**
 * Data workers' connections, one an account: the greatest owner epoch wins, of equal ones the later (the same owner
 * calling again), and the loser is closed. A closed connection's epoch does not count: another browser's ledger has
 * epochs of its own.
 */
export function createLedgerConnections<C extends Calls>(
  checks: ReplyChecks<C>,
  events: {
    readonly isKnown: (accountId: string) => boolean;
    readonly onConnection: (accountId: string, connection: LedgerConnection<C>) => void;
    readonly onConnectionLost: (accountId: string, epoch: number) => void;
  },
) {
  const connections = new Map<string, OpenConnection<C>>();
  const all = new Set<Channel>();

  function lose(accountId: string, connection: OpenConnection<C>): void {
    if (connections.get(accountId) !== connection) return;
    connections.delete(accountId);
    events.onConnectionLost(accountId, connection.epoch);
  }

  function admit(channel: Channel, message: unknown): void {
    const hello = ledgerHelloSchema.safeParse(message);
    if (!hello.success || !events.isKnown(hello.data.accountId)) {
      channel.close();
      return;
    }
    const { accountId, ownerEpoch: epoch, ledgerId } = hello.data;
    const before = connections.get(accountId);
    if (before !== undefined) {
      if (epoch < before.epoch) {
        channel.close();
        return;
      }
      lose(accountId, before);
      before.channel.close();
    }
    const connection: OpenConnection<C> = {
      epoch,
      ledgerId,
      channel,
      caller: createCaller<C>(channel, checks),
    };
    connections.set(accountId, connection);
    channel.onClose(() => lose(accountId, connection));
    events.onConnection(accountId, connection);
  }

  return {
    /** Takes a new channel: it is a connection once its first message is a valid hello. */
    attach: (channel: Channel): void => {
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
    current: (accountId: string): LedgerConnection<C> | undefined => connections.get(accountId),
    closeAll: (): void => {
      for (const channel of all) channel.close();
    },
  };
}
