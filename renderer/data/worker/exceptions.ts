import type { InSlot } from '#renderer/data/model/slots.ts';
import { question } from '#renderer/data/questions/question.ts';
import { closedMonthFindings } from '#renderer/reconciliation/closing/worker/closed-month-findings.ts';
import { completenessFindings } from '#renderer/reconciliation/findings/worker/completeness-findings.ts';
import type { Exceptions, ExceptionsQuery } from './exceptions-query.ts';
import { findings } from './findings.ts';
import type { OpenCopy } from './open-copy.ts';
import { workedExceptions } from './worked-exceptions.ts';

/** Answered in an idle moment after the last of several commits: it never delays another question. */
export const readExceptions = question('readExceptions', {
  freshness: 'commits-and-metadata',
  answer: async (
    copy: OpenCopy,
    { tolerance, today, slot, withCases = false, ...asked }: ExceptionsQuery & InSlot,
  ): Promise<Exceptions> => {
    const { ledger, closings, statements, shownRows } = copy;
    const { scope } = asked;
    const { findings: ofRows, ...found } = await copy.findings.read(() => {
      const dismissed = ledger.annotations.of('dismissed-anomaly');
      return findings(shownRows(), { ...asked, dismissed });
    }, slot);
    const ofStatements = await statements.findings({ scope, tolerance });
    const ofReceivables = await copy.receivables.findings({ scope, today });
    const months = completenessFindings(await ledger.reads.coverage(), ledger.damage());
    const ofCloses = closedMonthFindings((await closings.readCloses()).months, scope);
    const all = [...months, ...ofCloses, ...ofStatements, ...ofReceivables, ...ofRows];
    return { ...found, ...workedExceptions(all, ledger.annotations, { scope, today, withCases }) };
  },
});
