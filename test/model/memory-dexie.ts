import { watchCrashes } from './crashes.ts';

/**
 * As much of Dexie as the ledger uses, in memory: for the model's thousands of runs, in which Dexie on
 * fake-indexeddb takes most of the time. Transactions are all or nothing, one at a time, and undone by a crash;
 * what was committed outlives the page. The kills, the faults and a part of the model's runs use the real Dexie.
 */

type Key = string | number | readonly (string | number)[];
type Row = { readonly [field: string]: unknown };
type Entry = { readonly key: Key; readonly value: Row };
type Rows = Map<string, Entry>;
type Disk = {
  version: number;
  readonly rows: Map<string, Rows>;
  readonly serials: Map<string, number>;
  /** The primary key of each table. */
  readonly keys: Map<string, string>;
};

const PLACE = Symbol.for('cuadra.model.disks');
const place = globalThis as { [PLACE]?: Map<string, Disk> };
/** The same for every copy of this module: tests of mutants load it again and again. */
const disks = place[PLACE] ?? new Map<string, Disk>();
place[PLACE] = disks;

/** Called before every operation: a place where the page may be gone. */
const crashes = watchCrashes();

function compare(a: unknown, b: unknown): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
      const one = compare(a[index], b[index]);
      if (one !== 0) return one;
    }
    return a.length - b.length;
  }
  // Numbers come before text in IndexedDB.
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0;
}

/** Reads `[a+b]` or `a` of a row. */
function pathReader(path: string): (row: Row) => Key {
  const fields = path.startsWith('[') ? path.slice(1, -1).split('+') : null;
  return fields === null ? (row) => row[path] as Key : (row) => fields.map((field) => row[field]) as Key;
}

class MemoryCollection {
  readonly #table: MemoryTable;
  readonly #select: () => Entry[];

  constructor(table: MemoryTable, select: () => Entry[]) {
    this.#table = table;
    this.#select = select;
  }

  #run<T>(work: (entries: Entry[]) => T): Promise<T> {
    return this.#table.run(() => work(this.#select()));
  }
  #then(change: (entries: Entry[]) => Entry[]): MemoryCollection {
    return new MemoryCollection(this.#table, () => change(this.#select()));
  }

  reverse = () => this.#then((entries) => entries.reverse());
  limit = (count: number) => this.#then((entries) => entries.slice(0, count));
  offset = (count: number) => this.#then((entries) => entries.slice(count));
  filter = (passes: (row: never) => boolean) =>
    this.#then((entries) => entries.filter(({ value }) => passes(value as never)));
  toArray = () => this.#run((entries) => entries.map(({ value }) => value));
  primaryKeys = () => this.#run((entries) => entries.map(({ key }) => key));
  keys = () => this.primaryKeys();
  count = () => this.#run((entries) => entries.length);
  first = () => this.#run((entries) => entries[0]?.value);
  last = () => this.#run((entries) => entries.at(-1)?.value);
  each = (visit: (row: never) => void) =>
    this.#run((entries) => {
      for (const { value } of entries) visit(value as never);
    });
  delete = () =>
    this.#run((entries) => {
      for (const { key } of entries) this.#table.remove(key);
      return entries.length;
    });
}

class MemoryTable {
  readonly name: string;
  readonly #database: MemoryDexie;
  readonly #keyOf: (row: Row) => Key;
  readonly #isCounted: boolean;
  readonly #path: string;

  constructor(database: MemoryDexie, name: string, primary: string) {
    this.#database = database;
    this.name = name;
    this.#isCounted = primary.startsWith('++');
    this.#path = primary.replace(/^\+\+/, '');
    this.#keyOf = pathReader(this.#path);
  }

