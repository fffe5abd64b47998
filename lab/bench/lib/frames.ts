/** Frames of a WebSocket that a server sends, read from a plain socket. */

export interface FrameHandlers {
  onText(text: Buffer): void;
  onPing(): void;
}

const textType = 0x81;
const pingType = 0x89;

/** A client's answer to a ping, with a mask of zeros. */
export const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** A client's message of 126 to 65,535 bytes, with a mask of zeros, which does not change the text. */
export const textFrame = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  const head = Buffer.from([textType, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(bytes.length, 2);
  return Buffer.concat([head, bytes]);
};

/** Takes chunks as they arrive, which may end within a frame. */
export const createFrameReader = ({ onText, onPing }: FrameHandlers): ((chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (bytes.length >= at + 2) {
      const length = bytes[at + 1] ?? 0;
      if (length > 126) throw new Error('unexpected frame length');
      const headLength = length === 126 ? 4 : 2;
      if (bytes.length < at + headLength) break;
      const end = at + headLength + (length === 126 ? bytes.readUInt16BE(at + 2) : length);
      if (bytes.length < end) break;
      if (bytes[at] === textType) onText(bytes.subarray(at + headLength, end));
      if (bytes[at] === pingType) onPing();
      at = end;
    }
    rest = at < bytes.length ? Buffer.from(bytes.subarray(at)) : empty;
  };
};

const empty = Buffer.alloc(0);
