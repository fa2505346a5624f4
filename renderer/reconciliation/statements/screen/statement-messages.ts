import type { Text } from '#renderer/i18n/text.tsx';
import { checkStateOf } from '#renderer/reconciliation/statements/model/check-state.ts';
import type { StatementPreview } from '#renderer/reconciliation/statements/model/imported.ts';
import {
  type AnsweredRow,
  answerKind,
  typedAmount,
  typedNumber,
} from '#renderer/reconciliation/statements/model/row-answers.ts';
import type {
  CheckFault,
  LayoutChange,
  NotUnderstood,
  StatementChecks,
} from '#renderer/reconciliation/statements/model/statement.ts';
import type { Formats } from '#renderer/ui/formats.tsx';

/** Messages about a statement. */

function placeOf({ after, before, kind }: CheckFault, text: Text): string {
  if (after !== null && (before === null || after === before)) {
    const line = String(after);
    return text(before === null ? 'statement-import.place-after' : 'statement-import.place-line', { line });
  }
  if (before === null) return text('statement-import.place-whole');
  if (after === null) {
    const key = kind === 'row' ? 'statement-import.place-line' : 'statement-import.place-before';
    return text(key, { line: String(before) });
  }
  return text('statement-import.place-between', { after: String(after), before: String(before) });
}

export function faultText(fault: CheckFault, text: Text, formats: Formats): string {
  const what = text(`statement-import.fault-${fault.kind}`, { gap: formats.exact(fault.gap) });
  const orElse =
    fault.orElse === null
      ? ''
      : ` ${text('statement-import.fault-or-else', { gap: formats.exact(fault.orElse) })}`;
  const column = fault.column === null ? '' : ` (${fault.column})`;
  return `${placeOf(fault, text)}: ${what}${orElse}${column}`;
}

/** The state of the checks in words: never that they hold without the number of lines they cover. */
export function checksText(
  proof: Omit<StatementChecks, 'holds'>,
  lines: number,
  text: Text,
  formats: Formats,
): string {
  const { covered, doubts } = proof;
  const counts = { count: covered, shown: formats.count(covered) };
  const state = checkStateOf(proof);
  switch (state) {
    case 'fails':
      return text('statement-import.proof-fails');
    case 'none':
      return text('statement-import.proof-none');
    case 'holds':
      return covered === lines
        ? text('statement-import.proof-holds', counts)
        : text('statement-import.proof-holds-part', { ...counts, of: formats.count(lines) });
    case 'doubts': {
      const left = text('statement-import.proof-left-out', { count: doubts, shown: formats.count(doubts) });
      const what =
        proof.checks.length === 0
          ? text('statement-import.proof-unchecked')
          : text('statement-import.proof-doubts', counts);
      return `${what}; ${left}`;
    }
  }
}

export function notUnderstoodText({ line, column, text: given, why }: NotUnderstood, text: Text): string {
  const what = text(`statement-import.why-${why}`);
  return column === ''
    ? text('statement-import.line-not-understood', { line: String(line), given, what })
    : text('statement-import.cell-not-understood', { line: String(line), column, given, what });
}

/** The user's answer about a row. */
export function answerText(
  { line, column = '', text: given, answer }: AnsweredRow,
  text: Text,
  formats: Formats,
): string {
  const amount = typedAmount(answer);
  return text(`statement-import.said-${answerKind(answer)}`, {
    line: String(line),
    given,
    column,
    amount: amount === null ? '' : formats.exact(amount),
    number: typedNumber(answer) ?? '',
  });
}

export function changeText(
  { change, column, former, money, isProved }: LayoutChange,
  text: Text,
  formats: Formats,
): string {
  const what = text(`statement-import.change-${change}`, { column, former: former ?? '' });
  const moved =
    money === null ? '' : ` ${text('statement-import.change-money', { amount: formats.exact(money) })}`;
  return `${what}.${moved}${isProved ? ` ${text('statement-import.change-proved')}` : ''}`;
}

/** Its sums by currency, as one text. */
export function netsText(nets: StatementPreview['nets'], formats: Formats): string {
  return nets.map(({ currency, net }) => `${formats.exact(net)} ${currency}`.trim()).join(' · ');
}
