import { eachInSteps, filterInSteps, type Task } from '#shared/base/tasks.ts';
import { contentOf } from './match-line.ts';
import { type MatchCase, type MatchInput, pushTo, type Suggestion, type Work } from './match-work.ts';

/** Lines that say what other lines say already: one that is there twice, and a total that stands among them. */

export function* nameRepeated(input: MatchInput, work: Work): Task<readonly Suggestion[]> {
  const different = yield* filterInSteps(
    work.cases,
    (each) => each.state === 'different' && each.lines.length > 1,
  );
  const open: number[] = [];
  yield* eachInSteps(work.cases, (each) => {
    if (each.state === 'only-there') for (const line of each.lines) open.push(line);
  });
  return [
    ...different.flatMap((each) => explained(each, input)),
    ...(yield* repeatedOf(open, input, work)),
    ...(yield* totalsOf(new Set(open), input)),
  ];
}

/** Lines whose sum is just what is too much of an order: copies of another of its lines, or the total of the others. */
function explained(each: MatchCase, { lines, nets }: MatchInput): readonly Suggestion[] {
  const copies = new Map<string, number[]>();
  for (const at of each.lines) {
    const line = lines[at];
    if (line === undefined || nets[at] === 0n) continue;
    pushTo(copies, contentOf(line), at);
  }
  const { orders, difference } = each;
  for (const [first = -1, ...others] of copies.values()) {
    const many = others.findIndex((_, at) => BigInt(at + 1) * (nets[first] ?? 0n) === difference);
    if (many < 0) continue;
    const own = others.slice(others.length - many - 1);
    const operation = lines[first]?.operation ?? null;
    return [{ lines: own, orders, remains: 0n, why: 'line-twice', operation }];
  }
  const total = each.lines.findLast(
    (at) => nets[at] === difference && each.statementAmount === 2n * difference,
  );
  return total === undefined || each.lines.length < 3
    ? []
    : [{ lines: [total], orders, remains: 0n, why: 'total-row' }];
}

/** Lines of nobody's that say the same as one that has its orders. */
function* repeatedOf(
  open: readonly number[],
  { lines, nets }: MatchInput,
  work: Work,
): Task<readonly Suggestion[]> {
  const wanted = new Map<string, number[]>();
  yield* eachInSteps(open, (at) => {
    const line = lines[at];
    if (line === undefined || nets[at] === 0n) return;
    pushTo(wanted, contentOf(line), at);
  });
  const amounts = new Set(open.map((at) => nets[at]));
  const suggestions: Suggestion[] = [];
  yield* eachInSteps(work.cases, ({ lines: own, orders }) => {
    if (orders.length === 0) return;
    for (const at of own) {
      const line = lines[at];
      if (line === undefined || !amounts.has(nets[at])) continue;
      for (const copy of wanted.get(contentOf(line)) ?? []) {
        const { operation } = line;
        suggestions.push({
          lines: [copy],
          orders,
          remains: nets[copy] ?? 0n,
          why: 'repeats-line',
          operation,
        });
      }
      wanted.delete(contentOf(line));
    }
  });
  return suggestions;
}

/**
 * Lines of nobody's, and of no order that is known, that come to all lines above them, since the last such line or the
 * beginning; the first of all, to all below.
 */
function* totalsOf(
  open: ReadonlySet<number>,
  { lines, nets, links }: MatchInput,
): Task<readonly Suggestion[]> {
  const suggestions: Suggestion[] = [];
  if (open.size === 0) return suggestions;
  let all = 0n;
  yield* eachInSteps(nets, (net) => {
    all += net;
  });
  let [above, since, count] = [0n, 0n, 0];
  yield* eachInSteps(lines.keys(), (at) => {
    const net = nets[at] ?? 0n;
    const isTotal =
      at === 0 ? lines.length > 2 && net === all - net : count > 1 && (net === since || net === above);
    if (isTotal && open.has(at) && net !== 0n && (links[at]?.length ?? 0) === 0) {
      suggestions.push({ lines: [at], orders: [], remains: 0n, why: 'total-row' });
      since = 0n;
      count = 0;
      return;
    }
    above += net;
    since += net;
    count += 1;
  });
  return suggestions;
}
