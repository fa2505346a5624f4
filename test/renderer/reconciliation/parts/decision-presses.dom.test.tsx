import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PreferencesProvider } from '#renderer/features/preferences/preferences.tsx';
import { ByHandBar } from '#renderer/reconciliation/parts/by-hand-bar.tsx';
import { DecisionButtons, SuggestionButtons } from '#renderer/reconciliation/parts/decision-buttons.tsx';
import { FallenSayings } from '#renderer/reconciliation/parts/fallen-sayings.tsx';
import { keyOfSides, type Sides } from '#renderer/reconciliation/parts/sides.ts';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { readOf } from '#test/renderer/dom/reading.ts';

/** The presses of a decision, each by itself: which of them there are, when they are off, and what each says of which sides. */

beforeEach(() => localStorage.clear());

const D = (value: string) => value as Decimal;
const sides = (there: string, here: string, more: Partial<Sides> = {}): Sides => ({
  ...{ lines: ['l1', 'l2'], orders: ['["A","1","O-1"]', '["A","1","O-2"]'] },
  said: { orders: [], there: D(there), here: D(here) },
  ...more,
});
const DIFFERING = sides('9.00', '10.00');
const EQUAL = sides('10.0', '10.00', { lines: ['l3'] });

function decisions(said: readonly (readonly [string, object])[] = [], more: Partial<Decisions> = {}) {
  const done: unknown[][] = [];
  let isWritten = true;
  const own = {
    ...{ decisions: new Map(said), busy: false, failed: null },
    say: async (...words: readonly unknown[]) => {
      done.push(['say', ...words]);
      return isWritten;
    },
    withdraw: async (key: string) => void done.push(['withdraw', key]),
    ...more,
  } as unknown as Decisions;
  const fail = () => {
    isWritten = false;
  };
  return { own, done, fail };
}
function drawn(shown: React.ReactElement) {
  const inPage = (each: React.ReactElement) => (
    <PreferencesProvider>
      <main data-testid="part">{each}</main>
    </PreferencesProvider>
  );
  const { rerender, unmount } = render(inPage(shown));
  return { redraw: (each: React.ReactElement) => rerender(inPage(each)), unmount };
}
const read = () => readOf(screen.getByTestId('part'));
const press = (id: string) => fireEvent.click(screen.getByTestId(id));
const type = (id: string, value: string) => fireEvent.change(screen.getByTestId(id), { target: { value } });

test('what is said of two sides: explained with a note alone, kept with a reason where a difference stays, parted, taken back', () => {
  const { own, done } = decisions([[keyOfSides(DIFFERING), {}]]);
  const presses = (of: Sides, note: string, more: Partial<Parameters<typeof DecisionButtons>[0]> = {}) => (
    <DecisionButtons testId="d" sides={of} note={note} decisions={own} mayExplain mayKeep mayPart {...more} />
  );
  const { redraw } = drawn(presses(DIFFERING, '  '));
  expect(read()).toEqual([
    '[Explicar, off, La diferencia se queda a la vista, con tu nota. Escribe la nota primero.][Dar por conciliada, off, Queda una diferencia: escribe la razón primero.][Separar][Quitar la decisión]',
  ]);
  redraw(presses(DIFFERING, ' por qué '));
  expect(read()).toEqual([
    '[Explicar, La diferencia se queda a la vista, con tu nota. Escribe la nota primero.][Dar por conciliada, Queda una diferencia: escribe la razón primero.][Separar][Quitar la decisión]',
  ]);
  for (const what of ['explain', 'keep', 'part', 'withdraw']) press(`d-${what}`);
  expect(done).toEqual([
    ['say', 'explained', DIFFERING, 'por qué'],
    ['say', 'match', DIFFERING, 'por qué'],
    ['say', 'no-match', DIFFERING, 'por qué'],
    ['withdraw', keyOfSides(DIFFERING)],
  ]);
  // Nothing was said of these, and none of them needs a reason.
  redraw(presses(EQUAL, ''));
  expect(read()).toEqual([
    '[Explicar, off, La diferencia se queda a la vista, con tu nota. Escribe la nota primero.][Dar por conciliada][Separar]',
  ]);
  redraw(presses(EQUAL, 'x', { mayExplain: false, mayKeep: false, mayPart: false }));
  expect(read()).toEqual([]);
  redraw(presses(DIFFERING, 'x', { decisions: { ...own, busy: true } }));
  expect(read()).toEqual([
    '[Explicar, off, La diferencia se queda a la vista, con tu nota. Escribe la nota primero.][Dar por conciliada, off, Queda una diferencia: escribe la razón primero.][Separar, off][Quitar la decisión, off]',
  ]);
});

