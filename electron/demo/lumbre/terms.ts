import type { Account, Channel } from '../world/channels.ts';

/** Terms of "Lumbre Hogar" with each channel, account by account: currency, fees, shipping bands and payouts. */

/** Amounts are cents; an account's are multiples of its currency's smallest unit. */
export type Terms = {
  readonly currency: string;
  /** 100 where the currency has no decimals. */
  readonly unit: 1 | 100;
  /** The worth here of a peso of the price list, which is Chile's. */
  readonly rate: number;
  /** Prices are so much below a multiple of `step`. */
  readonly prices: { readonly step: number; readonly below: number };
  /** Null: an own shop, which pays its gateway instead. */
  readonly commission: CommissionTerms | null;
  readonly shipping: { readonly fulfilled: ShippingBands; readonly own: ShippingBands };
  /** Of each unit that leaves the channel's own warehouse. */
  readonly logistics: number;
  /** Of a parcel that comes back. */
  readonly reverse: number;
  /** Tax withheld from each sale, in hundredths of a percent of Ventas. */
  readonly withheld: number;
  readonly payouts: PayoutTerms;
};

/** Percentages are in hundredths of a percent: 1450 is 14.5 %. */
export type CommissionTerms = {
  readonly percents: { readonly [category: string]: number };
  /** Of each unit sold below a price, in the categories that have many of them. */
  readonly fixed: {
    readonly each: number;
    readonly below: number;
    readonly categories: readonly string[];
  } | null;
  /** Percent added to the rounded commission, and rounded again. */
  readonly vat: number;
  /** Of sales in instalments, taken with the commission; null: none are offered. */
  readonly installments: number | null;
};

/** The charge of a parcel by the price of a unit in it. The buyer pays the parcels of cheaper ones, or part of them. */
export type ShippingBands = {
  readonly below: number;
  readonly cheap: number;
  readonly dear: number;
};

/** How sold goods become money. Days are whole days of the channel's calendar, counted from 1970-01-01. */
export type PayoutTerms = {
  /** Days from the delivery until the money is due. */
  readonly holdDays: number;
  /**
   * cut: what is due at the cut is one settlement, paid `payAfter` days later. balance: it is released to a balance on the
   * next day, and all of the balance is withdrawn.
   */
  readonly way: 'cut' | 'balance';
  /** Days between two cuts or withdrawals, and on which of them: a day that leaves `phase` when divided by `every`. */
  readonly every: number;
  readonly phase: number;
  readonly payAfter: number;
  /** Settlements are numbered from here, so many apart. */
  readonly numberFrom: number;
  readonly numberStep: number;
};

/** 1970-01-01 was a Thursday. */
const WEEKDAY = { friday: 1, sunday: 3, monday: 4, tuesday: 5, wednesday: 6 } as const;
const WEEK = 7;
const FORTNIGHT = 14;

const CHEAP_CATEGORIES = ['Iluminación', 'Orden y limpieza', 'Jardín', 'Infantil'];

const CHILE = {
  currency: 'CLP',
  unit: 100,
  rate: 1,
  prices: { step: 100_000, below: 1_000 },
  withheld: 0,
} as const;

const AUSTRAL = {
  ...CHILE,
  commission: {
    percents: {
      Cocina: 1450,
      Climatización: 1300,
      Iluminación: 1550,
      Dormitorio: 1600,
      'Orden y limpieza': 1500,
      Herramientas: 1250,
      Jardín: 1400,
      Infantil: 1700,
    },
    fixed: { each: 70_000, below: 1_600_000, categories: CHEAP_CATEGORIES },
    vat: 0,
    installments: 399,
  },
  shipping: {
    fulfilled: { below: 2_000_000, cheap: 149_000, dear: 329_000 },
    own: { below: 2_000_000, cheap: 199_000, dear: 399_000 },
  },
  logistics: 65_000,
  reverse: 199_000,
} as const;

const OFFICIAL: Terms = {
  ...AUSTRAL,
  payouts: {
    holdDays: 6,
    way: 'balance',
    every: WEEK,
    phase: WEEKDAY.monday,
    payAfter: 0,
    numberFrom: 71_300_400_000,
    numberStep: 7_919,
  },
};

const OUTLET: Terms = {
  ...AUSTRAL,
  payouts: {
    holdDays: 8,
    way: 'balance',
    every: WEEK,
    phase: WEEKDAY.wednesday,
    payAfter: 0,
    numberFrom: 84_600_900_000,
    numberStep: 6_547,
  },
};

const ANDINA: Terms = {
  ...CHILE,
  commission: {
    percents: {
      Cocina: 1300,
      Climatización: 1100,
      Iluminación: 1400,
      Dormitorio: 1600,
      'Orden y limpieza': 1300,
      Herramientas: 1200,
      Jardín: 1400,
      Infantil: 1600,
    },
    fixed: null,
    vat: 19,
    installments: null,
  },
  shipping: {
    fulfilled: { below: 3_000_000, cheap: 199_000, dear: 349_000 },
    own: { below: 3_000_000, cheap: 249_000, dear: 429_000 },
  },
  logistics: 59_000,
  reverse: 249_000,
  payouts: {
    holdDays: 3,
    way: 'cut',
    every: WEEK,
    phase: WEEKDAY.sunday,
    payAfter: 3,
    numberFrom: 410_072_000,
    numberStep: 137,
  },
};

