import { act, waitFor } from '@testing-library/react';
import { type ReactElement, useEffect } from 'react';
import { expect, test } from 'vitest';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { DEFAULT_THRESHOLDS } from '#renderer/reconciliation/anomalies/model/anomalies.ts';
import { AnomaliesSection } from '#renderer/reconciliation/anomalies/screen/anomalies-section.tsx';
import { BridgeSection } from '#renderer/reconciliation/bridge/screen/bridge-section.tsx';
import { ClaimsSection } from '#renderer/reconciliation/claims/screen/claims-section.tsx';
import { CloseChecklist } from '#renderer/reconciliation/closing/screen/close-checklist.tsx';
import { useMonthPage } from '#renderer/reconciliation/closing/screen/close-checks.ts';
import { useMissingStatements } from '#renderer/reconciliation/closing/screen/missing-statements.ts';
import { useCloser, useMonthMatch } from '#renderer/reconciliation/closing/screen/use-closing.ts';
import { ExplainSection } from '#renderer/reconciliation/explain/screen/explain-section.tsx';
import { ExceptionsSection } from '#renderer/reconciliation/findings/screen/exceptions-section.tsx';
import { MatchesSection } from '#renderer/reconciliation/matching/screen/matches-section.tsx';
import { ForecastPart } from '#renderer/reconciliation/payouts/screen/forecast-part.tsx';
import { PayoutsTable } from '#renderer/reconciliation/payouts/screen/payouts-table.tsx';
import { SettlementsSection } from '#renderer/reconciliation/payouts/screen/settlements-section.tsx';
import { RatesSection } from '#renderer/reconciliation/rates/screen/rates-section.tsx';
import { ReceivablesSection } from '#renderer/reconciliation/receivables/screen/receivables-section.tsx';
import type { ImportedStatement } from '#renderer/reconciliation/statements/model/imported.ts';
import type { LocalDate, Month } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { type AccountsScope, EVERYTHING } from '#shared/domain/selection.ts';
import { InAccount, openPage, type PageSetting } from '#test/renderer/dom/page.tsx';
import { account } from '#test/renderer/features/coverage/sync-fixtures.ts';

/** Of several currencies every question is of the one in view, whole, and is asked again of another that is chosen. */

const CURRENCIES = { main: 'CLP', own: [{ Canal: 'Otro', Cuenta: 'Dos', code: 'USD' }] };
const DOLLARS: AccountsScope = { accounts: [{ Canal: 'Otro', Cuenta: 'Dos' }], isExcluded: false };
const PESOS: AccountsScope = { ...DOLLARS, isExcluded: true };
const MONTH = '2026-09' as Month;
const OCTOBER = { from: '2026-10-01' as LocalDate, to: '2026-10-31' as LocalDate };
const TODAY = todayHere();

const statement = (
  id: string,
  canal: string,
  cuenta: string,
  from: string,
  to: string,
): ImportedStatement => ({
  ...{ id, name: `${id}.csv`, digest: id, kind: 'mercado-pago-releases', layout: null, lines: 1, fresh: 1 },
  ...{ days: { from: from as LocalDate, to: to as LocalDate }, nets: [], importedAtMs: 1, owner: '' },
  ...{ accounts: [{ canal, cuenta, orders: 1 }], proof: { state: 'holds', gap: '0' as Decimal } },
});
/** Of either currency; the months since the last one are missing. */
const STATEMENTS = [
  statement('pesos', 'Uno', 'A', '2026-09-01', '2026-09-30'),
  statement('dollars', 'Otro', 'Dos', '2026-09-01', '2026-09-30'),
];
const ASKED = [
  ...(['readClaims', 'readReceivables', 'readPayouts', 'readSettlements', 'readPayoutForecast'] as const),
  ...([
    'readRates',
    'readAnomalies',
    'readMonth',
    'readMonthMatch',
    'readExceptions',
    'readMatches',
    'readBridge',
    'readClosePreview',
  ] as const),
];

async function open(shown: ReactElement) {
  localStorage.setItem(
    'cuadra.screens.a',
    JSON.stringify({
      ...{ currency: 'USD', 'reconciliation.payout-tolerance': '2.5' },
      'reconciliation.explain': {
        measure: 'Ventas',
        typed: '70',
        asked: { measure: 'Ventas', amount: '70' },
      },
    }),
  );
  const asked: unknown[] = [];
  const view = { choose: (_code: string): void => undefined };
  function Choosing() {
    const { choose } = useCurrency();
    view.choose = (code) => act(() => choose(code));
    return null;
  }
  const waits = Object.fromEntries(
    ASKED.map((call) => [
      call,
      ({ slot: _, ...query }: { readonly slot?: string }) => {
        asked.push([call, query]);
        return new Promise(() => {});
      },
    ]),
  );
  await openPage(
    {
      accounts: {
        accounts: [account({ currencies: CURRENCIES })],
        activeId: 'a',
        keyStorage: 'memory',
      },
      dataReplies: { ...waits, readStatements: () => STATEMENTS } as NonNullable<PageSetting['dataReplies']>,
      dataStreams: {
        explainFigure: async function* (query) {
          asked.push(['explainFigure', query]);
          return await new Promise<never>(() => {});
        },
      },
    },
    () => (
      <InAccount>
        <Choosing />
        {shown}
      </InAccount>
    ),
  );
  return { asked, choose: (code: string) => view.choose(code) };
}

