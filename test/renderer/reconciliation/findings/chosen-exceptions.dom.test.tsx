import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { type Finding, type FindingCase, findingKey } from '#renderer/data/model/finding.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import { caseKey, type ExceptionSaying, sayingOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { ChosenExceptions } from '#renderer/reconciliation/findings/screen/chosen-exceptions.tsx';
import { queueLines } from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import type { useSaying } from '#renderer/reconciliation/findings/screen/use-saying.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';

/** What is read of the chosen exceptions: what they are, their figures, what was said of them, and where they lead. */

const one = (id: string, day: string | null, amount: string | null = '10'): FindingCase => ({
  ...{ id, name: `O-${id}`, month: day === null ? null : (day.slice(0, 7) as Month) },
  ...{ day: day as LocalDate | null, amount: amount as Decimal | null, rows: 2, evidence: 'e' },
});
const found = (kind: string, Cuenta: string, cases: readonly FindingCase[], more: object = {}): Finding => ({
  ...{ kind, subject: { Canal: 'Uno', Cuenta }, evidence: 'e', rows: 1, orders: 1, amount: null },
  ...{ firstPurchase: null, lastPurchase: null, affects: ['total'], cases, ...more },
});
const RATES = found('rate', 'A', [
  one('1', '2026-11-20'),
  one('2', '2026-11-22', '2.5'),
  one('4', '2026-11-20'),
]);
const FOUND = [
  RATES,
  found('rate', 'B', [one('5', '2026-11-20')], { currency: 'USD' }),
  found('missing-cost', 'A', [one('6', null, null)], { affects: ['comercial', 'total'] }),
  found('statement-difference', 'A', [one('7', '2026-10-05')], {
    ...{ subject: { statement: 'd', reason: 'only-there' }, name: 'noviembre.xlsx' },
  }),
  found('unsettled', 'A', [one('8', '2026-10-05', null)], { affects: [] }),
];
const GONE = found('rate', 'A', [one('3', '2026-11-21')]);
const said = (
  of: Finding,
  id: string,
  more: Partial<Omit<ExceptionSaying, 'of'>>,
  was: Partial<FindingCase> = {},
) =>
  sayingOf(
    [{ finding: of, cases: [{ ...(of.cases?.find((each) => each.id === id) as FindingCase), ...was }] }],
    {
      ...{ state: 'open', reason: null, note: '', owner: '', followUp: null, atMs: 1 },
      ...more,
    },
  );
const NOON = new Date(2026, 10, 25, 12).getTime();
const SAYINGS = [
  said(
    RATES,
    '2',
    { state: 'explained', reason: 'fee', note: 'así', owner: 'Ana', atMs: NOON },
    { amount: '8' as Decimal, evidence: 'was' },
  ),
  said(RATES, '2', { followUp: '2026-12-01' as LocalDate, atMs: NOON - 60_000 }),
  said(GONE, '3', { state: 'accepted', owner: 'Eva', atMs: NOON }),
  said(RATES, '4', { note: 'mire', owner: 'Eva', atMs: NOON }),
].map((saying, at) => [`${at}`, saying] as const);
const RECORD = {
  finding: { ...RATES, affects: ['total'] },
  ...{ state: 'accepted', note: 'antes', owner: 'Luz', atMs: 5, evidence: 'old' },
  log: [{ atMs: NOON - 120_000, state: 'accepted', owner: 'Luz', note: 'antes', amount: '9' }],
};
const CLAIMED = new Map([
  [caseKey(findingKey(RATES), '4'), { number: 'R-0004', evidence: 'was', isRejected: false }],
]);
const SAYING = { owner: 'Sol', error: null, sayings: null, say: async () => {} } as unknown as ReturnType<
  typeof useSaying
>;
const LINES = queueLines(
  groupsOf({
    ...{ findings: FOUND, records: new Map(), sayings: new Map(SAYINGS), claimed: CLAIMED, scope: null },
    today: '2026-11-27' as LocalDate,
  }),
  '2026-11-27T10:00:00.000' as LocalDateTime,
  ({ currency }) => currency ?? '',
  () => '',
);

