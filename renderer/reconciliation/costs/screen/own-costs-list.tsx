import { useMemo, useState } from 'react';
import { z } from 'zod';
import { useLiveQuery } from '#renderer/data/client/session-context.tsx';
import {
  type CostCoverage,
  countedCost,
  type OwnCostLine,
  type OwnCostLines,
  type OwnCostsQuery,
} from '#renderer/data/model/own-costs.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { errorMessage, QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useWriteOwnCosts } from '#renderer/features/own-costs/own-costs.tsx';
import { useScreenState } from '#renderer/features/preferences/screen-state.tsx';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { Column } from '#renderer/ui/list-table/column.ts';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import { fold } from '#shared/base/fold.ts';
import { type Decimal, fromDecimal, sumOf } from '#shared/domain/decimal.ts';
import { rateOf } from '#shared/domain/profitability.ts';
import { describeDays, OwnCostEntry } from './own-cost-entry.tsx';
import styles from './own-cost-form.module.css';

const SKU = 'SKU Producto';
const COST = 'Costo de Producto';
const AT_ONCE = 20;

/** Whose product costs a selection's sales have, and all own costs of the currency in view. Nothing while there are none. */
export function OwnCostsList() {
  const text = useText();
  const { selection } = useSelection();
  const { code: currency } = useCurrency();
  const input = useMemo<OwnCostsQuery>(() => ({ selection, currency }), [selection, currency]);
  const { output, error, isStale, refresh } = useLiveQuery('own-costs', input, (call, query, slot) =>
    call.readOwnCosts({ ...query, slot }),
  );
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  if (output === null || output.lines.length === 0) return null;
  return (
    <section aria-label={text('own-costs.title')} data-stale={isStale} aria-busy={isStale}>
      <h3 className={styles.title}>{text('own-costs.title')}</h3>
      <p className={ui.caption}>{text('own-costs.about')}</p>
      <Coverage coverage={output.coverage} />
      <CostTable lines={output.lines} />
    </section>
  );
}

const PARTS = ['source', 'own', 'none'] as const;

/** The selection's Ventas by whose product cost they have. */
function Coverage({ coverage }: { readonly coverage: CostCoverage }) {
  const text = useText();
  const formats = useFormats();
  const whole = sumOf(PARTS.map((part) => coverage[part]));
  const places = formats.places(PARTS.map((part) => coverage[part]));
  return (
    <p className={styles.coverage}>
      {PARTS.map((part) => (
        <span key={part}>
          {text(`own-costs.coverage-${part}`)}{' '}
          <Figure value={coverage[part]} kind="money" places={places} testId={`own-costs-coverage-${part}`} />{' '}
          (<Figure value={rateOf(coverage[part], whole, 6)} kind="percent" />)
        </span>
      ))}
    </p>
  );
}

const searchSchema = z.string();
const NO_SEARCH = '';

/** Found by SKU or note; each is edited in its place. */
function CostTable({ lines }: Pick<OwnCostLines, 'lines'>) {
  const text = useText();
  const formats = useFormats();
  const write = useWriteOwnCosts();
  const [search, setSearch] = useScreenState('reconciliation.own-costs-search.rows', searchSchema, NO_SEARCH);
  const [limit, setLimit] = useState(AT_ONCE);
  const [failure, setFailure] = useState<unknown>(null);
  const needle = fold(search.trim());
  const found = lines.filter(({ cost }) => fold(`${cost.sku} ${cost.note}`).includes(needle));
  const places = formats.places(lines.map(({ amount }) => amount));
  const remove = ({ key, cost }: OwnCostLine): void => {
    setFailure(null);
    write({ puts: [], deletes: [key] }, text('own-costs.undo-removed', { sku: cost.sku })).catch(setFailure);
  };
  const hasVat = lines.some(({ cost }) => cost.vat !== undefined);
  const columns = useCostColumns(places, remove, hasVat);
  return (
    <>
      <p className={styles.find}>
        <label className={ui.field}>
          <span className={ui.visuallyHidden}>{text('own-costs.search')}</span>
          <input
            type="search"
            placeholder={text('own-costs.search')}
            value={search}
            data-testid="own-costs-search"
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <span className={ui.caption} role="status">
          {text('own-costs.count', { count: found.length, shown: formats.count(found.length) })}
        </span>
      </p>
      {failure === null ? null : (
        <p role="alert" className={ui.fieldProblem}>
          {errorMessage(failure, text)}
        </p>
      )}
      <ListTable
        name={text('own-costs.title')}
        className={hasVat ? styles.narrow : undefined}
        columns={columns}
        rows={found.slice(0, limit)}
        keyOf={({ key }) => key}
        places={places}
        line={({ cost }) => ({ 'data-testid': 'own-cost-line', 'data-value': cost.sku })}
        below={({ cost }, { isOpen, toggle }) =>
          isOpen ? <OwnCostEntry sku={cost.sku} cost={cost} onClose={toggle} /> : null
        }
      />
      <MoreLink left={found.length - limit} onMore={() => setLimit(limit + 10 * AT_ONCE)} />
    </>
  );
}

