import { useState } from 'react';
import { runIntake } from '#renderer/data/client/intake-run.ts';
import { useLedger, useSession } from '#renderer/data/client/session-context.tsx';
import type { TargetRecord } from '#renderer/data/model/targets.ts';
import { isRate, targetKey } from '#renderer/data/model/targets.ts';
import { useCurrency } from '#renderer/features/currency/currency.tsx';
import { refusalText } from '#renderer/features/intake/refusal-messages.ts';
import { ActionFailure, errorMessage } from '#renderer/features/messages/failures.tsx';
import { describeMonth } from '#renderer/features/period/period.ts';
import {
  percentCells,
  type ReadTargets,
  readTargets,
  targetText,
} from '#renderer/features/targets/read-targets.ts';
import { measureName, partName } from '#renderer/features/targets/target-editor.tsx';
import { type Targets, useTargets } from '#renderer/features/targets/use-targets.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { Figure } from '#renderer/ui/figure.tsx';
import { FileButton } from '#renderer/ui/file-button.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ListTable } from '#renderer/ui/list-table/list-table.tsx';
import styles from './settings.module.css';

/** Of a rate in percent: as it was said, to the hundredth. */
const RATE_PLACES = 2;

/** All targets there are, each to be removed; and many at once, from a file or pasted from a spreadsheet. */
export function TargetsTab() {
  const text = useText();
  const isOpen = useLedger().kind === 'open';
  const targets = useTargets();
  if (!isOpen) return <p className={ui.remark}>{text('target.closed')}</p>;
  const all = [...targets.targets.values()].toSorted(
    (one, other) =>
      (one.month < other.month ? 1 : one.month > other.month ? -1 : 0) ||
      (targetKey(one) < targetKey(other) ? -1 : 1),
  );
  return (
    <>
      <p className={ui.remark}>{text('target.about')}</p>
      {all.length === 0 ? (
        <p className={ui.remark}>{text('target.none')}</p>
      ) : (
        <TargetList all={all} targets={targets} />
      )}
      <ManyTargets targets={targets} />
      <ActionFailure words={targets.failed} />
    </>
  );
}

function TargetList(props: { readonly all: readonly TargetRecord[]; readonly targets: Targets }) {
  const text = useText();
  const formats = useFormats();
  const { all, targets } = props;
  const places = formats.places(all.flatMap(({ measure, value }) => (isRate(measure) ? [] : [value])));
  return (
    <ListTable
      name={text('settings.tab-targets')}
      columns={[
        { heading: text('target.month'), value: ({ month }) => describeMonth(month, text) },
        { heading: text('target.measure'), value: ({ measure }) => measureName(measure, text) },
        {
          heading: text('target.whose'),
          value: ({ of, currency }) =>
            [partName(of, text), currency].filter((part) => part !== null).join(' · '),
        },
        {
          heading: text('target.value'),
          kind: 'money',
          value: 'value',
          draw: ({ measure, value }) => (
            <Figure
              value={value}
              kind={isRate(measure) ? 'percent' : 'money'}
              places={isRate(measure) ? RATE_PLACES : places}
            />
          ),
        },
        {
          heading: text('target.remove'),
          isHeadingHidden: true,
          only: 'screen',
          draw: (target) => (
            <Button
              className={ui.smallLink}
              disabled={targets.busy}
              aria-label={text('target.remove-of', {
                measure: measureName(target.measure, text),
                month: describeMonth(target.month, text),
              })}
              onClick={() => void targets.remove([target])}
            >
              {text('target.remove')}
            </Button>
          ),
        },
      ]}
      rows={all}
      keyOf={targetKey}
      places={places}
      line={({ measure, month, value }) => ({
        'data-testid': 'target',
        'data-measure': measure,
        'data-month': month,
        'data-value': value,
      })}
    />
  );
}

/** Targets are few: a longer list is of something else. */
const MAX_LINES = 5000;

/** A file's lines as text to be looked at: a workbook by the reader of all files, text as it is. */
function useTargetFile(onText: (written: string) => void) {
  const text = useText();
  const formats = useFormats();
  const { data } = useSession();
  const [failed, setFailed] = useState<string | null>(null);
  const [percents, setPercents] = useState({ of: '', count: 0 });
  const read = async (file: File): Promise<void> => {
    setFailed(null);
    try {
      if (!/\.xlsx?$/i.test(file.name)) return onText(await file.text());
      const ask = { kind: 'rows', most: MAX_LINES } as const;
      const end = await runIntake(data.pull, file, ask, () => undefined, new AbortController().signal);
      if (end?.kind === 'refused') setFailed(refusalText(end.refusal, text));
      else if (end !== null) {
        const { rows } = end.answer;
        const written = targetText(rows, formats.numbers);
        setPercents({ of: written, count: percentCells(rows) });
        onText(written);
      }
    } catch (error) {
      setFailed(errorMessage(error, text));
    }
  };
  return {
    read,
    failed,
    /** How many cells of a text were read as the percent that they are shown as. */
    percentsIn: (written: string) => (written === percents.of ? percents.count : 0),
  };
}

/** What was pasted or read is shown as what it was understood as before it counts. */
function ManyTargets({ targets }: { readonly targets: Targets }) {
  const text = useText();
  const formats = useFormats();
  const { code } = useCurrency();
  const [written, setWritten] = useState('');
  const file = useTargetFile(setWritten);
  const read: ReadTargets = readTargets(written, formats.numbers, code);
  const { length: count } = read.targets;
  const percents = file.percentsIn(written);
  return (
    <section className={styles.section} aria-label={text('target.many')}>
      <h3>{text('target.many')}</h3>
      <p className={ui.remark}>{text('target.many-how')}</p>
      <textarea
        className={styles.pasted}
        rows={5}
        aria-label={text('target.many')}
        placeholder={`2026-12;${text.column('Rentabilidad Total')};40000000\n2026-12;${text.column('% Rentabilidad Total')};30;${text.column('Canal')};Austral`}
        data-testid="targets-pasted"
        value={written}
        onChange={({ target }) => setWritten(target.value)}
      />
      {percents === 0 ? null : (
        <p className={ui.remark} role="status" data-testid="target-percents" data-value={percents}>
          {text('target.percent-cells', { count: percents, shown: formats.count(percents) })}
        </p>
      )}
      {read.problems.map(({ line, text: words }) => (
        <p key={line} className={ui.warning} data-testid="target-problem" data-value={line}>
          {text('target.problem', { line, words })}
        </p>
      ))}
      <ActionFailure words={file.failed} />
      <p>
        <FileButton
          accept=".xlsx,.xls,.csv,.tsv,.txt"
          testId="targets-file"
          inputTestId="targets-file-input"
          onFile={(chosen) => void file.read(chosen)}
        >
          {text('target.file')}
        </FileButton>{' '}
        <Button
          className={ui.button}
          data-testid="targets-set"
          data-value={String(count)}
          disabled={count === 0 || targets.busy}
          onClick={() =>
            void targets.set(read.targets).then((isDone) => (isDone ? setWritten('') : undefined))
          }
        >
          {text('target.set-many', { count })}
        </Button>
      </p>
    </section>
  );
}
