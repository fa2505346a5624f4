import { Answered } from '#renderer/features/messages/answered.tsx';
import { type MessageId, useText } from '#renderer/i18n/text.tsx';
import { useMonthPage } from '#renderer/reconciliation/closing/screen/close-checks.ts';
import { ExceptionsSection } from '#renderer/reconciliation/findings/screen/exceptions-section.tsx';
import { MatchesSection } from '#renderer/reconciliation/matching/screen/matches-section.tsx';
import { AccountDifferencesTable } from '#renderer/reconciliation/month/screen/account-differences.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import type { MatchesAsk, OnSection } from '#renderer/reconciliation/parts/sections.ts';
import type { Month } from '#shared/domain/dates.ts';
import { type DifferenceView, useDifferenceView } from './place-views.ts';
import { ViewChoice } from './view-choice.tsx';

const NAMES: { readonly [view in DifferenceView]: MessageId } = {
  matches: 'match.title',
  exceptions: 'exception.title',
};

/** What differs of a month: by account and case, and one press away its exceptions. Of no month: the cases alone. */
export function DifferencesPlace(props: {
  readonly month: Month | null;
  readonly asked: MatchesAsk | null;
  readonly onOpenOrder: OpenOrder;
  readonly onSection: OnSection;
}) {
  const { month, asked, onOpenOrder, onSection } = props;
  const [view, setView] = useDifferenceView();
  const matches = (
    <MatchesSection
      month={month}
      asked={asked}
      onOpenOrder={onOpenOrder}
      onImport={() => onSection('statements')}
      onSection={onSection}
    />
  );
  if (month === null) return matches;
  return (
    <>
      <ViewChoice names={NAMES} value={view} testId="difference-view" onChange={setView} />
      {view === 'exceptions' ? (
        <ExceptionsSection asked={null} month={month} onSection={onSection} />
      ) : (
        <>
          <DifferencesOfMonth month={month} onSection={onSection} />
          {matches}
        </>
      )}
    </>
  );
}

function DifferencesOfMonth({ month, onSection }: { readonly month: Month; readonly onSection: OnSection }) {
  const text = useText();
  const answer = useMonthPage(month);
  return (
    <Answered answer={answer} loading={text('month.loading')}>
      {({ differences }) => <AccountDifferencesTable lines={differences} onSection={onSection} />}
    </Answered>
  );
}
