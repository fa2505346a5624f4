import { useState } from 'react';
import { useText } from '#renderer/i18n/text.tsx';
import { failureMessage } from './errors.ts';

/** A call that a button makes: whether it is under way, and what it failed with. */
export type Action = {
  readonly busy: boolean;
  readonly failed: string | null;
  readonly run: (call: () => Promise<unknown>) => Promise<boolean>;
};

/** One call at a time; the failure stays until the next one. */
export function useAction(): Action {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  return {
    busy,
    failed,
    run: async (call) => {
      setBusy(true);
      setFailed(null);
      try {
        await call();
        return true;
      } catch (error) {
        setFailed(failureMessage(error, text));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
