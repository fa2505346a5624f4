import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { PreferencesProvider } from '#renderer/features/preferences/preferences.tsx';
import type { ExceptionGroup } from '#renderer/reconciliation/findings/model/groups.ts';
import {
  INITIAL_QUEUE,
  type QueueLine,
  type QueueRow,
  type QueueState,
  queueGroups,
  queueLines,
  queueRows,
} from '#renderer/reconciliation/findings/screen/exceptions-list.ts';
import { QueueTable } from '#renderer/reconciliation/findings/screen/queue-table.tsx';
import type { LocalDate, LocalDateTime, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

/** A long queue in a place that scrolls: what of it is drawn, where Tab stops, and how keys and presses walk it. */

/** px, as the styles have them. */
const [GROUP, LINE] = [40, 28];

const group = (key: string, month: Month | null, count: number): ExceptionGroup =>
  ({
    ...{ key, findingKey: key, account: { Canal: 'Uno', Cuenta: 'A' }, month },
    head: { kind: 'rate', subject: { Canal: 'Uno', Cuenta: 'A' }, affects: [] },
    cases: Array.from({ length: count }, (_, at) => ({
      ...{ id: `${at}`, key: `${key}${at}`, name: `O-${key}${at}`, month, rows: 1, evidence: 'e' },
      ...{ day: '2026-11-20' as LocalDate, amount: `${count - at}` as Decimal },
      ...{ state: 'open', isChanged: false, said: null, claim: null, isDue: false },
    })),
  }) as never;
const LINES = queueLines(
  [group('a', '2026-11' as Month, 40), group('b', null, 2)],
  '2026-11-27T10:00:00.000' as LocalDateTime,
  () => '',
  () => '',
);
const STATE: QueueState = { ...INITIAL_QUEUE, opened: ['a'] };
const ROWS = queueRows(queueGroups(LINES, STATE, text), STATE);
const FEW = [...ROWS.slice(0, 6), ...ROWS.slice(-1)];

/** A place of 84 px that scrolls. The table begins at its top; nothing of this is laid out by the page itself. */
function inPlace(rows: readonly QueueRow[] = ROWS) {
  const seen: unknown[] = [];
  let scrolled = 0;
  let height = 84;
  let resized: () => void = () => {};
  const watched: Element[] = [];
  let isWatched = true;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resized = onResize;
      }
      observe(element: Element) {
        watched.push(element);
        isWatched = true;
      }
      unobserve() {}
      disconnect() {
        isWatched = false;
      }
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => height);
  // Two spies of one property do not both go: the page's own is Element's, and is there again once this is away.
  Object.defineProperty(HTMLElement.prototype, 'scrollTop', {
    configurable: true,
    get: () => scrolled,
    set: (to: number) => {
      scrolled = to;
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTop');
  });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, this.dataset.sections === undefined ? 90 - scrolled : 90, 100, 100);
  });
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((then) => {
    then(0);
    return 0;
  });
  function Place({ of }: { readonly of: readonly QueueRow[] }) {
    const [chosen, setChosen] = useState<string | null>(null);
    const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
    const told = (lines: readonly QueueLine[]) => `${lines.length} from ${lines[0]?.key}`;
    return (
      <PreferencesProvider>
        <div data-sections data-testid="place">
          <QueueTable
            rows={of}
            month={null}
            state={STATE}
            onSort={(by) => seen.push(['sort', by])}
            onTurn={(...turn) => seen.push(['turn', ...turn])}
            chosen={chosen}
            onChoose={(key) => {
              seen.push(['choose', key]);
              setChosen(key);
            }}
            picked={picked}
            onPick={(lines, isPicked) => {
              seen.push(['pick', told(lines), isPicked]);
              setPicked(new Set(isPicked ? lines.map(({ key }) => key) : []));
            }}
            onSay={(lines, state) => seen.push(['say', told(lines), state])}
          />
        </div>
        <h3 id="exception-chosen" tabIndex={-1}>
          chosen
        </h3>
      </PreferencesProvider>
    );
  }
  const { rerender, unmount } = render(<Place of={rows} />);
  const place = screen.getByTestId('place');
  const drawn = () => [...place.querySelectorAll<HTMLElement>('tr[data-key]')];
  return {
    taken: () => seen.splice(0),
    scroll: (to: number) => {
      scrolled = to;
      fireEvent.scroll(place);
    },
    scrolled: () => scrolled,
    resize: (to: number) => {
      height = to;
      act(() => resized());
    },
    isWatched: () => [watched.includes(place), isWatched],
    show: (of: readonly QueueRow[]) => rerender(<Place of={of} />),
    unmount,
    place,
    row: (key: string) => drawn().find(({ dataset }) => dataset.key === key) as HTMLElement,
    /** The first and the last row that is drawn, and the room of those before and after. */
    window: () => {
      const { paddingTop, paddingBottom } = place.querySelector<HTMLElement>('[style*=padding]')?.style ?? {};
      const [first, last] = [drawn()[0], drawn().at(-1)];
      return [first?.dataset.key, last?.dataset.key, paddingTop, paddingBottom].join(' ');
    },
    tabStops: () =>
      [...place.querySelectorAll('button[data-walked][tabindex="0"]')]
        .map((each) => each.closest('tr')?.dataset.key)
        .join(),
    pressed: () =>
      [...place.querySelectorAll('button[data-walked][aria-pressed=true]')]
        .map((each) => each.closest('tr')?.dataset.key)
        .join(),
    focused: () => document.activeElement?.closest('tr')?.dataset.key ?? document.activeElement?.id,
    focus: (key: string) => walkedOf(drawn().find(({ dataset }) => dataset.key === key))?.focus(),
    key: (key: string, more: object = {}) =>
      fireEvent.keyDown(document.activeElement as Element, { key, ...more }),
  };
}
const walkedOf = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('[data-walked]');

