import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/**
 * The page of a program that was started with `--remote-debugging-port=0`, by Chromium's own protocol. A packed app can be
 * looked at by nothing else: its fuses leave Node's inspector off, which Playwright begins with.
 */
export type RemotePage = {
  readonly address: string;
  /** What an expression comes to, as JSON carries it. Rejects where it throws. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => void;
};

const LOOK_EVERY_MS = 200;

type Target = { readonly type: string; readonly url: string; readonly webSocketDebuggerUrl: string };
type Answer = {
  readonly result?: {
    readonly result: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly text: string };
  };
  readonly error?: { readonly message: string };
};

/**
 * Waits for a page whose address begins so.
 * @throws where the program ends before, or the page does not come within `withinMs`
 */
export async function openRemotePage(
  child: ChildProcess,
  beginsWith: string,
  withinMs = 60_000,
): Promise<RemotePage> {
  const signal = AbortSignal.timeout(withinMs);
  const port = await portOf(child, signal);
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`, { signal });
    const found = ((await answer.json()) as readonly Target[]).find(
      ({ type, url }) => type === 'page' && url.startsWith(beginsWith),
    );
    if (found !== undefined) {
      const page = await attach(found);
      // It has the address already while its first, empty document is still there.
      while (!String(await page.evaluate('location.href')).startsWith(beginsWith))
        await delay(LOOK_EVERY_MS, undefined, { signal });
      return page;
    }
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** It is said once, on standard error. */
function portOf(child: ChildProcess, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    if (child.stderr === null || child.stderr.destroyed)
      throw new Error('What the program says cannot be heard.');
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      const port = /^DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    lines.once('close', () => reject(new Error(`The program ended (${child.exitCode}) without a page.`)));
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

async function attach({ url, webSocketDebuggerUrl }: Target): Promise<RemotePage> {
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let last = 0;
  return {
    address: url,
    evaluate: async (expression) => {
      last += 1;
      const id = last;
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
      for (;;) {
        const [data] = (await once(socket, 'message')) as [Buffer];
        const answer = JSON.parse(data.toString()) as Answer & { readonly id?: number };
        if (answer.id !== id) continue;
        const problem = answer.error?.message ?? answer.result?.exceptionDetails?.text;
        if (problem !== undefined) throw new Error(problem);
        return answer.result?.result.value;
      }
    },
    close: () => socket.close(),
  };
}
