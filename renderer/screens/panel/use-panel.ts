import { useState } from 'react';
import { type LiveAnswer, useLiveQuery } from '#renderer/data/client/session-context.tsx';
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

type Answer<O> = Pick<LiveAnswer<PanelInput, O>, 'input' | 'output'>;

/**
 * The figures first; from then on both change together, so that no two parts of the screen speak of different rows.
 * What was shown stays until then.
 */
export function nextPanel(
  shown: Panel | null,
  figures: Answer<PanelFigures>,
  details: Answer<PanelDetails>,
): Panel | null {
  if (figures.output === null || figures.input === null) return shown;
  const isPair =
    details.output !== null &&
    details.output.revision === figures.output.revision &&
    isSameInput(details.input, figures.input);
  // Half a pair is shown only where nothing whole has been.
  if (!isPair && shown !== null && shown.details !== null) return shown;
  const next = { input: figures.input, figures: figures.output, details: isPair ? details.output : null };
  // The same question of the same rows: the answer is the one that stands there already.
  const { revision } = next.figures;
  if (shown?.details != null && shown.figures.revision === revision && isSameInput(shown.input, next.input))
    return shown;
  return shown?.figures === next.figures && shown.details === next.details ? shown : next;
}

/** The two are asked and kept one by one, each with an input of its own. */
function isSameInput(one: PanelInput | null, other: PanelInput): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

export function usePanel(input: PanelInput): {
  readonly panel: Panel | null;
  readonly stale: boolean;
  /** Why the newest question has no answer; null where it has one, or will. */
  readonly error: unknown;
  readonly retry: () => void;
} {
  const figures = useLiveQuery('panel-figures', input, readFigures);
  const details = useLiveQuery('panel-details', input, readDetails);
  const [shown, setShown] = useState<Panel | null>(null);
  const panel = nextPanel(shown, figures, details);
  if (panel !== shown) setShown(panel);
  return {
    panel,
    stale: figures.isStale || details.isStale,
    error: figures.error ?? details.error,
    retry: () => {
      figures.refresh();
      details.refresh();
    },
  };
}
