import { z } from 'zod';
import {
  type LocalDate,
  type LocalDateTime,
  type Month,
  parseLocalDate,
  parseLocalDateTime,
  parseUtcInstant,
  type UtcInstant,
} from '#shared/domain/dates.ts';

/** Dates as they cross a border: only in their canonical text. */

const dateText = <T extends string>(isDate: (text: string) => boolean) =>
  z
    .string()
    .refine(isDate)
    .transform((text) => text as T);

export const localDateTime = dateText<LocalDateTime>((text) => parseLocalDateTime(text) === text);
export const localDate = dateText<LocalDate>((text) => parseLocalDate(text) !== undefined);
export const utcInstant = dateText<UtcInstant>((text) => parseUtcInstant(text) === text);
export const monthSchema = dateText<Month>((text) => parseLocalDate(`${text}-01`) !== undefined);
