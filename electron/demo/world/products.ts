import { hash, Stream } from './random.ts';

export type Product = {
  readonly sku: string;
  readonly marketplaceSku: string;
  readonly variantSku: string;
  readonly name: string;
  readonly variant: string;
  readonly brand: string;
  readonly category: string;
  readonly publication: string;
  readonly internalBrand: string;
  readonly internalCategory: string;
  readonly internalName: string;
  /** List price of one unit, in cents. */
  readonly price: number;
  /** Product cost of one unit in cents; 0 when the company has not loaded it. */
  readonly cost: number;
};

const PRODUCT_COUNT = 4200;

const BRANDS = 'Lumbre, Ñandú, Casa Brisa, Fogón, Kuyén, Andarivel, Pehuén, Genérico'.split(', ');
const VARIANTS = 'Negro, Blanco, Gris grafito, Azul, Rojo, Café, Natural, Verde petróleo'.split(', ');

type Family = readonly [
  name: string,
  code: string,
  category: string,
  low: number,
  high: number,
  sizes: readonly string[],
];

const FAMILIES: readonly Family[] = [
  ['Sartén antiadherente', 'SRT', 'Cocina', 8900, 32900, ['20 cm', '24 cm', '28 cm', '30 cm']],
  ['Set de cuchillos con base', 'CHL', 'Cocina', 19900, 59900, ['5 piezas', '7 piezas', '12 piezas']],
  ['Olla a presión', 'OLL', 'Cocina', 24900, 79900, ['4 L', '6 L', '8 L']],
  ['Termo de acero', 'TRM', 'Cocina', 9900, 34900, ['500 ml', '750 ml', '1 L', '1,2 L']],
  ['Ventilador de pedestal', 'VNT', 'Climatización', 22900, 64900, ['16"', '18"', '20"']],
  ['Calefactor eléctrico', 'CLF', 'Climatización', 18900, 89900, ['1.000 W', '1.500 W', '2.000 W']],
  ['Lámpara de escritorio LED', 'LMP', 'Iluminación', 7900, 29900, ['6 W', '10 W', '12 W con USB']],
  ['Guirnalda de luces', 'GRN', 'Iluminación', 4900, 17900, ['5 m', '10 m', '20 m']],
  ['Juego de sábanas', 'SBN', 'Dormitorio', 12900, 49900, ['1 plaza', '2 plazas', 'King', 'Súper king']],
  ['Cobertor de algodón', 'CBT', 'Dormitorio', 17900, 69900, ['1½ plaza', '2 plazas', 'King']],
  ['Organizador apilable', 'ORG', 'Orden y limpieza', 5900, 24900, ['3 niveles', '4 niveles', '5 niveles']],
  ['Aspiradora de mano', 'ASP', 'Orden y limpieza', 29900, 119900, ['12 V', '18 V', 'inalámbrica']],
  ['Taladro percutor', 'TLD', 'Herramientas', 32900, 129900, ['600 W', '750 W', '20 V']],
  ['Juego de herramientas', 'HRR', 'Herramientas', 14900, 89900, ['46 piezas', '108 piezas', '216 piezas']],
  ['Silla de jardín plegable', 'SLL', 'Jardín', 15900, 44900, ['individual', 'pack 2', 'pack 4']],
  ['Manguera expandible', 'MNG', 'Jardín', 8900, 27900, ['15 m', '22 m', '30 m']],
  ['Mochila para niños «Pingüino»', 'MCH', 'Infantil', 9900, 25900, ['chica', 'grande']],
  ['Rompecabezas; edición «Mapa»', 'RMP', 'Infantil', 4900, 14900, ['100 pzs', '500 pzs', '1.000 pzs']],
];

/** Names as sellers really type them: text that a spreadsheet would take for a formula, quotes, separators. */
const ODD_NAMES = [
  '=Combo cocina 2x1',
  '+Vida Difusor de aromas',
  '-20% Funda de cojín',
  '@lumbre Taza edición aniversario',
  'Espejo "Sol" 60 cm, redondo; dorado',
  '☀️ Quitasol playa 2 m',
  'Alfombra 120x180  (doble espacio)',
  '000123 Repuesto filtro',
];

/** The range of a seed. A product is made up when it is first sold. */
export class ProductRange {
  readonly #seed: number;
  readonly #hasCost: (index: number) => boolean;
  readonly #known: (Product | undefined)[] = new Array<Product | undefined>(PRODUCT_COUNT).fill(undefined);

  /** @param hasCost whether the company has loaded the cost of the product at an index */
  constructor(seed: number, hasCost: (index: number) => boolean) {
    this.#seed = seed;
    this.#hasCost = hasCost;
  }

  /** Draws a product with a long tail: the first few sell every day, the last ones a few times a year. */
  draw(stream: Stream): Product {
    const index = Math.floor(PRODUCT_COUNT * stream.next() ** 2.4);
    const product = this.#known[index] ?? createProduct(this.#seed, index, this.#hasCost(index));
    this.#known[index] = product;
    return product;
  }
}

function createProduct(seed: number, index: number, isCosted: boolean): Product {
  const stream = new Stream(hash(seed, index, 0, 0x5c0));
  const [family, code, category, low, high, sizes] = stream.pick(FAMILIES);
  const size = stream.pick(sizes);
  const brand = stream.pick(BRANDS);
  const variant = stream.chance(0.72) ? stream.pick(VARIANTS) : '';
  const price = Math.round(stream.between(low, high) / 10) * 1000;
  const sku = `${code}-${String(1000 + index)}`;
  const odd = index % 61 === 17 ? ODD_NAMES[Math.floor(index / 61) % ODD_NAMES.length] : undefined;
  const name = odd ?? `${family} ${size} ${brand}`;
  return {
    sku,
    marketplaceSku: `MLC${String(400000000 + (hash(seed, index, 1, 0x5c0) % 99999999))}`,
    variantSku: variant === '' ? '' : `${sku}-${variant.slice(0, 3).toUpperCase()}`,
    name,
    variant,
    brand,
    category,
    publication: `PUB${String(1000000000 + (hash(seed, index, 2, 0x5c0) % 999999999))}`,
    internalBrand: stream.chance(0.93) ? brand.toUpperCase() : '',
    internalCategory: stream.chance(0.93) ? `${category} / ${family}` : '',
    internalName: stream.chance(0.93) ? name : '',
    price,
    cost: isCosted ? Math.round(price * stream.between(0.38, 0.61)) : 0,
  };
}
