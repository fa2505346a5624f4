import { useState } from 'react';
import { useFoldedRail } from '#renderer/features/navigation/navigation.tsx';
import { OrderBeside } from '#renderer/features/order-details/order-beside.tsx';
import { SourceFigures } from '#renderer/features/own-costs/own-costs.tsx';
import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { FilterBar } from '#renderer/features/selection/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/selection/filters/search-field.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { AnomaliesSection } from './anomalies/anomalies-section.tsx';
import { BridgeSection } from './bridge/bridge-section.tsx';
import { ClosingSection } from './closing/closing-section.tsx';
import { ExplainSection } from './explain/explain-section.tsx';
import { MissingCostsSection } from './missing-costs/missing-costs-section.tsx';
import { type OpenedOrder, stepFrom } from './proof/opened-order.ts';
import { ProofSection } from './proof/proof-section.tsx';
import { RatesSection } from './rates/rates-section.tsx';
import styles from './reconciliation.module.css';

/** Why figures do not square. Each part is a section of its own; the order of a listed row opens beside them. */
export function ReconciliationScreen() {
  const text = useText();
  const [opened, setOpened] = useState<OpenedOrder | null>(null);
  const identity = opened?.orders[opened.at];
  useFoldedRail(opened !== null);
  return (
    <>
      <ScreenHeader title={text('nav.reconciliation')}>
        <PeriodControl />
        <span className={ui.grow} />
        <SearchField />
      </ScreenHeader>
      <FilterBar />
      <div className={ui.split}>
        <div className={classNames(ui.scroll, ui.padded, styles.sections)}>
          <SourceFigures>
            <ProofSection onOpenOrder={setOpened} />
          </SourceFigures>
          <MissingCostsSection />
          <SourceFigures>
            <ExplainSection />
          </SourceFigures>
          <BridgeSection />
          <AnomaliesSection onOpenOrder={setOpened} />
          <RatesSection onOpenOrder={setOpened} />
          <ClosingSection onOpenOrder={setOpened} />
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
