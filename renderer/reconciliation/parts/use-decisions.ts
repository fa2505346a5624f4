import { useAnnotations } from '#renderer/data/client/annotations.ts';
import type { Annotation } from '#renderer/data/model/annotations.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { keyOfSides, leftBetween, type Sides } from './sides.ts';
import { useOwner } from './use-owner.ts';
import { useUndoableWrite } from './use-undoable-write.ts';

export type Verdict = Annotation<'match-decision'>['verdict'];

/** Between statements and orders, and between the bank and payouts. */
export type DecisionKind = 'match-decision' | 'payout-decision';

/** Writes the user's decisions about lines and orders, in somebody's name; every step can be undone. */
export function useDecisions(kind: DecisionKind = 'match-decision') {
  const text = useText();
  const formats = useFormats();
  const decisions = useAnnotations(kind);
  const [owner] = useOwner();
  const { write, busy, failed } = useUndoableWrite();
  const say = (verdict: Verdict, sides: Sides, note = '') => {
    const { lines, orders, said } = sides;
    const key = keyOfSides(sides);
    const saying = { verdict, note, owner: owner.trim(), atMs: Date.now(), said };
    const earlier = earlierOf(decisions?.get(key));
    const left = verdict === 'match' ? leftBetween(sides) : null;
    const done =
      left === null
        ? text(`match.undo-${verdict}`)
        : text('match.undo-match-left', { difference: formats.exact(left) });
    return write(done, {
      kind,
      puts: [
        { key, value: { ...saying, lines: [...lines], orders: [...orders], linesBy: 'values', earlier } },
      ],
      deletes: [],
    });
  };
  const withdraw = (key: string) => write(text('match.undo-withdrawn'), { kind, puts: [], deletes: [key] });
  return { decisions, say, withdraw, busy, failed };
}

/** As many as the contract keeps. */
const MAX_EARLIER = 100;

/** Former decisions about the same lines and orders. */
function earlierOf(former: Annotation<DecisionKind> | undefined): Annotation<DecisionKind>['earlier'] {
  if (former === undefined) return [];
  const { verdict, note, owner, atMs, said } = former;
  return [...former.earlier, { verdict, note, owner, atMs, said }].slice(-MAX_EARLIER);
}

export type Decisions = ReturnType<typeof useDecisions>;
