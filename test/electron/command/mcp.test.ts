import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ZodError } from 'zod';
import { createMcpServer } from '#electron/command/mcp-server.ts';
import { mcpTools, questionOfTool } from '#electron/command/mcp-tools.ts';
import { jsonOf } from '#electron/command/write-answer.ts';
import { commandWordsOf } from '#electron/i18n/command/command-words.ts';
import type { AskPage } from '#electron/programs/asked-questions.ts';
import { openProgramLine } from '#electron/programs/program-line.ts';
import { LANGUAGES } from '#shared/contract/languages.ts';
import { ProgramRefusal } from '#shared/contract/program-questions.ts';
import { answerOf } from '#test/electron/programs/answers.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The command on a profile where `ask` answers, with the protocol's own client at its standard input and output. */
async function connect(ask: AskPage): Promise<Client> {
  const profileDirectory = await mkdtemp(join(tmpdir(), 'cuadra-mcp-'));
  onTestFinished(() => rm(profileDirectory, { recursive: true, force: true }));
  const line = await openProgramLine({ profileDirectory, app: '9.9', ask });
  onTestFinished(line.stop);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        ...['--import', './electron/launch/typescript.mjs', 'electron/cuadra.ts', 'mcp'],
        ...['--profile-dir', profileDirectory, '--language', 'en'],
      ],
      cwd: PROJECT,
      stderr: 'ignore',
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

