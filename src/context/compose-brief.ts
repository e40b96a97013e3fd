/**
 * All that an agent is told. With a run, item keys are set aside for it; without one the brief is a preview of
 * what a run would be told now: it names the keys that are next, and nothing is changed anywhere.
 */
import { kindOf } from '../collectors/registry.ts';
import { settledFingerprints } from '../ledger/finding-life.ts';
import { countOpenItems } from '../ledger/proposal-rules.ts';
import { actRules, ITEM_ACTS } from '../ledger/requests/item-act.ts';
import { tryParseJson } from '../platform/json.ts';
import { inputRules, withDefaultInputs } from '../routines/inputs.ts';
import type { FindingStore, ItemStore, ProposalStore, RunStore } from '../store/ports.ts';
import { contextOf, type ContextSection, type ContextSettings } from '../words/context-settings.ts';
import {
  type Facts,
  type FactsByCollector,
  themeFingerprint,
  themesWorthAnItem,
} from '../words/facts.ts';
import type { FindingLedger } from '../words/finding.ts';
import { isItemKey, type ItemKey, type RunId } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import { localDateOf } from '../words/local-time.ts';
import type { Predecessor } from '../words/review/predecessor.ts';
import type { Routine } from '../words/routine.ts';
import type { Window } from '../words/run-spec.ts';
import type { Handover } from '../words/session.ts';
import type { SlotEvent, SlotInputs } from '../words/slot.ts';
import { oneLine, stripControls } from '../words/text.ts';
import type { Brief, BriefContext, BriefEvent } from './brief.ts';
import { chooseNotes } from './choose-notes.ts';
import type { ContextSources } from './context-sources.ts';
import { fitContext } from './fit-context.ts';
import { gatherContext } from './gather-context.ts';
import { chooseFindings, priorFindings } from './prior-work.ts';
import { renderPrompt, templateOf } from './render-prompt.ts';
import type { BranchLook } from './waiting-branches.ts';

// What made a run due, as its brief tells it. The payload becomes a file of its own, which nothing of ours reads.

/** More of a payload than this is cut off; then it is not JSON any more. */
const MAX_PAYLOAD_BYTES = 1_000_000;

interface ToldEvent {
  readonly event: BriefEvent;
  /** By name in the brief's folder; empty without a payload. */
  readonly files: Readonly<Record<string, string>>;
}

/** @param payload as it arrived; `null` when there was none, or when it is no longer kept */
export function briefEvent(event: SlotEvent, payload: Uint8Array | null): ToldEvent {
  const { kind, deployment } = event;
  const told = { kind, id: oneLine(event.id), summary: oneLine(event.summary, 500), deployment };
  if (payload === null) return { event: { ...told, file: null }, files: {} };
  const [file, content] = payloadFile(payload);
  return { event: { ...told, file }, files: { [file]: content } };
}

/** Bytes that are not UTF-8 show as replacement characters: an agent is given text and nothing else. */
function payloadFile(payload: Uint8Array): readonly ['event.json' | 'event.txt', string] {
  const kept = payload.subarray(0, MAX_PAYLOAD_BYTES);
  const text = new TextDecoder().decode(kept);
  if (kept.length === payload.length && tryParseJson(text) !== undefined)
    return ['event.json', text];
  const cut = payload.length - kept.length;
  const end = cut === 0 ? '' : `\n[${cut} more bytes were cut off]\n`;
  return ['event.txt', stripControls(text) + end];
}

// What a routine's run is told, by its settings and by what its engine needs. Pure.

/** What recipes decide by: a finding that they were not told of would be new to them, and be filed again. */
const NEEDED = new Set<ContextSection>(['findings', 'branches', 'own-report', 'other-reports']);
const LEAST_REPORTS = 3;

/**
 * The built-in engine has no limit of tokens, and knows only what its brief tells: it is given all findings, branches and
 * its reports, whatever the settings say; the rest is told as to any other, for people to read.
 */
function contextFor(routine: Routine): {
  readonly settings: ContextSettings;
  /** What is neither cut nor counted. */
  readonly uncut: ReadonlySet<ContextSection>;
} {
  const settings = contextOf(routine);
  if (routine.agent.engine !== 'builtin') return { settings, uncut: new Set() };
  const { last, from } = settings.reports;
  const reports = {
    last: Math.max(last, LEAST_REPORTS),
    from: [...new Set([routine.id, ...from])],
  };
  return { settings: { ...settings, reports, branches: true }, uncut: NEEDED };
}

