import type { Rooms } from './rooms.ts';

/** The imports of every source of code, by its path. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The beginning of a path that is as deep as a room. */
const asDeepAs = (room: string, path: string): string =>
  path.split('/').slice(0, room.split('/').length).join('/');

/** A room's name as a path has it: each `*` is one folder. */
function named(room: string, path: string): string {
  const parts = path.split('/');
  return room
    .split('/')
    .map((part, at) => (part === '*' ? (parts[at] ?? part) : part))
    .join('/');
}

/** `electron` alone is the package, not our folder of that name. */
function isWithin(path: string, pattern: string): boolean {
  const room = pattern.includes('*') ? named(pattern, path) : pattern;
  return (
    path === room ||
    (room !== 'electron' && path.startsWith(`${room}/`)) ||
    (room.endsWith(':') && path.startsWith(room))
  );
}

/** The room that a file lies in: the longest that holds it; null where the table has none. */
export function roomOf(path: string, rooms: Rooms): string | null {
  const held = Object.keys(rooms).filter((room) => isWithin(path, room));
  return held.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** What breaks the table, in words: folders that are missing, imports that are not permitted, permissions without use. */
export function brokenRules(graph: Graph, rooms: Rooms, anywhere: readonly string[]): readonly string[] {
  const broken: string[] = [];
  const used = new Set<string>();
  for (const [path, imported] of graph) {
    const room = roomOf(path, rooms);
    if (room === null) {
      broken.push(`${path} lies in no room of the table`);
      continue;
    }
    const permitted = (rooms[room] ?? '').split(' ').filter((each) => each !== '');
    for (const target of imported) {
      if (isWithin(target, room) || anywhere.some((each) => isWithin(target, each))) continue;
      const by = permitted.filter((each) => isWithin(target, each));
      for (const each of by) used.add(`${room} ${each}`);
      if (by.length === 0) broken.push(`${path} may not import ${target}`);
    }
  }
  for (const [room, permitted] of Object.entries(rooms)) {
    for (const each of permitted.split(' ')) {
      if (each !== '' && !used.has(`${room} ${each}`)) broken.push(`${room} has no use for ${each}`);
    }
  }
  return broken.sort();
}

/** Imports from one part of a folder to another part of it, where the parts are to know nothing of each other. */
export function betweenStrangers(graph: Graph, folders: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const folder of folders) {
    const partOf = (path: string) => path.slice(folder.length + 1).split('/')[0];
    for (const [path, imported] of graph) {
      if (!isWithin(path, folder)) continue;
      for (const target of imported) {
        if (isWithin(target, folder) && partOf(target) !== partOf(path))
          found.push(`${path} imports ${target}`);
      }
    }
  }
  return found.sort();
}

/** Imports between the rooms of a folder that go against their order, or to another's screen. */
export function againstOrder(graph: Graph, folder: string, order: readonly string[]): readonly string[] {
  const found: string[] = [];
  const at = (path: string) => {
    const [tool = '', part = ''] = path.slice(folder.length + 1).split('/');
    return { tool, part, place: order.indexOf(tool) };
  };
  for (const [path, imported] of graph) {
    if (!isWithin(path, folder)) continue;
    const from = at(path);
    if (from.place < 0) continue;
    for (const target of imported) {
      if (!isWithin(target, folder)) continue;
      const to = at(target);
      if (to.place < 0 || to.tool === from.tool) continue;
      if (to.part === 'screen' || (from.part !== 'screen' && to.place > from.place))
        found.push(`${path} imports ${target}`);
    }
  }
  return found.sort();
}

/**
 * Neighbours that import each other: where two files' ways part within a room, or above their rooms the rooms themselves,
 * imports may go in one direction only.
 */
export function twoWayNeighbours(graph: Graph, rooms: Rooms = {}): readonly string[] {
  const arrows = new Set<string>();
  const depths = new Map<string, number>();
  const depthOf = (path: string): number => {
    const known = depths.get(path) ?? (roomOf(path, rooms) ?? '').split('/').length;
    depths.set(path, known);
    return known;
  };
  for (const [path, imported] of graph) {
    const from = path.split('/');
    for (const target of imported) {
      const to = target.split('/');
      let shared = 0;
      while (shared < from.length && from[shared] === to[shared]) shared += 1;
      // Files side by side are what circles() is for.
      if (shared >= from.length - 1 && shared >= to.length - 1) continue;
      const [one, other] = [from, to].map((parts) =>
        parts.slice(0, Math.max(shared + 1, depthOf(parts.join('/')))).join('/'),
      );
      arrows.add(`${one} ${other}`);
    }
  }
  return [...arrows]
    .filter((arrow) => {
      const [from = '', to = ''] = arrow.split(' ');
      return from < to && arrows.has(`${to} ${from}`);
    })
    .sort();
}

/** The rooms as they import each other: what circles() finds in it are rooms that cannot be read one after another. */
export function graphOfRooms(graph: Graph, rooms: Rooms): Graph {
  const made = new Map<string, Set<string>>();
  const placeOf = (path: string): string | null => {
    const room = roomOf(path, rooms);
    return room === null ? null : asDeepAs(room, path);
  };
  for (const [path, imported] of graph) {
    const from = placeOf(path) ?? path;
    const to = imported.map(placeOf).filter((each): each is string => each !== null && each !== from);
    made.set(from, new Set([...(made.get(from) ?? []), ...to]));
  }
  return new Map([...made].map(([room, targets]) => [room, [...targets]]));
}

/** Circles of files, by Tarjan's strongly connected components; each as its files, sorted. */
export function circles(graph: Graph): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  /** Files whose circle is still open, in the order they were come to. */
  const open: string[] = [];
  const found: string[][] = [];
  const go = (path: string): number => {
    const at = index.size;
    index.set(path, at);
    let lowest = at;
    open.push(path);
    for (const next of graph.get(path) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) lowest = Math.min(lowest, go(next));
      else if (open.includes(next)) lowest = Math.min(lowest, index.get(next) ?? lowest);
    }
    if (lowest === at) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) found.push(circle.sort());
    }
    return lowest;
  };
  for (const path of graph.keys()) if (!index.has(path)) go(path);
  return found.sort();
}
