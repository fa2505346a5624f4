import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** hledger and Beancount as Debian has them, and the CSV reader of the Python that Beancount comes with. */

/** Debian's own: another one would not see Debian's packages. */
const PYTHON = '/usr/bin/python3';

const has = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 }).status === 0;

/** Whether both are there. `.ci/run` installs them and says that they must be. */
export function findLedgers(): boolean {
  const found = has('hledger', ['--version']) && has(PYTHON, ['-c', 'import beancount.loader']);
  if (!found && process.env.CUADRA_LEDGERS === 'required') {
    throw new Error('hledger and Beancount are required here, and are not there.');
  }
  return found;
}

function run(program: string, args: readonly string[]): string {
  const done = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000, maxBuffer: 1 << 27 });
  if (done.status !== 0) throw new Error(`${program}: ${done.stderr}${done.stdout}`);
  return done.stdout;
}

/** A program's answer about a file, in a folder that is gone afterwards. */
function about<T>(content: string | Uint8Array, ask: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cuadra-ledger-'));
  const file = join(folder, 'diario.txt');
  try {
    writeFileSync(file, content);
    return ask(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A balance of one account over one month; `account` as the ledger names it. */
export type Balance = { readonly account: string; readonly month: string; readonly amount: string };

const CSV_AS_JSON = `
import csv, json, sys
with open(sys.argv[1], newline='', encoding='utf-8') as file:
    print(json.dumps(list(csv.reader(file))))
`;

/** The cells of a CSV file. */
export const cellsOfCsv = (content: string): readonly (readonly string[])[] =>
  about(content, (file) => JSON.parse(run(PYTHON, ['-c', CSV_AS_JSON, file])));

/** Checks that every entry balances and every account is declared, and asks for each account's movements by month. */
export function askHledger(journal: string, currency: string): readonly Balance[] {
  return about(journal, (file) => {
    run('hledger', ['-f', file, 'check', 'accounts']);
    const [head = [], ...rows] = cellsOfCsv(
      run('hledger', ['-f', file, 'balance', '--flat', '--monthly', '--no-total', '--output-format', 'csv']),
    );
    return rows.flatMap(([account = '', ...cells]) =>
      cells.map((cell, at) => ({
        account,
        month: (head[at + 1] ?? '').slice(0, '2026-10'.length),
        amount: cell.replace(currency, '').trim(),
      })),
    );
  });
}

const BEANCOUNT_AS_JSON = `
import json, sys
from collections import defaultdict
from decimal import Decimal
from beancount import loader
from beancount.core.data import Transaction
entries, errors, options = loader.load_file(sys.argv[1])
sums = defaultdict(Decimal)
for entry in entries:
    if isinstance(entry, Transaction):
        for posting in entry.postings:
            sums[(posting.account, entry.date.strftime('%Y-%m'), posting.units.currency)] += posting.units.number
print(json.dumps({
    'errors': [error.message for error in errors],
    'balances': [[account, month, currency, format(amount, 'f')] for (account, month, currency), amount in sums.items()],
}))
`;

/** The same of Beancount, with whatever it finds wrong. */
export function askBeancount(journal: string): {
  readonly errors: readonly string[];
  readonly balances: readonly (Balance & { readonly currency: string })[];
} {
  return about(journal, (file) => {
    const { errors, balances } = JSON.parse(run(PYTHON, ['-c', BEANCOUNT_AS_JSON, file])) as {
      readonly errors: readonly string[];
      readonly balances: readonly (readonly [string, string, string, string])[];
    };
    return {
      errors,
      balances: balances.map(([account, month, currency, amount]) => ({ account, month, currency, amount })),
    };
  });
}
