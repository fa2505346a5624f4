import { expect, test } from 'vitest';
import { ledStatements } from '#renderer/reconciliation/matching/model/led-statements.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { StatementKind } from '#renderer/reconciliation/statements/model/statement-kinds.ts';

const statement = (kind: StatementKind, digest: string): ImportedStatement =>
  ({ id: digest, digest, kind, accounts: [{ canal: 'A', cuenta: '1' }] }) as unknown as ImportedStatement;

const ALL = [
  statement('bank', 'b'),
  statement('ripley', 'r'),
  statement('mercado-libre-sales', 's'),
  statement('mercado-pago-settlement', 'm'),
  statement('mercado-pago-releases', 'l1'),
  statement('mercado-pago-releases', 'l2'),
  statement('falabella-invoice', 'i'),
];
const led = (all: readonly ImportedStatement[], digest: string | null) =>
  ledStatements(all, digest).map(({ id }) => id);

test('one is led to the statement of a digest, or to all that speak of orders, each money once', () => {
  expect(led(ALL, 's')).toEqual(['s']);
  expect(led(ALL, 'x')).toEqual([]);
  // Of two that say the same, the newest.
  expect(led([...ALL, { ...statement('ripley', 's'), id: 'again' }], 's')).toEqual(['s']);
  expect(led(ALL, null)).toEqual(['r', 'l1', 'l2']);
  expect(led(ALL.slice(0, 4), null)).toEqual(['r', 'm']);
  expect(led(ALL.slice(0, 3), null)).toEqual(['r', 's']);
  expect(led(ALL.slice(0, 1), null)).toEqual([]);
});
