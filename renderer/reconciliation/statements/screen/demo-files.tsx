import { useRef, useState } from 'react';
import { useAskedDemoFiles } from '#renderer/features/demo-company/demo-company.tsx';
import { ActionFailure } from '#renderer/features/messages/failures.tsx';
import { monthTitle } from '#renderer/features/messages/window-messages.ts';
import { todayHere } from '#renderer/features/payouts/use-payouts.ts';
import { useSelection } from '#renderer/features/selection/selection-context.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { scrollToPart } from '#renderer/reconciliation/parts/sections.ts';
import { classNames } from '#renderer/ui/class-names.ts';
import ui from '#renderer/ui/controls.module.css';
import { Button } from '#renderer/ui/controls.tsx';
import { useFormats } from '#renderer/ui/formats.tsx';
import { ChoiceMenu } from '#renderer/ui/menu.tsx';
import { type Month, monthOf, shiftMonth } from '#shared/domain/dates.ts';
import type { CameIn, DemoRun } from './bring-files.ts';
import styles from './statements.module.css';
import type { DemoFiles } from './use-demo-files.ts';

/** Months that are over, of which the company has files. */
const MONTHS_BACK = 24;

/** Brings the demo company's statements and extracts of a month, as its channels and banks would send them. */
export function DemoFilesOffer({ files: { run, bring, stop, leaveOut } }: { readonly files: DemoFiles }) {
  const text = useText();
  const part = useRef<HTMLElement>(null);
  const { period } = useSelection().selection;
  const [chosen, setMonth] = useState<Month | null>(null);
  const last = shiftMonth(monthOf(todayHere()), -1);
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => shiftMonth(last, -back));
  const shown = period === null ? null : monthOf(period.from);
  const month = chosen ?? months.find((each) => each === shown) ?? last;
  useAskedDemoFiles(() => {
    if (part.current !== null) scrollToPart(part.current);
    if (run.kind === 'idle') void bring(month);
  });
  return (
    <section
      ref={part}
      className={styles.demo}
      aria-label={text('demo-files.title')}
      data-testid="demo-files"
    >
      {run.kind === 'idle' ? (
        <>
          <p>{text('demo-files.note')}</p>
          <div className={styles.choose}>
            <Button
              className={classNames(ui.button, ui.smallButton)}
              data-testid="demo-files-use"
              onClick={() => void bring(month)}
            >
              {text('demo-files.use')}
            </Button>
            <ChoiceMenu
              label={text('demo-files.month')}
              value={month}
              options={months.map((each) => ({ value: each, label: monthTitle(each, text) }))}
              onChange={setMonth}
              testId="demo-files-month"
              className={classNames(ui.smallButton, ui.quietButton)}
            />
          </div>
          <ActionFailure words={run.failed} />
          {run.came === null ? null : <Came came={run.came} />}
        </>
      ) : (
        <Progress run={run} onStop={stop} onLeaveOut={leaveOut} />
      )}
    </section>
  );
}

function Progress(props: {
  readonly run: Exclude<DemoRun, { readonly kind: 'idle' }>;
  readonly onStop: () => void;
  readonly onLeaveOut: () => void;
}) {
  const text = useText();
  const { run } = props;
  const isAsking = run.kind === 'reading' && run.asks;
  const share = run.kind === 'making' ? 0 : run.at / run.total;
  return (
    <>
      <p role="status" data-testid="demo-files-step" data-value={run.kind} data-asks={isAsking}>
        {run.kind === 'making'
          ? text('demo-files.making')
          : text(isAsking ? 'demo-files.asking' : 'demo-files.reading', {
              name: run.name,
              at: run.at + 1,
              total: run.total,
            })}
      </p>
      <span className={ui.largeProgress}>
        <i style={{ width: `${100 * share}%` }} />
      </span>
      <div className={styles.choose}>
        <Button
          className={classNames(ui.button, ui.smallButton)}
          data-testid="demo-files-cancel"
          onClick={props.onStop}
        >
          {text('export-check.cancel')}
        </Button>
        {isAsking ? (
          <Button className={ui.smallLink} data-testid="demo-files-leave-out" onClick={props.onLeaveOut}>
            {text('demo-files.leave-out')}
          </Button>
        ) : null}
      </div>
    </>
  );
}

const nameWithReason = ({ name, reason }: CameIn['left'][number]): string =>
  reason === null ? name : `${name} (${reason})`;

/** What came in, in plain words. */
function Came({ came }: { readonly came: CameIn }) {
  const text = useText();
  const formats = useFormats();
  const { files, lines, known, left, isCut } = came;
  return (
    <p
      role="status"
      data-testid="demo-files-came"
      data-files={files}
      data-lines={lines}
      data-known={known}
      data-left={left.length}
    >
      {[
        text('demo-files.came', { files, lines, shown: formats.count(lines) }),
        ...(known === 0 ? [] : [text('demo-files.known', { count: known })]),
        ...(left.length === 0
          ? []
          : [text('demo-files.left', { count: left.length, names: left.map(nameWithReason).join(', ') })]),
        ...(isCut ? [text('demo-files.cut')] : []),
      ].join(' ')}
    </p>
  );
}
