import type { DataPuller } from '#renderer/data/client/data-calls.ts';
import { type FileSource, openFile, runExport } from '#renderer/data/client/export-run.ts';
import { readTogether } from '#renderer/data/client/queries.ts';
import type { Totals } from '#renderer/data/model/totals.ts';
import { accountName } from '#renderer/features/accounts/accounts.tsx';
import { closedMonthsIn } from '#renderer/features/closed-months/closed-months.ts';
import { fileFormat, fileNameOf } from '#renderer/features/export/export.tsx';
import { exportFileName, nameOf } from '#renderer/features/export/file-name.ts';
import { localeOf, readPreferences } from '#renderer/features/preferences/preferences.tsx';
import { factsOfSelection } from '#renderer/features/provenance/figure-facts.ts';
import { type Text, textIn } from '#renderer/i18n/text.tsx';
import { type Formats, formatsOf } from '#renderer/ui/formats.tsx';
import type { AppBridge } from '#shared/contract/app.ts';
import type { ProgramAnswer, QuestionOf } from '#shared/contract/program-questions.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import { type AskedCopy, answerWith, refuse, rowsAsked } from './asked-copy.ts';
import { rowsQueryOf } from './orders.ts';

/** Where an export goes, and what writes it. */
export type AskedExport = {
  readonly id: string;
  readonly main: Pick<AppBridge['pull'], 'askedExport'>;
  readonly data: Pick<DataPuller, 'exportTable'>;
  /** Up to when the changes at the source are in the rows; null where that is not known, or figures are frozen. */
  readonly knownUntil: UtcInstant | null;
  readonly progress: (done: number, of: number) => void;
};

const FORMS = { csv: 'csv-exact', xlsx: 'xlsx' } as const;

/** The table of orders as a file, as the screen Órdenes exports it: the host writes it to the folder that was named. */
export async function answerExport(
  asked: QuestionOf<'export'>,
  copy: AskedCopy,
  { id, main, data, knownUntil, progress }: AskedExport,
): Promise<ProgramAnswer> {
  const { selection, currency } = rowsAsked(asked, copy);
  const query = rowsQueryOf(asked, selection, copy);
  const words = wordsOf(currency);
  const { text } = words;
  const form = FORMS[asked.form];
  const name = text(query.grouping === 'orders' ? 'nav.orders' : 'orders.by-row');
  const fileName = nameOf(
    fileNameOf(exportFileName(name, selection), form, text),
    accountOf(copy, text),
    currency,
  );
  const { months } = await copy.call.readCloses(null);
  const { account, facts } = copy;
  const closed = closedMonthsIn(months, selection, selection.scope);
  const source = { account, currency, readUntil: facts.readUntil, knownUntil, closed };
  const format = fileFormat(
    form,
    { facts: factsOfSelection(selection, source, words) },
    { ...words, version: copy.app },
  );
  const open = () => openFile(data, { kind: 'rows', name, query }, format);
  const { file, totals } = await openedWithTotals(open, () =>
    copy.call.readTotals({ selection, columns: [] }),
  );
  const result = await runExport(
    main.askedExport({ id, fileName }),
    async () => file,
    progress,
    new AbortController().signal,
  );
  if (result.kind === 'cancelled') return refuse('failed', 'It was given up.');
  const { end, lines } = result;
  const { revision, rows: count, orders } = totals;
  const evidence = { selection, currency, revision, rows: count, orders };
  return answerWith('export', copy, evidence, {
    columns: [
      { key: 'path', kind: 'text' },
      { key: 'lines', kind: 'count' },
    ],
    rows: [[end.kind === 'file' ? end.path : null, String(lines)]],
  });
}

/** A file that was begun, and what its rows come to: where a commit falls between, both are asked for anew. */
async function openedWithTotals<F extends FileSource & { readonly revision: number | null }>(
  open: () => Promise<F>,
  readTotals: () => Promise<Totals>,
): Promise<{ readonly file: F; readonly totals: Totals }> {
  let begun: F | null = null;
  const [totals, file] = await readTogether(async () => {
    await begun?.close();
    begun = null;
    const read = await readTotals();
    begun = await open();
    return [read, begun] as const;
  });
  return { file, totals };
}

type Words = { readonly text: Text; readonly formats: Formats };

/** Words and figures as the user has them on the screens; amounts are never covered in files. */
function wordsOf(currency: string | null): Words {
  const preferences = readPreferences();
  const { language, columnNames, negatives, decimals } = preferences;
  const text = textIn(language, columnNames);
  const roundedNote = text('figure.rounded', { code: currency ?? '' });
  const locale = localeOf(preferences);
  return {
    text,
    formats: formatsOf({ locale, negatives, decimals, currency, roundedNote, hidesAmounts: false }),
  };
}

function accountOf({ account, accounts }: AskedCopy, text: Text) {
  const others = accounts.filter(({ id }) => id !== account.id).map((other) => accountName(other, text));
  return { id: account.id, label: accountName(account, text), others };
}
