import { monthNamed } from '#renderer/data/model/written-dates.ts';
import { fold } from '#shared/base/fold.ts';
import type { Month } from '#shared/domain/dates.ts';
import {
  ACT_WORDS,
  ANY_TAX_WORDS,
  AUTHORITIES,
  CHARGE_WORDS,
  PROVINCES,
  SALE_WORDS,
  TAX_WORDS,
  type TaxAct,
  type TaxWords,
} from './tax-terms.ts';

/** Tells what the words of a statement say of a tax: which, how it came about, whose it is and of when. Pure. */

export type NamedTax = {
  /** Null: the words speak of no tax by its name. */
  readonly term: string | null;
  readonly act: TaxAct;
  readonly authority: string | null;
  /** The month that the words name. */
  readonly period: Month | null;
};

/** Words folded, one blank apart and around: «Ret. IIBB», «ret_iibb» and «RetIIBB» are the same. */
export const plainWords = (text: string): string =>
  ` ${fold(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;

/** Where the first of some words stands; infinity: none does. */
const firstOf = (plain: string, words: readonly string[]): number =>
  Math.min(
    ...words.map((word) => plain.indexOf(` ${word} `)).map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)),
  );

const stands = (plain: string, words: readonly string[]): boolean => Number.isFinite(firstOf(plain, words));

const BY_LENGTH = TAX_WORDS.flatMap((of) => of.words.map((word) => ({ of, word }))).toSorted(
  (one, other) => other.word.length - one.word.length,
);

/** The tax whose words are the longest in the text. */
const termIn = (plain: string): TaxWords | null =>
  BY_LENGTH.find(({ word }) => plain.includes(` ${word} `))?.of ?? null;

function actIn(plain: string, of: TaxWords | null): TaxAct {
  if (of?.act !== undefined) return of.act;
  if (stands(plain, ACT_WORDS.perceived)) return 'perceived';
  if (stands(plain, ACT_WORDS.withheld)) return 'withheld';
  if (stands(plain, CHARGE_WORDS)) return 'on-charges';
  return stands(plain, SALE_WORDS) ? 'on-sales' : 'untold';
}

/** Taxes that provinces levy. */
const OF_PROVINCES = 'IIBB';

function authorityIn(plain: string, of: TaxWords | null): string | null {
  if (of?.authority !== undefined) return of.authority;
  // The longest name: «ciudad de buenos aires» is not «buenos aires».
  const named = AUTHORITIES.flatMap(({ name, words }) => words.map((word) => ({ name, word })))
    .toSorted((one, other) => other.word.length - one.word.length)
    .find(({ word }) => plain.includes(` ${word} `));
  if (named !== undefined) return named.name;
  if (of !== null && of.term !== OF_PROVINCES) return null;
  return PROVINCES.find((province) => plain.includes(plainWords(province))) ?? null;
}

const MONTH_FIRST = /(?<!\d )\b(0?[1-9]|1[0-2]) (20\d{2}) (?!\d)/;
const YEAR_FIRST = / (20\d{2}) (0[1-9]|1[0-2]) (?!\d)/;
const NAMED_MONTH = /\b([a-z]{3,}) (?:de |del |of )?(20\d{2}) /g;

const monthAt = (year: string, month: number): Month => `${year}-${String(month).padStart(2, '0')}` as Month;

/** The month that words name: «10/2026», «2026-10», «octubre de 2026»; a whole date is none. */
export function periodIn(plain: string): Month | null {
  const numbers = MONTH_FIRST.exec(plain);
  if (numbers !== null) return monthAt(numbers[2] ?? '', Number(numbers[1]));
  const iso = YEAR_FIRST.exec(plain);
  if (iso !== null) return monthAt(iso[1] ?? '', Number(iso[2]));
  for (const [, name = '', year = ''] of plain.matchAll(NAMED_MONTH)) {
    const month = monthNamed(name);
    if (month !== undefined) return monthAt(year, month);
  }
  return null;
}

/** All that the words of a tax say of it. */
export function readTaxWords(text: string): NamedTax {
  const plain = plainWords(text);
  const of = termIn(plain);
  return {
    term: of?.term ?? null,
    act: actIn(plain, of),
    authority: authorityIn(plain, of),
    period: periodIn(plain),
  };
}

/**
 * Whether words are those of a tax, and not of a charge or a sale with tax in it: they say that it was withheld or perceived,
 * or the tax stands before whatever it is of («IVA de la comisión»; «Comisión + IVA» is a commission). Money may be held back
 * for other reasons: that alone is no tax.
 */
export function areOfTax(text: string): boolean {
  const plain = plainWords(text);
  const term = termIn(plain);
  const tax = Math.min(
    firstOf(plain, ANY_TAX_WORDS),
    term === null ? Number.POSITIVE_INFINITY : firstOf(plain, term.words),
  );
  if (!Number.isFinite(tax)) return false;
  if (stands(plain, ACT_WORDS.withheld) || stands(plain, ACT_WORDS.perceived)) return true;
  return tax < Math.min(firstOf(plain, CHARGE_WORDS), firstOf(plain, SALE_WORDS)) && !isContained(plain, tax);
}

const WITHIN = / (?:con|mas|sin|incluye|incluido|incluidos|incl|with|without|plus|com|sem|mais|inclui)$/;

/** «con IVA», «sin IVA»: what it is of is not named, and is no tax. */
const isContained = (plain: string, at: number): boolean => WITHIN.test(plain.slice(0, at));
