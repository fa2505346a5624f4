import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExportTarget } from '#electron/export/export-target.ts';
import { openFileWriter, safeFileName } from '#electron/export/file-writer.ts';
import { createPageStreams } from '#electron/export/page-streams.ts';
import { begun, chunk, END, endOf, opens, pullFrom } from './feeds.ts';

describe('safeFileName', () => {
  it('keeps an ordinary name', () => {
    expect(safeFileName('Órdenes 2026-05.csv')).toBe('Órdenes 2026-05.csv');
    expect(safeFileName('ventas.2026.tar.gz')).toBe('ventas.2026.tar.gz');
    expect(safeFileName('a: \t b.csv')).toBe('a b.csv');
  });

  it('makes one harmless segment of anything', () => {
    expect(safeFileName('../../etc/passwd')).toBe('etc passwd');
    expect(safeFileName('C:\\x\\y.csv')).toBe('C x y.csv');
    expect(safeFileName('con.csv')).toBe('_con.csv');
    expect(safeFileName('...')).toBe('cuadra.csv');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (proposed) => {
        const name = safeFileName(proposed);
        expect(name).not.toMatch(/[/\\\0\r\n"]/);
        expect(name).not.toMatch(/^\.|\.$|^$/);
        expect(name).not.toMatch(/^ | $/);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(212);
        // Becomes part of an address: half a character would throw.
        expect(() => encodeURIComponent(name)).not.toThrow();
      }),
    );
  });

  it('leaves no dot, space or half character where it shortens', () => {
    for (const tail of ['. x', '. . y', '\u{1f600}', '\u{1f600}.csv']) {
      for (let length = 195; length <= 215; length += 1) {
        const name = safeFileName(`${'x'.repeat(length)}${tail}${tail.repeat(40)}`);
        expect(name).not.toMatch(/[. ]$/);
        expect(() => encodeURIComponent(name)).not.toThrow();
      }
    }
    expect(safeFileName('\ud83d')).toBe('cuadra.csv');
  });

  it('shortens the name, not its ending', () => {
    expect(safeFileName(`${'x'.repeat(400)}.csv`)).toMatch(/^x+\.csv$/);
  });

  it('is given up also where its folder went meanwhile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cuadra-names-'));
    const writer = await openFileWriter(join(folder, 'a.csv'));
    await rm(folder, { recursive: true });
    await expect(writer.discard()).resolves.toBeUndefined();
  });

  it('counts bytes: what file systems take, with what its name is while it is written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cuadra-names-'));
    try {
      for (const character of ['x', 'ñ', '售', '\u{1f600}', 'n\u0303', '\u0301']) {
        const name = safeFileName(`a${character.repeat(400)}.xlsx`);
        expect(name).toMatch(/.{50}\.xlsx$/u);
        expect(name).toBe(safeFileName(name));
        const writer = await openFileWriter(join(folder, name));
        await writer.finish();
        expect(await readdir(folder)).toEqual([name]);
        await rm(join(folder, name));
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ...['con', 'CON .csv', 'CON . .csv', 'con.tar.gz', 'PRN', 'aux.xlsx', 'NUL', 'nul .', 'COM1.csv', 'com0'],
    ...[
      'COM\u00b9',
      'com\u00b2.csv',
      'LPT\u00b3 .csv',
      'lpt9',
      'CONIN$',
      'conout$.csv',
      'CONIN$ .csv',
      'Con\u202e.csv',
    ],
  ])('never gives a name that Windows keeps for a device: %j', (name) => {
    expect(safeFileName(name)).toMatch(/^_/);
  });

  it.each(['Contado.csv', 'com10.csv', 'auxiliar', 'nulo.csv', 'COM\u2074.csv', 'con x.csv', 'CONIN.csv'])(
    'leaves other names as they are: %j',
    (name) => {
      expect(safeFileName(name)).toBe(name);
    },
  );

  it('leaves out what turns the direction of writing', () => {
    const marks = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'];
    for (const mark of [...marks, '\u2066', '\u2067', '\u2068', '\u2069', '\u0085', '\u007f'])
      expect(safeFileName(`a${mark}fdp.csv`)).toBe('a fdp.csv');
  });
});