const none = () => undefined;
function OfMonth() {
  useMonthPage(MONTH);
  useMonthMatch(MONTH);
  return (
    <p data-testid="missing">{(useMissingStatements(MONTH) ?? []).map(({ cuenta }) => cuenta).join()}</p>
  );
}
function OfOctober() {
  const { change } = useSelection();
  useEffect(() => change({ type: 'set-period', period: OCTOBER }), [change]);
  return <BridgeSection />;
}
function CountedClose() {
  const closer = useCloser([]);
  return <CloseChecklist month={MONTH} closer={{ ...closer, isCounted: true }} onSection={none} />;
}
const MONTH_QUERY = {
  ...{ countsOwnCosts: false, payoutTolerance: '2.5', today: TODAY, month: MONTH },
  tolerance: { absolute: '0', percent: '0' },
};
type Of = (scope: AccountsScope, currency: string) => readonly (readonly [call: string, query: object])[];
const SECTIONS: readonly (readonly [string, ReactElement, Of])[] = [
  ['claims', <ClaimsSection key="a" asked={null} onSection={none} />, (scope) => [['readClaims', { scope }]]],
  [
    'receivables',
    <ReceivablesSection key="a" month={MONTH} onOpenOrder={none} />,
    (scope) => [['readReceivables', { scope, month: MONTH, today: TODAY }]],
  ],
  [
    'payouts',
    <PayoutsTable key="a" asked={null} />,
    (scope) => [['readPayouts', { scope, day: TODAY, tolerance: '2.5' }]],
  ],
  [
    'settlements',
    <SettlementsSection key="a" month={MONTH} />,
    (scope) => [
      ['readSettlements', { scope, day: TODAY, offset: 0, limit: Number.MAX_SAFE_INTEGER }],
      ['readSettlements', { scope, day: '2026-09-30', offset: 0, limit: 0 }],
    ],
  ],
  [
    'the forecast',
    <ForecastPart key="a" today={'2030-01-02' as LocalDate} />,
    (scope) => [['readPayoutForecast', { scope, today: '2030-01-02', from: expect.any(String) }]],
  ],
  [
    'rates',
    <RatesSection key="a" onOpenOrder={none} />,
    (scope) => [['readRates', { selection: { ...EVERYTHING, scope } }]],
  ],
  [
    'what is odd',
    <AnomaliesSection key="a" onOpenOrder={none} />,
    (scope) => [['readAnomalies', { selection: { ...EVERYTHING, scope }, thresholds: DEFAULT_THRESHOLDS }]],
  ],
  [
    'a month by its steps and its match',
    <OfMonth key="a" />,
    (scope, currency) => [
      ['readMonth', { ...MONTH_QUERY, scope, currency }],
      ['readMonthMatch', { month: MONTH, scope, day: TODAY, tolerance: '2.5' }],
    ],
  ],
  [
    'a month that is to be closed with the own costs of every currency',
    <CountedClose key="a" />,
    (scope, currency) => [
      ...(currency === 'USD'
        ? ([
            [
              'readClosePreview',
              {
                month: MONTH,
                ownCosts: [
                  { currency: 'CLP', scope: PESOS },
                  { currency: 'USD', scope: DOLLARS },
                ],
              },
            ],
          ] as const)
        : []),
      ['readMonth', { ...MONTH_QUERY, scope, currency }],
    ],
  ],
  [
    'a figure seen elsewhere',
    <ExplainSection key="a" />,
    (scope, currency) => [
      ['explainFigure', { selection: { ...EVERYTHING, scope }, measure: 'Ventas', amount: '70', currency }],
    ],
  ],
  [
    'two periods',
    <OfOctober key="a" />,
    (scope) => [
      [
        'readBridge',
        {
          selection: { ...EVERYTHING, scope, period: OCTOBER },
          ...{ against: 'previous-period', scope: 'total' },
        },
      ],
    ],
  ],
  [
    'exceptions',
    <ExceptionsSection key="a" asked={null} month={null} onSection={none} />,
    (scope, currency) => [
      [
        'readExceptions',
        {
          ...{ scope, currency, thresholds: DEFAULT_THRESHOLDS, countsOwnCosts: false, today: TODAY },
          ...{ tolerance: { absolute: '0', percent: '0' }, withCases: true },
        },
      ],
    ],
  ],
  [
    'a month’s statements',
    <MatchesSection key="a" month={MONTH} asked={null} onOpenOrder={none} onImport={none} onSection={none} />,
    (_, currency) => [
      [
        'readMatches',
        {
          ...{
            statementIds: [currency === 'USD' ? 'dollars' : 'pesos'],
            month: MONTH,
            search: '',
            offset: 0,
          },
          ...{ tolerance: { absolute: '0', percent: '0' }, limit: 50 },
          ...{ states: ['different', 'only-here', 'only-there'] },
          sort: { by: 'difference', direction: 'descending' },
        },
      ],
    ],
  ],
];

test.each(SECTIONS)(
  '%s: asked about in the currency in view, and in another once it is chosen',
  async (_name, shown, of) => {
    const { asked, choose } = await open(shown);
    await waitFor(() => expect(asked).toHaveLength(of(DOLLARS, 'USD').length));
    expect(asked).toEqual(of(DOLLARS, 'USD'));
    asked.length = 0;
    choose('CLP');
    await waitFor(() => expect(asked).toHaveLength(of(PESOS, 'CLP').length));
    expect(asked).toEqual(of(PESOS, 'CLP'));
  },
);

test('statements that are missing are those of the accounts in view', async () => {
  const { choose } = await open(<ReceivablesSection month={MONTH} onOpenOrder={none} />);
  const missing = () => [
    ...new Set(
      [...document.querySelectorAll<HTMLElement>('[data-testid="receivable-missing"]')].map(
        ({ dataset }) => dataset.account,
      ),
    ),
  ];
  await waitFor(() => expect(missing()).toEqual(['["Otro","Dos"]']));
  choose('CLP');
  await waitFor(() => expect(missing()).toEqual(['["Uno","A"]']));
});
