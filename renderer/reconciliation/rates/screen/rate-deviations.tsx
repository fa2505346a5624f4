import { useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import type { RateDeviationsQuery } from '#renderer/data/model/rate-deviations.ts';
import { ExportMenu, type TableJob } from '#renderer/features/export/export.tsx';
import { exportFileName } from '#renderer/features/export/file-name.ts';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { CopyText } from '#renderer/reconciliation/parts/copy-text.tsx';
import { ListedRows } from '#renderer/reconciliation/parts/listed-rows.tsx';
import type { OpenOrder } from '#renderer/reconciliation/parts/opened-order.ts';
import {
  RATE_KEY_COLUMNS,
  type RateDeviation,
  type RateLine,
} from '#renderer/reconciliation/rates/model/rates.ts';
import ui from '#renderer/ui/controls.module.css';
import { Segmented } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats, withAmounts } from '#renderer/ui/formats.tsx';
import { claimText } from './claim-text.ts';
import { type Against, againstOf, claimAgainst, hasBoth } from './deviation-choice.ts';
import { daysWords, formulaWords, groupWords, ruleWords } from './rate-messages.ts';
import styles from './rates.module.css';

const AT_ONCE = 50;
/** So many rows are copied as a text; the file has them all. */
const IN_A_TEXT = 200;

type LineProps = {
  readonly line: RateLine;
  readonly revision: number;
  readonly onOpenOrder: OpenOrder;
};

/** The rows of a rule that do not follow it, and those that follow it and not the one before. */
export function RateDeviations(props: LineProps) {
  const text = useText();
  const { line } = props;
  const [chosen, setChosen] = useState<Against>('off');
  const against = againstOf(line, chosen);
  return (
    <>
      {hasBoth(line) ? (
        <p className={styles.actions}>
          <Segmented
            label={text('rates.against')}
            value={against}
            options={[
              { value: 'off', label: text('rates.against-off') },
              { value: 'former', label: text('rates.against-former') },
            ]}
            onChange={setChosen}
          />
        </p>
      ) : null}
      <DeviationList key={against} {...props} against={against} />
    </>
  );
}

const FIGURES = ['base', 'charged', 'expected', 'difference', 'refunded', 'claim'] as const;

/** Rows with what was charged and what the rule says. */
function DeviationList(props: LineProps & { readonly against: Against }) {
  const text = useText();
  const formats = useFormats();
  const { selection } = useSelection();
  const [shown, setShown] = useState(AT_ONCE);
  const { line, against, onOpenOrder } = props;
  const query = useMemo<RateDeviationsQuery>(
    () => ({ selection, id: line.id, against, claimOnly: false }),
    [selection, line.id, against],
  );
  const input = useMemo(() => ({ ...query, offset: 0, limit: shown }), [query, shown]);
  const {
    output,
    input: answered,
    error,
    refresh,
  } = useLiveQuery('rate-deviations', input, (call, asked, slot) =>
    call.readRateDeviations({ ...asked, slot }),
  );
  if (error !== null) return <QueryFailure error={error} onRetry={refresh} />;
  // The answer before is another rule's.
  if (output === null || answered?.id !== line.id || answered.against !== against) {
    return <p className={ui.hint}>{text('proof.loading')}</p>;
  }
  const places = formats.places(output.lines.flatMap((each) => FIGURES.map((figure) => each[figure])));
  const heading = (figure: (typeof FIGURES)[number]): string =>
    text(figure === 'expected' || figure === 'difference' ? `proof.${figure}` : `rates.${figure}`);
  return (
    <>
      <ClaimActions {...props} query={query} />
      <ListedRows
        name={text('rates.rows-of', { rule: groupWords(line, { text, formats }) })}
        testId="rate-deviations"
        rowTestId="rate-deviation"
        keyColumns={RATE_KEY_COLUMNS}
        figures={FIGURES.map((figure) => ({
          heading: heading(figure),
          value: (each: RateDeviation) => each[figure],
          draw: (each: RateDeviation) => (
            <Figure
              value={each[figure]}
              kind="money"
              places={places}
              {...(figure === 'difference' ? { signed: true, favour: -1 as const } : {})}
            />
          ),
        }))}
        lines={output.lines}
        total={output.total}
        places={places}
        onOpenOrder={onOpenOrder}
        onMore={() => setShown(shown + AT_ONCE)}
      />
    </>
  );
}

/** The claim as a file and as a text. */
function ClaimActions({
  line,
  revision,
  against,
  query,
}: LineProps & { readonly against: Against; readonly query: RateDeviationsQuery }) {
  const text = useText();
  const formats = useFormats();
  const { data } = useSession();
  const factsOf = useFigureFacts();
  const words = { text, formats };
  const said = claimAgainst(line, against);
  if (said === null) return <p className={ui.caption}>{text('rates.nothing-to-claim')}</p>;
  const { formula, claim } = said;
  const claimed = { ...query, claimOnly: true };
  const job = (): TableJob => ({
    fileName: exportFileName(`${text('rates.claim-title')} ${line.canal}`, query.selection, [
      query.id,
      against,
    ]),
    content: {
      kind: 'rate-deviations',
      names: {
        table: text('rates.claim-title'),
        base: text('rates.base'),
        charged: text('rates.charged'),
        expected: text('proof.expected'),
        difference: text('proof.difference'),
        refunded: text('rates.refunded'),
        claim: text('rates.claim'),
      },
      query: claimed,
    },
    facts: factsOf(query.selection, revision),
  });
  const written = async (): Promise<string> => {
    const page = await data.call.readRateDeviations({ ...claimed, offset: 0, limit: IN_A_TEXT });
    const rule = ruleWords(line, formula, { text, formats: withAmounts(formats) });
    return claimText({ rule, days: daysWords(line, words), claim }, page, text);
  };
  return (
    <p className={styles.actions}>
      <span className={ui.caption}>{text('rates.claim-title')}</span>
      <ExportMenu
        job={job}
        hasNoKeys
        className={ui.smallButton}
        name={text('rates.claim-name', { rule: formulaWords(formula, words) })}
        title={text('rates.claim-about')}
      />
      <CopyText label={text('rates.copy')} testId="rate-copy" written={written} />
    </p>
  );
}
