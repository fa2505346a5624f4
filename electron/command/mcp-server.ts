import { z } from 'zod';
import type { ProgramAnswer, ProgramQuestion } from '#shared/contract/program-questions.ts';
import { type McpTool, questionOfTool } from './mcp-tools.ts';
import { jsonOf } from './write-answer.ts';

/**
 * A server of the Model Context Protocol that has tools and nothing else, one JSON-RPC message after the other. Pure but for
 * `ask`. The protocol's own SDK brings a web server and sixty packages for this: it is what the tests connect with.
 */

/** Revisions of the protocol that are spoken, the newest first: of tools they say the same. */
const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});
/** An answer to a question; nothing is asked here. */
const replySchema = z.union([z.object({ result: z.unknown() }), z.object({ error: z.unknown() })]);
const initializeSchema = z.object({ protocolVersion: z.string() });
const callSchema = z.object({ name: z.string(), arguments: z.unknown().optional() });

/** Codes of JSON-RPC 2.0. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

type McpOptions = {
  readonly version: string;
  /** What the figures are, for the assistant. */
  readonly instructions: string;
  readonly tools: readonly McpTool[];
  readonly ask: (question: ProgramQuestion) => Promise<ProgramAnswer>;
  /** A failure in words for the user of the assistant. */
  readonly wordsOf: (error: unknown) => string;
};

type McpServer = {
  /** The answer to a line of input; null: it wants none. */
  readonly answer: (line: string) => Promise<object | null>;
};

class McpError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export function createMcpServer({ version, instructions, tools, ask, wordsOf }: McpOptions): McpServer {
  async function result(method: string, params: unknown): Promise<object> {
    switch (method) {
      case 'initialize': {
        const wanted = initializeSchema.safeParse(params).data?.protocolVersion;
        return {
          protocolVersion: REVISIONS.find((revision) => revision === wanted) ?? REVISIONS[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'cuadra', title: 'Cuadra', version },
          instructions,
        };
      }
      case 'ping':
        return {};
      case 'tools/list':
        return { tools };
      case 'tools/call':
        return called(params);
      default:
        throw new McpError(METHOD_NOT_FOUND, `There is no method «${method}».`);
    }
  }

  /** What an assistant can mend is a result that says so; what no tool is, is an error of the protocol. */
  async function called(params: unknown): Promise<object> {
    const call = callSchema.safeParse(params);
    if (!call.success) throw new McpError(INVALID_PARAMS, 'The name of a tool is missing.');
    const { name, arguments: given } = call.data;
    try {
      const question = questionOfTool(name, given);
      if (question === null) throw new McpError(INVALID_PARAMS, `There is no tool «${name}».`);
      const answer = jsonOf(await ask(question));
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
    } catch (error) {
      if (error instanceof McpError) throw error;
      return { content: [{ type: 'text', text: wordsOf(error) }], isError: true };
    }
  }

  return {
    answer: async (line) => {
      let message: unknown;
      try {
        message = JSON.parse(line);
      } catch {
        return failure(null, new McpError(PARSE_ERROR, 'This is no JSON.'));
      }
      const request = requestSchema.safeParse(message);
      if (!request.success) {
        // An answer to a question that nobody asked.
        const isReply = replySchema.safeParse(message).success;
        return isReply ? null : failure(null, new McpError(INVALID_REQUEST, 'This is no request.'));
      }
      const { id, method, params } = request.data;
      if (id === undefined) return null;
      try {
        return { jsonrpc: '2.0', id, result: await result(method, params) };
      } catch (error) {
        if (!(error instanceof McpError)) throw error;
        return failure(id, error);
      }
    },
  };
}

const failure = (id: string | number | null, { code, message }: McpError): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
