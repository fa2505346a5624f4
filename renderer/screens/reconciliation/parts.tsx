import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { KeptInSight } from '#renderer/data/client/kept-in-sight.tsx';
import { Answered } from '#renderer/features/messages/answered.tsx';
import { useNavigation } from '#renderer/features/navigation/navigation.tsx';
import {
  detailOf,
  type Part,
  partPlace,
  placeOf,
  type ReconciliationPlace,
} from '#renderer/features/navigation/reconciliation-place.ts';
import { SourceFigures } from '#renderer/features/own-costs/own-costs.tsx';
import { monthsPeriod } from '#renderer/features/period/period.ts';
import { partName } from '#renderer/features/screen-header/place-messages.ts';
import { HeldSelection, useSelection, WithPeriod } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { AnomaliesSection } from '#renderer/reconciliation/anomalies/screen/anomalies-section.tsx';
import { BridgeSection } from '#renderer/reconciliation/bridge/screen/bridge-section.tsx';
import { ClaimsSection } from '#renderer/reconciliation/claims/screen/claims-section.tsx';
import { useMonthPage } from '#renderer/reconciliation/closing/screen/close-checks.ts';
import { ClosingSection } from '#renderer/reconciliation/closing/screen/closing-section.tsx';
import { MissingCostsSection } from '#renderer/reconciliation/costs/screen/missing-costs-section.tsx';
import { ExplainSection } from '#renderer/reconciliation/explain/screen/explain-section.tsx';
import { useExplainDifference } from '#renderer/reconciliation/explain/screen/use-explanation.ts';
import { ExceptionsSection } from '#renderer/reconciliation/findings/screen/exceptions-section.tsx';
import { JournalsSection } from '#renderer/reconciliation/journals/screen/journals-section.tsx';
import {
  type MonthStep,
  WAIVABLE_STEPS,
  type WaivableStep,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import { AccountStatements } from '#renderer/reconciliation/month/screen/account-statements.tsx';
import { DataSection } from '#renderer/reconciliation/month/screen/data-section.tsx';
import { SignBar } from '#renderer/reconciliation/month/screen/sign-bar.tsx';
import { WaiveBar } from '#renderer/reconciliation/month/screen/waive-bar.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import {
  elementOf,
  type MatchesAsk,
  type OnSection,
  type PayoutsAsk,
  partOf,
  type SectionId,
  scrollToPart,
} from '#renderer/reconciliation/parts/sections.ts';
import { RatesSection } from '#renderer/reconciliation/rates/screen/rates-section.tsx';
import { RulesSection } from '#renderer/reconciliation/rules/screen/rules-section.tsx';
import { StatementsSection } from '#renderer/reconciliation/statements/screen/statements-section.tsx';
import type { useStatementImport } from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import { TaxesSection } from '#renderer/reconciliation/taxes/screen/taxes-section.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import type { Month } from '#shared/domain/dates.ts';
import { BankPlace } from './bank-place.tsx';
import { DifferencesPlace } from './differences-place.tsx';
import { useBankView, useDifferenceView } from './place-views.ts';
import styles from './reconciliation.module.css';

type Kept = { readonly key: string; readonly part: Part; readonly month: Month | null };

const keptOf = (place: ReconciliationPlace): Kept | null =>
  place.at === 'months' || place.part === null
    ? null
    : {
        key: detailOf({ ...place, item: null }),
        part: place.part,
        month: place.at === 'month' ? place.month : null,
      };

/** The place in view and, as one left it, the one that one comes back to. */
function keptWith(now: Kept | null, back: Kept | null): readonly Kept[] {
  return [now, back !== null && back.key !== now?.key ? back : null].filter((each) => each !== null);
}

type Asked = {
  readonly matches: MatchesAsk | null;
  readonly payouts: PayoutsAsk | null;
  /** Where in its place what one was led to begins; another object each time. */
  readonly at: { readonly section: SectionId } | null;
};

/** The tool of a place, filling what is left of the screen. The one that one comes back to stays as it was, out of sight. */
export function Parts(props: {
  readonly place: ReconciliationPlace;
  readonly statements: ReturnType<typeof useStatementImport>;
  readonly onOpenOrder: OpenOrder;
}) {
  const { place, statements, onOpenOrder } = props;
  const text = useText();
  const { go, wayBack } = useNavigation();
  const now = useMemo(() => keptOf(place), [place]);
  const to = wayBack?.to;
  const all = keptWith(
    now,
    to?.screen === 'reconciliation' ? keptOf(placeOf(to.detail, { at: 'months' })) : null,
  );
  const [asked, setAsked] = useState<Asked>({ matches: null, payouts: null, at: null });
  const [, setBankView] = useBankView();
  const [, setDifferenceView] = useDifferenceView();
  const { change } = useSelection();
  const explain = useExplainDifference();
  const leadFrom =
    (from: Month | null): OnSection =>
    (section, to = {}) => {
      setAsked({
        matches: to.matches ?? asked.matches,
        payouts: to.payouts ?? asked.payouts,
        at: { section },
      });
      if (section === 'matches') setDifferenceView('matches');
      if (section === 'receivables') setBankView('receivables');
      if (section === 'settlements') setBankView('payouts');
      if (to.only !== undefined && to.only.length > 0) change(to.only);
      if (to.explain !== undefined) explain(to.explain);
      const month = to.month === undefined ? from : to.month;
      go('reconciliation', detailOf(partPlace(partOf(section), month)));
    };
  return (
    <>
      {all.map(({ key, part, month }) => (
        <KeptInSight key={key} isShown={key === now?.key}>
          <Place name={partName(part, text)} isShown={key === now?.key} asked={asked.at}>
            <HeldSelection isHeld={key !== now?.key}>
              <InMonth month={month}>
                {month === null ? null : <StepSaid month={month} part={part} />}
                {drawPart(part, {
                  month,
                  asked,
                  statements,
                  onOpenOrder,
                  lead: leadFrom(month),
                  item: place.at !== 'months' && key === now?.key ? place.item : null,
                })}
              </InMonth>
            </HeldSelection>
          </Place>
        </KeptInSight>
      ))}
    </>
  );
}

