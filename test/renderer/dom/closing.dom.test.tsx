import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OUTDATED } from '#renderer/data/model/table-files.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import type {
  AdjustmentDecision,
  CloseDecision,
  CloseOfMonth,
  ClosePreview,
  DriftPage,
  MonthDecision,
} from '#renderer/reconciliation/closing/model/closes.ts';
import { CloseAmounts } from '#renderer/reconciliation/closing/screen/close-amounts.tsx';
import { ClosingSection } from '#renderer/reconciliation/closing/screen/closing-section.tsx';
import { NOTHING_FOUND } from '#renderer/reconciliation/month/model/found-part.ts';
import type { MonthPage } from '#renderer/reconciliation/month/model/months-page.ts';
import { NO_PARTS, saidPart, stepOf, walkOf } from '#renderer/reconciliation/month/model/walk.ts';
import type { OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { MonthMatch } from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { RpcError } from '#shared/contract/rpc.ts';
import type { LocalDate, Month, UtcInstant } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import type { OrderKey } from '#shared/domain/order-identity.ts';
import { month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { InAccount, openPage } from './page.tsx';

const SEPTEMBER = '2026-09' as Month;
const KNOWN = '2026-11-22T12:00:00.000Z' as UtcInstant;
const figures = (total: string) => [
  { Canal: 'A', Cuenta: '1', rows: 3, orders: 2, sums: { 'Rentabilidad Total': total } },
];
const D = (text: string) => text as Decimal;

/** Of two accounts, and of the note that somebody wrote. */
const SEEN = {
  ...{ what: 'seen' as const, owner: 'Ana', note: 'visto', atMs: 2 },
  drift: [
    { Canal: 'A', Cuenta: '1', amount: D('-12.50') },
    { Canal: 'A', Cuenta: '2', amount: D('0.25') },
  ],
};

/** A worker that closes and reopens, and tells of a drift of -12.50. */
function closings(drifted: boolean, statements: readonly ImportedStatement[], page: MonthPage) {
  const said: [string, MonthDecision & Partial<CloseDecision>][] = [];
  let state: CloseOfMonth['state'] | null = null;
  let taken: CloseOfMonth['close']['adjustments'] = [];
  let isStale = false;
  let total = '100.00';
  const note = (what: string, next: CloseOfMonth['state']) => (decision: MonthDecision) => {
    said.push([what, decision]);
    state = next;
    return null;
  };
  const sums = { marketplace: D('0'), comercial: D('-12.50'), total: D('-12.50') };
  const order = (total: string) => ({
    key: JSON.stringify(['A', '1', 'O-7']) as OrderKey,
    rows: 1,
    own: null,
    sums: { 'Rentabilidad Total': D(total) },
  });
  const drift: DriftPage = {
    byAccount: [{ Canal: 'A', Cuenta: '1', causes: [{ cause: 'product-cost', sums }] }],
    revision: 1,
    total: 1,
    offset: 0,
    sums,
    ventas: D('0'),
    rows: 0,
    causes: [{ cause: 'product-cost', orders: 1, sums }],
    orders: [
      {
        key: order('0').key,
        kind: 'changed',
        before: order('100.00'),
        after: order('87.50'),
        differences: {
          Ventas: D('0'),
          'Costo de Producto': D('12.50'),
          'Rentabilidad Marketplace': D('0'),
          'Rentabilidad Comercial': D('-12.50'),
          'Rentabilidad Total': D('-12.50'),
        },
        parts: [{ cause: 'product-cost', sums }],
        correlationIds: [],
      },
    ],
  };
  return {
    said,
    setTotal: (next: string) => {
      total = next;
    },
    setStale: (next: boolean) => {
      isStale = next;
    },
    replies: {
      closeMonth: (decision: CloseDecision) => {
        if (decision.evidence !== `e ${total}`) throw new RpcError(OUTDATED, 'Others by now.');
        return note('close', drifted ? 'drifted' : 'closed')(decision);
      },
      reopenMonth: note('reopen', 'open'),
      seeDrift: note('see', 'seen'),
      takeAdjustment: ({ datedIn, ...decision }: AdjustmentDecision) => {
        if (isStale) throw new RpcError(OUTDATED, 'Another is proposed by now.');
        said.push(['take', decision]);
        taken = [{ id: 'a1', datedIn, lines: drift.byAccount, owner: decision.owner, atMs: 2 }];
        return { id: 'a1' };
      },
      removeAdjustment: ({ id, ...decision }: MonthDecision & { readonly id: string }) => {
        said.push([`remove ${id}`, decision]);
        taken = [];
        return null;
      },
      readDrift: () => drift,
      readMonthMatch: () => MATCH,
      readStatements: () => statements,
      readMonth: () => page,
      readClosePreview: () => ({ revision: 1, figures: figures(total), evidence: `e ${total}` }),
      readCloses: () => ({
        revision: 1,
        months:
          state === null
            ? []
            : [
                {
                  month: SEPTEMBER,
                  state,
                  evidence: 'e',
                  now: figures(drifted ? '87.50' : '100.00'),
                  close: {
                    state: state === 'open' ? ('reopened' as const) : ('closed' as const),
                    snapshot: 's',
                    checksum: 'c',
                    readUntil: null,
                    figures: figures('100.00'),
                    ownCosts: said.findLast(([, { ownCosts }]) => ownCosts !== undefined)?.[1].ownCosts ?? [],
                    adjustments: taken,
                    seen: null,
                    log: [
                      {
                        ...{ what: 'closed' as const, owner: 'Ana', note: '', atMs: 1 },
                        reasons: said.findLast(([, { reasons }]) => reasons !== undefined)?.[1].reasons ?? [],
                      },
                      ...(state === 'seen' ? [SEEN] : []),
                    ],
                  },
                },
              ],
      }),
    },
  };
}

/** Counts own costs, as the switch does. */
function Count() {
  const { change } = useSelection();
  return (
    <button type="button" onClick={() => change({ type: 'set-own-costs', on: true })}>
      count
    </button>
  );
}

const sections: Parameters<OnSection>[] = [];
const amount = (count: number, sum: string) => ({
  payouts: count,
  orders: count,
  amount: sum as Decimal,
  sums: [{ currency: '', count, sum: sum as Decimal }],
});
const MATCH: MonthMatch = {
  revision: 1,
  hasStatements: true,
  orders: 2,
  uncovered: amount(0, '0.00'),
  differing: amount(1, '-7.05'),
  payouts: 3,
  missing: amount(2, '1000.10'),
  short: amount(0, '0.00'),
  waiting: amount(0, '0.00'),
};

/** Of an account, from a day to another of 2026. */
const statement = (cuenta: string, from: string, to: string): ImportedStatement => ({
  ...{ id: `${cuenta}${from}`, name: `${cuenta}${from}.csv`, digest: `${cuenta}${from}` },
  ...{ kind: 'mercado-pago-settlement', layout: null, lines: 3, fresh: 3, nets: [] },
  days: { from: `2026-${from}` as LocalDate, to: `2026-${to}` as LocalDate },
  accounts: [{ canal: 'A', cuenta, orders: 3 }],
  proof: { state: 'holds', gap: D('0') },
  importedAtMs: 0,
  owner: '',
});

/** What the checklist looks at of a month: its data are there, and what statements say differs. */
const DIFFERING = saidPart(
  SEPTEMBER,
  'differences',
  { ...NOTHING_FOUND, account: null, reason: 'differ', count: 1, of: 3 },
  new Map(),
);
const AGREES = saidPart(
  SEPTEMBER,
  'data',
  { ...NOTHING_FOUND, account: null, reason: 'agrees', of: 3 },
  new Map(),
);
const GAPS = saidPart(
  SEPTEMBER,
  'statements',
  { ...NOTHING_FOUND, account: { canal: 'A', cuenta: '1' }, reason: 'gaps', count: 1, of: 1 },
  new Map(),
);
const pageOf = (more: readonly (typeof GAPS)[], isRunning = false): MonthPage => ({
  revision: 1,
  walk: walkOf(
    {
      ...{ month: SEPTEMBER, rows: 3, isRunning, knownUntil: '2026-09-23' as LocalDate },
      close: { state: 'open', drift: null, by: null },
    },
    [
      stepOf('data', [AGREES]),
      ...(more.length === 0 ? [] : [stepOf('statements', more)]),
      stepOf('differences', [DIFFERING]),
    ],
  ),
  parts: NO_PARTS,
  gone: {},
  differences: [],
});
const PAGE = pageOf([]);

async function open(
  drifted: boolean,
  statements: readonly ImportedStatement[] = [],
  walked = PAGE,
  shown: Month | null = SEPTEMBER,
  /** Other months with rows, none of them closed. */
  others: readonly Month[] = [],
) {
  const worker = closings(drifted, statements, walked);
  const page = await openPage(
    {
      months: [SEPTEMBER, ...others].map((of) =>
        month({ month: of, rows: 3, orders: 2, reach: 'live', lastReadAt: KNOWN }),
      ),
      knownUntil: KNOWN,
      dataReplies: worker.replies,
    },
    () => (
      <InAccount>
        <ClosingSection
          month={shown}
          onOpenOrder={() => {}}
          onSection={(...led) => void sections.push(led)}
        />
        <Count />
      </InAccount>
    ),
  );
  // Whoever writes tells the page so: here nobody does.
  const viewOf = async () => {
    await page.session.data.copy.readFacts(null);
    page.commit();
  };
  return { ...page, ...worker, viewOf };
}

/** Closes it as the checklist asks for: whoever stands open has its reason, and a name stands under it. */
async function closeIt(user: Awaited<ReturnType<typeof open>>['user'], name = 'Ana'): Promise<void> {
  for (const reason of await screen.findAllByTestId('close-reason')) await user.type(reason, 'visto');
  await user.type(screen.getByTestId('close-owner'), name);
  await user.click(screen.getByTestId('close-month'));
}
const DIFFERED = { step: 'differences', reason: 'differ', count: 1, amount: null, why: 'visto' };

test('a month is closed in somebody’s name by its checklist, and the close can be taken back', async () => {
  const { user, said, viewOf } = await open(false);
  expect((await screen.findByTestId('close-state')).dataset.value).toBe('open');
  expect(screen.getByTestId('drift-total').dataset.value).toBe('');
  // Of one month there is no list: its checklist stands under the heading.
  expect(screen.queryByTestId('close-line')).toBeNull();
  await user.type(await screen.findByTestId('close-reviewer'), ' Luis ');
  await closeIt(user, ' Ana ');
  await viewOf();
  const decision = {
    ...{ month: SEPTEMBER, owner: 'Ana', reviewer: 'Luis', note: '', ownCosts: [] },
    ...{ reasons: [DIFFERED], wasRunning: false, evidence: 'e 100.00' },
  };
  await waitFor(() => expect(said).toEqual([['close', decision]]));
  await viewOf();
  expect((await screen.findByText('Cerrado')).dataset.value).toBe('closed');
  expect(screen.getByTestId('drift-total').dataset.value).toBe('0.00');
  expect(screen.queryByTestId('close-month')).toBeNull();
  await user.click(screen.getByRole('button', { name: /Deshacer/ }));
  await viewOf();
  expect(said.at(-1)).toEqual([
    'reopen',
    { month: SEPTEMBER, owner: 'Ana', note: text('closing.taken-back') },
  ]);
  await screen.findByText('Abierto');
});

test('a close that was opened again since is not taken back, and that is said', async () => {
  const { user, said, session } = await open(false);
  await closeIt(user);
  await waitFor(() => expect(said.map(([what]) => what)).toEqual(['close']));
  await session.data.write.reopenMonth({ month: SEPTEMBER, owner: 'Luz', note: '' });
  expect(said.map(([what]) => what)).toEqual(['close', 'reopen']);
  await user.click(screen.getByRole('button', { name: /Deshacer/ }));
  const label = text('closing.undo', { month: 'septiembre de 2026' });
  await waitFor(() =>
    expect(screen.getByTestId('undo-line').textContent).toContain(text('undo.changed-since', { label })),
  );
  expect(said.map(([what]) => what)).toEqual(['close', 'reopen']);
});

test('while figures are frozen nothing is closed; what releases them is beside it', async () => {
  const { user, said, session } = await open(false);
  await screen.findByTestId('close-month');
  await act(() => session.freeze());
  expect(screen.getByTestId('close-frozen').textContent).toContain(text('closing.frozen'));
  await closeIt(user);
  expect(said).toEqual([]);
  await user.click(screen.getByTestId('close-release'));
  expect(screen.queryByTestId('close-frozen')).toBeNull();
  await user.click(screen.getByTestId('close-month'));
  await waitFor(() => expect(said).toMatchObject([['close', { month: SEPTEMBER }]]));
});

test('it is closed with what it says, and with nothing missing: a reason for what is open, a name, a sentence', async () => {
  const { user, said } = await open(false, [], pageOf([], true));
  const close = await screen.findByTestId<HTMLButtonElement>('close-month');
  const lacks = () => screen.getByTestId('close-lacks');
  await waitFor(() => expect(lacks().dataset.value).toBe('3'));
  expect(screen.getByTestId('close-amount-total').dataset.value).toBe('100.00');
  const checks = screen.getAllByTestId('close-check');
  expect(checks.map(({ dataset }) => [dataset.check, dataset.value])).toEqual([
    ['data', 'yes'],
    ['differences', 'no'],
  ]);
  const [reason, ...others] = screen.getAllByTestId('close-reason');
  expect([reason?.dataset.step, others]).toEqual(['differences', []]);
  await user.type(reason as HTMLElement, '  ');
  expect(lacks().dataset.value).toBe('3');
  await user.type(reason as HTMLElement, 'lo debe el canal');
  expect(lacks().dataset.value).toBe('2');
  expect(close.disabled).toBe(true);
  await user.click(within(screen.getByTestId('close-running')).getByRole('checkbox'));
  expect(lacks().textContent).toContain(text('closing.lacks-owner'));
  expect(close.disabled).toBe(true);
  await user.type(screen.getByTestId('close-owner'), 'Ana');
  expect([lacks().dataset.value, close.disabled]).toEqual(['0', false]);
  expect(lacks().textContent).toBe('');
  await user.type(screen.getByLabelText('Nota del cierre'), ' revisado ');
  await user.click(close);
  await waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]?.[1]).toMatchObject({
    ...{ note: 'revisado', reviewer: '', wasRunning: true },
    reasons: [{ step: 'differences', why: 'lo debe el canal' }],
  });
});

