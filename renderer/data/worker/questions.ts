import { readAnomalies, readAnomalousOrders } from '#renderer/data/engine/answers/anomalies.ts';
import { readExplainedRows } from '#renderer/data/engine/answers/explained.ts';
import {
  readGroups,
  readLatestTotals,
  readTotals,
  readValues,
} from '#renderer/data/engine/answers/figures.ts';
import { readOrderRows, readTableRows } from '#renderer/data/engine/answers/lines.ts';
import { readMissingCosts } from '#renderer/data/engine/answers/missing-costs.ts';
import { readOwnCosts, readOwnCostTrial, readUsedOwnCosts } from '#renderer/data/engine/answers/own-costs.ts';
import { readFailingRows, readFailureGroups, readRowProof } from '#renderer/data/engine/answers/proof.ts';
import { readRateDeviations, readRates } from '#renderer/data/engine/answers/rates.ts';
import { readBridge } from '#renderer/data/engine/bridge/answers.ts';
import type { CallsOf } from '#renderer/data/questions/question.ts';
import { readChain, readMonthMatch, readOrderChain } from './chain.ts';
import { readChanges, readOrderHistory } from './changes.ts';
import {
  closeMonth,
  readCloses,
  readDrift,
  removeAdjustment,
  reopenMonth,
  seeDrift,
  takeAdjustment,
} from './closings.ts';
import { readExceptions } from './exceptions.ts';
import {
  readAnnotations,
  readCoverage,
  readRuns,
  readRunWindows,
  writeAnnotations,
} from './ledger-questions.ts';
import { readReleases } from './releases.ts';
import {
  confirmStatement,
  deleteStatement,
  readMatches,
  readSettlements,
  readStatements,
  restoreStatement,
  setStatementAccount,
} from './statements.ts';

/** All that may be asked of an open copy, and all that is written by the user's word. What is missing here cannot be called. */

export const QUESTIONS = [
  readTotals,
  readLatestTotals,
  readGroups,
  readBridge,
  readValues,
  readTableRows,
  readOrderRows,
  readRowProof,
  readFailureGroups,
  readFailingRows,
  readMissingCosts,
  readRates,
  readRateDeviations,
  readAnomalies,
  readAnomalousOrders,
  readOwnCosts,
  readUsedOwnCosts,
  readOwnCostTrial,
  readExplainedRows,
  readExceptions,
  readStatements,
  readMatches,
  readSettlements,
  readReleases,
  readChain,
  readOrderChain,
  readMonthMatch,
  readCloses,
  readDrift,
  readAnnotations,
  readCoverage,
  readRuns,
  readRunWindows,
  readChanges,
  readOrderHistory,
] as const;

export const COMMANDS = [
  writeAnnotations,
  confirmStatement,
  setStatementAccount,
  deleteStatement,
  restoreStatement,
  closeMonth,
  reopenMonth,
  seeDrift,
  takeAdjustment,
  removeAdjustment,
] as const;

export type QuestionCalls = CallsOf<typeof QUESTIONS>;
export type CommandCalls = CallsOf<typeof COMMANDS>;
