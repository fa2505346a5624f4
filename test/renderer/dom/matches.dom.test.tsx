import { act, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { WHOLE } from '#renderer/reconciliation/matching/model/basis.ts';
import { decisionKey } from '#renderer/reconciliation/matching/model/decisions.ts';
import { MATCH_STATES, type MatchState } from '#renderer/reconciliation/matching/model/match-work.ts';
import type {
  MatchedCase,
  MatchedLine,
  MatchedOrder,
  MatchesPage,
  MatchesQuery,
} from '#renderer/reconciliation/matching/model/matches.ts';
import { MatchesSection } from '#renderer/reconciliation/matching/screen/matches-section.tsx';
import type { OpenedOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from './page.tsx';

const D = (text: string) => text as Decimal;
const DAY = '2026-09-12' as LocalDate;

const sections: Parameters<OnSection>[] = [];
const line = (at: number, net: string, order: string | null): MatchedLine => ({
  identity: `line-${at}`,
  statementId: 's2',
  line: at,
  movement: 'release',
  settlement: 'L1',
  order,
  suborder: null,
  sku: null,
  operation: null,
  currency: 'CLP',
  description: null,
  date: { day: DAY },
  released: null,
  net: D(net),
});
const order = (number: string, amount: string): MatchedOrder => ({
  key: JSON.stringify(['A', '1', number]),
  Canal: 'A',
  Cuenta: '1',
  Orden: number,
  amount: D(amount),
  settled: null,
  settlements: ['L1'],
  purchased: DAY,
  paid: null,
  correlationIds: [],
});

function caseOf(
  state: MatchState,
  lines: readonly MatchedLine[],
  orders: readonly MatchedOrder[],
  [there, here, difference]: readonly [string, string, string],
  more: Partial<MatchedCase> = {},
): MatchedCase {
  return {
    state,
    by: lines.length > 0 && orders.length > 0 ? 'order' : null,
    isBySettlement: false,
    isOfAnotherPeriod: false,
    isExplained: false,
    ledgerAmount: D(here),
    statementAmount: D(there),
    difference: D(difference),
    amounts: [{ currency: '', statementAmount: D(there), ledgerAmount: D(here), difference: D(difference) }],
    lineCount: lines.length,
    orderCount: orders.length,
    lines,
    orders,
    suggestions: [],
    fallen: [],
    ...more,
  };
}

const [LOST, TWICE_A, TWICE_B] = [line(4, '30.00', 'x7'), line(5, '12.50', null), line(6, '7.45', null)];
const [O7, O9] = [order('7', '30.00'), order('9', '20.00')];
const CASES: readonly MatchedCase[] = [
  caseOf('same', [line(1, '10.00', '1')], [order('1', '10.00')], ['10.00', '10.00', '0.00']),
  caseOf('different', [line(2, '9.99', '2')], [order('2', '10.00')], ['9.99', '10.00', '-0.01']),
  caseOf('only-here', [], [O9], ['0.00', '20.00', '-20.00']),
  caseOf('only-there', [LOST], [], ['30.00', '0.00', '30.00'], {
    suggestions: [
      { lines: [LOST], orders: [O7], remains: D('0.00'), why: 'near-key', how: ['suffix', 'blanks'] },
    ],
  }),
  caseOf('only-there', [TWICE_A], [], ['12.50', '0.00', '12.50']),
  caseOf('only-there', [TWICE_B], [], ['7.45', '0.00', '7.45']),
];

const statement = (id: string, name: string): ImportedStatement => ({
  id,
  name,
  digest: id,
  kind: 'mercado-pago-releases',
  layout: null,
  lines: 6,
  fresh: 6,
  days: null,
  nets: [],
  accounts: [],
  proof: { state: 'holds', gap: D('0') },
  importedAtMs: 1,
  owner: '',
});

function totals(currency = ''): MatchesPage['totals'][number] {
  const none = { ledgerAmount: D('0.00'), statementAmount: D('0.00') };
  const of = (lines: number, orders: number, difference: string) => {
    const cases = Math.max(lines, orders);
    return { ...none, cases, lines, orders, difference: D(difference) };
  };
  return {
    currency,
    byState: {
      same: { ...of(2, 1, '0.00'), statementAmount: D('10.00'), ledgerAmount: D('10.00') },
      within: of(0, 0, '0.00'),
      different: { ...of(1, 1, '-0.01'), statementAmount: D('9.99'), ledgerAmount: D('10.00') },
      'only-here': { ...of(0, 4, '-20.00'), ledgerAmount: D('20.00') },
      'only-there': { ...of(3, 0, '49.95'), statementAmount: D('49.95') },
    },
    remains: D('-0.01'),
    gap: D('29.94'),
  };
}

let shownCases = CASES;
let shownCurrencies: readonly string[] = [''];
const BASIS: MatchesPage['basis'] = {
  chosen: WHOLE,
  keys: ['["mercado-pago-releases",null,"A","1"]', '["mercado-pago-releases",null,"A","2"]'],
  parts: ['net', 'commission'],
  proposal: null,
};
let shownBasis: MatchesPage['basis'] = BASIS;

function page({ states }: Pick<MatchesQuery, 'states'>, statementIds: readonly string[] | null): MatchesPage {
  const cases = shownCases.filter(({ state }) => states.length === 0 || states.includes(state));
  return {
    revision: 1,
    statements: (statementIds ?? ['s2']).map((id) => statement(id, `${id}.csv`)),
    others: [],
    basis: shownBasis,
    totals: shownCurrencies.map((currency) => totals(currency)),
    facts: [
      {
        canal: 'A',
        cuenta: '1',
        by: 'settlement',
        settlements: ['L1'],
        days: null,
        held: 3,
        missing: 1,
        beyond: 2,
      },
    ],
    outside: [{ reason: 'reserve', currency: '', lines: 2, sum: D('-5.25') }],
    ledgerMovements: [],
    fallen: shownCases.flatMap(({ fallen }) => fallen),
    total: cases.length,
    offset: 0,
    cases,
  };
}

async function open(
  imported: readonly ImportedStatement[] = [statement('s2', 's2.csv'), statement('s1', 's1.csv')],
) {
  const asked: MatchesQuery[] = [];
  const written: AnnotationChanges<'match-decision'>[] = [];
  const kept = new Map<string, unknown>();
  const opened: OpenedOrder[] = [];
  const onImport = vi.fn();
  let failure: Error | null = null;
  let held: Promise<void> | null = null;
  const opens = await openPage(
    {
      dataReplies: {
        readStatements: () => [...imported],
        readMatches: async (query) => {
          if (failure !== null) throw failure;
          asked.push(query);
          await held;
          return page(query, query.statementIds);
        },
        readAnnotations: () => [...kept].map(([key, value]) => ({ key, value })) as never,
        writeAnnotations: (changes) => {
          written.push(changes as AnnotationChanges<'match-decision'>);
          for (const { key, value } of changes.puts) kept.set(key, value);
          for (const key of changes.deletes) kept.delete(key);
          return null;
        },
      },
    },
    () => (
      <InAccount>
        <Left>
          <MatchesSection
            asked={null}
            onOpenOrder={(order) => opened.push(order)}
            onImport={onImport}
            onSection={(...led) => void sections.push(led)}
          />
        </Left>
      </InAccount>
    ),
  );
  const fail = (error: Error | null): void => {
    failure = error;
  };
  /** Answers wait from now on, until they are let go. */
  const wait = (): (() => void) => {
    let letGo = (): void => {};
    held = new Promise((resolve) => {
      letGo = resolve;
    });
    return () => letGo();
  };
  return { ...opens, asked, written, kept, opened, onImport, fail, wait };
}

/** A place that one leaves, and comes back to. */
function Left({ children }: { readonly children: ReactNode }) {
  const [isHere, setHere] = useState(true);
  return (
    <>
      <button type="button" data-testid="leave" onClick={() => setHere(!isHere)} />
      {isHere ? children : null}
    </>
  );
}

const dataOf = (testId: string) => screen.getByTestId(testId).dataset.value;
const linesOf = (state: MatchState) =>
  screen.getAllByTestId('match-case').filter((each) => each.dataset.state === state);

test('the statement confirmed last is told by its lines in each state, the differences and what does not agree in all', async () => {
  const { asked } = await open();
  await screen.findByTestId('match-same');
  expect(asked.at(-1)).toMatchObject({
    statementIds: null,
    tolerance: { absolute: '0', percent: '0' },
    states: [],
  });
  // Lines, and of what the statement lacks, which has none, orders.
  expect(MATCH_STATES.map((state) => dataOf(`match-${state}`))).toEqual(['2', '0', '1', '4', '3']);
  expect(['match-there', 'match-here', 'match-gap'].map(dataOf)).toEqual(['69.94', '40.00', '29.94']);
  expect(dataOf('match-remains')).toBe('-0.01');
  expect(screen.getByTestId('match-speaks').textContent).toBe(
    'A · 1: habla de las liquidaciones L1; de sus órdenes tiene 3 de 4. 2 órdenes más de esas fechas quedan fuera: no se dan por faltantes.',
  );
  expect(screen.getByTestId('match-outside').textContent).toContain('Reservas y su devolución');
  expect(dataOf('match-outside-sum')).toBe('-5.25');
});

test('a press on a state lists its cases, whose orders open beside', async () => {
  const { user, asked, opened } = await open();
  await user.click(await screen.findByTestId('match-list-different'));
  await waitFor(() => expect(screen.getAllByTestId('match-case')).toHaveLength(1));
  expect(asked.at(-1)?.states).toEqual(['different']);
  expect(screen.getByTestId('match-case').dataset.value).toBe('-0.01');
  await user.click(screen.getByTestId('match-open'));
  await user.click(within(screen.getByTestId('match-order')).getByRole('button', { name: '2' }));
  expect(opened.at(-1)?.orders[0]).toMatchObject({ order: '2', channel: 'A' });
  // A second press shows all again.
  await user.click(screen.getByTestId('match-list-different'));
  await waitFor(() => expect(screen.getAllByTestId('match-case')).toHaveLength(CASES.length));
});

test('a case of two currencies shows a difference in each, and adds none of them', async () => {
  const pesos = line(2, '9.00', '2');
  const dollars = { ...line(3, '4.00', '2'), currency: 'USD' };
  const amounts = [
    { currency: 'CLP', statementAmount: D('9.00'), ledgerAmount: D('10.00'), difference: D('-1.00') },
    { currency: 'USD', statementAmount: D('4.00'), ledgerAmount: D('0'), difference: D('4.00') },
  ];
  shownCases = [
    caseOf('different', [pesos, dollars], [order('2', '10.00')], ['13.00', '10.00', '3.00'], { amounts }),
  ];
  try {
    const { user } = await open();
    const [row] = await screen.findAllByTestId('match-case');
    expect(row?.dataset.value).toBeUndefined();
    expect(row?.textContent).toContain(
      'Trae varias monedas, con una diferencia en cada una: −1,00 CLP · 4,00 USD',
    );
    expect(row?.querySelector('[data-value="3.00"], [data-value="13.00"]')).toBeNull();
    await user.click(screen.getByTestId('match-open'));
    const notice = screen.getAllByTestId('match-amounts-in');
    expect(notice.map(({ dataset }) => dataset.value)).toEqual(['CLP', 'USD']);
    const figures = notice.map((each) =>
      [...each.querySelectorAll<HTMLElement>('td [data-value]')].map(({ dataset }) => dataset.value),
    );
    expect(figures).toEqual([
      ['9.00', '10.00', '-1.00'],
      ['4.00', '0', '4.00'],
    ]);
  } finally {
    shownCases = CASES;
  }
});

test('a suggestion says why, and what the user says of it can be undone', async () => {
  const { user, written } = await open();
  const [suggested] = (await screen.findAllByTestId('match-case')).filter(
    (each) => within(each).queryByTestId('match-suggested') !== null,
  );
  await user.click(within(suggested as HTMLElement).getByTestId('match-open'));
  expect(screen.getByTestId('match-suggestion').textContent).toContain(
    'Línea 4 con 7: el número es casi el mismo (lleva un sufijo, sobran espacios).',
  );
  await user.type(screen.getByTestId('match-owner'), 'Ana');
  await user.click(screen.getByTestId('suggestion-match'));
  const key = decisionKey([O7.key as OrderKey], [LOST.identity]);
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]).toMatchObject({
    kind: 'match-decision',
    puts: [
      { key, value: { verdict: 'match', orders: [O7.key], lines: [LOST.identity], owner: 'Ana', note: '' } },
    ],
    deletes: [],
  });
  await user.click(screen.getByRole('button', { name: /Deshacer/ }));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]).toMatchObject({ puts: [], deletes: [key] });
  await user.click(screen.getByTestId('suggestion-no-match'));
  await waitFor(() => expect(written).toHaveLength(3));
  expect(written[2]?.puts[0]?.value.verdict).toBe('no-match');
});

