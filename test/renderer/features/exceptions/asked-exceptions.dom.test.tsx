import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { useThresholds } from '#renderer/features/exceptions/thresholds.ts';
import { useTolerance } from '#renderer/features/exceptions/tolerance.ts';
import { useExceptions } from '#renderer/features/exceptions/use-exceptions.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { InAccount, openPage } from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** What the queue of exceptions is asked with, and that it is asked anew whatever of that is changed. */

test('the queue is asked with all that it hangs on, anew with each change, and never by what is selected', async () => {
  const asked: DataCalls['readExceptions']['input'][] = [];
  let held: {
    readonly thresholds: ReturnType<typeof useThresholds>[1];
    readonly tolerance: ReturnType<typeof useTolerance>[1];
    readonly currency: ReturnType<typeof useCurrency>;
    readonly change: ReturnType<typeof useSelection>['change'];
  };
  function Queue({ isWanted }: { readonly isWanted: boolean }) {
    const [, thresholds] = useThresholds();
    const [, tolerance] = useTolerance();
    held = { thresholds, tolerance, currency: useCurrency(), change: useSelection().change };
    useExceptions(isWanted);
    useExceptions(isWanted, true);
    return null;
  }
  const currencies = { main: 'CLP', own: [{ Canal: 'B', Cuenta: 'x', code: 'USD' }] };
  const answer = { revision: 1, findings: [], cases: [] } as never;
  const setting = {
    accounts: { accounts: [account({ currencies })], activeId: 'a', keyStorage: 'memory' } as const,
    dataReplies: {
      readExceptions: (question: DataCalls['readExceptions']['input']) => {
        asked.push(question);
        return answer;
      },
    },
  };
  const none = await openPage(setting, () => (
    <InAccount>
      <Queue isWanted={false} />
    </InAccount>
  ));
  expect(asked).toEqual([]);
  none.view.unmount();
  await openPage(setting, () => (
    <InAccount>
      <Queue isWanted />
    </InAccount>
  ));
  const own = { accounts: [{ Canal: 'B', Cuenta: 'x' }], isExcluded: true };
  let expected: object = {
    ...{ scope: own, currency: 'CLP', thresholds: DEFAULT_THRESHOLDS, countsOwnCosts: false },
    tolerance: { absolute: '0', percent: '0' },
    today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  };
  const isAsked = async (part: object) => {
    expected = { ...expected, ...part };
    await waitFor(() => expect(asked).toHaveLength(2));
    // Both are asked at a time: neither takes the other's place.
    expect(new Set(asked.map(({ slot }) => slot)).size).toBe(2);
    const both = asked.splice(0).map(({ slot: _, ...question }) => question);
    expect(both.toSorted((one, other) => Number(one.withCases) - Number(other.withCases))).toEqual([
      { ...expected, withCases: false },
      { ...expected, withCases: true },
    ]);
  };
  await isAsked({});
  act(() => held.change({ type: 'search', text: 'x' }));
  const thresholds = { ...DEFAULT_THRESHOLDS, marginRows: 9 };
  act(() => held.thresholds(thresholds));
  await isAsked({ thresholds });
  const tolerance = { absolute: '1.5', percent: '2' } as never;
  act(() => held.tolerance(tolerance));
  await isAsked({ tolerance });
  act(() => held.change({ type: 'set-own-costs', on: true }));
  await isAsked({ countsOwnCosts: true });
  act(() => held.currency.choose('USD'));
  await isAsked({ currency: 'USD', scope: { ...own, isExcluded: false } });
});
