import { type ReactNode, useEffect, useState } from 'react';
import { createStore } from '#renderer/data/client/session.ts';
import { useSession, useStore } from '#renderer/data/client/session-context.tsx';
import { isDialogOpen, useCommandKeys } from '#renderer/features/shortcuts/shortcuts.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { requiredContext } from '#renderer/ui/hooks.ts';
import styles from './undo-line.module.css';

/**
 * Takes a step back. Where it comes to `false`, or rejects, nothing was, and it can be tried again; `changed-since`: what was done
 * was changed again, here or in another tab, and stays. Anything else: it is taken back.
 */
export type WayBack = () => unknown;

export type UndoStep = {
  readonly id: number;
  /** The action, as a noun in the user's language: it stands after «Deshecho:». */
  readonly label: string;
  readonly back: WayBack;
  /** The part it belongs to: one that goes on with the newest step is no step of its own (the letters of a search). */
  readonly part: { readonly of: string; readonly goesOn: boolean } | null;
};

const MAX_STEPS = 50;

/** With one more step. One that goes on with the newest takes its words and keeps its way back. */
function withStep(steps: readonly UndoStep[], step: UndoStep): readonly UndoStep[] {
  const newest = steps.at(-1);
  if (newest?.part != null && step.part?.goesOn === true && newest.part.of === step.part.of)
    return [...steps.slice(0, -1), { ...newest, label: step.label }];
  return [...steps.slice(1 - MAX_STEPS), step];
}

/** News at the foot: something that can be taken back at once, or that was just taken back; or others. */
type UndoNews =
  | { readonly kind: 'done' | 'undone' | 'failed' | 'changed-since'; readonly step: UndoStep }
  | { readonly kind: 'said'; readonly words: string };

function wordsOfNews(news: UndoNews, text: Text): string {
  if (news.kind === 'said') return news.words;
  const { label } = news.step;
  switch (news.kind) {
    case 'done':
      return label;
    case 'undone':
      return text('undo.done', { label });
    case 'failed':
      return text('undo.failed', { label });
    case 'changed-since':
      return text('undo.changed-since', { label });
  }
}

/** A stack of what was done, empty. */
export function createUndo() {
  let steps: readonly UndoStep[] = [];
  let lastId = 0;
  const newest = createStore<UndoStep | null>(null);
  const news = createStore<UndoNews | null>(null);
  const become = (next: readonly UndoStep[]): void => {
    steps = next;
    newest.set(steps.at(-1) ?? null);
  };
  /** Only what has come of it is said: it may have to be written. */
  const say = (step: UndoStep, outcome: unknown): void => {
    if (outcome === false) become([...steps, step]);
    const kind = outcome === false ? 'failed' : outcome === 'changed-since' ? outcome : 'undone';
    news.set({ kind, step });
  };
  return {
    /** Notes a step and its way back. `label`: a noun («período oct 2026»). `isOffered`: the foot offers it back. */
    remember: (
      label: string,
      back: WayBack,
      how: { readonly part?: UndoStep['part']; readonly isOffered?: boolean } = {},
    ): void => {
      lastId += 1;
      const step: UndoStep = { id: lastId, label, back, part: how.part ?? null };
      become(withStep(steps, step));
      // The news before is of something older.
      news.set(how.isOffered === true ? { kind: 'done', step } : null);
    },
    undo: (): void => {
      const step = steps.at(-1);
      if (step === undefined) return;
      become(steps.slice(0, -1));
      const outcome = step.back();
      if (!(outcome instanceof Promise)) {
        say(step, outcome);
        return;
      }
      news.set(null);
      void outcome.then(
        (come) => say(step, come),
        () => say(step, false),
      );
    },
    newest,
    news,
    /** Says what came of something that there is no way back from (a copy). */
    say: (words: string): void => news.set({ kind: 'said', words }),
    forgetNews: (): void => news.set(null),
  };
}

const [Provider, useUndo] = requiredContext<ReturnType<typeof createUndo>>('undo');

export { useUndo };

/** True where Ctrl+Z is the field's own. */
function isTyping(): boolean {
  const focused = document.activeElement;
  return (
    focused instanceof HTMLElement &&
    focused.closest('textarea, [contenteditable], input:not([type="checkbox"], [type="radio"])') !== null
  );
}

/**
 * «Undo» of the app's menus: takes back what was typed where a field has the focus, else what was done on the page;
 * null: nothing can be. Behind a dialog nothing is.
 */
export function useUndoCommand(undo: (() => void) | null): void {
  const { bridge } = useSession();
  useEffect(
    () =>
      bridge.on('command', (command) => {
        if (command !== 'undo') return;
        // The one way to a field's own history, as the menu's role goes it.
        if (isTyping()) document.execCommand('undo');
        else if (!isDialogOpen()) undo?.();
      }),
    [bridge, undo],
  );
}

/** Holds what was done in one account; give it the account's id as its key. Ctrl+Z takes the newest back. */
export function UndoProvider(props: { readonly children: ReactNode }) {
  const [undo] = useState(createUndo);
  useCommandKeys('undo', undo.undo, () => !isTyping());
  useUndoCommand(undo.undo);
  return <Provider value={undo}>{props.children}</Provider>;
}

/** The way back from the newest thing that was done; null where there is none. */
export function useUndoNewest(): (() => void) | null {
  const undo = useUndo();
  return useStore(undo.newest) === null ? null : undo.undo;
}

/** Long enough to read it and to reach the button. */
const SHOWN_MS = 8000;

/** A quiet line at the foot, below the figures: what was taken back, or what is gone and can be brought back. */
export function UndoLine() {
  const text = useText();
  const undo = useUndo();
  const news = useStore(undo.news);
  const [held, setHeld] = useState(false);
  const { forgetNews } = undo;
  useEffect(() => {
    if (news === null || held) return;
    const timer = setTimeout(forgetNews, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news, held, forgetNews]);
  return (
    <div
      className={classNames(styles.line, news !== null && styles.shown)}
      data-testid="undo-line"
      data-kind={news?.kind ?? ''}
    >
      <span role="status">{news === null ? '' : wordsOfNews(news, text)}</span>
      {news?.kind === 'done' ? (
        <Button
          className={ui.link}
          data-testid="undo-offer"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          onClick={() => {
            setHeld(false);
            undo.undo();
          }}
        >
          {text('undo.offer')}
        </Button>
      ) : null}
    </div>
  );
}
