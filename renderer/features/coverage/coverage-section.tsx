import { useState } from 'react';
import { useAccounts, useLedger, useLiveQuery } from '#renderer/data/client/session-context.tsx';
import type { MonthCoverage } from '#renderer/data/model/coverage.ts';
import { ExportMenu } from '#renderer/features/export/export.tsx';
import { knownMoment, readAtMs } from '#renderer/features/messages/sync-messages.ts';
import { useNow } from '#renderer/features/messages/time-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import { useRowMemory } from '#renderer/features/preferences/row-memory.ts';
import { useFactsNow } from '#renderer/features/provenance/figure-facts.ts';
import { useOutOfRange } from '#renderer/features/selection/period/use-period-facts.ts';
import { useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import type { SelectionAction } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { formatMoment } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { SyncStatus } from '#shared/contract/app.ts';
import { MINUTE_MS, type Month } from '#shared/domain/dates.ts';
import type { BeyondDay } from '#shared/domain/selection.ts';
import { ControlLine } from './control-totals.tsx';
import styles from './coverage.module.css';
import { coverageTable } from './coverage-file.ts';
import { CoverageGrid, CoverageLegend } from './coverage-grid.tsx';
import type { CoverageClock } from './coverage-state.ts';
import { MonthPopover, SelectedMonths } from './month-popover.tsx';

const ALL = {};

/** Coverage of the local copy, asked again with every commit and everything else that is written. */
export function useCoverage(wanted = true) {
  return useLiveQuery('coverage', wanted ? ALL : null, (call) => call.readCoverage(null));
}

/** By what it is told how old readings are. */
export function useCoverageClock(status: SyncStatus): CoverageClock {
  const nowMs = useNow();
  const accounts = useAccounts();
  const account = accounts?.accounts.find((other) => other.id === accounts.activeId);
  return { nowMs, changesReadAtMs: readAtMs(status), freshMs: freshMsOf(account?.syncEveryMinutes ?? 60) };
}

/** Changes are up to date for as long as the schedule promises, and half as long again. */
export function freshMsOf(everyMinutes: number): number {
  return 1.5 * MINUTE_MS * everyMinutes;
}

/** The calendar of what has been read; a month opens what is known of it and what can be done about it. */
export function CoverageSection(props: { readonly status: SyncStatus; readonly month: string | null }) {
  const { status } = props;
  const text = useText();
  const { go } = useNavigation();
  const clock = useCoverageClock(status);
  const { output, isStale, error, refresh } = useCoverage();
  const { opened, open, close } = useOpenedMonth(props.month);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<Month>>(new Set());
  const month = output?.months.find((other) => other.month === opened) ?? null;
  return (
    <section
      className={classNames(ui.section, ui.padded, styles.coverage)}
      data-testid="coverage"
      aria-label={text('coverage.heading')}
    >
      <header>
        <h2>{text('coverage.heading')}</h2>
        <span className={ui.note}>{text('coverage.note')}</span>
        <span className={ui.grow} />
        <SelectionOrLegend
          months={output?.months ?? []}
          selected={selected}
          onSelect={setSelected}
          activity={status.activity}
        />
        <CoverageExport coverage={output} />
      </header>
      {output === null ? (
        error === null ? (
          <CoveragePlaceholder />
        ) : (
          <CoverageFailed onRetry={refresh} />
        )
      ) : (
        <div data-stale={isStale}>
          {output.months.length === 0 ? (
            <p className={classNames(ui.remark, ui.nothing)}>{text('coverage.empty')}</p>
          ) : (
            <CoverageGrid
              coverage={output}
              activity={status.activity}
              clock={clock}
              selected={selected}
              onSelect={setSelected}
              opened={opened}
              onOpen={(next) => (next === null ? close() : open(next))}
              onAnchor={setAnchor}
            />
          )}
          <CoverageLegend months={output.months} activity={status.activity} usual={false} />
          <ControlLine
            controls={output.controls}
            search={output.search}
            months={output.months}
            nowMs={clock.nowMs}
            onMonth={(month) => go('sync', month)}
          />
        </div>
      )}
      <CopyFacts
        status={status}
        undatedRows={output?.undatedRows ?? 0}
        outOfRangeRows={output?.outOfRangeRows ?? 0}
      />
      <MonthPopover month={month} anchor={anchor} activity={status.activity} clock={clock} onClose={close} />
    </section>
  );
}

/** Actions on the months that are chosen; while none is, the legend of the cells. */
function SelectionOrLegend(props: {
  readonly months: readonly MonthCoverage[];
  readonly selected: ReadonlySet<Month>;
  readonly onSelect: (selected: ReadonlySet<Month>) => void;
  readonly activity: SyncStatus['activity'];
}) {
  const { months, selected, onSelect, activity } = props;
  const chosen = months.filter(({ month }) => selected.has(month));
  return selected.size > 0 ? (
    <SelectedMonths months={chosen} onClear={() => onSelect(new Set())} />
  ) : (
    <CoverageLegend months={months} activity={activity} usual />
  );
}

/** The month whose facts are shown: the one of the address, as long as another one is not opened. */
function useOpenedMonth(led: string | null) {
  const { go } = useNavigation();
  const [opened, setOpened] = useState<string | null>(led);
  const [asked, setAsked] = useState(led);
  if (led !== asked) {
    setAsked(led);
    setOpened(led);
  }
  // The address names the month that a notice led to, as long as it is open.
  const close = (): void => {
    setOpened(null);
    if (led !== null) go('sync');
  };
  return { opened, open: setOpened, close };
}

function CoverageExport({ coverage }: { readonly coverage: ReturnType<typeof useCoverage>['output'] }) {
  const text = useText();
  const facts = useFactsNow();
  return (
    <ExportMenu
      className={classNames(ui.smallButton, ui.quietButton)}
      name={text('coverage.export')}
      title={text('coverage.export-title')}
      hasNoKeys
      job={() =>
        coverage === null
          ? null
          : {
              fileName: 'cuadra-cobertura.csv',
              hasAmounts: false,
              content: { kind: 'table', table: coverageTable(coverage, text) },
              facts: { ...facts, period: '', currency: '', filters: null },
            }
      }
    />
  );
}

function CoverageFailed({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <p className={classNames(ui.small, ui.negative)} role="alert">
      {text('coverage.failed')}{' '}
      <button type="button" className={ui.link} onClick={onRetry}>
        {text('sync.retry')}
      </button>
    </p>
  );
}

/** Two years of the real height while the answer is on its way. */
function CoveragePlaceholder() {
  return (
    <div className={classNames(styles.months, ui.late, styles.placeholders)} aria-hidden="true">
      {Array.from({ length: 26 }, (_, place) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
          key={place}
          className={place % 13 === 0 ? styles.yearName : classNames(styles.month, styles.placeholder)}
        />
      ))}
    </div>
  );
}