export interface BriefRequest {
  readonly routine: Routine;
  /** `null` for a preview: nothing is reserved. */
  readonly run: RunId | null;
  /** When the run started, or now; gives the brief's date. */
  readonly at: Date;
  /** The workspace's zone. */
  readonly timezone: string;
  readonly window: Window;
  readonly facts: FactsByCollector;
  /** What its settings leave out now is told to no run. Default: nothing. */
  readonly leftOut?: (path: string) => boolean;
  /** What made it due, and the payload as it is kept; `null` for a schedule and for a person. */
  readonly event: { readonly event: SlotEvent; readonly payload: Uint8Array | null } | null;
  /** As the spec has them; defaults are filled in here. */
  readonly inputs: SlotInputs;
  /** `--set` values that change where it looks. Default: none. */
  readonly narrowed?: readonly string[];
  /** What `condition` printed when it said go; untrusted. `null` without one, or when it printed nothing. */
  readonly condition: string | null;
  /** Content of `agent.prompt-file` at the base commit, when there is one. */
  readonly promptFile: string | null;
  readonly stateDir: string;
  /** What its runs are likely to change, gitignore-like. Default: `policy.touches`. */
  readonly touches?: readonly string[];
  /** The session that a person had the run take up. Default: none. */
  readonly handover?: Handover | null;
  /** What the prompt says of the tools that the agent has, as Markdown. Default: it has none. */
  readonly tools?: string | null;
  readonly sources: ContextSources;
  readonly look: BranchLook;
  /** Branches of the same routine that wait. Default: none. */
  readonly predecessors?: readonly Predecessor[];
  readonly runs: RunStore;
  readonly findings: FindingStore;
  readonly items: ItemStore;
  readonly proposals: ProposalStore;
}

export interface ComposedBrief {
  readonly brief: Brief;
  /** Further files of the brief folder, by relative path: earlier reports, the event's payload. */
  readonly files: Readonly<Record<string, string>>;
}

const CONDITION_FILE = 'condition.txt';

/** Throws `invalid-definition` when the prompt names a variable that does not exist. */
export async function composeBrief(request: BriefRequest): Promise<ComposedBrief> {
  const { routine, run, at, timezone, window, facts, handover = null, tools = null } = request;
  const [ledger, items] = await Promise.all([
    request.findings.read(routine.id),
    request.items.list(),
  ]);
  const now = at.toISOString();
  const all = priorFindings({ ledger, items, now, leftOut: request.leftOut });
  const { settings, uncut } = contextFor(routine);
  const findings = chooseFindings(all, settings.findings, uncut.has('findings'));
  const promptText = templateOf(request)?.source ?? '';
  const touches = request.touches ?? routine.policy.touches;
  const gathered = await gatherContext({
    ...request,
    settings,
    findings,
    promptText,
    handover,
    touches,
  });
  const { maxTokens } = settings;
  const fitted = fitContext({ gathered, findings, handover, maxTokens, uncut });
  const open = openItems(request, { items, ledger, now });
  const context: BriefContext = {
    ...fitted.context,
    reservedItems: await reservedItems(request, items, keysWanted(request, all, open)),
    openItems: open,
    fileItem: fileItemLimits(routine),
    ...pushRules(routine),
    ...itemActsOf(routine),
    ...pullRequestRules(routine),
    branchRules: routine.outputs.branch,
  };
  const event =
    request.event === null ? null : briefEvent(request.event.event, request.event.payload);
  const told = {
    run,
    routine: { id: routine.id, name: routine.name, intent: routine.intent },
    date: localDateOf(at, timezone),
    timezone,
    recipe: routine.agent.builtin,
    window: { from: window.from, to: window.to },
    event: event?.event ?? null,
    inputs: withDefaultInputs(inputRules(routine.triggers), request.inputs),
    facts: forAgent(facts),
    ...narrowedBy(request),
    context,
  };
  const { promptFile, condition } = request;
  const conditionFile = condition === null ? null : CONDITION_FILE;
  const prompt = await renderPrompt({ routine, promptFile, brief: told, conditionFile, tools });
  return {
    brief: { ...told, prompt },
    files: {
      ...fitted.files,
      ...event?.files,
      ...(condition === null ? {} : { [CONDITION_FILE]: condition }),
    },
  };
}

