/**
 * A keep-alive connection for one request at a time. It writes HTTP/1.1 to a plain socket: clients and server share the
 * cores, and an HTTP library would use more of them than the server.
 */
import { connect, type Socket } from 'node:net';

export interface Connection {
  /**
   * Returns the complete response: headers, and a body of their content-length. Rejects if the connection ends before.
   */
  send(text: string): Promise<string>;
  /** False once the server has closed it, as it does to idle ones. */
  isOpen(): boolean;
  close(): void;
}

export const openConnection = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let pending: { resolve: (response: string) => void; reject: (error: Error) => void } | undefined;
    const fail = (error: Error): void => {
      reject(error);
      pending?.reject(error);
    };
    socket.setEncoding('latin1');
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('the site closed a connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
      if (length === undefined) return fail(new Error(`a response without a content-length:\n${received}`));
      if (received.length < headEnd + 4 + Number(length)) return;
      const response = received;
      received = '';
      pending?.resolve(response);
    });
    socket.once('connect', () =>
      resolve({
        send: (text) =>
          new Promise((onResponse, onError) => {
            if (socket.destroyed) onError(new Error('the site closed a connection'));
            pending = { resolve: onResponse, reject: onError };
            socket.write(text, 'latin1');
          }),
        isOpen: () => !socket.destroyed && socket.writable,
        close: () => {
          pending = undefined;
          socket.destroy();
        },
      }),
    );
  });
