import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import {
  INITIAL_QUEUE,
  type QueueLine,
  type QueueRow,
} from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import { QueueTable } from '#renderer/reconciliation/findings/screen/queue-table.tsx';
import { SayForm } from '#renderer/reconciliation/findings/screen/say-form.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';

/** Pieces of the queue by themselves: a long list that is scrolled, and what is typed of an exception. */

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

describe('a list that is scrolled down', () => {
  const ROWS = Array.from(
    { length: 100 },
    (_, at): QueueRow => ({ is: 'line', key: `g/${at}`, of: line(`${at}`) }),
  );
  const LINE_PX = 28;
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(10 * LINE_PX);
    // Thirty lines are above what is in sight.
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return { top: this.dataset.sections === undefined ? 0 : 30 * LINE_PX } as DOMRect;
    });
  });
  afterEach(() => void vi.restoreAllMocks());
  const list = (chosen: string | null) =>
    openPage({}, () => (
      <InAccount>
        <div data-sections>
          <QueueTable
            rows={ROWS}
            month={null}
            state={INITIAL_QUEUE}
            chosen={chosen}
            picked={new Set()}
            onSort={() => {}}
            onTurn={() => {}}
            onChoose={() => {}}
            onPick={() => {}}
            onSay={() => {}}
          />
        </div>
      </InAccount>
    ));
  const drawn = () => screen.getAllByTestId('exception').map(({ dataset }) => dataset.key);
  const stops = () =>
    [...document.querySelectorAll<HTMLElement>('[data-walked][tabindex="0"]')].map(
      (each) => each.closest('tr')?.dataset.key,
    );

  test('has one stop of Tab: the chosen one where it is drawn, else the first that is', async () => {
    const all: unknown[] = [];
    for (const chosen of [null, 'g/35', 'g/50', 'g/51', 'g/99']) {
      const { view } = await list(chosen);
      all.push([drawn()[0], drawn().at(-1), ...stops()]);
      view.unmount();
    }
    expect(all).toEqual([
      ['g/20', 'g/50', 'g/20'],
      ['g/20', 'g/50', 'g/35'],
      ['g/20', 'g/50', 'g/50'],
      ['g/20', 'g/50', 'g/20'],
      ['g/20', 'g/50', 'g/20'],
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
    await openPage({}, () => (
      <InAccount>
        <SayForm lines={lines} saying={saying as never} onSection={() => {}} />
      </InAccount>
    ));
    const field = (id: string) => screen.getByTestId<HTMLInputElement>(`exception-${id}`);
    const type = (id: string, value: string) => {
      fireEvent.change(field(id), { target: { value } });
      fireEvent.blur(field(id));
    };
    return { said, field, type };
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

  test('of one a reason is kept at once, and taken back by a second press', async () => {
    const { said } = await form(line('1'));
    for (const _ of [1, 2]) fireEvent.click(screen.getByTestId('exception-reason-fee'));
    expect(said).toEqual([
      [['1'], { ...NOTHING, reason: 'fee', owner: 'Ana' }],
      [['1'], { ...NOTHING, owner: 'Ana' }],
    ]);
  });
});
