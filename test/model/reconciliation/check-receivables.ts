import type { Expected } from './expected.ts';
import { accountKeyOf, isoDay, ofCents, TODAY, total, unitsOf } from './oracle.ts';
import type { View } from './view.ts';
import { equal } from './violation.ts';

/** Receivables against the raw books: what rows and files say was released by the end of each month. */
export function checkReceivables({ receivables }: View, expected: Expected): void {
  const before = new Map<string, bigint>();
  for (const [month, { lines }] of receivables) {
    const end = TODAY.startsWith(month) ? TODAY : `${month}-31`;
    const found = new Map(lines.map((line) => [accountKeyOf(line), line]));
    for (const key of new Set(expected.rows.map(accountKeyOf))) {
      const owed = expected.rows.filter((row) => {
        if (accountKeyOf(row) !== key || isoDay(row.bought) > end) return false;
        const released = releasedOn(row, expected) ?? (row.paid === null ? null : isoDay(row.paid));
        return released === null || released > end;
      });
      const line = found.get(key);
      const figure = (name: keyof NonNullable<typeof line>['figures']) => unitsOf(line?.figures[name]);
      const what = `of ${key} in ${month}`;
      equal(
        'receivables',
        figure('closing'),
        total(owed.map(({ left }) => ofCents(left))),
        `closing ${what}`,
      );
      equal('receivables', figure('opening'), before.get(key) ?? figure('opening'), `opening ${what}`);
      const added =
        figure('opening') + figure('sales') - figure('refunds') - figure('charges') - figure('released');
      equal('receivables', added, figure('closing'), `sum ${what}`);
      equal(
        'receivables',
        total(Object.values(line?.ages ?? {}).map(unitsOf)),
        figure('closing'),
        `ages ${what}`,
      );
      before.set(key, figure('closing'));
    }
  }
}

/** The day that a file names for the order of a row; null: none does. A file of nobody speaks of no number that two accounts have. */
function releasedOn(
  { canal, cuenta, orden }: Expected['rows'][number],
  { imports, rows }: Expected,
): string | null {
  const owners = new Set(rows.filter((row) => row.orden === orden).map(accountKeyOf));
  const days = imports
    .filter(({ account }) =>
      account === null ? owners.size === 1 : account.canal === canal && account.cuenta === cuenta,
    )
    .flatMap(({ file }) =>
      [...file.movements.values()].flatMap(({ release }) =>
        release !== null && release.order === orden ? [release.day] : [],
      ),
    );
  return days[0] ?? null;
}