describe('createPageStreams', () => {
  type Noted = { readonly target: ExportTarget; readonly notes: string[] };
  const noted = (failAt?: string): Noted => {
    const notes: string[] = [];
    const step = async (note: string): Promise<void> => {
      for (let turns = note.length % 3; turns >= 0; turns -= 1)
        await new Promise((resolve) => setImmediate(resolve));
      if (note === failAt) throw new Error('disk full');
      notes.push(note);
    };
    return {
      notes,
      target: {
        write: (chunk) => step(Buffer.from(chunk).toString('utf8')),
        close: async () => {
          await step('close');
          return { kind: 'file', path: 'x' };
        },
        cancel: () => step('cancel'),
      },
    };
  };

  it('writes bytes as they are', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cuadra-exports-'));
    const file = join(folder, 'x.xlsx');
    const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 7) & 255);
    const openTarget = async () => {
      const writer = await openFileWriter(file);
      return {
        write: writer.write,
        close: async () => {
          await writer.finish();
          return { kind: 'file', path: file } as const;
        },
        cancel: writer.discard,
      };
    };
    const pull = pullFrom(createPageStreams(opens({ openTarget })).connect().calls);
    const opened = await begun(pull.exportFile({ fileName: 'x.xlsx' }));
    await opened.next(chunk('ñ'));
    await opened.next(chunk(Uint8Array.from(bytes)));
    await opened.next(END);
    expect(await readFile(file)).toEqual(Buffer.concat([Buffer.from('ñ', 'utf8'), bytes]));
    await rm(folder, { recursive: true });
  });

  it('writes in the order of the pulls, though nobody waits', async () => {
    const { target, notes } = noted();
    const pull = pullFrom(createPageStreams(opens({ openTarget: async () => target })).connect().calls);
    const opened = await begun(pull.exportFile({ fileName: 'x' }));
    const pulls = ['aa', 'b', 'cc', 'd'].map((text) => opened.next(chunk(text)));
    expect(await endOf(opened.next(END))).toEqual({ kind: 'file', path: 'x' });
    await Promise.all(pulls);
    expect(notes).toEqual(['aa', 'b', 'cc', 'd', 'close']);
  });

  it('writes a page as paper; a print that fails leaves no file, and a host without printer says so', async () => {
    const paper = new TextEncoder().encode('%PDF-1.7');
    const { target, notes } = noted();
    const printing = createPageStreams(opens({ openTarget: async () => target })).connect(async () => paper);
    const printed = pullFrom(printing.calls).exportPaper({ fileName: 'x.pdf' });
    expect(await endOf(printed.next())).toEqual({ kind: 'file', path: 'x' });
    expect(notes).toEqual(['%PDF-1.7', 'close']);

    const broken = noted();
    const failing = createPageStreams(opens({ openTarget: async () => broken.target })).connect(() =>
      Promise.reject(new Error('Printing failed')),
    );
    const other = pullFrom(failing.calls).exportPaper({ fileName: 'y.pdf' });
    await expect(other.next()).rejects.toMatchObject({ code: 'export-failed', message: 'Printing failed' });
    expect(broken.notes).toEqual(['cancel']);
    await expect(other.next()).rejects.toMatchObject({ code: 'unknown-stream' });

    const unprinted = noted();
    const browser = createPageStreams(opens({ openTarget: async () => unprinted.target })).connect();
    const none = pullFrom(browser.calls).exportPaper({ fileName: 'z.pdf' });
    await expect(none.next()).rejects.toMatchObject({ code: 'no-printer' });
    expect(unprinted.notes).toEqual(['cancel']);
  });

  it('says null when the user changes their mind', async () => {
    const pull = pullFrom(createPageStreams(opens()).connect().calls);
    expect(await pull.exportFile({ fileName: 'x' }).next()).toEqual({ done: true, value: null });
  });

  it('ends an export that cannot be written, and leaves nothing of it', async () => {
    const { target, notes } = noted('b');
    const pull = pullFrom(createPageStreams(opens({ openTarget: async () => target })).connect().calls);
    const opened = await begun(pull.exportFile({ fileName: 'x' }));
    await opened.next(chunk('aa'));
    const failing = opened.next(chunk('b'));
    await expect(failing).rejects.toMatchObject({ code: 'export-failed', message: 'disk full' });
    await expect(opened.next(END)).rejects.toMatchObject({ code: 'unknown-stream' });
    expect(notes).toEqual(['aa', 'cancel']);
  });

  it('refuses what no export is fed, and the export goes on', async () => {
    const { target, notes } = noted();
    const { calls } = createPageStreams(opens({ openTarget: async () => target })).connect();
    const open = { id: 'one', name: 'exportFile', input: { fileName: 'x' } };
    for (const input of [null, {}, { fileName: '' }, { fileName: 'x'.repeat(201) }])
      expect(() => calls.openStream({ ...open, input })).toThrow('exportFile');
    for (const name of ['__proto__', 'constructor', 'exportfile'])
      expect(() => calls.openStream({ ...open, name })).toThrow();
    await calls.openStream(open);
    await calls.pullStream({ id: 'one' });
    for (const feed of [undefined, null, 'aa', { kind: 'chunk', bytes: 'aa' }, { kind: 'other' }])
      await expect(calls.pullStream({ id: 'one', feed })).rejects.toMatchObject({ code: 'bad-input' });
    await calls.pullStream({ id: 'one', feed: chunk('aa') });
    await calls.pullStream({ id: 'one', feed: END });
    expect(notes).toEqual(['aa', 'close']);
  });

  it('cancels what is open when the app stops, and opens nothing after it', async () => {
    const { target, notes } = noted();
    const streams = createPageStreams(opens({ openTarget: async () => target }));
    const pull = pullFrom(streams.connect().calls);
    await begun(pull.exportFile({ fileName: 'x' }));
    await streams.stop();
    expect(notes).toEqual(['cancel']);
    await expect(pull.exportFile({ fileName: 'x' }).next()).rejects.toMatchObject({
      code: 'too-many-streams',
    });
  });

  it('cancels what a page was still opening when it went', async () => {
    const { target, notes } = noted();
    let answer: (target: ExportTarget) => void = () => undefined;
    const page = createPageStreams(
      opens({ openTarget: () => new Promise((resolve) => (answer = resolve)) }),
    ).connect();
    const opening = pullFrom(page.calls).exportFile({ fileName: 'x' }).next();
    const refused = expect(opening).rejects.toMatchObject({ code: 'unknown-stream' });
    await new Promise((resolve) => setTimeout(resolve, 0));
    // A dialog may be open: whoever quits does not wait for it.
    await page.end();
    answer(target);
    await refused;
    await expect.poll(() => notes).toEqual(['cancel']);
  });
});

