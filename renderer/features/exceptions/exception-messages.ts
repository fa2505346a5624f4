import { isKnownKind } from '#renderer/data/model/exception-kinds.ts';
import { type Finding, STATEMENT_REASONS, type StatementReason } from '#renderer/data/model/finding.ts';
import { findRule, formulaOf } from '#renderer/data/model/row-rules.ts';
import { describeMonth } from '#renderer/features/period/period.ts';
import type { Text } from '#renderer/i18n/text.tsx';

/** Messages about exceptions. Pure. */

/** «Sin Costo de Producto»; of a kind that has no words yet, the kind. */
export function kindName(kind: string, text: Text): string {
  return isKnownKind(kind) ? text(`exception.kind-${kind}`) : kind;
}

/** The meaning of a finding. */
export function kindMeaning({ kind, subject }: Pick<Finding, 'kind' | 'subject'>, text: Text): string {
  if (!isKnownKind(kind)) return '';
  const reason = statementReason({ kind, subject });
  if (reason !== null) return text(`exception.meaning-statement-${reason}`);
  const rule = kind === 'row-rule' ? findRule(subject.rule ?? '') : undefined;
  const formula = rule === undefined ? '' : formulaOf(rule, text.column);
  return text(`exception.meaning-${kind}`, { formula });
}

/** Why a statement does not square; null of anything else. */
export function statementReason({
  kind,
  subject,
}: Pick<Finding, 'kind' | 'subject'>): StatementReason | null {
  if (kind !== 'statement-difference') return null;
  return STATEMENT_REASONS.find((reason) => reason === subject.reason) ?? null;
}

/** Whether what it tells of is lines of a file, and no rows of orders. */
export function isOfLines(finding: Pick<Finding, 'kind' | 'subject'>): boolean {
  const reason = statementReason(finding);
  return reason === 'only-there' || reason === 'proof' || reason === 'damaged';
}

/** Advice on a finding. */
export function kindAdvice(kind: string, text: Text): string {
  return isKnownKind(kind) ? text(`exception.advice-${kind}`) : '';
}

/** The place of a finding: the file, the column or the month, the channel and its account. */
export function whereOf(
  { kind, subject, name }: Pick<Finding, 'kind' | 'subject' | 'name'>,
  text: Text,
): string {
  const reason = statementReason({ kind, subject });
  if (reason !== null) {
    const isOfFile = reason === 'proof' || reason === 'damaged';
    const said = text(isOfFile ? `exception.statement-${reason}` : `match.state-${reason}`);
    return [said, name ?? '', subject.currency].filter((part) => part !== undefined).join(' · ');
  }
  const { Canal, Cuenta, rule, month, ...others } = subject;
  const isRate = kind === 'rate';
  const parts = [
    isRate || rule === undefined ? undefined : text.column(findRule(rule)?.result ?? rule),
    month === undefined || month === '' ? undefined : describeMonth(month, text),
    ...(isRate ? [text.column(others.charge ?? '')] : Object.values(others)),
    ...[Canal, Cuenta].map((name) => (name === '' ? text('filter.blank') : name)),
  ].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(' · ');
  return kind === 'control-differs' || kind === 'damage' ? text('exception.anywhere') : '';
}
