import { isEqual } from 'es-toolkit/predicate';
import { useEffect, useState } from 'react';
import type { LiveAnswer } from '#renderer/data/client/live-query.ts';
import { useQueryCache } from '#renderer/data/client/query-cache.ts';
import { useLive } from '#renderer/data/client/session-context.tsx';
import {
  type PanelDetails,
  type PanelFigures,
  type PanelInput,
  readDetails,
  readFigures,
} from './panel-data.ts';

/** What the panel shows: figures, and where they come from (null until that has been read for the first time). */
export type Panel = {
  readonly input: PanelInput;
  readonly figures: PanelFigures;
  readonly details: PanelDetails | null;
};

const PLACE = 'panel';

/**
 * The figures first; from then on both change together, so that no two parts of the screen speak of different rows.
 * What was shown stays until then.
 */
export function nextPanel(
  shown: Panel | null,
  figures: LiveAnswer<PanelInput, PanelFigures>,
  details: LiveAnswer<PanelInput, PanelDetails>,
): Panel | null {
  if (figures.output === null || figures.input === null) return shown;
  const isPair =
    details.output !== null &&
    details.input === figures.input &&
    details.output.revision === figures.output.revision;
  // Half a pair is shown only where nothing whole has been.
  if (!isPair && shown !== null && shown.details !== null) return shown;
  const next = { input: figures.input, figures: figures.output, details: isPair ? details.output : null };
  // The same question of the same rows: the answer is the one that stands there already.
  if (shown !== null && shown.details !== null && isSameQuestion(shown, next)) return shown;
  return shown?.figures === next.figures && shown.details === next.details ? shown : next;
}

function isSameQuestion(one: Panel, other: Panel): boolean {
  return one.figures.revision === other.figures.revision && isEqual(one.input, other.input);
}

export function usePanel(input: PanelInput): {
  readonly panel: Panel | null;
  readonly stale: boolean;
  /** Why the newest question has no answer; null where it has one, or will. */
  readonly error: unknown;
  readonly retry: () => void;
} {
  const figures = useLive(readFigures, input);
  const details = useLive(readDetails, input);
  const last = useQueryCache();
  const [shown, setShown] = useState(() => last.recall(PLACE, input) as Panel | null);
  const panel = nextPanel(shown, figures, details);
  if (panel !== shown) setShown(panel);
  useEffect(() => {
    if (panel?.details != null) last.keep(PLACE, panel.input, panel.figures.revision, panel);
  }, [last, panel]);
  const isAsked = figures.stale || details.stale;
  return {
    panel,
    // What is asked for again as one comes back stands there already.
    stale: isAsked && last.recall(PLACE, input) !== panel,
    error: figures.error ?? details.error,
    retry: () => {
      figures.refresh();
      details.refresh();
    },
  };
}
