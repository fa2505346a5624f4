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

/**
 * The day that files name for a row; null: none does. Of an order of several settlements that files name, the lines of the
 * row's own; else the largest of the order. A file of nobody speaks of no number that two accounts have.
 */
function releasedOn(row: Expected['rows'][number], { imports, rows }: Expected): string | null {
  const { canal, cuenta, orden } = row;
  const ofNumber = rows.filter((each) => each.orden === orden);
  const owners = new Set(ofNumber.map(accountKeyOf));
  const own = imports
    .filter(({ account }) =>
      account === null ? owners.size === 1 : account.canal === canal && account.cuenta === cuenta,
    )
    .flatMap(({ file }) => [...file.movements.values()])
    .flatMap(({ release, settlement }) =>
      release !== null && release.order === orden ? [{ ...release, settlement }] : [],
    );
  const settlements = new Set(
    ofNumber.filter((each) => accountKeyOf(each) === accountKeyOf(row)).map(({ settlement }) => settlement),
  );
  const isInParts =
    settlements.size > 1 && own.some(({ settlement }) => settlement !== null && settlements.has(settlement));
  const speaking = isInParts ? own.filter(({ settlement }) => settlement === row.settlement) : own;
  const [largest] = speaking.toSorted(
    (one, other) => Number(other.size - one.size) || (one.day < other.day ? -1 : 1),
  );
  return largest?.day ?? null;
}