/** The chosen of a page, and where the page is led to. */
async function open(first: string, isGroup = false) {
  const led: unknown[] = [];
  let show: (names: string, areOfGroup?: boolean) => void = () => {};
  function Chosen() {
    const [{ names, areOfGroup }, choose] = useState({ names: first, areOfGroup: isGroup });
    show = (next, ofGroup = false) => act(() => choose({ names: next, areOfGroup: ofGroup }));
    const wanted = names.split(' ').map((id) => `O-${id}`);
    const { selection } = useSelection();
    const { address } = useNavigation();
    return (
      <>
        <ChosenExceptions
          lines={LINES.filter(({ name }) => wanted.includes(name))}
          areOfGroup={areOfGroup}
          saying={SAYING}
          onClose={() => led.push('close')}
          onSection={(...to) => led.push(to)}
        />
        <output>
          {JSON.stringify([address.screen, address.detail, selection.filters, selection.period])}
        </output>
      </>
    );
  }
  await openPage(
    {
      at: '#reconciliation/exceptions',
      annotations: [
        ...SAYINGS.map(([key, value]) => ({ kind: 'exception-saying' as const, key, value })),
        { kind: 'exception' as const, key: findingKey(RATES), value: RECORD as never },
      ],
    },
    () => (
      <InAccount>
        <Chosen />
      </InAccount>
    ),
  );
  const read = () => readOf(screen.getByTestId('exception-chosen'));
  return {
    ...{ show, read, led },
    /** Above the form. */
    about: () =>
      read()
        .slice(
          0,
          read().findIndex((line) => line.startsWith('Razón')),
        )
        .filter((line) => !line.includes('Cerrar')),
    /** The letters of the profitabilities that it moves. */
    scopes: () => screen.getByTestId('exception-chosen').querySelectorAll('header i').length,
    log: () => screen.queryAllByTestId('exception-log').map(({ textContent }) => textContent),
    place: () => JSON.parse(document.querySelector('output')?.textContent ?? ''),
  };
}

const RATE = [
  'Los demás cobros siguen la regla al centavo; estos cobran más. El monto es lo que falta reembolsar.',
  'Abre Tarifas, exporta el reclamo y mándalo al canal.',
];

test('one says its number, its day and what it was before; a group of one is a group; what is found no more leads nowhere', async () => {
  const { show, about } = await open('1');
  const head = 'Cobros por encima de su regla';
  const facts = (amount: string, day: string) => [`Monto${amount}`, 'Filas2', `Día${day}`];
  const read = (names: string, isGroup?: boolean) => {
    show(names, isGroup);
    return about();
  };
  const own = facts('10', '20-11-2026 · 7 d');
  expect(about()).toEqual([head, 'O-1 nov 2026 · · Uno · A', ...own, ...RATE, '[Ver en Tarifas]']);
  expect(read('1', true)).toEqual([head, 'nov 2026 · · Uno · A', ...own, ...RATE, '[Ver en Tarifas]']);
  expect(read('2').slice(1, -3)).toEqual([
    'O-2 nov 2026 · · Uno · A',
    ...['Cambió desde que se marcó como explicada', 'Antes8,00', 'Ahora2,50'],
    ...facts('2,50', '22-11-2026 · 5 d'),
  ]);
  expect(read('3').slice(1)).toEqual([
    'O-3 nov 2026 · · Uno · A',
    'Ya no se encuentra en las filas. Lo que se dijo de ella se conserva.',
    ...[...facts('10', '21-11-2026 · 6 d'), ...RATE],
  ]);
  // It was opened again since, and claimed before that.
  expect(read('4').slice(2, -3)).toEqual(['Cambió desde que se reclamó en R-0004', ...own]);
  expect(read('5').slice(1, 3)).toEqual(['O-5 nov 2026 · · Uno · B', 'Monto10 USD']);
  expect(read('6').slice(0, 3)).toEqual(['Ventas sin Costo de Producto', 'O-6 Uno · A', 'Filas2']);
  expect(read('7').slice(1, 5)).toEqual([
    'O-7 oct 2026 · Solo en el extracto · noviembre.xlsx',
    ...['Monto10', 'Líneas2', 'Día05-10-2026 · 53 d'],
  ]);
});

