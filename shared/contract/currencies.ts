import { z } from 'zod';
import type { SellerAccount } from '#shared/domain/selection.ts';

/**
 * The API tells no currency (shared/README.md): one is assumed until the user names one; unlike ones are never added.
 */
export type AccountCurrencies = {
  /** ISO 4217, of every account of a channel that has none of its own; null: one currency for all, without a name. */
  readonly main: string | null;
  /** Those of their own. Each account of a channel at most once; none while the main one has no name. */
  readonly own: readonly (SellerAccount & { readonly code: string })[];
};

export const UNNAMED_CURRENCY: AccountCurrencies = { main: null, own: [] };

/** Three letters, as ISO 4217 writes them. */
export const currencyCodeSchema = z.string().regex(/^[A-Z]{3}$/);

const MAX_OWN = 1000;

export const accountCurrenciesSchema: z.ZodType<AccountCurrencies> = z
  .object({
    main: currencyCodeSchema.nullable(),
    own: z
      .array(z.object({ Canal: z.string(), Cuenta: z.string(), code: currencyCodeSchema }))
      .max(MAX_OWN)
      .refine(
        (own) => new Set(own.map(({ Canal, Cuenta }) => JSON.stringify([Canal, Cuenta]))).size === own.length,
        'An account of a channel has one currency.',
      ),
  })
  .refine(({ main, own }) => main !== null || own.length === 0, 'The main currency has to be named first.');
