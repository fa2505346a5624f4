import type { ChainDeposit } from '#renderer/data/api/chain.ts';
import { FigureCell } from '#renderer/features/dimensions/figure-cells.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { formatDay } from '#renderer/ui/date-format.ts';
import { useFormats } from '#renderer/ui/formats.tsx';

/** Lines of banks as their files have them; those that may be taken have a box. */
export function BankLines(props: {
  readonly name: string;
  readonly lines: readonly ChainDeposit[];
  readonly taking?: {
    readonly isTaken: (line: ChainDeposit) => boolean;
    readonly take: (line: ChainDeposit) => void;
  };
  readonly testId: string;
}) {
  const text = useText();
  const formats = useFormats();
  const { lines, taking } = props;
  const places = formats.places(lines.map(({ amount }) => amount));
  return (
    <table className={ui.denseTable} aria-label={props.name}>
      <thead>
        <tr>
          {taking === undefined ? null : (
            <th>
              <span className={ui.visuallyHidden}>{text('match.take')}</span>
            </th>
          )}
          <th>{text('chain.day')}</th>
          <th>{text('chain.words')}</th>
          <th className={ui.number}>{text('chain.came')}</th>
          <th>{text('chain.file')}</th>
          <th className={ui.number}>{text('chain.file-line')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.identity} data-testid={props.testId} data-value={line.amount}>
            {taking === undefined ? null : (
              <td>
                <input
                  type="checkbox"
                  data-testid="take-bank-line"
                  aria-label={text('chain.take-line', { line: String(line.line), file: line.file })}
                  checked={taking.isTaken(line)}
                  onChange={() => taking.take(line)}
                />
              </td>
            )}
            <td>{line.day === null ? '—' : formatDay(line.day, formats.dates)}</td>
            <td>
              {line.description}
              {line.isExplained ? <span className={ui.faint}> · {text('match.explained')}</span> : null}
            </td>
            <FigureCell value={line.amount} kind="money" places={places} />
            <td>{line.file}</td>
            <td className={ui.number}>{formats.count(line.line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