test('several of one group are told as that; of several groups, though they are of one kind, how many and their sums alone', async () => {
  const { show, about, scopes } = await open('1 2');
  const read = (names: string) => {
    show(names);
    return [scopes(), ...about()];
  };
  expect(read('1 2')).toEqual([
    1,
    ...['Cobros por encima de su regla', 'nov 2026 · · Uno · A', 'Monto12,50', 'Casos2', 'Filas4'],
    ...['Días20-11-2026 – 22-11-2026 · 7 d', ...RATE, '[Ver en Tarifas]'],
  ]);
  // One of them is found no more.
  expect(read('1 3').slice(3)).toEqual([
    ...['Monto20', 'Casos2', 'Filas4', 'Días20-11-2026 – 21-11-2026 · 7 d', ...RATE, '[Ver en Tarifas]'],
  ]);
  expect(read('1 5')).toEqual([
    0,
    ...['2 excepciones', 'de 2 grupos', 'Monto10', 'Monto10 USD', 'Casos2', 'Filas4'],
    'Días20-11-2026 · 7 d',
  ]);
  expect(read('2 4 6')).toEqual([
    ...[0, '3 excepciones', 'de 2 grupos', 'Monto12,50', 'Casos3', 'Filas6'],
    'Días20-11-2026 – 22-11-2026 · 7 d',
  ]);
  expect(read('6')[0]).toBe(2);
});

test('who said what of one stands below, the newest first, with what was said of all of its finding; of several nothing', async () => {
  const { show, log } = await open('2');
  await waitFor(() => expect(log()).toHaveLength(3));
  expect(log()).toEqual([
    '25-11-2026 12:00 Ana: Explicada 8 Comisiónasí',
    '25-11-2026 11:59 sin nombre: Abierta 2,50  · seguir el 01-12-2026',
    '25-11-2026 11:58 Luz: Aceptada 9 antes',
  ]);
  expect(screen.getAllByTestId('exception-log').map((line) => line.querySelectorAll('q').length)).toEqual([
    ...[1, 0, 1],
  ]);
  const others = ['4', '5', '1 2'].map((names) => {
    show(names);
    return log().map((line) => line?.replace(/.* (?=\w+:)/u, ''));
  });
  expect(others).toEqual([['Eva: Abierta 10 mire', 'Luz: Aceptada 9 antes'], [], []]);
});

test('it leads to its rows, those of its own order where it is one; Escape leaves it; another begins with nothing typed', async () => {
  const { show, led, place } = await open('1 2');
  const follow = (names: string, to: string) => {
    show(names);
    fireEvent.click(screen.getByTestId(`exception-to-${to}`));
    return [...led.splice(0), place()];
  };
  const account = ['Uno', 'A'].map((value, at) => ({ column: ['Canal', 'Cuenta'][at], values: [value] }));
  const days = { from: '2026-11-20', to: '2026-11-22' };
  const here = ['reconciliation', 'exceptions'];
  expect(follow('1 2', 'section')).toEqual([
    ['rates', { month: '2026-11' }],
    [...here, account, days],
  ]);
  expect(follow('6', 'section')).toEqual([
    ['missing-costs', { month: null }],
    [...here, account, null],
  ]);
  // Of a file, whatever is selected.
  expect(follow('7', 'section')).toEqual([
    ['matches', { month: null, matches: { digest: 'd', state: 'only-there' } }],
    [...here, account, null],
  ]);
  const order = { column: 'Orden', values: ['O-6'] };
  expect(follow('6', 'orders')).toEqual([['orders', 'Ventas', [...account, order], null]]);
  expect(follow('8', 'sync')[0].slice(0, 2)).toEqual(['sync', '2026-10']);
  show('1');
  fireEvent.change(screen.getByTestId('exception-note'), { target: { value: 'de esta' } });
  show('2');
  // Of one that was explained as another it is open.
  const field = (id: string) => screen.getByTestId<HTMLInputElement>(`exception-${id}`).value;
  expect([field('note'), field('state')]).toEqual(['así', 'open']);
  show('5');
  expect(field('note')).toBe('');
  const above: string[] = [];
  const hear = ({ key }: KeyboardEvent) => void above.push(key);
  document.addEventListener('keydown', hear);
  for (const key of ['a', 'Escape']) fireEvent.keyDown(screen.getByTestId('exception-note'), { key });
  document.removeEventListener('keydown', hear);
  expect([led, above]).toEqual([['close'], ['a']]);
});
