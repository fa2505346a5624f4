import { useSession, useSyncStatus } from '#renderer/data/client/session-context.tsx';
import { ActionFailure, useAction } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import { Button } from '#renderer/ui/controls.tsx';
import { isSyncing } from '#shared/contract/sync-progress.ts';
import type { UpdateAction, UpdateStep } from '#shared/contract/updates.ts';

/** Whether the sync is under way: what it writes is waited for. */
export function useIsReading(): boolean {
  const status = useSyncStatus();
  return status !== null && isSyncing(status);
}

/** Actions at a step: the button of the way on, and its failure. */
export function UpdateActions(props: { readonly step: UpdateStep; readonly className: string | undefined }) {
  const text = useText();
  const { bridge } = useSession();
  const { run, failed } = useAction();
  const action = actionAt(props.step, useIsReading());
  return (
    <>
      {action === null ? null : (
        <Button
          className={props.className}
          data-testid="update-action"
          data-value={action}
          onClick={() => void run(() => bridge.call.askUpdates({ action }))}
        >
          {text(isRetry(props.step) ? 'sync.retry' : `updates.${action}`)}
        </Button>
      )}
      <ActionFailure words={failed} />
    </>
  );
}

/** A failed step is asked for once more. */
const isRetry = (step: UpdateStep): boolean => step.kind === 'failed' && step.why !== 'unsigned';

type Way = Extract<UpdateAction, 'check' | 'download' | 'cancel' | 'install'>;

/** The one thing to be done at a step; null: nothing but to wait. */
export function actionAt(step: UpdateStep, isReading: boolean): Way | null {
  switch (step.kind) {
    case 'unasked':
    case 'current':
      return 'check';
    case 'checking':
    case 'installing':
      return null;
    case 'found':
      return 'download';
    case 'downloading':
      return 'cancel';
    case 'ready':
      return isReading ? null : 'install';
    case 'failed':
      // That one would come again as it is; there may be a newer one.
      return step.version === null || step.why === 'unsigned' ? 'check' : 'download';
  }
}
