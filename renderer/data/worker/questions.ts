import {
  readGroups,
  readLatestTotals,
  readTotals,
  readValues,
} from '#renderer/data/engine/answers/figures.ts';
import { readOrderRows, readTableRows } from '#renderer/data/engine/answers/lines.ts';
import { readMonthOutlook } from '#renderer/data/engine/answers/month-outlook.ts';
import { readOwnCosts, readOwnCostTrial, readUsedOwnCosts } from '#renderer/data/engine/answers/own-costs.ts';
import type { CallsOf } from '#renderer/data/questions/question.ts';
import type { StreamsOf } from '#renderer/data/questions/stream.ts';
import { readAnomalies, readAnomalousOrders } from '#renderer/reconciliation/anomalies/worker/answers.ts';
import { readBridge } from '#renderer/reconciliation/bridge/worker/answers.ts';
import { readClaimFigures, readClaims } from '#renderer/reconciliation/claims/worker/claims.ts';
import {
  closeMonth,
  readClosePreview,
  readCloses,
  readDrift,
  removeAdjustment,
  reopenMonth,
  seeDrift,
  takeAdjustment,
} from '#renderer/reconciliation/closing/worker/closings.ts';
import { readMissingCosts } from '#renderer/reconciliation/costs/worker/answers.ts';
import { readExplainedRows } from '#renderer/reconciliation/explain/worker/answers.ts';
import { exportJournal, readJournal } from '#renderer/reconciliation/journals/worker/journals.ts';
import {
  confirmStatement,
  deleteStatement,
  readMatches,
  readStatements,
  restoreStatement,
  setStatementAccount,
} from '#renderer/reconciliation/matching/worker/statements.ts';
import { readMonth, readMonths } from '#renderer/reconciliation/month/worker/months.ts';
import { readPayoutForecast } from '#renderer/reconciliation/payouts/worker/forecast.ts';
import {
  readMonthMatch,
  readOrderPayouts,
  readPayouts,
} from '#renderer/reconciliation/payouts/worker/payouts.ts';
import { readSettlements } from '#renderer/reconciliation/payouts/worker/settlements.ts';
import { readRateDeviations, readRates } from '#renderer/reconciliation/rates/worker/answers.ts';
import {
  readReceivableOrders,
  readReceivables,
} from '#renderer/reconciliation/receivables/worker/receivables.ts';
import {
  readFailingRows,
  readFailureGroups,
  readRowRules,
} from '#renderer/reconciliation/rules/worker/answers.ts';
import { readTaxes, readTaxLines } from '#renderer/reconciliation/taxes/worker/taxes.ts';
import { backUp, restore } from './backups.ts';
import { readChanges, readOrderHistory } from './changes.ts';
import { exportDataset } from './dataset.ts';
import { readDatasetMark } from './dataset-mark.ts';
import { readExceptions } from './exceptions.ts';
import { explainFigure } from './explanation.ts';
import { exportTable } from './exported-table.ts';
import { checkWorkbook, intake } from './file-intake.ts';
import {
  readAnnotations,
  readCoverage,
  readRuns,
  readRunWindows,
  writeAnnotations,
} from './ledger-questions.ts';

/** All that may be asked of an open copy, and all that is written by the user's word. What is missing here cannot be called. */

export const QUESTIONS = [
  readTotals,
  readLatestTotals,
  readGroups,
  readMonthOutlook,
  readBridge,
  readValues,
  readTableRows,
  readOrderRows,
  readRowRules,
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
  readClaims,
  readClaimFigures,
  readStatements,
  readMatches,
  readSettlements,
  readPayoutForecast,
  readReceivables,
  readReceivableOrders,
  readPayouts,
  readOrderPayouts,
  readMonthMatch,
  readCloses,
  readClosePreview,
  readDrift,
  readJournal,
  readTaxes,
  readTaxLines,
  readMonths,
  readMonth,
  readAnnotations,
  readCoverage,
  readRuns,
  readRunWindows,
  readChanges,
  readOrderHistory,
  readDatasetMark,
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
  exportJournal,
] as const;

/** Streams of an open copy, which end with it. */
export const STREAMS = [exportTable, checkWorkbook, intake, exportDataset, explainFigure] as const;

/** Streams of copies whether they are open or not. */
export const BACKUP_STREAMS = [backUp, restore] as const;

export type DataStreams = StreamsOf<typeof STREAMS> & StreamsOf<typeof BACKUP_STREAMS>;
export type QuestionCalls = CallsOf<typeof QUESTIONS>;
export type CommandCalls = CallsOf<typeof COMMANDS>;
