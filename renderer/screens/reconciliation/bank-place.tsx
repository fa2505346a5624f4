import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import type { MessageId } from '#renderer/i18n/text.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type { PayoutsAsk } from '#renderer/reconciliation/parts/sections.ts';
import { ForecastPart } from '#renderer/reconciliation/payouts/screen/forecast-part.tsx';
import { PayoutsTable } from '#renderer/reconciliation/payouts/screen/payouts-table.tsx';
import { SettlementsSection } from '#renderer/reconciliation/payouts/screen/settlements-section.tsx';
import { ReceivablesSection } from '#renderer/reconciliation/receivables/screen/receivables-section.tsx';
import ui from '#renderer/ui/controls.module.css';
import type { Month } from '#shared/domain/dates.ts';
import { type BankView, useBankView } from './place-views.ts';
import { ViewChoice } from './view-choice.tsx';

const NAMES: { readonly [view in BankView]: MessageId } = {
  payouts: 'chain.view-payouts',
  receivables: 'receivable.title',
  settlements: 'settlement.title',
  forecast: 'release.title',
};

type BankProps = {
  readonly month: Month | null;
  readonly asked: PayoutsAsk | null;
  readonly onOpenOrder: OpenOrder;
};

/** Payouts beside the bank, and one press away what is owed, how it was settled and what is to come: one at a time. */
export function BankPlace(props: BankProps) {
  const [view, setView] = useBankView();
  return (
    <>
      <ViewChoice names={NAMES} value={view} testId="bank-view" onChange={setView} />
      <BankPart {...props} view={view} />
    </>
  );
}

function BankPart({ view, month, asked, onOpenOrder }: BankProps & { readonly view: BankView }) {
  switch (view) {
    case 'payouts':
      return <PayoutsTable asked={asked} month={month} />;
    case 'receivables':
      return <ReceivablesSection month={month} onOpenOrder={onOpenOrder} />;
    case 'settlements':
      return <SettlementsSection month={month} />;
    case 'forecast':
      return (
        <div className={ui.section}>
          <ForecastPart today={todayHere()} />
        </div>
      );
  }
}
