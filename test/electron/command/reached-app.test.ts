import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defaultProfileDirectory } from '#electron/browser-host/options.ts';
import { desktopProfileDirectory, lineToApp } from '#electron/command/app-profile.ts';
import { runAsProcess } from '#electron/command/as-process.ts';
import { CannotAsk, EXIT } from '#electron/command/failures.ts';
import { helpIn } from '#electron/command/help.ts';
import { runCommand } from '#electron/command/run.ts';
import { jsonOf, writeAnswer } from '#electron/command/write-answer.ts';
import { commandWordsOf } from '#electron/i18n/command/command-words.ts';
import type { AskPage } from '#electron/programs/asked-questions.ts';
import { openProgramLine } from '#electron/programs/program-line.ts';
import { ProgramRefusal } from '#shared/contract/program-questions.ts';
import { answerOf } from '#test/electron/programs/answers.ts';

/** Commands over the line of an app: which app they reach, and what they write where. */

async function emptyFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'cuadra-reach-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function appOn(
  profileDirectory: string,
  ask: AskPage,
): Promise<{ readonly stop: () => Promise<void> }> {
  await mkdir(profileDirectory, { recursive: true });
  const line = await openProgramLine({ profileDirectory, app: '9.9', ask });
  onTestFinished(line.stop);
  return line;
}

/** The desktop app is not on this machine. */
const noProgram = async (): Promise<null> => null;

type Written = { out: string; said: string };
async function run(
  args: readonly string[],
  more: { readonly input?: readonly string[]; readonly isTerminal?: boolean } = {},
  written: Written = { out: '', said: '' },
) {
  const exit = await runCommand(args, { LANG: 'es_CL.UTF-8' }, '9.9', {
    out: (text) => {
      written.out += text;
    },
    say: (text) => {
      written.said += text;
    },
    isTerminal: more.isTerminal ?? false,
    input: Readable.from((more.input ?? []).map((line) => `${line}\n`)),
    directory: '/somewhere',
    begin: null,
  });
  return { exit, ...written };
}

it('the app that was named is asked, else the desktop app, else the browser’s host', async () => {
  const home = await emptyFolder();
  const reach = async (named: string | null) => {
    const line = await lineToApp({
      ...{ profileDirectory: named, environment: {}, home, asker: 'command', begin: null },
      ...{ progress: () => undefined, waiting: () => undefined },
    });
    try {
      return (await line.ask({ ask: 'status' })).evidence.app;
    } finally {
      line.close();
    }
  };
  const appNamed = async (app: string, profile: string) =>
    appOn(profile, async () => ({
      ...answerOf('status'),
      evidence: { ...answerOf('status').evidence, app },
    }));
  await expect(reach(null)).rejects.toBeInstanceOf(CannotAsk);
  await appNamed('browser', defaultProfileDirectory(process.platform, {}, home));
  expect(await reach(null)).toBe('browser');
  const desktop = await appNamed('desktop', desktopProfileDirectory(process.platform, {}, home));
  expect(await reach(null)).toBe('desktop');
  const named = join(home, 'named');
  await expect(reach(named)).rejects.toBeInstanceOf(CannotAsk);
  await appNamed('named', named);
  expect(await reach(named)).toBe('named');
  await desktop.stop();
  expect(await reach(null)).toBe('browser');
});

