import { memo } from 'react';
import { SECTION_INKS, totalOf } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { usePeriodMessages } from '#renderer/features/period/period-messages.ts';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { SECTION_ORDER } from '#renderer/features/statement/statement-lines.ts';
import { type Text, useText } from '#renderer/i18n/text.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { SCOPE_INKS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { CostSection } from '#shared/domain/column-catalogue.ts';
import { fromDecimal } from '#shared/domain/decimal.ts';
import { SCOPE_COLUMNS } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import { pointChange } from './change.ts';
import { comparedName } from './comparison-messages.ts';
import { ACCOUNT_MOVEMENTS } from './panel-data.ts';
import type { Step, Waterfall } from './waterfall.ts';

const INKS: { readonly [id in Exclude<Step['id'], CostSection>]: string } = {
  income: 'var(--chart-base)',
  'account-charges': 'var(--n-400)',
  'product-cost': 'var(--cost-prod)',
  marketplace: SCOPE_INKS.marketplace,
  total: SCOPE_INKS.total,
  'rest-marketplace': 'var(--warn-solid)',
  'rest-total': 'var(--warn-solid)',
};

function isSection(id: Step['id']): id is CostSection {
  return (SECTION_ORDER as readonly string[]).includes(id);
}

function inkOfStep(id: Step['id']): string {
  return isSection(id) ? SECTION_INKS[id] : INKS[id];
}

function nameOf(id: Step['id'], text: Text): string {
  switch (id) {
    case 'income':
      return 'Ingreso Total';
    case 'account-charges':
      return text('panel.account-charges');
    case 'product-cost':
      return 'Costo de Producto';
    case 'marketplace':
      return SCOPE_COLUMNS.marketplace.profitability;
    case 'total':
      return SCOPE_COLUMNS.total.profitability;
    case 'rest-marketplace':
    case 'rest-total':
      return text('panel.unexplained');
    default:
      return text(`section.${id}`);
  }
}

/** The column that a step is read from, or nearest to: its section's total. */
function columnOfStep({ id, columns }: Step): string | null {
  if (id === 'account-charges') return 'Costo de Marketplace';
  return isSection(id) ? totalOf(id) : (columns[0] ?? null);
}

