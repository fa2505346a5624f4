import { type ReactNode, useRef, useState } from 'react';
import { FilterBar } from '#renderer/features/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/filters/search-field.tsx';
import { useFoldedRail } from '#renderer/features/navigation/navigation.tsx';
import { useOpenedStatement } from '#renderer/features/openings/opened-statement.tsx';
import { OrderBeside } from '#renderer/features/order-details/order-beside.tsx';
import { SourceFigures } from '#renderer/features/own-costs/own-costs.tsx';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { AnomaliesSection } from '#renderer/reconciliation/anomalies/screen/anomalies-section.tsx';
import { BridgeSection } from '#renderer/reconciliation/bridge/screen/bridge-section.tsx';
import { ClosingSection } from '#renderer/reconciliation/closing/screen/closing-section.tsx';
import { MissingCostsSection } from '#renderer/reconciliation/costs/screen/missing-costs-section.tsx';
import { ExplainSection } from '#renderer/reconciliation/explain/screen/explain-section.tsx';
import { ExceptionsSection } from '#renderer/reconciliation/findings/screen/exceptions-section.tsx';
import { MatchesSection } from '#renderer/reconciliation/matching/screen/matches-section.tsx';
import { NearView } from '#renderer/reconciliation/parts/near-view.tsx';
import { type OpenedOrder, stepFrom } from '#renderer/reconciliation/parts/opened-order.ts';
import {
  type MatchesAsk,
  type OnSection,
  type PayoutsAsk,
  SECTIONS,
  type SectionId,
} from '#renderer/reconciliation/parts/sections.ts';
import { SettlementsSection } from '#renderer/reconciliation/payouts/screen/settlements-section.tsx';
import { ProofSection } from '#renderer/reconciliation/proof/screen/proof-section.tsx';
import { RatesSection } from '#renderer/reconciliation/rates/screen/rates-section.tsx';
import { ReceivablesSection } from '#renderer/reconciliation/receivables/screen/receivables-section.tsx';
import {
  StatementsSection,
  statementDrop,
} from '#renderer/reconciliation/statements/screen/statements-section.tsx';
import { useStatementImport } from '#renderer/reconciliation/statements/screen/use-statement-import.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { JumpBar, useSectionInView } from './jump-bar.tsx';
import { MonthsStrip } from './months-strip.tsx';
import styles from './reconciliation.module.css';

/**
 * Why figures do not square: months, the queue of what waits for somebody, and the tools, each a section of its own below
 * the others. All of them are there from the beginning; the bar leads to each. A listed row's order opens beside them.
 */
export function ReconciliationScreen() {
  const text = useText();
  const [opened, setOpened] = useState<OpenedOrder | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { section, jump } = useSectionInView(scroller);
  const [asked, setAsked] = useState<MatchesAsk | null>(null);
  const [payouts, setPayouts] = useState<PayoutsAsk | null>(null);
  const lead: OnSection = (next, to) => {
    if (to?.matches !== undefined) setAsked(to.matches);
    if (to?.payouts !== undefined) setPayouts(to.payouts);
    jump(next);
  };
  const statements = useStatementImport();
  useOpenedStatement((file) => {
    jump('statements');
    void statements.read(file);
  });
  const identity = opened?.orders[opened.at];
  useFoldedRail(opened !== null);
  const tools = toolSections({ asked, payouts, statements, onOpenOrder: setOpened, lead, jump });
  return (
    <>
      <ScreenHeader title={text('nav.reconciliation')}>
        <PeriodControl />
        <span className={ui.grow} />
        <SearchField />
      </ScreenHeader>
      <FilterBar />
      <div className={ui.split} {...statementDrop(statements, () => jump('statements'))}>
        <div ref={scroller} data-sections className={classNames(ui.scroll, ui.padded, styles.sections)}>
          <MonthsStrip />
          <JumpBar section={section} onJump={jump} />
          {SECTIONS.map(({ id }) =>
            id === 'exceptions' ? (
              <SourceFigures key={id}>
                <ExceptionsSection
                  onSection={(next, matches) => lead(next, matches === undefined ? {} : { matches })}
                />
              </SourceFigures>
            ) : (
              <div key={id} id={`reconciliation-${id}`} className={styles.tool}>
                {tools[id]}
              </div>
            ),
          )}
        </div>
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

/** A tool's section is added here, and its name and place in `frame/sections.ts`. */
function toolSections(screen: {
  readonly asked: MatchesAsk | null;
  readonly payouts: PayoutsAsk | null;
  readonly statements: ReturnType<typeof useStatementImport>;
  readonly onOpenOrder: (opened: OpenedOrder) => void;
  readonly lead: OnSection;
  readonly jump: ReturnType<typeof useSectionInView>['jump'];
}): { readonly [id in Exclude<SectionId, 'exceptions'>]: ReactNode } {
  const { asked, payouts, statements, onOpenOrder, lead, jump } = screen;
  return {
    proof: (
      <SourceFigures>
        <ProofSection onOpenOrder={onOpenOrder} />
      </SourceFigures>
    ),
    'missing-costs': <MissingCostsSection />,
    explain: <ExplainSection />,
    bridge: <BridgeSection />,
    rates: (
      <NearView instead={<Instead name="rates" />}>
        <SourceFigures>
          <RatesSection onOpenOrder={onOpenOrder} />
        </SourceFigures>
      </NearView>
    ),
    anomalies: (
      <NearView instead={<Instead name="anomaly" />}>
        <SourceFigures>
          <AnomaliesSection onOpenOrder={onOpenOrder} />
        </SourceFigures>
      </NearView>
    ),
    statements: <StatementsSection work={statements} />,
    matches: (
      <SourceFigures>
        <MatchesSection asked={asked} onOpenOrder={onOpenOrder} onImport={() => jump('statements')} />
      </SourceFigures>
    ),
    settlements: (
      <SourceFigures>
        <SettlementsSection asked={payouts} />
      </SourceFigures>
    ),
    receivables: (
      <NearView instead={<Instead name="receivable" />}>
        <SourceFigures>
          <ReceivablesSection onOpenOrder={onOpenOrder} />
        </SourceFigures>
      </NearView>
    ),
    closing: (
      <SourceFigures>
        <ClosingSection onOpenOrder={onOpenOrder} onSection={lead} />
      </SourceFigures>
    ),
  };
}

/** A section before it is asked for: as it is while its answer comes. */
function Instead({ name }: { readonly name: 'rates' | 'anomaly' | 'receivable' }) {
  const text = useText();
  return (
    <section className={ui.section} aria-label={text(`${name}.title`)}>
      <header>
        <h2>{text(`${name}.title`)}</h2>
        <span className={ui.note}>{text(`${name}.note`)}</span>
      </header>
      <p className={ui.hint}>{text(`${name}.loading`)}</p>
    </section>
  );
}
