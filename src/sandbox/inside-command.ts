/**
 * The command that is started inside instead: a shell that bounds itself, and becomes the command. Limits of a process
 * hold for all that it starts, and nothing raises them again. Pure.
 *
 * Processes are counted by the kernel in the sandbox's own user namespace (Linux 5.14 and later), and for root's not at all.
 * Before that they are not bounded here: the kernel counts all processes of the account.
 * Memory is not bounded here: V8, Go and WebAssembly reserve far more address space than they use.
 */
import { platformFacts } from '../platform/environment.ts';
import { packageFile } from '../platform/package.ts';
import type { Endpoint, NetworkPlan } from '../words/network-plan.ts';
import {
  FILE_BLOCK_BYTES,
  hardFileBytes,
  hardProcesses,
  type ResourceLimits,
} from '../words/resource-limits.ts';
import type { Command, Purpose } from './contract.ts';
import { INSIDE_USER } from './etc-folder.ts';

/** dash counts processes with -p, bash with -u. When memory is short the system ends these before what a person works with. */
const SCRIPT = `ulimit -f "$1"
[ -z "$2" ] || ulimit -u "$2" || ulimit -p "$2"
echo 500 >/proc/self/oom_score_adj
`;

/** What a shell adds to the environment by itself. */
const SHELL_VARIABLES = ['PWD', 'OLDPWD', 'SHLVL', '_'];

/** @param counted processes are counted for this sandbox alone */
export function limitedCommand(
  command: Command,
  { fileBytes, processes, counted }: ResourceLimits & { readonly counted: boolean },
): Command {
  const added = SHELL_VARIABLES.filter((name) => command.env[name] === undefined);
  const script = `{ ${SCRIPT}unset ${added.join(' ')}; } 2>/dev/null; shift 2; exec "$@"`;
  const blocks = hardFileBytes(fileBytes) / FILE_BLOCK_BYTES;
  const words = [String(blocks), counted ? String(hardProcesses(processes)) : ''];
  return { ...command, argv: ['/bin/sh', '-c', script, 'sh', ...words, ...command.argv] };
}

/** @param release of Linux, as `uname -r` prints it */
export function countsBySandbox(release: string): boolean {
  const [major = 0, minor = 0] = release.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return major > 5 || (major === 5 && minor >= 14);
}

// The environment of a program inside, made from the one it would have outside. Pure.

/**
 * What engines have to be told so that they work in a sandbox that is not theirs. Claude Code refuses to work without
 * asking unless it hears that it is in one.
 */
const INSIDE_SANDBOX: Readonly<Record<string, string>> = { IS_SANDBOX: '1' };

export interface Inside {
  readonly purpose: Purpose;
  readonly home: string;
  /** From `cacheVariables`. */
  readonly caches: Readonly<Record<string, string>>;
}

/** What the routine names in `permissions.env` counts more than what we would say of caches. */
export function sandboxEnvironment(
  env: Readonly<Record<string, string>>,
  { purpose, home, caches }: Inside,
): Readonly<Record<string, string>> {
  if (purpose === 'hand-back') return { ...env, HOME: home };
  return {
    ...caches,
    ...(purpose === 'agent' ? INSIDE_SANDBOX : {}),
    ...env,
    HOME: home,
    USER: INSIDE_USER,
    LOGNAME: INSIDE_USER,
    SHELL: '/bin/sh',
  };
}

// The command that is started inside instead: our small program, which leads to the sockets and starts the command.

/** Of the proxy, on loopback inside. Below the ports that systems hand out, and used by nothing well-known. */
const PROXY_PORT = 27_831;

export const PROXY_SOCKET = 'proxy';

const INSIDE_PROGRAM = 'dist/sandbox/inside/main.js';

/** Names that stand for this machine, which inside is the sandbox itself. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '::1'];

/** Pure. With the variables by which programs find the proxy; those of the command itself lose. */
export function relayCommand(plan: NetworkPlan, command: Command): Command {
  const port = proxyPortBeside(plan.endpoints);
  const leads = [
    ...(usesProxy(plan) ? [`${port}=${PROXY_SOCKET}`] : []),
    ...plan.endpoints.map(({ name, innerPort }) => `${innerPort}=${name}`),
  ];
  return {
    argv: [
      ...insideProgram(),
      'run',
      plan.socketFolder,
      ...leads.flatMap((lead) => ['--listen', lead]),
      ...(plan.inward ?? []).flatMap(({ name, port }) => ['--offer', `${port}=${name}`]),
      '--',
      ...command.argv,
    ],
    cwd: command.cwd,
    env: {
      ...command.env,
      ...plan.env,
      ...(usesProxy(plan) ? proxyVariables(`http://127.0.0.1:${port}`, plan) : {}),
    },
  };
}

/** For programs that speak over stdin and stdout: leads these to one socket of the folder. Pure. */
export function connectArgv(socketFolder: string, name: string): readonly string[] {
  return [...insideProgram(), 'connect', socketFolder, name];
}

/** Whether anything is reached by way of the proxy. */
export function usesProxy({ allow, trusted }: NetworkPlan): boolean {
  return allow.length > 0 || trusted.length > 0;
}

/** Without the optimizing compiler the program is smaller, and it only hands bytes on. Words that every Node takes. */
function insideProgram(): readonly string[] {
  return [platformFacts().execPath, '--no-opt', '--max-lazy', packageFile(INSIDE_PROGRAM)];
}

function proxyPortBeside(endpoints: readonly Endpoint[]): number {
  const taken = new Set(endpoints.map(({ innerPort }) => innerPort));
  let port = PROXY_PORT;
  while (taken.has(port)) port += 1;
  return port;
}

function proxyVariables(url: string, plan: NetworkPlan): Readonly<Record<string, string>> {
  const throughProxy = new Set(plan.trusted.map((target) => target.replace(/:\d+$/, '')));
  const direct = LOOPBACK_NAMES.filter((name) => !throughProxy.has(name)).join(',');
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    http_proxy: url,
    https_proxy: url,
    NO_PROXY: direct,
    no_proxy: direct,
    // Node's own `fetch` looks at the variables only when it is told to.
    NODE_USE_ENV_PROXY: '1',
    npm_config_proxy: url,
    npm_config_https_proxy: url,
    npm_config_noproxy: direct,
    YARN_HTTP_PROXY: url,
    YARN_HTTPS_PROXY: url,
  };
}
