import type { Country } from '#renderer/data/model/journal-terms.ts';
import { type AccountKind, type AccountRole, COUNTRY_CHARTS, kindOfRole } from './country-charts.ts';
import type { JournalEntry } from './entries.ts';
import { kindOfLine } from './rules.ts';

/** The accounts of some entries as plain-text ledgers want them: each under its head, with a name of its own. */
export type LedgerAccount = {
  readonly code: string;
  readonly name: string;
  readonly kind: AccountKind;
};

/** By code, in the order of their codes. What an account is, the country's chart says, else the first line that it takes. */
export function ledgerAccounts(
  entries: readonly Pick<JournalEntry, 'lines'>[],
  country: Country | null,
): readonly LedgerAccount[] {
  const found = new Map<string, LedgerAccount>();
  const charted = kindsOfChart(country);
  for (const { account, name, line, level } of entries.flatMap(({ lines }) => lines)) {
    const known = found.get(account);
    if (known !== undefined && (known.name !== '' || name === '')) continue;
    const kind = known?.kind ?? charted.get(account) ?? kindOfLine(line, level);
    found.set(account, { code: account, name, kind });
  }
  return [...found.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1));
}

function kindsOfChart(country: Country | null): ReadonlyMap<string, AccountKind> {
  if (country === null) return new Map();
  const { accounts } = COUNTRY_CHARTS[country];
  return new Map(
    Object.entries(accounts).map(([role, { code }]) => [code, kindOfRole(role as AccountRole)] as const),
  );
}

/** Names by code: `written` makes a text of an account; where two come to the same, the later has a number behind it. */
export function distinctNames(
  accounts: readonly LedgerAccount[],
  written: (account: LedgerAccount) => string,
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    accounts.map((account) => {
      const plain = written(account);
      let name = plain;
      for (let next = 2; taken.has(name); next += 1) name = `${plain}-${next}`;
      taken.add(name);
      return [account.code, name];
    }),
  );
}
