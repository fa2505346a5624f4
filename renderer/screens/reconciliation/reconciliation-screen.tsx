import { useEffect, useState } from 'react';
import { useGuide } from '#renderer/features/demo-company/guide.ts';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { monthInSentence } from '#renderer/features/messages/window-messages.ts';
import { useFoldedRail, useNavigation, WithWayBack } from '#renderer/features/navigation/navigation.tsx';
import { detailOf, isStep, partPlace } from '#renderer/features/navigation/reconciliation-place.ts';
import { useOpenedStatement } from '#renderer/features/openings/opened-statement.tsx';
import { OrderBeside } from '#renderer/features/order-details/order-beside.tsx';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { isEverything } from '#renderer/features/selection/selection-state.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { MonthStepId } from '#renderer/reconciliation/month/model/month-steps.ts';
import { type OpenedOrder, stepFrom } from '#renderer/reconciliation/parts/opened-order.ts';
import { statementDrop } from '#renderer/reconciliation/statements/screen/statements-section.tsx';
import { useStatementImport } from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import type { Month } from '#shared/domain/dates.ts';
import { AllMonths } from './all-months.tsx';
import { GuideStrip } from './guide-strip.tsx';
import { MonthFrame } from './month-frame.tsx';
import { MonthSteps } from './month-steps.tsx';
import { MonthStrip } from './month-strip.tsx';
import { firstStep } from './month-walk.ts';
import { Parts } from './parts.tsx';
import { isOfSelection, PlaceBar } from './place-bar.tsx';
import styles from './reconciliation.module.css';
import { useMonths } from './use-months.ts';
import { usePlace } from './use-place.ts';

/**
 * Why figures do not square: months, then a month, then one step of it that fills the screen; and the tools, each a place
 * of its own. A listed row's order opens beside them.
 */
export function ReconciliationScreen({ detail }: { readonly detail: string | null }) {
  const walk = usePlace(detail);
  const { place } = walk;
  const { selection, meaning, change, restore } = useSelection();
  const [opened, setOpened] = useState<OpenedOrder | null>(null);
  const identity = opened?.orders[opened.at];
  useFoldedRail(opened !== null);
  const own = detailOf(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was opened beside a place goes with it
  useEffect(() => setOpened(null), [own]);
  const toStatements = (): void => walk.go(partPlace('statements', walk.month));
  const statements = useStatementImport();
  useOpenedStatement((file) => {
    toStatements();
    void statements.read(file);
  });
  const choose = (month: Month, step: MonthStepId | null): void => {
    const days = { type: 'set-period', period: monthsPeriod(month, 1) } as const;
    // From all months one comes to all of one: what chose rows elsewhere would narrow its steps, and not its figures.
    change(place.at === 'months' ? [{ type: 'clear' }, days] : days, () => walk.go(place));
    walk.go({ at: 'month', month, part: step, item: null });
  };
  const isFiltered = !isEverything({ ...selection, period: null });
  // Led elsewhere, it is kept out of sight: what is selected there is not its own.
  const isAway = useNavigation().address.screen !== 'reconciliation';
  const hasFilters = !isAway && isOfSelection(place) && (place.at === 'tool' || isFiltered);
  const months = useMonths();
  return (
    <>
      {isAway ? null : <PlaceBar walk={walk} hasFilters={hasFilters} />}
      {isAway ? null : (
        <GuideStrip month={place.at === 'month' ? place.month : null} at={stepAt(walk)} months={months} />
      )}
      {months.error === null ? null : <QueryFailure error={months.error} onRetry={months.refresh} />}
      {place.at === 'month' ? (
        <MonthOnTop walk={walk} month={place.month} months={months} onChoose={choose} />
      ) : null}
      {hasFilters ? <FilterBar keepsPeriod /> : null}
      <div className={classNames(ui.split, styles.walk)} {...statementDrop(statements, toStatements)}>
        {place.at === 'month' ? <StepsBeside walk={walk} month={place.month} months={months} /> : null}
        {place.at === 'months' ? (
          <div className={classNames(ui.scroll, styles.place)}>
            <AllMonths
              cells={months.cells}
              walks={months.walks}
              isKnown={months.isKnown}
              shown={walk.month}
              onChoose={choose}
            />
          </div>
        ) : null}
        <WithWayBack onLeave={() => () => restore(selection, meaning)}>
          <Parts place={place} statements={statements} onOpenOrder={setOpened} />
        </WithWayBack>
        {opened === null || identity === undefined ? null : (
          <OrderBeside
            identity={identity}
            moneyPlaces={opened.places}
            onClose={() => setOpened(null)}
            onStep={(direction) => setOpened(stepFrom(opened, direction))}
          />
        )}
      </div>
    </>
  );
}

type InMonthProps = {
  readonly walk: ReturnType<typeof usePlace>;
  readonly month: Month;
  readonly months: ReturnType<typeof useMonths>;
};

const stepAt = ({ place }: InMonthProps['walk']): MonthStepId | null =>
  place.at === 'month' && place.part !== null && isStep(place.part) ? place.part : null;

/** The months around one, and its head. A month that is opened at no step is opened at the first to do something at. */
function MonthOnTop(
  props: InMonthProps & { readonly onChoose: (month: Month, step: MonthStepId | null) => void },
) {
  const { walk, month, months } = props;
  const toStep = useToStep(walk, month);
  const guide = useGuide();
  const found = months.walkOf(month);
  const { place } = walk;
  const isOpened = place.at !== 'month' || place.part !== null;
  const first = found === null ? null : firstStep(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known where
  useEffect(() => {
    if (!isOpened && first !== null) walk.replace(partPlace(first, month));
  }, [isOpened, first, month]);
  const cell = months.cells?.find((each) => each.month === month) ?? null;
  const after = months.after(month);
  return (
    <>
      <MonthStrip
        cells={months.cells}
        shown={month}
        onChoose={(next) => props.onChoose(next, stepAt(walk))}
      />
      <MonthFrame
        month={month}
        cell={cell}
        walk={found}
        isKnown={months.isKnown}
        at={stepAt(walk)}
        guided={guide?.month === month ? guide.after(stepAt(walk)) : null}
        after={after === null ? null : { cell: after, walk: months.walkOf(after.month) }}
        onStep={toStep}
        onMonth={props.onChoose}
      />
    </>
  );
}

/** Leads to a step; from a tool that one was led to, what was selected for it alone is let go of. */
function useToStep(walk: InMonthProps['walk'], month: Month) {
  const { wayBack } = useNavigation();
  return (step: MonthStepId): void => {
    if (stepAt(walk) === null) wayBack?.onReturn();
    walk.go(partPlace(step, month));
  };
}

function StepsBeside({ walk, month, months }: InMonthProps) {
  const text = useText();
  const toStep = useToStep(walk, month);
  return (
    <MonthSteps
      walk={months.walkOf(month)}
      shown={stepAt(walk)}
      name={text('month.steps', { month: monthInSentence(month, text) })}
      hrefOf={(step) => `#reconciliation/${detailOf(partPlace(step, month))}`}
      onGo={toStep}
    />
  );
}
