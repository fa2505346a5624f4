import { z } from 'zod';
import { type LocalDate, type Month, parseLocalDate } from '#shared/domain/dates.ts';
import { type Decimal, parseDecimal } from '#shared/domain/decimal.ts';

/** Values as they are remembered: a text that is none is refused. */

export const storedDecimal = z
  .string()
  .refine((text) => parseDecimal(text) !== undefined)
  .transform((text) => text as Decimal);

export const storedDay = z
  .string()
  .refine((text) => parseLocalDate(text) !== undefined)
  .transform((text) => text as LocalDate);

export const storedMonth = z
  .string()
  .refine((text) => parseLocalDate(`${text}-01`) !== undefined)
  .transform((text) => text as Month);
