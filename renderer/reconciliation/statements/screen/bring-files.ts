import type { RefObject } from 'react';
import { refusalText } from '#renderer/features/intake/refusal-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type { DemoFile } from '#shared/contract/app-streams.ts';
import { asksOf } from './asks-of-preview.ts';
import type { CurrencyScopes } from './unlike-currency.tsx';
import type { PreviewPhase, StatementImport } from './use-statement-import.ts';

/** Files that come in one after another through the import of any file, and what came in of them. */

/** What came in of some files. */
export type CameIn = {
  readonly files: number;
  readonly lines: number;
  /** Files that had been imported before, line by line. */
  readonly known: number;
  /** Files that were left out: discarded, or with the reason: without a movement, not to be read or stored. */
  readonly left: readonly { readonly name: string; readonly reason: string | null }[];
  /** Given up before all were read. */
  readonly isCut: boolean;
};

export type DemoRun =
  | { readonly kind: 'idle'; readonly came: CameIn | null; readonly failed: string | null }
  | { readonly kind: 'making' }
  /** `asks`: the file in hand waits for the user's word. */
  | {
      readonly kind: 'reading';
      readonly name: string;
      readonly at: number;
      readonly total: number;
      readonly asks: boolean;
    };

/** What became of a file that the user was asked about: the statement it is stored as, or null: it is left out. */
export type Answer = (storedId: string | null) => void;

/** What came in so far. */
export type Came = { -readonly [K in keyof CameIn]: CameIn[K] } & { ids: readonly string[] };

type Bringing = {
  readonly work: Pick<StatementImport, 'read' | 'store' | 'unread'>;
  readonly scopes: CurrencyScopes;
  readonly signal: AbortSignal;
  readonly show: (run: DemoRun) => void;
  /** Where whoever waits for the user's word is told of it. */
  readonly answer: RefObject<Answer | null>;
  /** The file in hand as it was understood last. */
  readonly preview: RefObject<PreviewPhase | null>;
  readonly text: Text;
};

/** Nothing came in yet. */
export const nothingCame = (): Came => ({ files: 0, lines: 0, known: 0, left: [], isCut: false, ids: [] });

/** What can be taken back; where it was given up, of how many files, which whoever went to another screen reads nowhere else. */
export function cameInText(
  { ids }: Pick<Came, 'ids'>,
  files: readonly DemoFile[],
  { aborted: isCut }: Pick<AbortSignal, 'aborted'>,
  text: Text,
): string {
  const count = ids.length;
  return isCut
    ? text('demo-files.undo-cut', { count, total: files.length })
    : text('demo-files.undo', { count });
}

/** Brings files one after another, until it is given up; what came in is noted as it comes. */
export async function bringFiles(files: readonly DemoFile[], came: Came, bringing: Bringing): Promise<void> {
  const { signal, show, answer } = bringing;
  for (const [at, file] of files.entries()) {
    if (signal.aborted) return;
    const step = { kind: 'reading', name: file.name, at, total: files.length } as const;
    show({ ...step, asks: false });
    const end = await storeFile(file, bringing, () => {
      show({ ...step, asks: true });
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    if (typeof end === 'object') {
      came.ids = [...came.ids, end.id];
      came.files += 1;
      came.lines += end.lines;
    } else if (signal.aborted) return;
    else if (end === 'known') came.known += 1;
    else {
      const reason = end === 'empty' ? bringing.text('demo-files.no-lines') : unreadReason(bringing);
      came.left = [...came.left, { name: file.name, reason }];
    }
  }
}

/** Why the file in hand could not be read or stored; null: it was. */
function unreadReason({ work: { unread }, text }: Bringing): string | null {
  const why = unread.current;
  if (why === null) return null;
  return why.kind === 'refused' ? refusalText(why.refusal, text) : why.detail;
}

/** `known`: it was imported before. `empty`: no movement is in it. `left`: it stays out. */
async function storeFile(
  { name, text }: DemoFile,
  { work, scopes, preview }: Bringing,
  wait: () => Promise<string | null>,
): Promise<'known' | 'empty' | 'left' | { readonly id: string; readonly lines: number }> {
  const read = await work.read(new File([text], name, { type: 'text/csv' }));
  if (read === null) return 'left';
  if (read.found.rows === 0) return 'empty';
  if (read.found.overlap.shared.some(({ isSame }) => isSame)) return 'known';
  const asks = asksOf(read, scopes).length > 0;
  const id = asks ? await wait() : await work.store(read);
  return id === null ? 'left' : { id, lines: (asks ? (preview.current ?? read) : read).found.rows };
}