function narrowedBy({ narrowed = [] }: BriefRequest): Pick<Brief, 'narrowed'> {
  return narrowed.length === 0 ? {} : { narrowed };
}

function pushRules({ outputs }: Routine): Pick<BriefContext, 'push'> {
  const { push = null } = outputs;
  return push === null ? {} : { push: { remote: push.remote, mode: push.mode } };
}

function itemActsOf({ outputs }: Routine): Pick<BriefContext, 'itemActs'> {
  const acts = ITEM_ACTS.flatMap((act) => {
    const rules = actRules(outputs, act);
    return rules === null ? [] : [[act, rules.mode] as const];
  });
  return acts.length === 0 ? {} : { itemActs: Object.fromEntries(acts) };
}

function pullRequestRules({ outputs }: Routine): Pick<BriefContext, 'pullRequest'> {
  const { pullRequest = null } = outputs;
  if (pullRequest === null) return {};
  return { pullRequest: { base: pullRequest.base, mode: pullRequest.mode } };
}

function fileItemLimits({ outputs }: Routine): BriefContext['fileItem'] {
  const { fileItem } = outputs;
  return fileItem === null ? null : { max: fileItem.max, maxOpen: fileItem.maxOpen };
}

/** As an agent is given them. */
function forAgent(facts: FactsByCollector): FactsByCollector {
  return Object.fromEntries(
    Object.entries(facts).map(([name, one]) => [name, kindOf(one).forAgent?.(one) ?? one]),
  );
}

/**
 * How many item keys a run can use. Keys are never given twice, so what is set aside and not used leaves a gap
 * in the numbers: the built-in recipes file one item a note or theme, and these are known before they start.
 */
function keysWanted(
  { routine, facts }: BriefRequest,
  findings: BriefContext['findings'],
  open: number,
): number {
  const { fileItem } = routine.outputs;
  const max = fileItem === null ? 0 : Math.min(fileItem.max, Math.max(0, fileItem.maxOpen - open));
  if (routine.agent.engine !== 'builtin') return max;
  const carried = new Set(
    findings
      .filter(({ item, state }) => item !== null || state === 'dismissed' || state === 'snoozed')
      .map(({ fingerprint }) => fingerprint),
  );
  const wanted = Object.values(facts).flatMap((one) => fingerprintsToFile(one, findings));
  return Math.min(max, wanted.filter((fingerprint) => !carried.has(fingerprint)).length);
}

/** Of what a recipe files an item for, when nothing carries it yet. */
function fingerprintsToFile(facts: Facts, findings: BriefContext['findings']): readonly string[] {
  if (facts.kind === 'tickets') return themesWorthAnItem(facts).map(themeFingerprint);
  if (facts.kind !== 'todos') return [];
  return chooseNotes(facts, findings)
    .notes.filter(({ todo }) => todo.issues.length === 0)
    .map(({ todo }) => todo.fingerprint);
}

/** The keys that the run has already, when the step is repeated, else new ones. */
async function reservedItems(
  { routine, run, at, items: store }: BriefRequest,
  items: readonly Item[],
  count: number,
): Promise<readonly ItemKey[]> {
  if (count === 0) return [];
  if (run === null) return comingKeys(items, count);
  const own = items.filter((item) => item.run === run && item.state === 'reserved');
  if (own.length > 0) return own.map(({ key }) => key);
  return store.reserve({
    count,
    routine: routine.id,
    run,
    now: at.toISOString(),
  });
}

/** The keys that a run would get next; they are not reserved. */
function comingKeys(items: readonly Item[], count: number): readonly ItemKey[] {
  const highest = items.reduce((top, { key }) => Math.max(top, Number(key.slice(3))), 0);
  return Array.from({ length: count }, (_one, index) => `RM-${highest + index + 1}`).filter((key) =>
    isItemKey(key),
  );
}

function openItems(
  { routine }: BriefRequest,
  told: { readonly items: readonly Item[]; readonly ledger: FindingLedger; readonly now: string },
): number {
  const settled = settledFingerprints(told.ledger, told.now);
  const own = told.items.filter((item) => item.routine === routine.id);
  return countOpenItems(own, (fingerprint) => settled.has(fingerprint));
}
