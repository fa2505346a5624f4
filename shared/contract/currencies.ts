import { z } from 'zod';
import type { Frozen } from './rpc.ts';

/** Three letters, as ISO 4217 writes them. */
export const currencyCodeSchema = z.string().regex(/^[A-Z]{3}$/);

const MAX_OWN = 1000;

/** The API tells no currency (shared/README.md): one is assumed until the user names one; unlike ones are never added. */
export const accountCurrenciesSchema = z
  .object({
    /** Of every account of a channel that has none of its own; null: one currency for all, without a name. */
    main: currencyCodeSchema.nullable(),
    /** Those of their own. Each account of a channel at most once; none while the main one has no name. */
    own: z
      .array(z.object({ Canal: z.string(), Cuenta: z.string(), code: currencyCodeSchema }))
      .max(MAX_OWN)
      .refine(
        (own) => new Set(own.map(({ Canal, Cuenta }) => JSON.stringify([Canal, Cuenta]))).size === own.length,
        'An account of a channel has one currency.',
      ),
  })
  .refine(({ main, own }) => main !== null || own.length === 0, 'The main currency has to be named first.');
export type AccountCurrencies = Frozen<z.infer<typeof accountCurrenciesSchema>>;

export const UNNAMED_CURRENCY: AccountCurrencies = { main: null, own: [] };
