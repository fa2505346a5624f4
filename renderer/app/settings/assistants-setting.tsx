import { useEffect, useState } from 'react';
import { useSession } from '#renderer/data/client/session-context.tsx';
import { useAction } from '#renderer/features/messages/failures.tsx';
import { useText } from '#renderer/i18n/text.tsx';
import type { AssistantAccess } from '#shared/contract/program-questions.ts';
import { ChoiceSetting } from './preferences-tabs.tsx';

/** What assistants may ask over MCP: nothing until the user says so. */
export function AssistantsSetting() {
  const text = useText();
  const { bridge } = useSession();
  const { run, failed } = useAction();
  const [access, setAccess] = useState<AssistantAccess | null>(null);
  useEffect(() => {
    bridge.call.readAssistantAccess(null).then(setAccess, () => undefined);
  }, [bridge]);
  if (access === null) return null;
  return (
    <ChoiceSetting<AssistantAccess>
      name={text('assistants.name')}
      note={text('assistants.note')}
      value={access}
      labels={{
        off: text('assistants.off'),
        figures: text('assistants.figures'),
        buyers: text('assistants.buyers'),
      }}
      failed={failed}
      onChange={(to) =>
        void run(async () => setAccess(await bridge.call.changeAssistantAccess({ access: to })))
      }
    />
  );
}