/** From Ingreso Total to Rentabilidad Total, a row a step; the account's own charges stand apart from the sales'. */
export const WaterfallSection = memo(function WaterfallSection(props: {
  readonly waterfall: Waterfall | null;
  readonly before: Waterfall | null;
  readonly own: Period | null;
  readonly period: Period | null;
  readonly places: number;
}) {
  const text = useText();
  const words = usePeriodMessages();
  const open = useOpenOrders();
  const { code } = useCurrency();
  const { waterfall, before, places } = props;
  const against =
    props.period === null ? null : comparedName(props.period, props.own, 'previous-period', words, text);
  return (
    <section className="sec falls">
      <header>
        <h2>{text('panel.waterfall')}</h2>
        <span className="f11">{text('panel.waterfall-unit')}</span>
        <span className="grow" />
        {waterfall?.agrees === true ? (
          <span className="f11 okk" title={text('panel.identity')} data-testid="waterfall-agrees">
            <Icon name="check" small /> {text('panel.agrees')}
          </span>
        ) : waterfall === null ? null : (
          <span className="f11 warn" title={text('panel.identity')}>
            {text('panel.agrees-not')}
          </span>
        )}
      </header>
      {waterfall === null ? (
        <p className="f12 dim empty-note">{text('panel.waterfall-none')}</p>
      ) : (
        <table className="t t12 rows fall">
          <thead>
            <tr>
              <th>
                <span className="sr">{text('panel.sign')}</span>
              </th>
              <th>{text('panel.line')}</th>
              <th>
                <span className="sr">{text('panel.bar')}</span>
              </th>
              <th className="n">{code ?? text('panel.amount')}</th>
              <th className="n">{text('panel.of-sales')}</th>
              {against === null ? (
                <td />
              ) : (
                <th className="n" title={props.period === null ? '' : describePeriod(props.period, words)}>
                  {text('panel.points-against', { name: against })}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {waterfall.steps.map((step, at) => (
              <StepRow
                key={step.id}
                step={step}
                steps={waterfall.steps}
                next={waterfall.steps[at + 1] ?? null}
                before={before?.steps.find(({ id }) => id === step.id) ?? null}
                places={places}
                onOpen={() =>
                  open({
                    only: step.id === 'account-charges' ? [onlyWith('Tipo de Dato', ACCOUNT_MOVEMENTS)] : [],
                    by: columnOfStep(step),
                  })
                }
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
});

function StepRow(props: {
  readonly step: Step;
  readonly steps: readonly Step[];
  readonly next: Step | null;
  readonly before: Step | null;
  readonly places: number;
  readonly onOpen: () => void;
}) {
  const text = useText();
  const formats = useFormats();
  const { step, before } = props;
  const name = nameOf(step.id, text);
  const isCost = step.kind === 'cost' || step.kind === 'rest';
  const points = pointChange(step.ratePercent, before?.ratePercent ?? null);
  const isDim = points === null || formats.figure(points, 1).replace(/[^1-9]/g, '') === '';
  // A cost that grows is bad news, a result that grows is good news.
  const isGood = points !== null && fromDecimal(points).units > 0n !== isCost;
  return (
    <tr className={step.kind === 'result' || step.kind === 'income' ? 'res' : undefined} data-step={step.id}>
      <td className="op">{step.kind === 'income' ? '' : isCost ? '−' : '='}</td>
      <td>
        {step.id === 'marketplace' || step.id === 'total' ? (
          <ScopeMark scope={step.id} />
        ) : step.kind === 'income' ? null : (
          <i
            className={step.id === 'product-cost' ? 'sw hatch' : 'sw'}
            style={step.id === 'product-cost' ? undefined : { background: inkOfStep(step.id) }}
          />
        )}
        <button
          type="button"
          className="row-link"
          title={
            step.columns.length > 0 && step.columns.length < 20
              ? `${text('panel.open-orders')}\n${step.columns.join('\n')}`
              : text('panel.open-orders')
          }
          onClick={props.onOpen}
        >
          {name}
        </button>
      </td>
      <td className="wf">
        <StepBar step={step} steps={props.steps} next={props.next} />
      </td>
      <td className="n">
        <Figure value={step.amount} kind="money" places={props.places} testId={`step-${step.id}`} />
      </td>
      <td className="n">
        <Figure value={step.ratePercent} kind="points" places={1} />
      </td>
      <td className={isDim ? 'n dim' : isGood ? 'n pos' : 'n neg'}>
        {points === null ? (
          '—'
        ) : (
          <data
            value={points}
            data-value={points}
            title={
              before === null
                ? undefined
                : `${formats.exact(before.amount)} · ${percentOf(before, formats.percent)}`
            }
          >
            {signed(formats.figure(points, 1), points)}
          </data>
        )}
      </td>
    </tr>
  );
}

function percentOf(step: Step, percent: (value: string) => string): string {
  return step.ratePercent === null ? '—' : percent(step.ratePercent);
}

function signed(shown: string, value: string): string {
  return value.startsWith('-') || /^[0.,]+$/.test(shown) ? shown : `+${shown}`;
}

/** The bar between the level before a step and the level after, and the line that leads to the next. */
function StepBar({
  step,
  steps,
  next,
}: {
  readonly step: Step;
  readonly steps: readonly Step[];
  readonly next: Step | null;
}) {
  const ends = steps.flatMap(({ from, to }) => [toPlotNumber(from) ?? 0, toPlotNumber(to) ?? 0]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const span = high - low || 1;
  const at = (value: Step['from']): number => (((toPlotNumber(value) ?? 0) - low) / span) * 100;
  const left = Math.min(at(step.from), at(step.to));
  const width = Math.max(0.4, Math.abs(at(step.to) - at(step.from)));
  return (
    <span className="wfb" aria-hidden="true">
      <i
        className={step.id === 'product-cost' ? 'b hatch' : 'b'}
        style={{
          left: `${left}%`,
          width: `${width}%`,
          ...(step.id === 'product-cost' ? {} : { background: inkOfStep(step.id) }),
        }}
      />
      {next === null ? null : <i className="to" style={{ left: `${at(step.to)}%` }} />}
    </span>
  );
}