test('a case is explained with a note, never without; the decision is listed and taken back', async () => {
  const { user, written, kept, commit } = await open();
  await screen.findAllByTestId('match-case');
  await user.click(within(linesOf('different')[0] as HTMLElement).getByTestId('match-open'));
  expect((screen.getByTestId('match-explain') as HTMLButtonElement).disabled).toBe(true);
  await user.type(screen.getByTestId('match-note'), 'redondeo');
  await user.click(screen.getByTestId('match-explain'));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.puts[0]?.value).toMatchObject({
    verdict: 'explained',
    note: 'redondeo',
    lines: ['line-2'],
  });
  expect(kept.size).toBe(1);
  act(() => commit());
  await user.click(await screen.findByTestId('match-withdraw'));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(kept.size).toBe(0);
});

test('lines and orders are taken by hand, many to many, with the live difference', async () => {
  const { user, written } = await open();
  await screen.findAllByTestId('match-case');
  await user.click(within(linesOf('only-here')[0] as HTMLElement).getByTestId('match-take'));
  expect(dataOf('by-hand-difference')).toBe('-20.00');
  expect((screen.getByTestId('by-hand-match') as HTMLButtonElement).disabled).toBe(true);
  const [, first, second] = linesOf('only-there');
  await user.click(within(first as HTMLElement).getByTestId('match-take'));
  expect(dataOf('by-hand-difference')).toBe('-7.50');
  await user.click(within(second as HTMLElement).getByTestId('match-take'));
  expect(['by-hand-there', 'by-hand-here', 'by-hand-difference'].map(dataOf)).toEqual([
    '19.95',
    '20.00',
    '-0.05',
  ]);
  // A difference stays: it takes a reason.
  expect((screen.getByTestId('by-hand-match') as HTMLButtonElement).disabled).toBe(true);
  await user.type(screen.getByTestId('by-hand-reason'), 'redondeo');
  await user.click(screen.getByTestId('by-hand-match'));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(screen.getByTestId('undo-line').textContent).toContain(
    'dada por conciliada, con una diferencia de −0,05',
  );
  expect(written[0]?.puts[0]?.value).toMatchObject({
    verdict: 'match',
    note: 'redondeo',
    lines: [TWICE_A.identity, TWICE_B.identity],
    orders: [O9.key],
  });
  await waitFor(() => expect(screen.queryByTestId('match-by-hand')).toBeNull());
});

