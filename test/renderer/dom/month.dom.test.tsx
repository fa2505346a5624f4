import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { Frame } from '#renderer/app/frame/frame.tsx';
import type { StepPart } from '#renderer/reconciliation/month/model/month-steps.ts';
import type { MonthPage } from '#renderer/reconciliation/month/model/months-page.ts';
import { NO_PARTS } from '#renderer/reconciliation/month/model/walk.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { account, month } from '#test/renderer/features/coverage/sync-fixtures.ts';
import { text } from '#test/renderer/i18n/spanish.ts';
import { walked } from '#test/renderer/screens/reconciliation/walks.ts';
import {
  goTo,
  InAccount,
  openPage,
  type PageSetting,
  probedSelection,
  Reconciliation,
  type Row,
  SelectionProbe,
} from './page.tsx';

// What the frame loads by itself, at once or when idle, is there before a test can end.
beforeAll(async () => {
  await Promise.all([
    import('#renderer/screens/panel/panel-screen.tsx'),
    import('#renderer/screens/orders/orders-screen.tsx'),
    import('#renderer/screens/profitability/profitability-screen.tsx'),
    import('#renderer/screens/changes/changes-screen.tsx'),
    import('#renderer/screens/sync/sync-screen.tsx'),
    import('#renderer/features/order-details/order-panel.tsx'),
    import('#renderer/features/trend/trend-chart.tsx'),
  ]);
}, 60_000);

/** A month with its steps: its figures, where «Siguiente» leads, what is said of it, and the way back to it. */

const row = (order: string, bought: string, more: Row = {}): Row => ({
  Canal: 'Mercado Austral',
  Cuenta: 'Lumbre Oficial',
  Orden: order,
  'Tipo de Dato': 'Orden',
  'SKU Producto': `SKU-${order}`,
  'Fecha de compra': `${bought}T10:00:00`,
  Ventas: '100.10',
  Unidades: '1',
  'Costo de Producto': '0',
  'Rentabilidad Marketplace': '60.05',
  'Rentabilidad Comercial': '50',
  'Rentabilidad Total': '40',
  ...more,
});
const ROWS = [row('a', '2026-10-02'), row('b', '2026-10-30'), row('c', '2026-11-01')];

const part: StepPart<'statements'> = {
  account: { canal: 'Mercado Austral', cuenta: 'Lumbre Oficial' },
  state: 'open',
  reason: 'none',
  isByItself: false,
  count: 1,
  of: 1,
  amount: null,
  currency: '',
  evidence: 'e',
  explained: { count: 0, amount: null },
  waiver: null,
  fallen: null,
  whole: '',
  signOff: null,
  fallenSignOff: null,
};
const OCTOBER = walked('2026-10', ['done', 'done', 'open', 'open', 'open', 'blocked', 'blocked'], {
  amount: '-883442' as Decimal,
});
const PAGE: MonthPage = {
  revision: 1,
  walk: OCTOBER,
  parts: { ...NO_PARTS, statements: [part] },
  gone: {},
  differences: [],
};
const setting = (at: string, page = PAGE): PageSetting => ({
  at,
  rows: ROWS,
  months: [
    month({ month: '2026-10' as never, reach: 'live', rows: 2 }),
    month({ month: '2026-11' as never, reach: 'live', rows: 1 }),
  ],
  dataReplies: {
    readMonths: () => ({
      revision: 1,
      months: [page.walk ?? OCTOBER, walked('2026-11', [], { isRunning: true })],
    }),
    readMonth: () => page,
    readCloses: () => ({ revision: 1, months: [] }),
    readStatements: () => [],
  },
});
const open = (at: string, page = PAGE) =>
  openPage(setting(at, page), () => (
    <InAccount>
      <Reconciliation />
      <SelectionProbe />
    </InAccount>
  ));
const shownStep = () =>
  screen.getAllByTestId('month-step').find((each) => each.getAttribute('aria-current') === 'step')?.dataset
    .step;
const shownValue = (id: string) => Number(screen.getByTestId(id).dataset.value);

