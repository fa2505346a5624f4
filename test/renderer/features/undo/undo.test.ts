import { describe, expect, test } from 'vitest';
import { stepMessage, stepPart } from '#renderer/features/selection/selection-context.tsx';
import { changeSelection, type SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { createUndo } from '#renderer/features/undo/undo.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import { EVERYTHING, type Selection } from '#shared/domain/selection.ts';
import { text } from '#test/renderer/i18n/spanish.ts';

describe('what was done', () => {
  test('is taken back newest first, and said', () => {
    const undo = createUndo();
    const taken: string[] = [];
    expect(undo.newest.get()).toBeNull();
    undo.remember('uno', () => taken.push('uno'));
    const one = undo.newest.get();
    expect(one?.label).toBe('uno');
    undo.remember('dos', () => taken.push('dos'));
    expect(undo.newest.get()?.label).toBe('dos');
    expect(undo.newest.get()?.id).not.toBe(one?.id);
    undo.undo();
    expect(undo.news.get()).toMatchObject({ kind: 'undone', step: { label: 'dos' } });
    expect(undo.newest.get()?.label).toBe('uno');
    undo.undo();
    undo.undo();
    expect(taken).toEqual(['dos', 'uno']);
    expect(undo.newest.get()).toBeNull();
  });

  test('is said to be taken back only once it is, and what failed can be tried again', async () => {
    const undo = createUndo();
    let outcome: () => unknown = () => Promise.reject(new Error('closed'));
    undo.remember('uno', () => {});
    undo.remember('meta', () => outcome());
    const settled = async (kind: string) => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(undo.news.get()).toMatchObject({ kind, step: { label: 'meta' } });
    };
    undo.undo();
    expect(undo.news.get()).toBeNull();
    await settled('failed');
    expect(undo.newest.get()?.label).toBe('meta');
    outcome = () => Promise.resolve(false);
    undo.undo();
    await settled('failed');
    outcome = () => Promise.resolve('taken-back');
    undo.undo();
    await settled('undone');
    expect(undo.newest.get()?.label).toBe('uno');
  });

  test('is left as it is where it changed since, and what was before it is next', () => {
    const undo = createUndo();
    undo.remember('uno', () => {});
    undo.remember('vista', () => 'changed-since');
    undo.undo();
    expect(undo.news.get()).toMatchObject({ kind: 'changed-since', step: { label: 'vista' } });
    expect(undo.newest.get()?.label).toBe('uno');
  });

  test('is offered back where something is gone, until something else is done', () => {
    const undo = createUndo();
    undo.remember('vista «A» eliminada', () => {}, { isOffered: true });
    expect(undo.news.get()).toMatchObject({ kind: 'done', step: { label: 'vista «A» eliminada' } });
    undo.remember('período', () => {});
    expect(undo.news.get()).toBeNull();
  });

  test('goes back fifty steps and no further', () => {
    const undo = createUndo();
    const taken: number[] = [];
    for (let step = 0; step < 70; step += 1) undo.remember(String(step), () => taken.push(step));
    for (let step = 0; step < 70; step += 1) undo.undo();
    expect(taken).toEqual(Array.from({ length: 50 }, (_, index) => 69 - index));
  });

  test('goes on with the newest where it is of the same part, and with nothing else', () => {
    const undo = createUndo();
    const taken: string[] = [];
    const step = (label: string, of: string | null, goesOn: boolean) =>
      undo.remember(label, () => taken.push(label), { part: of === null ? null : { of, goesOn } });
    step('a', 'search', false);
    step('ab', 'search', true);
    step('note', 'note', true);
    step('filter', null, false);
    step('abc', 'search', true);
    const labels: (string | undefined)[] = [];
    for (let at = 0; at < 5; at += 1) {
      labels.push(undo.newest.get()?.label);
      undo.undo();
    }
    expect([labels, taken]).toEqual([
      ['abc', 'filter', 'note', 'ab', undefined],
      ['abc', 'filter', 'note', 'a'],
    ]);
  });

  test('a step that a way back takes is itself no news of its own', () => {
    const undo = createUndo();
    undo.remember('uno', () => undo.remember('de vuelta', () => {}));
    undo.undo();
    expect(undo.news.get()).toMatchObject({ kind: 'undone', step: { label: 'uno' } });
  });
});

describe('steps of the selection', () => {
  function life(actions: readonly SelectionAction[]): {
    undo: ReturnType<typeof createUndo>;
    now: () => Selection;
  } {
    const undo = createUndo();
    let selection = EVERYTHING;
    for (const action of actions) {
      const before = selection;
      selection = changeSelection(before, action);
      undo.remember(
        stepMessage([action], selection, text),
        () => {
          selection = before;
        },
        { part: stepPart(action, before) },
      );
    }
    return { undo, now: () => selection };
  }

  test('the letters of a search are one step, a new search is another', () => {
    const typed = ['a', 'ab', 'abc', '', 'x', 'xy'].map(
      (letters): SelectionAction => ({
        type: 'search',
        text: letters,
      }),
    );
    const { undo, now } = life(typed);
    undo.undo();
    expect(undo.news.get()).toMatchObject({ step: { label: 'búsqueda «xy»' } });
    expect(now().search).toBe('');
    expect(undo.newest.get()?.label).toBe('búsqueda vaciada');
    undo.undo();
    expect(undo.newest.get()).toBeNull();
  });

  test('a filter between two searches keeps them apart', () => {
    const { undo, now } = life([
      { type: 'search', text: 'a' },
      { type: 'set-filter', column: 'Canal', values: ['X'] },
      { type: 'search', text: 'ab' },
    ]);
    undo.undo();
    expect(now()).toMatchObject({ search: 'a', filters: [{ column: 'Canal' }] });
    undo.undo();
    expect(now()).toMatchObject({ search: 'a', filters: [] });
  });

  test('are said by what they changed', () => {
    const period = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
    const said = (action: SelectionAction) =>
      stepMessage([action], changeSelection(EVERYTHING, action), text);
    expect(said({ type: 'set-period', period })).toBe('período 1–31 oct 2026');
    expect(said({ type: 'set-numbers', column: 'Ventas', filters: [] })).toBe('filtro de Ventas');
    expect(said({ type: 'clear' })).toBe('filtros quitados');
    expect(stepMessage([{ type: 'clear' }, { type: 'search', text: 'a' }], EVERYTHING, text)).toBe(
      'cambio de filtros',
    );
  });
});
