import { expect, test } from 'vitest';
import { depositsInScope } from '#renderer/reconciliation/payouts/model/deposits-in-scope.ts';

/** In which views a bank line stands that no payout explains. */

const account = (cuenta: string) => ({ canal: 'A', cuenta });
const payout = (cuentas: readonly string[], ...extracts: readonly string[]) => ({
  accounts: cuentas.map(account),
  deposits: extracts.map((statementId) => ({ statementId }) as never),
});
const PAYOUTS = [
  payout(['Chile'], 'uno', 'dos'),
  payout(['Brasil'], 'dos'),
  payout(['Brasil'], 'tres'),
  payout([], 'cuatro'),
  payout(['Chile']),
  payout(['Brasil', 'Chile'], 'seis'),
];
const EXTRACTS = ['uno', 'dos', 'tres', 'cuatro', 'seis', 'otro'];

test.each([
  [null, EXTRACTS],
  [['Chile'], ['uno', 'dos', 'cuatro', 'seis', 'otro']],
  [['Brasil'], ['dos', 'tres', 'cuatro', 'seis', 'otro']],
  // Of payouts whose account nobody knows, and of none at all, it may be anybody's.
  [['México'], ['cuatro', 'otro']],
])('of the accounts %j: those of %j', (cuentas, expected) => {
  const scope =
    cuentas === null
      ? null
      : { accounts: cuentas.map((Cuenta) => ({ Canal: 'A', Cuenta })), isExcluded: false };
  const isInScope = depositsInScope(PAYOUTS, scope);
  expect(EXTRACTS.filter((statementId) => isInScope({ statementId }))).toEqual(expected);
});
