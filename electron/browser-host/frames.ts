import { FRAME_LENGTH_BYTES } from '#shared/contract/ipc.ts';

/** A binary message from the page (`SOCKET_PATHS`); throws where it is none. The bytes of the call lie in the frame. */
export function decodeFrame(frame: Buffer): unknown {
  const end = FRAME_LENGTH_BYTES + frame.readUInt32LE(0);
  if (end > frame.length) throw new RangeError('The frame is cut off.');
  const call: unknown = JSON.parse(frame.toString('utf8', FRAME_LENGTH_BYTES, end));
  if (typeof call !== 'object' || call === null || !('input' in call))
    throw new TypeError('This is no call.');
  return { ...call, input: { ...Object(call.input), bytes: frame.subarray(end) } };
}