test('figures that moved while they were looked at are not closed', async () => {
  const { user, said, setTotal } = await open(false);
  await screen.findByTestId('close-amount-total');
  setTotal('99.00');
  await closeIt(user);
  expect((await screen.findAllByText(text('closing.figures-moved'))).length).toBeGreaterThan(0);
  expect(said).toEqual([]);
});

test('among all months the same checklist is opened, and nothing is closed by one press', async () => {
  const { user, said } = await open(false, [], PAGE, null);
  await user.click(await screen.findByTestId('close-list'));
  expect((await screen.findByTestId<HTMLButtonElement>('close-month')).disabled).toBe(true);
  await closeIt(user);
  await waitFor(() => expect(said).toMatchObject([['close', { reasons: [DIFFERED] }]]));
});

test('among all months the newest is first, and one without rows is left out', async () => {
  const { replies } = closings(false, [], PAGE);
  const months = ['2026-07', '2026-08', '2026-09'].map((of, at) =>
    month({ month: of as Month, rows: at, reach: 'live', lastReadAt: KNOWN }),
  );
  await openPage({ months, knownUntil: KNOWN, dataReplies: replies }, () => (
    <InAccount>
      <ClosingSection month={null} onOpenOrder={() => {}} onSection={() => {}} />
    </InAccount>
  ));
  const listed = (await screen.findAllByTestId('close-line')).map(({ dataset }) => dataset.month);
  expect(listed).toEqual(['2026-09', '2026-08']);
});

