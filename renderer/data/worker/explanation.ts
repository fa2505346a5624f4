import { placesOfCurrency } from '#renderer/data/model/currency-places.ts';
import { stream } from '#renderer/data/questions/stream.ts';
import type { ExplainQuery, Explanations } from '#renderer/reconciliation/explain/model/explanation.ts';
import { explained } from '#renderer/reconciliation/explain/worker/answers.ts';
import { explanationSteps } from '#renderer/reconciliation/explain/worker/explanation-steps.ts';
import { vatInView } from '#renderer/reconciliation/explain/worker/vat-in-view.ts';
import type { OpenCopy } from './open-copy.ts';

/** Looks for what makes a figure seen elsewhere differ, and tells how far it has come. */
export const explainFigure = stream(
  'explainFigure',
  async function* (
    copy: OpenCopy,
    query: ExplainQuery,
    signal,
  ): AsyncGenerator<{ readonly share: number }, Explanations> {
    const { ledger, pause, shownRows } = copy;
    // The log goes on while figures are frozen: it tells nothing of what was before them.
    const log = copy.frozen === null ? await ledger.reads.changes() : null;
    const rows = shownRows();
    const vat = vatInView(rows.store, query.selection, query.currency, copy.annotations.of('account-vat'));
    const rowPlaces = placesOfCurrency(query.currency);
    const steps = explanationSteps(
      rows.store,
      (onProgress) => explained(rows, query, { log, vat, rowPlaces, onProgress }),
      {
        pause,
        now: () => performance.now(),
        signal,
      },
    );
    for (;;) {
      const step = await ledger.activity.during(() => steps.next());
      if (step.done === true) return step.value;
      yield step.value;
    }
  },
);
