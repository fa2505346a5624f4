import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createWorld } from '#electron/demo/world/world.ts';
import type { Finding, StatementReason } from '#renderer/data/model/finding.ts';
import { ownCostKey } from '#renderer/data/model/own-costs.ts';
import { useExceptions } from '#renderer/features/exceptions/use-exceptions.ts';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import type { MatchesQuery } from '#renderer/reconciliation/matching/model/matches.ts';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import { reviewOf, todayOf } from '#renderer/screens/panel/review.ts';
import { TodaySection } from '#renderer/screens/panel/today-section.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { NOW } from '#test/electron/demo/demo-api.ts';
import { month } from '#test/renderer/features/coverage/sync-fixtures.ts';
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

/** The queue of exceptions, its states, and the months above it. */

const TRUTH = [...createWorld({ seed: 31, orders: 40, clock: () => NOW }).truth()] as readonly Row[];
const SALES = TRUTH.filter(
  (row) =>
    row['Tipo de Dato'] === 'Orden' &&
    row['Costo de Producto'] !== '0' &&
    row['Estado de Pago'] !== 'Sin Información',
).slice(0, 12);
const [FIRST = {}] = SALES;
const LACKING: Row = {
  ...FIRST,
  Orden: 'sin-costo',
  'Costo de Producto': '0',
  'Rentabilidad Comercial': '',
  'Rentabilidad Total': '',
};

function Review() {
  const { output } = useExceptions();
  const items = output === null ? null : reviewOf(output.groups);
  const lines = items === null ? null : todayOf(items, [], null);
  return (
    <TodaySection
      lines={lines}
      count={items?.reduce((all, { cases }) => all + cases, 0) ?? 0}
      running={null}
      places={0}
    />
  );
}
const open = (rows: readonly Row[], setting: Partial<PageSetting> = {}) =>
  openPage({ at: '#reconciliation/exceptions', rows, ...setting }, () => (
    <InAccount>
      <Reconciliation />
      <SelectionProbe />
    </InAccount>
  ));
const lines = () => screen.queryAllByTestId('exception');
const groupLines = () => screen.queryAllByTestId('exception-group');
const openOnes = () => screen.getByTestId('exceptions').dataset.value;

