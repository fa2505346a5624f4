const USUAL_PLACES = 2;

/** Decimal places that a currency has, as the platform knows them: CLP none, KWD three; two while it has no name. */
export function placesOfCurrency(code: string | null): number {
  if (code === null) return USUAL_PLACES;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  return format.resolvedOptions().maximumFractionDigits ?? USUAL_PLACES;
}
