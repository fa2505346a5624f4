import { fileURLToPath } from 'node:url';
import {
  againstOrder,
  betweenStrangers,
  brokenRules,
  circles,
  graphOfRooms,
  twoWayNeighbours,
} from './judge.ts';
import { readGraph, readValues } from './read-graph.ts';
import { ANYWHERE, ROOMS, STRANGERS, TOOLS, TOOLS_FOLDER, TYPES_ONLY } from './rooms.ts';

/** `npm run check`, the layers: says what breaks the table of rooms and ends non-zero where anything does. */

const project = fileURLToPath(new URL('../..', import.meta.url));
const graph = await readGraph(project);
const broken = [
  ...brokenRules(graph, ROOMS, ANYWHERE),
  ...betweenStrangers(graph, STRANGERS),
  ...againstOrder(graph, TOOLS_FOLDER, TOOLS),
  ...(await readValues(project, TYPES_ONLY)),
  ...twoWayNeighbours(graph, ROOMS).map((pair) => `${pair.replace(' ', ' and ')} import each other`),
  ...circles(graph).map((circle) => `a circle: ${circle.join(', ')}`),
  ...circles(graphOfRooms(graph, ROOMS)).map((circle) => `a circle of rooms: ${circle.join(', ')}`),
];
for (const each of broken) process.stderr.write(`${each}\n`);
if (broken.length > 0) process.stderr.write('The rooms and what each may import: test/layers/rooms.ts\n');
else process.stdout.write(`Layers: ${graph.size} files in ${Object.keys(ROOMS).length} rooms.\n`);
process.exitCode = broken.length > 0 ? 1 : 0;
