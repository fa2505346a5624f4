import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { onEnter, opensDemo } from '#electron/browser-host/run.ts';
import type { AccountsState } from '#shared/contract/app.ts';

const input = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });

it('calls back for every Enter at a terminal, until it is stopped', async () => {
  const terminal = input(true);
  let pressed = 0;
  const stop = onEnter(() => {
    pressed += 1;
  }, terminal);
  terminal.write('\nwhatever was typed\n');
  await expect.poll(() => pressed).toBe(2);
  stop();
  terminal.write('\n');
  terminal.end();
  expect(pressed).toBe(2);
});

it('leaves input that is no terminal to whoever it is for', () => {
  const pipe = input(false);
  onEnter(() => undefined, pipe);
  expect([pipe.listenerCount('data'), pipe.readableFlowing]).toEqual([0, null]);
});

it('opens the demo company where it is asked for, unless there are accounts: the one that was open stays', () => {
  const none: AccountsState['accounts'] = [];
  const some = [{ id: 'a' }] as unknown as AccountsState['accounts'];
  const opened = [none, some].map((accounts) =>
    [true, false].map((demo) => opensDemo({ demo }, { accounts })),
  );
  expect(opened).toEqual([
    [true, false],
    [false, false],
  ]);
});
