/**
 * What was active at the last look. It makes the next look cheap while nothing moved, and keeps the last good version of
 * a definition that is broken now. Equal triggers and policies are written once, and are one object when read.
 */
import { dirname } from 'node:path';

import { enginesHere } from '../../engines/registry.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { makeFolder, readTextIfThere, writeDurably } from '../../platform/files.ts';
import { isRecord, tryParseJson } from '../../platform/json.ts';
import { packageBuild } from '../../platform/package.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Policy } from '../../words/policy.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { Trigger } from '../../words/trigger.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { WorkspaceConfig, WorkspaceFallbacks } from '../definition-context.ts';
import type { Problem } from '../rules/problem.ts';

export interface RefTip {
  /** Full, `refs/heads/main`. */
  readonly ref: string;
  /** Id of the object that it points at. */
  readonly id: string;
}

export interface ActiveState {
  /** What compiling depends on besides what is in git: product version, zone of the machine, engines. */
  readonly surroundings: string;
  readonly enabledStamp: string;
  /** Where the workspace's own branch is; it says which ref definitions come from. */
  readonly home: RefTip | null;
  /** `definitions.ref` as written there. */
  readonly named: string | null;
  /** Where definitions come from. */
  readonly definitions: RefTip | null;
  readonly commit: CommitSha | null;
  /** Id of roundsman.yaml there; `null` when there is none. */
  readonly settings: string | null;
  /** Of the last roundsman.yaml that held. */
  readonly config: WorkspaceConfig;
  /** Of roundsman.yaml and of the ref; with any, everything continues as it was. */
  readonly problems: readonly Problem[];
  /** By id. What the ref says: sound ones, and the last good version of those that are not. */
  readonly atRef: readonly ActiveEntry[];
  readonly broken: readonly BrokenEntry[];
  /** By id. What persons enabled; it counts before what the ref says. */
  readonly enabled: readonly ActiveEntry[];
}

export interface ActiveEntry {
  readonly routine: ScheduledRoutine;
  readonly file: string;
  /** Id of the file's content in git; empty for what a person enabled. */
  readonly blob: string;
}

export interface BrokenEntry {
  readonly id: string;
  readonly file: string;
  readonly blob: string;
  readonly problems: readonly Problem[];
}

/** `null` when there is none, or none of ours. */
export async function readActiveState(path: string): Promise<ActiveState | null> {
  const file = await readFile(path);
  if (file === null || file.head.length !== file.body.length) return null;
  const value = tryParseJson(file.body);
  return isWritten(value) ? unpack(value) : null;
}

/** Which refs counted last, without reading all that they said. */
export async function readRefNames(path: string): Promise<RefNames> {
  return (await readFile(path))?.head ?? { home: null, named: null };
}

export interface RefNames {
  /** Full. */
  readonly home: string | null;
  /** As written in `definitions.ref`. */
  readonly named: string | null;
}

interface Head extends RefNames {
  /** Characters of the line after this one. */
  readonly length: number;
}

async function readFile(
  path: string,
): Promise<{ readonly head: Head; readonly body: string } | null> {
  const text = await readTextIfThere(path);
  if (text === null) return null;
  const end = text.indexOf('\n');
  const head = tryParseJson(text.slice(0, end));
  return isHead(head) ? { head, body: text.slice(end + 1) } : null;
}

function isHead(value: unknown): value is Head {
  return (
    isRecord(value) && typeof value['length'] === 'number' && 'home' in value && 'named' in value
  );
}

export async function writeActiveState(path: string, state: ActiveState): Promise<void> {
  const body = JSON.stringify(pack(state));
  await makeFolder(dirname(path), 0o700);
  const head: Head = { length: body.length, home: state.home?.ref ?? null, named: state.named };
  await writeDurably(path, `${JSON.stringify(head)}\n${body}`);
}

/** As it is after having been written and read: equal triggers and policies are one object. */
export function withSharedParts(state: ActiveState): ActiveState {
  return unpack(pack(state));
}

/** Raised when an entry or the settings get another form within one version. */
const FORM = 4;

interface Written extends Omit<ActiveState, 'atRef' | 'enabled'> {
  readonly form: typeof FORM;
  readonly triggers: readonly (readonly Trigger[])[];
  readonly policies: readonly Policy[];
  readonly atRef: readonly WrittenEntry[];
  readonly enabled: readonly WrittenEntry[];
}

type WrittenEntry = Omit<ActiveEntry, 'routine'> & {
  readonly routine: Omit<ScheduledRoutine, 'triggers' | 'policy'>;
  /** Places in the two tables. */
  readonly triggers: number;
  readonly policy: number;
};

function isWritten(value: unknown): value is Written {
  return (
    isRecord(value) &&
    value['form'] === FORM &&
    isRecord(value['config']) &&
    ['triggers', 'policies', 'atRef', 'enabled', 'broken', 'problems'].every((key) =>
      Array.isArray(value[key]),
    )
  );
}

function pack(state: ActiveState): Written {
  const triggers = tableOf<readonly Trigger[]>();
  const policies = tableOf<Policy>();
  const entry = ({ routine, file, blob }: ActiveEntry): WrittenEntry => {
    const { triggers: on, policy, ...rest } = routine;
    return {
      routine: rest,
      file,
      blob,
      triggers: triggers.place(on),
      policy: policies.place(policy),
    };
  };
  return {
    ...state,
    form: FORM,
    atRef: state.atRef.map(entry),
    enabled: state.enabled.map(entry),
    triggers: triggers.values,
    policies: policies.values,
  };
}

function unpack({ form: _form, triggers, policies, ...state }: Written): ActiveState {
  const entry = (written: WrittenEntry): readonly ActiveEntry[] => {
    const on = triggers[written.triggers];
    const policy = policies[written.policy];
    if (on === undefined || policy === undefined) return [];
    const { id, name, definition, source, enabled } = written.routine;
    const routine = { id, name, definition, source, enabled, triggers: on, policy };
    return [{ routine, file: written.file, blob: written.blob }];
  };
  return { ...state, atRef: state.atRef.flatMap(entry), enabled: state.enabled.flatMap(entry) };
}

/** Equal values get one place. */
function tableOf<Value>(): {
  readonly values: readonly Value[];
  place(value: Value): number;
} {
  const values: Value[] = [];
  const places = new Map<string, number>();
  return {
    values,
    place: (value) => {
      const key = JSON.stringify(value);
      const known = places.get(key);
      if (known !== undefined) return known;
      values.push(value);
      places.set(key, values.length - 1);
      return values.length - 1;
    },
  };
}

// What reading a definition depends on besides the definitions.
export interface Surroundings {
  readonly fallbacks: WorkspaceFallbacks;
  readonly engines: readonly string[];
  /** All of that in one text, with the build of the product. */
  readonly stamp: string;
}

export async function readSurroundings({ location, env }: Workspace): Promise<Surroundings> {
  const timezone = hostTimezone();
  const build = packageBuild();
  const engines = await enginesHere(env);
  return {
    fallbacks: { folderName: location.name, hostTimezone: timezone },
    engines,
    stamp: JSON.stringify([build, timezone, engines, location.name]),
  };
}