describe('the queue of exceptions', () => {
  test('says what was checked where nothing is wrong', async () => {
    await open(SALES);
    const none = await screen.findByTestId('exceptions-none');
    expect(none.textContent).toContain(text('exception.none-checked', { count: 12, shown: '12' }));
    expect(openOnes()).toBe('0');
    expect(lines()).toEqual([]);
  });

  test('stands beside the other tools, each a place of its own; what was chosen there is there again', async () => {
    const { user } = await open([...SALES, LACKING]);
    await waitFor(() => expect(lines()).toHaveLength(1));
    await user.type(await screen.findByTestId('exceptions-search'), 'nada');
    for (const [place, id] of [
      ['rows', 'proof-total'],
      ['costs', 'missing-cost-skus'],
      ['explain', 'explain-amount'],
    ]) {
      goTo(`#reconciliation/${place}`);
      await waitFor(() => expect(screen.getByTestId(id ?? '').checkVisibility()).toBe(true));
      expect(screen.queryByTestId('exceptions')).toBeNull();
    }
    goTo('#reconciliation/exceptions');
    await screen.findByTestId('exceptions-search');
    expect(screen.getByTestId<HTMLInputElement>('exceptions-search').value).toBe('nada');
  });

  test('accepts one with a note and a name, undoes it, and opens it again once it changed', async () => {
    const { user, commit } = await open([...SALES, LACKING]);
    await waitFor(() => expect(lines()).toHaveLength(1));
    const line = () => lines()[0] as HTMLElement;
    expect([line().dataset.kind, line().dataset.state, openOnes()]).toEqual(['missing-cost', 'open', '1']);
    expect(Number(line().dataset.value)).toBe(Number(LACKING.Ventas));
    await user.click(within(line()).getByRole('button'));
    await user.type(screen.getByTestId('exception-owner'), 'Ana');
    await user.type(screen.getByTestId('exception-note'), 'no tiene costo');
    await user.selectOptions(screen.getByTestId('exception-state'), 'accepted');
    await waitFor(() => expect(openOnes()).toBe('0'));
    expect(lines()).toEqual([]);
    await user.click(screen.getByTestId('exceptions-accepted'));
    expect(lines().map(({ dataset }) => dataset.state)).toEqual(['accepted']);
    await waitFor(() =>
      expect(screen.getAllByTestId('exception-log')[0]?.textContent).toContain('Ana: Aceptada'),
    );
    expect(screen.getByTestId('exception-state').dataset.value).toBe('accepted');
    expect(screen.getByTestId('exception-reopen')).toBeTruthy();
    expect(screen.queryByTestId('exception-explain')).toBeNull();
    expect(lines()[0]?.textContent).toContain('no tiene costo');

    // Another commit: what was said of the order stays, another one lacks its cost for itself.
    commit([{ ...LACKING, Orden: 'sin-costo-2' }]);
    await waitFor(() => expect(openOnes()).toBe('1'));
    expect(lines().map(({ dataset }) => dataset.state)).toEqual(['accepted']);
    // One row more of the same order: it is open again, and says what it was.
    commit([{ ...LACKING, 'SKU Producto': 'otro' }]);
    await waitFor(() => expect(openOnes()).toBe('2'));
    expect(screen.getByTestId('exception-changed').textContent).toContain('aceptada');
    // As long as nobody says anything of what it is now.
    expect(screen.getByTestId('exception-state').dataset.value).toBe('open');
    expect(Number(screen.getByTestId('exception-before').dataset.value)).toBe(Number(LACKING.Ventas));
    expect(Number(screen.getByTestId('exception-now').dataset.value)).toBe(2 * Number(LACKING.Ventas));
    expect((screen.getByTestId('exception-note') as HTMLTextAreaElement).value).toBe('no tiene costo');
    await user.click(screen.getByTestId('exceptions-open'));
    expect(
      lines()
        .map(({ dataset }) => dataset.changed)
        .toSorted(),
    ).toEqual(['false', 'true']);
    await user.click(screen.getByTestId('exception-explain'));
    await waitFor(() => expect(openOnes()).toBe('1'));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(openOnes()).toBe('2'));
  });

  test('is walked by arrows, and states are said by letters', async () => {
    const { user } = await open([...SALES, LACKING, { ...SALES[1], Orden: 'x', 'Fecha de compra': 'ayer' }]);
    await waitFor(() => expect(lines()).toHaveLength(2));
    const rowOf = () => (document.activeElement as HTMLElement).closest('tr')?.dataset;
    const kinds = lines().map(({ dataset }) => dataset.kind);
    within(groupLines()[0] as HTMLElement)
      .getAllByRole('button')
      .at(-1)
      ?.focus();
    await user.keyboard('{ArrowDown}');
    expect([rowOf()?.testid, rowOf()?.kind]).toEqual(['exception', kinds[0]]);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect([rowOf()?.testid, rowOf()?.kind]).toEqual(['exception', kinds[1]]);
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true');
    await user.keyboard('e');
    await waitFor(() => expect(openOnes()).toBe('1'));
    expect(lines().map(({ dataset }) => dataset.kind)).toEqual([kinds[0]]);
    within(groupLines()[0] as HTMLElement)
      .getAllByRole('button')
      .at(-1)
      ?.focus();
    await user.keyboard('{ArrowLeft}');
    expect(lines()).toEqual([]);
    await user.keyboard('{ArrowRight}');
    expect(lines()).toHaveLength(1);
    await user.keyboard('A');
    await waitFor(() => expect(openOnes()).toBe('0'));
    await user.click(screen.getByTestId('exceptions-accepted'));
    expect(lines().map(({ dataset }) => [dataset.kind, dataset.state])).toEqual([[kinds[0], 'accepted']]);
    within(lines()[0] as HTMLElement)
      .getByRole('button')
      .focus();
    await user.keyboard('o');
    await waitFor(() => expect(openOnes()).toBe('1'));
  });

  test('filters by age and words, and sorts', async () => {
    const { user } = await open([...SALES, LACKING, { ...SALES[1], Orden: 'x', 'Fecha de compra': 'ayer' }]);
    await waitFor(() => expect(lines()).toHaveLength(2));
    await user.type(screen.getByTestId('exceptions-search'), 'COSTO');
    expect(lines().map(({ dataset }) => dataset.kind)).toEqual(['missing-cost']);
    // The lines may follow a moment after the words: they say which they are of.
    expect(lines()[0]?.closest<HTMLElement>('[data-searched]')?.dataset.searched).toBe('COSTO');
    await user.clear(screen.getByTestId('exceptions-search'));
    await user.click(screen.getByTestId('exceptions-age-week'));
    expect(lines().every(({ dataset }) => dataset.kind !== 'undated')).toBe(true);
    await user.click(screen.getByRole('button', { name: text('exception.age-all', { count: 2 }) }));
    const name = text('exception.kind');
    await user.click(
      within(screen.getByTestId('exceptions')).getByTitle(text('exception.sort-by', { column: name })),
    );
    expect(lines().map(({ dataset }) => dataset.kind)).toEqual(['missing-cost', 'undated']);
  });

  test('leads to the orders behind it, and undone, back', async () => {
    const { user } = await open([...SALES, LACKING]);
    await waitFor(() => expect(lines()).toHaveLength(1));
    await user.click(within(lines()[0] as HTMLElement).getByRole('button'));
    await user.click(screen.getByTestId('exception-to-orders'));
    expect(window.location.hash).toBe('#orders/Ventas');
    expect(probedSelection().filters).toEqual([
      { column: 'Canal', values: [FIRST.Canal] },
      { column: 'Cuenta', values: [FIRST.Cuenta] },
      { column: 'Orden', values: ['sin-costo'] },
    ]);
    expect(probedSelection().numberFilters).toEqual([{ column: 'Costo de Producto', from: '0', to: '0' }]);
  });

  test('is led to from the panel, narrowed to what the line is of, to its count and its sum', async () => {
    const unpaid = { ...FIRST, Orden: 'sin-pago', 'Estado de Pago': 'Sin Información' };
    const { user } = await openPage({ rows: [...SALES, LACKING, unpaid] }, () => (
      <InAccount>
        <Review />
        <Reconciliation />
      </InAccount>
    ));
    const review = await waitFor(() => {
      const found = document.querySelector('[data-testid=today][data-kind="missing-cost"] button');
      expect(found).not.toBeNull();
      return found as HTMLElement;
    });
    const amount = review.closest<HTMLElement>('li')?.dataset.value;
    fireEvent.click(review);
    const chip = await screen.findByTestId('exceptions-only');
    expect(chip.textContent).toContain(text('exception.kind-missing-cost'));
    await waitFor(() => expect(lines().map(({ dataset }) => dataset.kind)).toEqual(['missing-cost']));
    expect(Number(lines()[0]?.dataset.value)).toBe(Number(amount));
    expect(screen.getByTestId('exceptions-total-open').dataset.count).toBe('1');
    await user.click(chip);
    await waitFor(() =>
      expect(new Set(lines().map(({ dataset }) => dataset.kind))).toEqual(
        new Set(['missing-cost', 'no-payment']),
      ),
    );
  });

  test('leads from a statement that does not square to its cases, and says its file and why', async () => {
    const asked: MatchesQuery[] = [];
    const statement = (id: string, digest: string): ImportedStatement => ({
      id,
      digest,
      name: `${id}.csv`,
      kind: 'mercado-pago-settlement',
      layout: null,
      lines: 3,
      fresh: 3,
      days: null,
      nets: [],
      accounts: [],
      proof: { state: 'holds', gap: '0' as Decimal },
      importedAtMs: 1,
      owner: '',
    });
    const found = (reason: StatementReason, amount: string): Finding => ({
      kind: 'statement-difference',
      subject: { statement: 'abc', reason },
      name: 'enero.csv',
      evidence: 'e',
      rows: 3,
      orders: 3,
      amount: amount as Decimal,
      firstPurchase: null,
      lastPurchase: null,
      affects: [],
    });
    const groups = groupsOf({
      findings: [found('only-there', '12.50'), found('proof', '3')],
      ...{ records: new Map(), sayings: new Map(), claimed: new Map(), scope: null },
      today: '2026-11-27' as LocalDate,
    });
    const { user } = await open(SALES, {
      dataReplies: {
        readExceptions: () => ({ revision: 1, rows: 3, exceptions: [], groups }),
        readStatements: () => [statement('febrero', 'def'), statement('enero', 'abc')],
        readMatches: (query) => {
          asked.push(query);
          throw new Error('no hay más que preguntar');
        },
      },
    });
    await waitFor(() => expect(lines()).toHaveLength(2));
    const [first, second] = groupLines().map((line) => line.textContent ?? '');
    expect(first).toContain(`${text('match.state-only-there')} · enero.csv`);
    expect(second).toContain(`${text('exception.statement-proof')} · enero.csv`);
    expect(lines()[0]?.dataset.value).toBe('12.50');
    await user.click(within(lines()[0] as HTMLElement).getByRole('button'));
    expect(screen.getByTestId('exception-chosen').textContent).toContain(
      text('exception.meaning-statement-only-there'),
    );
    await user.click(screen.getByTestId('exception-to-section'));
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({ statementIds: ['enero'], states: ['only-there'] }),
    );
  });

  test('stands in groups by kind, account and month, which are accepted whole', async () => {
    const earlier = { 'Fecha de compra': '2022-01-05T10:00:00.000' };
    const { user } = await open([
      ...SALES,
      LACKING,
      { ...LACKING, Orden: 'sin-costo-2' },
      { ...LACKING, Orden: 'de-antes', ...earlier },
    ]);
    await waitFor(() => expect(groupLines()).toHaveLength(2));
    const month = String(LACKING['Fecha de compra']).slice(0, 7);
    const account = `${LACKING.Canal} · ${LACKING.Cuenta}`;
    const viewOf = ({ dataset: { kind, account: of, month: in_, count, value } }: HTMLElement) =>
      [kind, of, in_, count, Number(value)] as const;
    expect(groupLines().map(viewOf).toSorted()).toEqual([
      ['missing-cost', account, '2022-01', '1', Number(LACKING.Ventas)],
      ['missing-cost', account, month, '2', 2 * Number(LACKING.Ventas)],
    ]);
    const chips = () =>
      screen.getAllByTestId('exception-chip').map(({ dataset: { when, count } }) => [when, count]);
    expect(chips()).toEqual([
      ['month', '2'],
      ['earlier', '1'],
    ]);
    await user.click(screen.getAllByTestId('exception-chip')[1] as HTMLElement);
    expect(groupLines().map(({ dataset }) => dataset.month)).toEqual(['2022-01']);
    await user.click(screen.getAllByTestId('exception-chip')[0] as HTMLElement);
    // A chip that is pressed lets all months be seen again.
    await user.click(screen.getAllByTestId('exception-chip')[0] as HTMLElement);
    expect(groupLines()).toHaveLength(2);
    await user.click(screen.getAllByTestId('exception-chip')[0] as HTMLElement);
    await user.click(groupLines()[0] as HTMLElement);
    const fee = () => screen.getByTestId('exception-reason-fee');
    for (const pressed of ['true', 'false', 'true']) {
      await user.click(fee());
      expect(fee().getAttribute('aria-pressed')).toBe(pressed);
    }
    await user.click(screen.getByTestId('exception-explain'));
    await waitFor(() => expect(openOnes()).toBe('1'));
    // What is explained is out of the total of what is open, and told beside it.
    expect(screen.getByTestId('exceptions-total-explained').dataset.count).toBe('2');
    expect(screen.getByTestId('exceptions-total-open').dataset.count).toBe('0');
    await user.click(screen.getByTestId('exceptions-explained'));
    expect(lines().map(({ dataset }) => dataset.state)).toEqual(['explained', 'explained']);
    expect(lines()[0]?.textContent).toContain(text('exception.reason-fee'));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(openOnes()).toBe('3'));
  });

  test('of some that are picked says one thing; its day brings them back into sight', async () => {
    const { user, session } = await open([
      ...SALES,
      ...['a', 'b', 'c'].map((Orden) => ({ ...LACKING, Orden })),
    ]);
    await waitFor(() => expect(lines()).toHaveLength(3));
    for (const line of lines().slice(0, 2)) await user.click(within(line).getByRole('checkbox'));
    expect(screen.getByTestId('exception-chosen').dataset.count).toBe('2');
    await user.type(screen.getByTestId('exception-note'), 'mañana');
    await user.type(screen.getByTestId('exception-owner'), ' Eva ');
    await user.type(screen.getByTestId('exception-follow-up'), '01-01-2020');
    await user.click(screen.getByTestId('exception-accept'));
    await waitFor(() =>
      expect(
        lines()
          .map(({ dataset: { state, due } }) => `${state} ${due}`)
          .toSorted(),
      ).toEqual([...['accepted true', 'accepted true', 'open false']]),
    );
    expect(openOnes()).toBe('3');
    expect(screen.getByTestId('exceptions-total-open').dataset.count).toBe('1');
    expect(screen.getByTestId('exceptions-total-due').dataset.count).toBe('2');
    const said = await session.data.call.readAnnotations({ kind: 'exception-saying' });
    expect(said.map(({ value }) => value)).toMatchObject([
      { state: 'accepted', note: 'mañana', owner: 'Eva', followUp: '2020-01-01' },
    ]);
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() =>
      expect(screen.getByTestId('undo-line').textContent).toContain(
        text('exception.undo-several', { count: 2 }),
      ),
    );
  });

  test('of one says its number and day; of some of several kinds how many, of how many groups, and what they come to', async () => {
    const undated = { ...SALES[1], Orden: 'x', 'Fecha de compra': 'ayer' };
    const { user } = await open([...SALES, LACKING, undated]);
    await waitFor(() => expect(lines()).toHaveLength(2));
    const chosen = () => screen.getByTestId('exception-chosen');
    const facts = () =>
      within(chosen())
        .getAllByRole('term')
        .map(({ textContent }) => textContent);
    const lacking = () => lines().find(({ dataset }) => dataset.kind === 'missing-cost') as HTMLElement;
    await user.click(within(lacking()).getByRole('button'));
    expect(within(chosen()).getByRole('heading', { level: 3 }).textContent).toBe(
      text('exception.kind-missing-cost'),
    );
    expect(within(chosen()).getByText('sin-costo').tagName).toBe('B');
    expect(facts()).toEqual(
      ['amount', 'rows', 'day'].map((each) => text(`exception.${each}` as 'exception.day')),
    );
    expect(screen.getByTestId('exception-to-orders')).toBeTruthy();
    for (const line of lines()) await user.click(within(line).getByRole('checkbox'));
    expect(within(chosen()).getByRole('heading', { level: 3 }).textContent).toBe(
      text('exception.several', { count: 2 }),
    );
    expect(chosen().textContent).toContain(text('exception.of-groups', { count: 2 }));
    expect(facts()).toContain(text('exception.count'));
    expect(screen.queryByTestId('exception-to-orders')).toBeNull();
    await user.click(screen.getByTestId('exception-note'));
    await user.keyboard('{Escape}');
    expect(screen.queryByTestId('exception-chosen')).toBeNull();
  });

  test('has nothing more to say of what own costs fill once they are counted', async () => {
    const filled = { ...LACKING, 'SKU Producto': 'propio' };
    const key = ownCostKey({ sku: 'propio', currency: null, from: null });
    const cost = {
      ...{ sku: 'propio', currency: null, from: null, to: null, cost: '3.50' },
      ...{ note: '', owner: '', atMs: 1 },
    };
    const { user } = await open([...SALES, filled], {
      annotations: [{ kind: 'own-cost', key, value: cost }],
    });
    await waitFor(() => expect(openOnes()).toBe('1'));
    await user.click(screen.getByTestId('own-costs-switch'));
    await waitFor(() => expect(openOnes()).toBe('0'));
    expect(lines()).toEqual([]);
  });

  test('is claimed: with a number, a day, a file, and what came back of it', async () => {
    const paidTwice = { ...LACKING, Orden: 'reclamada' };
    const { user, commit } = await open([...SALES, paidTwice]);
    await waitFor(() => expect(lines()).toHaveLength(1));
    await user.click(lines()[0] as HTMLElement);
    expect(screen.getByTestId('claim-until').textContent).toContain('60');
    await user.click(screen.getByTestId('exception-claim'));
    await waitFor(() => expect(openOnes()).toBe('0'));
    expect(screen.getByTestId('exceptions-total-claimed').dataset.count).toBe('1');
    await user.click(screen.getByTestId('exceptions-claimed'));
    await user.click(within(lines()[0] as HTMLElement).getByRole('button'));
    expect(screen.getByTestId('exception-chosen').textContent).toContain(
      text('exception.claimed-in', { number: 'R-0001' }),
    );
    await user.click(screen.getByTestId('exception-claim-see'));
    await screen.findByTestId('claim-row');
    goTo('#reconciliation/exceptions');
    await user.click(await screen.findByTestId('exceptions-to-claims'));
    const row = await screen.findByTestId('claim-row');
    const viewOf = ({ dataset: { number, state, claimed, recovered } }: HTMLElement) =>
      [number, state, Number(claimed), Number(recovered)] as const;
    const claimed = Number(LACKING.Ventas);
    expect(viewOf(row)).toEqual(['R-0001', 'to-send', claimed, 0]);
    await user.selectOptions(screen.getByTestId('claim-state'), 'sent');
    await waitFor(() => expect(screen.getByTestId('claim-row').dataset.state).toBe('sent'));
    // The order leaves more than it did when it was claimed.
    commit([{ ...paidTwice, 'SKU Producto': 'devuelto', 'Rentabilidad Marketplace': '1.25', Ventas: '0' }]);
    await waitFor(() => expect(Number(screen.getByTestId('claim-row').dataset.recovered)).toBe(1.25));
    await user.click(within(screen.getByTestId('claim-row')).getByRole('button', { name: 'R-0001' }));
    expect(screen.getAllByTestId('claim-log')).toHaveLength(2);
    expect(screen.getByTestId('claim-digest').dataset.value).toMatch(/^[0-9a-f]{64}$/);
    await user.clear(screen.getAllByTestId('claim-days')[0] as HTMLElement);
    await user.type(screen.getAllByTestId('claim-days')[0] as HTMLElement, '15{Enter}');
    await waitFor(() => expect(screen.getAllByTestId('claim-rule')[0]?.dataset.proposal).toBe('false'));
    expect(screen.getAllByTestId('claim-rule')[0]?.dataset.days).toBe('15');
  });

  test('tells a failure, and asks again', async () => {
    let isDown = true;
    const { user } = await open(SALES, {
      dataReplies: {
        readExceptions: () => {
          if (isDown) throw new Error('sin memoria');
          return { revision: 1, rows: 0, exceptions: [], groups: [] };
        },
      },
    });
    const alert = await within(screen.getByTestId('exceptions')).findByRole('alert');
    isDown = false;
    await user.click(within(alert).getByRole('button'));
    await screen.findByTestId('exceptions-none');
  });
});

