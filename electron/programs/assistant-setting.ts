import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createSequencer } from '#shared/base/sequencer.ts';
import { ASSISTANT_ACCESS, type AssistantAccess } from '#shared/contract/program-questions.ts';
import { writeFileAtomically } from '../accounts/write-file-atomically.ts';

/** What assistants (MCP) may ask, as the user set it; in a file of the profile, for the host alone decides by it. */
export type AssistantSetting = {
  readonly read: () => Promise<AssistantAccess>;
  /** On disk first: what cannot be written does not hold, and rejects. */
  readonly change: (access: AssistantAccess) => Promise<void>;
};

const fileSchema = z.object({ version: z.literal(1), access: z.enum(ASSISTANT_ACCESS) });

/** Off where there is no such file, or none that can be read. */
export function createAssistantSetting(profileDirectory: string): AssistantSetting {
  const file = join(profileDirectory, 'assistants.json');
  const inTurn = createSequencer();
  return {
    read: async () => {
      try {
        return fileSchema.parse(JSON.parse(await readFile(file, 'utf8'))).access;
      } catch {
        return 'off';
      }
    },
    change: (access) =>
      inTurn(() =>
        writeFileAtomically(
          file,
          `${JSON.stringify({ version: 1, access } satisfies z.infer<typeof fileSchema>)}\n`,
        ),
      ),
  };
}
