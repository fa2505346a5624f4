import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Source, SourceAnswer } from '#test/model/source.ts';

/** The model's source behind a real HTTP server that may misbehave in every way a network and a server can. */

export type HttpRequest = {
  /** 1 for the first request of the server's life. */
  readonly serial: number;
  readonly query: URLSearchParams;
};

/** What is sent instead of the honest answer. */
export type Misbehaviour =
  | { readonly kind: 'answer'; readonly answer: SourceAnswer }
  /** The connection is cut before a byte of the answer, or after so many bytes of its body. */
  | { readonly kind: 'reset'; readonly afterBytes: number | null }
  /** Nothing more comes: before the answer's head, or after so many bytes of its body. */
  | { readonly kind: 'stall'; readonly afterBytes: number | null };

export type Misbehave = (request: HttpRequest, honest: () => SourceAnswer) => Misbehaviour | undefined;

export type HttpSource = {
  readonly baseUrl: string;
  readonly requests: () => readonly HttpRequest[];
  readonly misbehave: (how: Misbehave) => void;
  readonly close: () => Promise<void>;
};

export async function serveSource(source: Source): Promise<HttpSource> {
  const seen: HttpRequest[] = [];
  let how: Misbehave = () => undefined;

  function honest(query: URLSearchParams): SourceAnswer {
    const answer = source.respond(query);
    if (answer === 'reset') throw new Error('An honest source answers.');
    return answer;
  }

  function send(response: ServerResponse, answer: SourceAnswer, bad: Misbehaviour | undefined): void {
    const body = Buffer.from(answer.body);
    if (bad?.kind === 'reset' || bad?.kind === 'stall') {
      const end = () => {
        if (bad.kind === 'reset') response.destroy();
      };
      if (bad.afterBytes === null) end();
      else {
        response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
        // What was written must be on its way before the connection goes.
        response.write(body.subarray(0, bad.afterBytes), end);
      }
      return;
    }
    response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
    response.end(body);
  }

  const server = createServer((incoming: IncomingMessage, response) => {
    const query = new URL(incoming.url ?? '/', 'http://localhost').searchParams;
    const request = { serial: seen.length + 1, query };
    seen.push(request);
    let answered: SourceAnswer | null = null;
    const once = () => {
      answered ??= honest(query);
      return answered;
    };
    const bad = how(request, once);
    send(response, bad?.kind === 'answer' ? bad.answer : once(), bad);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests: () => seen,
    misbehave: (fresh) => {
      how = fresh;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