const VITRINA: Terms = {
  currency: 'BRL',
  unit: 1,
  rate: 1 / 172,
  prices: { step: 100, below: 10 },
  commission: {
    percents: {
      Cocina: 1200,
      Climatización: 1100,
      Iluminación: 1300,
      Dormitorio: 1400,
      'Orden y limpieza': 1250,
      Herramientas: 1150,
      Jardín: 1350,
      Infantil: 1500,
    },
    fixed: { each: 450, below: 9_300, categories: CHEAP_CATEGORIES },
    vat: 0,
    installments: null,
  },
  shipping: {
    fulfilled: { below: 7_900, cheap: 690, dear: 1_490 },
    own: { below: 7_900, cheap: 890, dear: 1_790 },
  },
  logistics: 350,
  reverse: 1_190,
  withheld: 0,
  payouts: {
    holdDays: 2,
    way: 'cut',
    every: FORTNIGHT,
    phase: WEEKDAY.friday,
    payAfter: 2,
    numberFrom: 18_240_660_000,
    numberStep: 4_391,
  },
};

const MEXICO: Terms = {
  currency: 'MXN',
  unit: 1,
  rate: 1 / 52,
  prices: { step: 1_000, below: 100 },
  commission: {
    percents: {
      Cocina: 1500,
      Climatización: 1350,
      Iluminación: 1600,
      Dormitorio: 1650,
      'Orden y limpieza': 1550,
      Herramientas: 1400,
      Jardín: 1450,
      Infantil: 1750,
    },
    fixed: null,
    vat: 0,
    installments: null,
  },
  shipping: {
    fulfilled: { below: 29_900, cheap: 2_900, dear: 6_900 },
    own: { below: 29_900, cheap: 3_900, dear: 7_900 },
  },
  logistics: 1_450,
  reverse: 5_200,
  withheld: 250,
  payouts: {
    holdDays: 5,
    way: 'balance',
    every: WEEK,
    phase: WEEKDAY.tuesday,
    payAfter: 0,
    numberFrom: 93_150_200_000,
    numberStep: 5_303,
  },
};

const shopTerms = (numberFrom: number): Terms => ({
  currency: 'ARS',
  unit: 1,
  rate: 1.46,
  prices: { step: 100_000, below: 100 },
  commission: null,
  shipping: {
    fulfilled: { below: 2_500_000, cheap: 289_000, dear: 489_000 },
    own: { below: 2_500_000, cheap: 289_000, dear: 489_000 },
  },
  logistics: 0,
  reverse: 310_000,
  withheld: 200,
  payouts: {
    holdDays: 1,
    way: 'cut',
    every: WEEK,
    phase: WEEKDAY.monday,
    payAfter: 1,
    numberFrom,
    numberStep: 2_477,
  },
});

const TERMS = new Map<Account, Terms>();

/** An account with its terms. */
function account(name: string, weight: number, language: Account['language'], terms: Terms): Account {
  const made = { name, weight, language };
  TERMS.set(made, terms);
  return made;
}

export function termsOf(wanted: Account): Terms {
  const terms = TERMS.get(wanted);
  if (terms === undefined) throw new RangeError(`No terms of the account ${wanted.name}.`);
  return terms;
}

/** Most is sold where the company is at home; each account sells in its own country's currency. */
export const LUMBRE_CHANNELS: readonly Channel[] = [
  {
    name: 'Mercado Austral',
    kind: 'Marketplace',
    zone: 'America/Santiago',
    weight: 50,
    accounts: [account('Lumbre Oficial', 4, 'es', OFFICIAL), account('Lumbre Outlet', 1, 'es', OUTLET)],
    fulfillment: 0.55,
    shippingModes: ['full', ['flex', 'cross_docking', 'drop_off']],
    orderNumber: (serial) => String(2000010000000000 + serial * 3187),
  },
  {
    name: 'Plaza Andina',
    kind: 'Marketplace',
    zone: 'America/Santiago',
    weight: 31,
    accounts: [account('Lumbre Hogar', 1, 'es', ANDINA)],
    fulfillment: 0.25,
    shippingModes: ['fbp', ['regular', 'express']],
    orderNumber: (serial) => String(3110000000 + serial * 131),
  },
  {
    name: 'Vitrina',
    kind: 'Marketplace',
    zone: 'America/Sao_Paulo',
    weight: 6,
    accounts: [account('lumbre.loja', 1, 'pt', VITRINA)],
    fulfillment: 0.2,
    shippingModes: ['armazém', ['correios', 'transportadora']],
    orderNumber: (serial) => `V-${80000000 + serial * 29}`,
  },
  {
    name: 'Bodega Uno',
    kind: 'Marketplace',
    zone: 'America/Mexico_City',
    weight: 6,
    accounts: [account('Lumbre México', 1, 'es', MEXICO)],
    fulfillment: 0.35,
    shippingModes: ['bodega', ['paquetería']],
    orderNumber: (serial) => `BU${1100000000 + serial * 17}`,
  },
  {
    name: 'Tienda propia',
    kind: 'Tienda propia',
    zone: 'America/Argentina/Buenos_Aires',
    weight: 7,
    accounts: [
      account('lumbre.com.ar', 3, 'es', shopTerms(55_120_300_000)),
      account('Lumbre Mayorista', 1, 'es', shopTerms(66_740_800_000)),
    ],
    fulfillment: 0,
    shippingModes: ['propio', ['Envío a domicilio', 'Retiro en tienda']],
    orderNumber: (serial) => `#${1000000 + serial * 3}`,
  },
];

/** Every account with its channel and its terms. */
export const LUMBRE_ACCOUNTS = LUMBRE_CHANNELS.flatMap((channel) =>
  channel.accounts.map((each) => ({ channel, account: each, terms: termsOf(each) })),
);