describe('the server of assistants', () => {
  it('is what the protocol’s own client takes it for: tools that read, answered with their evidence', async () => {
    const asked: unknown[] = [];
    const client = await connect(async (question, { asker }) => {
      asked.push([question, asker]);
      if (question.ask === 'journal') throw new ProgramRefusal('month-open', question.month);
      return answerOf(question.ask);
    });
    expect(client.getServerVersion()).toMatchObject({ name: 'cuadra' });
    expect(client.getInstructions()).toContain('read-only');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'cuadra_status',
      'cuadra_totals',
      'cuadra_orders',
      'cuadra_exceptions',
      'cuadra_journal',
    ]);
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(inputSchema.properties).not.toHaveProperty('ask');
    }
    const answer = await client.callTool({ name: 'cuadra_totals', arguments: { by: 'Canal' } });
    expect(answer.structuredContent).toEqual(jsonOf(answerOf('totals')));
    expect(JSON.parse((answer.content as { text: string }[])[0]?.text ?? '')).toEqual(
      answer.structuredContent,
    );
    expect(asked).toContainEqual([{ ask: 'totals', by: 'Canal' }, 'assistant']);
    expect(await client.callTool({ name: 'cuadra_journal', arguments: { month: '2026-10' } })).toEqual({
      content: [{ type: 'text', text: '2026-10 is not closed: entries are of closed months.' }],
      isError: true,
    });
    expect(
      await client.callTool({ name: 'cuadra_totals', arguments: { period: { month: '2026-13' } } }),
    ).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'cuadra_sync', arguments: {} })).rejects.toThrow('cuadra_sync');
    await client.ping();
  });

  it.each(LANGUAGES)('says in %s what each tool is for', (language) => {
    const tools = mcpTools(commandWordsOf(language));
    expect(new Set(tools.map(({ description }) => description)).size).toBe(tools.length);
    expect(JSON.stringify(tools)).toContain('limit');
  });

  it('answers what is no message of the protocol by its codes, and goes on', async () => {
    const server = createMcpServer({
      version: '1',
      instructions: '',
      tools: [],
      ask: async ({ ask }) => answerOf(ask),
      wordsOf: String,
    });
    const codeOf = async (line: string) =>
      ((await server.answer(line)) as { error?: { code: number } } | null)?.error?.code;
    expect(await codeOf('{')).toBe(-32_700);
    expect(await codeOf('[]')).toBe(-32_600);
    expect(await codeOf('{"jsonrpc":"1.0","method":"ping","id":1}')).toBe(-32_600);
    expect(await codeOf('{"jsonrpc":"2.0","method":"resources/list","id":1}')).toBe(-32_601);
    expect(await codeOf('{"jsonrpc":"2.0","method":"tools/call","id":1}')).toBe(-32_602);
    expect(await server.answer('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeNull();
    expect(await server.answer('{"jsonrpc":"2.0","id":4,"result":{}}')).toBeNull();
    expect(
      await server.answer(
        '{"jsonrpc":"2.0","method":"initialize","id":"a","params":{"protocolVersion":"2024-11-05"}}',
      ),
    ).toMatchObject({ id: 'a', result: { protocolVersion: '2024-11-05' } });
  });

  it('speaks the revision that is asked for, else its newest, and says what is wrong with a message', async () => {
    const server = createMcpServer({
      ...{ version: '1', instructions: 'I', tools: mcpTools(commandWordsOf('en')), wordsOf: String },
      ask: async ({ ask }) => answerOf(ask),
    });
    const answer = (message: object) => server.answer(JSON.stringify({ jsonrpc: '2.0', id: 7, ...message }));
    const revisionOf = async (protocolVersion?: string) => {
      const { result } = (await answer({ method: 'initialize', params: { protocolVersion } })) as {
        result: { protocolVersion: string };
      };
      return result.protocolVersion;
    };
    for (const revision of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
      expect(await revisionOf(revision)).toBe(revision);
    for (const other of ['2030-01-01', undefined]) expect(await revisionOf(other)).toBe('2025-11-25');
    expect(await answer({ method: 'tools/list' })).toEqual({
      ...{ jsonrpc: '2.0', id: 7, result: { tools: mcpTools(commandWordsOf('en')) } },
    });
    const failure = (id: number | null, code: number, message: string) => ({
      ...{ jsonrpc: '2.0', id, error: { code, message } },
    });
    expect(await server.answer('{')).toEqual(failure(null, -32_700, 'This is no JSON.'));
    expect(await server.answer('7')).toEqual(failure(null, -32_600, 'This is no request.'));
    expect(await answer({ method: 'tools/call', params: {} })).toEqual(
      failure(7, -32_602, 'The name of a tool is missing.'),
    );
    expect(await answer({ method: 'tools/call', params: { name: 'cuadra_sync' } })).toEqual(
      failure(7, -32_602, 'There is no tool «cuadra_sync».'),
    );
    expect(await answer({ method: 'prompts/list' })).toEqual(
      failure(7, -32_601, 'There is no method «prompts/list».'),
    );
    // An answer to a question that nobody asked is no message.
    expect(await server.answer('{"jsonrpc":"2.0","id":4,"error":{"code":1}}')).toBeNull();
  });

  it('asks each tool’s own question, with the arguments that the contract takes and no other’s', () => {
    const properties = mcpTools(commandWordsOf('es')).map(({ name, inputSchema, annotations }) => {
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: 'object' });
      expect(inputSchema).not.toHaveProperty('$schema');
      const { properties: own, required = [] } = inputSchema as { properties: object; required?: string[] };
      return [name, Object.keys(own), required];
    });
    const view = ['account', 'currency', 'ownCosts'];
    const rows = [...view, 'period', 'periodColumn', 'filters', 'search', 'dashboard'];
    expect(properties).toEqual([
      ['cuadra_status', ['account'], []],
      ['cuadra_totals', [...rows, 'by', 'scope'], []],
      ['cuadra_orders', [...rows, 'grouping', 'columns', 'sort', 'limit'], []],
      ['cuadra_exceptions', [...view, 'month', 'state'], []],
      ['cuadra_journal', [...view, 'month'], ['month']],
    ]);
    expect(questionOfTool('cuadra_totals', { by: 'Canal', ask: 'sync' })).toEqual({
      ask: 'totals',
      by: 'Canal',
    });
    expect(questionOfTool('cuadra_status', null)).toEqual({ ask: 'status' });
    expect(questionOfTool('cuadra_status', undefined)).toEqual({ ask: 'status' });
    expect(questionOfTool('cuadra_export', {})).toBeNull();
    expect(questionOfTool('totals', {})).toBeNull();
    for (const given of ['x', { month: '2026-13' }, {}])
      expect(() => questionOfTool('cuadra_journal', given)).toThrow(ZodError);
  });
});
