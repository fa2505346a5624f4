import { createStore, type Store } from '#renderer/data/client/session.ts';

/** What was done and can be undone, newest last. */

export type UndoStep = {
  readonly id: number;
  /** What was done, as a noun in the user's language: it stands after «Deshecho:». */
  readonly label: string;
  readonly back: () => void;
  /** What it is a part of: a part that goes on with the newest step is no step of its own (the letters of a search). */
  readonly part: { readonly of: string; readonly goesOn: boolean } | null;
};

/** More is not remembered. */
const MAX_STEPS = 50;

/** With one more step. One that goes on with the newest takes its words and keeps its way back. */
function withStep(steps: readonly UndoStep[], step: UndoStep): readonly UndoStep[] {
  const newest = steps.at(-1);
  if (newest?.part != null && step.part?.goesOn === true && newest.part.of === step.part.of)
    return [...steps.slice(0, -1), { ...newest, label: step.label }];
  return [...steps.slice(1 - MAX_STEPS), step];
}

/** What is said at the foot: something that can be taken back at once, or that was just taken back. */
export type UndoNews = {
  readonly kind: 'done' | 'undone';
  readonly step: UndoStep;
};

export type Undo = {
  /**
   * Notes something that was done, with the way back. `label` says it as a noun («período oct 2026»). `isOffered`:
   * something is gone, and the foot offers to bring it back.
   */
  readonly remember: (
    label: string,
    back: () => void,
    how?: { readonly part?: UndoStep['part']; readonly isOffered?: boolean },
  ) => void;
  /** Takes the newest back. */
  readonly undo: () => void;
  readonly newest: Store<UndoStep | null>;
  readonly news: Store<UndoNews | null>;
  readonly forgetNews: () => void;
};

/** A stack of what was done, empty. */
export function createUndo(): Undo {
  let steps: readonly UndoStep[] = [];
  let lastId = 0;
  const newest = createStore<UndoStep | null>(null);
  const news = createStore<UndoNews | null>(null);
  return {
    remember: (label, back, how = {}) => {
      lastId += 1;
      const step: UndoStep = { id: lastId, label, back, part: how.part ?? null };
      steps = withStep(steps, step);
      newest.set(steps.at(-1) ?? null);
      // What was said before is of something older.
      news.set(how.isOffered === true ? { kind: 'done', step } : null);
    },
    undo: () => {
      const step = steps.at(-1);
      if (step === undefined) return;
      steps = steps.slice(0, -1);
      newest.set(steps.at(-1) ?? null);
      step.back();
      news.set({ kind: 'undone', step });
    },
    newest,
    news,
    forgetNews: () => news.set(null),
  };
}
