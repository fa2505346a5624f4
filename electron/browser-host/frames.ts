import { z } from 'zod';
import { FRAME_LENGTH_BYTES } from '#shared/contract/ipc.ts';

const framedSchema = z.looseObject({ input: z.looseObject({ feed: z.looseObject({}) }) });

/** A binary message from the page (`SOCKET_PATHS`); throws where it is none. The bytes of its feed lie in the frame. */
export function decodeFrame(frame: Buffer): unknown {
  const end = FRAME_LENGTH_BYTES + frame.readUInt32LE(0);
  if (end > frame.length) throw new RangeError('The frame is cut off.');
  const call = framedSchema.parse(JSON.parse(frame.toString('utf8', FRAME_LENGTH_BYTES, end)));
  const { input } = call;
  return { ...call, input: { ...input, feed: { ...input.feed, bytes: frame.subarray(end) } } };
}
