import { connect } from 'node:net';

const WITHIN_MS = 3_000;

/** Whether anything there answers a plain request for `/`, however it does. Never rejects. */
export function askHttp({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(WITHIN_MS, () => settle(false));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
    socket.once('data', () => settle(true));
    socket.once('connect', () => {
      socket.write(`GET / HTTP/1.1\r\nHost: ${host}:${port}\r\nConnection: close\r\n\r\n`);
    });
  });
}