afterEach(() => vi.unstubAllGlobals());

test('of a long queue what is in sight is drawn with ten rows more above and below, in the room of all; Tab stops there', () => {
  const queue = inPlace();
  const total = 2 * GROUP + 40 * LINE;
  expect([queue.window(), queue.tabStops()]).toEqual([`a a11 0px ${total - GROUP - 12 * LINE}px`, 'a']);
  queue.scroll(GROUP + 15 * LINE);
  const from = GROUP + 5 * LINE;
  expect([queue.window(), queue.tabStops()]).toEqual([
    `a5 a28 ${from}px ${total - from - 24 * LINE}px`,
    'a5',
  ]);
  // The chosen one is where Tab stops, if it is drawn; else the first that is.
  const stops: string[] = [];
  const choose = (key: string) => {
    fireEvent.click(queue.row(key));
    stops.push(`${queue.pressed()} ${queue.tabStops()}`);
  };
  const scroll = (lines: number) => {
    queue.scroll(GROUP + lines * LINE);
    stops.push(queue.tabStops());
  };
  choose('a9');
  choose('a28');
  scroll(14);
  scroll(15);
  choose('a5');
  scroll(16);
  expect(stops).toEqual(['a9 a9', 'a28 a28', 'a4', 'a28', 'a5 a5', 'a6']);
  expect(queue.taken()).toEqual(['a9', 'a28', 'a5'].map((key) => ['choose', key]));
});

test('to the end of it, where there are no more; in a place that is larger by now; and of fewer, under other filters', () => {
  const queue = inPlace();
  const total = 2 * GROUP + 40 * LINE;
  queue.scroll(total - 84);
  expect(queue.window()).toBe(`a28 b ${GROUP + 28 * LINE}px 0px`);
  queue.scroll(0);
  queue.resize(168);
  expect(queue.window().split(' ').slice(0, 2)).toEqual(['a', 'a14']);
  queue.scroll(GROUP + 30 * LINE);
  queue.show(ROWS.slice(0, 3));
  expect(queue.isWatched()).toEqual([true, true]);
  queue.scroll(0);
  expect(queue.window()).toBe('a a1 0px 0px');
});

test('in a place of no height what was drawn stays; once it is left nothing is measured', () => {
  const queue = inPlace(ROWS.slice(0, 30));
  queue.resize(0);
  queue.scroll(GROUP + 40 * LINE);
  expect(queue.window().split(' ').slice(0, 2)).toEqual(['a', 'a11']);
  const leave = vi.spyOn(queue.place, 'removeEventListener');
  queue.unmount();
  expect(queue.isWatched()).toEqual([true, false]);
  expect(leave.mock.calls.map(([name]) => name)).toContain('scroll');
});

