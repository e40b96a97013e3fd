import { connect } from 'node:net';

const WITHIN_MS = 3_000;

/** Whether anything on that port of 127.0.0.1 answers a plain request for `/`, however it does. Never rejects. */
export function askHttp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(WITHIN_MS, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
    socket.once('data', () => settle(true));
    socket.once('connect', () => {
      socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    });
  });
}