test('amounts of a close are summed by currency, where more than one account is of it, and never added', async () => {
  const of = (Cuenta: string, total: string) => ({
    ...figures(total)[0],
    Canal: 'A',
    Cuenta,
    rows: 3,
    orders: 2,
  });
  const scopeOf = (...accounts: readonly string[]) => ({
    accounts: accounts.map((Cuenta) => ({ Canal: 'A', Cuenta })),
    isExcluded: false,
  });
  const scopes = [
    { currency: 'ARS', scope: scopeOf('1', '2') },
    { currency: 'CLP', scope: scopeOf('3') },
  ];
  const three = [of('1', '100.00'), of('2', '20.50'), of('3', '7')] as ClosePreview['figures'];
  const page = await openPage({}, () => (
    <InAccount>
      <CloseAmounts figures={three} scopes={scopes} />
    </InAccount>
  ));
  const named = screen.getAllByTestId('close-amounts').map((row) => row.firstElementChild?.textContent);
  expect(named).toEqual(['A · 1 · ARS', 'A · 2 · ARS', 'A · 3 · CLP']);
  const totals = () => screen.queryAllByTestId('close-amount-total').map(({ dataset }) => dataset.value);
  expect(totals()).toEqual(['120.50']);
  page.view.unmount();
  await openPage({}, () => (
    <InAccount>
      <CloseAmounts figures={three.slice(2)} scopes={[{ currency: null, scope: null }]} />
    </InAccount>
  ));
  expect(screen.getByTestId('close-amounts').firstElementChild?.textContent).toBe('A · 3');
  expect(totals()).toEqual(['7']);
});

