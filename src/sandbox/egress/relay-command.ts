/** The command that is started inside instead: our small program, which leads to the sockets and starts the command. */
import { platformFacts } from '../../platform/environment.ts';
import { packageFile } from '../../platform/package.ts';
import type { Endpoint, NetworkPlan } from '../../words/network-plan.ts';
import type { Command } from '../contract.ts';

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
