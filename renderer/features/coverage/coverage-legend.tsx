import type { MonthCoverage } from '#renderer/data/api.ts';
import type { MessageId } from '#renderer/i18n/text.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { SyncActivity } from '#shared/contract/app.ts';
import { type CellState, cellStates } from './coverage-state.ts';

const ENTRIES: readonly {
  readonly state: CellState;
  readonly mark: string;
  readonly name: MessageId;
  /** One of the usual grounds, explained always; the others only while they occur. */
  readonly usual: boolean;
}[] = [
  { state: 'live', mark: 'mc live', name: 'legend.live', usual: true },
  { state: 'blind', mark: 'mc blind', name: 'legend.blind', usual: true },
  { state: 'due', mark: 'mc due', name: 'legend.due', usual: true },
  { state: 'queued', mark: 'mc queued', name: 'legend.queued', usual: true },
  { state: 'reread', mark: 'mark-reread', name: 'legend.reread', usual: false },
  { state: 'outside', mark: 'mc outside', name: 'legend.outside', usual: false },
  { state: 'partial', mark: 'mc outside part-of', name: 'legend.partial', usual: false },
  { state: 'unsettled', mark: 'mark-unsettled', name: 'legend.unsettled', usual: false },
  { state: 'differs', mark: 'mark-differs', name: 'legend.differs', usual: false },
  { state: 'held', mark: 'mark-held', name: 'legend.held', usual: false },
];

/** What the grounds and marks of the calendar mean: the usual ones, or the rarer ones that occur. */
export function CoverageLegend(props: {
  readonly months: readonly MonthCoverage[];
  readonly activity: SyncActivity | null;
  readonly usual: boolean;
}) {
  const text = useText();
  const used = new Set(props.months.flatMap((month) => cellStates(month, props.activity)));
  const shown = ENTRIES.filter(
    (entry) => entry.usual === props.usual && (entry.usual || used.has(entry.state)),
  );
  return shown.length === 0 ? null : (
    <ul className="lgs">
      {shown.map(({ state, mark, name }) => (
        <li key={state} className="lg">
          <i className={mark} aria-hidden="true" />
          {text(name)}
        </li>
      ))}
    </ul>
  );
}
