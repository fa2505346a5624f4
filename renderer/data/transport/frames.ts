import { FRAME_LENGTH_BYTES } from '#shared/contract/ipc.ts';

/** A message to the browser host (`SOCKET_PATHS`): binary where it is a pull whose feed has bytes. */
export function encodeFrame(message: unknown): string | Uint8Array<ArrayBuffer> {
  const call = message as { readonly input?: { readonly feed?: { readonly bytes?: unknown } | null } | null };
  if (!(call.input?.feed?.bytes instanceof Uint8Array)) return JSON.stringify(message);
  const { bytes, ...feed } = call.input.feed;
  const json = new TextEncoder().encode(JSON.stringify({ ...call, input: { ...call.input, feed } }));
  const frame = new Uint8Array(FRAME_LENGTH_BYTES + json.length + bytes.length);
  new DataView(frame.buffer).setUint32(0, json.length, true);
  frame.set(json, FRAME_LENGTH_BYTES);
  frame.set(bytes, FRAME_LENGTH_BYTES + json.length);
  return frame;
}
