import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { stepPeriod } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { describeHeld } from '#renderer/features/selection/beside-messages.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useShortcut } from '#renderer/features/shortcuts/shortcuts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import type { Period } from '#shared/domain/selection.ts';
import { PeriodChoices } from './period-choices.tsx';
import { usePeriodEnds, usePeriodRows } from './use-period-facts.ts';
import '#renderer/features/selection/selection.css';
import './period.css';

/** Period with its arrows and, always beside it, which date it is of and the zone of its days. */
export function PeriodControl() {
  const text = useText();
  const words = usePeriodMessages();
  const { selection, change } = useSelection();
  const [open, setOpen] = useState(false);
  const ends = usePeriodEnds();
  const { last } = ends;
  const set = (period: Period | null): void => change({ type: 'set-period', period });
  const step = (direction: -1 | 1): void => set(stepPeriod(selection.period, direction, last));
  useShortcut('alt+ArrowLeft', () => step(-1));
  useShortcut('alt+ArrowRight', () => step(1));
  useShortcut('ctrl+d', () => setOpen(true));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out inline with its buttons */}
      <span className="join" role="group" aria-label={text('period.label')}>
        <IconButton className="btn ic" icon="left" name={text('period.previous')} onPress={() => step(-1)} />
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Trigger className="btn" data-testid="period" title={text('period.choose')}>
            <Icon name="calendar" />
            {describeHeld(selection, words, text)}
            <Icon name="down" small />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner sideOffset={4} align="start" className="float">
              <Popover.Popup
                className="menu period-menu"
                data-testid="period-menu"
                aria-label={text('period.choose')}
              >
                <PeriodChoices
                  ends={ends}
                  onChoose={(period) => {
                    set(period);
                    setOpen(false);
                  }}
                  onBeside={(beyond) => {
                    const column = selection.periodColumn;
                    change({ type: 'set-dates', column, filter: { column, beyond } });
                    setOpen(false);
                  }}
                />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
        <IconButton className="btn ic" icon="right" name={text('period.next')} onPress={() => step(1)} />
      </span>
      <PeriodDates />
    </>
  );
}

/** «Fecha de Pago · hora local del canal», and how many rows the period cannot hold because they have no such date. */
function PeriodDates() {
  const text = useText();
  const formats = useFormats();
  const { periodColumn, period } = useSelection().selection;
  const isPayment = periodColumn === 'Fecha de Pago';
  const undated = usePeriodRows(isPayment)?.beside.find(({ beyond }) => beyond === null)?.rows ?? 0;
  const isSaid = isPayment && period !== null && undated > 0;
  return (
    <span className="zone" data-testid="period-zone" data-column={periodColumn}>
      <span>{periodColumn}</span>
      <span>{text('zone.local')}</span>
      {isSaid ? (
        <data className="undated" value={undated} data-value={undated} data-testid="period-undated">
          {text('period.undated-short', { count: undated, shown: formats.count(undated) })}
        </data>
      ) : null}
    </span>
  );
}
