import { expect, test } from 'vitest';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { matchGroups } from '#renderer/reconciliation/matching/worker/match-groups.ts';
import { shownBasis } from '#renderer/reconciliation/matching/worker/shown-basis.ts';
import type { StatementOwner } from '#renderer/reconciliation/statements/model/statement-account.ts';
import { atOnce } from '#shared/base/tasks.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { centsText, lineOf, MATCH_COLUMNS, rowOf, storeOf } from './statement-world.ts';

/** What is proposed to be billed apart, by what the statements that are shown differ by. */

const ADVERTISING = 'Costos por publicidad';
const KIND = 'falabella-transactions';
const NUMBERS = Array.from({ length: 6 }, (_, at) => `77001${at}`);
const left = (cuenta: string, at: number) => (cuenta === 'Uno' ? 100_000 : 250_000) + 700 * at;
const store = storeOf(
  ['Uno', 'Dos'].flatMap((Cuenta) =>
    NUMBERS.map((number, at) =>
      rowOf({
        ...{ Orden: `${number}${Cuenta === 'Uno' ? 1 : 2}`, Cuenta, [ADVERTISING]: '12.50' },
        'Rentabilidad Marketplace': centsText(left(Cuenta, at)),
      }),
    ),
  ),
  2,
  [...MATCH_COLUMNS, ADVERTISING],
);
const owner = (cuenta: string, layout = KIND): StatementOwner => ({
  ...{ kind: KIND, layout, accounts: [{ canal: 'Falabella', cuenta }] },
});
/** Each paid without its advertising. */
const linesOf = (cuenta: string) =>
  NUMBERS.map((number, at) =>
    lineOf(centsText(left(cuenta, at) + 1250), { order: `${number}${cuenta === 'Uno' ? 1 : 2}` }),
  );
const TOLERANCE = { absolute: '0' as Decimal, percent: '0' as Decimal };

const basisOfShown = (owners: readonly StatementOwner[], chosen?: ReadonlyMap<string, object>) =>
  basisOfLines(
    owners,
    owners.flatMap(({ accounts: [account] }) => linesOf(account?.cuenta ?? '')),
    chosen,
  );
const basisOfLines = (
  owners: readonly StatementOwner[],
  written: ReturnType<typeof linesOf>,
  chosen: ReadonlyMap<string, object> = new Map(),
) => {
  const lines = written.map((line, at) => ({ ...line, line: at + 2 }));
  const of = lines.map((_, at) => Math.min(Math.floor(at / NUMBERS.length), owners.length - 1));
  const statements = { statements: owners, lines, of };
  const match = atOnce(
    matchGroups(store, statements, { tolerance: TOLERANCE, decisions: [], basisOf: () => WHOLE }),
  );
  return atOnce(
    shownBasis(store, statements, { match, bases: chosen as never, tolerance: { absolute: 0n } as never }),
  );
};

test('a section is proposed for one account, and of several nothing', () => {
  const proposal = { sections: ['advertising'], explained: 6, differing: 6 };
  const keyOf = (cuenta: string) => JSON.stringify([KIND, KIND, 'Falabella', cuenta]);
  expect(basisOfShown([owner('Uno')])).toEqual({
    ...{ chosen: WHOLE, keys: [keyOf('Uno')], parts: ['net'], proposal },
  });
  expect(basisOfShown([owner('Dos')])).toMatchObject({ keys: [keyOf('Dos')], proposal });
  expect(basisOfShown([owner('Uno'), owner('Dos')])).toEqual({
    ...{ chosen: WHOLE, keys: [keyOf('Uno'), keyOf('Dos')], parts: ['net'], proposal: null },
  });
  // One of nobody is of whose its orders are, which may be two.
  const nobodys = { ...owner('Uno'), accounts: [] };
  const shownOf = (lines: ReturnType<typeof linesOf>) => basisOfLines([nobodys], lines);
  expect(shownOf(linesOf('Uno'))).toMatchObject({ keys: [JSON.stringify([KIND, KIND])], proposal });
  expect(shownOf([...linesOf('Uno'), ...linesOf('Dos')]).proposal).toBeNull();
  // What was chosen of one of them alone is none of both, and nothing is proposed beside what was chosen.
  const said = { part: 'net', apart: ['storage'], owner: '', atMs: 1 };
  expect(basisOfShown([owner('Uno')], new Map([[keyOf('Uno'), said]]))).toMatchObject({
    ...{ chosen: { part: 'net', apart: ['storage'] }, proposal: null },
  });
  expect(basisOfShown([owner('Uno'), owner('Dos')], new Map([[keyOf('Uno'), said]])).chosen).toBeNull();
});
