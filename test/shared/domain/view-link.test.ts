import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PERIOD_PRESETS } from '#renderer/features/period/period.ts';
import { type LocalDate, shiftDay } from '#shared/domain/dates.ts';
import { SCREEN_IDS } from '#shared/domain/screens.ts';
import { PERIOD_COLUMNS } from '#shared/domain/selection.ts';
import {
  LINK_PRESETS,
  type LinkPeriod,
  MAX_LINK_CHARACTERS,
  readViewLink,
  type ViewLink,
  writeViewLink,
} from '#shared/domain/view-link.ts';

const day = fc.integer({ min: 0, max: 100_000 }).map((days) => shiftDay('1900-01-01' as LocalDate, days));
const period: fc.Arbitrary<LinkPeriod> = fc.oneof(
  fc.constant({ kind: 'all' } as const),
  fc.constantFrom(...LINK_PRESETS).map((preset) => ({ kind: 'preset', preset }) as const),
  day.map((from) => ({ kind: 'since', from }) as const),
  fc.tuple(day, day).map((days) => {
    const [from, to] = days.toSorted() as [LocalDate, LocalDate];
    return { kind: 'days', from, to } as const;
  }),
);
const link: fc.Arbitrary<ViewLink> = fc.record({
  screen: fc.constantFrom(...SCREEN_IDS),
  shows: fc.option(
    fc.record({
      period,
      column: fc.constantFrom(...PERIOD_COLUMNS),
      rows: fc.constantFrom('all', 'dashboard'),
    }),
  ),
});

const days = (from: string, to: string, column: (typeof PERIOD_COLUMNS)[number]): ViewLink['shows'] => ({
  period: { kind: 'days', from: from as LocalDate, to: to as LocalDate },
  column,
  rows: 'all',
});

describe('a link to a view', () => {
  it('names every period there is', () => {
    expect(LINK_PRESETS).toEqual(PERIOD_PRESETS.map(({ id }) => id));
  });

  it('says what it was written from, in few characters', () => {
    fc.assert(
      fc.property(link, (view) => {
        const written = writeViewLink(view);
        expect(written.length).toBeLessThan(MAX_LINK_CHARACTERS);
        expect(readViewLink(written)).toEqual(view);
      }),
    );
  });

  it('is of one day, of the first and the last that there are, and of either date', () => {
    const links: readonly (readonly [string, ViewLink['shows']])[] = [
      ['2026-03-01..2026-03-01&of=payment&rows=all', days('2026-03-01', '2026-03-01', 'Fecha de Pago')],
      ['1900-01-01..2199-12-31&of=purchase&rows=all', days('1900-01-01', '2199-12-31', 'Fecha de compra')],
    ];
    for (const [text, shows] of links) {
      const written = `cuadra://view/orders?period=${text}`;
      expect(readViewLink(written)).toEqual({ screen: 'orders', shows });
      expect(writeViewLink({ screen: 'orders', shows })).toBe(written);
    }
    expect(readViewLink('cuadra://view/sync/')).toEqual({ screen: 'sync', shows: null });
    expect(readViewLink('cuadra://view/panel?period=2200-01-01..&of=purchase&rows=all')).toBeNull();
    expect(readViewLink('cuadra://view/panel/?period=2026-01-01..&of=purchase&rows=dashboard')).toEqual({
      screen: 'panel',
      shows: { period: { kind: 'since', from: '2026-01-01' }, column: 'Fecha de compra', rows: 'dashboard' },
    });
  });

  it('is read whole or not at all: whatever is changed in one, what is read writes the same', () => {
    const bytes = fc.string({ minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(link, bytes, fc.nat(), fc.nat(12), (view, added, at, cut) => {
        const written = writeViewLink(view);
        const place = at % (written.length + 1);
        const text = `${written.slice(0, place)}${added}${written.slice(place + cut)}`;
        const read = readViewLink(text);
        // A closing slash, which systems add, is all that is forgiven.
        if (read !== null) expect(writeViewLink(read)).toBe(text.replace(/\/(?=\?|$)/, ''));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '',
    'cuadra:',
    'cuadra://view/',
    'cuadra://view/settings',
    'CUADRA://view/panel',
    ' cuadra://view/panel',
    'cuadra://view/panel\n',
    'cuadra://view/panel?period=all',
    'cuadra://view/panel?period=all&of=purchase&rows=all&key=k-1',
    'cuadra://view/panel?period=all&of=purchase&rows=all#orders',
    'cuadra://view/panel?period=2026-02-30..2026-03-01&of=purchase&rows=all',
    'cuadra://view/panel?period=2026-03-02..2026-03-01&of=purchase&rows=all',
    'cuadra://view/panel?period=1899-12-31..&of=purchase&rows=all',
    'cuadra://view/panel?period=__proto__&of=purchase&rows=all',
    'cuadra://view/constructor',
    'cuadra://user:pass@view/panel',
    'cuadra://view/panel/../orders',
    'cuadra://view/orders/order/123',
    'cuadra://view/%70anel',
    'cuadra://order/123',
    'https://view/panel',
    'javascript:alert(1)',
    `cuadra://view/panel${'/'.repeat(500)}`,
  ])('is not %j', (text) => expect(readViewLink(text)).toBeNull());

  it('is nothing that anybody may send', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.webUrl()), (text) => {
        expect(readViewLink(`cuadra://view/${text}`)?.screen ?? null).toBeOneOf([null, ...SCREEN_IDS]);
        expect(readViewLink(text)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