  run<T>(work: () => T): Promise<T> {
    return this.#database.operate(work);
  }
  #rows(): Rows {
    return this.#database.rowsOf(this.name);
  }
  #sorted(keyOf: (entry: Entry) => unknown = ({ key }) => key): Entry[] {
    return [...this.#rows().values()].sort((a, b) => compare(keyOf(a), keyOf(b)) || compare(a.key, b.key));
  }
  #write(row: Row, mustBeNew: boolean): Key {
    let value = row;
    if (this.#isCounted && row[this.#path] === undefined) {
      value = { ...row, [this.#path]: this.#database.nextSerial(this.name) };
    }
    const key = this.#keyOf(value);
    if (this.#isCounted && typeof key === 'number') this.#database.passSerial(this.name, key);
    const rows = this.#rows();
    const place = JSON.stringify(key);
    const before = rows.get(place);
    if (mustBeNew && before !== undefined) throw new Error(`ConstraintError: ${this.name} ${place}`);
    this.#database.onUndo(() => (before === undefined ? rows.delete(place) : rows.set(place, before)));
    rows.set(place, { key, value });
    return key;
  }
  remove(key: Key): void {
    const rows = this.#rows();
    const place = JSON.stringify(key);
    const before = rows.get(place);
    if (before === undefined) return;
    this.#database.onUndo(() => rows.set(place, before));
    rows.delete(place);
  }

  get = (key: Key) => this.run(() => this.#rows().get(JSON.stringify(key))?.value);
  bulkGet = (keys: readonly Key[]) =>
    this.run(() => keys.map((key) => this.#rows().get(JSON.stringify(key))?.value));
  put = (row: Row) => this.run(() => this.#write(row, false));
  add = (row: Row) => this.run(() => this.#write(row, true));
  bulkPut = (rows: readonly Row[]) =>
    this.run(() => {
      for (const row of rows) this.#write(row, false);
    });
  bulkAdd = (rows: readonly Row[]) =>
    this.run(() => {
      for (const row of rows) this.#write(row, true);
    });
  update = (key: Key, change: Row) =>
    this.run(() => {
      const row = this.#rows().get(JSON.stringify(key))?.value;
      if (row !== undefined) this.#write({ ...row, ...change }, false);
      return row === undefined ? 0 : 1;
    });
  delete = (key: Key) => this.run(() => this.remove(key));
  bulkDelete = (keys: readonly Key[]) =>
    this.run(() => {
      for (const key of keys) this.remove(key);
    });
  clear = () => this.toCollection().delete();
  toCollection = () => new MemoryCollection(this, () => this.#sorted());
  each = (visit: (row: never) => void) => this.toCollection().each(visit);
  toArray = () => this.toCollection().toArray();
  count = () => this.toCollection().count();
  orderBy = (path: string) => {
    const keyOf = pathReader(path);
    return new MemoryCollection(this, () => this.#sorted(({ value }) => keyOf(value)));
  };
  where = (path: string) => {
    // The primary key has a name of its own.
    const keyOf = path === ':id' ? this.#keyOf : pathReader(path);
    const whose = (passes: (key: Key) => boolean) =>
      new MemoryCollection(this, () =>
        this.#sorted(({ value }) => keyOf(value)).filter(({ value }) => passes(keyOf(value))),
      );
    return {
      equals: (key: Key) => whose((other) => compare(other, key) === 0),
      anyOf: (keys: readonly Key[]) => whose((other) => keys.some((key) => compare(other, key) === 0)),
      between: (from: Key, to: Key, withFrom = true, withTo = false) =>
        whose((key) => {
          const [low, high] = [compare(key, from), compare(key, to)];
          return (withFrom ? low >= 0 : low > 0) && (withTo ? high <= 0 : high < 0);
        }),
      aboveOrEqual: (from: Key) => whose((key) => compare(key, from) >= 0),
      above: (from: Key) => whose((key) => compare(key, from) > 0),
      below: (to: Key) => whose((key) => compare(key, to) < 0),
    };
  };
}

export class MemoryDexie {
  readonly name: string;
  readonly tables: MemoryTable[] = [];
  #version = 0;
  #disk: Disk | null = null;
  #isGone = false;
  #undo: (() => unknown)[] | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isOpenedByUse = true;

  constructor(name: string, { autoOpen = true }: { readonly autoOpen?: boolean } = {}) {
    this.name = name;
    this.#isOpenedByUse = autoOpen;
  }

  version(number: number) {
    this.#version = Math.max(this.#version, number);
    const version = {
      stores: (schema: { readonly [table: string]: string | null }) => {
        for (const [name, keys] of Object.entries(schema)) {
          if (keys === null || this.tables.some((table) => table.name === name)) continue;
          this.#define(name, (keys.split(',')[0] ?? '').trim());
        }
        return version;
      },
      upgrade: () => version,
    };
    return version;
  }

  #define(name: string, primary: string): void {
    this.#primaries.set(name, primary);
    const table = new MemoryTable(this, name, primary);
    this.tables.push(table);
    Object.defineProperty(this, name, { value: table });
  }
  readonly #primaries = new Map<string, string>();

  table(name: string): MemoryTable {
    const found = this.tables.find((table) => table.name === name);
    if (found === undefined) throw new Error(`InvalidTableError: ${name}`);
    return found;
  }

  async open(): Promise<this> {
    const fresh = { version: this.#version, rows: new Map(), serials: new Map(), keys: new Map() };
    const known: Disk = disks.get(this.name) ?? fresh;
    disks.set(this.name, known);
    // Whoever names no version gets what is there.
    if (this.#version === 0) for (const [name, primary] of known.keys) this.#define(name, primary);
    known.version = Math.max(known.version, this.#version);
    for (const [name, primary] of this.#primaries) known.keys.set(name, primary);
    this.#disk = known;
    crashes.add(this.#crash);
    return this;
  }

  backendDB = () => ({ version: this.#version * 10 });
  isOpen = () => this.#disk !== null && !this.#isGone;
  on = () => undefined;
  close(): void {
    this.#isGone = true;
    crashes.delete(this.#crash);
  }

  readonly #crash = (): void => {
    for (const undo of this.#undo?.reverse() ?? []) undo();
    this.#undo = null;
    this.close();
  };

  rowsOf(table: string): Rows {
    if (this.#disk === null) throw new Error('DatabaseClosedError: not open');
    const known = this.#disk.rows.get(table);
    if (known !== undefined) return known;
    const made: Rows = new Map();
    this.#disk.rows.set(table, made);
    return made;
  }
  nextSerial(table: string): number {
    const next = (this.#disk?.serials.get(table) ?? 0) + 1;
    this.#disk?.serials.set(table, next);
    return next;
  }
  /** A row that brought its number (as a restored one does): later ones get others. */
  passSerial(table: string, serial: number): void {
    const known = this.#disk?.serials.get(table) ?? 0;
    if (serial > known) this.#disk?.serials.set(table, Math.floor(serial));
  }
  onUndo(undo: () => unknown): void {
    this.#undo?.push(undo);
  }

  /** One operation of a table: the page may be gone before it. */
  async operate<T>(work: () => T): Promise<T> {
    await null;
    crashes.onStep();
    if (this.#isGone) throw new Error('DatabaseClosedError: the database is closed');
    if (this.#disk === null && this.#isOpenedByUse) await this.open();
    return work();
  }

  transaction<T>(_mode: string, ...rest: unknown[]): Promise<T> {
    const work = rest.at(-1) as () => Promise<T>;
    const turn = this.#turn.then(async () => {
      if (this.#isGone) throw new Error('DatabaseClosedError: the database is closed');
      this.#undo = [];
      try {
        const result = await work();
        await null;
        crashes.onStep();
        if (this.#isGone) throw new Error('AbortError: the transaction was aborted');
        return result;
      } catch (error) {
        for (const undo of this.#undo?.reverse() ?? []) undo();
        throw error;
      } finally {
        this.#undo = null;
      }
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Before every other key. */
  static readonly minKey = Number.NEGATIVE_INFINITY;
  static async delete(name: string): Promise<void> {
    disks.delete(name);
  }
  static async exists(name: string): Promise<boolean> {
    return disks.has(name);
  }
}

/** All databases, as `indexedDB.databases` lists them: with the versions that Dexie gives them. */
export const listDatabases = async (): Promise<{ readonly name: string; readonly version: number }[]> =>
  [...disks].map(([name, { version }]) => ({ name, version: version * 10 }));

/** An empty disk. */
export const clearDisks = (): void => disks.clear();

/** What `vi.mock('dexie', …)` needs. */
export const dexieModule = { default: MemoryDexie, Dexie: MemoryDexie };
