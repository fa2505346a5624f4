import { xor } from 'es-toolkit/array';
import { memo, useState } from 'react';
import { columnsOfSection } from '#renderer/data/model/section-columns.ts';
import { SECTION_INKS } from '#renderer/features/columns/column-sections.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import {
  ACCOUNT_MOVEMENTS,
  amountOf,
  SECTION_ORDER,
  sectionName,
} from '#renderer/features/income-statement/income-statement-lines.ts';
import { SectionBridges } from '#renderer/features/income-statement/section-bridges.tsx';
import { comparedName } from '#renderer/features/period/compared-period.ts';
import { describePeriod } from '#renderer/features/period/period.ts';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { onlyWith, useOpenOrders } from '#renderer/features/selection/selection-context.tsx';
import { type Text, useRichText, useText } from '#renderer/i18n/text.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { MovedMark } from '#renderer/ui/moved-figures.tsx';
import { toPlotNumber } from '#renderer/ui/number-format.ts';
import { SCOPE_INKS, ScopeMark } from '#renderer/ui/scope-mark.tsx';
import type { CostSection } from '#shared/domain/column-catalogue.ts';
import {
  add,
  type Decimal,
  fromDecimal,
  type Scaled,
  subtract,
  toDecimal,
  ZERO,
} from '#shared/domain/decimal.ts';
import { pointChange, rateOf, SCOPE_COLUMNS, type Sums } from '#shared/domain/profitability.ts';
import type { Period } from '#shared/domain/selection.ts';
import styles from './panel.module.css';

/**
 * The way from Ingreso Total to Rentabilidad Total (spec 2.5). A step is the charges minus the refunds of a section;
 * income columns count once, in Ingreso Total. The API's own results are milestones: what the steps do not explain
 * between them is a step of its own, so that nothing is made to fit. Pure.
 */
type Step = {
  readonly id:
    | CostSection
    | 'income'
    | 'product-cost'
    | 'marketplace'
    | 'total'
    | 'rest-marketplace'
    | 'rest-total';
  /** income: where it begins. cost: taken away. result: what the API says is left. rest: what nobody explains. */
  readonly kind: 'income' | 'cost' | 'result' | 'rest';
  /** A cost as it is charged: taken away where it is positive. */
  readonly amount: Decimal;
  readonly from: Decimal;
  readonly to: Decimal;
  /** Share of Ventas, six places; null without Ventas. */
  readonly ratePercent: Decimal | null;
  /** The columns it is made of: what a press on it shows in the orders. */
  readonly columns: readonly string[];
  /** The part of a section that the account's own movements were charged, where there is some. */
  readonly ofAccount: Pick<Step, 'amount' | 'ratePercent'> | null;
};

export type Waterfall = {
  readonly steps: readonly Step[];
  /** Whether Ingreso Total − Cobro Total + Reembolso Total − Costo de Producto is the API's Rentabilidad Total. */
  readonly agrees: boolean;
};

const MILESTONES = [
  'Ingreso Total',
  'Cobro Total',
  'Reembolso Total',
  'Costo de Producto',
  'Rentabilidad Marketplace',
  'Rentabilidad Total',
] as const;

const columnsOf = (section: CostSection): readonly string[] => [
  ...columnsOfSection(section, 'charge'),
  ...columnsOfSection(section, 'refund'),
];

/** All that has to be summed for it. */
export const WATERFALL_COLUMNS: readonly string[] = [...MILESTONES, ...SECTION_ORDER.flatMap(columnsOf)];

const sumOf = (sums: Sums, column: string): Scaled => {
  const sum = sums[column];
  return sum === undefined ? ZERO : fromDecimal(sum);
};

/** Charges minus refunds of a section. */
function costOf(sums: Sums, section: CostSection): Scaled {
  const [adds, takes] = [columnsOfSection(section, 'charge'), columnsOfSection(section, 'refund')];
  return fromDecimal(amountOf({ adds, takes }, sums) ?? toDecimal(ZERO));
}

/**
 * @param all sums over every row
 * @param account sums over the account's own movements (`Tipo de Dato` Marketplace), which sections hold too: «of which»
 * @returns null where the rows carry no `Ingreso Total` or no `Rentabilidad Total`: there is no way to draw
 */
