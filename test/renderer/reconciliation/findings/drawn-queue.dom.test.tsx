import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { TextProvider } from '#renderer/i18n/text.tsx';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import {
  INITIAL_QUEUE,
  type QueueLine,
  type QueueRow,
} from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import { QueueTable } from '#renderer/reconciliation/findings/screen/queue-table.tsx';
import { SayForm } from '#renderer/reconciliation/findings/screen/say-form.tsx';
import { DEFAULT_CHOICES, FormatsProvider } from '#renderer/ui/formats.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';

/** Pieces of the queue by themselves: its list by keys and picks, and what is typed of an exception. */

const ACCOUNT = { Canal: 'Uno', Cuenta: 'A' };
const GROUP = {
  ...{ key: 'g', findingKey: 'g', month: '2026-10' as Month, account: ACCOUNT },
  head: { kind: 'missing-cost', subject: ACCOUNT, affects: [] },
} as unknown as ExceptionGroup;
const line = (id: string, more: object = {}): QueueLine =>
  ({
    ...{ id, key: `g/${id}`, name: `O-${id}`, group: GROUP, day: '2026-10-05', month: '2026-10', days: 12 },
    ...{ amount: '2.5', rows: 3, currency: '', state: 'open', isDue: false, isChanged: false },
    ...{ said: null, claim: null, history: [], evidence: 'e' },
    ...more,
  }) as unknown as QueueLine;

const GROUPED = (id: string, ...lines: readonly QueueLine[]): QueueRow =>
  ({
    ...{ is: 'group', key: `g-${id}`, isOpen: true },
    of: { key: `g-${id}`, group: GROUP, currency: '', lines, amount: '5', days: 12 },
  }) as unknown as QueueRow;
const lineRow = (id: string): QueueRow => ({ is: 'line', key: `g/${id}`, of: line(id) });

describe('a list', () => {
  type Told = readonly [what: string, ...of: readonly unknown[]];
  function list(rows: readonly QueueRow[], picked: ReadonlySet<string> = new Set()) {
    const told: Told[] = [];
    const table = (chosen: string | null) => (
      <TextProvider language="es" columnNames="language">
        <FormatsProvider {...DEFAULT_CHOICES}>
          <div data-sections>
            <QueueTable
              {...{ rows, picked, chosen, month: null, state: INITIAL_QUEUE }}
              onSort={(by) => told.push(['sort', by])}
              onTurn={(key, isOpen) => told.push(['turn', key, isOpen])}
              onChoose={(key) => told.push(['choose', key])}
              onPick={(lines, isPicked) => told.push(['pick', lines.map(({ id }) => id), isPicked])}
              onSay={(lines, state) => told.push(['say', lines.map(({ id }) => id), state])}
            />
          </div>
        </FormatsProvider>
      </TextProvider>
    );
    const { rerender } = render(table(null));
    return { told, choose: (chosen: string | null) => rerender(table(chosen)) };
  }
  const drawn = () =>
    [...document.querySelectorAll<HTMLElement>('tr[data-key]')].map(({ dataset }) => dataset.key);
  const walked = (key: string) =>
    document.querySelector<HTMLElement>(`tr[data-key="${key}"] [data-walked]`) as HTMLElement;
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('[data-walked][tabindex="0"]')].map(
      (each) => each.closest('tr')?.dataset.key,
    );

  test('that is scrolled down has one stop of Tab: the chosen one where it is drawn, else the first that is', () => {
    const LINE_PX = 28;
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(LINE_PX);
    // Fifteen lines are above what is in sight.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return { top: this.dataset.sections === undefined ? 0 : 15 * LINE_PX } as DOMRect;
    });
    const { choose } = list(Array.from({ length: 30 }, (_, at) => lineRow(`${at}`)));
    const all = [null, 'g/26', 'g/27'].map((chosen) => {
      choose(chosen);
      return stops();
    });
    vi.restoreAllMocks();
    expect([drawn()[0], drawn().at(-1)]).toEqual(['g/5', 'g/26']);
    expect(all).toEqual([['g/5'], ['g/26'], ['g/5']]);
  });

  test('is walked over groups and lines alike, to neither end and beyond; letters say, but none with Ctrl', () => {
    const { told } = list([GROUPED('1', line('a'), line('b')), lineRow('a'), GROUPED('2', line('c'))]);
    const press = (key: string, name: string, more: object = {}) => {
      fireEvent.keyDown(walked(key), { key: name, ...more });
      return told.splice(0);
    };
    expect([
      press('g-1', 'ArrowDown'),
      press('g/a', 'ArrowDown'),
      press('g-2', 'ArrowDown'),
      press('g/a', 'ArrowUp'),
      press('g-1', 'ArrowUp'),
      press('g-1', 'ArrowLeft'),
      press('g-1', 'ArrowRight'),
      press('g/a', 'ArrowRight'),
      press('g-1', 'a'),
      press('g/a', 'E'),
      press('g/a', 'o'),
      press('g/a', 'x'),
      press('g/a', 'a', { ctrlKey: true }),
      press('g/a', 'a', { metaKey: true }),
      press('g/a', 'ArrowDown', { altKey: true }),
    ]).toEqual([
      [['choose', 'g/a']],
      [['choose', 'g-2']],
      [],
      [['choose', 'g-1']],
      [],
      [['turn', 'g-1', false]],
      [['turn', 'g-1', true]],
      [],
      [['say', ['a', 'b'], 'accepted']],
      [['say', ['a'], 'explained']],
      [['say', ['a'], 'open']],
      ...[[], [], [], []],
    ]);
  });

  test('says of a group whether all of it is picked, some, or none; a pick takes or leaves all of it', () => {
    const { told } = list(
      [GROUPED('1', line('a'), line('b')), GROUPED('2', line('c')), GROUPED('3', line('d'))],
      new Set(['g/a', 'g/c']),
    );
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
    expect(boxes.map(({ checked, indeterminate }) => [checked, indeterminate])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
    for (const box of boxes) fireEvent.click(box);
    expect(told).toEqual([
      ['pick', ['a', 'b'], true],
      ['pick', ['c'], false],
      ['pick', ['d'], true],
    ]);
  });
});

