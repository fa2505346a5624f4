import { useAnnotate } from '#renderer/data/client/annotations.ts';
import type { AnnotationChanges } from '#renderer/data/model/annotations.ts';
import { useUndo } from '#renderer/features/undo/undo.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { AnomalousOrder } from '#renderer/reconciliation/anomalies/model/anomalies.ts';

/** Dismisses something odd as it is now, or takes that back; either can be undone. Rejects where it cannot be written. */
export function useDismissal() {
  const text = useText();
  const annotate = useAnnotate();
  const { remember } = useUndo();
  const write = async (label: string, changes: AnnotationChanges<'dismissed-anomaly'>): Promise<void> => {
    const back = await annotate(changes);
    remember(label, back, { isOffered: true });
  };
  const nameOf = ({ cells, parts }: AnomalousOrder): string =>
    parts.some(({ reason }) => reason === 'margin')
      ? (cells['SKU Producto'] ?? '')
      : cells.Orden || text('order.none');
  return {
    dismiss: (odd: AnomalousOrder) =>
      write(text('anomaly.undo-dismiss', { name: nameOf(odd) }), {
        kind: 'dismissed-anomaly',
        puts: [{ key: odd.key, value: { evidence: odd.evidence, atMs: Date.now() } }],
        deletes: [],
      }),
    takeBack: (odd: AnomalousOrder) =>
      write(text('anomaly.undo-take-back', { name: nameOf(odd) }), {
        kind: 'dismissed-anomaly',
        puts: [],
        deletes: [odd.key],
      }),
  };
}
