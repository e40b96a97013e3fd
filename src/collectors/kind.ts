/** What is known of one kind of collector: all of it is here, in the folder of the collector. */
import type { z } from 'zod';

import type { ConnectionKind } from '../words/connection.ts';
import type { Facts } from '../words/facts.ts';
import type * as outward from '../words/outward-parts.ts';
import type { Collector } from '../words/routine.ts';
import type * as part from '../words/schema-parts.ts';
import type { CollectRequest, RememberRequest } from './contract.ts';
import type { TicketsRole } from './tickets/sources/contract.ts';

/**
 * `Settings` are the values of `settings`, defaults filled in. Methods about rules and facts are given those of this kind
 * alone. Nothing here throws but `collect`.
 */
export interface CollectorKind<
  Settings = unknown,
  Rule extends Collector = Collector,
  Found extends Facts = Facts,
> {
  /** Its key under `collect`, and the kind of its rules and facts. */
  readonly kind: Rule['kind'];
  /** Its keys, with defaults and words for people. */
  settings(tools: SchemaTools): z.ZodType<Settings>;
  /** It needs no settings, so that its bare name may stand for it. */
  readonly bare: boolean;
  /** For people: why strangers may have written what it finds; `null`: they have not. */
  readonly outside: string | null;
  toRule(settings: Settings): Rule;
  /** What is wrong between its keys. */
  breaches?(settings: Settings): readonly SettingsBreach[];
  /** Connections that it names. */
  connections?(settings: Settings): readonly NamedConnection[];
  /** Names its facts, where a routine may have several; absent: its kind does. */
  nameOf?(settings: Settings): string;
  /** What a prompt could ask of it, as an example. */
  promptExample(settings: Settings): string;
  /** The program that it starts; absent: it starts none of the routine's. */
  programOf?(rule: Rule): { readonly name: string; readonly run: readonly string[] };
  /** Throws an AppError when the facts cannot be had. */
  collect(request: CollectRequest<Rule>): Promise<Found>;
  /** The value of the next memory after a run that went well; doing it twice changes nothing. Absent: it keeps nothing. */
  remember?(request: RememberRequest<Found>): Promise<unknown>;
  /** As an agent is given them; absent: as they are. */
  forAgent?(facts: Found): Found;
  /** Whether its settings leave a path of the repository out; absent: it does not look at paths. */
  leavesOut?(rule: Rule): (path: string) => boolean;
  /** Paths in the repository that its facts are about. */
  pathsIn?(facts: Found): readonly string[];
  /** What a prompt says of its facts, after their number. */
  promptWords?(facts: Found): string;
  /** How many facts an agent is given to examine; absent: the items. */
  listed?(facts: Found): number;
  /** How the recipe `facts` of the built-in engine tells them; absent: one by one, as they are. */
  readonly digest?: () => Promise<FactsDigest<Found>>;
}

/** Handed in: a collector is loaded in every run, and what schemas are made with takes longer than all the rest. */
export interface SchemaTools {
  readonly z: typeof z;
  readonly part: typeof part;
  readonly outward: typeof outward;
}

export interface NamedConnection {
  /** Of the key that names it, from the collector's own key on. */
  readonly path: readonly string[];
  readonly name: string;
  /** Those that it can use: of these kinds, or of any that has tickets. */
  readonly kinds: readonly ConnectionKind[] | 'tickets';
  /** What is wrong beside one of that kind. @param tickets what it is as a source; `null`: none */
  readonly breaches?: (
    kind: ConnectionKind,
    tickets: Pick<TicketsRole, 'mapped'> | null,
  ) => readonly SettingsBreach[];
}

export interface SettingsBreach {
  /** From the collector's own key on. */
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface FactsDigest<Found extends Facts = Facts> {
  hasNews(facts: Found): boolean;
  /** Its part of the lead sentence. */
  tell(facts: Found, name: string): string;
  /** As Markdown. */
  heading(name: string): string;
  render(facts: Found): string;
}

/** For an example of a prompt: where a collector looks, when not everywhere. */
export function underPaths(paths: readonly string[]): string {
  return paths.length === 0 ? '' : ` (${paths.slice(0, 3).join(', ')})`;
}