/** All rows that were bought in no month, without a date or on one side of the calendar, whatever is selected. */
function beside(beyond: BeyondDay | null): readonly SelectionAction[] {
  const column = 'Fecha de compra';
  return [{ type: 'clear' }, { type: 'set-dates', column, filter: { column, beyond } }];
}

/** How far the copy reaches, and what is known to be open about it. */
export function CopyFacts(props: {
  readonly status: SyncStatus;
  readonly undatedRows: number;
  readonly outOfRangeRows: number;
}) {
  const { status } = props;
  const text = useText();
  const formats = useFormats();
  const ledger = useLedger();
  const memory = useRowMemory();
  if (ledger.kind !== 'open') return null;
  const { lastUpdate, unknownColumns } = ledger.facts;
  return (
    <ul className={styles.facts}>
      {status.knownUntil === null ? null : (
        <li>
          <span className={ui.faint}>{text('copy.known')}</span> {knownMoment(status.knownUntil, formats)}
        </li>
      )}
      {lastUpdate === null ? null : (
        <li>
          <span className={ui.faint}>{text('copy.last-update')}</span>{' '}
          {formatMoment(lastUpdate, formats.dates)} UTC
        </li>
      )}
      {memory === null || memory.monthsOut === 0 ? null : (
        <li title={text('copy.on-disk-note')} data-testid="months-on-disk" data-value={memory.monthsOut}>
          {text('copy.on-disk', { count: memory.monthsOut })}
        </li>
      )}
      {status.ordersToVerify === 0 ? null : (
        <li className={classNames(styles.tag, ui.info)} title={text('copy.to-verify-note')}>
          {text('copy.to-verify', {
            count: status.ordersToVerify,
            shown: formats.count(status.ordersToVerify),
          })}
        </li>
      )}
      {status.unsettledWindows === 0 ? null : (
        <li className={classNames(styles.tag, ui.caution)} title={text('copy.unsettled-note')}>
          <Counted value={status.unsettledWindows} id="unsettled" />
        </li>
      )}
      <RowsInNoMonth {...props} />
      {unknownColumns.length === 0 ? null : (
        <li className={classNames(styles.tag, ui.info)}>
          <span>
            {text('copy.unknown')} {unknownColumns.join(', ')}
          </span>
        </li>
      )}
      {status.earliestNotice === null ? null : (
        <li className={classNames(styles.tag, ui.info)}>
          <span>
            {text('copy.earliest')} <q className={ui.verbatim}>{status.earliestNotice}</q>
          </span>
        </li>
      )}
    </ul>
  );
}

function Counted(props: { readonly value: number; readonly id: 'unsettled' | 'undated' | 'out-of-range' }) {
  const text = useText();
  const formats = useFormats();
  const { value, id } = props;
  return (
    <data value={value} data-value={value} data-testid={`copy-${id}`}>
      {text(`copy.${id}`, { count: value, shown: formats.count(value) })}
    </data>
  );
}

/** Rows without a date, or with one that no calendar reaches, and the way to them. */
function RowsInNoMonth(props: { readonly undatedRows: number; readonly outOfRangeRows: number }) {
  const text = useText();
  const formats = useFormats();
  const openOrders = useOpenOrders();
  const { undatedRows, outOfRangeRows } = props;
  const sides = useOutOfRange(outOfRangeRows > 0);
  return (
    <>
      {undatedRows === 0 ? null : (
        <li className={classNames(styles.tag, ui.caution)} title={text('copy.undated-note')}>
          <button
            type="button"
            className={ui.link}
            onClick={() => openOrders({ only: beside(null), at: 'Fecha de compra' })}
          >
            <Counted value={undatedRows} id="undated" />
          </button>
        </li>
      )}
      {outOfRangeRows === 0 ? null : (
        <li className={classNames(styles.tag, ui.caution)} title={text('copy.out-of-range-note')}>
          <Counted value={outOfRangeRows} id="out-of-range" />{' '}
          {sides.map(({ beyond, rows }) => (
            <button
              key={beyond?.side}
              type="button"
              className={ui.link}
              data-testid="open-out-of-range"
              onClick={() => openOrders({ only: beside(beyond), at: 'Fecha de compra' })}
            >
              {`${beyond?.side} ${beyond?.day.slice(0, 4)}: `}
              <data value={rows}>{formats.count(rows)}</data>
            </button>
          ))}
        </li>
      )}
    </>
  );
}
