import type { DataPuller } from '#renderer/data/client/data-calls.ts';
import type { CsvFormat } from '#renderer/data/model/spreadsheet.ts';
import type { FileChunk, FileContent, FileOrder } from '#renderer/data/model/table-files.ts';
import type { DataStreams } from '#renderer/data/worker/questions.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import { pullStreams, type StreamCalls } from '#shared/contract/streams.ts';

/** Streams of a service that is asked without a wire. */
export const streamsOf = (service: Handlers<StreamCalls>): DataPuller => pullStreams<DataStreams>(service);

type OpenedFile = ReturnType<DataPuller['exportTable']>;

/** Begins a file, and says how many lines it has. */
export async function startFile(
  service: Handlers<StreamCalls>,
  order: FileOrder,
): Promise<{ readonly file: OpenedFile; readonly lines: number }> {
  const file = streamsOf(service).exportTable(order);
  const { value } = await file.next();
  if (value?.kind !== 'begun') throw new Error(`It begins with ${JSON.stringify(value)}`);
  return { file, lines: value.lines };
}

/** The next chunk of a file; null where it is complete. */
export async function readChunk(file: OpenedFile): Promise<FileChunk | null> {
  const { value } = await file.next();
  if (value === null) return null;
  if (value.kind !== 'chunk') throw new Error('A file begins once.');
  return value;
}

/** Pulls a file to its end. */
export async function pullFile(file: OpenedFile) {
  const chunks: FileChunk[] = [];
  for (;;) {
    const chunk = await readChunk(file);
    if (chunk === null) break;
    chunks.push(chunk);
  }
  return {
    bytes: new Uint8Array(Buffer.concat(chunks.map(({ bytes }) => bytes))),
    progress: chunks.map(({ linesDone }) => linesDone),
  };
}

export async function startCsv(service: Handlers<StreamCalls>, content: FileContent, csv: CsvFormat) {
  return startFile(service, { content, format: { kind: 'csv', csv } });
}

/** A CSV as text, its byte order mark with it. */
export async function pullText(file: OpenedFile): Promise<string> {
  return Buffer.from((await pullFile(file)).bytes).toString('utf8');
}
