import { Popover } from '@base-ui/react/popover';
import { Fragment, memo, type ReactNode } from 'react';
import type { Coverage } from '#renderer/data/model/coverage.ts';
import { countMoves } from '#renderer/features/changes/since-seen.ts';
import { useSinceSeen } from '#renderer/features/changes/use-since-seen.ts';
import { comparedMessage } from '#renderer/features/coverage/coverage-state.ts';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { describeMonth } from '#renderer/features/period/period.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatDayOfYear, formatMoment } from '#renderer/ui/date-format.ts';
import { PopoverPopup } from '#renderer/ui/floating.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';
import type { Period } from '#shared/domain/selection.ts';
import { countInView } from './count-in-view.ts';
import styles from './panel.module.css';

/** The gravest first: what its shape and colour say. */
const TONES = ['bad', 'caution', 'info', 'good'] as const;
type Tone = (typeof TONES)[number];

/**
 * How fresh, how complete, how well counted: one mark as grave as the gravest of it, its words in the title, and on a press
 * each with the way to it.
 */
export const DataQualityMark = memo(function DataQualityMark(props: {
  readonly status: SyncStatus | null;
  readonly coverage: Coverage | null;
  readonly period: Period | null;
}) {
  const text = useText();
  const facts = useQualityFacts(props);
  const tone = TONES.find((each) => facts.some((fact) => fact.tone === each)) ?? 'info';
  const title = facts.map(({ title: words }) => words).join('\n');
  return (
    <Popover.Root>
      <Popover.Trigger
        className={styles.mark}
        aria-label={`${text('panel.quality')}: ${title}`}
        title={title}
        data-testid="panel-quality"
        data-value={tone}
      >
        <span className={ui[tone]} />
      </Popover.Trigger>
      <PopoverPopup
        className={classNames(ui.menu, styles.quality)}
        aria-label={text('panel.quality')}
        data-testid="panel-strip"
      >
        {facts.map(({ id, draw }) => (
          <Fragment key={id}>{draw}</Fragment>
        ))}
      </PopoverPopup>
    </Popover.Root>
  );
});

type QualityFact = {
  readonly id: string;
  readonly tone: Tone;
  /** In words, for the mark's title. */
  readonly title: string;
  readonly draw: ReactNode;
};

function useQualityFacts(props: {
  readonly status: SyncStatus | null;
  readonly coverage: Coverage | null;
  readonly period: Period | null;
}): readonly QualityFact[] {
  const freshness = useFreshness(props.status);
  const control = useControl(props.coverage, props.period);
  const moved = useMovedMonths();
  return [freshness, control, moved].filter((fact) => fact !== null);
}

function useFreshness(status: SyncStatus | null): QualityFact {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const isRead = status?.knownUntil != null;
  const moment = isRead ? knownMoment(status.knownUntil, formats) : '';
  const tone = isRead ? 'good' : 'info';
  return {
    id: 'freshness',
    tone,
    title: isRead ? `${text('panel.changes-until')} ${moment}` : text('panel.not-read'),
    draw: (
      <button type="button" data-testid="panel-known" onClick={() => go('sync')}>
        <span className={ui[tone]}>
          {isRead ? (
            <span>
              {text('panel.changes-until')} <b>{moment}</b>
            </span>
          ) : (
            text('panel.not-read')
          )}
        </span>
      </button>
    ),
  };
}

/** How many months moved since one looked; leads to what of them did. */
function useMovedMonths(): QualityFact | null {
  const text = useText();
  const { go } = useNavigation();
  const moves = useSinceSeen()?.moves ?? [];
  if (moves.length === 0) return null;
  const counts = countMoves(moves);
  const tone = counts.over > 0 ? 'caution' : 'info';
  const title = text('seen.count', counts);
  return {
    ...{ id: 'seen', tone, title },
    draw: (
      <button
        type="button"
        data-testid="panel-seen"
        data-value={moves.length}
        title={text('seen.heading')}
        onClick={() => go('changes', 'seen')}
      >
        <span className={ui[tone]}>
          <span>{title}</span>
        </span>
      </button>
    ),
  };
}

/** The source's own count beside ours: of the month in view, else of all that can be compared. */
function useControl(coverage: Coverage | null, period: Period | null): QualityFact | null {
  const text = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const count = coverage === null ? null : countInView(coverage, period);
  if (count === null) return null;
  const { control, until, month, isWhole, leadsTo } = count;
  const day = String(Number(until.slice(8, 10)));
  const name =
    month === null
      ? text('panel.compared-until', { day: formatDayOfYear(until, formats.dates) })
      : `${describeMonth(month, text)}${isWhole ? '' : ` ${text('trend.until', { day })}`}`;
  const tone = control.agrees ? 'good' : 'bad';
  const rows = control.agrees
    ? text('panel.rows-here-and-there', { count: control.here })
    : text('panel.rows-here', { count: control.here, there: formats.count(control.there) });
  const draw = (
    <button
      type="button"
      data-testid="panel-control"
      title={comparedMessage(control, text, formats)}
      onClick={() => go('sync', leadsTo)}
    >
      <span className={ui[tone]}>
        <span>
          {name}: <b>{formats.count(control.here)}</b> {rows}{' '}
          <span className={ui.faint} data-testid="panel-control-when" data-value={control.checkedAt}>
            {text('panel.rows-counted', { when: formatMoment(control.checkedAt, formats.dates) })}
          </span>
        </span>
      </span>
    </button>
  );
  return { id: 'control', tone, title: `${name}: ${formats.count(control.here)} ${rows}`, draw };
}
