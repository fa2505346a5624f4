import type { DataPuller } from '#renderer/data/client/data-calls.ts';
import { runDataset } from '#renderer/data/client/dataset-run.ts';
import { readTablesQuery } from '#renderer/features/export/asked-tables.ts';
import type { AppBridge } from '#shared/contract/app.ts';
import type { ProgramAnswer, QuestionOf } from '#shared/contract/program-questions.ts';
import { type AskedCopy, answerWith, refuse, requireAccount } from './asked-copy.ts';

/** Where an export for engines goes, and what writes it. */
export type AskedDataset = {
  readonly id: string;
  readonly main: Pick<AppBridge['pull'], 'askedDataset'>;
  readonly data: Pick<DataPuller, 'exportDataset'>;
  readonly progress: (done: number, of: number) => void;
};

/** All rows of the account and the tables beside them as Parquet, as the app's own export writes them, where it was said. */
export async function answerDataset(
  asked: QuestionOf<'dataset'>,
  copy: AskedCopy,
  { id, main, data, progress }: AskedDataset,
): Promise<ProgramAnswer> {
  requireAccount(asked.account, copy);
  const { account, app, facts } = copy;
  if (facts.rows === 0) refuse('no-rows-yet', account.name);
  const result = await runDataset(
    main.askedDataset({ id, accountId: account.id }),
    data,
    { account: account.id, app, forPostgresql: false, tables: readTablesQuery(account) },
    progress,
    new AbortController().signal,
  );
  if (result.kind === 'cancelled') return refuse('failed', 'It was given up.');
  const { path, lines, files, of } = result;
  const evidence = { selection: null, currency: null, ...of };
  return answerWith('dataset', copy, evidence, {
    columns: [
      { key: 'path', kind: 'text' },
      { key: 'lines', kind: 'count' },
      { key: 'files', kind: 'count' },
    ],
    rows: [[path, String(lines), String(files)]],
  });
}
