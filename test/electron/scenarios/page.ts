import { randomUUID } from 'node:crypto';
import { keepConnected } from '#renderer/data/transport/channels.ts';
import type { AppBridge, AppEvents } from '#shared/contract/app.ts';
import { APP_CALL_NAMES, APP_EVENT_NAMES } from '#shared/contract/app.ts';
import { type LedgerHello, ledgerChecks } from '#shared/contract/ledger.ts';
import { type Channel, serveCalls } from '#shared/contract/rpc.ts';
import { pullStreams } from '#shared/contract/streams.ts';
import { createMemoryLedger, type MemoryLedger } from '#test/electron/sync/memory-ledger.ts';
import type { Page } from './host-under-test.ts';

/** What a page of Cuadra does with its host, without a screen: copies of accounts, and lines to whoever reads into them. */

const PATIENCE_MS = 60_000;

/** The copies that a browser holds: they outlive its pages, and the host's process. */
export type Copies = ReturnType<typeof createCopies>;

export function createCopies() {
  const copies = new Map<string, { readonly ledger: MemoryLedger; readonly id: string; epoch: number }>();
  return {
    of: (accountId: string) => {
      const copy = copies.get(accountId) ?? { ledger: createMemoryLedger(), id: randomUUID(), epoch: 0 };
      copies.set(accountId, copy);
      return copy;
    },
  };
}

export type OpenPage = Page & {
  /** Its lines break, as they do with its process. */
  readonly end: () => void;
};

/** @param openLine opens a line for the copy, as the host gives it to a data worker */
export async function openPage(
  bridge: AppBridge,
  copies: Copies,
  openLine: () => Promise<Channel>,
): Promise<OpenPage> {
  const texts: string[] = [];
  const report = (said: unknown): void => void texts.push(JSON.stringify(said) ?? '');
  let open: { readonly accountId: string; readonly close: () => void } | null = null;

  /** As the page's session: the active account's copy is open, no other. */
  function show({ activeId }: AppEvents['accounts']): void {
    if (open?.accountId === activeId) return;
    open?.close();
    open = activeId === null ? null : { accountId: activeId, close: serveCopy(activeId, copies, openLine) };
  }
  const stops = APP_EVENT_NAMES.map((name) => bridge.on(name, (payload) => report([name, payload])));
  stops.push(bridge.on('accounts', show));
  show(await bridge.call.readAccounts(null));

  const call = overheard(bridge.call, report);
  return {
    bridge: { ...bridge, call, pull: pullStreams(call) },
    viewOf: () => texts.join('\n'),
    copyOf: (accountId) => copies.of(accountId).ledger,
    untilStatus: async (passes) => {
      const givenUpAt = performance.now() + PATIENCE_MS;
      for (;;) {
        const status = await bridge.call.readSyncStatus(null);
        if (passes(status)) return status;
        if (performance.now() > givenUpAt) throw new Error(`Still ${JSON.stringify(status)}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    end: () => {
      for (const stop of stops) stop();
      open?.close();
      open = null;
    },
  };
}

/** As the data worker: the copy's calls are served on a line that is opened again whenever it breaks. */
function serveCopy(accountId: string, copies: Copies, openLine: () => Promise<Channel>): () => void {
  const copy = copies.of(accountId);
  copy.epoch += 1;
  const hello = { accountId, ownerEpoch: copy.epoch, ledgerId: copy.id };
  return keepConnected({
    open: openLine,
    maxDelayMs: 1000,
    onOpen: (channel) => {
      serveCalls(channel, copy.ledger.caller, ledgerChecks);
      channel.send({ type: 'ledger-hello', ...hello } satisfies LedgerHello);
    },
  });
}

function overheard(call: AppBridge['call'], report: (said: unknown) => void): AppBridge['call'] {
  const heard = (name: keyof AppBridge['call']) => async (input: never) => {
    const ask = call[name] as (input: never) => Promise<unknown>;
    try {
      const answer = await ask(input);
      report([name, answer]);
      return answer;
    } catch (error) {
      report([name, error instanceof Error ? `${error.name} ${error.message}` : error]);
      throw error;
    }
  };
  return Object.fromEntries(
    APP_CALL_NAMES.map((name) => [name, heard(name)]),
  ) as unknown as AppBridge['call'];
}
