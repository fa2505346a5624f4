import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e/journey.ts';

/** What every try runs into, by the policy's own account: that a server was not reached proves nothing where none is. */
const REFUSED_BY = [
  ...[
    'base-uri',
    'connect-src',
    'font-src',
    'form-action',
    'frame-src',
    'img-src',
    'media-src',
    'object-src',
  ],
  ...['script-src', 'script-src-attr', 'script-src-elem', 'style-src-elem', 'worker-src'],
] as const;

/** Of Node and Electron; the page has the browser's own, and the calls of one contract. */
const NOT_THE_PAGE_S = [
  ...['require', 'module', 'exports', 'process', 'Buffer', 'global'],
  ...['electron', 'ipcRenderer', 'contextBridge', 'webFrame'],
] as const;

/** Code that came into the page with a name or a row: none of it runs, and nothing it asks for leaves the machine. */
export async function intruderInThePage(page: Page): Promise<void> {
  const outside = await listenOutside();
  const address = page.url();
  try {
    await test.step('no script of another runs, and nothing is asked of another server', async () => {
      await page.evaluate(intrude, outside.origin);
      await expect.poll(() => page.evaluate(refusedBy)).toEqual(REFUSED_BY);
      expect(await page.evaluate(() => (globalThis as { intruder?: string }).intruder)).toBeUndefined();
      expect(outside.asked).toEqual([]);
      expect(page.url()).toBe(address);
    });
    await test.step('nothing of Node or Electron is within reach', async () => {
      const found = await page.evaluate(
        (names) => names.filter((name) => name in globalThis),
        NOT_THE_PAGE_S,
      );
      expect(found).toEqual([]);
    });
  } finally {
    await outside.close();
  }
}

async function listenOutside() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    // Let in by everybody, so that the page's own policy is what refuses.
    response.setHeader('access-control-allow-origin', '*');
    response.end('globalThis.intruder = "from outside"');
  });
  server.on('upgrade', (request, socket) => {
    asked.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Intruded = { refusedBy?: Set<string> };

function refusedBy(): readonly string[] {
  return [...((globalThis as Intruded).refusedBy ?? [])].toSorted();
}

/** In the page: every way to have code run or something fetched. What ran would leave its name in `intruder`. */
function intrude(outside: string): void {
  const refused = new Set<string>();
  (globalThis as Intruded).refusedBy = refused;
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    refused.add(effectiveDirective);
  });
  const code = (way: string) => `globalThis.intruder = '${way}'`;
  const put = <E extends HTMLElement>(element: E, properties: Partial<E>): E => {
    document.body.append(Object.assign(element, properties));
    return element;
  };
  const make = document.createElement.bind(document);
  const added = [
    put(make('script'), { textContent: code('inline script') }),
    put(make('script'), { src: `${outside}/script.js` }),
    put(make('script'), { src: `data:text/javascript,${code('data script')}` }),
    put(make('img'), { src: `${outside}/image.png` }),
    put(make('iframe'), { src: `${outside}/frame.html` }),
    put(make('object'), { data: `${outside}/object.html` }),
    put(make('audio'), { src: `${outside}/sound.ogg` }),
    put(make('link'), { rel: 'stylesheet', href: `${outside}/style.css` }),
    put(make('base'), { href: `${outside}/` }),
  ];
  const button = put(make('button'), {});
  button.setAttribute('onclick', code('handler'));
  button.click();
  const form = put(make('form'), { action: `${outside}/form`, method: 'post' });
  form.submit();
  for (const element of [...added, button, form]) element.remove();
  void new FontFace('intruder', `url(${outside}/font.woff2)`).load().catch(() => undefined);
  void fetch(`${outside}/fetch`).catch(() => undefined);
  navigator.sendBeacon(`${outside}/beacon`, 'rows');
  for (const Asking of [EventSource, WebSocket]) {
    try {
      new Asking(`${outside.replace('http', Asking === WebSocket ? 'ws' : 'http')}/line`);
    } catch {
      // Refused at once.
    }
  }
  try {
    new Worker(URL.createObjectURL(new Blob([code('worker')], { type: 'text/javascript' })));
  } catch {
    // Refused at once.
  }
  // Of a turn of its own: what is evaluated from outside the page may be free of its policy.
  setTimeout(() => {
    // biome-ignore lint/security/noGlobalEval: it is what has to be refused.
    for (const evaluate of [globalThis.eval, (text: string) => Reflect.construct(Function, [text])()]) {
      try {
        evaluate(code('evaluated'));
      } catch {
        // Refused at once.
      }
    }
  });
}
