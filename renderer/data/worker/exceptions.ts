import type { Exceptions, ExceptionsQuery } from '#renderer/data/api/exceptions.ts';
import type { InSlot } from '#renderer/data/api/slots.ts';
import { findings } from '#renderer/data/engine/answers/findings.ts';
import { closedMonthFindings } from '#renderer/data/engine/exceptions/closed-month-findings.ts';
import { completenessFindings } from '#renderer/data/engine/exceptions/completeness-findings.ts';
import { question } from '#renderer/data/questions/question.ts';
import { exceptionsOf } from '#shared/domain/exceptions.ts';
import type { OpenCopy } from './open-copy.ts';

/** Answered in an idle moment after the last of several commits: it never delays another question. */
export const readExceptions = question('readExceptions', {
  freshness: 'commits-and-metadata',
  answer: async (
    copy: OpenCopy,
    { tolerance, slot, ...asked }: ExceptionsQuery & InSlot,
  ): Promise<Exceptions> => {
    const { ledger, closings, statements, shownRows } = copy;
    const { scope } = asked;
    const { findings: ofRows, ...found } = await copy.findings.read(() => {
      const dismissed = ledger.annotations.of('dismissed-anomaly');
      return findings(shownRows(), { ...asked, dismissed });
    }, slot);
    const ofStatements = await statements.findings({ scope, tolerance });
    const months = completenessFindings(await ledger.reads.coverage(), ledger.damage());
    const ofCloses = closedMonthFindings((await closings.readCloses()).months, scope);
    const all = [...months, ...ofCloses, ...ofStatements, ...ofRows];
    const records = ledger.annotations.of('exception');
    return { ...found, exceptions: exceptionsOf(all, records, scope) };
  },
});
