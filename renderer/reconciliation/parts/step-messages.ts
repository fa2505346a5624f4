import { sentence } from '#renderer/features/messages/window-messages.ts';
import type { Text } from '#renderer/i18n/text.tsx';
import type {
  MonthStep,
  MonthStepId,
  MonthWalk,
  ReasonOf,
  StepSign,
} from '#renderer/reconciliation/month/model/month-steps.ts';
import { STEP_IDS } from '#renderer/reconciliation/month/model/month-steps.ts';
import { formatDay, formatDayOfYear, machineLocal } from '#renderer/ui/date-format.ts';
import type { FigureKind } from '#renderer/ui/figure.tsx';
import type { Formats } from '#renderer/ui/formats.tsx';
import { dayOf, type LocalDateTime } from '#shared/domain/dates.ts';

/** What the steps of a month say. Pure. */

type Words = { readonly text: Text; readonly formats: Formats };

/** One that lacks its words does not compile. */
type ReasonMessage = { [Id in MonthStepId]: `month.step-${Id}-${ReasonOf<Id>}` }[MonthStepId];

export const stepName = (id: MonthStepId, text: Text): string => text(`month.step-${id}`);

export const stepNumber = (id: MonthStepId): number => STEP_IDS.indexOf(id) + 1;

/** Of this machine's clock; brief without its year. */
const dayOfMoment = (atMs: number, { dates }: Formats, isBrief: boolean): string =>
  (isBrief ? formatDayOfYear : formatDay)(dayOf(machineLocal(atMs) as LocalDateTime), dates);

/** The line of a step: why it is as it is. */
export function stepLine(
  step: MonthStep,
  walk: MonthWalk,
  { text, formats }: Words,
  isBrief = false,
): string {
  if (step.state === 'waived') return text('month.step-waived');
  const { by } = walk.close;
  return text(`month.step-${step.id}-${step.reason}` as ReasonMessage, {
    count: step.count,
    shown: formats.count(step.count),
    of: formats.count(step.of),
    rows: formats.count(step.rows),
    rowCount: step.rows,
    accounts: step.accounts,
    waived: step.waived,
    day: walk.knownUntil === null ? '' : String(Number(walk.knownUntil.slice(8, 10))),
    steps: walk.inTheWay.map((id) => String(stepNumber(id))).join(', '),
    owner: by === null || by.owner === '' ? text('closing.nobody') : by.owner,
    date: by === null ? '' : dayOfMoment(by.atMs, formats, isBrief),
  });
}

/** Who signed a step off and when, whether that has fallen, or that it holds by itself; "": nobody did. */
export function signLine({ state, last }: StepSign, { text, formats }: Words, isBrief = false): string {
  if (state === 'by-itself') return text('month.sign-itself');
  if (last === null) return '';
  return text(state === 'fallen' ? 'month.sign-fallen' : 'month.signed-by', {
    owner: last.owner === '' ? text('closing.nobody') : last.owner,
    date: dayOfMoment(last.atMs, formats, isBrief),
  });
}

/** The figure beside it: what is open, in the unit that it is told in; null: it has none. */
export function stepFigure(step: MonthStep): {
  readonly value: string;
  readonly kind: FigureKind;
  readonly isSigned: boolean;
  readonly of?: number;
} | null {
  const amount = (): ReturnType<typeof stepFigure> =>
    step.amount === null ? null : { value: step.amount, kind: 'money', isSigned: step.id === 'differences' };
  switch (step.id) {
    case 'data':
      return {
        value: String(step.state === 'done' ? step.of : step.count || step.of),
        kind: 'count',
        isSigned: false,
      };
    case 'rows':
      return { value: String(step.count), kind: 'count', isSigned: false };
    case 'costs':
      return amount() ?? { value: '0', kind: 'count', isSigned: false };
    case 'statements':
      return step.of === 0
        ? null
        : { value: String(step.of - step.count - step.waived), kind: 'count', isSigned: false, of: step.of };
    case 'differences':
    case 'bank':
      return amount() ?? (step.state === 'done' ? { value: '0', kind: 'count', isSigned: false } : null);
    case 'close':
      return null;
  }
}

/** What «Siguiente» says: what is to be done there. */
export function nextWords(step: MonthStep, { text, formats }: Words): string {
  return step.count > 0 && step.state === 'open' && step.id !== 'close'
    ? text(`month.next-${step.id}`, { count: step.count, shown: formats.count(step.count) })
    : nameInSentence(step.id, text);
}

/** The name of a step within a sentence. */
export const nameInSentence = (id: MonthStepId, text: Text): string =>
  sentence(stepName(id, text)).replace(/^./u, (letter) => letter.toLocaleLowerCase(text.locale));