test('a tolerance is asked with, and remembered; what is none is said', async () => {
  const { user, asked } = await open();
  const field = await screen.findByTestId('match-tolerance-absolute');
  await user.clear(field);
  await user.type(field, '-1');
  await user.tab();
  expect(screen.getByRole('alert').textContent).toBe('Escribe un número de 0 en adelante.');
  await user.clear(field);
  await user.type(field, '0,5{Enter}');
  await waitFor(() => expect(asked.at(-1)?.tolerance).toEqual({ absolute: '0.5', percent: '0' }));
  expect(localStorage.getItem('cuadra.screens.a')).toContain('"absolute":"0.5"');
});

test('what was searched for is still searched for after one was elsewhere, and never after a new start', async () => {
  const { user, asked } = await open();
  await user.type(await screen.findByTestId('match-search'), 'o9');
  await waitFor(() => expect(asked.at(-1)?.search).toBe('o9'));
  await user.click(screen.getByTestId('leave'));
  expect(screen.queryByTestId('match-search')).toBeNull();
  await user.click(screen.getByTestId('leave'));
  expect((await screen.findByTestId('match-search')) as HTMLInputElement).toHaveProperty('value', 'o9');
  expect(asked.at(-1)?.search).toBe('o9');
  expect(localStorage.getItem('cuadra.screens.a') ?? '').not.toContain('o9');
});

