import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { onEnter } from '#electron/browser-host/run.ts';

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
