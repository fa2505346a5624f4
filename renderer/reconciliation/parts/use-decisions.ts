import { useAnnotations } from '#renderer/data/client/annotations.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { type DecisionKind, decisionOf, type Verdict } from './decision-said.ts';
import { keyOfSides, leftBetween, type Sides } from './sides.ts';
import { useOwner } from './use-owner.ts';
import { useUndoableWrite } from './use-undoable-write.ts';

/** Writes the user's decisions about lines and orders, in somebody's name; every step can be undone. */
export function useDecisions(kind: DecisionKind = 'match-decision') {
  const text = useText();
  const formats = useFormats();
  const decisions = useAnnotations(kind);
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const say = (verdict: Verdict, sides: Sides, note = '') => {
    const key = keyOfSides(sides);
    const by = { verdict, note, owner: owner.trim(), atMs: Date.now() };
    const left = verdict === 'match' ? leftBetween(sides) : null;
    const done =
      left === null
        ? text(`match.undo-${verdict}`)
        : text('match.undo-match-left', { difference: formats.exact(left) });
    return write(done, {
      kind,
      puts: [{ key, value: decisionOf(sides, by, decisions?.get(key)) }],
      deletes: [],
    });
  };
  const withdraw = (key: string) => write(text('match.undo-withdrawn'), { kind, puts: [], deletes: [key] });
  return { decisions, say, withdraw, busy, failed };
}

export type Decisions = ReturnType<typeof useDecisions>;
