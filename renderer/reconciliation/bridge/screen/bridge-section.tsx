import { useState } from 'react';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { NoRows } from '#renderer/features/no-rows/no-rows.tsx';
import { describePeriod } from '#renderer/features/period/period.ts';
import { PictureMenu } from '#renderer/features/picture/picture-menu.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useText } from '#renderer/i18n/text.tsx';
import type { Bridge, BridgeQuery } from '#renderer/reconciliation/bridge/model/bridge.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { DayField } from '#renderer/ui/day-field.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import type { LocalDate } from '#shared/domain/dates.ts';
import { SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import styles from './bridge.module.css';
import { bridgeBook, bridgeTable } from './bridge-file.ts';
import { BridgeGroupsTable } from './bridge-groups.tsx';
import { bridgeSentence } from './bridge-messages.ts';
import { BridgePartsTable } from './bridge-parts.tsx';
import { type BridgeState, type PeriodBridge, usePeriodBridge } from './use-bridge.ts';

/** Why a profitability is another than in another period: what led from one to the other, part by part. */
export function BridgeSection() {
  const text = useText();
  const asked = usePeriodBridge();
  const { query, bridge, error, state } = asked;
  const isShown = bridge !== null && query !== null && error === null;
  return (
    <section className={ui.section} aria-label={text('period-bridge.title')} data-stale={asked.isStale}>
      <header>
        <h2>{text('period-bridge.title')}</h2>
        <span className={ui.note}>{text('period-bridge.note')}</span>
        <span className={ui.grow} />
        {isShown && bridge.from !== null ? (
          <>
            <BridgeExport query={query} bridge={bridge} />
            <PictureMenu title={text('period-bridge.title')} of={query.selection} />
          </>
        ) : null}
      </header>
      <BridgeChoices asked={asked} />
      {error === null ? null : <QueryFailure error={error} onRetry={asked.retry} />}
      {asked.period === null ? (
        <p className={ui.hint}>{text('period-bridge.no-period')}</p>
      ) : state.against === 'days' && !asked.isAsked ? (
        <p className={ui.hint}>{text('period-bridge.no-days')}</p>
      ) : null}
      {isShown ? (
        <div aria-busy={asked.isStale}>
          <BridgeView query={query} bridge={bridge} by={state.by} onBy={(by) => asked.change({ by })} />
        </div>
      ) : null}
    </section>
  );
}

function BridgeChoices({ asked }: { readonly asked: PeriodBridge }) {
  const text = useText();
  const { state, change, bridge } = asked;
  const { days } = state;
  const onAgainst = (against: BridgeState['against']): void => {
    // Chosen days begin as those that are shown.
    const shown = bridge === null ? null : { from: bridge.before.from, to: bridge.before.to };
    change({ against, days: against === 'days' ? (days ?? shown) : days });
  };
  return (
    <div className={styles.choices}>
      <Segmented
        label={text('period-bridge.scope')}
        value={state.scope}
        options={SCOPES.map((value) => ({
          value,
          label: text(`scope.${value}`),
          title: text.column(SCOPE_COLUMNS[value].profitability),
          testId: `bridge-scope-${value}`,
        }))}
        onChange={(scope) => change({ scope })}
      />
      <Segmented
        label={text('period-bridge.against')}
        value={state.against}
        options={(['previous-period', 'previous-year', 'days'] as const).map((value) => ({
          value,
          label: text(`period-bridge.against-${value}`),
          testId: `bridge-against-${value}`,
        }))}
        onChange={onAgainst}
      />
      {state.against === 'days' ? (
        <span className={styles.days}>
          {(['from', 'to'] as const).map((end) => (
            <DayField
              key={end}
              label={text(`period-bridge.days-${end}`)}
              day={(days?.[end] ?? null) as LocalDate | null}
              testId={`bridge-days-${end}`}
              onDay={(day) => change({ days: { from: days?.from ?? day, to: days?.to ?? day, [end]: day } })}
            />
          ))}
        </span>
      ) : null}
    </div>
  );
}

type ViewProps = {
  readonly query: BridgeQuery;
  readonly bridge: Bridge;
  readonly by: BridgeState['by'];
  readonly onBy: (by: BridgeState['by']) => void;
};

function BridgeView({ query, bridge, by, onBy }: ViewProps) {
  const text = useText();
  const formats = useFormats();
  const { rowsBefore, rowsAfter, from, to, parts, before, unreadable } = bridge;
  if (rowsBefore + rowsAfter === 0) return <NoRows />;
  if (from === null || to === null) {
    const column = SCOPE_COLUMNS[bridge.scope].profitability;
    return <p className={ui.hint}>{text('period-bridge.no-column', { column: text.column(column) })}</p>;
  }
  const places = formats.places([from, to, ...Object.values(parts)]);
  return (
    <>
      {rowsBefore > 0 ? null : (
        <p className={ui.hint}>{text('period-bridge.no-rows', { period: describePeriod(before, text) })}</p>
      )}
      {unreadable === 0 ? null : (
        <p className={ui.warning}>
          {text('period-bridge.unreadable', { count: unreadable, shown: formats.count(unreadable) })}
        </p>
      )}
      <Sentence words={bridgeSentence(bridge, places, text, formats)} />
      <BridgePartsTable query={query} bridge={bridge} places={places} />
      {bridge.pooledProducts === 0 ? null : (
        <p className={ui.caption} data-testid="bridge-pooled" data-value={bridge.pooledProducts}>
          {text('period-bridge.pooled-note', {
            count: bridge.pooledProducts,
            shown: formats.count(bridge.pooledProducts),
          })}
        </p>
      )}
      <BridgeGroupsTable query={query} bridge={bridge} by={by} onBy={onBy} places={places} />
    </>
  );
}

function Sentence({ words }: { readonly words: string }) {
  const text = useText();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = (): void => {
    navigator.clipboard.writeText(words).then(
      () => setCopied('range.copied-whole'),
      () => setCopied('range.copied-failed'),
    );
  };
  return (
    <div className={styles.summary}>
      <p data-testid="bridge-sentence">{words}</p>
      <Button
        className={ui.smallButton}
        data-testid="bridge-copy"
        onClick={copy}
        onBlur={() => setCopied(null)}
      >
        {text('period-bridge.copy')}
      </Button>
      <span className={ui.faint} role="status">
        {copied === 'range.copied-whole'
          ? text('range.copied-whole')
          : copied === null
            ? ''
            : text('range.copied-failed')}
      </span>
    </div>
  );
}

function BridgeExport({ query, bridge }: { readonly query: BridgeQuery; readonly bridge: Bridge }) {
  const text = useText();
  const formats = useFormats();
  const factsOf = useFigureFacts();
  const { code } = useCurrency();
  const job = (): TableJob => ({
    fileName: exportFileName(
      `${text('period-bridge.title')}-${text(`scope.${bridge.scope}`)}`,
      query.selection,
      query.against,
    ),
    content: bridgeBook(bridge, text),
    inCsv: bridgeTable(bridge, text),
    facts: factsOf(query.selection, bridge.revision),
    places: formats.places([
      bridge.from ?? undefined,
      bridge.to ?? undefined,
      ...Object.values(bridge.parts),
    ]),
  });
  return (
    <ExportMenu
      className={ui.smallButton}
      name={`${text('export.name')}: ${text('period-bridge.title')}${code === null ? '' : ` ${code}`}`}
      title={text('period-bridge.export-title')}
      job={job}
    />
  );
}
