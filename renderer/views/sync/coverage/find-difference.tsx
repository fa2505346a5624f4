import type { Search } from '#shared/sync/checkpoint.ts';
import type { ControlTotal } from '#shared/sync/control-total.ts';
import { useText } from '../../../i18n/text.tsx';
import type { MonthCoverage } from '../../../link/data-contract.ts';
import { useSession } from '../../../link/session-context.tsx';
import { useFormats } from '../../../ui/formats.tsx';
import { useAction } from '../../use-action.ts';
import { differingControl } from './coverage-state.ts';
import { searchWords } from './coverage-words.ts';

/** How the search for a difference stands or ended, and the button that begins it at once. */
export function FindDifference(props: {
  readonly range: ControlTotal['range'];
  readonly controls: MonthCoverage['controls'];
  readonly search: Search | null;
  readonly nowMs: number;
}) {
  const text = useText();
  const formats = useFormats();
  const { bridge } = useSession();
  const action = useAction();
  const { range, search } = props;
  const differs = differingControl(props.controls) !== null;
  const words = searchWords(search, differs, props.nowMs, text, formats);
  if (words === null && !differs) return null;
  return (
    <p className="search" data-testid={`search-${range}`} data-over={search === null ? '' : search.isOver}>
      {words === null ? null : <span>{words}</span>}
      {differs ? (
        <button
          type="button"
          className="btn sm"
          data-testid={range === 'all' ? 'find-difference-all' : 'find-difference'}
          disabled={action.busy}
          title={text('control.find-title')}
          onClick={() => void action.run(() => bridge.call.findDifferences({ ranges: [range] }))}
        >
          {text('control.find')}
        </button>
      ) : null}
      {action.failed === null ? null : (
        <span className="neg words" role="alert">
          {action.failed}
        </span>
      )}
    </p>
  );
}