test('statements of the month that are missing are told by account before the close, and noted with it', async () => {
  // A week each: of September two are missing in the one account and none in the other.
  const weeks = ['08-03 08-09', '08-10 08-16', '08-17 08-23', '08-24 08-30', '08-31 09-06', '09-07 09-13'];
  const later = ['09-14 09-20', '09-21 09-27', '09-28 10-04', '10-05 10-11'];
  const of = (cuenta: string, spans: readonly string[]) =>
    spans.map((span) => statement(cuenta, span.slice(0, 5), span.slice(6)));
  const had = [...of('1', [...weeks, ...later.slice(2)]), ...of('2', [...weeks, ...later])];
  const { user, said } = await open(false, had, pageOf([GAPS]));
  const missing = await screen.findAllByTestId('close-missing-statement');
  expect(missing.map(({ dataset }) => [dataset.account, dataset.value])).toEqual([['["A","1"]', '2']]);
  const check = screen.getAllByTestId('close-check').find(({ dataset }) => dataset.check === 'statements');
  expect(check?.dataset.value).toBe('no');
  await user.click(screen.getByRole('button', { name: 'Traer los extractos que faltan' }));
  expect(sections.at(-1)).toEqual(['statements']);
  await closeIt(user);
  await waitFor(() => expect(said).toHaveLength(1));
  expect(said[0]?.[1].reasons?.map(({ step, reason, count }) => [step, reason, count])).toEqual([
    ['statements', 'gaps', 1],
    ['differences', 'differ', 1],
  ]);
});

