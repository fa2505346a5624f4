import type { Annotation, AnnotationChanges, Annotations } from '#renderer/data/model/annotations.ts';
import type { Month } from '#shared/domain/dates.ts';
import { compare, type Decimal, fromDecimal } from '#shared/domain/decimal.ts';
import type { StepFigure, StepPart, WaivableStep, Waiver } from './month-steps.ts';
import { partKey } from './part-key.ts';

/** «No necesario»: what of a step is not needed, by the user's word. It is about a figure, and falls when that moves. */

/** What was said of a part of a step, whether it holds or not; null: nothing. */
export function waiverOf(
  said: Annotations<'month-waiver'>,
  [month, step, account]: Parameters<typeof partKey>,
): Waiver | null {
  const key = partKey(month, step, account);
  const found = said.get(key);
  return found === undefined ? null : { key, ...found };
}

/** Whether what was said is said of this figure. */
export const isOfThis = ({ said }: { readonly said: StepFigure }, now: StepFigure): boolean =>
  said.reason === now.reason &&
  said.count === now.count &&
  said.evidence === now.evidence &&
  isSameAmount(said.amount, now.amount);

/** Numbers are compared, not how they are written. */
export const isSameAmount = (one: Decimal | null, other: Decimal | null): boolean =>
  one === null || other === null ? one === other : compare(fromDecimal(one), fromDecimal(other)) === 0;

type By = Pick<Annotation<'month-waiver'>, 'owner' | 'note' | 'atMs'>;
type Waived = Pick<StepPart, 'account' | 'state' | 'reason' | 'count' | 'amount' | 'evidence'>;

/** Says of a step that what stands open in some of its parts is not needed: all of it in one write. */
export function waiveParts(
  month: Month,
  step: WaivableStep,
  parts: readonly Waived[],
  by: By,
): AnnotationChanges<'month-waiver'> {
  const open = parts.filter(({ state }) => state === 'open' || state === 'blocked');
  return {
    kind: 'month-waiver',
    puts: open.map(({ account, reason, count, amount, evidence }) => ({
      key: partKey(month, step, account),
      value: { ...by, said: { reason, count, amount, evidence } },
    })),
    deletes: [],
  };
}

/** Takes back what was said of some parts, whether it holds or has fallen. */
export const unwaiveParts = (
  month: Month,
  step: WaivableStep,
  parts: readonly Pick<StepPart, 'account'>[],
): AnnotationChanges<'month-waiver'> => ({
  kind: 'month-waiver',
  puts: [],
  deletes: parts.map(({ account }) => partKey(month, step, account)),
});
