import type { Annotation, AnnotationChanges, Annotations } from '#renderer/data/model/annotations.ts';
import type { Month } from '#shared/domain/dates.ts';
import type {
  AccountName,
  MonthStep,
  SignedFigure,
  SignOff,
  StepPart,
  StepSign,
  WaivableStep,
} from './month-steps.ts';
import { partKey } from './part-key.ts';
import { isOfThis, isSameAmount } from './waivers.ts';

/** Steps signed off by a name. A sign-off is of all figures of a step, and falls when one of them moves. */

/** Whether a sign-off is of this figure. */
export const isSignedOf = ({ said }: Pick<SignOff, 'said'>, now: SignedFigure): boolean =>
  isOfThis({ said }, now) &&
  said.state === now.state &&
  said.of === now.of &&
  said.whole === now.whole &&
  said.explained.count === now.explained.count &&
  isSameAmount(said.explained.amount, now.explained.amount);

/** What was signed of a part of a step, whether it holds or not; null: nothing. */
export function signOffOf(
  signed: Annotations<'month-sign-off'>,
  [month, step, account]: Parameters<typeof partKey>,
): SignOff | null {
  const key = partKey(month, step, account);
  const found = signed.get(key);
  return found === undefined ? null : { key, ...found };
}

/** What was signed of a step in accounts that it has no part in by now. */
export function goneSignOffs(
  signed: Annotations<'month-sign-off'>,
  {
    month,
    step,
    parts,
  }: { readonly month: Month; readonly step: WaivableStep; readonly parts: readonly Named[] },
  isInView: (account: AccountName) => boolean,
): readonly SignOff[] {
  const own = new Set(parts.map(({ account }) => partKey(month, step, account)));
  return [...signed].flatMap(([key, found]) => {
    if (own.has(key)) return [];
    const [ofMonth, ofStep, canal, cuenta] = JSON.parse(key) as readonly string[];
    if (ofMonth !== month || ofStep !== step) return [];
    const isOurs = canal === undefined || cuenta === undefined || isInView({ canal, cuenta });
    return isOurs ? [{ key, ...found }] : [];
  });
}

type Named = Pick<StepPart, 'account'>;
type Signed = Pick<StepPart, 'signOff' | 'fallenSignOff'>;

/** How a step is signed off: it is where all of its parts are, and has fallen where only some are. */
export function signOfStep(
  parts: readonly Signed[],
  gone: readonly SignOff[],
  isByItself: boolean,
): StepSign {
  const held = parts.flatMap(({ signOff }) => signOff ?? []);
  const fallen = [...parts.flatMap(({ fallenSignOff }) => fallenSignOff ?? []), ...gone];
  const last = newest(fallen) ?? newest(held);
  if (last === null) return { state: isByItself ? 'by-itself' : 'none', last };
  const isWhole = fallen.length === 0 && held.length === parts.length;
  return { state: isWhole ? 'signed' : 'fallen', last: shownOf(last) };
}

const shownOf = ({ owner, atMs, step }: SignOff): StepSign['last'] => ({ owner, atMs, step });

const newest = (all: readonly SignOff[]): SignOff | null =>
  all.reduce<SignOff | null>((last, each) => (last === null || each.atMs > last.atMs ? each : last), null);

/** Who signed what still holds, the last one first, each once. */
export const signersOf = (signOffs: readonly SignOff[]): readonly string[] => [
  ...new Set(signOffs.toSorted((one, other) => other.atMs - one.atMs).map(({ owner }) => owner)),
];

type By = Pick<Annotation<'month-sign-off'>, 'owner' | 'atMs'>;

/**
 * Signs a step off as it stands, in all of its accounts in view: all of it in one write. What was signed in accounts
 * that it has no part in any more goes (`gone`: their keys).
 */
export function signParts(
  month: Month,
  {
    step,
    parts,
    gone,
  }: { readonly step: MonthStep; readonly parts: readonly StepPart[]; readonly gone: readonly string[] },
  by: By,
): AnnotationChanges<'month-sign-off'> {
  const { id, reason, count, of, amount } = step;
  if (id === 'close') return { kind: 'month-sign-off', puts: [], deletes: [] };
  return {
    kind: 'month-sign-off',
    puts: parts.map((part) => ({
      key: partKey(month, id, part.account),
      value: { ...by, said: figureOf(part), step: { reason, count, of, amount } },
    })),
    deletes: gone,
  };
}

function figureOf({ state, reason, count, of, amount, evidence, explained, whole }: StepPart): SignedFigure {
  return { state, reason, count, of, amount, evidence, explained, whole };
}

/** Takes back what was signed of a step, whether it holds or has fallen. */
export const unsignParts = (
  month: Month,
  step: WaivableStep,
  { parts, gone }: { readonly parts: readonly Named[]; readonly gone: readonly string[] },
): AnnotationChanges<'month-sign-off'> => ({
  kind: 'month-sign-off',
  puts: [],
  deletes: [...parts.map(({ account }) => partKey(month, step, account)), ...gone],
});