describe('openFileWriter', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cuadra-writer-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('replaces a file all at once, and only when finished', async () => {
    const path = join(folder, 'x.csv');
    await writeFile(path, 'before');
    const writer = await openFileWriter(path);
    await writer.write(Buffer.from('uno\n'));
    await writer.write(Buffer.from('dós\n'));
    expect(await readFile(path, 'utf8')).toBe('before');
    await writer.finish();
    expect(await readFile(path, 'utf8')).toBe('uno\ndós\n');
    expect(await readdir(folder)).toEqual(['x.csv']);
  });

  it('leaves nothing when discarded', async () => {
    const writer = await openFileWriter(join(folder, 'x.csv'));
    await writer.write(Buffer.from('half'));
    await writer.discard();
    expect(await readdir(folder)).toEqual([]);
  });
});

it('the demo company’s files are asked for by account and month, and come one by one', async () => {
  const asked: string[] = [];
  const demoFiles = async function* (accountId: string, month: string) {
    asked.push(`${accountId} ${month}`);
    for (const name of ['a.csv', 'b.csv'])
      yield { kind: 'file', file: { name, of: 'bank', text: '' }, at: 0, total: 2 } as const;
    return null;
  };
  const page = createPageStreams(opens({ demoFiles })).connect();
  const files = pullFrom(page.calls).demoFiles({ accountId: 'a-1', month: '2026-10' as never });
  const names: string[] = [];
  for (let next = await files.next(); next.done !== true; next = await files.next())
    if (next.value.kind === 'file') names.push(next.value.file.name);
  expect([asked, names]).toEqual([['a-1 2026-10'], ['a.csv', 'b.csv']]);
});
