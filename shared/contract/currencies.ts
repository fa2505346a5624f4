import { z } from 'zod';
import { accountKey } from '../domain/account-key.ts';
import type { Frozen } from './rpc.ts';

/** Three letters, as ISO 4217 writes them. */
export const currencyCodeSchema = z.string().regex(/^[A-Z]{3}$/);

const MAX_OWN = 1000;

/** The API tells no currency (shared/README.md): one is assumed until the user names one; unlike ones are never added. */
export const accountCurrenciesSchema = z.object({
  /** Of every account of a channel that has none of its own; null: one currency for all, without a name. */
  main: currencyCodeSchema.nullable(),
  /**
   * Own currencies of single accounts, each at most once, also where it is the main currency by now: another main one
   * must not take it along. Says nothing while the main one has no name.
   */
  own: z
    .array(z.object({ Canal: z.string(), Cuenta: z.string(), code: currencyCodeSchema }))
    .max(MAX_OWN)
    .refine(
      (own) => new Set(own.map(({ Canal, Cuenta }) => accountKey(Canal, Cuenta))).size === own.length,
      'An account of a channel has one currency.',
    ),
});
export type AccountCurrencies = Frozen<z.infer<typeof accountCurrenciesSchema>>;

export const UNNAMED_CURRENCY: AccountCurrencies = { main: null, own: [] };