test('statements are chosen; arrows go from case to case', async () => {
  const imported = [statement('s2', 's2.csv'), statement('s1', 's1.csv')];
  const { user, asked, commit } = await open(imported);
  const [, other] = await screen.findAllByTestId('match-statement');
  await user.click(other as HTMLElement);
  await waitFor(() => expect(asked.at(-1)?.statementIds).toEqual(['s1', 's2']));
  // The choice holds until another statement is there: that one is shown then.
  imported.unshift(statement('s3', 's3.csv'));
  act(() => commit());
  await waitFor(() => expect(asked.at(-1)?.statementIds).toBeNull());
  const [first, second] = await screen.findAllByTestId('match-open');
  first?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(first);
});

test('boxes ticked one after another before their answers all count', async () => {
  const imported = ['s3', 's2', 's1'].map((id) => statement(id, `${id}.csv`));
  const { user, asked, wait } = await open(imported);
  await screen.findByTestId('match-result');
  const answerAll = wait();
  const boxes = screen.getAllByTestId<HTMLInputElement>('match-statement');
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false]);
  await user.click(boxes[0] as HTMLElement);
  await user.click(boxes[2] as HTMLElement);
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true]);
  await user.click(boxes[1] as HTMLElement);
  answerAll();
  await waitFor(() => expect(asked.at(-1)?.statementIds).toEqual(['s1', 's3']));
  await waitFor(() => expect(dataOf('match-statements')).toBe('s1 s3'));
});