describe('a month', () => {
  test('has its own figures whatever days are chosen, its steps with their states, and opens at what is to be done', async () => {
    await open('#reconciliation/2026-10');
    await waitFor(() => expect(shownStep()).toBe('costs'));
    await waitFor(() => expect(shownValue('month-ventas')).toBe(200.2));
    expect(['marketplace', 'comercial', 'total'].map((scope) => shownValue(`month-${scope}`))).toEqual([
      120.1, 100, 80,
    ]);
    expect(screen.getAllByTestId('month-step').map(({ dataset }) => dataset.state)).toEqual(
      OCTOBER.steps.map(({ state }) => state),
    );
    expect(screen.getByTestId('month-progress').textContent).toContain('2 de 7');
    expect(probedSelection().period).toBeNull();
    // Of the month alone, as its figures are.
    await waitFor(() => expect(shownValue('missing-cost-skus')).toBe(2));
  });

  test('what is left of it is never said before that is known', async () => {
    let answer = (): void => {};
    const known = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = setting('#reconciliation/2026-10/costs');
    await openPage(
      {
        ...slow,
        dataReplies: {
          ...slow.dataReplies,
          readMonths: async () => {
            await known;
            return { revision: 1, months: [OCTOBER] };
          },
          readCloses: async () => {
            await known;
            return { revision: 1, months: [] };
          },
        },
      },
      () => (
        <InAccount>
          <Reconciliation />
        </InAccount>
      ),
    );
    const next = await screen.findByTestId('month-next');
    expect([next.textContent, next.getAttribute('aria-busy')]).toEqual([text('month.next-loading'), 'true']);
    expect(screen.getByTestId('month-progress').textContent?.trim()).toBe('');
    answer();
    await waitFor(() => expect(next.textContent).toContain('3 cuentas'));
    expect(next.getAttribute('aria-busy')).toBe('false');
  });

  test('is one of all months, which say what of them is frozen and what is as of now', async () => {
    const { session } = await open('#reconciliation');
    await screen.findAllByTestId('month-waiting');
    expect(screen.queryByTestId('months-of-now')).toBeNull();
    await act(() => session.freeze());
    expect(screen.getByTestId('months-of-now').textContent).toBe(text('reconciliation.months-of-now'));
    await act(() => session.release());
    expect(screen.queryByTestId('months-of-now')).toBeNull();
  });

  test('what is of all currencies says so beside the figures of one', async () => {
    const currencies = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'B', code: 'BRL' }] };
    const accounts = { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const;
    await openPage({ ...setting('#reconciliation/2026-10/data'), accounts }, () => (
      <InAccount>
        <Reconciliation />
      </InAccount>
    ));
    await waitFor(() => expect(screen.getAllByTestId('month-step')[0]?.dataset.state).not.toBe(''));
    const saying = screen
      .getAllByTestId('month-step')
      .filter(({ textContent, title }) =>
        [textContent, title].every((each) => each?.includes(text('currency.all'))),
      );
    expect(saying.map(({ dataset }) => dataset.step)).toEqual(['data']);
    const headOf = (section: HTMLElement) => section.querySelector('header')?.textContent;
    expect(headOf(await screen.findByTestId('month-data'))).toContain(text('currency.all'));
    goTo('#reconciliation/2026-10/statements');
    const files = await screen.findByRole('region', { name: text('statement-import.title') });
    expect(headOf(files)).toContain(text('currency.all'));
  });

  test('«Siguiente» leads through what is open, by its key too, and steps are links', async () => {
    const { user } = await open('#reconciliation/2026-10/costs');
    await waitFor(() => expect(screen.getByTestId('month-next').textContent).toContain('3 cuentas'));
    await user.click(screen.getByTestId('month-next'));
    expect(shownStep()).toBe('statements');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(shownStep()).toBe('differences');
    expect(window.location.hash).toBe('#reconciliation/2026-10/differences');
    const links = screen.getAllByTestId('month-step').map((each) => each.getAttribute('href'));
    expect(links[5]).toBe('#reconciliation/2026-10/bank');
  });

  test('which account misses a statement is told, and that it needs none is said in somebody’s name', async () => {
    const { user, session } = await open('#reconciliation/2026-10/statements');
    const line = await screen.findByTestId('account-statement');
    expect([line.dataset.name, line.dataset.state]).toEqual(['Mercado Austral · Lumbre Oficial', 'open']);
    await user.click(within(line).getByTestId('account-waive'));
    const said = () => session.data.call.readAnnotations({ kind: 'month-waiver' });
    await waitFor(async () => expect(await said()).toHaveLength(1));
    expect((await said())[0]?.value).toMatchObject({ said: { reason: 'none', count: 1, evidence: 'e' } });
    await user.click(screen.getByTestId('undo-offer'));
    await waitFor(async () => expect(await said()).toEqual([]));
  });

  test('a step is signed off in somebody’s name with the figure of now, and that is undone', async () => {
    const { user, session } = await open('#reconciliation/2026-10/statements');
    const bar = await screen.findByTestId('month-sign');
    expect(bar.dataset.state).toBe('none');
    const sign = within(bar).getByTestId<HTMLButtonElement>('sign-step');
    const lacks = within(bar).getByTestId('sign-lacks');
    expect([sign.disabled, lacks.textContent]).toEqual([true, text('month.sign-lacks')]);
    expect(sign.getAttribute('aria-describedby')).toBe(lacks.id);
    await user.type(within(bar).getByTestId('sign-owner'), 'Ana');
    expect([sign.disabled, lacks.textContent]).toEqual([false, '']);
    await user.click(within(bar).getByTestId('sign-step'));
    const said = () => session.data.call.readAnnotations({ kind: 'month-sign-off' });
    await waitFor(async () => expect(await said()).toHaveLength(1));
    expect((await said())[0]).toMatchObject({
      key: JSON.stringify(['2026-10', 'statements', 'Mercado Austral', 'Lumbre Oficial']),
      value: {
        owner: 'Ana',
        said: { state: 'open', count: 1, of: 1, evidence: 'e' },
        step: { count: 3, of: 10 },
      },
    });
    await user.click(screen.getByTestId('undo-offer'));
    await waitFor(async () => expect(await said()).toEqual([]));
  });

  test('a sign-off that fell keeps its name and figure and is asked again; what ties by itself says so', async () => {
    const last = {
      owner: 'Sol',
      atMs: 1,
      step: { reason: 'gaps', count: 4, of: 9, amount: '-12.50' as Decimal },
    };
    const steps = OCTOBER.steps.map((step) =>
      step.id === 'statements'
        ? { ...step, sign: { state: 'fallen', last } as const }
        : step.id === 'data'
          ? { ...step, isByItself: true, sign: { state: 'by-itself', last: null } as const }
          : step,
    );
    const { user } = await open('#reconciliation/2026-10/statements', {
      ...PAGE,
      walk: { ...OCTOBER, steps, signers: ['Eva', 'Sol'] },
    });
    const fallen = await screen.findByTestId('month-sign-fallen');
    expect(fallen.textContent).toContain('Sol');
    expect(fallen.querySelector<HTMLElement>('[data-value]')?.dataset.value).toBe('-12.50');
    expect(screen.getByTestId('sign-step').textContent).toBe(text('month.sign-again'));
    const inList = (id: string) =>
      screen.getAllByTestId('month-step').find(({ dataset }) => dataset.step === id);
    expect([inList('statements')?.dataset.sign, inList('data')?.dataset.sign]).toEqual([
      'fallen',
      'by-itself',
    ]);
    expect(inList('statements')?.textContent).toContain('Sol');
    expect(screen.getByTestId('month-people').textContent).toBe('Prepara Eva, Sol');
    await user.click(inList('data') as HTMLElement);
    expect((await screen.findByTestId('month-by-itself')).textContent).toBe(text('month.by-itself'));
  });

  test('a tool is a place beside its steps, and leads back to the step that one came from', async () => {
    const { user } = await open('#reconciliation/2026-10/costs');
    await waitFor(() => expect(shownStep()).toBe('costs'));
    await user.click(screen.getByTestId('month-tools'));
    await user.click(await screen.findByTestId('tool-explain'));
    expect(window.location.hash).toBe('#reconciliation/2026-10/explain');
    expect(screen.getByTestId('explain-amount').checkVisibility()).toBe(true);
    await user.click(screen.getByTestId('to-exceptions'));
    expect(screen.getByTestId('month-back').textContent).toContain('octubre');
    await user.click(screen.getByTestId('month-back'));
    expect(shownStep()).toBe('costs');
    goTo('#reconciliation');
    await waitFor(() => expect(window.location.hash).toBe('#reconciliation/2026-10/costs'));
  });
});