describe('the months', () => {
  test('say how far each is; arrows walk them, and a press opens one and makes it the period', async () => {
    const walks = [
      walked('2026-09', ['done', 'done', 'open']),
      walked('2026-10', ['done', 'done', 'done', 'done', 'open'], { amount: '-883442' as Decimal }),
    ];
    const { user } = await open(SALES, {
      at: '#reconciliation/months',
      dataReplies: {
        readMonths: () => ({ revision: 1, months: walks }),
        readCloses: () => ({ revision: 1, months: [] }),
      },
      months: [
        month({ month: '2026-08' as never, reach: 'queued', rows: 0 }),
        month({ month: '2026-09' as never, reach: 'live', rows: 5, unsettled: true }),
        month({ month: '2026-10' as never, reach: 'live', rows: 7 }),
      ],
    });
    const months = await screen.findAllByTestId('month-cell');
    expect(
      months.map(({ dataset }) => [dataset.month, dataset.state, dataset.done, dataset.of, dataset.value]),
    ).toEqual([
      ['2026-09', 'open', '2', '7', ''],
      ['2026-10', 'open', '4', '7', '-883442'],
    ]);
    (months[0] as HTMLElement).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(months[1]);
    await user.keyboard('{Enter}');
    expect(probedSelection().period).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    expect(screen.getByTestId('month-title').dataset.month).toBe('2026-10');
  });
});
