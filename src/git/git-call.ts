/** A repository to call git in, with everything about the call but its words settled. */
import { callGit, type GitAnswer, type GitContext } from './run-git.ts';

export interface CallOptions {
  readonly okExitCodes?: readonly number[];
  readonly stdin?: string;
  readonly config?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** The arguments name a program for the other end of a fetch: one of ours. */
  readonly namesUploadPack?: boolean;
}

export type GitCall = (args: readonly string[], options?: CallOptions) => Promise<GitAnswer>;

/**
 * simple-git holds these back because a caller's text could reach them. Here it cannot: every value is a
 * constant of ours, or a path of ours in the environment.
 */
const SETTLED_HERE = {
  allowUnsafeConfigPaths: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeTemplateDir: true,
};

/** git in a repository of the user's, with the user's own settings. */
export function gitIn(context: GitContext): GitCall {
  return (args, options = {}) =>
    callGit(
      args,
      {
        ...context,
        cwd: options.cwd ?? context.cwd,
        env: { ...context.env, ...options.env },
        ...(options.okExitCodes === undefined ? {} : { okExitCodes: options.okExitCodes }),
        ...(options.stdin === undefined ? {} : { stdin: options.stdin }),
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      },
      {
        unsafe: { ...SETTLED_HERE, allowUnsafePack: options.namesUploadPack === true },
        config: [...(options.config ?? [])],
      },
    );
}

/** git in a repository of ours. */
export function sealedGitIn(context: GitContext): GitCall {
  return gitIn({ ...context, env: sealedEnvironment(context.env) });
}

/**
 * For a repository of ours: no settings, attributes or excludes of the user or the machine apply, so that git runs none of
 * their filters, hooks or signing programs, logs in nowhere, and fetches from local files only.
 */
export function sealedEnvironment(
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { XDG_CONFIG_HOME: _settings, SSH_AUTH_SOCK: _agent, ...kept } = env;
  return {
    ...kept,
    HOME: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: 'file',
    GIT_NO_LAZY_FETCH: '1',
  };
}