describe('the differences of a month', () => {
  const OPEN = {
    cases: 2,
    currency: 'CLP',
    ledgerAmount: '10',
    statementAmount: '-2.5',
    difference: '-12.5',
  };
  const differences: MonthPage['differences'] = [
    {
      account: { canal: 'Mercado Austral', cuenta: 'Lumbre Oficial' },
      ...{ orders: 2, cases: 2, open: OPEN as never, explained: { ...OPEN, cases: 0 } as never },
    },
  ];
  const at = setting('#reconciliation/2026-10/differences');

  test('stand by account, and lead to the search for their cause with the figure of its statements', async () => {
    const { user } = await openPage(
      { ...at, dataReplies: { ...at.dataReplies, readMonth: () => ({ ...PAGE, differences }) } },
      () => (
        <InAccount>
          <Frame onConnect={() => {}} />
          <SelectionProbe />
        </InAccount>
      ),
    );
    const line = await screen.findByTestId('account-differences');
    expect(within(line).getByTestId('account-difference').dataset.value).toBe('-12.5');
    await user.click(within(line).getByTestId('difference-explain'));
    await waitFor(() => expect(window.location.hash).toBe('#reconciliation/2026-10/explain'));
    expect(probedSelection().filters).toEqual([
      { column: 'Canal', values: ['Mercado Austral'] },
      { column: 'Cuenta', values: ['Lumbre Oficial'] },
    ]);
    // Two orders of 60.05 in its month, and what the statements say less.
    await waitFor(() => expect(screen.getByTestId<HTMLInputElement>('explain-amount').value).toBe('107,6'));
    expect(screen.getByTestId('explain-measure').textContent).toContain('Rentabilidad Marketplace');
    await user.click(screen.getByTestId('month-back'));
    await waitFor(() => expect(shownStep()).toBe('differences'));
    expect(probedSelection().filters).toEqual([]);
    // A step that one goes on to is of the whole month again, too.
    await user.click(screen.getByTestId('difference-rates'));
    await waitFor(() => expect(window.location.hash).toBe('#reconciliation/2026-10/rates'));
    expect(probedSelection().filters).toHaveLength(2);
    await user.click(screen.getByRole('link', { name: /Costos/ }));
    await waitFor(() => expect(shownStep()).toBe('costs'));
    expect(probedSelection().filters).toEqual([]);
  });
});

