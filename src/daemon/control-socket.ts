/** The daemon's end of its socket. */
import { inspectPath } from '../platform/files.ts';
import { serveLines, type LineServer } from '../platform/line-socket.ts';
import { answerQuestion, type ControlAnswers } from '../scheduler/daemon/control-protocol.ts';

export interface ControlSocket {
  /** Listens anew when the path is gone: whoever tidies up folders of old files takes sockets along. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function openControlSocket(
  path: string,
  answers: ControlAnswers,
): Promise<ControlSocket> {
  const listen = (): Promise<LineServer> =>
    serveLines(path, (line) => answerQuestion(line, answers));
  let server = await listen();
  return {
    mend: async () => {
      if ((await inspectPath(path)) !== null) return;
      await server.close();
      server = await listen();
    },
    close: () => server.close(),
  };
}
