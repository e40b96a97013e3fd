/**
 * Private data, untrusted input and a way out: any two are common, all three together let the author of a ticket read what
 * the agent may read. A routine with all three must accept that explicitly (`accept-risk`). Pure.
 */
import { collectorKinds } from '../collectors/registry.ts';
import type { IsolationLevel, Routine } from '../words/routine.ts';

/** What of a routine decides; lists hold words for people. */
export interface RiskFacts {
  readonly engine: string;
  readonly env: readonly string[];
  readonly include: readonly string[];
  readonly read: readonly string[];
  /** Kinds. */
  readonly collectors: readonly string[];
  /** Kinds; a deployment only if it is reported by hook or `emit`. */
  readonly triggers: readonly string[];
  /** Names of inputs that are free text and reach the prompt. */
  readonly textInputs: readonly string[];
  readonly network: readonly string[];
  /** Keys of outputs that leave this machine without a person's word. */
  readonly outputs: readonly string[];
}

/** Each says where it comes from; empty: there is none. */
export interface RiskFlags {
  readonly privateData: readonly string[];
  readonly untrustedInput: readonly string[];
  readonly wayOut: readonly string[];
}

const OUTSIDE_TRIGGERS = ['webhook', 'deployment', 'git'];

function outsideCollectors(): readonly string[] {
  return collectorKinds().flatMap(({ kind, outside }) => (outside === null ? [] : [kind]));
}

/** @param level the one in force; `auto` while it is open: then only what the routine itself opens is a way out */
export function riskFlags(facts: RiskFacts, level: 'auto' | IsolationLevel): RiskFlags {
  const listed = (key: string, values: readonly string[]): readonly string[] =>
    values.length === 0 ? [] : [`${key}: ${shown(values)}`];
  const kinds = (words: string, found: readonly string[], outside: readonly string[]): string[] =>
    outside.filter((kind) => found.includes(kind)).map((kind) => `${words} ${kind}`);
  const below = level === 'private' || level === 'worktree';
  return {
    privateData: [
      ...listed('permissions.env', facts.env),
      ...listed('workspace.include', facts.include),
      ...listed('permissions.read', facts.read),
    ],
    untrustedInput: [
      ...kinds('the collector', facts.collectors, outsideCollectors()),
      ...kinds('the trigger', facts.triggers, OUTSIDE_TRIGGERS),
      ...listed('the inputs', facts.textInputs),
    ],
    wayOut: [
      ...listed('permissions.network.allow', facts.network),
      ...facts.outputs.map((key) => `outputs.${key}, which needs no approval`),
      ...(below ? [`isolation ${level}, which leaves the network open`] : []),
    ],
  };
}

/** The built-in engine does not follow prose, so prompt injection does not affect it. */
export function isAtRisk(facts: RiskFacts, level: 'auto' | IsolationLevel): boolean {
  return facts.engine !== 'builtin' && Object.values(riskFlags(facts, level)).every(isThere);
}

/** Whether there is a level at which it would be. */
export function canBeAtRisk(facts: RiskFacts, asked: 'auto' | IsolationLevel): boolean {
  return isAtRisk(facts, asked === 'auto' ? 'private' : asked);
}

/** `private data (…), untrusted input (…) and a way out (…)`. */
export function formatRisk({ privateData, untrustedInput, wayOut }: RiskFlags): string {
  return `private data (${privateData.join('; ')}), untrusted input (${untrustedInput.join('; ')}) and a way out (${wayOut.join('; ')})`;
}

export function riskFactsOf(routine: Routine): RiskFacts {
  const { agent, permissions, workspace, collect, triggers } = routine;
  const reaches = agent.prompt.kind === 'file' || promptNamesInputs(agent.prompt);
  return {
    engine: agent.engine,
    env: permissions.env,
    include: workspace.include,
    read: permissions.read,
    collectors: collect.map(({ kind }) => kind),
    triggers: triggers
      .filter((trigger) => trigger.kind !== 'deployment' || trigger.ref === null)
      .map(({ kind }) => kind),
    textInputs: reaches
      ? triggers.flatMap((trigger) =>
          trigger.kind === 'manual'
            ? Object.entries(trigger.inputs).flatMap(([name, { type }]) =>
                type === 'string' ? [name] : [],
              )
            : [],
        )
      : [],
    network: permissions.network.allow,
    outputs: outputsOf(routine.outputs),
  };
}

function outputsOf(outputs: Routine['outputs']): readonly string[] {
  const { mode, fileItem, comment, updateItem, closeItem, push, pullRequest } = outputs;
  return leavingOutputs(
    { mode, tracker: fileItem?.tracker ?? 'local' },
    {
      'file-item': fileItem,
      comment,
      'update-item': updateItem,
      'close-item': closeItem,
      push,
      'pull-request': pullRequest,
    },
  );
}

/**
 * Which of them leave this machine without a person's word: what a ticket has an agent propose may carry what the agent
 * read. Items of this machine go nowhere.
 */
export function leavingOutputs(
  { mode, tracker }: { readonly mode: string; readonly tracker: string },
  outputs: Readonly<Record<string, { readonly mode?: string | undefined } | null | undefined>>,
): readonly string[] {
  return Object.entries(outputs).flatMap(([key, rules]) => {
    if (rules === null || rules === undefined || (rules.mode ?? mode) !== 'auto') return [];
    return tracker === 'local' && key !== 'push' && key !== 'pull-request' ? [] : [key];
  });
}

function promptNamesInputs(prompt: Routine['agent']['prompt']): boolean {
  return prompt.kind === 'inline' && /\binputs\b/.test(prompt.text);
}

function shown(values: readonly string[]): string {
  const first = values.slice(0, 3).join(', ');
  return values.length > 3 ? `${first}, …` : first;
}

function isThere(found: readonly string[]): boolean {
  return found.length > 0;
}
