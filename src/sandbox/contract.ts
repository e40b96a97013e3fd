/**
 * The port of a sandbox: what one program of a run sees and reaches, enforced by the system. bubblewrap is the one that
 * ships; a container, or macOS' own, would be another file that fulfils this.
 *
 * A sandbox takes data and returns data: the argv that runs a command inside, and the files that it has open. A process that
 * starts that argv with the command's own environment starts it enclosed; argv never contains a secret.
 */
import type { Confinement, NetworkPlan } from '../words/network-plan.ts';

/** A program to start: its whole environment, nothing inherited. */
export interface Command {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Which part of a run a program belongs to; decides what it sees and reaches. */
export type Purpose = 'condition' | 'collect' | 'setup' | 'agent' | 'check' | 'hand-back';

/** What is to be started instead of the command. */
export interface EnclosedCommand extends Command {
  /** Absolute paths of files that it is started with, open to read, as its descriptors 3 and up. */
  readonly handedFiles: readonly string[];
  /** What has to be open while it runs (`openEgress`); `null` when it has no network, or all of it. */
  readonly network: NetworkPlan | null;
  /** How everything that it leaves behind is ended. */
  readonly confinement: Confinement;
}

/** Everything that is there inside. Absolute paths; the later of two that overlap wins. */
export interface SandboxView {
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  /** Loopback is always there. `relayed`: only what the sockets of the plan lead to. */
  readonly network: NetworkPlan | null;
}

export type Mount =
  | {
      readonly kind: 'read' | 'write';
      readonly path: string;
      /** Where that is outside, when it is another path. It exists. */
      readonly from?: string;
    }
  /** An empty folder that is gone afterwards; `closed`: only what is mounted in it is there, and nothing can be added. */
  | { readonly kind: 'empty'; readonly path: string; readonly closed?: true }
  /** A symbolic link, with its text. */
  | { readonly kind: 'link'; readonly path: string; readonly to: string };

export interface Sandbox {
  /** For reports: `bubblewrap 0.8.0`. */
  readonly name: string;
  startFor(view: SandboxView, command: Command): SandboxStart;
}

/** What is to be started. Without its files it does not start at all. */
export interface SandboxStart {
  readonly argv: readonly [string, ...string[]];
  /** As of `EnclosedCommand`. */
  readonly handedFiles: readonly string[];
}

/** What has to be known to make the sandbox of a run again in another process. */
export interface SandboxRecord {
  readonly kind: 'bubblewrap';
  /** Absolute. */
  readonly program: string;
  readonly version: string;
  /** The user and group of the process that starts it. */
  readonly uid: number;
  readonly gid: number;
}

/** Whether there is one that works here; tried, not supposed. */
export type SandboxAnswer =
  | { readonly kind: 'works'; readonly record: SandboxRecord }
  /** One line, with the value; the hint is the line that installs it. */
  | { readonly kind: 'missing'; readonly reason: string; readonly hint: string };
