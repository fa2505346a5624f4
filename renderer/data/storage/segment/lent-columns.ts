import type {
  DateColumn,
  DecimalColumn,
  Exceptions,
  Meaning,
  TextColumn,
} from '#renderer/data/engine/columns/segment.ts';
import type { TextDictionary } from '#renderer/data/engine/columns/text-dictionary.ts';
import type { AnyArray, ArrayOf, ArrayRef, ArrayType } from './arrays.ts';

/**
 * Columns whose arrays need not be in memory: each gives an array whenever it is asked for. They are classes, and not objects
 * with getters of their own, because only so all columns of a kind have one shape for the engine's loops.
 */

/** Where the arrays of a segment are kept while they are not in memory. */
export type ArrayKeeper = {
  /** Counts on whenever an array was brought: what was asked for at the same count is of the same age. */
  readonly clock: { now: number };
  /** Brings an array back into memory. Throws where it is not there any more. */
  readonly bring: (lent: LentArray) => AnyArray;
};

/** Arrays that never leave memory. */
export const HELD: ArrayKeeper = {
  clock: { now: 0 },
  bring: () => {
    throw new Error('An array that is held has left memory.');
  },
};

/** An array of a segment, in memory or not. Nobody keeps what `get` gave for longer than a step of his work. */
export class LentArray<T extends ArrayType = ArrayType> {
  /** By the keeper's clock. */
  askedAt: number;
  readonly keeper: ArrayKeeper;
  readonly ref: ArrayRef<T>;
  /** Null while it is not in memory. */
  array: ArrayOf<T> | null;

  constructor(keeper: ArrayKeeper, ref: ArrayRef<T>, array: ArrayOf<T>) {
    this.keeper = keeper;
    this.askedAt = 0;
    this.ref = ref;
    this.array = array;
  }

  get(): ArrayOf<T> {
    this.askedAt = this.keeper.clock.now;
    return this.array ?? (this.keeper.bring(this as unknown as LentArray) as ArrayOf<T>);
  }
}

export class LentDictionary implements TextDictionary {
  readonly size: number;
  readonly nullCode: number;
  readonly odd: ReadonlyMap<number, string>;
  texts: (string | undefined)[] | null = null;
  readonly #offsets: LentArray<'u32'>;
  readonly #bytes: LentArray<'u8'>;

  constructor(
    offsets: LentArray<'u32'>,
    bytes: LentArray<'u8'>,
    nullCode: number,
    odd: ReadonlyMap<number, string>,
  ) {
    this.size = offsets.ref.length - 1;
    this.nullCode = nullCode;
    this.odd = odd;
    this.#offsets = offsets;
    this.#bytes = bytes;
  }

  get offsets(): Uint32Array {
    return this.#offsets.get();
  }

  get bytes(): Uint8Array {
    return this.#bytes.get();
  }
}

export class LentExceptions implements Exceptions {
  readonly dictionary: TextDictionary;
  readonly meanings: readonly Meaning[];
  readonly #rows: LentArray<'u32'>;
  readonly #codes: LentArray<'u32'>;

  constructor(
    rows: LentArray<'u32'>,
    codes: LentArray<'u32'>,
    dictionary: TextDictionary,
    meanings: readonly Meaning[],
  ) {
    this.dictionary = dictionary;
    this.meanings = meanings;
    this.#rows = rows;
    this.#codes = codes;
  }

  get rows(): Uint32Array {
    return this.#rows.get();
  }

  get codes(): Uint32Array {
    return this.#codes.get();
  }
}

export class LentTexts implements TextColumn {
  readonly kind = 'text';
  readonly dictionary: TextDictionary;
  readonly #codes: LentArray<'u8' | 'u16' | 'u32'> | null;

  constructor(codes: LentArray<'u8' | 'u16' | 'u32'> | null, dictionary: TextDictionary) {
    this.dictionary = dictionary;
    this.#codes = codes;
  }

  get codes(): TextColumn['codes'] {
    return this.#codes === null ? null : this.#codes.get();
  }
}

export class LentDates implements DateColumn {
  readonly kind = 'date';
  readonly utc: boolean;
  readonly base: number;
  readonly exceptions: Exceptions;
  readonly #offsets: LentArray<'u32' | 'f64'>;

  constructor(utc: boolean, base: number, offsets: LentArray<'u32' | 'f64'>, exceptions: Exceptions) {
    this.utc = utc;
    this.base = base;
    this.exceptions = exceptions;
    this.#offsets = offsets;
  }

  get offsets(): DateColumn['offsets'] {
    return this.#offsets.get();
  }
}

type DecimalFacts = Pick<DecimalColumn, 'scale' | 'restPlaces' | 'magnitude' | 'exceptions'>;
type DecimalArrays = {
  readonly rows: LentArray<'u16' | 'u32'> | null;
  readonly values: LentArray<'i8' | 'i16' | 'i32' | 'f64'>;
  readonly places: number | LentArray<'u8'>;
};

export class LentDecimals implements DecimalColumn {
  readonly kind = 'decimal';
  readonly scale: number;
  readonly restPlaces: number;
  readonly magnitude: number;
  readonly exceptions: Exceptions;
  readonly #rows: DecimalArrays['rows'];
  readonly #values: DecimalArrays['values'];
  readonly #places: DecimalArrays['places'];

  constructor({ scale, restPlaces, magnitude, exceptions }: DecimalFacts, arrays: DecimalArrays) {
    this.scale = scale;
    this.restPlaces = restPlaces;
    this.magnitude = magnitude;
    this.exceptions = exceptions;
    this.#rows = arrays.rows;
    this.#values = arrays.values;
    this.#places = arrays.places;
  }

  get rows(): DecimalColumn['rows'] {
    return this.#rows === null ? null : this.#rows.get();
  }

  get values(): DecimalColumn['values'] {
    return this.#values.get();
  }

  get places(): DecimalColumn['places'] {
    return typeof this.#places === 'number' ? this.#places : this.#places.get();
  }
}
