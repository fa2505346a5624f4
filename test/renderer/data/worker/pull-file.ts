import type { FileChunk, FileContent } from '#renderer/data/api/table-files.ts';
import type { DataCalls } from '#renderer/data/worker/data-service.ts';
import type { Handlers } from '#shared/contract/rpc.ts';
import type { CsvFormat } from '#shared/domain/spreadsheet.ts';

type Service = Pick<Handlers<DataCalls>, 'startFile' | 'readFileChunk' | 'endFile'>;

/** Pulls a file to its end. */
export async function pullFile(service: Service, fileId: string) {
  const chunks: FileChunk[] = [];
  for (;;) {
    const chunk = await service.readFileChunk({ fileId });
    if (chunk === null) break;
    chunks.push(chunk);
  }
  return {
    bytes: new Uint8Array(Buffer.concat(chunks.map(({ bytes }) => bytes))),
    progress: chunks.map(({ linesDone }) => linesDone),
  };
}

export async function startCsv(service: Service, content: FileContent, csv: CsvFormat) {
  return service.startFile({ content, format: { kind: 'csv', csv } });
}

/** A CSV as text, its byte order mark with it. */
export async function pullText(service: Service, fileId: string): Promise<string> {
  return Buffer.from((await pullFile(service, fileId)).bytes).toString('utf8');
}
