/** What a program of a run may reach, and how what it starts is found again: data, handed from the worker to the supervisor. */
/**
 * How everything that a program started is found again. `pid-namespace`: the first process of argv holds it, and all
 * inside dies with that one. Else: a control group where there is one, descendants and the run's marker.
 */
export type Confinement = 'pid-namespace' | 'none';

/** What a sandboxed program may reach; data, opened by `openEgress` and closed when the program has ended. */
export interface NetworkPlan {
  /** A short folder of ours, mode 0700: the sockets are made in it, and it is bound into the sandbox. */
  readonly socketFolder: string;
  /** As in `Permissions.network`, without the word `registries`. Resolved once and pinned; never a private address. */
  readonly allow: readonly string[];
  /** Exact `host:port` that the user's own settings name; may be at a private address or on loopback. */
  readonly trusted: readonly string[];
  /** Loopback ports inside that lead to one exact address each (the model's endpoint). */
  readonly endpoints: readonly Endpoint[];
  /** Ports on loopback inside that are reached at the same port of `INWARD_HOST` outside; absent: none. */
  readonly inward?: readonly InwardPort[];
  /** The user's own proxy, through which this machine gets out; `null` = directly. */
  readonly upstream: UpstreamProxy | null;
  /** Settings that lead programs to what is allowed: added to the environment of the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Lie in the folder while it is open: certificates, and for set-up the settings of package tools. */
  readonly files: readonly PlannedFile[];
  /** Credentials of the user that are in `env` or `files`. */
  readonly credentials: readonly RegistryCredential[];
}

export interface RegistryCredential {
  readonly host: string;
  readonly value: string;
}

export interface UpstreamProxy {
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`; secret. */
  readonly authorization: string | null;
  /** As in NO_PROXY: reached without it. */
  readonly except: readonly string[];
}

export type PlannedFile =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | { readonly kind: 'copy'; readonly name: string; readonly from: string };

/**
 * Where they are reached outside. Not where the page is: browsers give the cookies of an address to each of its ports, and
 * behind these is what agents wrote.
 */
export const INWARD_HOST = '127.0.0.2';

export interface InwardPort {
  /** Names its socket in the folder. */
  readonly name: string;
  readonly port: number;
}

export interface Endpoint {
  /** Names its socket in the folder. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Where it listens on loopback inside. */
  readonly innerPort: number;
  /** Who answers at its socket, when it is not led on to host and port. */
  readonly servedBy?: 'gateway';
}