test('how many statements are held against the orders is said in one line, and which in its title', async () => {
  const { user } = await open(['s4', 's3', 's2', 's1'].map((id) => statement(id, `${id}.csv`)));
  await screen.findByTestId('match-result');
  const summary = screen.getByTestId('match-statements');
  for (const name of ['s4.csv', 's3.csv', 's1.csv']) {
    const count = summary.dataset.value?.split(' ').length ?? 0;
    expect(summary.textContent).toMatch(new RegExp(`^Cruce de ${count} extractos? `, 'u'));
    expect(within(summary).getByTitle(/\.csv/u).title.split('\n')).toHaveLength(count);
    await user.click(screen.getByRole('checkbox', { name }));
    await waitFor(() => expect(summary.dataset.value).toContain(name.slice(0, 2)));
  }
  expect(summary.textContent).toMatch(/^Cruce de 4 extractos /u);
});

test('where nothing was imported the way to import is there', async () => {
  const { user, onImport, asked } = await open([]);
  await user.click(await screen.findByTestId('match-import'));
  expect(onImport).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([]);
});

test('what could not be matched is said, and can be asked again', async () => {
  const { user, fail } = await open();
  await screen.findByTestId('match-same');
  fail(new Error('out of memory'));
  await user.click(screen.getByTestId('match-list-same'));
  const failure = await screen.findByTestId('query-failure');
  expect(failure.textContent).toContain('out of memory');
  fail(null);
  await user.click(within(failure).getByRole('button'));
  await waitFor(() => expect(screen.queryByTestId('query-failure')).toBeNull());
  expect(screen.getAllByTestId('match-case')).toHaveLength(1);
});

