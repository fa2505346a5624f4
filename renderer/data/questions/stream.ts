import type { Sources, StopSignal, Streams } from '#shared/contract/streams.ts';

/**
 * Streams of the data worker, pulled piece by piece: each is one record beside its source. It is made no further than
 * it is pulled, and stops where `signal` is aborted.
 */

/** @template Of what of the worker the stream is made of */
export type StreamRecord<Name extends string, Of, Input, Pieces> = {
  readonly name: Name;
  readonly source: (of: Of, input: Input, signal: StopSignal) => Pieces;
};

export function stream<const Name extends string, Of, Pieces, Input = null>(
  name: Name,
  source: (of: Of, input: Input, signal: StopSignal) => Pieces,
): StreamRecord<Name, Of, Input, Pieces> {
  return { name, source };
}

/** Streams, as a list of them is typed. */
export type StreamRecords<Of = never> = readonly {
  readonly name: string;
  readonly source: (of: Of, input: never, signal: StopSignal) => AsyncGenerator<unknown, unknown, never>;
}[];

type PartsOf<Pieces> =
  Pieces extends AsyncGenerator<infer Piece, infer End, infer Feed>
    ? { readonly piece: Piece; readonly end: End; readonly feed: Feed }
    : never;

/** The streams of a list of records, by name. */
export type StreamsOf<R extends StreamRecords> = {
  readonly [Each in R[number] as Each['name']]: {
    readonly input: Parameters<Each['source']>[1];
  } & PartsOf<ReturnType<Each['source']>>;
};

/**
 * The sources of some streams, by name. `need` gives what they are made of, perhaps later, or throws where that is not there.
 */
export function sourcesOf<Of, const R extends StreamRecords<Of>>(
  records: R,
  need: () => Of | Promise<Of>,
): SourcesOf<R> {
  const sources = records.map(({ name, source }) => {
    const begin = (input: never, signal: StopSignal) => {
      const of = need();
      return of instanceof Promise
        ? waiting(of, (there) => source(there, input, signal))
        : source(of, input, signal);
    };
    return [name, begin] as const;
  });
  return Object.fromEntries(sources) as unknown as SourcesOf<R>;
}

/** A stream of what is still to come. */
async function* waiting<Of>(
  of: Promise<Of>,
  begin: (of: Of) => AsyncGenerator<unknown, unknown, never>,
): AsyncGenerator<unknown, unknown, never> {
  return yield* begin(await of);
}

type SourcesOf<R extends StreamRecords> =
  StreamsOf<R> extends infer Each extends Streams ? Sources<Each> : never;
