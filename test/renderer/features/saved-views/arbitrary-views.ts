import fc from 'fast-check';
import type { NamedPeriod } from '#renderer/features/period/named-period.ts';
import { PERIOD_PRESETS } from '#renderer/features/period/period.ts';
import {
  nameSchema,
  type SavedView,
  VIEW_SCREENS,
  type ViewContent,
} from '#renderer/features/saved-views/view.ts';
import type { LocalDate } from '#shared/domain/dates.ts';
import type { Decimal } from '#shared/domain/decimal.ts';
import { PERIOD_COLUMNS } from '#shared/domain/selection.ts';

/** Views of every kind, hostile texts among them. */

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('<script>', '‮abc', '😀', '=1+1', '"', '__proto__', 'ñandú  doble'),
);
const column = text.map((said) => said.trim()).filter((said) => said !== '');
const name = text.filter((said) => nameSchema.safeParse(said).success).map((said) => nameSchema.parse(said));
const day = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2029-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10) as LocalDate);
const period: fc.Arbitrary<NamedPeriod> = fc.oneof(
  fc.constant({ kind: 'all' } as const),
  fc.tuple(day, day).map(
    ([one, other]): NamedPeriod => ({
      kind: 'days',
      from: one < other ? one : other,
      to: one < other ? other : one,
    }),
  ),
  day.map((from): NamedPeriod => ({ kind: 'since', from })),
  fc.constantFrom(...PERIOD_PRESETS).map(({ id }): NamedPeriod => ({ kind: 'preset', preset: id })),
);
const decimal = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 99 }))
  .map(([whole, cents]) => `${whole}.${String(cents).padStart(2, '0')}` as Decimal);

export const content: fc.Arbitrary<ViewContent> = fc.constantFrom(...VIEW_SCREENS).chain((screen) =>
  fc.record({
    name,
    screen: fc.constant(screen),
    period,
    rows: fc.record({
      periodColumn: fc.constantFrom(...PERIOD_COLUMNS),
      filters: fc.uniqueArray(fc.record({ column, values: fc.array(text, { minLength: 1, maxLength: 4 }) }), {
        maxLength: 4,
        selector: ({ column }) => column,
      }),
      numberFilters: fc.array(
        fc.record({
          column,
          from: fc.option(decimal),
          to: fc.option(decimal),
        }),
        { maxLength: 3 },
      ),
      dateFilters: fc.uniqueArray(
        fc.record({
          column,
          beyond: fc.constantFrom(
            null,
            { side: '<', day: '2000-01-01' as LocalDate } as const,
            { side: '>', day: '2027-12-31' as LocalDate } as const,
          ),
        }),
        { maxLength: 2, selector: (filter) => filter.column },
      ),
      dashboardPreset: fc.boolean(),
      search: text,
      ownCosts: fc.boolean(),
    }),
    parts: fc
      .dictionary(
        fc.constantFrom(screen, `${screen}.columns`, `${screen}.x`),
        fc.jsonValue({ noUnicodeString: false, depthSize: 'small' }),
        { maxKeys: 3, noNullPrototype: true },
      )
      .map((parts) => JSON.parse(JSON.stringify(parts)) as ViewContent['parts']),
    currency: fc.option(fc.constantFrom('CLP', 'BRL')),
  }),
);

export const saved: fc.Arbitrary<SavedView> = fc
  .tuple(content, fc.uuid())
  .map(([view, id]) => ({ ...view, id }));