export function waterfallOf(all: Sums, account: Sums): Waterfall | null {
  if (all['Ingreso Total'] === undefined || all['Rentabilidad Total'] === undefined) return null;
  const steps: Step[] = [];
  let level = sumOf(all, 'Ingreso Total');
  const sized = (amount: Scaled) => {
    const exact = toDecimal(amount);
    return { amount: exact, ratePercent: rateOf(exact, all.Ventas, 6) };
  };
  type Part = Pick<Step, 'id' | 'kind' | 'columns'> & Partial<Pick<Step, 'ofAccount'>>;
  const put = (step: Part, amount: Scaled, from: Scaled, to: Scaled) => {
    steps.push({ ofAccount: null, ...step, ...sized(amount), from: toDecimal(from), to: toDecimal(to) });
  };
  const take = (part: Omit<Part, 'kind'>, amount: Scaled): void => {
    const after = subtract(level, amount);
    put({ ...part, kind: 'cost' }, amount, level, after);
    level = after;
  };
  /** The API's own result; what lies between it and the steps is said before it. */
  const reach = (id: 'marketplace' | 'total', column: string): void => {
    const result = sumOf(all, column);
    const rest = subtract(level, result);
    if (rest.units !== 0n) put({ id: `rest-${id}`, kind: 'rest', columns: [] }, rest, level, result);
    put({ id, kind: 'result', columns: [column] }, result, ZERO, result);
    level = result;
  };

  put({ id: 'income', kind: 'income', columns: ['Ingreso Total'] }, level, ZERO, level);
  for (const section of SECTION_ORDER) {
    const own = costOf(account, section);
    const ofAccount = own.units === 0n ? null : sized(own);
    take({ id: section, columns: columnsOf(section), ofAccount }, costOf(all, section));
  }
  if (all['Rentabilidad Marketplace'] !== undefined) reach('marketplace', 'Rentabilidad Marketplace');
  take({ id: 'product-cost', columns: ['Costo de Producto'] }, sumOf(all, 'Costo de Producto'));
  reach('total', 'Rentabilidad Total');

  const identity = subtract(
    add(subtract(sumOf(all, 'Ingreso Total'), sumOf(all, 'Cobro Total')), sumOf(all, 'Reembolso Total')),
    sumOf(all, 'Costo de Producto'),
  );
  return { steps, agrees: subtract(identity, sumOf(all, 'Rentabilidad Total')).units === 0n };
}

/** A step beside the same one of the period before. */
export type ComparedStep = {
  readonly step: Step;
  /** Null where the period before has no such step. */
  readonly before: Step | null;
  /** By how many points of Ventas it differs, six places; null where that cannot be told. */
  readonly points: Decimal | null;
};

/**
 * The steps of a way beside those of the period before. What nobody explains is a step only where there is any: where it
 * stands in one of the two periods alone, in the other it is nothing.
 * @param before null: there is nothing to compare with
 */
export function comparedSteps(now: Waterfall, before: Waterfall | null): readonly ComparedStep[] {
  const restBefore = (at: Step): Step | null => {
    const id = at.id === 'marketplace' || at.id === 'total' ? (`rest-${at.id}` as const) : null;
    const isNew = id !== null && now.steps.every((step) => step.id !== id);
    return (isNew ? before?.steps.find((step) => step.id === id) : null) ?? null;
  };
  const all = now.steps.flatMap((step) => {
    const rest = restBefore(step);
    return rest === null ? [step] : [nothingOf(rest, now, step.to), step];
  });
  return all.map((step) => {
    const found = before?.steps.find(({ id }) => id === step.id);
    const same = found ?? (before === null || step.kind !== 'rest' ? null : nothingOf(step, before, step.to));
    return { step, before: same, points: pointChange(step.ratePercent, same?.ratePercent ?? null) };
  });
}

/** A step of another way as it is in one that has nothing of it; its rate is 0 where there are Ventas that a rate is of. */
function nothingOf(step: Step, { steps }: Waterfall, level: Decimal): Step {
  const amount = toDecimal(ZERO);
  const hasRates = steps.some(({ ratePercent }) => ratePercent !== null);
  return { ...step, amount, from: level, to: level, ratePercent: hasRates ? amount : null, ofAccount: null };
}