it('a command writes its answer as it was asked for, who asks is told to be one, and mistakes lead to the help', async () => {
  const profile = await emptyFolder();
  const askers: string[] = [];
  const lines: AbortSignal[] = [];
  await appOn(profile, async ({ ask }, { asker, signal }) => {
    askers.push(asker);
    lines.push(signal);
    return answerOf(ask);
  });
  const at = ['--profile-dir', profile];
  expect(await run(['totals', ...at])).toEqual({
    exit: 0,
    said: '',
    out: writeAnswer(answerOf('totals'), 'json'),
  });
  expect(await run(['orders', ...at, '--format', 'csv'])).toMatchObject({
    out: writeAnswer(answerOf('orders'), 'csv'),
  });
  expect(await run(['totals', ...at], { isTerminal: true })).toMatchObject({
    out: writeAnswer(answerOf('totals'), 'table'),
  });
  expect(askers).toEqual(['command', 'command', 'command']);
  // A command lets go of its line, or its process would not end.
  await expect.poll(() => lines.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  expect(await run(['totals', '--scope', 'net'])).toEqual({
    ...{ exit: EXIT.wrong, out: '' },
    said: '--scope: «net» no sirve. Puede ser marketplace, comercial, total, all.\nCómo se usa: cuadra --help\n',
  });
});

/** The messages of an assistant, by their ids, and what is answered. */
async function assist(
  profile: string,
  messages: readonly (readonly [id: number, method: string, params?: unknown])[],
) {
  const input = messages.map(([id, method, params]) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  );
  const written: Written = { out: '', said: '' };
  const { exit, out } = await run(['mcp', '--profile-dir', profile], { input }, written);
  const answers = out
    .split('\n')
    .filter((line) => line !== '')
    .map(
      (line) =>
        JSON.parse(line) as { id: number; result?: { content: { text: string }[]; isError?: boolean } },
    );
  return { exit, written, answers: new Map(answers.map((answer) => [answer.id, answer])) };
}

it('an assistant is answered each of its messages, and what cannot be asked is said in words', async () => {
  const profile = await emptyFolder();
  const asked: unknown[] = [];
  await appOn(profile, async (question, { asker }) => {
    asked.push([question.ask, asker]);
    if (question.ask === 'exceptions') throw new ProgramRefusal('assistants-off');
    return answerOf(question.ask);
  });
  const { exit, written, answers } = await assist(profile, [
    [1, 'initialize', { protocolVersion: '2025-03-26' }],
    [2, 'ping'],
    [3, 'tools/call', { name: 'cuadra_totals', arguments: { by: 'Canal' } }],
    [4, 'tools/call', { name: 'cuadra_exceptions' }],
    [5, 'tools/call', { name: 'cuadra_orders', arguments: { limit: 0 } }],
    [6, 'tools/call', { name: 'cuadra_status', arguments: 'x' }],
  ]);
  expect(exit).toBe(0);
  const words = commandWordsOf('es');
  expect(answers.get(1)).toEqual({
    ...{ jsonrpc: '2.0', id: 1 },
    result: {
      ...{
        protocolVersion: '2025-03-26',
        capabilities: { tools: {} },
        instructions: words('mcp.instructions'),
      },
      serverInfo: { name: 'cuadra', title: 'Cuadra', version: '9.9' },
    },
  });
  expect(answers.get(2)).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
  const totals = jsonOf(answerOf('totals'));
  expect(answers.get(3)?.result).toEqual({
    ...{ content: [{ type: 'text', text: JSON.stringify(totals) }], structuredContent: totals },
  });
  const wordsOf = (id: number) => {
    const { isError, content } = answers.get(id)?.result ?? {};
    return [isError, content?.[0]?.text];
  };
  expect(wordsOf(4)).toEqual([true, words('command.failure-assistants-off')]);
  expect(wordsOf(5)).toEqual([true, expect.stringMatching(/: «limit: \w.*» no sirve\.$/)]);
  expect(wordsOf(6)).toEqual([true, expect.stringMatching(/: «: \w.*» no sirve\.$/)]);
  // What does not fit is asked of nobody; «status» once at the start, for who looks into the log.
  const expected = ['exceptions', 'status', 'totals'].map((ask) => [ask, 'assistant']);
  await expect.poll(() => asked.toSorted()).toEqual(expected);
  expect(written.said).toBe('');
});

it('an assistant without an app is told so with every question, and its user at once', async () => {
  const { exit, written, answers } = await assist(await emptyFolder(), [
    [1, 'tools/call', { name: 'cuadra_status' }],
  ]);
  const words = commandWordsOf('es')('command.not-running');
  expect(exit).toBe(0);
  await expect.poll(() => written.said).toBe(`${words}\n`);
  expect(answers.get(1)?.result).toEqual({ content: [{ type: 'text', text: words }], isError: true });
});

/** What is written to a stream of this process, handed over to the system a turn later. */
function listenTo(stream: NodeJS.WriteStream) {
  const written: string[] = [];
  let pending = 0;
  const spy = vi.spyOn(stream, 'write').mockImplementation(((text: string, done?: () => void) => {
    pending += 1;
    setImmediate(() => {
      pending -= 1;
      written.push(text);
      done?.();
    });
    return true;
  }) as typeof stream.write);
  onTestFinished(() => spy.mockRestore());
  return { text: () => written.join(''), pending: () => pending };
}

it('as a process it writes answers to the one end and all else to the other, and ends once both are handed over', async () => {
  const [out, said] = [listenTo(process.stdout), listenTo(process.stderr)];
  expect(await runAsProcess(['--help', '--language', 'pt'], '9.9', noProgram)).toBe(EXIT.answered);
  expect([out.text(), out.pending()]).toEqual([helpIn(commandWordsOf('pt')), 0]);
  const profile = await emptyFolder();
  await appOn(profile, async ({ ask }, { progress }) => {
    progress(1, 2);
    return ask === 'check' ? { ...answerOf(ask), agrees: false } : answerOf(ask);
  });
  const runOver = async (isTTY: boolean | undefined, ...args: readonly string[]) => {
    const before = out.text().length;
    const had = process.stdout.isTTY;
    process.stdout.isTTY = isTTY as boolean;
    try {
      const exit = await runAsProcess([...args, '--profile-dir', profile], '9.9', noProgram, '/somewhere');
      return [exit, out.text().slice(before)];
    } finally {
      process.stdout.isTTY = had;
    }
  };
  expect(await runOver(undefined, 'totals')).toEqual([0, writeAnswer(answerOf('totals'), 'json')]);
  expect(await runOver(true, 'totals')).toEqual([0, writeAnswer(answerOf('totals'), 'table')]);
  expect((await runOver(undefined, 'check', 'a.xlsx'))[0]).toBe(EXIT.differs);
  // Besides what Node itself may warn of.
  expect(said.text().match(/1 \/ 2\n/g)).toHaveLength(3);
});
