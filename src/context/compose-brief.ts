/**
 * All that an agent is told. With a run, item keys are set aside for it; without one the brief is a preview of
 * what a run would be told now: it names the keys that are next, and nothing is changed anywhere.
 */
import { kindOf } from '../collectors/registry.ts';
import { settledFingerprints } from '../ledger/finding-life.ts';
import { countOpenItems } from '../ledger/proposal-rules.ts';
import { ITEM_ACTS, actRules } from '../ledger/requests/item-act.ts';
import { inputRules, withDefaultInputs } from '../routines/inputs.ts';
import type { FindingStore, ItemStore, ProposalStore, RunStore } from '../store/ports.ts';
import type { Facts, FactsByCollector } from '../words/facts.ts';
import type { FindingLedger } from '../words/finding.ts';
import type { Handover } from '../words/handover.ts';
import { isItemKey, type ItemKey, type RunId } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import { localDateOf } from '../words/local-time.ts';
import type { Predecessor } from '../words/review/predecessor.ts';
import type { Routine } from '../words/routine.ts';
import type { SlotEvent, SlotInputs } from '../words/slot.ts';
import { themeFingerprint, themesWorthAnItem } from '../words/theme-rules.ts';
import type { Window } from '../words/window.ts';
import type { BranchLook } from './branch-look.ts';
import { briefEvent } from './brief-event.ts';
import type { Brief, BriefContext } from './brief.ts';
import { chooseNotes } from './choose-notes.ts';
import { contextFor } from './context-for.ts';
import type { ContextSources } from './context-sources.ts';
import { fitContext } from './fit-context.ts';
import { gatherContext } from './gather-context.ts';
import { chooseFindings, priorFindings } from './prior-findings.ts';
import { renderPrompt, templateOf } from './render-prompt.ts';

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
  /** What made it due, and the payload as it is kept; `null` for a schedule and for a person. */
  readonly event: { readonly event: SlotEvent; readonly payload: Uint8Array | null } | null;
  /** As the spec has them; defaults are filled in here. */
  readonly inputs: SlotInputs;
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
  const all = priorFindings({ ledger, items, now });
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
/* oxlint-disable-next-line eslint/max-params -- a run, what is known, and how many items wait */
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
/* oxlint-disable-next-line eslint/max-params -- what was collected, and what is known */
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