test('arrows walk line by line, bring the next into sight under the head, and go on to what is not drawn yet', () => {
  const queue = inPlace();
  const top = GROUP + 15 * LINE;
  queue.scroll(top);
  const walk = (key: string) => {
    const isLeft = queue.key(key);
    return [queue.focused(), queue.scrolled() - top, isLeft];
  };
  queue.focus('a16');
  expect(walk('ArrowDown')).toEqual(['a17', 0, false]);
  // The head of the table lies over the first of it.
  expect(walk('ArrowUp')).toEqual(['a16', LINE - GROUP, false]);
  queue.scroll(top);
  queue.focus('a17');
  expect(walk('ArrowDown')).toEqual(['a18', LINE, false]);
  queue.scroll(top);
  queue.focus('a28');
  expect(walk('ArrowDown')).toEqual(['a28', GROUP + 30 * LINE - 84 - top, false]);
  fireEvent.scroll(queue.place);
  expect(queue.focused()).toBe('a29');
  // And it stays where it is put: a later drawing does not call it back.
  queue.focus('a25');
  queue.scroll(queue.scrolled() + LINE);
  expect(queue.focused()).toBe('a25');
  expect(queue.taken()).toEqual(['a17', 'a16', 'a18', 'a29'].map((key) => ['choose', key]));
  queue.scroll(0);
  queue.focus('a');
  expect(queue.key('ArrowUp')).toBe(false);
  expect([queue.focused(), queue.taken()]).toEqual(['a', []]);
});

test('keys open and close groups and say a state of all that is in the row; with others held they are not its own', () => {
  const queue = inPlace(FEW);
  const pressed = (key: string, more?: object) => [queue.key(key, more), ...queue.taken()];
  queue.focus('a');
  expect(['ArrowRight', 'ArrowLeft', 'e', 'A', 'o', 'x'].map((key) => pressed(key))).toEqual([
    [false, ['turn', 'a', true]],
    [false, ['turn', 'a', false]],
    [false, ['say', '40 from a0', 'explained']],
    [false, ['say', '40 from a0', 'accepted']],
    [false, ['say', '40 from a0', 'open']],
    [true],
  ]);
  queue.focus('a3');
  expect(['ArrowRight', 'ArrowLeft', 'E'].map((key) => pressed(key))).toEqual([
    ...[[true], [true]],
    [false, ['say', '1 from a3', 'explained']],
  ]);
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(['e', 'ArrowDown'].map((key) => pressed(key, { [held]: true }))).toEqual([[true], [true]]);
});

test('a tick takes what is in its row and chooses nothing; a group is turned by its own press; a name read by keys goes on', () => {
  const queue = inPlace(FEW);
  const box = (key: string) => queue.row(key).querySelector('input') as HTMLInputElement;
  const marks = () =>
    ['a', 'a0', 'a1'].map((key) => `${key} ${box(key).checked} ${box(key).indeterminate}`).join(', ');
  expect(marks()).toBe('a false false, a0 false false, a1 false false');
  fireEvent.click(box('a1'));
  expect(marks()).toBe('a false true, a0 false false, a1 true false');
  fireEvent.click(box('a1'));
  fireEvent.click(box('a'));
  expect(marks()).toBe('a true false, a0 true false, a1 true false');
  fireEvent.click(box('a'));
  expect(queue.taken()).toEqual([
    ['pick', '1 from a1', true],
    ['pick', '1 from a1', false],
    ['pick', '40 from a0', true],
    ['pick', '40 from a0', false],
  ]);
  const turn = queue.row('a').querySelector('button') as HTMLElement;
  expect([turn.getAttribute('aria-expanded'), turn.getAttribute('aria-label')]).toEqual([
    'true',
    `Cerrar ${walkedOf(queue.row('a'))?.textContent} nov 2026`,
  ]);
  fireEvent.click(turn);
  const name = walkedOf(queue.row('a1')) as HTMLElement;
  name.focus();
  fireEvent.click(name, { detail: 1 });
  expect([queue.focused(), queue.taken()]).toEqual([
    'a1',
    [
      ['turn', 'a', false],
      ['choose', 'a1'],
    ],
  ]);
  fireEvent.click(name, { detail: 0 });
  expect([queue.focused(), queue.taken()]).toEqual(['exception-chosen', [['choose', 'a1']]]);
  queue.show(ROWS.filter(({ key }) => key === 'b'));
  fireEvent.click(queue.row('b').querySelector('button') as HTMLElement);
  expect(queue.taken()).toEqual([['turn', 'b', true]]);
});
