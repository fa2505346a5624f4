import { useText } from '#renderer/i18n/text.tsx';
import type { MatchedCase } from '#renderer/reconciliation/matching/model/matches.ts';
import { ByHandBar } from '#renderer/reconciliation/parts/by-hand-bar.tsx';
import type { Decisions } from '#renderer/reconciliation/parts/use-decisions.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import { taken } from './case-key.ts';

/** The lines and orders of cases that were taken. */
export function ByHand(props: {
  readonly cases: readonly MatchedCase[];
  readonly decisions: Decisions;
  readonly onDone: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const both = taken(props.cases);
  const { lines, orders } = both;
  return (
    <ByHandBar
      testId="match-by-hand"
      partId="by-hand"
      amounts={[
        {
          name: 'there',
          label: text('match.there'),
          sums: both.statementAmount,
          count: text('match.lines-count', { count: lines.length, shown: formats.count(lines.length) }),
        },
        {
          name: 'here',
          label: text('match.here'),
          sums: both.ledgerAmount,
          count: text('match.orders-count', { count: orders.length, shown: formats.count(orders.length) }),
        },
      ]}
      sides={both}
      decisions={props.decisions}
      onDone={props.onDone}
    />
  );
}