test('what was said of another figure is shown as it was said, and said again of what it is by now', async () => {
  const [, different] = CASES as readonly [MatchedCase, MatchedCase];
  const sides = { lines: ['line-2'], orders: [different.orders[0]?.key ?? ''] };
  const key = decisionKey(sides.orders as OrderKey[], sides.lines);
  const now = {
    orders: [{ amount: D('10.00'), settled: D('10.00') }],
    there: D('9.99'),
    here: D('10.00'),
  };
  const former = {
    ...sides,
    verdict: 'explained',
    note: 'redondeo',
    owner: 'Ana',
    atMs: 1,
    linesBy: 'values',
    earlier: [],
    said: { orders: [{ amount: D('9.98'), settled: D('9.98') }], there: D('9.99'), here: D('9.98') },
  };
  shownCases = CASES.map((each) =>
    each === different ? { ...each, fallen: [{ key, why: 'moved', now }] } : each,
  );
  try {
    const { user, written, kept, commit } = await open();
    kept.set(key, former);
    act(() => commit());
    const [line] = (await screen.findAllByTestId('match-case')).filter(
      (each) => each.dataset.state === 'different',
    );
    expect(within(line as HTMLElement).getByTestId('match-fallen-mark').textContent).toBe(
      'Confírmalo de nuevo',
    );
    await user.click(within(line as HTMLElement).getByTestId('match-open'));
    const fallen = await screen.findByTestId('match-fallen');
    expect(fallen.textContent).toContain('Se dijo de otra cifra');
    expect(fallen.textContent).toContain('«Explicado», Ana');
    expect(fallen.textContent).toContain('redondeo');
    expect(
      ['then-there', 'then-here', 'now-there', 'now-here'].map((each) => dataOf(`match-fallen-${each}`)),
    ).toEqual(['9.99', '9.98', '9.99', '10.00']);
    expect(screen.getByTestId('match-decision').dataset.fallen).toBe('moved');
    await user.click(screen.getByTestId('match-fallen-again'));
    await waitFor(() => expect(written).toHaveLength(1));
    const { lines: _, orders: __, linesBy: ___, earlier: ____, ...saying } = former;
    expect(written[0]?.puts).toMatchObject([
      { key, value: { verdict: 'explained', note: 'redondeo', said: now, earlier: [saying] } },
    ]);
  } finally {
    shownCases = CASES;
  }
});

test('unlike currencies have totals of their own, each with its name', async () => {
  shownCurrencies = ['CLP', 'USD', ''];
  try {
    await open();
    await screen.findAllByTestId('match-currency');
    expect(screen.getAllByTestId('match-currency').map(({ dataset }) => dataset.value)).toEqual(
      shownCurrencies,
    );
    const names = ['CLP', 'USD', text('match.no-currency')].map((currency) =>
      text('match.totals-in', { currency }),
    );
    for (const name of names) expect(screen.getByRole('table', { name })).toBeDefined();
    expect(screen.queryByRole('table', { name: text('match.totals') })).toBeNull();
  } finally {
    shownCurrencies = [''];
  }
});

const shownWith = async (basis: MatchesPage['basis'], look: () => Promise<void>): Promise<void> => {
  shownBasis = basis;
  try {
    await look();
  } finally {
    shownBasis = BASIS;
  }
};

test('what differs by what is billed apart is asked about, a press takes it for the layout and account, and undo takes it back', async () => {
  const sections = ['advertising', 'storage'] as const;
  const proposal = { sections, explained: 84, differing: 84 };
  await shownWith({ ...BASIS, proposal }, async () => {
    const { user, written } = await open();
    const asked = await screen.findByTestId('basis-proposal');
    expect(asked.textContent).toContain(
      '84 de 84 diferencias son Publicidad + Almacenamiento Fulfillment: ¿se cobran aparte?',
    );
    expect(asked.dataset.value).toBe('84');
    await user.click(screen.getByTestId('basis-take'));
    await waitFor(() => expect(written).toHaveLength(1));
    expect(written[0]).toMatchObject({
      kind: 'statement-basis',
      puts: BASIS.keys.map((key) => ({ key, value: { part: 'net', apart: sections } })),
    });
    await user.click(screen.getByRole('button', { name: /Deshacer/ }));
    await waitFor(() => expect(written).toHaveLength(2));
    expect(written[1]).toMatchObject({ kind: 'statement-basis', puts: [], deletes: BASIS.keys });
  });
});

test('what is held against is chosen: sections apart, or a part that the lines tell', async () => {
  const { user, written } = await open();
  expect(screen.queryByTestId('basis-proposal')).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: 'Publicidad' }));
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.puts[0]?.value).toMatchObject({ part: 'net', apart: ['advertising'] });
  await user.click(screen.getByTestId('basis-part'));
  const options = await screen.findAllByRole('menuitemradio');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Lo que trae la línea contra Rentabilidad Marketplace',
    'Comisión contra Costo de Comisiones',
  ]);
  await user.click(options[1] as HTMLElement);
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]?.puts[0]?.value).toMatchObject({ part: 'commission', apart: [] });
});