/** Ink and name of the steps that are no section of costs. */
const OTHER_STEPS: {
  readonly [id in Exclude<Step['id'], CostSection>]: readonly [ink: string, name: (text: Text) => string];
} = {
  income: ['var(--chart-base)', (text) => text.column('Ingreso Total')],
  'product-cost': ['var(--cost-prod)', (text) => text.column('Costo de Producto')],
  marketplace: [SCOPE_INKS.marketplace, (text) => text.column(SCOPE_COLUMNS.marketplace.profitability)],
  total: [SCOPE_INKS.total, (text) => text.column(SCOPE_COLUMNS.total.profitability)],
  'rest-marketplace': ['var(--warn-solid)', (text) => text('panel.unexplained')],
  'rest-total': ['var(--warn-solid)', (text) => text('panel.unexplained')],
};

function isSection(id: Step['id']): id is CostSection {
  return !(id in OTHER_STEPS);
}

function inkOfStep(id: Step['id']): string {
  return isSection(id) ? SECTION_INKS[id] : OTHER_STEPS[id][0];
}

/** From Ingreso Total to Rentabilidad Total; whether it comes to what the API says stands beside its name. */
export const WaterfallSection = memo(function WaterfallSection(props: {
  readonly waterfall: Waterfall | null;
  readonly before: Waterfall | null;
  readonly own: Period | null;
  readonly period: Period | null;
  readonly places: number;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const text = useText();
  const { waterfall, before, places, isOpen } = props;
  const against = props.period === null ? null : comparedName(props.period, props.own, text);
  return (
    <div className={styles.fold}>
      <div className={styles.foldHead}>
        <h2>
          <button
            type="button"
            className={styles.foldName}
            aria-expanded={isOpen}
            aria-controls={FOLDED}
            data-testid="waterfall-open"
            onClick={() => props.onOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} small />
            {text('panel.waterfall')}
          </button>
        </h2>
        {waterfall === null ? null : <WaterfallSum steps={waterfall.steps} places={places} />}
        <span className={ui.grow} />
        {waterfall?.agrees === true ? (
          <span
            className={classNames(ui.note, styles.agrees)}
            title={text('panel.identity')}
            data-testid="waterfall-agrees"
          >
            <Icon name="check" small /> {text('panel.agrees')}
          </span>
        ) : waterfall === null ? null : (
          <span className={classNames(ui.note, ui.warning)} title={text('panel.identity')}>
            {text('panel.agrees-not')}
          </span>
        )}
      </div>
      {/* On paper nothing is folded. */}
      <section id={FOLDED} className={classNames(ui.section, !isOpen && styles.folded)}>
        <header>
          <h2>{text('panel.waterfall-unit')}</h2>
          <span className={ui.grow} />
          {waterfall === null ? null : <PictureMenu title={text('panel.waterfall')} />}
        </header>
        {waterfall === null ? (
          <p className={classNames(ui.hint, styles.empty)}>{text('panel.waterfall-none')}</p>
        ) : (
          <WaterfallTable {...{ waterfall, before, places, against }} period={props.period} />
        )}
      </section>
    </div>
  );
});

const FOLDED = 'panel-waterfall';

/** «107.978.008 − cargos 23.110.461 − costo 51.715.924 = 33.151.623»: the whole way in one line. */
function WaterfallSum({ steps, places }: { readonly steps: readonly Step[]; readonly places: number }) {
  const rich = useRichText();
  const figure = (key: string, value: Decimal) => (
    <Figure key={key} value={value} kind="money" places={places} testId={`waterfall-${key}`} />
  );
  const amountOf = (id: Step['id']): Scaled => {
    const step = steps.find((each) => each.id === id);
    return step === undefined ? ZERO : fromDecimal(step.amount);
  };
  const [income, cost, total] = [amountOf('income'), amountOf('product-cost'), amountOf('total')];
  // All that is neither: sections, and what nobody explains.
  const charges = subtract(subtract(income, cost), total);
  return (
    <span className={ui.note}>
      {rich('panel.waterfall-sum', {
        income: figure('income', toDecimal(income)),
        charges: figure('charges', toDecimal(charges)),
        cost: figure('cost', toDecimal(cost)),
        total: figure('total', toDecimal(total)),
      })}
    </span>
  );
}

/** A step, or below it what of it the account's own movements were charged: a part of it, not a step. */
type StepLine = Pick<ComparedStep, 'step' | 'before' | 'points'> & {
  readonly at: number;
  readonly figures: Pick<Step, 'amount' | 'ratePercent'>;
  readonly isOfAccount: boolean;
};

type TableProps = {
  readonly waterfall: Waterfall;
  readonly before: Waterfall | null;
  readonly places: number;
  /** Null: there is nothing to compare with. */
  readonly against: string | null;
  readonly period: Period | null;
};

/** A row a step. */
function WaterfallTable(props: TableProps) {
  const { waterfall, before, places } = props;
  const compared = comparedSteps(waterfall, before);
  const lines = compared.flatMap((each, at): readonly StepLine[] => {
    const { ofAccount } = each.step;
    return [
      { ...each, at, figures: each.step, isOfAccount: false },
      ...(ofAccount === null ? [] : [{ ...each, at, figures: ofAccount, isOfAccount: true }]),
    ];
  });
  const [opened, setOpened] = useState<readonly Step['id'][]>([]);
  const columns = useStepColumns({
    ...props,
    steps: compared.map(({ step }) => step),
    opened,
    onToggle: (id) => setOpened((before) => xor(before, [id])),
  });
  return (
    <ListTable
      className={classNames(styles.rows, styles.waterfall)}
      columns={columns}
      rows={lines}
      keyOf={({ step, isOfAccount }) => step.id + (isOfAccount ? ' of account' : '')}
      places={places}
      line={({ step, isOfAccount }) =>
        isOfAccount
          ? {
              className: classNames(styles.ofAccount, !opened.includes(step.id) && styles.folded),
              'data-account-charges': step.id,
            }
          : {
              className: step.kind === 'result' || step.kind === 'income' ? styles.result : undefined,
              'data-step': step.id,
            }
      }
    />
  );
}

type StepTableProps = Omit<TableProps, 'waterfall' | 'before'> & {
  readonly steps: readonly Step[];
  /** Steps whose part that the account was charged is shown. */
  readonly opened: readonly Step['id'][];
  readonly onToggle: (id: Step['id']) => void;
};

function useStepColumns(props: StepTableProps): readonly (Column<StepLine> | null)[] {
  const { steps, against, period } = props;
  const text = useText();
  const open = useOpenOrders();
  const { code } = useCurrency();
  const openOf = ({ step, isOfAccount }: StepLine) =>
    open({
      ...(isOfAccount ? { only: [onlyWith('Tipo de Dato', ACCOUNT_MOVEMENTS)] } : {}),
      by: step.columns[0] ?? null,
    });
  return [
    {
      heading: text('panel.sign'),
      isHeadingHidden: true,
      cell: ({ isOfAccount }) => ({ className: isOfAccount ? undefined : styles.sign }),
      value: ({ step, isOfAccount }) =>
        isOfAccount || step.kind === 'income' ? '' : isCost(step) ? '−' : '=',
    },
    {
      heading: text('panel.line'),
      value: ({ step, isOfAccount }) => (isOfAccount ? text('panel.account-charges') : stepName(step, text)),
      draw: (line) => <LineName {...props} line={line} onOpen={() => openOf(line)} />,
    },
    {
      heading: text('panel.bar'),
      isHeadingHidden: true,
      cell: { className: styles.bars },
      draw: ({ at, isOfAccount }) => (isOfAccount ? null : <StepBar steps={steps} at={at} />),
    },
    {
      id: 'amount',
      heading: code ?? text('panel.amount'),
      kind: 'money',
      value: ({ figures }) => figures.amount,
      figure: ({ step, isOfAccount }) => ({
        testId: `${isOfAccount ? 'account-charges' : 'step'}-${step.id}`,
      }),
    },
    { heading: text('panel.of-sales'), kind: 'points', value: ({ figures }) => figures.ratePercent },
    against === null
      ? null
      : {
          id: 'points',
          heading: text('panel.points-against', { name: against }),
          head: { title: period === null ? '' : describePeriod(period, text) },
          kind: 'end',
          value: ({ isOfAccount, points }) => (isOfAccount ? '' : points),
          draw: (line) => (line.isOfAccount ? null : <PointsAgainst {...line} />),
        },
  ];
}

/** What a line is called, leading to its orders; of a step that the account was charged for, with the way to that part. */
function LineName(props: StepTableProps & { readonly line: StepLine; readonly onOpen: () => void }) {
  const text = useText();
  const { line, places, opened, onToggle, onOpen } = props;
  const { step } = line;
  if (line.isOfAccount) {
    return (
      <button type="button" className={styles.link} title={text('panel.open-orders')} onClick={onOpen}>
        {text('panel.account-charges')}
      </button>
    );
  }
  return (
    <>
      <StepName step={step} places={places} onOpen={onOpen} />
      {step.ofAccount === null ? null : (
        <AccountToggle
          name={stepName(step, text)}
          isOpen={opened.includes(step.id)}
          onToggle={() => onToggle(step.id)}
        />
      )}
    </>
  );
}

const isCost = ({ kind }: Step): boolean => kind === 'cost' || kind === 'rest';
const stepName = ({ id }: Step, text: Text): string =>
  isSection(id) ? sectionName(id, text) : OTHER_STEPS[id][1](text);

/** A step's name within a sentence: a section's short one. */
export const stepNameOf = (id: Step['id'], text: Text): string =>
  isSection(id) ? text(`section.${id}`) : OTHER_STEPS[id][1](text);

function StepName(props: { readonly step: Step; readonly places: number; readonly onOpen: () => void }) {
  const text = useText();
  const { step } = props;
  return (
    <>
      {step.id === 'marketplace' || step.id === 'total' ? (
        <ScopeMark scope={step.id} />
      ) : step.kind === 'income' ? null : (
        <i
          className={classNames(styles.swatch, step.id === 'product-cost' ? ui.hatchedSwatch : ui.swatch)}
          style={step.id === 'product-cost' ? undefined : { background: inkOfStep(step.id) }}
        />
      )}
      <button
        type="button"
        className={styles.link}
        title={[
          text('panel.open-orders'),
          ...(step.columns.length < 20 ? step.columns.map(text.column) : []),
        ].join('\n')}
        onClick={props.onOpen}
      >
        {stepName(step, text)}
      </button>
      {step.id === 'product-cost' ? <MovedMark column="Costo de Producto" /> : null}
      {isSection(step.id) ? <SectionBridges section={step.id} places={props.places} /> : null}
    </>
  );
}

/** Shows what of a step the account was charged, below it. */
function AccountToggle(props: {
  readonly name: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const text = useText();
  const label = `${props.name}: ${text('panel.account-charges')}`;
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={props.isOpen}
      aria-label={label}
      title={label}
      data-testid="account-charges-open"
      onClick={props.onToggle}
    >
      <Icon name={props.isOpen ? 'down' : 'right'} small />
    </button>
  );
}

/** A cost that grows is bad news, a result that grows is good news. */
function PointsAgainst({ step, before, points }: ComparedStep) {
  const formats = useFormats();
  const rateBefore = before?.ratePercent == null ? '—' : formats.percent(before.ratePercent);
  return (
    <Figure
      value={points}
      kind="points"
      signed
      places={1}
      favour={isCost(step) ? -1 : 1}
      {...(before === null ? {} : { title: `${formats.exact(before.amount)} · ${rateBefore}` })}
    />
  );
}

/** The bar between the level before a step and the level after, and the line that leads to the next. */
function StepBar({ steps, at: place }: { readonly steps: readonly Step[]; readonly at: number }) {
  const step = steps[place];
  if (step === undefined) return null;
  const isHatched = step.id === 'product-cost';
  const ends = steps.flatMap(({ from, to }) => [toPlotNumber(from) ?? 0, toPlotNumber(to) ?? 0]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const span = high - low || 1;
  const at = (value: Step['from']): number => (((toPlotNumber(value) ?? 0) - low) / span) * 100;
  const left = Math.min(at(step.from), at(step.to));
  const width = Math.max(0.4, Math.abs(at(step.to) - at(step.from)));
  return (
    <span className={styles.track} aria-hidden="true">
      <i
        className={classNames(styles.amount, isHatched && styles.hatched)}
        style={{
          left: `${left}%`,
          width: `${width}%`,
          ...(isHatched ? {} : { background: inkOfStep(step.id) }),
        }}
      />
      {place === steps.length - 1 ? null : <i className={styles.step} style={{ left: `${at(step.to)}%` }} />}
    </span>
  );
}
