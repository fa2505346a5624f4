import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { readCommandLine } from '#electron/demo/command-line.ts';
import { lumbre } from '#electron/demo/lumbre/lumbre.ts';
import { anyCompany } from '#electron/demo/world/any-company.ts';
import { ENDED_WHEN_ASKED } from '#test/runner/systems.ts';
import { TYPESCRIPT_LOADER } from '#test/runner/typescript-loader.ts';

const machine = () => 123;

function read(...args: string[]) {
  const commandLine = readCommandLine(args, machine);
  if (!commandLine.ok) throw new Error(commandLine.message);
  return { ...commandLine.options, files: commandLine.files, hasStory: commandLine.story !== null };
}

describe('flags of npm run api', () => {
  test('without flags: a Pro account at the limits of spec 8, on the machine’s clock', () => {
    const options = read();
    expect(options).toMatchObject({
      port: 4010,
      keys: ['demo-key'],
      disabledKeys: [],
      plan: 'pro',
      company: anyCompany,
      hasStory: false,
      files: null,
      limits: { perMinute: 5, perDay: 7200 },
    });
    expect(options.clock()).toBe(123);
  });

  test('every flag is taken', () => {
    const options = read(
      ...['--port', '0', '--key', 'a', '--key', 'b', '--disabled-key', 'c', '--plan', 'free'],
      ...['--orders', '600000', '--seed', '42', '--company', 'any', '--now', '2026-10-31T12:00:00Z'],
      ...['--requests-per-minute', '50', '--requests-per-day', '99', '--pulse-seconds', '0'],
    );
    expect(options).toMatchObject({
      port: 0,
      keys: ['a', 'b'],
      disabledKeys: ['c'],
      plan: 'free',
      orders: 600_000,
      seed: 42,
      company: anyCompany,
      hasStory: false,
      limits: { perMinute: 50, perDay: 99 },
    });
    expect(options.clock()).toBe(Date.parse('2026-10-31T12:00:00Z'));
    expect(options.pulseMs).toBeUndefined();
  });

  test('the company may be honest, and its files may be asked for with the story', () => {
    expect(read('--company', 'honest')).toMatchObject({ company: lumbre, hasStory: false });
    expect(read('--statements', 'out', '--months', '7').files).toEqual({ directory: 'out', months: 7 });
    expect(read('--statements', 'out').hasStory).toBe(true);
    expect(read('--company', 'lumbre').hasStory).toBe(true);
    expect(read('--statements', 'out').files).toEqual({ directory: 'out', months: 3 });
  });

  test('--now may be a day or come without Z: it is UTC', () => {
    expect(read('--now', '2026-02-03').clock()).toBe(Date.UTC(2026, 1, 3));
    expect(read('--now', '2026-02-03T04:05:06').clock()).toBe(Date.UTC(2026, 1, 3, 4, 5, 6));
  });

  test.each([
    [['--plan', 'gold'], 'gold'],
    [['--company', 'acme'], 'acme'],
    [['--company', 'any', '--statements', 'out'], 'lumbre'],
    [['--months', '0'], '"0"'],
    [['--now', '2026-02-31'], '2026-02-31'],
    [['--orders', 'many'], 'many'],
    [['--orders=-1'], '-1'],
    [['--port', '70000'], '70000'],
    [['--requests-per-minute', '0'], '"0"'],
    [['--key', 'with space'], '--key'],
    [['--colour', 'red'], '--colour'],
    [['--seed'], '--seed'],
    [['surplus'], 'surplus'],
  ])('%j is refused in plain words', (args, named) => {
    const commandLine = readCommandLine(args, machine);
    expect(commandLine.ok).toBe(false);
    if (!commandLine.ok) expect(commandLine.message).toContain(named);
  });
});

describe('the process', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
    child = undefined;
  });

  function launch(...args: string[]) {
    const script = fileURLToPath(import.meta.resolve('#electron/demo/serve.ts'));
    const started = spawn(process.execPath, ['--import', TYPESCRIPT_LOADER, script, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const lines: string[] = [];
    const errors: string[] = [];
    const output = createInterface({ input: started.stdout });
    output.on('line', (line) => lines.push(line));
    createInterface({ input: started.stderr }).on('line', (line) => errors.push(line));
    return { started, output, lines, errors };
  }

  test('prints one line with its address, serves, and ends at SIGTERM', async () => {
    const { started, output, lines, errors } = launch(
      ...['--port', '0', '--orders', '50', '--key', 'k', '--now', '2026-10-31T12:00:00Z'],
    );
    await once(output, 'line');
    const [address = ''] = lines;
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await fetch(`${address}/data?date=purchase_date&from=2024-01-01`, {
      headers: { 'Ocp-Apim-Subscription-Key': 'k' },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    started.kill('SIGTERM');
    const [code] = await once(started, 'exit');
    expect(code).toBe(ENDED_WHEN_ASKED);
    expect(lines).toEqual([address]);
    expect(errors).toEqual([]);
  });

  test('writes the files of each month before it listens, and what is wrong in them', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'statements-'));
    const now = '2026-11-23T12:00:00Z';
    const { output, errors } = launch(
      ...['--port', '0', '--orders', '3000', '--now', now, '--statements', directory, '--months', '2'],
    );
    await once(output, 'line');
    expect(errors).toEqual([]);
    expect((await readdir(directory)).toSorted()).toEqual(['2026-10', '2026-11', 'story.json']);
    const { month, causes } = JSON.parse(await readFile(join(directory, 'story.json'), 'utf8'));
    expect(month).toBe('2026-10');
    expect(causes.length).toBeGreaterThan(15);
    const names = await readdir(join(directory, month));
    expect(names.filter((name) => name.startsWith('banco_')).length).toBe(4);
    expect(names).toContain(`plaza-andina_lumbre-hogar_${month}_transacciones.csv`);
    await rm(directory, { recursive: true });
  });

  test('bad flags give a message and exit code 2, without a stack trace', async () => {
    const { started, lines, errors } = launch('--plan', 'gold');
    const [code] = await once(started, 'close');
    expect(code).toBe(2);
    expect(lines).toEqual([]);
    expect(errors[0]).toContain('gold');
    expect(errors.join('\n')).not.toMatch(/\n\s+at /);
  });
});
