import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { FileContent, FileFormat } from '#renderer/data/model/table-files.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { writtenFile } from './main-streams.ts';
import type { openPage, PageSetting } from './page.tsx';
import { buttonOf } from './shown.ts';

/** What the menus of a page have written: which file, of what, and what it says of itself. */

type Written = { readonly content: FileContent; readonly format: FileFormat };

/** Gathers the files that a page asks the data worker for, and the texts that it writes by itself; each is written. */
export function takingExports() {
  const written: Written[] = [];
  const texts: string[] = [];
  const take = (bytes: Uint8Array): void => void texts.push(new TextDecoder().decode(bytes));
  const setting: Pick<PageSetting, 'dataStreams' | 'mainStreams'> = {
    dataStreams: {
      exportTable: async function* (input: Written) {
        written.push(input);
        yield { kind: 'begun', lines: 1, revision: 1 };
        return null;
      } as never,
    },
    mainStreams: { exportFile: writtenFile({ kind: 'file', path: '/x/archivo' }, take) },
  };
  return { setting, written, texts };
}

/** Writes what one of the menus is for, by its name; answers with the file's name, content, and what it says of itself. */
export async function exportBy(
  name: string,
  { asked }: Pick<Awaited<ReturnType<typeof openPage>>, 'asked'>,
  { written }: Pick<ReturnType<typeof takingExports>, 'written'>,
  form: 'xlsx' | 'csv' = 'xlsx',
) {
  const before = written.length;
  fireEvent.click(await waitFor(() => buttonOf(name)));
  fireEvent.click(await screen.findByTestId(`export-${form}`));
  await waitFor(() => {
    if (written.length === before) throw new Error('No file is written yet.');
  });
  const { content, format } = written.at(-1) as Written;
  // Where it lies is said, and put away.
  const done = await screen.findByTestId('export-done');
  fireEvent.click(buttonOf(text('common.close'), done.parentElement as HTMLElement));
  await waitFor(() => {
    if (screen.queryByTestId('export-done') !== null) throw new Error('The dialog is there still.');
  });
  // It is named first, then fed.
  const names = asked.flatMap(({ call, input }) =>
    call === 'exportFile' && typeof input === 'object' && input !== null && 'fileName' in input
      ? [String(input.fileName)]
      : [],
  );
  const fileName = names.at(-1);
  const facts = format.kind === 'xlsx' ? format.facts.map(({ value }) => value) : [];
  return { fileName, content, facts };
}