test('where each account has its statements nothing is said to be missing', async () => {
  await open(false, [statement('1', '08-01', '08-31'), statement('1', '09-01', '09-30')]);
  await screen.findAllByTestId('close-matched');
  expect(screen.queryByTestId('close-missing-statement')).toBeNull();
});

test('what statements and the bank say of the month is told line by line, each with the way to its list', async () => {
  const { user } = await open(false);
  const lines = await screen.findAllByTestId('close-matched');
  expect(lines.map(({ dataset }) => [dataset.check, dataset.value])).toEqual([
    ['uncovered', '0'],
    ['differing', '1'],
    ['missing', '2'],
    ['short', '0'],
    ['waiting', '0'],
  ]);
  expect(screen.getAllByTestId('close-matched-amount').map(({ dataset }) => dataset.value)).toContain(
    '1000.10',
  );
  const check = screen.getAllByTestId('close-check').find(({ dataset }) => dataset.check === 'differences');
  expect(check?.dataset.value).toBe('no');
  await user.click(screen.getByRole('button', { name: 'Ver: Órdenes que difieren del extracto' }));
  await user.click(screen.getByRole('button', { name: 'Ver: Pagos del mes que no llegaron al banco, de 3' }));
  expect(sections.slice(-2)).toEqual([
    ['matches', { matches: { digest: null, state: 'different', month: '2026-09' } }],
    ['settlements', { payouts: { month: '2026-09', state: 'missing' } }],
  ]);
});

test('while own costs count a month is closed with them, which it says before, and of the close', async () => {
  const { user, said, viewOf } = await open(false);
  await screen.findByTestId('month-detail');
  expect(screen.queryByText(text('closing.will-count'))).toBeNull();
  await user.click(screen.getByRole('button', { name: 'count' }));
  await screen.findByText(text('closing.will-count'));
  await closeIt(user);
  await viewOf();
  expect(said.at(-1)?.[1].ownCosts).toEqual([{ currency: null, scope: null }]);
  expect((await screen.findByTestId('close-own-costs')).textContent).toBe(text('closing.with-own-costs'));
  await user.click(screen.getByTestId('reopen-month'));
  await viewOf();
  expect(said.at(-1)).toEqual(['reopen', { month: SEPTEMBER, owner: 'Ana', note: '' }]);
  await screen.findByText('Abierto');
  expect(screen.queryByTestId('close-own-costs')).toBeNull();
});

