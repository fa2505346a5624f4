import { useId, useState } from 'react';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { readAmount } from '#renderer/reconciliation/parts/typed-amount.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { SearchChoice } from '#renderer/ui/search-choice.tsx';
import { COLUMNS, isSummable } from '#shared/domain/column-catalogue.ts';
import { RATE_BASE_COLUMN, SCOPE_COLUMNS, SCOPES } from '#shared/domain/profitability.ts';
import styles from './explain.module.css';
import { ExplanationView } from './explanation-view.tsx';
import { useExplanation } from './use-explanation.ts';

const FIRST = [RATE_BASE_COLUMN, ...SCOPES.map((scope) => SCOPE_COLUMNS[scope].profitability)];
const OTHERS = COLUMNS.filter((column) => isSummable(column) && !FIRST.includes(column.key)).map(
  ({ key }) => key,
);

/** A figure seen elsewhere, and why the selection's own is another. */
export function ExplainSection() {
  const text = useText();
  const explanation = useExplanation();
  const { query, explanations, error, isRunning } = explanation;
  return (
    <section className={ui.section} aria-label={text('explain.title')}>
      <header>
        <h2>{text('explain.title')}</h2>
        <span className={ui.note}>{text('explain.note')}</span>
      </header>
      <ExplainForm explanation={explanation} />
      {error === null ? null : <QueryFailure error={error} onRetry={explanation.retry} />}
      {query === null || explanations === null || error !== null ? null : (
        <div data-stale={isRunning} aria-busy={isRunning}>
          <ExplanationView
            query={query}
            explanations={explanations}
            onMeasure={(measure) =>
              explanation.change({ measure, asked: { measure, amount: explanations.amount } })
            }
          />
        </div>
      )}
    </section>
  );
}

function ExplainForm({ explanation }: { readonly explanation: ReturnType<typeof useExplanation> }) {
  const text = useText();
  const formats = useFormats();
  const errorId = useId();
  const [wasSent, setWasSent] = useState(false);
  const { state, change, isRunning, share, cancel } = explanation;
  const amount = readAmount(state.typed, formats.numbers);
  const { group, decimal } = formats.numbers;
  const mistake =
    wasSent && amount === undefined
      ? text(state.typed.trim() === '' ? 'number-filter.missing' : 'number-filter.unreadable', {
          sample: `1${group}234${decimal}5`,
        })
      : null;
  const choices = (keys: readonly string[]) => keys.map((key) => ({ value: key, label: text.column(key) }));
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWasSent(true);
        if (amount === undefined) return;
        change({ asked: { measure: state.measure, amount } });
      }}
    >
      <div className={styles.labelled}>
        <span>{text('explain.measure')}</span>
        <SearchChoice
          label={text('explain.measure')}
          shown={text.column(state.measure)}
          value={state.measure}
          groups={[
            { value: '', items: choices(FIRST) },
            { value: text('explain.other-columns'), items: choices(OTHERS) },
          ]}
          testId="explain-measure"
          onChange={(measure) => change({ measure })}
        />
      </div>
      <label className={styles.labelled}>
        <span>{text('explain.amount')}</span>
        <span className={classNames(styles.amount, mistake === null ? ui.field : ui.invalidField)}>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={state.typed}
            data-testid="explain-amount"
            aria-invalid={mistake !== null}
            aria-describedby={mistake === null ? undefined : errorId}
            onChange={(event) => change({ typed: event.target.value })}
          />
        </span>
      </label>
      <button type="submit" className={ui.button} data-testid="explain-run">
        {text('explain.run')}
      </button>
      {isRunning ? <Searching share={share} onCancel={cancel} /> : null}
      {mistake === null ? null : (
        <p id={errorId} role="alert" className={classNames(ui.negative, ui.tiny, styles.mistake)}>
          {mistake}
        </p>
      )}
    </form>
  );
}

/** How far the search has come, and the way to end it. */
function Searching({ share, onCancel }: { readonly share: number; readonly onCancel: () => void }) {
  const text = useText();
  return (
    <span className={styles.running} role="status">
      <span className={ui.progress} title={text('explain.running')}>
        <i style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <Button className={ui.link} data-testid="explain-cancel" onClick={onCancel}>
        {text('export.cancel')}
      </Button>
    </span>
  );
}
