import type { SendSurroundings } from '../../connectors/channel.ts';
import type { WantedSend } from '../../connectors/connect-surroundings.ts';
import { formOf } from '../../connectors/registry.ts';
import type { ConnectReport } from '../../forges/connect-report.ts';
import { unreached } from '../../forges/connect-report.ts';
import { AppError } from '../../words/errors.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfEnvironment } from '../../words/redaction/run-secrets.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { KnownConnection } from './known-connections.ts';

const TIMEOUT_MS = 60_000;

interface LookRequest {
  readonly timezone: string;
  readonly send: WantedSend | null;
}

/** Never throws for what the other side does, or for a credential that is missing. No word of the report holds a secret. */
export async function inspectConnection(
  workspace: Workspace,
  { connection, reading }: KnownConnection,
  { timezone, send }: LookRequest,
): Promise<ConnectReport> {
  const { env, clock, location } = workspace;
  const redactor = makeRedactor(secretsOfEnvironment(env));
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const origin = await originOf(workspace);
  const sending = {
    definitions: await committed(workspace),
    workspace: { name: location.name, timezone },
    redactor,
  };
  const surroundings = {
    env,
    clock,
    timezone,
    learn: redactor.learn,
    origin,
    send,
    signal,
    sending,
    reading,
  };
  return cleaned(
    await formOf(connection).connect(connection, surroundings).catch(missing),
    redactor.text,
  );
}

function missing(thrown: unknown): ConnectReport {
  if (thrown instanceof AppError) return unreached(thrown.message, thrown.hint);
  throw thrown;
}

/** A body of one's own is tried as it is committed. */
async function committed({
  location,
  gitEnv,
}: Workspace): Promise<SendSurroundings['definitions']> {
  const [{ gitIn }, { resolveCommit }] = await Promise.all([
    import('../../git/git-call.ts'),
    import('../../git/resolve-commit.ts'),
  ]);
  const commit = await resolveCommit(gitIn({ cwd: location.root, env: gitEnv }), 'HEAD');
  return commit === null ? null : { gitDir: location.gitDir, commit };
}

async function originOf({ location, gitEnv }: Workspace): Promise<string | null> {
  const { gitIn } = await import('../../git/git-call.ts');
  const git = gitIn({ cwd: location.root, env: gitEnv });
  const asked = await git(['remote', 'get-url', 'origin'], { okExitCodes: [0, 2, 128] });
  const [first = ''] = asked.stdout.split('\n');
  return asked.exitCode === 0 && first !== '' ? first : null;
}

function cleaned(report: ConnectReport, redact: (text: string) => string): ConnectReport {
  const clean = (text: string): string => oneLine(redact(text), 400);
  return {
    reached: report.reached,
    as: report.as === null ? null : clean(report.as),
    sees: report.sees.map(clean),
    can: report.can.map(({ what, answer }) => ({ what: clean(what), answer })),
    problems: report.problems.map(({ what, hint }) => ({ what: clean(what), hint: clean(hint) })),
  };
}
