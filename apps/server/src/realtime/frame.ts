/**
 * Text frames of RFC 6455 as a server sends them: complete and unmasked. An event's frame is built once and the
 * same bytes are written to every connection.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  const finalText = 0x81;
  frame[0] = finalText;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}

/** The server's envelope around one message, framed. */
export function messageFrame(
  { type, payload, requestId }: { type: string; payload: object; requestId?: string | undefined },
  nowMs: number,
): Buffer {
  return textFrame(JSON.stringify({ type, payload, requestId, timestamp: new Date(nowMs).toISOString() }));
}
