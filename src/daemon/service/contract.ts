/** A service of the system that keeps the daemon of one workspace running. Plain data. */

/** What the service is made from. Paths are absolute. */
export interface ServiceFacts {
  /** Of the workspace, for people. */
  readonly workspace: string;
  /** Tells the services of one user apart: `blog-3fa9c1d2`; letters, digits, `_`, and single hyphens. */
  readonly id: string;
  readonly root: string;
  readonly stateDir: string;
  readonly node: string;
  readonly program: string;
  /** By name, in order; no secrets. */
  readonly environment: readonly (readonly [name: string, value: string])[];
  readonly home: string;
  /** `$XDG_CONFIG_HOME`, or `~/.config`. */
  readonly configFolder: string;
  readonly userId: number;
}

export interface ServiceDefinition {
  readonly kind: 'systemd' | 'launchd';
  /** By which the system knows it. */
  readonly name: string;
  readonly signature: string;
  readonly file: string;
  readonly content: string;
  /** Where a person may put secrets for it, if there is such a place. */
  readonly secretsFile: string | null;
  /** Given before the file is replaced; may fail, for the service may have ended. */
  readonly again: readonly Argv[];
  /** Given in this order, once the file is there. */
  readonly start: readonly Argv[];
  /** Given before the file goes, and after. */
  readonly end: readonly Argv[];
  readonly afterwards: readonly Argv[];
  /** One more step that only a person can decide on. */
  readonly advice: string | null;
}

export type Argv = readonly [string, ...string[]];

/** Stands in the first lines of a file that is ours. */
export function signature(id: string): string {
  return `Written by roundsman service install, for ${id}`;
}
