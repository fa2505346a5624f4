import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Finding, FindingCase } from '#renderer/data/model/finding.ts';
import { groupsOf } from '#renderer/reconciliation/findings/model/groups.ts';
import { type ExceptionSaying, sayingOf } from '#renderer/reconciliation/findings/model/sayings.ts';
import { queueLines } from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import { SayForm } from '#renderer/reconciliation/findings/screen/say-form.tsx';
import type { Spoken } from '#renderer/reconciliation/findings/screen/sayings-for.ts';
import type { useSaying } from '#renderer/reconciliation/findings/screen/use-saying.ts';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { readOf } from '#test/renderer/dom/reading.ts';

/** What is said of exceptions by their form, field by field: of one at once, of several with their state. */

const TODAY = '2026-11-27' as LocalDate;
const one = (id: string): FindingCase => ({
  ...{ id, name: `O-${id}`, month: '2026-11' as Month, day: '2026-11-20' as LocalDate },
  ...{ amount: '10' as Decimal, rows: 1, evidence: 'e' },
});
const found = (Cuenta: string, currency: string, ...ids: readonly string[]): Finding => ({
  ...{ kind: 'rate', subject: { Canal: 'Uno', Cuenta }, evidence: 'e', rows: 1, orders: 1, amount: null },
  ...{ firstPurchase: null, lastPurchase: null, affects: [], currency, cases: ids.map(one) },
});
const FOUND = [found('A', '', '1', '2', '3', '4', '5', '6', '7'), found('B', 'USD', '8')];
const SAID: readonly (readonly [string, Partial<Omit<ExceptionSaying, 'of'>>])[] = [
  ['2', { state: 'open', reason: 'fee', note: 'era', owner: 'Ana', followUp: '2026-12-01' as LocalDate }],
  ['3', { state: 'accepted', reason: 'fee', note: 'era', owner: 'Ana', followUp: '2026-12-01' as LocalDate }],
  ['4', { state: 'accepted', reason: 'shipping', note: 'otra', owner: 'Eva' }],
];
const SAYINGS = SAID.map(([id, said]): readonly [string, ExceptionSaying] => [
  id,
  sayingOf([{ finding: FOUND[0] as Finding, cases: [one(id)] }], {
    ...{ state: 'open', reason: null, note: '', owner: '', followUp: null, atMs: 1 },
    ...said,
  }),
]);
const groups = (numbers: ReadonlyMap<string, string> = new Map()) =>
  groupsOf({
    ...{ findings: FOUND, records: new Map(), sayings: new Map(SAYINGS), scope: null, today: TODAY },
    claimed: new Map(
      [...numbers].map(([key, number]) => [key, { number, evidence: 'e', isRejected: false }]),
    ),
  });
const allOf = (numbers?: ReadonlyMap<string, string>) =>
  queueLines(
    groups(numbers),
    '2026-11-27T10:00:00.000' as LocalDateTime,
    ({ currency }) => currency ?? '',
    () => '',
  );
const KEYS = new Map(allOf().map(({ name, key }) => [name, key]));
const CLAIMED = new Map([
  [KEYS.get('O-6') ?? '', 'R-0006'],
  [KEYS.get('O-7') ?? '', 'R-0007'],
]);

async function open(...names: readonly string[]) {
  const said: unknown[] = [];
  const led: unknown[] = [];
  const saying = {
    ...{ owner: 'Sol', error: null, sayings: null },
    say: async (lines: readonly { readonly name: string }[], spoken: Spoken) =>
      void said.push([lines.map(({ name }) => name).join(), { ...spoken }]),
  } as unknown as ReturnType<typeof useSaying>;
  const lines = allOf(CLAIMED).filter(({ name }) => names.includes(name));
  const { view } = await openPage({}, () => (
    <InAccount>
      <main data-testid="part">
        <SayForm lines={lines} saying={saying} onSection={(...to) => led.push(to)} />
      </main>
    </InAccount>
  ));
  const field = (id: string) => screen.getByTestId<HTMLInputElement>(`exception-${id}`);
  return {
    ...{ said, led, field, close: () => view.unmount() },
    type: (id: string, value: string) => fireEvent.change(field(id), { target: { value } }),
    leave: (id: string) => fireEvent.blur(field(id)),
    press: (id: string) => fireEvent.click(field(id)),
    fields: () => ['note', 'state', 'owner', 'follow-up'].map((id) => field(id).value),
    reasons: () =>
      [...document.querySelectorAll('[data-testid^=exception-reason][aria-pressed=true]')].map(
        ({ textContent }) => textContent,
      ),
    presses: () => readOf(screen.getByTestId('part')).slice(3),
  };
}