/**
 * Long, for it is one table, a heading after another.
 * @param hasVat some costs were entered with VAT: what of each counts stands beside it
 */
function useCostColumns(
  places: number,
  remove: (line: OwnCostLine) => void,
  hasVat: boolean,
): readonly (Column<OwnCostLine> | null)[] {
  const text = useText();
  const formats = useFormats();
  return [
    { heading: SKU, value: ({ cost }) => cost.sku },
    { heading: text('own-costs.days'), value: ({ cost }) => describeDays(cost, text, formats) },
    {
      heading: text('own-costs.per-unit'),
      kind: 'money',
      value: ({ cost }) => cost.cost,
      figure: ({ cost }) => ({
        places: Math.max(places, fromDecimal(cost.cost).scale),
        testId: 'own-cost-of-unit',
      }),
    },
    hasVat
      ? {
          heading: text('own-costs.counted'),
          kind: 'money',
          value: ({ cost }) => countedCost(cost),
          draw: ({ cost }) => (
            <>
              <Figure
                value={countedCost(cost)}
                kind="money"
                places={Math.max(places, fromDecimal(countedCost(cost)).scale)}
                testId="own-cost-counted"
              />{' '}
              <span className={ui.faint}>{vatText(cost.vat, text, formats)}</span>
            </>
          ),
        }
      : null,
    { heading: text('own-costs.rows'), kind: 'count', value: 'rows', testId: 'own-cost-rows' },
    { heading: COST, kind: 'money', value: 'amount', testId: 'own-cost-sum' },
    {
      heading: text('own-costs.state'),
      cell: ({ cost }) => ({ className: styles.note, title: cost.note }),
      value: ({ cost }) => cost.note,
      draw: (line) => (
        <>
          <SourceState line={line} /> {line.cost.note}
        </>
      ),
    },
    {
      heading: text('own-costs.edit'),
      isHeadingHidden: true,
      cell: { className: styles.actions },
      draw: (line, { isOpen, toggle }) => (
        <>
          <Button
            className={ui.smallLink}
            data-testid="own-cost-edit"
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {text('own-costs.edit')}
          </Button>
          <Button className={ui.smallLink} data-testid="own-cost-remove" onClick={() => remove(line)}>
            {text('own-costs.remove')}
          </Button>
        </>
      ),
    },
  ];
}

const vatText = (
  vat: Decimal | undefined,
  text: ReturnType<typeof useText>,
  formats: ReturnType<typeof useFormats>,
): string => (vat === undefined ? '' : text('tax.rate', { rate: formats.figure(vat) }));

/** «La fuente ya trae costo: dice $ 90, el suyo era $ 80»: the source's is the one that counts there. */
function SourceState({ line }: { readonly line: OwnCostLine }) {
  const text = useText();
  const formats = useFormats();
  const { rows, sourceRows, sourceAmount, ownAmount } = line;
  if (sourceRows === 0) return text(rows === 0 ? 'own-costs.unused' : 'own-costs.in-use');
  const money = (value: Decimal) => (
    <Figure value={value} kind="money" places={formats.places([sourceAmount, ownAmount])} />
  );
  return (
    <span className={classNames(ui.tag, ui.caution)} data-testid="own-cost-source" data-value={sourceAmount}>
      {text('own-costs.source-has', { count: sourceRows, shown: formats.count(sourceRows) })}{' '}
      {money(sourceAmount)}
      {text('own-costs.yours-was')} {money(ownAmount)}
    </span>
  );
}
