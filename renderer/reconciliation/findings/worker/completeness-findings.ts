import type { Coverage, MonthCoverage } from '#renderer/data/model/coverage.ts';
import type { FindingOf, KindIn } from '#renderer/data/model/exception-kinds.ts';
import { evidenceOf, type Finding } from '#renderer/data/model/finding.ts';
import type { Damage } from '#renderer/data/model/ledger.ts';
import { endOfMonth, startOfMonth } from '#shared/domain/dates.ts';
import { SCOPES } from '#shared/domain/profitability.ts';

/** Findings about months that are in doubt: counts that differ, rows that wait, parts to be read again. Pure. */

type CoverageKind = KindIn<'coverage'>;
/** The others are of no month alone. */
type KindOfMonths = Exclude<CoverageKind, 'damage' | 'reread-due'>;

type Controls = Coverage['controls'];

/** The differences of control totals: how many rows less than the source there are here. */
function differencesOf({ everything, dashboard }: Controls): readonly string[] {
  return [everything, dashboard].flatMap((control) =>
    control?.agrees === false ? [`${control.scope}${control.there - control.here}`] : [],
  );
}

const rowsOff = ({ everything, dashboard }: Controls): number => {
  const control = everything?.agrees === false ? everything : dashboard;
  return control == null ? 0 : Math.abs(control.there - control.here);
};

type Case = Pick<Finding, 'rows' | 'orders'> & { readonly evidence: readonly string[] };

/** Evidence of a month: its counts, so that a state given for it does not hold of more. */
const evidenceOfMonth = ({ rows, orders }: MonthCoverage): string => `${rows}/${orders}`;

/** Finders by kind of month; null where there is nothing. */
const IN_MONTHS: { readonly [Kind in KindOfMonths]: (month: MonthCoverage) => Case | null } = {
  held: ({ held }) =>
    held === null || held.rowsMissing === 0
      ? null
      : {
          rows: held.rowsMissing,
          orders: held.ordersMissing,
          evidence: [
            `${held.rowsMissing}/${held.ordersMissing}`,
            ...held.emptied.map(({ Canal, Cuenta }) => JSON.stringify([Canal, Cuenta])),
          ],
        },
  'control-differs': ({ controls }) => {
    const evidence = differencesOf(controls);
    return evidence.length === 0 ? null : { rows: rowsOff(controls), orders: 0, evidence };
  },
  // How much of it is doubtful nobody can say: another reading of the month is another doubt.
  unsettled: (month) => (month.unsettled ? { rows: 0, orders: 0, evidence: [evidenceOfMonth(month)] } : null),
  'to-verify': ({ ordersToVerify }) =>
    ordersToVerify === 0 ? null : { rows: 0, orders: ordersToVerify, evidence: [String(ordersToVerify)] },
};

const KINDS_OF_MONTHS = Object.keys(IN_MONTHS) as KindOfMonths[];

/** Months that are due to be read again are one matter: the same reading mends them all. */
function rereadDue(months: Coverage['months']): readonly FindingOf<CoverageKind>[] {
  const due = months.filter((month) => month.rereadDue);
  const [first] = due;
  const last = due.at(-1);
  if (first === undefined || last === undefined) return [];
  const evidence = due.map((month) => `${month.month} ${evidenceOfMonth(month)}`);
  const rows = due.reduce((sum, month) => sum + month.rows, 0);
  const orders = due.reduce((sum, month) => sum + month.orders, 0);
  return [finding('reread-due', {}, { rows, orders, evidence }, first.month, last.month)];
}

export function completenessFindings(
  { months, controls }: Pick<Coverage, 'months' | 'controls'>,
  damage: Damage | null,
): readonly FindingOf<CoverageKind>[] {
  const inMonths = months.flatMap((month) =>
    KINDS_OF_MONTHS.flatMap((kind) => {
      const found = IN_MONTHS[kind](month);
      return found === null ? [] : [finding(kind, { month: month.month }, found, month.month, month.month)];
    }),
  );
  const isPlaced = inMonths.some(({ kind }) => kind === 'control-differs');
  const differences = differencesOf(controls);
  const anywhere: Case = { rows: rowsOff(controls), orders: 0, evidence: differences };
  return [
    ...(damage === null ? [] : [damageFinding(damage)]),
    ...inMonths,
    // The count of everything may differ before the month is found.
    ...(isPlaced || differences.length === 0
      ? []
      : [finding('control-differs', { month: '' }, anywhere, null, null)]),
    ...rereadDue(months),
  ];
}

function damageFinding({ foundAtMs, rowsLost, from, to }: Damage): FindingOf<'damage'> {
  const evidence = [String(foundAtMs), String(rowsLost), String(from), String(to)];
  const found = finding('damage', {}, { rows: rowsLost ?? 0, orders: 0, evidence }, null, null);
  return { ...found, firstPurchase: from, lastPurchase: to };
}

function finding<const Kind extends CoverageKind>(
  kind: Kind,
  subject: Finding['subject'],
  { rows, orders, evidence }: Case,
  first: MonthCoverage['month'] | null,
  last: MonthCoverage['month'] | null,
): FindingOf<Kind> {
  return {
    kind,
    subject,
    evidence: evidenceOf(evidence),
    rows,
    orders,
    amount: null,
    firstPurchase: first === null ? null : startOfMonth(first),
    lastPurchase: last === null ? null : endOfMonth(last),
    affects: SCOPES,
  };
}
