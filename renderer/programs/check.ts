import { isEqual } from 'es-toolkit';
import { runCheck } from '#renderer/data/client/check-run.ts';
import type { DataPuller } from '#renderer/data/client/data-calls.ts';
import { readParts } from '#renderer/data/client/opened-files.ts';
import type { ExportCheck } from '#renderer/data/model/export-check.ts';
import { codesOf, scopeOf } from '#renderer/features/currency/currency.tsx';
import type { AppBridge } from '#shared/contract/app.ts';
import type { ProgramAnswer, ProgramTable, QuestionOf } from '#shared/contract/program-questions.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { type AskedCopy, answerWith, refuse, requireAccount } from './asked-copy.ts';

/** Where a file comes from, and what holds it against its evidence and today's rows. */
export type AskedFile = {
  readonly id: string;
  readonly main: Pick<AppBridge['pull'], 'askedFile'>;
  readonly data: Pick<DataPuller, 'checkWorkbook'>;
  readonly progress: (done: number, of: number) => void;
};

const COLUMNS: ProgramTable['columns'] = [
  { key: 'about', kind: 'text' },
  { key: 'state', kind: 'text' },
  { key: 'name', kind: 'text' },
  { key: 'cell', kind: 'text' },
  { key: 'before', kind: 'text' },
  { key: 'now', kind: 'text' },
  { key: 'difference', kind: 'decimal' },
  { key: 'count', kind: 'count' },
];

/** «Comprobar un archivo»: whether a workbook of ours was altered, and what its figures come to by now. */
export async function answerCheck(
  asked: QuestionOf<'check'>,
  copy: AskedCopy,
  { id, main, data, progress }: AskedFile,
): Promise<ProgramAnswer> {
  requireAccount(asked.account, copy);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of readParts(main.askedFile({ id }))) pieces.push(piece);
  const file = new File(pieces, asked.path);
  const end = await runCheck(
    data,
    { file, anyAccount: false },
    ({ done, rows }) => progress(done, rows),
    new AbortController().signal,
  );
  if (end === null) return refuse('failed', 'It was given up.');
  if (end.kind === 'refused') return refuse('file-refused', end.reason);
  const { check } = end;
  const selection = check.selection ?? EVERYTHING;
  const { revision, orders } = await copy.call.readTotals({ selection, columns: [] });
  const currency = currencyOf(selection, copy);
  const evidence = { selection, currency, revision, orders, rows: check.file.rows };
  const answer = answerWith('check', copy, evidence, {
    columns: COLUMNS,
    rows: linesOf(check),
  });
  return { ...answer, agrees: check.file.altered.length === 0 && check.today?.isSame === true };
}

/** The currency of the account whose rows a selection is of; null: of several, or of accounts that are none's by themselves. */
const currencyOf = ({ scope }: Selection, { account: { currencies } }: AskedCopy): string | null =>
  codesOf(currencies).find((code) => isEqual(scopeOf(currencies, code), scope)) ?? null;

type Line = { readonly [key: string]: string | null | undefined };

function linesOf({ file, today, isOtherAccount }: ExportCheck): (string | null)[][] {
  const asked = today === null ? (isOtherAccount ? 'other-account' : 'not-asked') : null;
  const lines: Line[] = [
    {
      about: 'file',
      state: file.altered.length === 0 ? 'as-written' : 'altered',
      name: file.savedBy,
      count: String(file.rows),
    },
    { about: 'today', state: asked ?? (today?.isSame === true ? 'same' : 'changed') },
    ...file.altered.map(
      ({ kind, table, name, cell, recorded, found, count }): Line => ({
        ...{ about: 'alteration', state: kind, cell, before: recorded, now: found, count: String(count) },
        name: table === null ? name : `${table}: ${name}`,
      }),
    ),
    ...(today?.measures ?? []).map(
      ({ column, before, now, difference }): Line => ({
        ...{ about: 'measure', name: column, before, now, difference },
      }),
    ),
    ...(today?.orders.lines ?? []).map(
      // A file without these columns tells none of them.
      ({ kind, Canal, Cuenta, Orden }): Line => ({
        ...{ about: 'order', state: kind, name: [Canal, Cuenta, Orden].filter(Boolean).join(' · ') },
      }),
    ),
  ];
  return lines.map((line) => COLUMNS.map(({ key }) => line[key] ?? null));
}
