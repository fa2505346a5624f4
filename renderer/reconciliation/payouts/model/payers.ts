import { MARKETPLACE_LAYOUTS } from '#renderer/reconciliation/statements/model/layouts.ts';
import { factsOf } from '#renderer/reconciliation/statements/model/statement-kinds.ts';
import { fold } from '#shared/base/fold.ts';

const PAYERS = [...new Set(MARKETPLACE_LAYOUTS.map(({ payer }) => payer))];

/** Whether a bank's words name who pays: a kind of statement, or a channel by its own name. */
export function isNamedIn(payer: string, words: string): boolean {
  const [own, said] = [fold(payer), fold(words)];
  const known = factsOf(payer)?.payer ?? PAYERS.find(({ channels }) => channels.test(own));
  if (known !== undefined) return known.inBanks.test(said);
  return own.length > 3 && said.includes(own);
}
