import type { CopyCalls } from '#renderer/data/model/copy.ts';
import type { TablesQuery } from '#renderer/data/worker/dataset-tables.ts';
import type { Exceptions, ExceptionsQuery } from '#renderer/data/worker/exceptions-query.ts';
import type { CommandCalls, DataStreams, QuestionCalls } from '#renderer/data/worker/questions.ts';
import type { IntakeAnswer, IntakeAsk, IntakeEnd } from '#renderer/data/worker/reader/intake.ts';
import type { Caller } from '#shared/contract/rpc.ts';
import type { Puller } from '#shared/contract/streams.ts';

/**
 * Types of the questions that the page may ask of the data worker: those of the worker's own records, of which no value
 * reaches the page.
 */

/** Asks of the open copy; it cannot write. */
export type DataReader = Caller<QuestionCalls>;

/** Writes what the user says or does. */
export type DataWriter = Caller<CommandCalls>;

export type CopyCaller = Caller<CopyCalls>;

/** The question of a table file, and its answer. */
/** What the tables beside the rows of an export for engines are asked with. */
export type { Exceptions, ExceptionsQuery, IntakeAnswer, IntakeAsk, IntakeEnd, TablesQuery };

/** Pulls piece by piece what is too much for one answer. */
export type DataPuller = Puller<DataStreams>;
