import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import { CopyText } from '#renderer/reconciliation/parts/copy-text.tsx';
import { decisionOf } from '#renderer/reconciliation/parts/decision-said.ts';
import { missingStatementsTable } from '#renderer/reconciliation/parts/missing-statements-file.ts';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { partOf, SECTIONS, scrollToPart } from '#renderer/reconciliation/parts/sections.ts';
import { keyOfSides, type Sides } from '#renderer/reconciliation/parts/sides.ts';
import { useDecisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import { DEFAULT_CHOICES, FormatsProvider } from '#renderer/ui/formats.tsx';
import type { Decimal } from '#shared/domain/decimal.ts';
import { laidOut } from '#test/renderer/dom/laid-out.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { text } from '#test/renderer/i18n/spanish.ts';

/** Pieces that several tools share: how a decision is kept and undone, what is copied, and where a detail leads to. */

const D = (value: string) => value as Decimal;
const SIDES: Sides = {
  ...{ lines: ['l1', 'l2'], orders: ['["A","1","O-1"]', '["A","1","O-2"]'] },
  said: { orders: [{ amount: D('4'), settled: D('4') }], there: D('9.00'), here: D('10.25') },
};
const KEY = keyOfSides(SIDES);
const said = (verdict: string, atMs: number) => ({
  ...{ verdict, note: `nota ${atMs}`, owner: 'Ana', atMs, said: null, lines: ['l1'], orders: ['o1'] },
  ...{ linesBy: 'values', earlier: [] },
});

test('a decision is kept of all its sides in the place of the one before, which is kept with it; what stays is told in the way back', async () => {
  const written: { readonly kind: string; readonly puts: readonly { value: { atMs: number } }[] }[] = [];
  const asked: string[] = [];
  function Deciding() {
    const { say, withdraw, decisions } = useDecisions('payout-decision');
    const press = (name: string, run: () => Promise<unknown>) => (
      <button type="button" onClick={() => void run()}>
        {name}
      </button>
    );
    return (
      <>
        <i>{decisions?.size}</i>
        {press('match', () => say('match', SIDES, 'comisión'))}
        {press('explained', () => say('explained', SIDES))}
        {press('withdraw', () => withdraw('k9'))}
      </>
    );
  }
  localStorage.setItem('cuadra.screens.a', JSON.stringify({ 'reconciliation.owner': ' Sol ' }));
  const { user } = await openPage(
    {
      dataReplies: {
        readAnnotations: ({ kind }) => {
          asked.push(kind);
          return (
            kind === 'payout-decision'
              ? [{ key: KEY, value: { ...said('no-match', 2), earlier: [said('explained', 1)] } }]
              : []
          ) as never;
        },
        writeAnnotations: (changes) => {
          written.push(changes as never);
          return null;
        },
      },
    },
    () => (
      <InAccount>
        <Deciding />
      </InAccount>
    ),
  );
  await screen.findByText('1');
  expect(asked).toContain('payout-decision');
  const undo: (string | null)[] = [];
  for (const name of ['match', 'explained', 'withdraw']) {
    await user.click(screen.getByText(name));
    await waitFor(() => expect(written).toHaveLength(undo.length + 1));
    await waitFor(() => expect(screen.getByTestId('undo-line').textContent).not.toBe(undo.at(-1)));
    undo.push(screen.getByTestId('undo-line').textContent);
  }
  expect(undo).toEqual([
    'dada por conciliada, con una diferencia de −1,25Deshacer',
    'explicación de un casoDeshacer',
    'decisión quitadaDeshacer',
  ]);
  const [kept] = written[0]?.puts ?? [];
  expect({ ...written[0], puts: [{ ...kept, value: { ...kept?.value, atMs: 0 } }] }).toEqual({
    kind: 'payout-decision',
    puts: [
      {
        key: 'd4b1b3c9c49f7a7c7bd5f7ae6a48986b',
        value: {
          verdict: 'match',
          note: 'comisión',
          owner: 'Sol',
          atMs: 0,
          said: { orders: [{ amount: '4', settled: '4' }], there: '9.00', here: '10.25' },
          lines: ['l1', 'l2'],
          orders: ['["A","1","O-1"]', '["A","1","O-2"]'],
          linesBy: 'values',
          earlier: [
            {
              verdict: 'explained',
              note: 'nota 1',
              owner: 'Ana',
              atMs: 1,
              said: null,
              lines: ['l1'],
              orders: ['o1'],
              linesBy: 'values',
              earlier: [],
            },
            { verdict: 'no-match', note: 'nota 2', owner: 'Ana', atMs: 2, said: null },
          ],
        },
      },
    ],
    deletes: [],
  });
  expect(written[2]).toEqual({ kind: 'payout-decision', puts: [], deletes: ['k9'] });
});

test('of what was said before the last hundred are kept', () => {
  const earlier = Array.from({ length: 100 }, (_, at) => said('explained', at));
  const by = { verdict: 'match', note: '', owner: '', atMs: 500 } as const;
  const kept = decisionOf(SIDES, by, { ...said('no-match', 200), earlier } as never).earlier;
  expect([kept.length, kept[0]?.atMs, kept.at(-1)?.atMs]).toEqual([100, 1, 200]);
  expect(decisionOf(SIDES, by, undefined)).toEqual({
    ...by,
    ...{ lines: SIDES.lines, orders: SIDES.orders, said: SIDES.said, linesBy: 'values', earlier: [] },
  });
});

test('statements that are missing have a line each month; none, and what is not known, are told apart', () => {
  const of = (cuenta: string, every: number | null, ...months: readonly (readonly [string, number])[]) => ({
    ...{ canal: 'A', cuenta, every, lastDay: '2026-09-30' },
    months: months.map(([month, count]) => ({ month, count })),
  });
  const accounts = [of('1', 7, ['2026-10', 4], ['2026-11', 2]), of('2', 31), of('3', null)];
  expect(laidOut(missingStatementsTable(accounts as never, text))).toEqual([
    'Extractos que faltan, 2',
    'Canal | Cuenta | Frecuencia (días) [count] | Último día | Faltan de | Extractos que faltan [count] (6)',
    'A | 1 | 7 | 2026-09-30 | 2026-10 | 4',
    'A | 1 | 7 | 2026-09-30 | 2026-11 | 2',
    'A | 2 | 31 | 2026-09-30 | — | 0',
    'A | 3 | — | 2026-09-30 | — | —',
  ]);
});

test('each tool stands in a part of its month, to which one is brought by its place alone', () => {
  expect(SECTIONS.map(({ id }) => `${id} ${partOf(id)}`)).toEqual([
    'exceptions exceptions',
    'claims claims',
    'proof rows',
    'missing-costs costs',
    'explain explain',
    'bridge bridge',
    'rates rates',
    'anomalies anomalies',
    'taxes taxes',
    'statements statements',
    'matches differences',
    'settlements bank',
    'receivables bank',
    'closing close',
  ]);
  const scroller = document.createElement('div');
  scroller.dataset.sections = '';
  const part = scroller.appendChild(document.createElement('p'));
  scroller.getBoundingClientRect = () => new DOMRect(0, 40, 10, 100);
  part.getBoundingClientRect = () => new DOMRect(0, 300, 10, 500);
  scroller.scrollTop = 7;
  scrollToPart(part);
  expect(scroller.scrollTop).toBe(267);
});

test('amounts that are covered are asked about each time before they are copied; what was said before is not said still', async () => {
  render(
    <TextProvider language="es" columnNames="language">
      <FormatsProvider {...DEFAULT_CHOICES} hidesAmounts>
        <CopyText label="copiar" testId="copy" written={() => 'x'} />
        <MoreLink left={1200} onMore={() => {}} />
        <MoreLink left={0} onMore={() => {}} />
        <MoreLink left={-3} onMore={() => {}} />
      </FormatsProvider>
    </TextProvider>,
  );
  const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
  const said = () => document.querySelector('[role=status]')?.textContent;
  const press = (id: string) => fireEvent.click(screen.getByTestId(id));
  const more = `${text('proof.more')} (1.200)`;
  const asking = ['copiar', text('proof.copy-covered-go'), text('export.cancel'), more];
  expect(buttons()).toEqual(['copiar', more]);
  press('copy');
  expect([buttons(), said()]).toEqual([asking, text('proof.copy-covered')]);
  press('copy-covered');
  await screen.findByText(text('proof.copied'));
  expect(buttons()).toEqual(['copiar', more]);
  press('copy');
  expect([buttons(), said()]).toEqual([asking, text('proof.copy-covered')]);
  fireEvent.click(screen.getByText(text('export.cancel')));
  expect([buttons(), said()]).toEqual([['copiar', more], '']);
});

test('a text that cannot be made or copied says why, and is not said to be copied', async () => {
  let fails = true;
  const { user } = await openPage({}, () => (
    <CopyText
      label="copiar"
      testId="copy"
      written={() => {
        if (fails) throw new Error('the worker is gone');
        return 'x';
      }}
    />
  ));
  await user.click(screen.getByTestId('copy'));
  expect((await screen.findByRole('status')).textContent).toContain('the worker is gone');
  fails = false;
  await user.click(screen.getByTestId('copy'));
  await screen.findByText(text('proof.copied'));
  expect(await navigator.clipboard.readText()).toBe('x');
});
