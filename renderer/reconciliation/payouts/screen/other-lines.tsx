import { useState } from 'react';
import { currencyName } from '#renderer/features/currency/currency-name.ts';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { MoreLink } from '#renderer/reconciliation/parts/more-link.tsx';
import { TableExport } from '#renderer/reconciliation/parts/table-export.tsx';
import type {
  BankDeposit,
  BankLines as Lines,
  PayoutsPage,
} from '#renderer/reconciliation/payouts/model/payouts-page.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ScrolledRows } from '#renderer/ui/list-table/scrolled-rows.tsx';
import { BankLines, bankLinesTable } from './bank-lines.tsx';
import styles from './settlements.module.css';
import { useNoChannel } from './use-no-channel.ts';

const AT_ONCE = 20;

type OtherLinesProps = {
  readonly page: PayoutsPage;
  /** Money that no payout explains, of what is in view. */
  readonly unexplained: Lines;
  readonly taken: ReadonlyMap<string, BankDeposit>;
  readonly onTake: (line: BankDeposit) => void;
};

/** Bank lines beside the payouts: money that no payout explains, and what the user said is no channel's. */
export function OtherLines({ page, unexplained, taken, onTake }: OtherLinesProps) {
  const text = useText();
  const noChannel = useNoChannel();
  const { bankDays, revision } = page;
  if (bankDays === null) return null;
  return (
    <>
      <div className={styles.bar}>
        <h4>{text('chain.unexplained')}</h4>
        {unexplained.listed.length === 0 ? null : (
          <TableExport
            label={text('chain.unexplained-export')}
            fileName={text('chain.unexplained')}
            table={() => bankLinesTable(unexplained.listed, text)}
            revision={revision}
          />
        )}
      </div>
      <ActionFailure words={noChannel.failed} />
      {unexplained.listed.length === 0 ? (
        <p className={ui.hint}>{text('chain.unexplained-none')}</p>
      ) : (
        <SomeLines
          name={text('chain.unexplained')}
          lines={unexplained.listed}
          testId="unexplained-line"
          taking={{ isTaken: ({ identity }) => taken.has(identity), take: onTake }}
          action={(line) =>
            line.words === '' ? null : (
              <Button
                className={ui.smallLink}
                data-testid="no-channel"
                disabled={noChannel.busy}
                title={text('chain.no-channel-about', { words: line.words })}
                onClick={() => void noChannel.say(line)}
              >
                {text('chain.no-channel')}
              </Button>
            )
          }
        />
      )}
      <NoChannelLines page={page} noChannel={noChannel} />
    </>
  );
}

/** How many lines are no channel's and what they come to; opened, each with the way back. */
function NoChannelLines(props: {
  readonly page: PayoutsPage;
  readonly noChannel: ReturnType<typeof useNoChannel>;
}) {
  const text = useText();
  const formats = useFormats();
  const { page, noChannel } = props;
  const { lines, sums, listed } = page.noChannel;
  if (lines === 0) return null;
  const places = formats.places(sums.map(({ sum }) => sum));
  return (
    <details className={styles.others} data-testid="no-channel-lines" data-value={lines}>
      <summary>
        {text('chain.no-channel-count', { count: lines, shown: formats.count(lines) })}
        {sums.map(({ currency, sum }) => (
          <span key={currency}>
            {' '}
            <Figure value={sum} kind="money" places={places} testId="no-channel-sum" />
            {sums.length < 2 ? null : ` ${currencyName(currency, text)}`}
          </span>
        ))}
      </summary>
      <div className={styles.bar}>
        <p className={ui.caption}>{text('chain.no-channel-note')}</p>
        <TableExport
          label={text('chain.no-channel-export')}
          fileName={text('chain.no-channel-lines')}
          table={() => bankLinesTable(listed, text, text('chain.no-channel-lines'))}
          revision={page.revision}
        />
      </div>
      <SomeLines
        name={text('chain.no-channel-lines')}
        lines={listed}
        testId="no-channel-line"
        action={(line) => (
          <Button
            className={ui.smallLink}
            data-testid="channel-again"
            disabled={noChannel.busy}
            title={text('chain.channel-again-about', { words: line.words })}
            onClick={() => void noChannel.takeBack(line)}
          >
            {text('chain.channel-again')}
          </Button>
        )}
      />
    </details>
  );
}

function SomeLines({ lines, ...shown }: Parameters<typeof BankLines>[0]) {
  const [count, setCount] = useState(AT_ONCE);
  return (
    <>
      <ScrolledRows name={shown.name} className={styles.rows} isTall>
        <BankLines {...shown} lines={lines.slice(0, count)} />
      </ScrolledRows>
      <MoreLink left={lines.length - count} onMore={() => setCount(count + 5 * AT_ONCE)} />
    </>
  );
}