test('a suggestion is taken with a reason where something would remain, and is no match without one', () => {
  const { own, done } = decisions();
  const { redraw } = drawn(<SuggestionButtons testId="s" sides={DIFFERING} decisions={own} />);
  expect(read()).toEqual([
    'Razón de la diferencia: {Razón de la diferencia}[Dar por conciliada, off, Queda una diferencia: escribe la razón primero.][Separar]',
  ]);
  type('s-reason', '  ');
  expect(screen.getByTestId<HTMLButtonElement>('s-match').disabled).toBe(true);
  type('s-reason', ' comisión ');
  press('s-match');
  press('s-no-match');
  expect(done).toEqual([
    ['say', 'match', DIFFERING, 'comisión'],
    ['say', 'no-match', DIFFERING],
  ]);
  redraw(<SuggestionButtons testId="s" sides={EQUAL} decisions={own} />);
  expect(read()).toEqual(['[Dar por conciliada][Separar]']);
});

test('what is taken by hand is let go once it is written, and not before', async () => {
  const { own, done, fail } = decisions();
  let letGo = 0;
  const bar = (of: Sides, there: readonly (readonly [string, string])[]) => (
    <ByHandBar
      testId="bar"
      partId="h"
      amounts={[
        {
          ...{ name: 'there', label: 'Extracto', count: '2 líneas' },
          sums: there.map(([currency, sum]) => ({ currency, sum: D(sum) })),
        },
        { name: 'here', label: 'Órdenes', count: '1 orden', sums: [{ currency: 'CLP', sum: D('10.00') }] },
      ]}
      sides={of}
      decisions={own}
      onDone={() => {
        letGo += 1;
      }}
    >
      <b>más</b>
    </ByHandBar>
  );
  const { redraw } = drawn(bar(DIFFERING, [['CLP', '9']]));
  expect(read()).toEqual([
    'Extracto 9 2 líneasÓrdenes 10 1 ordenDiferencia −1másRazón de la diferencia: {Razón de la diferencia}[Cruzar a mano, off, Queda una diferencia: escribe la razón primero.][Soltar]',
  ]);
  type('h-reason', ' comisión ');
  fail();
  press('h-match');
  await waitFor(() => expect(done).toEqual([['say', 'match', DIFFERING, 'comisión']]));
  expect(letGo).toBe(0);
  redraw(bar(EQUAL, [['CLP', '12.5']]));
  expect(read().join()).toContain('Diferencia +2,50');
  // Money of two kinds is not held against each other.
  redraw(
    bar(EQUAL, [
      ['CLP', '9'],
      ['USD', '1'],
    ]),
  );
  expect(read()).toEqual([
    'Extracto 9 CLP 1 USD 2 líneasÓrdenes 10 CLP 1 ordenMonedas distintas: no se restanmás[Cruzar a mano][Soltar]',
  ]);
  redraw(bar(sides('0', '10.00', { lines: [] }), []));
  expect(read()).toEqual([
    'Extracto 2 líneasÓrdenes 10 1 ordenDiferencia −10Toma algo de cada lado.más[Cruzar a mano, off, Toma algo de cada lado.][Soltar]',
  ]);
});

test('what holds no more is said again as it was said, of the figures of now, or taken back', () => {
  const at = new Date(2026, 9, 5, 14, 7).getTime();
  const said = {
    ...{ verdict: 'no-match', note: 'era otra', owner: '', atMs: at, lines: ['l1'], orders: ['o1'] },
    said: { orders: [], there: D('1.5'), here: D('2') },
  };
  const now = { orders: [], there: D('3'), here: D('4.25') };
  const { own, done } = decisions([
    ['k1', said],
    ['k2', { ...said, verdict: 'explained', note: '', owner: 'Ana', said: null }],
    ['k3', { ...said, verdict: 'match' }],
  ]);
  drawn(
    <FallenSayings
      testId="f"
      decisions={own}
      sayings={
        [
          { key: 'k1', why: 'moved', now },
          { key: 'k2', why: 'unfigured', now: null },
          { key: 'k3', why: 'apart', now },
          { key: 'unknown', why: 'unfigured', now: null },
        ] as never
      }
    />,
  );
  expect(read()).toEqual([
    'Se dijo de otra cifra «Separadas», alguien sin nombre, 05-10-2026 14:07.era otra Entonces: Extracto 1,50, Tus órdenes 2,00 Ahora: Extracto 3,00, Tus órdenes 4,25 [Decirlo de nuevo: Separadas] [Quitar la decisión]',
    'Dicho sin cifra «Explicado», Ana, 05-10-2026 14:07. [Quitar la decisión]',
    'Se dijo de otras líneas u órdenes «Conciliada», alguien sin nombre, 05-10-2026 14:07.era otra Entonces: Extracto 1,50, Tus órdenes 2,00 Ahora: Extracto 3,00, Tus órdenes 4,25 [Quitar la decisión]',
  ]);
  press('f-again');
  fireEvent.click(screen.getAllByTestId('f-withdraw')[1] as HTMLElement);
  expect(done).toEqual([
    ['say', 'no-match', { lines: ['l1'], orders: ['o1'], said: now }, 'era otra'],
    ['withdraw', 'k2'],
  ]);
});
