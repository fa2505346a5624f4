import type { IntakeRefusal } from '#renderer/data/model/table-file.ts';
import { readIntake } from '#renderer/data/worker/reader/read-intake.ts';
import type { StatementAsk } from '#renderer/reconciliation/statements/model/statement-ask.ts';
import type { FoundStatement } from '#renderer/reconciliation/statements/worker/read-statement-file.ts';
import type { LocalDate } from '#shared/domain/dates.ts';

/** What a file came to by the worker's own way in; anything but a refusal is thrown. */
export async function readFile(
  content: Uint8Array<ArrayBuffer>,
  mapping: StatementAsk['mapping'] = null,
): Promise<FoundStatement | IntakeRefusal> {
  let found: FoundStatement | undefined;
  const steps = readIntake(
    new Blob([content]),
    { kind: 'statement', sheet: null, mapping },
    {
      pause: async () => undefined,
      now: () => 0,
      statements: {
        question: () => ({ today: '2026-09-05' as LocalDate, mappings: new Map() }),
        describe: async (each) => {
          found = each;
          return { kind: 'statement', statement: {} as never };
        },
      },
    },
  );
  for (;;) {
    const { done, value } = await steps.next();
    if (done !== true) continue;
    if (value.kind === 'refused') return value.refusal;
    if (found === undefined) throw new Error('Nothing was told.');
    return found;
  }
}
