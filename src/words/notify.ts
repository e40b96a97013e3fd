/** Whom a routine tells of what: the rules under `notify`. */
import type { Credential, SecretText } from './connection.ts';

export const OCCASIONS = [
  'always',
  'report',
  'findings-new',
  'failure',
  'recovered',
  'missed',
  'waiting',
  'held',
  'denied',
  'paused',
] as const;
/**
 * `always`: each run that ended. `report`: a valid report that is not quiet. `findings-new`: it has new or regressed ones.
 * `failure`: execution, report or checks are not good. `recovered`: the first good run after a told failure. `missed`: a
 * slot. `waiting`: a question. `held`: proposals wait for a person. `denied`: the agent was denied something. `paused`:
 * the routine was paused after failures.
 */
export type Occasion = (typeof OCCASIONS)[number];

export interface NotifyRule {
  readonly on: readonly Occasion[];
  readonly targets: readonly NotifyTarget[];
  /** `failure` is told from this many in a row on; 1 = each. */
  readonly failureAfter: number;
  /** No second message of the same occasion within; 0 = none. What is held back is counted in the next one. */
  readonly cooldownMs: number;
  /** Local times; what falls into them waits for their end. May go over midnight. */
  readonly quietHours: { readonly from: string; readonly to: string } | null;
  /** A local time: what comes before it goes together in one message then; `null`: at once. */
  readonly gatherAt: string | null;
}

/** By kind. A connector of another folder adds its own by declaration merging. */
export interface NotifyTargets {
  readonly email: {
    readonly kind: 'email';
    /** The name of an smtp connection. */
    readonly via: string;
    readonly to: readonly string[];
    readonly cc: readonly string[];
  };
  /** One that roundsman.yaml knows. */
  readonly webhook: { readonly kind: 'webhook'; readonly via: string };
  /** One that the routine names by itself: a public address. */
  readonly 'hook-url': {
    readonly kind: 'hook-url';
    readonly url: SecretText;
    readonly secret: Credential | null;
    readonly body: string;
  };
  readonly desktop: { readonly kind: 'desktop' };
  /** A GET: the URL itself for what is good, with `/fail` added for what is not. */
  readonly ping: { readonly kind: 'ping'; readonly url: SecretText };
  /** A Markdown file of its own in this folder, absolute or under `~/`. */
  readonly file: { readonly kind: 'file'; readonly folder: string };
}

export type NotifyTarget = NotifyTargets[keyof NotifyTargets];