test('the figure of the orders is called what it is held by', async () => {
  await shownWith({ ...BASIS, chosen: { part: 'net', apart: ['advertising', 'storage'] } }, async () => {
    const { user, written } = await open();
    await user.click((await screen.findAllByTestId('match-open'))[0] as HTMLElement);
    expect(
      screen.getByRole('columnheader', {
        name: 'Rentabilidad Marketplace, sin Publicidad + Almacenamiento Fulfillment',
      }),
    ).toBeTruthy();
    expect(screen.getAllByTestId<HTMLInputElement>('basis-apart').map(({ checked }) => checked)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const apart = () => written.at(-1)?.puts[0]?.value;
    await user.click(screen.getByRole('checkbox', { name: 'Publicidad' }));
    await waitFor(() => expect(apart()).toMatchObject({ part: 'net', apart: ['storage'] }));
    await user.click(screen.getByRole('checkbox', { name: 'Financiamiento' }));
    await waitFor(() =>
      expect(apart()).toMatchObject({ part: 'net', apart: ['advertising', 'storage', 'financing'] }),
    );
  });
});

test('statements that are each held against their own say so', async () => {
  await shownWith({ ...BASIS, chosen: null }, async () => {
    await open();
    expect((await screen.findByTestId('basis')).textContent).toContain('cada uno contra lo suyo');
  });
});

test('what is found to differ is called reconciled with a reason alone; without a difference it needs none', async () => {
  const { user, written } = await open();
  await screen.findAllByTestId('match-case');
  await user.click(within(linesOf('different')[0] as HTMLElement).getByTestId('match-open'));
  const keep = screen.getByTestId('match-keep') as HTMLButtonElement;
  expect([keep.textContent, screen.getByTestId('match-part').textContent]).toEqual([
    'Dar por conciliada',
    'Separar',
  ]);
  expect(keep.disabled).toBe(true);
  await user.type(screen.getByTestId('match-note'), 'cobro duplicado');
  await user.click(keep);
  await waitFor(() => expect(written).toHaveLength(1));
  expect(written[0]?.puts[0]?.value).toMatchObject({ verdict: 'match', note: 'cobro duplicado' });
  expect(screen.getByTestId('undo-line').textContent).toContain('con una diferencia de −0,01');
  await user.click(within(linesOf('different')[0] as HTMLElement).getByTestId('match-open'));
  await user.click(within(linesOf('same')[0] as HTMLElement).getByTestId('match-open'));
  await user.click(screen.getByTestId('match-keep'));
  await waitFor(() => expect(written).toHaveLength(2));
  expect(written[1]?.puts[0]?.value).toMatchObject({ verdict: 'match', note: '' });
});

test('a statement that was to come by its account’s rhythm and did not is told beside the others', async () => {
  const ofDays = (id: string, from: string, to: string, cuenta = '1'): ImportedStatement => ({
    ...statement(id, `${id}.csv`),
    days: { from: from as LocalDate, to: to as LocalDate },
    accounts: [{ canal: 'A', cuenta, orders: 3 }],
  });
  await open([
    ofDays('s4', '2026-01-22', '2026-01-28'),
    ofDays('s3', '2026-01-08', '2026-01-14'),
    ofDays('s2', '2026-01-01', '2026-01-07'),
    // Of an account that the shown ones do not speak for.
    ...[22, 8, 1].map((from) => {
      const [first, last] = [from, from + 6].map((day) => `2026-01-${String(day).padStart(2, '0')}`);
      return ofDays(`o${from}`, first ?? '', last ?? '', '2');
    }),
  ]);
  const [notice, ...others] = await screen.findAllByTestId('match-missing-statements');
  expect(others).toEqual([]);
  expect(Number(notice?.dataset.value)).toBeGreaterThan(0);
  expect(notice?.textContent).toContain('A · 1');
  expect(notice?.textContent).toContain('enero de 2026');
});
