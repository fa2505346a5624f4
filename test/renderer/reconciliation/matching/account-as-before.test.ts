import { expect, test } from 'vitest';
import { accountAsBefore } from '#renderer/reconciliation/matching/model/account-as-before.ts';

/** Whose a statement is taken to be before anybody says it. */

const NORTE = { Canal: 'Uno', Cuenta: 'Norte' };
const [norte, sur, other] = [
  { canal: 'Uno', cuenta: 'Norte' },
  { canal: 'Uno', cuenta: 'Sur' },
  { canal: 'Dos', cuenta: 'Norte' },
];
const reading = { kind: 'falabella-transactions', layout: 'a' } as const;

test.each([
  ['the last of its kind and layout was of it, and its orders tell nothing', [], NORTE],
  ['its orders are of one account: they tell', [norte], null],
  ['its orders are of several, among them that one', [sur, norte], NORTE],
  ['its orders are of others, alike by half', [sur, other], null],
] as const)('%s', (_, named, account) => {
  const before = [
    { kind: 'falabella-transactions', layout: 'b', account: { Canal: 'Uno', Cuenta: 'Sur' } },
    { kind: 'bank', layout: 'a', account: { Canal: 'Uno', Cuenta: 'Sur' } },
    { ...reading, account: NORTE },
    { ...reading, account: { Canal: 'Uno', Cuenta: 'Sur' } },
  ] as const;
  expect(accountAsBefore(reading, named, before)).toEqual(account);
});

test('nothing is taken where the last of its kind was said to be of none, or there was none', () => {
  expect(
    accountAsBefore(
      reading,
      [],
      [
        { ...reading, account: null },
        { ...reading, account: NORTE },
      ],
    ),
  ).toBeNull();
  expect(accountAsBefore(reading, [], [])).toBeNull();
});
