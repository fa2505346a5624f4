import { useEffect, useMemo, useState } from 'react';
import {
  useLedger,
  useLiveQuery,
  useSession,
  useStore,
  useSyncStatus,
} from '#renderer/data/client/session-context.tsx';
import { EVERY_CHANGE, justAfter } from '#renderer/data/model/changes.ts';
import type { RowsOpening } from '#renderer/data/model/ledger.ts';
import { changesAfter } from '#renderer/features/changes/changes-state.ts';
import { ColumnName } from '#renderer/features/columns/column-name.tsx';
import { AMOUNT_COLUMNS } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { RowsProgress } from '#renderer/features/messages/closed-ledger.tsx';
import { ActionFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { knownMoment } from '#renderer/features/messages/sync-messages.ts';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import {
  type Baseline,
  type MovedFigure,
  movedFigures,
  nextBaseline,
} from '#renderer/features/revision/moved-figures.ts';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon, IconButton } from '#renderer/ui/icon.tsx';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import type { UtcInstant } from '#shared/domain/dates.ts';
import type { Sums } from '#shared/domain/profitability.ts';
import type { Selection } from '#shared/domain/selection.ts';
import styles from './revision-strip.module.css';
import { useSettledFigures } from './settled-figures.ts';

/**
 * A line under the header while figures are frozen; one over the screen's foot once they changed under the eyes of whoever
 * reads them, which moves nothing that is under the pointer: by how much, in how many orders, and the way there.
 */
export function RevisionStrip() {
  const { frozen } = useSession();
  const ledger = useLedger();
  const isFrozen = useStore(frozen) !== null;
  const rows = ledger.kind === 'open' ? (ledger.facts.rowsOpening ?? null) : null;
  if (rows !== null) return <OpeningStrip {...rows} />;
  return isFrozen ? <FrozenStrip /> : <MovedStrip />;
}

/** Figures stand before their rows are there: until then nothing of them is exported or closed. */
function OpeningStrip(props: RowsOpening) {
  const text = useText();
  return (
    <div
      className={classNames(styles.strip, styles.floating, ui.late)}
      role="status"
      data-testid="rows-opening"
    >
      {text('closed.opening')} <RowsProgress {...props} />
    </div>
  );
}

/**
 * Orders that the log says differ since the rows were read until then, of a selection or (null) of all accounts in view;
 * null while it is not known.
 */
function useChangedOrders(readUntil: UtcInstant | null, selection: Selection | null): number | null {
  const { scope } = useCurrency();
  const since = readUntil === null ? null : justAfter(readUntil);
  const asked = useMemo(
    () => (since === null ? null : { since, scope, selection }),
    [since, scope, selection],
  );
  const place = selection === null ? 'changed-orders' : 'changed-selected-orders';
  const { output, input } = useLiveQuery(place, asked, (call, query) =>
    call.readChanges({ ...EVERY_CHANGE, ...query, onlyDifferent: true, offset: 0, limit: 1 }),
  );
  return output === null || input?.since !== since ? null : output.total;
}

/**
 * The figures when one began to look at this selection, and the way to begin anew; null until they are known. While a
 * reading goes on nothing is held against them.
 */
function useBaseline() {
  const ledger = useLedger();
  const status = useSyncStatus();
  const { selection, hasRested, shown } = useSettledFigures();
  const { output, input, isStale } = shown;
  const [baseline, setBaseline] = useState<Baseline | null>(null);
  const facts = ledger.kind === 'open' ? ledger.facts : null;
  const now = useMemo<Baseline | null>(() => {
    if (output === null || isStale || facts === null || facts.readUntil === null) return null;
    if (facts.revision !== output.revision) return null;
    return { selection: JSON.stringify(input), sums: output.sums, readUntil: facts.readUntil };
  }, [output, input, isStale, facts]);
  const isResting = status !== null && !isSyncing(status);
  const isLoaded = useIsLoaded(status?.historyComplete === true, isResting);
  useEffect(() => {
    setBaseline(nextBaseline(baseline, now, isLoaded));
  }, [now, baseline, isLoaded]);
  const isComparable = isResting && now !== null && baseline?.selection === now.selection;
  const moved = isComparable ? movedFigures(baseline.sums, now.sums) : [];
  const isKnown = hasRested && isComparable;
  return { selection, baseline, moved, isKnown, begin: () => setBaseline(now) };
}

/**
 * Rows that a load brings are no change: it is over once the history is complete and the run that completed it is at
 * rest.
 */
function useIsLoaded(isComplete: boolean, isResting: boolean): boolean {
  const [isLoading, setLoading] = useState(!isComplete);
  useEffect(() => {
    if (!isComplete) setLoading(true);
    else if (isResting) setLoading(false);
  }, [isComplete, isResting]);
  return isComplete && !isLoading;
}

