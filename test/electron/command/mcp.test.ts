import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMcpServer } from '#electron/command/mcp-server.ts';
import { mcpTools } from '#electron/command/mcp-tools.ts';
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
});
