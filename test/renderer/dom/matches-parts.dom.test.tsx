import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import type { MatchTotals, SpokenFor } from '#renderer/reconciliation/matching/model/match-results.ts';
import type {
  MatchedCase,
  MatchedLine,
  MatchedOrder,
  MatchesPage,
  MatchesQuery,
  MatchSuggestion,
} from '#renderer/reconciliation/matching/model/matches.ts';
import { CaseDetail } from '#renderer/reconciliation/matching/screen/case-detail.tsx';
import { DecisionList } from '#renderer/reconciliation/matching/screen/decision-list.tsx';
import { noteWords, spokenWords, whyWords } from '#renderer/reconciliation/matching/screen/match-messages.ts';
import { MatchTotalsTable } from '#renderer/reconciliation/matching/screen/match-totals.tsx';
import { MatchesSection } from '#renderer/reconciliation/matching/screen/matches-section.tsx';
import { ToleranceForm } from '#renderer/reconciliation/matching/screen/tolerance-form.tsx';
import type { MatchesAsk, OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { formats, text } from '#test/renderer/i18n/spanish.ts';
import { exportBy, takingExports } from './exported.ts';
import { laidOut } from './laid-out.ts';
import { InAccount, openPage, type PageSetting } from './page.tsx';
import { copiedOf, readOf } from './reading.ts';

/** What the parts of a match with statements say, line by line as it is read, over answers that are made. */

const D = (value: string) => value as Decimal;
const day = (value: string) => value as LocalDate;
const line = (at: number, net: string | null, more: Partial<MatchedLine> = {}): MatchedLine => ({
  ...{ identity: `line-${at}`, statementId: 's1', line: at, movement: 'release', settlement: 'L1' },
  ...{ order: `O-${at}`, suborder: null, sku: null, operation: null, currency: 'CLP', description: null },
  ...{ date: { day: day('2026-09-12') }, released: null, net: net === null ? null : D(net) },
  ...more,
});
const order = (number: string, amount: string, more: Partial<MatchedOrder> = {}): MatchedOrder => ({
  ...{ key: JSON.stringify(['A', '1', number]), Canal: 'A', Cuenta: '1', Orden: number, amount: D(amount) },
  ...{
    settled: null,
    settlements: ['L2'],
    purchased: day('2026-09-01'),
    paid: null,
    correlationIds: ['c-1'],
  },
  ...more,
});
const caseOf = (
  state: MatchedCase['state'],
  lines: readonly MatchedLine[],
  orders: readonly MatchedOrder[],
  [there, here, difference]: readonly [string, string, string],
  more: Partial<MatchedCase> = {},
): MatchedCase => ({
  ...{ state, by: lines.length > 0 && orders.length > 0 ? 'order' : null, lines, orders },
  ...{ isBySettlement: false, isOfAnotherPeriod: false, isExplained: false, suggestions: [], fallen: [] },
  ...{ statementAmount: D(there), ledgerAmount: D(here), difference: D(difference) },
  amounts: [{ currency: '', statementAmount: D(there), ledgerAmount: D(here), difference: D(difference) }],
  ...{ lineCount: lines.length, orderCount: orders.length },
  ...more,
});

const inPage = (shown: React.ReactElement, setting: PageSetting = {}) =>
  openPage(setting, () => (
    <InAccount>
      <main data-testid="part">{shown}</main>
    </InAccount>
  ));
const read = () => readOf(screen.getByTestId('part'));

/** One is led there, and by a press once more. */
function Led(props: {
  readonly asked: MatchesAsk | null;
  readonly children: (asked: MatchesAsk | null) => React.ReactNode;
}) {
  const [asked, setAsked] = useState(props.asked);
  return (
    <>
      {asked === null ? null : (
        <button type="button" data-testid="lead" onClick={() => setAsked({ ...asked })} />
      )}
      {props.children(asked)}
    </>
  );
}

function decisions(said: readonly (readonly [string, unknown])[] = [], busy = false) {
  const done: unknown[][] = [];
  const own = {
    ...{ decisions: new Map(said), busy, failed: null },
    say: async (...words: readonly unknown[]) => {
      done.push(['say', ...words]);
      return true;
    },
    withdraw: async (key: string) => void done.push(['withdraw', key]),
  } as unknown as Decisions;
  return { own, done };
}

describe('a case that is open', () => {
  const detail = (each: MatchedCase, more: Partial<Parameters<typeof CaseDetail>[0]> = {}) =>
    inPage(
      <CaseDetail
        each={each}
        figure="Rentabilidad Marketplace"
        places={2}
        others={[]}
        decisions={decisions().own}
        measure="Rentabilidad Marketplace"
        onSection={() => {}}
        onOpenOrder={() => {}}
        {...more}
      />,
    );

  test('tells its lines and orders, which file of several a line is of, and what is not shown', async () => {
    const each = caseOf(
      'different',
      [
        line(2, '9.99', { description: 'Venta 2', released: { day: day('2026-09-20') } }),
        line(3, null, { statementId: 's0', order: null, suborder: 'SUB', movement: 'refund' }),
        line(4, '1', { order: null, reference: 'REF', date: null }),
        line(5, '1', { order: null, operation: 'OP' }),
        line(6, '1', { order: null }),
      ],
      [
        order('2', '10.00', { settled: D('9.50'), paid: day('2026-09-30') }),
        order('', '0', { purchased: null }),
      ],
      ['12.99', '10.00', '2.99'],
      { lineCount: 1008, orderCount: 4 },
    );
    const opened: number[] = [];
    const { user } = await detail(each, {
      others: [{ id: 's0', name: 'otro.csv' } as ImportedStatement],
      onOpenOrder: (at) => opened.push(at),
    });
    expect(read()).toEqual([
      'Línea del archivo | Otro extracto | Movimiento | Número | Fecha en el extracto | Liberación | Extracto',
      '2 | | release · Venta 2 (Venta 2) | O-2 | 12-09-2026 | 20-09-2026 | 9,99',
      '3 | otro.csv | refund | SUB | 12-09-2026 | — | —',
      '4 | | release | REF | — | — | 1,00',
      '5 | | release | OP | 12-09-2026 | — | 1,00',
      '6 | | release | — | 12-09-2026 | — | 1,00',
      'Orden | Canal · Cuenta | Compra | Pago | Rentabilidad Marketplace | En las liquidaciones del extracto | ID de solicitud',
      '[2] | A · 1 | 01-09-2026 | 30-09-2026 | 10,00 | 9,50 | [c-1, Copiar el ID de la solicitud / c-1]',
      '[Sin número de orden] | A · 1 | — | — | 0 | — | [c-1, Copiar el ID de la solicitud / c-1]',
      'Hay 1.005 líneas u órdenes más en este caso: aquí se ven las primeras.',
    ]);
    expect(screen.getAllByRole('table').map(copiedOf)).toEqual([
      [
        'Línea del archivo | Otro extracto | Movimiento | Número | Fecha en el extracto | Liberación | Extracto',
        '2 |  | release · Venta 2 | O-2 | 12-09-2026 | 20-09-2026 | 9,99',
        '3 | otro.csv | refund | SUB | 12-09-2026 | — | ',
        '4 |  | release | REF | — | — | 1',
        '5 |  | release | OP | 12-09-2026 | — | 1',
        '6 |  | release | — | 12-09-2026 | — | 1',
      ],
      [
        'Orden | Canal · Cuenta | Compra | Pago | Rentabilidad Marketplace | En las liquidaciones del extracto | ID de solicitud',
        '2 | A · 1 | 01-09-2026 | 30-09-2026 | 10,00 | 9,50 | c-1',
        ' | A · 1 | — | — | 0 |  | c-1',
      ],
    ]);
    await user.click(screen.getByRole('button', { name: text('order.none') }));
    expect(opened).toEqual([1]);
    // Of a case that is shown in part nothing can be said.
    expect(screen.queryByTestId('match-note')).toBeNull();
    expect(screen.queryByTestId('difference-rates')).toBeNull();
  });

  test('leads to the tools that look into it: to its cause where it is one figure of one order', async () => {
    const led: Parameters<OnSection>[] = [];
    const onSection: OnSection = (...to) => void led.push(to);
    const one = caseOf('different', [line(2, '9')], [order('2', '10')], ['9', '10', '-1']);
    const { user, view } = await detail(one, { onSection });
    await user.click(screen.getByTestId('difference-explain'));
    expect(led[0]).toMatchObject([
      'explain',
      { explain: { measure: 'Rentabilidad Marketplace', difference: '-1' } },
    ]);
    view.unmount();
    const others: readonly [
      Partial<MatchedCase>,
      Partial<Parameters<typeof CaseDetail>[0]>,
      boolean,
      boolean,
    ][] = [
      [{ state: 'same' }, {}, false, true],
      [{}, { measure: 'Rentabilidad Total' as never }, false, true],
      [{ amounts: [...one.amounts, { ...one.amounts[0], currency: 'USD' } as never] }, {}, false, true],
      [{ orders: [order('2', '5'), order('3', '5')], orderCount: 2 }, {}, false, true],
      [{ orders: [order('2', '5'), order('3', '5', { Cuenta: '2' })], orderCount: 2 }, {}, false, false],
      [{ orders: [order('2', '5'), order('3', '5', { Canal: 'B' })], orderCount: 2 }, {}, false, false],
      [{ orders: [], orderCount: 0 }, {}, false, false],
    ];
    for (const [more, props, isExplained, hasTools] of others) {
      const page = await detail({ ...one, ...more }, props);
      expect([
        screen.queryByTestId('difference-explain') !== null,
        screen.queryByTestId('difference-rates') !== null,
      ]).toEqual([isExplained, hasTools]);
      page.view.unmount();
    }
  });

  const SUGGESTED: MatchSuggestion = {
    ...{ lines: [line(7, '4'), line(8, '1')], orders: [order('9', '5.00')], remains: D('0.25') },
    ...{ why: 'near-amount', candidates: 2 },
  } as MatchSuggestion;

  test('tells what may belong to it, and asks where both sides are there', async () => {
    const { own, done } = decisions();
    const bare = (more: Partial<MatchSuggestion>) => ({ ...SUGGESTED, ...more }) as MatchSuggestion;
    const each = caseOf('only-there', [line(7, '4')], [], ['4', '0', '4'], {
      suggestions: [
        SUGGESTED,
        bare({ lines: [], remains: D('-5') }),
        bare({ orders: [] }),
        bare({ why: 'line-twice', operation: 'OP-1' } as never),
        bare({ why: 'difference-adds-up', found: 1, byChance: 0.2 } as never),
      ],
    });
    const { user } = await detail(each, { decisions: own });
    expect(screen.getAllByTestId('match-suggestion').flatMap(readOf)).toEqual([
      'Líneas 7, 8 con 9: 2 órdenes que faltan en el extracto tienen casi ese monto en una fecha posible. Quedaría +0,25[Dar por conciliada][Separar]',
      'Líneas — con 9: 2 órdenes que faltan en el extracto tienen casi ese monto en una fecha posible. Quedaría −5,00',
      'Líneas 7, 8 con —: 2 órdenes que faltan en el extracto tienen casi ese monto en una fecha posible. Quedaría +0,25',
      'Líneas 7, 8 con 9: la diferencia es una línea que está dos veces en el extracto (las dos con la operación OP-1). Quedaría +0,25',
      'Líneas 7, 8 con 9: la diferencia es lo que suman estas órdenes: un solo pago por varias (por azar se esperan 0,200). Quedaría +0,25',
    ]);
    const [first, ...others] = screen.getAllByTestId('suggestion-match');
    expect(others).toEqual([]);
    expect((first as HTMLButtonElement).disabled).toBe(false);
    await user.click(screen.getByTestId('suggestion-no-match'));
    expect(done).toMatchObject([['say', 'no-match', { lines: ['line-7', 'line-8'] }]]);
  });

  test('is said of with a note: kept or parted where both sides were matched and nobody said it, explained where it differs', async () => {
    const sides = [[line(2, '9')], [order('2', '10')], ['9', '10', '-1']] as const;
    const presses = () =>
      ['explain', 'keep', 'part', 'withdraw'].filter(
        (what) => screen.queryByTestId(`match-${what}`) !== null,
      );
    const key = decisionKey([order('2', '10').key as OrderKey], ['line-2']);
    const cases: readonly [MatchedCase, readonly string[]][] = [
      [caseOf('different', ...sides), ['explain', 'keep', 'part', 'withdraw']],
      [caseOf('same', ...sides), ['keep', 'part', 'withdraw']],
      [caseOf('different', ...sides, { by: 'decision' }), ['explain', 'withdraw']],
      [caseOf('only-there', [line(3, '9')], [], ['9', '0', '9']), ['explain']],
      [caseOf('only-here', [], [order('3', '9')], ['0', '9', '-9']), ['explain']],
    ];
    for (const [each, shown] of cases) {
      const { view } = await detail(each, { decisions: decisions([[key, { note: 'de antes' }]]).own });
      expect(presses()).toEqual(shown);
      expect(screen.getByTestId<HTMLInputElement>('match-note').value).toBe(
        shown.includes('withdraw') ? 'de antes' : '',
      );
      view.unmount();
    }
  });
});

test('what a match comes to by state, with its sums; a press lists a state', async () => {
  const of = (
    cases: number,
    lines: number,
    orders: number,
    there: string,
    here: string,
    difference: string,
  ) => ({
    ...{ cases, lines, orders },
    ...{ statementAmount: D(there), ledgerAmount: D(here), difference: D(difference) },
  });
  const totals: MatchTotals = {
    ...{ currency: 'CLP', remains: D('-0.01'), gap: D('29.94') },
    byState: {
      same: of(1, 2, 1, '10.00', '10.00', '0.00'),
      within: of(1, 1, 1, '5.00', '5.01', '-0.01'),
      different: of(1200, 1300, 1, '9.99', '10.00', '-0.01'),
      'only-here': of(4, 0, 4, '0.00', '20.00', '-20.00'),
      'only-there': of(3, 3, 0, '49.95', '0.00', '49.95'),
    },
  };
  const chosen: string[] = [];
  const { user } = await inPage(
    <MatchTotalsTable
      totals={totals}
      isOneOfSeveral
      chosen={['different']}
      onChoose={(state) => chosen.push(state)}
    />,
  );
  expect(read()).toEqual([
    'Resultado · CLP',
    'Estado | Casos | Líneas | Órdenes | Extracto | Tus órdenes | Diferencia',
    '[Igual, Están en los dos lados y suman lo mismo.] | 1 | 2 | 1 | 10,00 | 10,00 | 0',
    '[Dentro de la tolerancia: se da por saldado, Difieren en lo que permite tu tolerancia: la suma de su columna Diferencia es lo que das por saldado.] | 1 | 1 | 1 | 5,00 | 5,01 | −0,01',
    '[Distinto, on, Están en los dos lados y no suman lo mismo.] | 1.200 | 1.300 | 1 | 9,99 | 10,00 | −0,01',
    '[Solo en tus órdenes, El extracto debería tenerlas y no las tiene.] | 4 | 0 | 4 | 0 | 20,00 | −20,00',
    '[Solo en el extracto, El extracto las tiene y no hay ninguna orden con la que cruzarlas.] | 3 | 3 | 0 | 49,95 | 0 | +49,95',
    'Diferencias de lo que está en los dos lados | −0,01 (Extracto menos lo que dicen tus órdenes, de las órdenes que están en los dos lados: también lo que permite la tolerancia.)',
    'Todo lo comparado: extracto menos órdenes | 74,94 | 45,01 | +29,94 (De todo lo comparado: lo que está en los dos lados (también lo que permite la tolerancia), lo que solo está en tus órdenes y lo que solo está en el extracto.)',
  ]);
  expect(copiedOf(screen.getByRole('table'))).toEqual([
    'Estado | Casos | Líneas | Órdenes | Extracto | Tus órdenes | Diferencia',
    'Igual | 1 | 2 | 1 | 10,00 | 10,00 | 0,00',
    'Dentro de la tolerancia: se da por saldado | 1 | 1 | 1 | 5,00 | 5,01 | -0,01',
    'Distinto | 1.200 | 1.300 | 1 | 9,99 | 10,00 | -0,01',
    'Solo en tus órdenes | 4 | 0 | 4 | 0,00 | 20,00 | -20,00',
    'Solo en el extracto | 3 | 3 | 0 | 49,95 | 0,00 | 49,95',
  ]);
  const ids = [
    'within',
    'different',
    'only-here',
    'only-there',
    'written-off',
    'difference-only-here',
    'remains',
    'gap',
    'there',
    'here',
  ];
  expect(ids.map((id) => screen.getByTestId(`match-${id}`).dataset.value)).toEqual([
    '1',
    '1300',
    '4',
    '3',
    '-0.01',
    '-20.00',
    '-0.01',
    '29.94',
    '74.94',
    '45.01',
  ]);
  await user.click(screen.getByTestId('match-list-only-here'));
  expect(chosen).toEqual(['only-here']);
});

test('all that was said is listed, the newest first, twenty at once, and taken back', async () => {
  const at = (minute: number) => new Date(2026, 9, 5, 14, minute).getTime();
  const said = (verdict: string, orders: number, lines: number, atMs: number, more: object = {}) => ({
    ...{ verdict, note: '', owner: 'Ana', atMs, said: null },
    orders: Array.from({ length: orders }, (_, each) => JSON.stringify(['A', '1', `O-${each + 1}`])),
    lines: Array.from({ length: lines }, (_, each) => `l${each}`),
    ...more,
  });
  const { own, done } = decisions([
    ['k1', said('match', 5, 1, at(1))],
    ['k2', said('no-match', 6, 2, at(3), { owner: '', note: 'no es' })],
    ['k3', said('explained', 0, 1200, at(2), { said: { orders: [], there: D('9.99'), here: D('10') } })],
  ]);
  const { user, view } = await inPage(
    <DecisionList decisions={own} fallen={[{ key: 'k3', why: 'moved' }]} />,
  );
  expect(read()).toEqual([
    '3 decisiones tuyas: valen para todos los extractos',
    'Separadas: O-1, O-2, O-3, O-4, O-5… · 2 líneas. alguien sin nombre, 05-10-2026 14:03 · no es [Quitar la decisión]',
    'Se dijo de otra cifra Explicado: · 1.200 líneas. Ana, 05-10-2026 14:02 · Extracto 9,99, Tus órdenes 10,00 [Quitar la decisión]',
    'Conciliada: O-1, O-2, O-3, O-4, O-5 · 1 línea. Ana, 05-10-2026 14:01 [Quitar la decisión]',
  ]);
  expect(screen.getAllByTestId('match-decision').map(({ dataset }) => dataset.fallen)).toEqual([
    '',
    'moved',
    '',
  ]);
  await user.click(screen.getAllByRole('button', { name: text('match.withdraw') })[2] as HTMLElement);
  expect(done).toEqual([['withdraw', 'k1']]);
  view.unmount();
  const many = Array.from({ length: 125 }, (_, each) => [`k${each}`, said('match', 1, 1, each)] as const);
  const page = await inPage(<DecisionList decisions={decisions(many, true).own} fallen={[]} />);
  const shown = () => screen.getAllByTestId('match-decision').length;
  expect([shown(), screen.getByTestId('match-decisions').dataset.value]).toEqual([20, '125']);
  await page.user.click(screen.getByRole('button', { name: /\(105\)$/u }));
  expect(shown()).toBe(120);
  await page.user.click(screen.getByRole('button', { name: /\(5\)$/u }));
  expect(shown()).toBe(125);
  expect(
    (screen.getAllByRole('button', { name: text('match.withdraw') })[0] as HTMLButtonElement).disabled,
  ).toBe(true);
  page.view.unmount();
  await inPage(<DecisionList decisions={decisions().own} fallen={[]} />);
  expect(read()).toEqual([]);
});

test('a tolerance is what is typed once one leaves it: empty is none, a mistake is said and changes nothing', async () => {
  const changed: unknown[] = [];
  const { user } = await inPage(
    <ToleranceForm
      tolerance={{ absolute: D('1.5'), percent: D('0') }}
      onChange={(next) => changed.push(next)}
    />,
  );
  expect(read()).toEqual(['Tolerancia', 'Tolerancia en monto{1,5}Tolerancia en %{0}']);
  const field = (part: string) => screen.getByTestId<HTMLInputElement>(`match-tolerance-${part}`);
  await user.click(field('absolute'));
  await user.tab();
  expect(changed).toEqual([]);
  await user.type(field('percent'), 'x');
  expect(field('percent').getAttribute('aria-invalid')).toBe('false');
  await user.tab();
  expect(field('percent').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').id).toBe(field('percent').getAttribute('aria-describedby'));
  await user.clear(field('percent'));
  await user.type(field('percent'), '2{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.clear(field('absolute'));
  await user.tab();
  expect(changed).toEqual([
    { absolute: '1.5', percent: '2' },
    { absolute: '0', percent: '0' },
  ]);
  expect(field('absolute').value).toBe('1,5');
});

test('why two sides may belong together, what a statement speaks of, and how a case was matched, in words', () => {
  const words = { text, formats };
  const why = (more: object) => whyWords(more as MatchSuggestion, words);
  expect([
    why({ why: 'near-key', how: ['suffix', 'case'] }),
    why({ why: 'several-orders' }),
    why({ why: 'other-account' }),
    why({ why: 'total-row' }),
    why({ why: 'line-twice', operation: null }),
    why({ why: 'repeats-line', operation: 'OP-1' }),
    why({ why: 'near-amount', candidates: 2 }),
    why({ why: 'same-amount', candidates: 1, byChance: 0.25 }),
    why({ why: 'adds-up', found: 3, byChance: 0.25 }),
    why({ why: 'difference-adds-up', found: 1, byChance: 0.25 }),
  ]).toEqual([
    'el número es casi el mismo (lleva un sufijo, cambian mayúsculas)',
    'varias órdenes tienen ese número',
    'la orden de ese número es de otra cuenta',
    'es un total: suma lo mismo que las otras líneas',
    'la diferencia es una línea que está dos veces en el extracto',
    'dice lo mismo que otra línea, que ya se cruzó con esa orden (las dos con la operación OP-1)',
    '2 órdenes que faltan en el extracto tienen casi ese monto en una fecha posible',
    'una orden tiene ese monto en una fecha posible (por azar se esperan 0,250)',
    '3 combinaciones de órdenes suman lo mismo (por azar se esperan 0,250)',
    'la diferencia es lo que suman estas órdenes: un solo pago por varias (por azar se esperan 0,250)',
  ]);
  const spoken = (more: Partial<SpokenFor>) =>
    spokenWords(
      {
        ...{ canal: 'A', cuenta: '1', by: 'settlement', settlements: ['1', '2', '3', '4'], days: null },
        ...{ held: 1200, missing: 34, beyond: 0 },
        ...more,
      },
      words,
    );
  const days = { from: 20_000, to: 20_030, held: 1, missing: 0 };
  expect([
    spoken({}),
    spoken({ settlements: ['1', '2', '3', '4', '5'] }),
    spoken({ settlements: ['1', '2', '3', '4', '5', '6'], beyond: 1 }),
    spoken({ by: 'payment', days, cuenta: '' }),
    spoken({ by: 'purchase', days }),
    spoken({ by: 'purchase' }),
    spoken({ by: null, days, beyond: 1200 }),
  ]).toEqual([
    'A · 1: habla de las liquidaciones 1, 2, 3, 4; de sus órdenes tiene 1.200 de 1.234.',
    'A · 1: habla de las liquidaciones 1, 2, 3, 4 y 1 más; de sus órdenes tiene 1.200 de 1.234.',
    'A · 1: habla de las liquidaciones 1, 2, 3, 4 y 2 más; de sus órdenes tiene 1.200 de 1.234. 1 orden más de esas fechas queda fuera: no se da por faltante.',
    'A · (vacío): habla de lo pagado del 04-10-2024 al 03-11-2024; de esas órdenes tiene 1.200 de 1.234.',
    'A · 1: habla de lo comprado del 04-10-2024 al 03-11-2024; de esas órdenes tiene 1.200 de 1.234.',
    'A · 1: de sus órdenes tiene 1.200: muy pocas de una misma liquidación o de unas mismas fechas para decir cuáles faltan.',
    'A · 1: de sus órdenes tiene 1.200: muy pocas de una misma liquidación o de unas mismas fechas para decir cuáles faltan. 1.200 órdenes más de esas fechas quedan fuera: no se dan por faltantes.',
  ]);
  const noted = (more: Partial<MatchedCase>) =>
    noteWords(caseOf('different', [line(1, '1')], [order('1', '2')], ['1', '2', '-1'], more), words);
  const [own] = caseOf('different', [], [], ['1', '2', '-1']).amounts;
  expect([
    noted({}),
    noted({ by: null }),
    noted({
      by: 'subset',
      isOfAnotherPeriod: true,
      isExplained: true,
      fallen: [{ key: 'k', why: 'moved', now: null }],
    }),
    noted({ amounts: [own, { ...own, currency: 'USD', difference: D('4') }] as never }),
  ]).toEqual([
    'Por número de orden',
    '',
    'Por montos que suman lo mismo · De otro período · Explicado · Confírmalo de nuevo',
    'Trae varias monedas, con una diferencia en cada una: −1 sin moneda · 4 USD · Por número de orden',
  ]);
});

describe('the match as a whole', () => {
  const statement = (id: string, more: Partial<ImportedStatement> = {}): ImportedStatement => ({
    ...{ id, name: `${id}.csv`, digest: id, kind: 'mercado-pago-releases', layout: null, lines: 6, fresh: 6 },
    ...{
      days: null,
      nets: [],
      accounts: [],
      proof: { state: 'holds', gap: D('0') },
      importedAtMs: 1,
      owner: '',
    },
    ...more,
  });
  const none = {
    ...{ cases: 0, lines: 0, orders: 0 },
    ledgerAmount: D('0'),
    statementAmount: D('0'),
    difference: D('0'),
  };
  const TOTALS = (currency: string): MatchTotals => ({
    ...{ currency, remains: D('0'), gap: D('0') },
    byState: { same: none, within: none, different: none, 'only-here': none, 'only-there': none },
  });
  const CASES = [
    caseOf(
      'different',
      [line(2, '9.99')],
      [order('2', '10.00'), order('3', '0.01'), order('4', '1'), order('5', '2')],
      ['9.99', '13.01', '-3.02'],
      {
        ...{ isExplained: true, by: 'group', orderCount: 7 },
      },
    ),
    caseOf(
      'only-there',
      [line(4, '30.00', { order: null, released: { day: day('2026-10-01') } })],
      [],
      ['30.00', '0', '30.00'],
    ),
    caseOf(
      'only-here',
      [],
      [order('9', '20.00', { Canal: 'B', paid: day('2026-09-30'), settlements: [] })],
      ['0', '20.00', '-20.00'],
      {
        fallen: [{ key: 'k', why: 'moved', now: null }],
      },
    ),
  ];
  async function open(
    imported: readonly ImportedStatement[],
    page: Partial<MatchesPage> = {},
    {
      asked: led = null,
      month = null,
      setting = {},
    }: { asked?: MatchesAsk | null; month?: Month | null; setting?: PageSetting } = {},
  ) {
    const asked: MatchesQuery[] = [];
    const sections: Parameters<OnSection>[] = [];
    const opened = await inPage(
      <Led asked={led}>
        {(now) => (
          <MatchesSection
            asked={now}
            month={month}
            onOpenOrder={() => {}}
            onImport={() => {}}
            onSection={(...to) => void sections.push(to)}
          />
        )}
      </Led>,
      {
        ...setting,
        dataReplies: {
          readStatements: () => imported,
          readMatches: ({ slot: _, ...query }: MatchesQuery & { readonly slot?: string }) => {
            asked.push(query);
            return {
              ...{
                revision: 1,
                offset: 0,
                total: 205,
                cases: CASES,
                fallen: [],
                others: [],
                facts: [],
                outside: [],
              },
              ...{ ledgerMovements: [], totals: [TOTALS('')] },
              statements: imported.filter(
                ({ id }) => query.statementIds?.includes(id) ?? id === imported[0]?.id,
              ),
              basis: { chosen: WHOLE, keys: ['k'], parts: ['net'], proposal: null },
              ...page,
            } as MatchesPage;
          },
        },
      },
    );
    return { ...opened, calls: opened.asked, asked, sections };
  }
  const pressed = (id: string) => screen.getByTestId(id).getAttribute('aria-pressed');
  const SEPTEMBER = '2026-09' as Month;
  const SPAN = { from: day('2026-09-01'), to: day('2026-09-30') };

  test('reads from its statements to what stands beside it', async () => {
    await open([statement('s1', { days: SPAN }), statement('s0')], {
      totals: [TOTALS('CLP'), TOTALS('USD')],
      outside: [
        { reason: 'reserve', currency: 'CLP', lines: 1200, sum: D('-5.25') },
      ] as MatchesPage['outside'],
      ledgerMovements: [{ currency: '', orders: 3, sum: D('7') }],
    });
    await screen.findAllByTestId('match-case');
    const said = read();
    expect(
      said.slice(
        0,
        said.findIndex((each) => each.startsWith('Resultado')),
      ),
    ).toEqual([
      'Cruce con extractos',
      'Lo que dice el extracto contra la Rentabilidad Marketplace de tus órdenes; si solo trae cobros, contra su Costo de Marketplace. Puedes compararlo sin lo que se cobra aparte, o solo una parte.',
      'Cruce de 1 extracto s1.csv · 01-09-2026 a 30-09-2026 (s1.csv · 01-09-2026 a 30-09-2026)',
      '{off x} (Siempre se muestra al menos uno) s1.csv · 01-09-2026 a 30-09-2026',
      '{ } s0.csv',
      'Contra Rentabilidad Marketplace · tolerancia 0 o 0 %',
      'Tolerancia',
      'Tolerancia en monto{0}Tolerancia en %{0}[Lo que trae la línea contra Rentabilidad Marketplace, Se compara: Lo que trae la línea contra Rentabilidad Marketplace]',
      'Se cobra aparte',
      '{ } Publicidad{ } Almacenamiento Fulfillment{ } Gestión de cuenta{ } Financiamiento',
      '[Que difieren][Todos, on]Buscar orden o línea{Buscar orden o línea}205 casos[Exportar, Exportar el cruce, Exportar el cruce]',
      'Tomar | Orden | Estado | Canal · Cuenta | [Extracto] | [Tus órdenes] | [Diferencia ↓] | Compra | Pago | N° de Liquidación | Líneas del archivo | Cómo',
      'Tomar 2, 3, 4 y 4 más para cruzar a mano: {off } (Solo se muestra una parte: no se puede tomar) | [2, 3, 4 y 4 más] | Distinto · Explicado | A · 1 | 9,99 | 13,01 | −3,02 | 01-09-2026 | | L1, L2 | 2 | Por la suma del grupo',
      'Tomar Sin número de orden para cruzar a mano: { } | [Sin número de orden] | Solo en el extracto | | 30,00 | — | +30,00 | | 01-10-2026 | L1 | 4 |',
      'Tomar 9 para cruzar a mano: { } | [9] | Solo en tus órdenesConfírmalo de nuevo | B · 1 | — | 20,00 | −20,00 | 01-09-2026 | 30-09-2026 | | | Confírmalo de nuevo',
      '[Mostrar más (202)]',
    ]);
    expect(readOf(screen.getByRole('table', { name: text('match.outside') }))).toEqual([
      'Al margen del resultado | Líneas | Suma',
      'Reservas y su devolución · CLP | 1.200 | −5,25',
      'Movimientos de la cuenta sin número de orden, que el extracto no nombra · sin moneda | 3 | 7,00',
    ]);
    const beside = screen.getAllByTestId('match-outside').map(({ dataset }) => dataset.name);
    expect(beside).toEqual(['reserve', 'movements-here']);
    expect(screen.getByTestId('match-other-currencies').textContent).toBe(
      text('match.other-currencies', { count: 1 }),
    );
    expect(screen.getByText(text('match.speaks-of-nobody'))).toBeDefined();
    const copied = copiedOf(screen.getAllByTestId('match-case')[0]?.closest('table') as HTMLElement);
    expect(copied).toEqual([
      'Orden | Estado | Canal · Cuenta | Extracto | Tus órdenes | Diferencia | Fecha de compra | Fecha de Pago | N° de Liquidación | Líneas del archivo | Cómo',
      '2 3 4 5 | Distinto | A · 1 | 9,99 | 13,01 | -3,02 | 2026-09-01 |  | L1 L2 | 2 | Por la suma del grupo · Explicado',
      ' | Solo en el extracto |  | 30,00 |  | 30,00 |  |  | L1 | 4 | ',
      '9 | Solo en tus órdenes | B · 1 |  | 20,00 | -20,00 | 2026-09-01 | 2026-09-30 |  |  | Confírmalo de nuevo',
    ]);
    expect(screen.getAllByTestId('match-case').map(({ dataset }) => [dataset.state, dataset.value])).toEqual([
      ['different', '-3.02'],
      ['only-there', '30.00'],
      ['only-here', '-20.00'],
    ]);
    // Only some of its orders are there.
    const [first, second] = screen.getAllByTestId<HTMLInputElement>('match-take');
    expect([first?.disabled, first?.title, second?.disabled, second?.title]).toEqual([
      true,
      text('match.take-cut'),
      false,
      '',
    ]);
  });

  test('is written whole: every case that is asked for, each with all of its columns', async () => {
    const exports = takingExports();
    const page = await open([statement('s1')], {}, { setting: exports.setting });
    await page.user.type(await screen.findByTestId('match-search'), 'x');
    await waitFor(() => expect(page.asked.at(-1)).toMatchObject({ search: 'x' }));
    const {
      offset: _,
      limit: __,
      ...shown
    } = page.asked.at(-1) as MatchesQuery & {
      readonly offset: number;
      readonly limit: number;
    };
    const { content } = await exportBy('Exportar el cruce', { asked: page.calls }, exports);
    expect(page.asked.at(-1)).toEqual({ ...shown, offset: 0, limit: Number.MAX_SAFE_INTEGER });
    expect(laidOut(content)).toEqual([
      'Cruce con extractos, 2',
      'Estado | Orden | Canal | Cuenta | Extracto [money] (39.99) | Tus órdenes [money] (33.01) | Diferencia [money] (6.98) | Fecha de compra | Fecha de Pago | N° de Liquidación | Fecha en el extracto | Líneas del archivo | Cómo | Moneda | Sugerencias | correlation_id',
      'Distinto | 2 3 4 5 | A | 1 | 9.99 | 13.01 | -3.02 | 2026-09-01 |  | L1 L2 | 2026-09-12 | 2 | Por la suma del grupo · Explicado | sin moneda |  | c-1',
      'Solo en el extracto |  |  |  | 30.00 | 0 | 30.00 |  |  | L1 | 2026-10-01 | 4 |  | sin moneda |  | ',
      'Solo en tus órdenes | 9 | B | 1 | 0 | 20.00 | -20.00 | 2026-09-01 | 2026-09-30 |  |  |  | Confírmalo de nuevo | sin moneda |  | c-1',
    ]);
  });

  test('is sorted by a press, the greatest first, and the other way by a second; more of it is shown on asking', async () => {
    const { user, asked } = await open([statement('s1')]);
    const sort = () => asked.at(-1)?.sort;
    await screen.findAllByTestId('match-case');
    expect(asked.at(-1)).toMatchObject({
      sort: { by: 'difference', direction: 'descending' },
      offset: 0,
      limit: 50,
    });
    await user.click(screen.getByTestId('match-sort-difference'));
    await waitFor(() => expect(sort()).toEqual({ by: 'difference', direction: 'ascending' }));
    await user.click(screen.getByTestId('match-sort-here'));
    await waitFor(() => expect(sort()).toEqual({ by: 'here', direction: 'descending' }));
    await user.click(screen.getByTestId('match-sort-there'));
    await waitFor(() => expect(sort()).toEqual({ by: 'there', direction: 'descending' }));
    await user.click(screen.getByRole('button', { name: /\(202\)$/u }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ limit: 250 }));
    await user.type(screen.getByTestId('match-search'), 'x');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ limit: 50, search: 'x' }));
  });

  test('of a month is of what differs among its orders, told by statements of its days in the accounts in view', async () => {
    const of = (id: string, from: string, to: string, Cuenta = '1') =>
      statement(id, {
        days: { from: day(from), to: day(to) },
        accounts: [{ canal: 'A', cuenta: Cuenta, orders: 1 }],
      });
    const currencies = { main: 'CLP', own: [{ Canal: 'A', Cuenta: '2', code: 'USD' }] };
    const accounts = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;
    const { user, asked } = await open(
      [
        of('s6', '2026-10-01', '2026-10-31'),
        of('s5', '2026-09-30', '2026-10-05'),
        of('s4', '2026-08-01', '2026-09-01'),
        of('s3', '2026-08-01', '2026-08-31'),
        of('s2', '2026-09-01', '2026-09-30', '2'),
        statement('s1'),
        statement('bank', { kind: 'bank', days: SPAN }),
      ],
      {},
      { month: SEPTEMBER, setting: { accounts } },
    );
    await screen.findAllByTestId('match-case');
    expect(asked.at(-1)).toMatchObject({
      ...{ statementIds: ['s1', 's4', 's5'], month: SEPTEMBER },
      states: ['different', 'only-here', 'only-there'],
    });
    expect(pressed('match-shown-open')).toBe('true');
    expect(screen.getByText(text('match.totals-of-all'))).toBeDefined();
    expect(
      screen.getByText(text('match.led', { month: 'septiembre de 2026' }), { exact: false }),
    ).toBeDefined();
    await user.click(screen.getByTestId('match-list-same'));
    await waitFor(() => expect(asked.at(-1)?.states).toEqual(['same']));
    expect(pressed('match-shown-open')).toBe('false');
    await user.click(screen.getByTestId('match-list-same'));
    await waitFor(() => expect(pressed('match-shown-open')).toBe('true'));
    await user.click(screen.getByTestId('match-shown-all'));
    await waitFor(() => expect(asked.at(-1)?.states).toEqual([]));
    expect(pressed('match-shown-all')).toBe('true');
    await user.click(screen.getByTestId('match-shown-open'));
    await waitFor(() =>
      expect([pressed('match-shown-open'), pressed('match-shown-all')]).toEqual(['true', 'false']),
    );
  });

  test('of a month that no statement in view is of says so, and asks nothing', async () => {
    const currencies = { main: 'CLP', own: [{ Canal: 'A', Cuenta: '2', code: 'USD' }] };
    const accounts = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;
    const { asked } = await open(
      [statement('s2', { accounts: [{ canal: 'A', cuenta: '2', orders: 1 }] })],
      {},
      { month: SEPTEMBER, setting: { accounts } },
    );
    expect((await screen.findByTestId('match-none-of-month')).textContent).toBe(text('match.none-of-month'));
    expect(asked).toEqual([]);
  });

  test('shows what one was led to: a state of a statement, in a month', async () => {
    const asks: MatchesAsk = { digest: 's0', state: 'only-here', month: SEPTEMBER };
    const { user, asked } = await open([statement('s1'), statement('s0')], {}, { asked: asks });
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ statementIds: ['s0'], states: ['only-here'], month: SEPTEMBER }),
    );
    await user.click(await screen.findByTestId('led-to-end'));
    await waitFor(() => expect(asked.at(-1)?.month).toBeUndefined());
    // Led there again: nothing that was asked for meanwhile narrows what is shown.
    await user.type(screen.getByTestId('match-search'), 'x');
    await user.click(screen.getByRole('button', { name: /\(202\)$/u }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'x', limit: 250 }));
    await user.click(screen.getByTestId('lead'));
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        ...{ statementIds: ['s0'], states: ['only-here'], month: SEPTEMBER, search: '', limit: 50 },
      }),
    );
    expect(screen.getByTestId<HTMLInputElement>('match-search').value).toBe('');
  });

  test('of bank extracts alone says so; statements that are awaited, or cannot be read, say so', async () => {
    const page = await open([statement('bank', { kind: 'bank' })]);
    expect(readOf(await screen.findByTestId('match-empty'))).toEqual([
      'Solo hay extractos de banco, que se comparan con los pagos.Con el extracto del marketplace se ve qué coincide con tus órdenes y qué no.[Importar un extracto]',
    ]);
    page.view.unmount();
    const none = await open([]);
    expect(readOf(await screen.findByTestId('match-empty'))[0]).toEqual(
      'Todavía no importaste ningún extracto.Con el extracto del marketplace se ve qué coincide con tus órdenes y qué no.[Importar un extracto]',
    );
    none.view.unmount();
    const readStatements = () => new Promise<never>(() => {});
    const waits = await inPage(
      <MatchesSection asked={null} onOpenOrder={() => {}} onImport={() => {}} onSection={() => {}} />,
      { dataReplies: { readStatements } },
    );
    expect(screen.getByText(text('match.loading'))).toBeDefined();
    waits.view.unmount();
    let fails = true;
    const { user } = await inPage(
      <MatchesSection asked={null} onOpenOrder={() => {}} onImport={() => {}} onSection={() => {}} />,
      {
        dataReplies: {
          readStatements: () => {
            if (fails) throw new Error('the worker is gone');
            return [];
          },
        },
      },
    );
    const failure = await screen.findByTestId('query-failure');
    expect(screen.queryByText(text('match.loading'))).toBeNull();
    fails = false;
    await user.click(within(failure).getByRole('button'));
    await screen.findByTestId('match-empty');
  });

  test('a case opens into its two sides and closes; what is taken by hand on both is matched, or let go', async () => {
    const { user, sections } = await open([statement('s1')]);
    const [, second, third] = await screen.findAllByTestId('match-open');
    await user.click(third as HTMLElement);
    expect(within(screen.getByTestId('match-detail')).getByRole('table')).toBeDefined();
    await user.click(screen.getByTestId('difference-anomalies'));
    expect(sections.at(-1)?.[0]).toBe('anomalies');
    await user.click(third as HTMLElement);
    expect(screen.queryByTestId('match-detail')).toBeNull();
    expect(second?.getAttribute('aria-expanded')).toBe('false');
    const [, take, other] = screen.getAllByTestId<HTMLInputElement>('match-take');
    await user.click(take as HTMLElement);
    await user.click(other as HTMLElement);
    expect(readOf(screen.getByTestId('match-by-hand'))).toEqual([
      'Extracto 30 1 líneaTus órdenes 20 1 ordenDiferencia +10Razón de la diferencia: {Razón de la diferencia}[Cruzar a mano, off, Queda una diferencia: escribe la razón primero.][Soltar]',
    ]);
    await user.click(other as HTMLElement);
    expect(readOf(screen.getByTestId('match-by-hand'))).toEqual([
      'Extracto 30 1 líneaTus órdenes 0 0 órdenesDiferencia +30Toma algo de cada lado.[Cruzar a mano, off, Toma algo de cada lado.][Soltar]',
    ]);
    await user.click(screen.getByRole('button', { name: text('match.let-go') }));
    expect(screen.queryByTestId('match-by-hand')).toBeNull();
    expect(take?.checked).toBe(false);
  });
});
