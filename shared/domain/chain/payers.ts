import { fold } from '#shared/base/fold.ts';

/** How banks write who pays. */
const NAMES: readonly (readonly [payer: RegExp, written: RegExp])[] = [
  [/mercado ?-?(pago|libre)/, /mercado ?pago|mercado ?libre|\bmercpago|\bmerpago|\bmeli\b/],
  [/falabella/, /falabella|\bfpay\b/],
  [/ripley/, /ripley/],
  [/paris|easy|cencosud/, /\bparis\b|\beasy\b|cencosud/],
  [/walmart|lider/, /walmart|\blider\b/],
  [/amazon/, /amazon|\bamzn/],
  [/shopify/, /shopify/],
  [/hites/, /hites/],
];

/** Whether a bank's words name who pays: a kind of statement, or a channel by its own name. */
export function isNamedIn(payer: string, words: string): boolean {
  const [own, said] = [fold(payer), fold(words)];
  const known = NAMES.find(([pattern]) => pattern.test(own));
  if (known !== undefined) return known[1].test(said);
  return own.length > 3 && said.includes(own);
}
