import { useMemo, useState } from 'react';
import { useLiveQuery, useSession } from '#renderer/data/client/session-context.tsx';
import { ExportMenu, exportFileName, type TableJob } from '#renderer/features/export/export.tsx';
import { QueryFailure } from '#renderer/features/messages/failures.tsx';
import { useFigureFacts } from '#renderer/features/provenance/figure-facts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button, Segmented } from '#renderer/ui/controls.tsx';
import { CorrelationIds } from '#renderer/ui/correlation-ids.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats, withAmounts } from '#renderer/ui/formats.tsx';
import {
  RATE_KEY_COLUMNS,
  type RateDeviation,
  type RateDeviationsQuery,
  type RateLine,
} from '#shared/domain/rates.ts';
import { CopyText } from '../frame/copy-text.tsx';
import { MoreLink } from '../frame/more-link.tsx';
import { ScrolledRows } from '../frame/scrolled-rows.tsx';
import { type OpenOrder, orderOf } from '../proof/opened-order.ts';
import { claimText } from './claim-text.ts';
import { daysWords, formulaWords, groupWords, ruleWords } from './rate-words.ts';
import styles from './rates.module.css';

const AT_ONCE = 50;
/** So many rows are copied as a text; the file has them all. */
const IN_A_TEXT = 200;

type Against = RateDeviationsQuery['against'];
type LineProps = {
  readonly line: RateLine;
  readonly revision: number;
  readonly onOpenOrder: OpenOrder;
};

export const offRows = ({ over, under }: RateLine): number => over.rows + under.rows;

/** The rows of a rule that do not follow it, and those that follow it and not the one before. */
export function RateDeviations(props: LineProps) {
  const text = useText();
  const { line } = props;
  const hasBoth = offRows(line) > 0 && (line.former?.rows ?? 0) > 0;
  const [chosen, setChosen] = useState<Against>('off');
  const against: Against = hasBoth ? chosen : offRows(line) > 0 ? 'off' : 'former';
  return (
    <>
      {hasBoth ? (
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

/** Rows with what was charged and what the rule says. Long for its markup, which is one table. */
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
  const figures = ({ base, charged, expected, difference, refunded, claim }: RateDeviation) =>
    [base, charged, expected, difference, refunded, claim] as const;
  const places = formats.places(output.lines.flatMap((each) => figures(each)));
  const heads = ['base', 'charged', 'expected', 'difference', 'refunded', 'claim'] as const;
  return (
    <>
      <ClaimActions {...props} query={query} />
      <ScrolledRows
        name={text('rates.rows-of', { rule: groupWords(line, { text, formats }) })}
        testId="rate-deviations"
        total={output.total}
      >
        <table className={ui.denseTable}>
          <thead>
            <tr>
              {RATE_KEY_COLUMNS.map((key) => (
                <th key={key}>{key}</th>
              ))}
              {heads.map((head) => (
                <th key={head} className={ui.number}>
                  {text(head === 'expected' || head === 'difference' ? `proof.${head}` : `rates.${head}`)}
                </th>
              ))}
              <th>correlation_id</th>
            </tr>
          </thead>
          <tbody>
            {output.lines.map((each, at) => (
              <tr key={each.row} data-testid="rate-deviation">
                {RATE_KEY_COLUMNS.map((key) => (
                  <td key={key}>
                    {key === 'Orden' ? (
                      <Button
                        className={ui.smallLink}
                        onClick={() => onOpenOrder({ orders: output.lines.map(orderOf), at, places })}
                      >
                        {each.cells.Orden || text('order.none')}
                      </Button>
                    ) : (
                      (each.cells[key] ?? '')
                    )}
                  </td>
                ))}
                {figures(each).map((value, column) => (
                  <td key={heads[column]} className={ui.number}>
                    {heads[column] === 'difference' ? (
                      <Figure value={value} kind="money" places={places} signed favour={-1} />
                    ) : (
                      <Figure value={value} kind="money" places={places} />
                    )}
                  </td>
                ))}
                <td>
                  <CorrelationIds ids={each.correlationIds} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrolledRows>
      <MoreLink left={output.total - output.lines.length} onMore={() => setShown(shown + AT_ONCE)} />
    </>
  );
}

/** What is asked back, as a file and as a text. */
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
  const formula = against === 'former' ? (line.former?.formula ?? line.formula) : line.formula;
  const claimed = { ...query, claimOnly: true };
  const job = (): TableJob => ({
    fileName: exportFileName(`${text('rates.claim-title')} ${line.canal}`, query.selection),
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
  const claim = against === 'former' ? line.former?.claim : line.claim;
  const written = async (): Promise<string> => {
    const page = await data.call.readRateDeviations({ ...claimed, offset: 0, limit: IN_A_TEXT });
    const rule = ruleWords(line, formula, { text, formats: withAmounts(formats) });
    return claimText({ rule, days: daysWords(line, words), claim: claim ?? '0' }, page, text);
  };
  if (claim === undefined || /^0(\.0*)?$/.test(claim)) {
    return <p className={ui.caption}>{text('rates.nothing-to-claim')}</p>;
  }
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
