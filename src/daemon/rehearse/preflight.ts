/** What an unattended run of a routine would meet: everything that can be found out without starting its agent. */
import type { Brief } from '../../context/brief.ts';
import { findCredentials } from '../../engines/find-credentials.ts';
import { findEngine } from '../../engines/registry.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import { previewBrief } from '../../runtime/preview-brief.ts';
import { decideLevel } from '../../sandbox/decide-level.ts';
import { manualSpec } from '../../scheduler/build-run-spec.ts';
import type { StoredDefinition } from '../../store/definition-ports.ts';
import { asAppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { connectionFaults } from '../doctor/connection-faults.ts';
import { daemonVariables } from '../doctor/daemon-variables.ts';
import type { PreflightProblem } from './contract.ts';
import { missingFiles } from './missing-files.ts';

export interface Preflight {
  readonly problems: readonly PreflightProblem[];
  /** What its agent would be told now; `null` when it could not be rendered. */
  readonly brief: Pick<Brief, 'prompt' | 'facts' | 'window'> | null;
}

export interface PreflightRequest {
  readonly workspace: Workspace;
  readonly definition: StoredDefinition;
  /** No brief is rendered. */
  readonly quick: boolean;
  readonly signal: AbortSignal;
  progress(text: string): void;
}

/** Throws only at the signal. */
export async function preflight(request: PreflightRequest): Promise<Preflight> {
  const { workspace, definition } = request;
  const checks = [
    engineProblems,
    isolationProblems,
    variableProblems,
    secretProblems,
    connectionProblems,
    missingFiles,
  ];
  const found = await Promise.all(
    checks.map(async (check) => {
      try {
        return await check(workspace, definition);
      } catch (thrown) {
        return [problemOf(thrown)];
      }
    }),
  );
  const rendered = request.quick ? { problems: [], brief: null } : await render(request);
  const problems = [...found.flat(), ...rendered.problems];
  return { problems: distinct(problems), brief: rendered.brief };
}

async function render(request: PreflightRequest): Promise<Preflight> {
  const { workspace, definition, signal } = request;
  const { routine, settings, hash, file } = definition;
  try {
    const spec = await manualSpec({
      workspace,
      routine,
      settings,
      definition: { path: file, hash, source: 'ref', overrides: [] },
    });
    const { brief, notices } = await previewBrief({
      spec,
      signal,
      progress: (_step, text) => request.progress(text),
    });
    return {
      problems: notices.map((notice) => ({
        level: 'warn',
        code: 'notice',
        message: oneLine(notice, 300),
        hint: '',
      })),
      brief,
    };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return { problems: [problemOf(thrown)], brief: null };
  }
}

function problemOf(thrown: unknown): PreflightProblem {
  const { reason, message, hint } = asAppError(thrown);
  return { level: 'fail', code: reason, message: oneLine(message, 300), hint: oneLine(hint, 300) };
}

/** A missing template fails the file check and the preview alike. */
function distinct(problems: readonly PreflightProblem[]): readonly PreflightProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ code, message }) => {
    const name = `${code} ${message}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** Its program and its account, as the gate of a run looks at them. */
async function engineProblems(
  { env, location }: Workspace,
  { routine: { agent }, settings }: StoredDefinition,
): Promise<readonly PreflightProblem[]> {
  const engine = findEngine(agent.engine);
  const own = settings.engines[agent.engine];
  const ready = await engine.preflight({
    agent,
    env,
    root: location.root,
    ...(own === undefined ? {} : { settings: own }),
  });
  if (ready.kind !== 'ready') return [{ level: 'fail', ...ready.failure }];
  const account = await findCredentials({ engine, settings: own, env });
  return [
    ...ready.warnings.map((message) => ({
      level: 'warn' as const,
      code: 'notice',
      message: oneLine(message, 300),
      hint: '',
    })),
    ...(account.kind === 'missing' ? [{ level: 'fail' as const, ...account.failure }] : []),
  ];
}

/** A sandbox that was asked for and is not there throws, and so fails. */
async function isolationProblems(
  workspace: Workspace,
  { routine }: StoredDefinition,
): Promise<readonly PreflightProblem[]> {
  const search = { ...workspace, workspace: workspace.location };
  const { notice } = await decideLevel(routine.workspace.isolation, search);
  return notice === null
    ? []
    : [{ level: 'warn', code: 'notice', message: oneLine(notice, 300), hint: '' }];
}

async function variableProblems(
  workspace: Workspace,
  { routine }: StoredDefinition,
): Promise<readonly PreflightProblem[]> {
  if (routine.permissions.env.length === 0) return [];
  const variables = await daemonVariables(workspace);
  return routine.permissions.env
    .filter((name) => !variables.has(name))
    .map((name) => ({
      level: 'fail',
      code: 'variable-missing',
      message: `permissions.env: ${name} is not set`,
      hint: variables.hint,
    }));
}

/** Credentials, hosts and bodies, as the daemon would have them; nothing is sent. */
async function connectionProblems(
  workspace: Workspace,
  definition: StoredDefinition,
): Promise<readonly PreflightProblem[]> {
  const [variables, { commit }] = await Promise.all([
    daemonVariables(workspace),
    readActiveRoutines(workspace),
  ]);
  const { fault } = await connectionFaults(definition, { workspace, variables, commit });
  if (fault === null || fault.ok === 'yes') return [];
  return [
    {
      level: fault.ok === 'no' ? 'fail' : 'warn',
      code: 'connection',
      message: fault.detail,
      hint: fault.hint,
    },
  ];
}

async function secretProblems(
  workspace: Workspace,
  { routine }: StoredDefinition,
): Promise<readonly PreflightProblem[]> {
  const secrets = routine.triggers.flatMap((one) => (one.kind === 'webhook' ? [one.secret] : []));
  if (secrets.length === 0) return [];
  const variables = await daemonVariables(workspace);
  return secrets
    .filter((name) => !variables.has(name))
    .map((name) => ({
      // Its schedule, if it has one, runs all the same.
      level: 'warn',
      code: 'secret-missing',
      message: `on.webhook: the secret ${name} is not set, so deliveries are refused`,
      hint: variables.hint,
    }));
}
