import { Popover } from '@base-ui/react/popover';
import { type KeyboardEvent, useState } from 'react';
import { type LocalDateTime, parseLocalDate } from '#shared/dates.ts';
import type { Period } from '#shared/selection/selection.ts';
import { useText } from '../../i18n/text.tsx';
import { useLedger } from '../../link/session-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useShortcut } from '../shortcuts.ts';
import { describePeriod, PERIOD_PRESETS, presetPeriod, stepPeriod } from './period.ts';
import { usePeriodWords } from './period-words.ts';
import { useSelection } from './selection-context.tsx';
import './selection.css';

/** Period with its arrows and, always beside it, the zone its days are in. */
export function PeriodControl() {
  const text = useText();
  const words = usePeriodWords();
  const { selection, change } = useSelection();
  const ledger = useLedger();
  const [open, setOpen] = useState(false);
  const last = ledger.kind === 'open' ? ledger.facts.lastPurchase : null;
  const first = ledger.kind === 'open' ? ledger.facts.firstPurchase : null;
  const set = (period: Period | null): void => change({ type: 'set-period', period });
  const step = (direction: -1 | 1): void => set(stepPeriod(selection.period, direction, last));
  useShortcut('alt+ArrowLeft', () => step(-1));
  useShortcut('alt+ArrowRight', () => step(1));
  useShortcut('ctrl+d', () => setOpen(true));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
      <span className="join" role="group" aria-label={text('period.label')}>
        <button
          type="button"
          className="btn ic"
          title={text('period.previous')}
          aria-label={text('period.previous')}
          onClick={() => step(-1)}
        >
          <Icon name="left" />
        </button>
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger className="btn" title={text('period.choose')}>
            <Icon name="calendar" />
            {describePeriod(selection.period, words)}
            <Icon name="down" small />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner sideOffset={4} align="start" className="float">
              <Popover.Popup className="menu period-menu" aria-label={text('period.choose')}>
                <PeriodChoices
                  period={selection.period}
                  first={first}
                  last={last}
                  onChoose={(period) => {
                    set(period);
                    setOpen(false);
                  }}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
        <button
          type="button"
          className="btn ic"
          title={text('period.next')}
          aria-label={text('period.next')}
          onClick={() => step(1)}
        >
          <Icon name="right" />
        </button>
      </span>
      <span className="zone">
        <span>{text('zone.purchase')}</span>
        <span>{text('zone.local')}</span>
      </span>
    </>
  );
}

function PeriodChoices(props: {
  readonly period: Period | null;
  readonly first: LocalDateTime | null;
  readonly last: LocalDateTime | null;
  readonly onChoose: (period: Period | null) => void;
}) {
  const text = useText();
  const words = usePeriodWords();
  const [from, setFrom] = useState<string>(props.period?.from ?? props.first?.slice(0, 10) ?? '');
  const [to, setTo] = useState<string>(props.period?.to ?? props.last?.slice(0, 10) ?? '');
  const start = parseLocalDate(from);
  const end = parseLocalDate(to);
  const range = start !== undefined && end !== undefined && start <= end ? { from: start, to: end } : null;
  const { last, onChoose } = props;
  const presets =
    last === null
      ? []
      : PERIOD_PRESETS.map((preset) => ({ ...preset, period: presetPeriod(preset.id, last) }));
  function onKeyDown(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey) return;
    const preset = presets.find(({ key }) => key === event.key.toLowerCase());
    if (preset === undefined) return;
    event.preventDefault();
    onChoose(preset.period);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each key is that of a button within
    <div onKeyDown={onKeyDown}>
      <button type="button" className="it" onClick={() => onChoose(null)}>
        <span className="grow">{text('period.everything')}</span>
      </button>
      {presets.map((preset) => (
        <button
          key={preset.id}
          type="button"
          className="it"
          aria-keyshortcuts={preset.key.toUpperCase()}
          data-testid={`period-${preset.id}`}
          onClick={() => onChoose(preset.period)}
        >
          <span className="grow">{text(`period.${preset.id}`)}</span>
          <small>{describePeriod(preset.period, words)}</small>
          <kbd>{preset.key.toUpperCase()}</kbd>
        </button>
      ))}
      <div className="rule" />
      <form
        className="range"
        onSubmit={(event) => {
          event.preventDefault();
          if (range !== null) onChoose(range);
        }}
      >
        <label>
          <span>{text('period.from')}</span>
          <span className="field">
            <input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
          </span>
        </label>
        <label>
          <span>{text('period.to')}</span>
          <span className="field">
            <input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
          </span>
        </label>
        <p className="f11 dim">{text('period.zone-note')}</p>
        <div className="acts">
          <button type="submit" className="btn p" disabled={range === null}>
            {text('period.apply')}
          </button>
        </div>
      </form>
    </div>
  );
}