function InMonth({ month, children }: { readonly month: Month | null; readonly children: ReactNode }) {
  return month === null ? children : <WithPeriod period={monthsPeriod(month, 1)}>{children}</WithPeriod>;
}

/** What scrolls of a place. */
function Place(props: {
  readonly name: string;
  readonly isShown: boolean;
  readonly asked: Asked['at'];
  readonly children: ReactNode;
}) {
  const { asked, isShown } = props;
  const done = useRef(asked);
  const element = useRef<HTMLDivElement>(null);
  const scrolled = useRef(0);
  // What is out of sight loses where it was scrolled to.
  useLayoutEffect(() => {
    if (element.current !== null) element.current.scrollTop = scrolled.current;
  }, []);
  useEffect(() => {
    if (!isShown || asked === null || done.current === asked) return;
    done.current = asked;
    const section = elementOf(asked.section);
    if (section !== null) scrollToPart(section);
  }, [asked, isShown]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no fieldset
    <div
      ref={element}
      data-sections
      role="group"
      aria-label={props.name}
      // It scrolls by keys where nothing in it has the focus.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className={classNames(ui.scroll, styles.place)}
      onScroll={(event) => {
        scrolled.current = event.currentTarget.scrollTop;
      }}
    >
      {props.children}
    </div>
  );
}

type Drawn = {
  readonly month: Month | null;
  readonly item: string | null;
  readonly asked: Asked;
  readonly statements: ReturnType<typeof useStatementImport>;
  readonly onOpenOrder: OpenOrder;
  readonly lead: OnSection;
};

/**
 * Draws a tool; its name and its part of a month are in `parts/sections.ts`. Long, for it lists every tool with what it
 * is led in with.
 */
function drawPart(part: Part, place: Drawn): ReactNode {
  const { month, asked, onOpenOrder, lead } = place;
  switch (part) {
    case 'data':
      return month === null ? null : <DataSection month={month} />;
    case 'rows':
      return (
        <SourceFigures>
          <RulesSection onOpenOrder={onOpenOrder} />
        </SourceFigures>
      );
    case 'costs':
      return <MissingCostsSection />;
    case 'statements':
      return (
        <>
          {month === null ? null : <StatementsOfMonth month={month} />}
          <StatementsSection work={place.statements} />
        </>
      );
    case 'differences':
      return (
        <SourceFigures>
          <DifferencesPlace month={month} asked={asked.matches} onOpenOrder={onOpenOrder} onSection={lead} />
        </SourceFigures>
      );
    case 'bank':
      return (
        <SourceFigures>
          <BankPlace month={month} asked={asked.payouts} onOpenOrder={onOpenOrder} />
        </SourceFigures>
      );
    case 'close':
      return (
        <SourceFigures>
          <ClosingSection month={month} onOpenOrder={onOpenOrder} onSection={lead} />
          {month === null ? null : <JournalsSection month={month} />}
          {month === null ? null : <ToTaxes onSection={lead} />}
        </SourceFigures>
      );
    case 'exceptions':
      return (
        <SourceFigures>
          <ExceptionsSection asked={place.item} month={month} onSection={lead} />
        </SourceFigures>
      );
    case 'claims':
      return <ClaimsSection asked={place.item} onSection={lead} />;
    case 'explain':
      return <ExplainSection />;
    case 'bridge':
      return <BridgeSection />;
    case 'rates':
      return (
        <SourceFigures>
          <RatesSection onOpenOrder={onOpenOrder} />
        </SourceFigures>
      );
    case 'anomalies':
      return (
        <SourceFigures>
          <AnomaliesSection onOpenOrder={onOpenOrder} />
        </SourceFigures>
      );
    case 'taxes':
      return <TaxesSection month={month} onSection={lead} />;
  }
}

/** Who closes a month looks for its taxes there. */
function ToTaxes({ onSection }: { readonly onSection: OnSection }) {
  const text = useText();
  return (
    <section className={ui.section} aria-label={text('tax.title')}>
      <header>
        <h2>{text('tax.title')}</h2>
        <span className={ui.note}>{text('tax.note')}</span>
      </header>
      <Button className={ui.smallLink} data-testid="to-taxes" onClick={() => onSection('taxes')}>
        {text('tax.see')}
      </Button>
    </section>
  );
}

/** What the user may say of a step as a whole. */
function StepSaid({ month, part }: { readonly month: Month; readonly part: Part }) {
  const { output } = useMonthPage(month);
  if (output === null || !isWaivable(part)) return null;
  const parts = output.parts[part];
  const step = output.walk?.steps.find((each): each is MonthStep<WaivableStep> => each.id === part);
  return (
    <div className={styles.said}>
      {step === undefined ? null : (
        <SignBar month={month} step={step} parts={parts} gone={output.gone[part] ?? []} />
      )}
      {/* Which accounts need no statement is said beside each of them. */}
      {part === 'statements' ? null : <WaiveBar month={month} step={part} parts={parts} />}
    </div>
  );
}

const isWaivable = (part: Part): part is WaivableStep => WAIVABLE_STEPS.some((id) => id === part);

function StatementsOfMonth({ month }: { readonly month: Month }) {
  const text = useText();
  const answer = useMonthPage(month);
  return (
    <Answered answer={answer} loading={text('month.loading')}>
      {({ parts }) => <AccountStatements month={month} parts={parts.statements} />}
    </Answered>
  );
}