test('of one each field is said as it is left, with all the others as they stand; what did not change is not', async () => {
  const { said, fields, reasons, type, leave, press } = await open('O-2');
  expect([fields(), reasons()]).toEqual([['era', 'open', 'Ana', '01-12-2026'], ['Comisión']]);
  for (const id of ['note', 'owner']) leave(id);
  expect(said).toEqual([]);
  const as = { state: undefined, reason: 'fee', note: 'era', followUp: '2026-12-01', owner: 'Ana' };
  const taken = () => said.splice(0);
  type('note', 'nueva');
  expect(said).toEqual([]);
  leave('note');
  expect(taken()).toEqual([['O-2', { ...as, note: 'nueva' }]]);
  leave('note');
  // The name alone, without a word more.
  type('owner', ' Eva ');
  leave('owner');
  expect(taken()).toEqual([['O-2', { ...as, note: 'nueva', owner: 'Eva' }]]);
  leave('owner');
  // Both at once, and the note taken away again.
  type('note', '');
  type('owner', 'Luz');
  leave('owner');
  leave('note');
  expect(taken()).toEqual([['O-2', { ...as, note: '', owner: 'Luz' }]]);
  press('reason-shipping');
  press('reason-shipping');
  expect(taken()).toEqual([
    ['O-2', { ...as, note: '', owner: 'Luz', reason: 'shipping' }],
    ['O-2', { ...as, note: '', owner: 'Luz', reason: null }],
  ]);
  // A day is said once it can be read, and its absence once it is taken away.
  type('follow-up', '05-1');
  type('follow-up', '05-12-2026');
  type('follow-up', '');
  const last = { ...as, note: '', owner: 'Luz', reason: null };
  expect(taken()).toEqual([
    ['O-2', { ...last, followUp: '2026-12-05' }],
    ['O-2', { ...last, followUp: null }],
  ]);
  type('note', 'por fin');
  press('explain');
  press('accept');
  fireEvent.change(screen.getByTestId('exception-state'), { target: { value: 'explained' } });
  expect(taken()).toEqual(
    ['explained', 'accepted', 'explained'].map((state) => [
      'O-2',
      { ...last, state, note: 'por fin', followUp: null },
    ]),
  );
  leave('note');
  expect([said, fields()]).toEqual([[], ['por fin', 'open', 'Luz', '']]);
});

test('of one of which nothing was said the name is the one said last', async () => {
  const { said, fields, type, leave, press, presses } = await open('O-1');
  expect(fields()).toEqual(['', 'open', 'Sol', '']);
  await screen.findByTestId('exception-claim');
  expect(presses().slice(0, 2)).toEqual(['[Marcar como explicada][Aceptar]', '[Reclamar 10]']);
  type('note', 'x');
  leave('note');
  press('accept');
  const as = { reason: null, note: 'x', followUp: null, owner: 'Sol' };
  expect(said).toEqual([
    ['O-1', { ...as, state: undefined }],
    ['O-1', { ...as, state: 'accepted' }],
  ]);
});

test('of several what they share stands there, and only what was typed is said, with their state', async () => {
  const alike = await open('O-2', 'O-3');
  // Of unlike states it is open.
  expect([alike.fields(), alike.reasons()]).toEqual([['era', 'open', 'Ana', '01-12-2026'], ['Comisión']]);
  alike.close();
  const unlike = await open('O-3', 'O-4');
  expect([unlike.fields(), unlike.reasons()]).toEqual([['', 'accepted', 'Sol', ''], []]);
  const { said, type, leave, press } = unlike;
  type('note', 'junta');
  leave('note');
  type('owner', 'Luz ');
  leave('owner');
  press('reason-other');
  type('follow-up', '05-12-2026');
  expect([said, unlike.reasons(), unlike.presses()]).toEqual([[], ['Otro'], ['[Volver a abrir]']]);
  press('reopen');
  const as = { reason: 'other', note: 'junta', followUp: '2026-12-05', owner: 'Luz' };
  expect(said.splice(0)).toEqual([['O-3,O-4', { ...as, state: 'open' }]]);
  // What is taken away again stays as it is in each.
  type('note', '');
  press('reason-other');
  type('follow-up', '');
  press('reopen');
  expect(said).toEqual([
    ['O-3,O-4', { reason: undefined, note: undefined, followUp: undefined, owner: 'Luz', state: 'open' }],
  ]);
});

test('what may be done next is of those that are open still; those that are all claimed lead to their claim', async () => {
  const mixed = await open('O-1', 'O-3', 'O-6', 'O-8');
  await screen.findByTestId('exception-claim');
  expect(mixed.presses()).toEqual([
    '[Marcar como explicada][Aceptar]',
    '[Reclamar 10]',
    '2 reclamos, uno por cuenta',
  ]);
  mixed.close();
  const dollars = await open('O-8');
  await screen.findByTestId('exception-claim');
  expect(dollars.presses().slice(0, 2)).toEqual(['[Marcar como explicada][Aceptar]', '[Reclamar 10 USD]']);
  dollars.close();
  const settled = await open('O-3', 'O-6');
  expect(settled.presses()).toEqual(['[Volver a abrir]']);
  settled.close();
  const claimed = await open('O-6', 'O-7');
  expect(claimed.presses()).toEqual(['En el reclamo R-0006.[Ver reclamos]']);
  claimed.press('claim-see');
  expect(claimed.led).toEqual([['claims']]);
});