test('a closed month that moved says by how much, why, and in which orders; somebody looks at it', async () => {
  const { user, said, viewOf } = await open(true);
  await closeIt(user);
  await viewOf();
  expect((await screen.findByText('Cambió tras el cierre')).dataset.value).toBe('drifted');
  expect(screen.getByTestId('drift-total').dataset.value).toBe('-12.50');
  const cause = await screen.findByTestId('drift-cause');
  expect(within(cause).getByTestId('drift-cause-total').dataset.value).toBe('-12.50');
  expect(screen.getByTestId('drift-order').textContent).toContain('O-7');
  expect(screen.getByTestId('drift-adjustment').dataset.value).toBe('-12.50');
  expect(screen.getByTestId('adjustment-marketplace').dataset.value).toBe('0');
  await user.click(screen.getByTestId('see-drift'));
  await viewOf();
  expect(said.at(-1)?.[0]).toBe('see');
  expect((await screen.findByText('Cerrado, cambios vistos')).dataset.value).toBe('closed');
  await user.click(screen.getByTestId('close-log'));
  const [seen, closed] = await screen.findAllByTestId('close-log-line');
  expect([seen?.dataset.value, closed?.dataset.value]).toEqual(['seen', 'closed']);
  expect(closed?.querySelector('[data-step=differences]')?.textContent).toBe('Diferencias: visto');
  expect(seen?.textContent).toMatch(/ · Diferencia vista −12,25 · visto$/);
  const [amount, ...others] = screen.getAllByTestId('close-log-drift');
  expect([amount?.dataset.value, others, seen?.contains(amount ?? null)]).toEqual(['-12.25', [], true]);
});

test('its adjustment is copied in plain words, taken in somebody’s name for an open month, and withdrawn', async () => {
  const { user, said, viewOf, setStale } = await open(true, [], PAGE, SEPTEMBER, ['2026-10' as Month]);
  await closeIt(user);
  await viewOf();
  await screen.findByText('Cambió tras el cierre');
  const dated = await screen.findByTestId('adjustment-month');
  await user.click(dated);
  const months = await screen.findAllByRole('menuitemradio');
  // The present month first, back to the one after the closed one.
  expect(months[0]?.getAttribute('aria-checked')).toBe('true');
  expect(months.at(-1)?.textContent).toBe('Octubre de 2026');
  await user.click(months.at(-1) as HTMLElement);
  expect(dated.dataset.value).toBe('2026-10');
  expect(screen.getByTestId('drift-adjustment').textContent).toContain('octubre de 2026');
  await user.click(screen.getByTestId('copy-adjustment'));
  expect((await navigator.clipboard.readText()).split('\n')).toEqual([
    'Ajuste de octubre de 2026: lo que cambió en septiembre de 2026 después de su cierre',
    'Ajuste propuesto: −12,50 de Rentabilidad Total en octubre de 2026, por lo que cambió en septiembre de 2026 después de su cierre.',
    'A · 1: Rentabilidad Marketplace 0; Rentabilidad Comercial −12,50; Rentabilidad Total −12,50',
    '  Llegó o cambió el costo de producto: Rentabilidad Marketplace 0; Rentabilidad Comercial −12,50; Rentabilidad Total −12,50',
  ]);
  setStale(true);
  await user.click(screen.getByTestId('take-adjustment'));
  expect((await screen.findAllByText(text('closing.adjustment-stale'))).length).toBeGreaterThan(0);
  setStale(false);
  await user.click(screen.getByTestId('take-adjustment'));
  await viewOf();
  expect(said.at(-1)).toMatchObject(['take', { month: SEPTEMBER, owner: 'Ana', scope: null }]);
  const taken = await screen.findByTestId('adjustment-taken');
  expect([taken.dataset.value, screen.getByTestId('drift-adjustment').dataset.value]).toEqual([
    '-12.50',
    '0',
  ]);
  expect(taken.textContent).toContain('octubre de 2026');
  expect(screen.queryByTestId('take-adjustment')).toBeNull();
  await user.click(within(taken).getByTestId('untake-adjustment'));
  await viewOf();
  expect(said.at(-1)?.[0]).toBe('remove a1');
  await screen.findByTestId('take-adjustment');
});
