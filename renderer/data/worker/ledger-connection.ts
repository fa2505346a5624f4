import { jittered } from '#renderer/data/transport/channels.ts';
import { type LedgerCalls, type LedgerHello, ledgerChecks } from '#shared/contract/ledger.ts';
import { type Channel, type Handlers, serveCalls } from '#shared/contract/rpc.ts';

/** The worker's line to the main process: says hello, serves the ledger's calls, comes back when it breaks. */

/** Opens one channel; rejects when it cannot. Null: this kind of line cannot be opened again from here. */
export type OpenChannel = () => Promise<Channel | null>;

export type LedgerConnectionHandle = { readonly close: () => void };

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 10_000;

export function keepLedgerConnected(
  openChannel: OpenChannel,
  hello: LedgerHello,
  calls: Handlers<LedgerCalls>,
  onState: (connected: boolean) => void,
): LedgerConnectionHandle {
  let closed = false;
  let channel: Channel | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const connect = async (delayMs: number): Promise<void> => {
    let opened: Channel | null;
    try {
      opened = await openChannel();
    } catch {
      retry(delayMs);
      return;
    }
    if (opened === null) return;
    if (closed) {
      opened.close();
      return;
    }
    channel = opened;
    opened.onClose(() => {
      if (channel !== opened) return;
      channel = null;
      onState(false);
      retry(FIRST_DELAY_MS);
    });
    serveCalls(opened, calls, ledgerChecks);
    opened.send(hello);
    onState(true);
  };
  const retry = (delayMs: number) => {
    if (closed) return;
    timer = setTimeout(() => void connect(Math.min(MAX_DELAY_MS, delayMs * 2)), jittered(delayMs));
  };
  void connect(FIRST_DELAY_MS);
  return {
    close: () => {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      const open = channel;
      channel = null;
      open?.close();
      if (open !== null) onState(false);
    },
  };
}