describe('what is typed', () => {
  async function form(...lines: readonly QueueLine[]) {
    const said: unknown[] = [];
    const saying = {
      ...{ owner: 'Ana', error: null, sayings: new Map() },
      say: async (of: readonly QueueLine[], what: object) => void said.push([of.map(({ id }) => id), what]),
    };
    const { session } = await openPage({}, () => (
      <InAccount>
        <SayForm lines={lines} saying={saying as never} onSection={() => {}} />
      </InAccount>
    ));
    const field = (id: string) => screen.getByTestId<HTMLInputElement>(`exception-${id}`);
    const type = (id: string, value: string) => {
      fireEvent.change(field(id), { target: { value } });
      fireEvent.blur(field(id));
    };
    const claims = () => session.data.call.readAnnotations({ kind: 'claim' });
    return { said, field, type, claims };
  }
  const NOTHING = { reason: null, note: '', followUp: null, state: undefined };

  test('of one is kept when one leaves it: the note or the name alone, and neither where it is as it was', async () => {
    const { said, field, type } = await form(line('1'));
    expect(field('owner').value).toBe('Ana');
    fireEvent.blur(field('owner'));
    fireEvent.blur(field('note'));
    type('owner', ' Luz ');
    fireEvent.blur(field('owner'));
    type('note', 'así es');
    fireEvent.blur(field('note'));
    type('note', '');
    expect(said).toEqual([
      [['1'], { ...NOTHING, owner: 'Luz' }],
      [['1'], { ...NOTHING, owner: 'Luz', note: 'así es' }],
      [['1'], { ...NOTHING, owner: 'Luz' }],
    ]);
  });

  test('of several is said with their state; a reason that is pressed again is none', async () => {
    const several = await form(line('1'), line('2'));
    several.type('owner', 'Luz');
    several.type('note', 'así es');
    fireEvent.click(screen.getByTestId('exception-reason-fee'));
    expect(several.said).toEqual([]);
    fireEvent.click(screen.getByTestId('exception-accept'));
    expect(several.said).toEqual([
      [['1', '2'], { state: 'accepted', reason: 'fee', note: 'así es', owner: 'Luz', followUp: undefined }],
    ]);
  });

  test('goes into what is claimed of it', async () => {
    const { type, claims } = await form(line('1', { name: 'O-1' }));
    type('note', 'así es');
    fireEvent.click(await screen.findByTestId('exception-claim'));
    await waitFor(async () =>
      expect(await claims()).toMatchObject([{ value: { log: [{ note: 'así es' }] } }]),
    );
  });

  test('of one a reason is kept at once, and taken back by a second press', async () => {
    const { said } = await form(line('1'));
    for (const _ of [1, 2]) fireEvent.click(screen.getByTestId('exception-reason-fee'));
    expect(said).toEqual([
      [['1'], { ...NOTHING, reason: 'fee', owner: 'Ana' }],
      [['1'], { ...NOTHING, owner: 'Ana' }],
    ]);
  });

  test('of one a day of a follow-up that is emptied is none; what is claimed already is told where all are', async () => {
    const said = { state: 'open', reason: null, note: '', owner: 'Luz', followUp: '2026-12-01' };
    const { said: told, field } = await form(line('1', { said }));
    fireEvent.change(field('follow-up'), { target: { value: '' } });
    expect(told).toEqual([[['1'], { ...NOTHING, owner: 'Luz' }]]);
    cleanup();
    const claimed = line('2', { state: 'claimed', claim: 'R-0001' });
    await form(claimed, line('1'));
    expect([screen.queryByTestId('exception-claim-see'), screen.queryByTestId('exception-reopen')]).toEqual([
      null,
      null,
    ]);
    expect(screen.getByTestId('exception-accept')).toBeTruthy();
    cleanup();
    await form(claimed, claimed);
    expect(screen.getByTestId('exception-claim-see')).toBeTruthy();
    expect(screen.queryByTestId('exception-accept')).toBeNull();
  });
});