function MovedStrip() {
  const text = useText();
  const formats = useFormats();
  const { selection, baseline, moved, isKnown, begin } = useBaseline();
  const since = moved.length > 0 ? (baseline?.readUntil ?? null) : null;
  const all = useChangedOrders(since, null);
  const selected = useChangedOrders(since, selection);
  // An order that the selection held by what the log does not keep is among all of them.
  const isOfSelection = selected !== null && selected > 0;
  const orders = isOfSelection ? selected : selected === null ? null : all;
  // Rows of the first load are no change, and the log has none: the figures are looked at anew.
  const isLoad = moved.length > 0 && all === 0;
  useEffect(() => {
    if (isLoad) begin();
  });
  // Nothing is told, but what later changes will be told against is known: whoever looks from outside can wait for it.
  if (isKnown && moved.length === 0) return <i hidden data-testid="figures-rested" />;
  if (baseline === null || orders === null || orders === 0) return null;
  return (
    <div className={classNames(styles.strip, styles.floating)} role="status" data-testid="figures-moved">
      <Icon name="sync" />
      <span className={ui.grow}>
        <span data-testid="changed-orders" data-count={orders}>
          {text('revision.moved', { count: orders, shown: formats.count(orders) })}
        </span>{' '}
        <Moved moved={moved} sums={baseline.sums} />
        <OrdersLink since={baseline.readUntil} isOfSelection={isOfSelection} onSeen={begin} />
      </span>
      <FreezeButton />
      <IconButton
        icon="close"
        small
        className={ui.toolButton}
        name={text('notice.understood')}
        testId="figures-moved-read"
        onPress={begin}
      />
    </div>
  );
}

function FrozenStrip() {
  const text = useText();
  const formats = useFormats();
  const { frozen, release } = useSession();
  const facts = useStore(frozen);
  const action = useAction();
  const { selection, shown } = useSettledFigures();
  const latest = useLiveQuery('latest-totals', selection, (call, asked, slot) =>
    call.readLatestTotals({ selection: asked, columns: AMOUNT_COLUMNS, slot }),
  );
  const readUntil = facts?.readUntil ?? null;
  const before = shown.output?.sums ?? null;
  const now = latest.output?.sums ?? null;
  const isKnown = before !== null && now !== null && !shown.isStale && latest.input === shown.input;
  const moved = isKnown ? movedFigures(before, now) : [];
  const isMoved = moved.length > 0;
  const all = useChangedOrders(readUntil, null);
  const selected = useChangedOrders(readUntil, isMoved ? selection : null);
  const isOfSelection = isMoved && selected !== null && selected > 0;
  const orders = isOfSelection ? selected : all;
  return (
    <div className={styles.strip} role="status" data-testid="figures-frozen">
      <Icon name="frozen" />
      <span className={ui.grow}>
        <b>
          {readUntil === null
            ? text('revision.frozen-empty')
            : text('revision.frozen', { moment: knownMoment(readUntil, formats) })}
        </b>{' '}
        {isKnown && orders !== null ? (
          <>
            <span data-testid="changed-orders" data-count={orders}>
              {text(sinceMessageId(moved.length, orders), { count: orders, shown: formats.count(orders) })}
            </span>{' '}
            <Moved moved={moved} sums={before} />
            {orders > 0 && readUntil !== null ? (
              <OrdersLink since={readUntil} isOfSelection={isOfSelection} />
            ) : null}
          </>
        ) : null}
      </span>
      <ActionFailure words={action.failed} />
      <Button
        className={ui.smallButton}
        data-testid="release"
        disabled={action.busy}
        onClick={() => void action.run(release)}
      >
        {text('revision.release')}
      </Button>
    </div>
  );
}

function sinceMessageId(moved: number, orders: number) {
  if (moved > 0) return 'revision.since';
  return orders > 0 ? 'revision.since-outside' : 'revision.unmoved';
}

/** «Ventas +9.820 T +1.200». */
function Moved(props: { readonly moved: readonly MovedFigure[]; readonly sums: Sums }) {
  const formats = useFormats();
  const places = formats.places(Object.values(props.sums));
  return props.moved.map(({ column, difference }) => (
    <span key={column} className={styles.moved} data-column={column} title={column}>
      <ColumnName column={column} isBrief />{' '}
      <Figure kind="money" value={difference} places={places} signed className={ui.medium} />
    </span>
  ));
}

/** The way to the orders that changed; from Cambios itself there is none. */
function OrdersLink(props: {
  readonly since: UtcInstant;
  /** Whether those of the selection are told, and listed. */
  readonly isOfSelection: boolean;
  readonly onSeen?: () => void;
}) {
  const text = useText();
  const { address, go } = useNavigation();
  if (address.screen === 'changes') return null;
  return (
    <Button
      className={ui.link}
      data-testid="moved-orders"
      onClick={() => {
        props.onSeen?.();
        go('changes', changesAfter(props.since, props.isOfSelection));
      }}
    >
      {text('revision.see')}
    </Button>
  );
}

/** Holds all figures as they are. */
function FreezeButton() {
  const text = useText();
  const { freeze } = useSession();
  const action = useAction();
  return (
    <>
      <ActionFailure words={action.failed} />
      <Button
        className={ui.smallButton}
        data-testid="freeze"
        disabled={action.busy}
        title={text('revision.freeze-title')}
        onClick={() => void action.run(freeze)}
      >
        {text('revision.freeze')}
      </Button>
    </>
  );
}