describe('what leads elsewhere', () => {
  test('comes back to the place as it was, with what was selected there', async () => {
    const { user } = await openPage(setting('#reconciliation/2026-10/costs'), () => (
      <InAccount>
        <Frame onConnect={() => {}} />
        <SelectionProbe />
      </InAccount>
    ));
    await waitFor(() => expect(screen.getAllByTestId('missing-cost-line')).toHaveLength(2));
    const before = probedSelection();
    await user.click(screen.getByRole('button', { name: text('missing-cost.by-risk') }));
    await user.click(
      within(screen.getAllByTestId('missing-cost-line')[0] as HTMLElement).getAllByRole(
        'button',
      )[0] as HTMLElement,
    );
    await waitFor(() => expect(window.location.hash).toBe('#orders/Ventas'));
    expect(probedSelection().filters).not.toEqual([]);
    expect(probedSelection().period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    const back = await screen.findByTestId('month-back');
    expect(back.textContent).toContain('Conciliación, octubre');
    await user.click(back);
    await waitFor(() => expect(shownStep()).toBe('costs'));
    expect(probedSelection()).toEqual(before);
    expect(
      screen.getByRole('button', { name: text('missing-cost.by-risk') }).getAttribute('aria-pressed'),
    ).toBe('true');
  });
});
