import { useState } from 'react';
import type { LiveAnswer } from '../../link/live-query.ts';
import { useLive } from '../../link/session-context.tsx';
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
  return shown?.figures === next.figures && shown.details === next.details ? shown : next;
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
  const [shown, setShown] = useState<Panel | null>(null);
  const panel = nextPanel(shown, figures, details);
  if (panel !== shown) setShown(panel);
  return {
    panel,
    stale: figures.stale || details.stale,
    error: figures.error ?? details.error,
    retry: () => {
      figures.refresh();
      details.refresh();
    },
  };
}
