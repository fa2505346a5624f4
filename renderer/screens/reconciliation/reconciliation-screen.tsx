import { ScreenHeader } from '#renderer/features/screen-header/screen-header.tsx';
import { FilterBar } from '#renderer/features/selection/filters/filter-bar.tsx';
import { SearchField } from '#renderer/features/selection/filters/search-field.tsx';
import { PeriodControl } from '#renderer/features/selection/period/period-control.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { BridgeSection } from './bridge/bridge-section.tsx';
import { ExplainSection } from './explain/explain-section.tsx';

/** Why figures do not square. Each part is a section of its own. */
export function ReconciliationScreen() {
  const text = useText();
  return (
    <>
      <ScreenHeader title={text('nav.reconciliation')}>
        <PeriodControl />
        <span className={ui.grow} />
        <SearchField />
      </ScreenHeader>
      <FilterBar />
      <div className={classNames(ui.scroll, ui.padded)}>
        <ExplainSection />
        <BridgeSection />
      </div>
    </>
  );
}
