import type { IntakeProgress } from '#renderer/data/model/table-file.ts';
import { refusalText } from '#renderer/features/intake/refusal-messages.ts';
import { useText } from '#renderer/i18n/text.tsx';
import ui from '#renderer/ui/controls.module.css';
import { useFormats } from '#renderer/ui/formats.tsx';
import { shownName } from '#shared/base/shown-name.ts';
import type { UnreadPhase } from './use-file-reading.ts';

/** How far a file is read. */
export function ReadingProgress({ step }: { readonly step: IntakeProgress | null }) {
  const text = useText();
  const formats = useFormats();
  const { lines = 0, share = 0 } = step ?? {};
  return (
    <>
      <p role="status">{text('intake.reading', { count: lines, shown: formats.count(lines) })}</p>
      <span className={ui.largeProgress}>
        <i style={{ width: `${100 * share}%` }} />
      </span>
    </>
  );
}

/** Why a file was not read, where in it, and what to do. */
export function UnreadFile(props: {
  readonly phase: UnreadPhase;
  readonly testId: string;
  readonly className?: string | undefined;
}) {
  const text = useText();
  const { phase, className } = props;
  return (
    <div role="alert" className={className} data-testid={props.testId}>
      <p>
        <b className={ui.negative}>{text(`intake.${phase.kind}`)}</b> · {shownName(phase.file.name)}
      </p>
      {phase.kind === 'refused' ? (
        <p>{refusalText(phase.refusal, text)}</p>
      ) : (
        <p className={ui.verbatim}>{phase.detail}</p>
      )}
    </div>
  );
}
