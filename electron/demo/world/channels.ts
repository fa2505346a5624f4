import { DAY_MS, HOUR_MS } from '#shared/domain/dates.ts';

/** The channels of the invented company "Lumbre Hogar": names, zones, accounts, and how each one writes its numbers. */

export type Language = 'es' | 'pt' | 'en';

export type Account = { readonly name: string; readonly weight: number; readonly language: Language };

export type Channel = {
  readonly name: string;
  readonly kind: 'Marketplace' | 'Tienda propia';
  /** IANA name of the zone whose clock the channel's dates follow; `offsetMs` says how. */
  readonly zone: string;
  readonly weight: number;
  readonly accounts: readonly Account[];
  /** Share of the items sent from the channel's own warehouse. */
  readonly fulfillment: number;
  /** The channel's names of its shipping modes: [its own warehouse, the seller's]. */
  readonly shippingModes: readonly [string, readonly string[]];
  readonly orderNumber: (serial: number) => string;
};

export const CHANNELS: readonly Channel[] = [
  {
    name: 'Mercado Austral',
    kind: 'Marketplace',
    zone: 'America/Santiago',
    weight: 46,
    accounts: [
      { name: 'Lumbre Oficial', weight: 4, language: 'es' },
      { name: 'Lumbre Outlet', weight: 1, language: 'es' },
    ],
    fulfillment: 0.55,
    shippingModes: ['full', ['flex', 'cross_docking', 'drop_off']],
    orderNumber: (serial) => String(2000010000000000 + serial * 3187),
  },
  {
    name: 'Plaza Andina',
    kind: 'Marketplace',
    zone: 'America/Lima',
    weight: 24,
    accounts: [{ name: 'Lumbre Hogar', weight: 1, language: 'en' }],
    fulfillment: 0.25,
    shippingModes: ['fbp', ['regular', 'express']],
    orderNumber: (serial) => String(3110000000 + serial * 131),
  },
  {
    name: 'Vitrina',
    kind: 'Marketplace',
    zone: 'America/Sao_Paulo',
    weight: 10,
    accounts: [{ name: 'lumbre.loja', weight: 1, language: 'pt' }],
    fulfillment: 0.2,
    shippingModes: ['armazém', ['correios', 'transportadora']],
    orderNumber: (serial) => `V-${800000 + serial}`,
  },
  {
    name: 'Bodega Uno',
    kind: 'Marketplace',
    zone: 'America/Mexico_City',
    weight: 8,
    accounts: [{ name: 'Lumbre México', weight: 1, language: 'es' }],
    fulfillment: 0.35,
    shippingModes: ['bodega', ['paquetería']],
    orderNumber: (serial) => `BU${11000000 + serial * 17}`,
  },
  {
    name: 'Tienda propia',
    kind: 'Tienda propia',
    zone: 'America/Argentina/Buenos_Aires',
    weight: 12,
    // Both shops count their orders on their own: the same number can occur in each (identity needs the account).
    accounts: [
      { name: 'lumbre.com.ar', weight: 1, language: 'es' },
      { name: 'Lumbre Mayorista', weight: 1, language: 'es' },
    ],
    fulfillment: 0,
    shippingModes: ['propio', ['Envío a domicilio', 'Retiro en tienda']],
    orderNumber: (serial) => `#${10000 + (serial >> 1)}`,
  },
];

const FIXED_OFFSET_HOURS: Readonly<Record<string, number>> = {
  'America/Lima': -5,
  'America/Sao_Paulo': -3,
  'America/Mexico_City': -6,
  'America/Argentina/Buenos_Aires': -3,
};

/** The first Sunday on or after the 2nd of a month (0 = January), at midnight UTC. */
function firstSundayAfterTheFirst(year: number, month: number): number {
  const second = Date.UTC(year, month, 2);
  return second + ((7 - new Date(second).getUTCDay()) % 7) * DAY_MS;
}

/** Asked for by every row, of a few years. */
const winters = new Map<number, { readonly from: number; readonly to: number }>();

function santiagoWinter(year: number): { readonly from: number; readonly to: number } {
  let winter = winters.get(year);
  if (winter === undefined) {
    const from = firstSundayAfterTheFirst(year, 3) + 3 * HOUR_MS;
    winter = { from, to: firstSundayAfterTheFirst(year, 8) + 4 * HOUR_MS };
    winters.set(year, winter);
  }
  return winter;
}

/**
 * The channel's clock minus UTC, in ms. Today's rules, written out so that the world does not depend on this
 * machine's time-zone data: only Santiago has summer time (September to April, from the first Sunday on or after the
 * 2nd).
 */
export function offsetMs(channel: Channel, utcMs: number): number {
  const fixed = FIXED_OFFSET_HOURS[channel.zone];
  if (fixed !== undefined) return fixed * HOUR_MS;
  const { from, to } = santiagoWinter(new Date(utcMs).getUTCFullYear());
  return (utcMs >= from && utcMs < to ? -4 : -3) * HOUR_MS;
}
