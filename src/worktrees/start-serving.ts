/** A command that runs until it is told to stop, and that clients reach on a port. */
import { Buffer } from 'node:buffer';

import { askHttp } from '../platform/ask-server.ts';
import { openCappedLog, type CappedLog } from '../platform/capped-log.ts';
import { startConfined, type ConfinedProcess } from '../platform/confined-process.ts';
import { withEgress } from '../sandbox/egress/with-egress.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { RedactingStream } from '../words/redaction/redactor.ts';
import { enclose } from './enclose.ts';
import { programLimits } from './program-limits.ts';

export interface Serving {
  /** A command line of the routine or of the person: `sh` reads it. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly host: string;
  readonly port: number;
  /** What it prints, secrets replaced. */
  readonly output: (chunk: Uint8Array) => void;
  /** Once, when anything answers on the port. */
  readonly ready: () => Promise<void>;
  readonly signal: AbortSignal;
}

export interface ServingEnd {
  /** `silent`: nothing answered in time. */
  readonly how: 'stopped' | 'ended' | 'silent';
  readonly exitCode: number | null;
  /** What could not be ended. */
  readonly left: readonly string[];
}

const LOOK_EVERY_MS = 150;
const ANSWERS_WITHIN_MS = 120_000;

/** Nothing that it started is left when this resolves. */
export async function startServing(
  request: WorktreeRequest,
  serving: Serving,
): Promise<ServingEnd> {
  const { paths, redactor, spec } = request;
  const log = await openCappedLog(paths.commandLog, {
    maxBytes: spec.limits.maxOutputBytes,
    redactor,
  });
  const enclosed = await enclose(request, 'check', {
    argv: ['sh', '-c', serving.command],
    cwd: paths.worktree,
    env: serving.env,
  });
  const use = { purpose: 'check', network: enclosed.network } as const;
  try {
    return await withEgress(request, use, async () => {
      const running = startConfined({
        runId: spec.id,
        confinement: enclosed.confinement,
        led: enclosed.network !== null,
        groupList: paths.controlGroups,
        clock: request.clock,
        argv: enclosed.argv,
        handedFiles: enclosed.handedFiles,
        cwd: enclosed.cwd,
        env: enclosed.env,
        stdin: 'empty',
        stdout: 'pipe',
        stderr: 'pipe',
        ownSession: true,
        limits: programLimits(request, enclosed),
      });
      for (const stream of [running.stdout, running.stderr])
        listen(stream, {
          log,
          cleaned: redactor.stream(),
          output: (chunk) => serving.output(chunk),
        });
      const how = await untilOver(request, running, serving);
      const { left } = await running.endAll({ signal: 'SIGTERM' });
      const exitCode = how === 'ended' ? (await running.ended).exitCode : null;
      return { how, exitCode, left };
    });
  } finally {
    await log.close();
  }
}

/** A secret may come in two pieces: what is shown is what can no longer become one. */
function listen(
  stream: ConfinedProcess['stdout'],
  {
    log,
    cleaned,
    output,
  }: {
    readonly log: CappedLog;
    readonly cleaned: RedactingStream;
    readonly output: Serving['output'];
  },
): void {
  stream?.on('data', (chunk: Buffer) => {
    log.write(chunk);
    output(Buffer.from(cleaned.write(chunk.toString('latin1')), 'latin1'));
  });
  stream?.on('end', () => output(Buffer.from(cleaned.end(), 'latin1')));
  stream?.on('error', () => undefined);
}

async function untilOver(
  { clock }: WorktreeRequest,
  running: ConfinedProcess,
  { host, port, ready, signal }: Serving,
): Promise<ServingEnd['how']> {
  const over = new AbortController();
  const ended = Promise.race([running.ended, running.limitMet]).then(
    (): ServingEnd['how'] => 'ended',
  );
  const stopped = new Promise<ServingEnd['how']>((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const answers = async (): Promise<ServingEnd['how']> => {
    const deadline = clock.monotonic() + ANSWERS_WITHIN_MS;
    while (!over.signal.aborted) {
      if (await askHttp({ host, port })) {
        await ready();
        return Promise.race([ended, stopped]);
      }
      if (clock.monotonic() > deadline) return 'silent';
      await clock.sleep(LOOK_EVERY_MS, over.signal);
    }
    return 'stopped';
  };
  try {
    return await Promise.race([ended, stopped, answers()]);
  } finally {
    over.abort();
  }
}
